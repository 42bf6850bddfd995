"""The right side of a claim at a round: sums of quantities of the run, and the conditions that right <= 1 says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mixproof.spectral.errors import InputError

from ...formula import parse
from ...theorem import Variant, scope
from .sizes import SIZES, NotAHalfSpace, Part, Size, size
from .statement import Condition

__all__ = ["NONNEGATIVE", "Place", "conditions_of", "right_at"]

NONNEGATIVE = "minima_min >= 0"  # the only assumption that a proof may need beside those on constants


def right_at(
    variant: Variant, given: Mapping[str, Fraction], t: int, rooted: bool, power: int, scaled: bool
) -> Size:
    """The right side at round t in units of the left's sqrt(K)^power, so that K is gone where it can be.

    scaled: whether the steps scale each gradient, and so those of gstar, by m_k/m = 1/K.
    """
    try:
        found = _evaluated(variant, variant.right, given, t, scaled)
        if not isinstance(found, Size) or found.rooted != rooted:
            raise NotAHalfSpace("left and right do not scale alike")
        sums = tuple(
            tuple(_of_clients(part, power, given.get("K")) for part in parts) for parts in found.sums
        )
    except ArithmeticError as error:
        raise InputError("right", variant.right, f"no worst case can be asked of it: {error}") from None
    return Size(sums, rooted)


def _evaluated(variant: Variant, text: str, given: Mapping[str, Fraction], t: int, scaled: bool) -> Any:
    """A formula of the claim as a Size; ArithmeticError where it is none."""
    K, driven = given.get("K"), -1 if scaled else 1

    def metric(kind: str, power: int, rooted: bool) -> Callable[[Fraction], Size]:
        def value(s: Fraction) -> Size:
            if not isinstance(s, Fraction) or s.denominator != 1 or not 0 <= s <= t:
                raise NotAHalfSpace(f"{kind} at no round up to t")
            return size(f"{kind}({s})", power, rooted)

        return value

    known: dict[str, Any] = {
        "K": size("", 1) if K is None else K,
        "sigma2": Fraction(0),
        "gstar": size("gstar2", driven, True),
        "gstar2": size("gstar2", driven),
        "eps0": size("eps0", 1),
        "chi2": size("chi2", 0),
        "Fstar": size("Fstar", 0),
        "tilde_minima_sum": size("minima", 0),
        "minima_sum": size("minima", 1),
        "minima_min": size("least", 0),
        "tilde_minima_min": size("least", -1),
        "noise2": lambda s: Fraction(0),
        "step": lambda s: given["eta"] if "eta" in given else given["delta"] / (s + given["Gamma"]),
        **given,
    }
    known["gap"] = metric("gap", 0, False)
    for kind, k in (("spread2", 1), ("distance2", 1), ("error2", 0)):
        known |= {kind: metric(kind, k, False), kind[:-1]: metric(kind, k, True)}

    def lookup(name: str) -> Any:
        if name not in known:
            raise NotAHalfSpace(f"{name} is not known of a run")
        return known[name]

    return parse(text).evaluate(scope(variant, lookup, Fraction(t), SIZES), SIZES)


def _of_clients(part: Part, power: int, K: Fraction | None) -> Part:
    if part.power == power:
        return part
    if K is None:
        raise NotAHalfSpace("it changes with K; give a matrix")
    return Part(part.q * K ** (part.power - power), power, part.name)


@dataclass(frozen=True)
class Place:
    """Where a condition comes from: a sum of the right side, and how many times what it leaves out of that sum.

    chi2: chi2 less the mean squared gradient at `round`; mean: the mean of the F_k^*; apart: how much the smallest of
    them is below it
    """

    sum: int
    round: int = 0
    chi2: Fraction = Fraction(0)
    mean: Fraction = Fraction(0)
    apart: Fraction = Fraction(0)


def conditions_of(
    sums: list[dict[str, Fraction]], rounds: int, nonnegative: bool
) -> list[tuple[Condition, Place]]:
    """Conditions on terms. chi2 bounds the clients' squared gradients at every round, so their mean.

    The smallest F_k^*, where it is subtracted, is replaced by the mean of them, which makes the right side smaller; so
    does leaving out what else there is of that mean, where it is not negative.
    """
    found: dict[Any, tuple[Condition, Place]] = {}
    for i, terms in enumerate(sums):
        plain = {name: c for name, c in terms.items() if name not in ("chi2", "Fstar", "minima", "least")}
        gap, least = terms.get("Fstar", Fraction(0)), terms.get("least", Fraction(0))
        more = gap + terms.get("minima", Fraction(0)) + least
        if least > 0 or (more and not (nonnegative and more > 0)):
            raise InputError("right", "minima", "a bound that changes when constants are added to the losses")
        if gap:
            plain["eps_star"] = gap
        if negative := [name for name, c in plain.items() if c < 0]:
            raise InputError("right", negative[0], "subtracted, so that the right side may be negative")
        chi2 = terms.get("chi2", Fraction(0))
        for s in range(rounds) if chi2 else (0,):
            told = {**plain, f"gradients2({s})": chi2} if chi2 else plain
            place = Place(i, s, chi2, more, -least)
            found.setdefault(tuple(told.items()), (Condition(told, Fraction(1)), place))
    return list(found.values())
