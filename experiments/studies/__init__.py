"""STUDIES: one figure or table a file; `STUDIES[name](data, rounds, seed, out)` returns a `StudyResult`.

`data` None is the study's own default, and `rate` None its own step. `size="small"` is the size that tests run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from inspect import signature
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

from mixproof.spectral.errors import InputError

from .record import StudyResult

__all__ = ["LONG", "STUDIES", "check_choices", "check_rate", "study"]

Study = Callable[..., StudyResult]

MODULES = {
    "defed-binary": "defed_binary",
    "defed-regression": "defed_regression",
    "decefl-rate": "decefl_rate",
    "decefl-consensus": "decefl_consensus",
    "decefl-bearings": "decefl_bearings",
    "decefl-varying": "decefl_varying",
    "dawo-surrogate": "dawo_surrogate",
    "dawo-convergence": "dawo_convergence",
    "dawo-comparison": "dawo_comparison",
    "learning-weights": "learning_weights",
    "ops-comparison": "ops_comparison",
    "ops-size": "ops_size",
    "ops-density": "ops_density",
    "alidpfl-resources": "alidpfl_resources",
    "rates": "rates",
}
# two minutes of a core and more each: a report has them only when it is asked to
LONG = ("dawo-convergence", "dawo-comparison")


def _run(
    name: str,
    data: str | None = None,
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    rate: float | None = None,
    **options: Any,
) -> StudyResult:
    chosen: dict[str, Any] = {} if data is None else {"data": data}
    if rate is not None:
        check_rate(name, rate)
        chosen["rate"] = rate
    result: StudyResult = _module(name).run(rounds=rounds, seed=seed, out=out, **chosen, **options)
    return result


STUDIES: dict[str, Study] = {name: partial(_run, name) for name in MODULES}


def check_rate(name: str, rate: float) -> None:
    """Raises InputError unless the study called `name` has a fixed step, which may be `rate`."""
    if "rate" not in signature(_module(name).run).parameters:
        raise InputError("rate", rate, f"the steps of {name} come from a theorem or are tuned; leave it out")
    if not 0 < rate < inf:
        raise InputError("rate", rate, "a step is positive and finite")


def check_choices(name: str, choices: Mapping[str, Any]) -> None:
    """Raises InputError unless the study called `name` takes each of these arguments."""
    for argument, value in choices.items():
        if argument not in signature(_module(name).run).parameters:
            raise InputError(argument, str(value), f"{name} has its own; leave it out")


def _module(name: str) -> ModuleType:
    return import_module(f"{__name__}.{MODULES[name]}")


def study(name: str) -> Study:
    """The study called `name`; its module loads when it runs.

    >>> study("decefl-speed")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    mixproof.spectral.errors.InputError: study=decefl-speed: did you mean ...? (known: ...)
    """
    if name not in STUDIES:
        near = " or ".join(get_close_matches(name, STUDIES, 2))
        known = f"known: {', '.join(STUDIES)}"
        raise InputError("study", name, f"did you mean {near}? ({known})" if near else known)
    return STUDIES[name]
