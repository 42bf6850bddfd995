"""Sweeps over the whole library: a fixed spread of them runs by default, the rest with `-m slow`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int) -> list[Any]:
    """The parameter sets, all but every so many of them marked `slow`."""
    kept = (
        case if i % every == 0 else case._replace(marks=[pytest.mark.slow]) for i, case in enumerate(cases)
    )
    return [*kept]
