"""One round of a declared algorithm over any vectors: arrays, exact arrays, linear forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mixproof.spectral.errors import InputError

from ..arithmetic import Arithmetic
from ..formula import parse, words

if TYPE_CHECKING:
    from .declaration import Algorithm

__all__ = ["OPERATIONS", "PLAIN", "RATIONAL", "Operations", "after", "largest_coordinate"]

PLAIN = ("mix", "grad", "average", "share")
OPERATIONS = (*PLAIN, "pull", "push", "paced", "sometimes", "active", "top", "prox")

RATIONAL = Arithmetic("rational", Fraction, {"power": lambda base, exponent: base ** int(exponent)})


class Operations(NamedTuple):
    """What the words of a declaration do to a vector; more: the words that only some settings have."""

    mix: Callable[[Any], Any]
    grad: Callable[[Any], Any]
    average: Callable[[Any], Any]
    share: Callable[[Any], Any]
    more: Mapping[str, Callable[[Any], Any]] = MappingProxyType({})


def after(
    algorithm: Algorithm,
    state: Mapping[str, Any],
    operations: Operations,
    eta: Any,
    arithmetic: Arithmetic = RATIONAL,
) -> dict[str, Any]:
    """The states after one round.

    state: name -> vector, of whatever type the operations take: it needs +, -, and * and / with the numbers of
    `arithmetic`. Raises InputError for a name that a line does not know and for what is not linear.
    """
    told = operations._asdict()
    known: dict[str, Any] = {**words(arithmetic), **state, **told.pop("more"), **told, "eta": eta}
    for name, text in algorithm.let.items():
        known[name] = _line(name, text, known)
    return {name: _line(name, text, known) for name, text in algorithm.next.items()}


def _line(name: str, text: str, known: dict[str, Any]) -> Any:
    try:
        return eval(parse(text).code, known)
    except NameError as error:
        raise InputError(name, text, f"{error.name} is not known here") from None
    except TypeError as error:
        raise InputError(name, text, f"an update is linear; this has {error}") from None


def largest_coordinate(z: np.ndarray) -> np.ndarray:
    """`top` of arrays: the coordinate of largest size on the last axis, the first of equal ones; 0 for the others."""
    return np.where(np.arange(z.shape[-1]) == np.abs(z).argmax(-1)[..., None], z, 0.0)
