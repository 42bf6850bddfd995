"""Certified curves of a study's runs: every constant from the data, on the safe side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mixproof.bounds import CertifiedCurve, certified_curve
from mixproof.spectral import MixingMatrix, rho_second_moment
from mixproof.spectral.links import mean_matrix

from ..learning.problems import LinearModel, Problem
from ..learning.simulate import Diminishing
from .decefl_bound import safe_spectrum

__all__ = ["certified", "certified_entries", "certified_words"]

UP, DOWN = 1 + 1e-9, 1 - 1e-9  # more than the roundings of the sums below


def certified(
    problem: Problem,
    matrices: Sequence[MixingMatrix],
    start: np.ndarray,
    step: float | Diminishing,
    rounds: int,
    *,
    scaled: bool = False,
    batch: int | None = None,
    local_steps: int = 0,
) -> CertifiedCurve:
    """The curve of gossip descent from models `start` (..., K, d), any of them, over any of `matrices`, in any order.

    scaled: gradients times m_k/m (DeFed), F = sum (m_k/m) F_k. batch: the size of the mini-batches, drawn with
    replacement; None for full gradients. local_steps: that many of them before each exchange, 0 for one beside it.
    """
    objective = "samples" if scaled else "mean"
    shares = problem.shares(objective)
    scale = shares if scaled else np.ones(problem.clients)
    starts = start.reshape(-1, *start.shape[-2:])
    best, means = problem.minimum(objective), starts.mean(axis=1)
    there = scale[:, None] * problem.gradients_at(best.w)
    L = float((scale * problem.L).max()) * UP
    constants: dict[str, Any] = {
        "L": L,
        "mu": float((scale * problem.mu).min()) * DOWN,
        "K": problem.clients,
        "gstar": float(np.linalg.norm(there)) * UP + problem.clients**0.5 * L * best.error,
        "error": float(np.linalg.norm(means - best.w, axis=1).max()) * UP + best.error,
        "spread": float(np.linalg.norm(starts - means[:, None], axis=(1, 2)).max()) * UP,
        "smoothness": float((shares * problem.L).sum()) * UP,
    }
    ends = [safe_spectrum(W if W.network.reliability is None else mean_matrix(W)) for W in matrices]
    constants |= {
        "lam": min(max(lam for lam, _ in ends), 1.0),
        "lam_n": max(min(low for _, low in ends), -1.0),
    }
    if any(W.network.reliability is not None for W in matrices):
        constants["second_moment"] = min(max(rho_second_moment(W) for W in matrices) * UP + 1e-12, 1.0)
    if batch is not None and isinstance(problem, LinearModel):
        deviation, growth = problem.noise(best.w)
        own = scale * (deviation + growth * best.error) * UP
        constants |= {
            "sigma2": float((own**2).mean()) / batch * UP,
            "noise_growth": float((scale * growth).max()) / batch**0.5 * UP,
        }
    steps: dict[str, Any] = (
        {"eta": step} if isinstance(step, int | float) else {"delta": step.delta, "Gamma": step.Gamma}
    )
    algorithm: dict[str, Any] = (
        {"algorithm": "adapt-then-combine", "local_steps": local_steps} if local_steps else {}
    )
    return certified_curve(**algorithm, rounds=rounds, **constants, **steps)


def certified_entries(curve: CertifiedCurve, rounds: np.ndarray, **measured: np.ndarray) -> dict[str, Any]:
    """What a result says of runs beside their curve; measured: error, spread or gap -> (T,) or (seeds, T) at `rounds`.

    `certified`: the bounds after the last round, by name; `certified_over_measured`: over the largest measured value
    there; `certified_violations`: recorded values above the curve by more than a millionth.
    """
    limits = {name: getattr(curve, name)[rounds] for name in measured}
    largest = {name: np.max(np.atleast_2d(values), axis=0) for name, values in measured.items()}
    return {
        "certified": {name: float(limit[-1]) for name, limit in limits.items()},
        "certified_over_measured": {
            name: float(limit[-1] / max(largest[name][-1], 1e-300)) for name, limit in limits.items()
        },
        "certified_violations": sum(
            int((np.atleast_2d(values) > limits[name] * (1 + 1e-6) + 1e-9).sum())
            for name, values in measured.items()
        ),
    }


def certified_words(algorithms: Sequence[Mapping[str, Any]]) -> str:
    """In words: how far above the measured values the certified curves end.

    >>> certified_words([{"certified_over_measured": {"error": 6.849}}, {"certified_over_measured": {"error": 26.83}}])
    ' Certified curves end at 6.8 to 27 times the measured error.'
    """
    ratios: dict[str, list[float]] = {}
    for entry in algorithms:
        for name, ratio in entry.get("certified_over_measured", {}).items():
            ratios.setdefault(name, []).append(ratio)
    parts = [
        f"{min(found):.2g} to {max(found):.2g} times the measured {name}" for name, found in ratios.items()
    ]
    return f" Certified curves end at {', and at '.join(parts)}." if parts else ""
