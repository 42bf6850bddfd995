"""The right side of a claim at a round: sums of quantities of the run, and the conditions that right <= 1 says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from mixproof.spectral.errors import InputError

from ...formula import parse
from ...theorem import Variant, scope
from .sizes import SIZES, NotAHalfSpace, Part, Size, size
from .statement import Condition

__all__ = ["conditions_of", "right_at"]


def right_at(
    variant: Variant, given: Mapping[str, Fraction], t: int, rooted: bool, power: int, scaled: bool
) -> Size:
    """The right side at round t in units of the left's sqrt(K)^power, so that K is gone where it can be.

    scaled: whether the steps scale each gradient, and so those of gstar, by m_k/m = 1/K.
    """
    K, driven = given.get("K"), -1 if scaled else 1

    def metric(kind: str, power: int, rooted: bool) -> Callable[[Fraction], Size]:
        def value(s: Fraction) -> Size:
            if s.denominator != 1 or not 0 <= s <= t:
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

    try:
        found = parse(variant.right).evaluate(scope(variant, lookup, SIZES, Fraction(t)), SIZES)
        if not isinstance(found, Size) or found.rooted != rooted:
            raise NotAHalfSpace("left and right do not scale alike")
        return Size(
            tuple(tuple(_of_clients(part, power, K) for part in parts) for parts in found.sums), rooted
        )
    except ArithmeticError as error:
        raise InputError("right", variant.right, f"no worst case can be asked of it: {error}") from None


def _of_clients(part: Part, power: int, K: Fraction | None) -> Part:
    if part.power == power:
        return part
    if K is None:
        raise NotAHalfSpace("it changes with K; give a matrix")
    return Part(part.q * K ** (part.power - power), power, part.name)


def conditions_of(sums: list[dict[str, Fraction]], rounds: int, nonnegative: bool) -> list[Condition]:
    """Conditions on terms. chi2 bounds the clients' squared gradients at every round, so their mean.

    The smallest F_k^*, where it is subtracted, is replaced by the mean of them, which makes the right side smaller; so
    does leaving out what else there is of that mean, where it is not negative.
    """
    result = []
    for terms in sums:
        plain = {name: c for name, c in terms.items() if name not in ("chi2", "Fstar", "minima", "least")}
        gap, least = terms.get("Fstar", Fraction(0)), terms.get("least", Fraction(0))
        more = gap + terms.get("minima", Fraction(0)) + least
        if least > 0 or (more and not (nonnegative and more > 0)):
            raise InputError("right", "minima", "a bound that changes when constants are added to the losses")
        if gap:
            plain["eps_star"] = gap
        if negative := [name for name, c in plain.items() if c < 0]:
            raise InputError("right", negative[0], "subtracted, so that the right side may be negative")
        if "chi2" in terms:
            result += [
                Condition({**plain, f"gradients2({s})": terms["chi2"]}, Fraction(1)) for s in range(rounds)
            ]
        else:
            result.append(Condition(plain, Fraction(1)))
    return list({tuple(c.terms.items()): c for c in result}.values())
