"""`ops-density`: does a denser network lower push-sum's average loss?

The paper's task is convex too (ops, Fig. 4). Twenty nodes; density is the largest number of receivers divided by n,
from 0.1 to 0.9; half of the samples stochastic.
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

NODES, DENSITIES, SHARE = 20, (0.1, 0.25, 0.5, 0.9), 0.5


def run(
    data: str = "susy-like",
    rounds: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    size: str = "full",
) -> StudyResult:
    """Run the study; seeds differ in network, the streams are the same for every density.

    `held` ("higher density lowers the loss"): the mean final average loss falls from each density to the next.
    """
    rounds, seeds = count(rounds, choose(size, 1000, 60)), choose(size, 10, 2)
    densities = choose(size, DENSITIES, (0.1, 0.9))
    networks = [(f"density {density:g}", NODES, round(density * NODES)) for density in densities]
    gammas = choose(size, GAMMAS, GAMMAS[2::3])
    options: dict[str, Any] = {
        "rounds": rounds,
        "seed": seed,
        "seeds": seeds,
        "share": SHARE,
        "gammas": gammas,
    }
    result, found = sweep("ops-density", data, networks, **options)
    above = trend(found)
    words = (
        "the final average loss above the best fixed model is "
        + ", ".join(f"{value:.4f} ({label})" for label, value in zip(found, above))
        + "."
        + within(result["algorithms"])
        + stream_words(result["data"])
    )
    measured = ", ".join(f"{value:.4f}" for value in above)
    result |= judged(
        bool((np.diff(above) < 0).all()), "the loss falls from each density to the next", measured, words
    )
    return finish(result, found, f"{result['data']}: push-sum on {NODES} nodes", out)
