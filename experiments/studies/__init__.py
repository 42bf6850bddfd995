"""STUDIES: one figure or table a file; `STUDIES[name](data, rounds, seed, out)` returns JSON content."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from spectral.errors import InputError

__all__ = ["STUDIES", "study"]

Study = Callable[..., dict[str, Any]]

MODULES = {
    "decefl-rate": "decefl_rate",
}


def _run(module: str, *args: Any, **options: Any) -> dict[str, Any]:
    return import_module(f"{__name__}.{module}").run(*args, **options)


STUDIES: dict[str, Study] = {name: partial(_run, module) for name, module in MODULES.items()}


def study(name: str) -> Study:
    """The study called `name`; its module loads when it runs.

    >>> study("decefl-speed")
    Traceback (most recent call last):
    ...
    spectral.errors.InputError: study=decefl-speed: known: decefl-rate
    """
    if name not in STUDIES:
        raise InputError("study", name, f"known: {', '.join(STUDIES)}")
    return STUDIES[name]
