"""The constants of a proof, checked."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mixproof.spectral.checks import rational
from mixproof.spectral.errors import InputError

__all__ = ["TIERS", "Constants", "constants", "fraction"]

TIERS = ("norm", "sym", "fixed")


@dataclass(frozen=True)
class Constants:
    """Clients are mu-strongly convex and L-smooth; W has eigenvalues in [lo, hi] beside the 1; eta in an interval.

    eta: one step, or the two ends of an interval
    share: the range of the factors of the clients' gradients, for methods that scale them
    r2: bound on E W'W - J for random W (None: W is not random)
    """

    mu: Fraction
    L: Fraction
    lo: Fraction
    hi: Fraction
    eta: tuple[Fraction, ...]
    share: tuple[Fraction, Fraction] = (Fraction(1), Fraction(1))
    r2: Fraction | None = None

    @property
    def sector(self) -> tuple[Fraction, Fraction]:
        """The least and the largest curvature that an oracle call can show."""
        return self.share[0] * self.mu, self.share[1] * self.L


def constants(
    *,
    L: Any,
    mu: Any,
    lam: Any,
    eta: Any,
    lam_n: Any = None,
    share: Any = (1, 1),
    r2: Any = None,
    means: bool = False,
) -> Constants:
    """Numbers as fractions (1/10, "1/10"; a float is taken as what its shortest decimal says). Raises InputError.

    means: mu may be 0 or negative, as for bounds on means over rounds
    lam bounds the eigenvalues of W beside the 1 from above, lam_n (default -lam) from below.
    """
    mu, L, lam = fraction("mu", mu), fraction("L", L), fraction("lam", lam)
    lo = -lam if lam_n is None else fraction("lam_n", lam_n)
    steps = tuple(fraction("eta", e) for e in (eta if isinstance(eta, tuple | list) else (eta,)))
    if not (L > 0 and -L <= mu <= L if means else 0 < mu <= L):
        more = ", or -L <= mu <= 0 for a mean over rounds" if means else ""
        raise InputError("mu", str(mu), f"0 < mu <= L{more}, with L={L}")
    if not 0 <= lam < 1:
        raise InputError("lam", str(lam), "lies in [0, 1)")
    if not -1 < lo <= lam:
        raise InputError("lam_n", str(lo), f"lies in (-1, lam], with lam={lam}")
    if len(steps) not in (1, 2) or steps[0] <= 0 or list(steps) != sorted(set(steps)):
        raise InputError("eta", "..".join(map(str, steps)), "a positive step, or A..B with 0 < A < B")
    if not isinstance(share, tuple | list) or len(share) != 2:
        raise InputError("share", share, "two numbers, the lower end first")
    low, high = (fraction("share", s) for s in share)
    if not 0 < low <= high:
        raise InputError("share", f"{low}..{high}", "positive, the lower end first")
    if r2 is not None:
        r2 = fraction("r2", r2)
        if not max(lam, -lo) ** 2 <= r2 < 1:
            raise InputError("r2", str(r2), "at least lam^2 and lam_n^2, below 1")
    return Constants(mu, L, lo, lam, steps, (low, high), r2)


def fraction(name: str, value: Any) -> Fraction:
    """The number as a fraction. Raises InputError."""
    return rational(name, value, "is a number such as 1/10")
