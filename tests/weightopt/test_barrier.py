"""A step of the barrier method is factored in blocks, so that a time limit or Ctrl-C ends it halfway."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy

from mixproof.spectral import parse_network
from mixproof.spectral.clock import OutOfTime
from mixproof.weightopt import Status, optimize
from mixproof.weightopt.central import barrier

GRID = parse_network("grid:rows=3,cols=4")
LABELS = np.eye(3)[np.arange(12) % 3]


@pytest.mark.parametrize("size", [1, 6, 7, 8, 14, 30])
def test_blocks_of_columns_give_the_factor(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(barrier, "BLOCK", 7)
    root = np.random.default_rng(size).normal(size=(size, size + 2))
    H = np.asfortranarray(root @ root.T)
    assert np.tril(barrier.cholesky(H)) == pytest.approx(scipy.linalg.cholesky(H, lower=True), rel=1e-9)
    with pytest.raises(np.linalg.LinAlgError):
        barrier.cholesky(H - 2 * H[-1, -1] * np.eye(size))


@pytest.mark.parametrize(
    ("stop", "status"), [(OutOfTime, Status.TIME_LIMIT), (KeyboardInterrupt, Status.INTERRUPTED)]
)
@pytest.mark.parametrize("labels", [None, LABELS])
def test_what_stops_a_step_leaves_the_best_so_far(
    stop: type[BaseException],
    status: Status,
    labels: np.ndarray | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(barrier, "BLOCK", 5)
    blocks, solve = 0, scipy.linalg.blas.dtrsm

    def stop_at_a_block(*arguments: Any, **options: Any) -> np.ndarray:
        nonlocal blocks
        blocks += 1
        if blocks == 8:  # the second of three in a step
            raise stop
        return solve(*arguments, **options)

    monkeypatch.setattr(scipy.linalg.blas, "dtrsm", stop_at_a_block)
    stopped = optimize(GRID, "learning", heterogeneity=labels)
    assert stopped.status is status and blocks == 8
    monkeypatch.undo()
    whole = optimize(GRID, "learning", heterogeneity=labels)
    assert 0 < stopped.lower_bound <= whole.value <= stopped.value < np.inf


def test_no_limit_is_so_short_that_there_are_no_weights() -> None:
    hurried = optimize(GRID, "learning", time_limit=1e-9)
    assert hurried.status is Status.TIME_LIMIT and 0 <= hurried.lower_bound <= hurried.value < np.inf
