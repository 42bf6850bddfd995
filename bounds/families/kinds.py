"""Kinds of clients that a setting may have: their parameters and their losses. A new kind is one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..domains import POSITIVE, REAL, UNIT
from ..family import Parameter
from .clients import Losses
from .line import bent, dented, kinked
from .quadratics import Quadratics

__all__ = ["CENTRES", "KINDS", "Kind"]

CENTRES = Parameter("c", ("K", "d"), REAL)
CURVED = (Parameter("a", ("K", "d"), POSITIVE), CENTRES)
_LINE = {"d": (1,), "M": (1, 2)}


@dataclass(frozen=True)
class Kind:
    """One kind.

    called: such clients in words; parameters: beside W and the start; sizes: beside K and those of W
    losses: made of the arrays of a setting, by their names
    """

    called: str
    parameters: tuple[Parameter, ...]
    sizes: Mapping[str, tuple[int, ...]]
    losses: Callable[[Mapping[str, Any]], Losses]


def _losses(make: Callable[..., Losses], *names: str) -> Callable[[Mapping[str, Any]], Losses]:
    return lambda values: make(*(values.get(name) for name in names))


def _shaped(names: str, *shape: str, domain: Any = REAL, origin: str | None = None) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, shape, domain, origin) for name in names.split())


KINDS: Mapping[str, Kind] = {
    "quadratic": Kind(
        "quadratic clients",
        (*CURVED, *_shaped("s", "K")),
        {"d": (1, 2)},
        _losses(Quadratics, "a", "c", "s"),
    ),
    "bent": Kind(
        "clients that bend",
        (*CURVED, *_shaped("bend", "K", "M", origin="c"), *_shaped("after", "K", "M", domain=POSITIVE)),
        _LINE,
        _losses(bent, "a", "c", "bend", "after"),
    ),
    "linear": Kind(
        "piecewise linear clients",
        (
            *_shaped("kink", "K", "M"),
            *_shaped("rise", "K", "M", domain=POSITIVE),
            *_shaped("left", "K", domain=UNIT),
            *_shaped("taken", "K", "M", domain=UNIT),
        ),
        _LINE,
        _losses(kinked, "kink", "rise", "left", "taken"),
    ),
    "dented": Kind(
        "clients that are not convex",
        (
            *CURVED,
            *_shaped("bend", "K", "M", origin="c"),
            *_shaped("width", "K", "M", domain=POSITIVE),
            *_shaped("dent", "K", "M"),
        ),
        _LINE,
        _losses(dented, "a", "c", "bend", "width", "dent"),
    ),
}
