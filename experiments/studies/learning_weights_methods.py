"""Other methods beside other weights, on the networks of `learning-weights`: what they reach and what they cost.

Gradient tracking, EXTRA and exact diffusion (NIDS) remove the bias that data make differ, where DSGD has it settle at a
distance. They take full gradients here, the study's step, and the declared text (`bounds.algorithms`), over the same
links and the same losses; gradient tracking sends two vectors a link and round, and so has a row of half the rounds.
No certificate covers EXTRA and NIDS over links that fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mixproof.bounds.algorithms.library import algorithm
from mixproof.spectral import MixingMatrix

from ..learning.algorithms import UnreliableLinks
from ..learning.simulate import simulate
from .dawo_runs import Federation

__all__ = ["Other", "others"]

METHODS = {"gradient tracking": "diging", "EXTRA": "extra", "exact diffusion": "nids"}


@dataclass(frozen=True, eq=False)
class Other:
    """A method with some weights: accuracies as in a row of the study (nan where it diverged), and its messages."""

    method: str
    weights: str
    average: np.ndarray  # (seeds,)
    worst: np.ndarray  # (seeds,)
    gap: np.ndarray  # (seeds,)
    messages: int  # vectors sent over all links, both ways


def others(
    task: Federation, matrices: Mapping[str, MixingMatrix], *, rounds: int, seeds: int, seed: int
) -> list[Other]:
    """Every method with every matrix."""
    found = []
    for label, name in METHODS.items():
        sent = algorithm(name).messages
        runs = {label: rounds} | ({f"{label}, half the rounds": rounds // 2} if sent > 1 else {})
        for (method, length), (weights, W) in ((run, W) for run in runs.items() for W in matrices.items()):
            links = W if W.network.reliability is None else UnreliableLinks(W, seeds, seed)
            options: dict[str, Any] = {"rounds": length, "seeds": seeds, "seed": seed, "record_every": length}
            run = simulate(task.problem, name, mixing=links, eta=task.rate, watch=task.watch, **options)
            assert run.watched is not None
            average, worst = run.watched[:, -1].T
            messages = 2 * W.network.m * sent * length
            found.append(Other(method, weights, average, worst, run.gap[:, -1], messages))
    return found
