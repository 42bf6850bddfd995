"""A run in exact arithmetic that is the kernel's own, on python-flint's numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from mixproof.spectral.errors import InputError

from ..arithmetic import flint_numbers, fraction
from ..domains import as_json
from ..kernel.moments import Moments
from ..kernel.setting import Setting
from ..kernel.text import Refused, Undefined, parse
from ..kernel.witness import opened, readable
from ..rounds import at_round

__all__ = ["KernelRun"]

PARTS = ("arithmetic", "clients", "network", "start")


class KernelRun:
    """Constants and metrics of a setting as the kernel computes them, and `measured(text)` over its vectors.

    options: as records tell them; model: the same as a `Model`, whose parts special starts read
    """

    def __init__(
        self,
        family: str,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        options: Mapping[str, Any],
        model: Any,
    ):
        arrays = {name: as_json(_fractions(array.tolist())) for name, array in values.items()}
        self._told = family, {**sizes, **arrays}, dict(options)
        self._numbers, self._model = flint_numbers(), model

    @cached_property
    def _setting(self) -> Setting:
        try:
            return opened(*self._told, self._numbers)
        except Refused as why:
            raise ArithmeticError(str(why)) from None

    @cached_property
    def _found(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return readable(self._setting, self._numbers)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in PARTS:
            return getattr(self._model, name)
        constants, metrics = self._found
        if name in constants:
            return _defined(constants[name]) if callable(constants[name]) else constants[name]
        if name in metrics:
            return lambda t: _defined(lambda: metrics[name](self._numbers.rational(at_round(t))))
        raise AttributeError(name)

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

        def metric(t: Any) -> Any:
            try:
                return moments.at(at_round(t)).number(tree)
            except Undefined as why:
                raise ArithmeticError(str(why)) from None
            except (Refused, TypeError) as why:
                raise InputError("formula", text, str(why).split(">.")[-1]) from None

        return metric


def _defined(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except Refused as why:
        raise ArithmeticError(str(why)) from None


def _fractions(told: Any) -> Any:
    return [_fractions(part) for part in told] if isinstance(told, list) else fraction(told)
