"""Where the atlas measures a claim: kappa = L/mu, lambda, and the step at the edge of the claim's range.

At a point, L = 1, mu = 1/kappa, and W is any symmetric matrix with W 1 = 1 whose other eigenvalues are in [-lambda,
lambda], of any number K of clients; K is 3, with equal samples, where gradients are scaled by shares of the data. The
edge is the largest step that the assumptions on constants allow, to three digits; for delta/(t + Gamma), delta is
2/mu (2 m/mu where scaled) and Gamma the smallest. Where no assumption on constants limits a fixed step, 1/L stands for
the edge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from mixproof.bounds.proofs import ClaimProof, prove_claim
from mixproof.bounds.theorem import Theorem, Variant, unmet
from mixproof.spectral.errors import InputError

__all__ = ["KAPPAS", "LAMS", "Point", "can_be_measured", "edge_of_steps", "prove_at"]

KAPPAS, LAMS = (2, 10, 100), ("3/10", "3/5", "9/10", "99/100")
READS = re.compile(r"\b(?!step\b)[A-Za-z_]\w*\(t\b")
CLIENTS = 3
CLOSE = Fraction(1, 1000)  # a point to the edge, as a share of it
CLOSER = Fraction(1, 10**7)  # the same of a step that is compared with others
BISECTED = Fraction(1, 10**9)
FAR = 60  # doublings of a step in search of an edge


@dataclass(frozen=True)
class Point:
    kappa: Fraction
    lam: Fraction

    def __str__(self) -> str:
        return f"kappa={self.kappa} lam={self.lam} edge"


def can_be_measured(stated: Theorem, variant: Variant) -> bool:
    """Whether it is proved, and speaks of a metric at round t of gossip descent."""
    texts = (variant.left, variant.right, *variant.where.values())
    reads = any(READS.search(text) for text in texts)
    return variant.holds and stated.family_of(variant).name == "gossip" and reads


def prove_at(stated: Theorem, variant: Variant, point: Point, t: int) -> ClaimProof:
    """The largest left/right of a claim on gossip descent at round t, certified.

    Raises InputError where the claim is of no kind that `prove_claim` proves, or no proof is found.
    """
    family = stated.family_of(variant)
    if family.name != "gossip":
        raise InputError(
            "claim", f"{stated.id}:{variant.label}", f"on gossip descent, not of the kind {family.name}"
        )
    clients = CLIENTS if (family.options or {}).get("scaled") else None
    fixed = any(parameter.name == "eta" for parameter in family.parameters)
    values = constants_at(variant, point, fixed, clients)
    return prove_claim(stated, variant, values, t, spectrum=(-point.lam, point.lam), clients=clients, first=t)


def constants_at(variant: Variant, point: Point, fixed: bool, clients: int | None) -> dict[str, Fraction]:
    """L, mu and the step at the edge: eta where it is fixed, else delta and Gamma."""
    L, mu = Fraction(1), 1 / point.kappa
    known = {"L": L, "mu": mu, "lam": point.lam, "lam_n": -point.lam}
    if clients is not None:
        known |= {"K": Fraction(clients), "m": Fraction(clients)}
    if fixed:
        return {"L": L, "mu": mu, "eta": _longest_step(variant, known)}
    delta = 2 * known.get("m", Fraction(1)) / mu
    Gamma = edge(
        lambda Gamma: not unmet(variant, {**known, "delta": delta, "Gamma": Gamma}), Fraction(1), up=False
    )
    return {"L": L, "mu": mu, "delta": delta, "Gamma": Gamma}


def edge_of_steps(variant: Variant, mu: Fraction, lam: Fraction) -> Fraction:
    """The largest fixed step that the assumptions of a form allow at L = 1 and eigenvalues in [-lam, lam]; K is 2."""
    known = {"L": Fraction(1), "mu": mu, "lam": lam, "lam_n": -lam, "K": Fraction(2)}
    return _longest_step(variant, known, CLOSER)


def _longest_step(variant: Variant, known: Mapping[str, Fraction], close: Fraction = CLOSE) -> Fraction:
    """The largest fixed step that the assumptions on constants allow, 1/L where they allow any."""
    return edge(lambda eta: not unmet(variant, {**known, "eta": eta}), 1 / known["L"], up=True, close=close)


def edge(met: Callable[[Fraction], bool], usual: Fraction, up: bool, close: Fraction = CLOSE) -> Fraction:
    """The largest number (up) or the smallest that meets a condition: a short fraction, the edge itself where that
    meets it and else close to it, as a share of it; `usual` without an edge.

    >>> edge(lambda x: 3 * x <= 4, Fraction(1), up=True), edge(lambda x: x > 9, Fraction(1), up=False)
    (Fraction(4, 3), Fraction(8005, 889))
    """
    outward = Fraction(2) if up else Fraction(1, 2)
    good = usual
    for _ in range(FAR):
        if met(good):
            break
        good /= outward
    else:
        raise InputError("steps", "none", "meets the assumptions at these constants")
    bad = good * outward
    for _ in range(FAR):
        if not met(bad):
            break
        good, bad = bad, bad * outward
    else:
        return usual
    while abs(bad - good) > BISECTED * good:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if met(middle) else (good, middle)
    inside = good * (1 - close / 2 if up else 1 + close / 2)  # for an edge that does not meet the condition
    for near, most in product((good, inside), (10, 100, 1000, 10**4, 10**6)):
        short = near.limit_denominator(most)
        if met(short) and abs(short - good) <= close * good:
            return short
    return good
