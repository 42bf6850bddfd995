"""`ops-size`: does push-sum's average loss stay nearly the same, whatever the number of nodes?

The paper's task is convex too (ops, Fig. 3). n = 10, 16, 20 nodes (the paper's numbers for room occupancy) and, at full
size, 128 as on SUSY; the same bound of 8 receivers a node for every
size; half of the samples stochastic.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .form import choose, count, judged
from .ops_runs import GAMMAS, stream_words
from .ops_sweep import finish, sweep, trend, within
from .record import StudyResult

__all__ = ["run"]

NEIGHBOURS, SHARE = 8, 0.5


def run(
    data: str = "susy-like",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
) -> StudyResult:
    """Run the study; seeds differ in network and stream.

    `held` ("curves for different n close together"): the final average losses differ by less than 10 %.
    """
    rounds, seeds = count(rounds, choose(size, 1000, 60)), choose(size, 5, 2)
    networks = [(f"n = {n}", n, NEIGHBOURS) for n in choose(size, (10, 16, 20, 128), (10, 16))]
    gammas = choose(size, GAMMAS, GAMMAS[2::3])
    options: dict[str, Any] = {
        "rounds": rounds,
        "seed": seed,
        "seeds": seeds,
        "share": SHARE,
        "gammas": gammas,
    }
    result, found = sweep("ops-size", data, networks, **options)
    losses = np.array([a["average_loss"] for a in result["algorithms"]])
    few = losses[[a["nodes"] <= 20 for a in result["algorithms"]]]
    below = float(few.max() / few.min() - 1)
    apart, above = float(losses.max() / losses.min() - 1), trend(found)
    words = (
        "the final average losses for different n are"
        f" {100 * apart:.1f} % apart ({100 * below:.1f} % without n = 128); above the best fixed model they are "
        + ", ".join(f"{value:.4f} ({label})" for label, value in zip(found, above))
        + "."
        + within(result["algorithms"])
        + stream_words(result["data"])
    )
    result |= judged(apart < 0.1, "final losses within 10 %", f"{100 * apart:.1f} %", words)
    return finish(result, found, f"{result['data']}: push-sum, at most {NEIGHBOURS} receivers a node", out)
