"""Quantities of a run that are never negative: the squares and rules that say so, as terms of a line."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .statement import Statement, term

__all__ = ["nonnegative"]


def nonnegative(base: Statement, name: str, c: Fraction, power: int) -> Iterator[list[Any]]:
    """c times a quantity >= 0 of gossip descent: K times that of one client, of a given W K^power times it."""
    if not c:
        return
    (kind, s), L, mu, K = term(name), base.L, base.mu, len(base.matrix or ())
    ends, mean = [f"_{k}" for k in range(1, K + 1)] or [""], "mean_model" if K else "J(x)"
    if kind == "error2":
        yield [str(c * Fraction(K or 1) ** power), [], f"at_round({s}, {mean} - o)"]
        return
    c *= Fraction(K or 1) ** (power - 1)
    for end in ends:
        vector = {
            "spread2": f"at_round({s}, x{end} - {mean})",
            "distance2": f"at_round({s}, x{end} - o)",
            "gradients2": f"at_round({s}, grad{end}(x{end}))",
            "gstar2": f"grad{end}(o)",
        }.get(kind)
        if vector:
            yield [str(c), [], vector]
        elif kind == "gap":
            at = f"at_round({s}, {mean})"
            yield [str(c / (2 * (L - mu))), [f"interpolation{end}({at}, o)"]]
            yield [str(c / (2 * (L - mu))), [], f"grad{end}({at}) - grad{end}(o) - mu*({at} - o)"]
            yield [str(c * mu / 2), [], f"{at} - o"]
        else:
            at = "o" if kind == "eps_star" else "w0" if base.common else f"w0{end}"
            yield [str(c / (2 * L)), [f"steep{end}({at})"]]
            yield [str(c / (2 * L)), [], f"grad{end}({at})"]
