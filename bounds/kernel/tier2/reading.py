"""What the families of the second tier read alike: options, signs of numbers, shares, steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..matrix import is_stochastic
from ..setting import Arrays, entries
from ..text import need, shown


def chosen(options: Mapping[str, Any], **known: tuple[Any, ...]) -> list[Any]:
    """The value of each option, the first one where it is not told; others are refused."""
    for name, value in options.items():
        fits = any(type(value) is type(x) and value == x for x in known.get(name, ()))
        need(fits, f"options: {shown(name)} = {{}} is not known", value)
    return [options.get(name, values[0]) for name, values in known.items()]


def positive(a: Arrays, *names: str) -> None:
    """Refuse unless these arrays, where they are given, hold positive numbers."""
    for name in names:
        if name in a:
            need(all(x > 0 for x in entries(a[name])), f"setting: {name} is not positive")


def shares(p: list[Any]) -> list[Any]:
    need(is_stochastic([p]), "setting: p does not hold shares of 1")
    return p


def together(a: Arrays, *groups: str) -> str:
    """The one of these groups of names of which all are given, and of the others none."""
    given = [group for group in groups if all(name in a for name in group.split())]
    others = {name for group in groups if group not in given[:1] for name in group.split()}
    need(
        len(given) == 1 and not others & a.keys() - set(given[0].split()),
        f"setting: one of {', '.join(groups)}",
    )
    return given[0]


def step(a: Arrays) -> tuple[Callable[[int], Any], str]:
    """The step of a round, eta or delta/(t + Gamma), and what it is in words."""
    positive(a, "eta", "delta", "Gamma")
    if together(a, "eta", "delta Gamma") == "eta":
        return lambda t: a["eta"], "a fixed step"
    return lambda t: a["delta"] / (t + a["Gamma"]), "steps delta/(t + Gamma)"
