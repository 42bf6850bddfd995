"""One round of a declared algorithm over any vectors: arrays, exact arrays, linear forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mixproof.spectral.errors import InputError

from ..formula import is_name, parse, words
from ..hints import guess
from ..kernel.exact import STANDARD, Numbers

if TYPE_CHECKING:
    from .declaration import Algorithm

__all__ = [
    "OPERATIONS",
    "PLAIN",
    "Operations",
    "after",
    "largest_coordinate",
    "nearest",
    "positive",
]

PLAIN = ("mix", "grad", "average", "share")
OPERATIONS = (
    *(
        *PLAIN,
        "pull",
        "push",
        "paced",
        "sometimes",
        "active",
        "self_mix",
        "top",
        "sparse",
        "prox",
        "backward",
    ),
)


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
    numbers: Numbers = STANDARD,
) -> dict[str, Any]:
    """The states after one round.

    state: name -> vector, of whatever type the operations take: it needs +, -, and * and / with
    `numbers`. Raises InputError for a name that a line does not know and for what is not linear.
    """
    told = operations._asdict()
    known: dict[str, Any] = {**words(numbers), **state, **told.pop("more"), **told, "eta": eta}
    for name, text in algorithm.let.items():
        known[name] = _line(name, text, known)
    return {name: _line(name, text, known) for name, text in algorithm.next.items()}


def positive(name: str, value: Any) -> Fraction:
    """A positive fraction, however it is written; InputError for anything else."""
    try:
        number = Fraction(value)
    except (ValueError, TypeError, ZeroDivisionError):
        number = Fraction(0)
    if number <= 0:
        raise InputError(name, value, "is a positive fraction such as 1/2")
    return number


def _line(name: str, text: str, known: dict[str, Any]) -> Any:
    try:
        return eval(parse(text).code, known)
    except NameError as error:
        there = [word for word in known if is_name(word)]
        near = guess(str(error.name), there) or "; is it a state, a let line or one of `numbers`?"
        raise InputError(name, text, f"{error.name} is not known here{near}") from None
    except TypeError as error:
        raise InputError(name, text, f"an update is linear; this has {error}") from None


def largest_coordinate(z: np.ndarray) -> np.ndarray:
    """`top` of arrays: the coordinate of largest size on the last axis, the first of equal ones; 0 for the others."""
    return np.where(np.arange(z.shape[-1]) == np.abs(z).argmax(-1)[..., None], z, 0.0)


def nearest(z: np.ndarray, weights: Any, regular: Mapping[str, float]) -> np.ndarray:
    """`prox` of arrays: the w of a set where l1 |w|_1 + sum_i (w_i - z_i)^2/(2 weights_i) is least, on the last axis.

    regular: l1; low and span, coordinates from low to low + span; radius, |w| at most that; total, the sum of the
    coordinates, none of them negative
    """
    weights = np.broadcast_to(weights, z.shape)
    if (
        "total" in regular
    ):  # w_i is the larger of z_i - c weights_i and 0; c is the largest of what the first ones give
        order = np.argsort(-z / weights, axis=-1)
        sums, below = (np.take_along_axis(x, order, -1).cumsum(-1) for x in (z, weights))
        c = ((sums - regular["total"]) / below).max(-1, keepdims=True)
        return np.maximum(z - c * weights, 0.0)
    w = np.sign(z) * np.maximum(np.abs(z) - weights * regular.get("l1", 0.0), 0.0)
    if "radius" in regular:
        return _held(w, weights, regular["radius"])
    low = regular.get("low", -np.inf)
    return np.clip(w, low, low + regular["span"] if "span" in regular else np.inf)


def _held(w: np.ndarray, weights: np.ndarray, radius: float) -> np.ndarray:
    """The same w_i/(1 + c weights_i), c >= 0 the least by which they are at most `radius` long."""

    def size(c: Any) -> np.ndarray:
        return np.linalg.norm(w / (1 + c * weights), axis=-1, keepdims=True)

    length = size(0.0)
    if np.ptp(weights, axis=-1).max(initial=0.0) == 0.0:
        return w * (radius / np.maximum(length, radius))
    low = np.zeros_like(length)
    high = np.maximum(length / radius - 1, 0.0) / weights.min(-1, keepdims=True)
    for _ in range(100):
        middle = (low + high) / 2
        too_long = size(middle) > radius
        low, high = np.where(too_long, middle, low), np.where(too_long, high, middle)
    return w / (1 + high * weights)
