"""A run in exact arithmetic that is the kernel's own, on python-flint's numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mixproof.spectral.errors import InputError

from ..arithmetic import flint_numbers, fraction
from ..domains import as_json
from ..kernel.moments import Moments
from ..kernel.text import Refused, parse
from ..kernel.witness import opened, readable
from ..rounds import at_round

__all__ = ["KernelRun"]


class KernelRun:
    """Constants and metrics of a setting as the kernel computes them, and `measured(text)` over its vectors.

    options: as records tell them; clients: what else a setting offers, its special starts
    """

    def __init__(
        self,
        family: str,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        options: Mapping[str, Any],
        clients: Any,
    ):
        arrays = {name: as_json(_fractions(array.tolist())) for name, array in values.items()}
        self._numbers, self._clients = flint_numbers(), clients
        try:
            self._setting = opened(family, {**sizes, **arrays}, dict(options), self._numbers)
        except Refused as why:
            raise ArithmeticError(str(why)) from None
        self._found = readable(self._setting, self._numbers)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        constants, metrics = self._found
        if name in constants:
            return _defined(constants[name]) if callable(constants[name]) else constants[name]
        if name in metrics:
            return lambda t: _defined(lambda: metrics[name](self._numbers.rational(at_round(t))))
        return getattr(self._clients, name)

    def __dir__(self) -> list[str]:
        return sorted({*self._found[0], *self._found[1]})

    def measured(self, text: str) -> Callable[[Any], Any]:
        """The number that a formula over vectors is at a round."""
        if self._setting.vectors is None:
            raise AttributeError("vectors")
        try:
            tree = parse(text)
        except Refused as why:
            raise InputError("formula", text, str(why)) from None
        moments = Moments(self._setting, *self._found, {}, self._numbers)
        return lambda t: _defined(lambda: moments.at(at_round(t)).number(tree))


def _defined(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except Refused as why:
        raise ArithmeticError(str(why)) from None


def _fractions(told: Any) -> Any:
    return [_fractions(part) for part in told] if isinstance(told, list) else fraction(told)
