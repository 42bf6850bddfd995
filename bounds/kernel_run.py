"""A run in exact arithmetic: the kernel's own, on python-flint's numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from mixproof.spectral.errors import InputError

from .arithmetic import flint_numbers
from .kernel.moments import Moments
from .kernel.registry import FAMILIES
from .kernel.scope import Scope
from .kernel.setting import Setting
from .kernel.text import Refused, Undefined, parse
from .kernel.witness import at_round, opened, readable
from .rounds import at_round as index

__all__ = ["KernelRun"]


class KernelRun:
    """Constants and metrics of a setting as the kernel computes them: attributes, and functions of an integer round.

    Every number is rational or an enclosure, as `arithmetic.enclosure` reads it; ArithmeticError where one is not
    defined. family, told, options: as records tell them. Raises InputError for a family that the kernel does not know.
    """

    def __init__(self, family: str, told: Mapping[str, Any], options: Mapping[str, Any]):
        if family not in FAMILIES:
            raise InputError("family", family, "none that the kernel knows, and the kernel alone decides")
        self._told = family, dict(told), dict(options)
        self._numbers = flint_numbers()

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
        constants, metrics = self._found
        if name in constants:
            return _defined(constants[name]) if callable(constants[name]) else constants[name]
        if name in metrics:
            return lambda t: _defined(lambda: metrics[name](self._numbers.rational(index(t))))
        raise AttributeError(name)

    def __dir__(self) -> list[str]:
        return sorted({*self._found[0], *self._found[1]})

    def at(self, t: int, where: Mapping[str, str]) -> Scope:
        """What a claim's formulas read at round t, definitions included."""
        if self._setting.vectors is None:
            return at_round(t, *self._found, self._numbers).let(where)
        return Moments(self._setting, *self._found, dict(where), self._numbers).at(t)

    def measured(self, text: str) -> Callable[[Any], Any]:
        """The number that a formula over vectors is at a round."""
        if self._setting.vectors is None:
            raise AttributeError("vectors")
        try:
            tree = parse(text)
        except Refused as why:
            raise InputError("formula", text, str(why)) from None

        def metric(t: Any) -> Any:
            try:
                return self.at(index(t), {}).number(tree)
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
