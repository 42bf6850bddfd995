"""Certificates of O(1/t) bounds at given constants, for all rounds: the search for what the checker then checks.

What is proved, and why, stands in `mixproof.bounds.checker.decaying`; here are the same inequalities in floats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, log10, sqrt
from typing import Any

from mixproof.spectral.errors import InputError

from ..checker.decaying import GIVEN, KIND, LEFT, RIGHT, Constants, check, stated
from ..checker.psd import NotACertificate
from ..kernel.exact import ends
from ..search.replay import claimed
from ..theorem import Theorem, Variant

__all__ = ["DecayProof", "has_decay", "prove_decay"]

CLOSE = Fraction(1, 10_000)
ROOM, STEPS = 1 + 1e-6, 200
TRIES = 5  # inductions that the checker is asked about
LONGEST = 20_000  # rounds followed one by one
DEFAULT = {"noise2(0)": Fraction(0)}  # what need not be given, beside lam_n, which is -lam


@dataclass(frozen=True)
class DecayProof:
    """left <= constant/(t + Gamma) at every round; `stated`: the claim's own constant there.

    certificate: for `mixproof.bounds.checker.decaying`; None where no proof was found
    """

    id: str
    constant: float
    stated: float
    start: int
    certificate: dict[str, Any] | None
    what: str


def has_decay(variant: Variant, theorem: Theorem) -> bool:
    """Whether the claim is one that `prove_decay` may prove."""
    return (
        theorem.family_of(variant).name == "gossip"
        and variant.left in LEFT
        and variant.relation == "<="
        and RIGHT.fullmatch(variant.right) is not None
    )


def prove_decay(theorem: Theorem, variant: Variant, values: Mapping[str, Fraction]) -> DecayProof:
    """The least constant found for which the bound holds at all rounds, certified.

    values: of K, L, mu (scaled gradients: sharpest, flattest), lam, delta, Gamma, gstar, error(0), spread(0), and
    perhaps of lam_n (else -lam) and noise2(0) (else 0).

    Raises InputError for a claim of another form, for names that are lacking or unknown, for constants out of range.
    """
    id = f"{theorem.id}:{variant.label}"
    if not has_decay(variant, theorem):
        rule = "a bound NAME/(t + Gamma) on spread, error or error2 of gossip; others take --rounds T"
        raise InputError("statement", id, rule)
    claim = claimed(theorem, variant)
    scaled = bool(claim["options"].get("scaled"))
    names = (*(("sharpest", "flattest") if scaled else ("L", "mu")), *GIVEN)
    told = DEFAULT | ({"lam_n": -values["lam"]} if "lam" in values else {}) | dict(values)
    if lacking := [name for name in names if name not in told]:
        raise InputError("at", ", ".join(lacking), f"{id} needs a value for each, as name=value")
    if unknown := [name for name in told if name not in names]:
        raise InputError("at", unknown[0], f"names among {', '.join(names)}")
    record = {"kind": KIND, "id": theorem.id, "variant": variant.label, **claim}
    record["values"] = {name: str(told[name]) for name in names}
    try:
        c = Constants(record)
        claims = ends(stated(c, record))[0]
    except NotACertificate as error:
        raise InputError("at", ", ".join(f"{n}={told[n]}" for n in names), str(error)) from None
    found = [(z, start, tail) for start, z, tail in _candidates(c, variant.left)]
    enough = 1.01 * min((z for z, _, _ in found), default=inf)
    below = [f for f in found if f[0] <= min(enough, float(claims))] or [f for f in found if f[0] <= enough]
    for z, start, tail in sorted(below, key=lambda f: f[1])[:TRIES]:
        record |= {"start": start, "tail": {name: _above(value) for name, value in tail.items()}}
        constant = Fraction(_above(z * ROOM))
        # where the start decides, both are Gamma times its norm, and rounding must not part them
        constant = claims if claims < constant < claims * (1 + CLOSE) else constant
        record["constant"] = str(constant)
        result = check(record)
        if result["proved"]:
            return DecayProof(id, float(constant), float(claims), start, record, result["what"])
    return DecayProof(id, inf, float(claims), 0, None, "")


def _above(x: float) -> str:
    """Some nine digits, rounded up.

    >>> _above(1 / 3), _above(0.0)
    ('333333367/1000000000', '0')
    """
    if x == 0:
        return "0"
    unit = Fraction(10) ** (9 - ceil(log10(x)))
    return str(ceil(Fraction(x) * (1 + Fraction(1, 10**7)) * unit) / unit)


def _candidates(c: Constants, left: str) -> Iterator[tuple[int, float, dict[str, float]]]:
    """(round where the induction begins, constant, the induction's numbers), of rounds ever farther apart."""
    f = {name: float(value) for name, value in vars(c).items() if isinstance(value, Fraction)}
    K, lam, lam_n, delta, Gamma, g, V, D, M = (
        f[name] for name in ("K", "lam", "lam_n", "delta", "Gamma", "g", "V", "D", "M")
    )
    e, s = sqrt(K) * f["error"], f["spread"]
    x, worst, following = sqrt(e * e + s * s), 0.0, 0
    for t in range(LONGEST + 1):
        value = {"spread(t)": s, "error(t)": e / sqrt(K), "error2(t)": e * e / K}[left]
        worst = max(worst, value * (t + Gamma))
        if t == following:
            following = max(t + 1, t * 5 // 4)
            for tail in _tails(c, f, 1 / (t + Gamma), e, s, x):
                later = {
                    "spread(t)": tail["B"] + tail["N"],
                    "error(t)": tail["A"] / sqrt(K),
                    "error2(t)": (tail["A"] if V else tail["A"] ** 2 / (t + Gamma)) / K,
                }
                yield t, max(worst, later[left]), tail
        eta = delta / (t + Gamma)
        b = max(lam - eta * M, eta * M - lam_n)
        driven = eta**2 * float(c.driven(Fraction(eta)))
        noise, a = eta**2 * V, 1 - eta * f["mu"]
        grown = min((a * x) ** 2 + driven, (a * x + eta * g) ** 2 + noise)
        e, s = (
            sqrt(((1 - eta * M) * e + eta * D * x) ** 2 + noise / K),
            sqrt((b * s + eta * D * x + eta * g) ** 2 + noise),
        )
        x = sqrt(min(grown, e * e + s * s))
        e, s = min(e, x), min(s, x)


def _tails(
    c: Constants, f: Mapping[str, float], u: float, e: float, s: float, x: float
) -> Iterator[dict[str, float]]:
    """A, B, C, N of the inductions from u on."""
    lam, delta, L, mu, g, V, D, M = (f[name] for name in ("lam", "delta", "L", "mu", "g", "V", "D", "M"))
    steep, other = 1 - lam + (delta * M - 1) * u, 1 + f["lam_n"] - (delta * M + 1) * u
    decay = 2 * delta * mu - 1 - (delta * mu) ** 2 * u
    C = max(x * x / u, delta**2 * float(c.driven(Fraction(delta * u))) / decay) * ROOM
    N = delta * sqrt(V / (min(1 - lam, other) * (1 - u)))
    pulled = delta * (g + D * sqrt(C * u))
    slow = delta * (g + sqrt(g * g + (1 - lam) * D * D * C / (delta * M - 1))) / (2 * (1 - lam))
    B = max(s / u - N, pulled / other, min(pulled / (1 - lam), slow)) * ROOM
    if V:
        A = max(e * e / u, (delta**2 * V / f["K"] + delta * D * (B + N) ** 2 * u) / decay)
        yield {"A": A * ROOM, "B": B, "C": C, "N": N}
        return
    ratio = delta * D / sqrt((delta * mu - 1) * (delta * L - 1)) * ROOM
    A = max(e / u, ratio * B)
    yield {"A": A * ROOM, "B": B, "C": C, "N": 0.0}
    B = max(s / u, delta * g / (1 - lam)) * ROOM
    for _ in range(STEPS):  # up to the least pair, which rounding then leaves room for
        A = max(e / u * ROOM, ratio * B)
        needed = delta * (g + D * sqrt(A * A + B * B) * u) / min(steep, other) * ROOM
        if needed <= B:
            yield {"A": A, "B": B, "C": 0.0, "N": 0.0}
            return
        B = needed * ROOM
