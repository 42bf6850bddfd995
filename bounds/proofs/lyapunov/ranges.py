"""`prove_range`: one theorem for every step up to a largest, or for every lambda of a range, with a rate that moves.

The rate is rho^2 = 1 - theta mu eta, theta the largest multiple of 1/20 below 2 for which a derivation is found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from mixproof.spectral.errors import InputError

from ...algorithms import Algorithm, disagreement, mean
from ...algorithms import algorithm as named
from ...formula import parse
from ...kernel.exact import STANDARD
from ...kernel.statement import statement
from .constants import fraction
from .family import DGD_STEPS, DIGING_LAMBDAS, Orders, Search, search

__all__ = ["RangeProof", "prove_range"]

UNIT, MOST = Fraction(1, 20), 39  # theta is a multiple of UNIT, up to MOST of them
DEGREE = 6  # of the step as a polynomial


@dataclass(frozen=True)
class RangeProof:
    """What was proved for a range of constants, changing symmetric W.

    rate2: the squared rate, a formula in mu and eta; empty where no proof was found: that says nothing of the algorithm
    certificate: a derivation that the kernel checked, or None; what: its sentence; seconds: CPU time of the search
    """

    algorithm: str
    rate2: str
    seconds: float
    certificate: dict[str, Any] | None = field(default=None, repr=False)
    what: str = field(default="", repr=False)

    @property
    def proved(self) -> bool:
        return self.certificate is not None

    def __repr__(self) -> str:
        said = self.what or f"{self.algorithm}: no proof found; there may be one"
        rate = f"\nproved: squared rate {self.rate2}" if self.proved else ""
        return f"{said}{rate}\n{self.seconds:.2f} CPU s"

    def to_json(self) -> dict[str, Any]:
        """The fields of `mixproof prove --json` for a range."""
        return {
            "algorithm": self.algorithm,
            "proved": self.proved,
            "tier": "sym" if self.proved else None,
            "rate2": self.rate2 or None,
            "what": self.what,
            "seconds": self.seconds,
        }


def prove_range(algorithm: Algorithm | str, *, L: Any, mu: Any, lam: Any, eta: Any) -> RangeProof:
    """A proof for a whole range, every K, every dimension, all mu-strongly convex, L-smooth losses; W(t) symmetric.

    lam: a number, and eta a pair (0, B): every step in (0, B]
    lam: a pair (A, B), 0 <= A < B <= 1, and eta a formula in lam, L and mu that is a polynomial in lam: every lambda
        in [A, B), with the step that belongs to it

    Raises InputError for other ranges, for constants out of range, and for an algorithm without proofs of tier sym.

    >>> prove_range("dgd", L=1, mu="1/10", lam="1/2", eta=(0, "9/20")).rate2
    '1 - 39/20*mu*eta'
    """
    known = named(algorithm)
    began = time.process_time()
    if isinstance(lam, tuple):
        low, high = (fraction("lam", end) for end in lam)
        if not 0 <= low < high <= 1:
            raise InputError("lam", f"{low}..{high}", "0 <= A < B <= 1")
        told = [high, low - high]  # lambda at s in (0, 1], from B down to A
        steps = _coefficients(eta, lambda s: high + (low - high) * s, fraction("L", L), fraction("mu", mu))
        orders = DIGING_LAMBDAS if high == 1 else _plain(known)
    else:
        first, last = (fraction("eta", end) for end in eta)
        if first != 0 or last <= 0:
            raise InputError(
                "eta", f"{first}..{last}", "0..B for one theorem with a rate that moves with the step"
            )
        told, steps, orders = [fraction("lam", lam)], [Fraction(0), last], DGD_STEPS
    if _lengths(orders) != _lengths(_plain(known)):
        rule = "how its matrices vanish at an end of this range is not known; leave that end out"
        raise InputError("algorithm", known.name, rule)

    def looked(theta: int) -> Search:
        rate2 = [-theta * UNIT * fraction("mu", mu) * c for c in steps]
        rate2[0] += 1
        return search(known, L=L, mu=mu, lam=told, eta=steps, rate2=rate2, orders=orders)

    theta, document = _largest(lambda theta: looked(theta).solution is not None), None
    while theta and (document := looked(theta).derivation()) is None:
        theta -= 1
    rate = f"1 - {theta * UNIT}*mu*eta".replace("1 - 1*", "1 - ") if document else ""
    what = statement(document["statement"]).sentence() if document else ""
    return RangeProof(known.name, rate, time.process_time() - began, document, what)


def _largest(found: Callable[[int], bool]) -> int:
    """By bisection, the largest number of units at which something is found; 0 where it never is."""
    low, high = 0, MOST + 1
    while high - low > 1:
        middle = (low + high) // 2 if low else 1 if high == 2 else high // 2
        low, high = (middle, high) if found(middle) else (low, middle)
    return low


def _plain(algorithm: Algorithm) -> Orders:
    """Nothing vanishes at the ends of the range."""
    together, apart = mean(algorithm), disagreement(algorithm)

    def none(size: int) -> tuple[int, tuple[int, ...]]:
        return 0, (0,) * size

    sizes = (len(together.states), len(apart.states)), (len(together.basis), len(apart.basis))
    return Orders(none(sizes[0][0]), none(sizes[0][1]), 0, none(sizes[1][0]), none(sizes[1][1]))


def _lengths(orders: Orders) -> list[int]:
    return [len(shift) for _, shift in (orders.P, orders.Q, orders.mean, orders.apart)]


def _coefficients(
    eta: Any, lam: Callable[[Fraction], Fraction], L: Fraction, mu: Fraction
) -> Sequence[Fraction]:
    """The step as a polynomial in s, by interpolation, exact and checked beyond its degree."""
    formula = parse(str(eta))

    def value(s: Fraction) -> Fraction:
        try:
            return Fraction(formula.evaluate({"lam": lam(s), "L": L, "mu": mu}.__getitem__, STANDARD))
        except (KeyError, ArithmeticError, ValueError) as error:
            raise InputError("eta", str(eta), f"a formula in lam, L and mu ({error})") from None

    nodes = [Fraction(k, DEGREE) for k in range(DEGREE + 1)]
    slopes = [value(s) for s in nodes]
    for k in range(1, len(nodes)):  # divided differences
        for i in range(len(nodes) - 1, k - 1, -1):
            slopes[i] = (slopes[i] - slopes[i - 1]) / (nodes[i] - nodes[i - k])
    result = [Fraction(0)]
    for slope, node in zip(reversed(slopes), reversed(nodes)):
        shifted = [Fraction(0), *result]
        result = [a - node * b for a, b in zip(shifted, [*result, Fraction(0)])]
        result[0] += slope
    while len(result) > 1 and not result[-1]:
        result.pop()
    beyond = [Fraction(k, 2 * DEGREE + 1) for k in range(1, 2 * DEGREE)]
    if any(sum(c * s**k for k, c in enumerate(result)) != value(s) for s in beyond):
        raise InputError("eta", str(eta), f"a polynomial in lam, of degree {DEGREE} at most")
    return result
