"""What one process finds, for comparison with clusters."""

from __future__ import annotations

from typing import Any

import pytest

from mixproof.experiments.campaigns.campaign import Piece, campaign

from .pieces import RUNS, TASKS, timeless


@pytest.fixture(scope="session")
def alone() -> list[Any]:
    """What one process finds."""
    pieces: list[Piece[Any]] = [*TASKS, *RUNS]
    return timeless(campaign(pieces))
