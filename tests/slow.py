"""Sweeps over the whole library: a fixed spread of them runs by default, the rest with `-m slow`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

ParameterSet = type(pytest.param())


def sampled(cases: Iterable[Any], every: int) -> list[Any]:
    """The parameter sets, all but every so many of them marked `slow`; a tuple has one value for each argument."""
    found = []
    for i, case in enumerate(cases):
        if not isinstance(case, ParameterSet):
            case = pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)
        found.append(case if i % every == 0 else case._replace(marks=[pytest.mark.slow]))
    return found
