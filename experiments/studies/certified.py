"""Certified curves of a study's runs: every constant from the data, on the safe side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from mixproof.bounds import CertifiedCurve, certified_curve
from mixproof.spectral import MixingMatrix, rho_second_moment
from mixproof.spectral.links import mean_matrix

from ..learning.problems import LinearModel, Problem
from ..learning.simulate import Diminishing
from .decefl_bound import safe_spectrum

__all__ = ["certified", "certified_entries", "certified_words", "ratios"]

UP, DOWN = 1 + 1e-9, 1 - 1e-9  # more than the roundings of the sums below
ROUNDING = 1e-9  # measured values below may be rounding


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
    ends: tuple[float, float] | None = None,
    fixed: bool = False,
) -> CertifiedCurve:
    """The curve of gossip descent from models `start` (..., K, d), any of them, over any of `matrices`, in any order.

    scaled: gradients times m_k/m (DeFed), F = sum (m_k/m) F_k. batch: the size of the mini-batches, drawn with
    replacement; None for full gradients. local_steps: that many of them before each exchange, 0 for one beside it.
    ends: the largest lambda and the least lambda_n, in the place of `matrices`. fixed: a run keeps one of `matrices`.
    """
    objective = "samples" if scaled else "mean"
    shares = problem.shares(objective)
    scale = shares if scaled else np.ones(problem.clients)
    starts = start.reshape(-1, *start.shape[-2:])
    best, means = problem.minimum(objective), starts.mean(axis=1)
    there = scale[:, None] * problem.gradients_at(best.w)
    L = float((scale * problem.L).max()) * UP
    smoothness = float((shares * problem.L).sum()) * UP
    constants: dict[str, Any] = {
        "L": L,
        "mu": float((scale * problem.mu).min()) * DOWN,
        "K": problem.clients,
        "gstar": float(np.linalg.norm(there)) * UP + problem.clients**0.5 * L * best.error,
        "error": float(np.linalg.norm(means - best.w, axis=1).max()) * UP + best.error,
        "spread": float(np.linalg.norm(starts - means[:, None], axis=(1, 2)).max()) * UP,
        "smoothness": smoothness,
        "scaled": scaled,
        "gap": _gap(problem, objective, means) + smoothness / 2 * best.error**2,
        "fixed": fixed or len(matrices) == 1,
    }
    found = [safe_spectrum(W if W.network.reliability is None else mean_matrix(W)) for W in matrices]
    found += [] if ends is None else [ends]
    constants |= {
        "lam": min(max(lam for lam, _ in found), 1.0),
        "lam_n": max(min(low for _, low in found), -1.0),
    }
    if any(W.network.reliability is not None for W in matrices):
        constants["second_moment"] = min(max(rho_second_moment(W) for W in matrices) * UP + 1e-12, 1.0)
        if not any(W.signed for W in matrices):  # then a link that fails lowers no eigenvalue of W_hat
            up = [MixingMatrix.from_edge_weights(W.network.reliable(), W.weights) for W in matrices]
            constants["lam_least"] = max(min(safe_spectrum(W)[1] for W in up), -1.0)
    if isinstance(problem, LinearModel):
        constants |= _limits(problem, scale, batch)
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


def _gap(problem: Problem, objective: str, means: np.ndarray) -> float:
    """The largest F(wbar) less F at the minimum found, upwards."""
    highest, least = float(problem.objective(means, objective).max()), problem.minimum(objective).value
    return max(highest - least, 0.0) + (UP - 1) * (abs(highest) + abs(least))


def _limits(problem: LinearModel, scale: np.ndarray, batch: int | None) -> dict[str, float]:
    """Bounds on gradients and their noise, where the loss has bounded slopes: a sample's gradient is a s' + l2 w."""
    slope = problem.loss.slope_bound(np.inf, float(np.abs(problem.targets).max()))
    if not np.isfinite(slope):
        return {}
    lengths = np.linalg.norm(problem.features.astype(float), axis=2)
    mean = slope * (lengths * problem.sample_weights).sum(axis=1)
    found: dict[str, float] = {}
    if np.ptp(scale) == 0:  # else the ridges differ
        found |= {"steepest": float(np.linalg.norm(scale * mean)) * UP, "ridge": float(scale[0]) * problem.l2}
    if batch is not None:
        drawn = (np.arange(lengths.shape[1]) < problem.counts[:, None]) / problem.counts[:, None]
        square = slope**2 * (lengths**2 * drawn).sum(axis=1)
        found["sigma2_most"] = float((scale**2 * square).mean()) / batch * UP
    return found


def certified_entries(
    curves: CertifiedCurve | Sequence[CertifiedCurve], rounds: np.ndarray, **measured: np.ndarray
) -> dict[str, Any]:
    """What a result says of runs beside their curve, or beside a curve for each seed.

    measured: error, spread or gap -> (T,) or (seeds, T) at `rounds`. `certified`: the bounds after the last round, by
    name, and `bound_over_measured` over what was measured there, means over the seeds; where that is below ROUNDING it
    is left out. `certified_violations`: recorded values above the curve by more than a millionth and ROUNDING.
    """
    several = [curves] if isinstance(curves, CertifiedCurve) else curves
    limits = {name: np.array([getattr(curve, name)[rounds] for curve in several]) for name in measured}
    found = {name: np.atleast_2d(values) for name, values in measured.items()}
    ends = {name: float(limit[:, -1].mean()) for name, limit in limits.items()}
    return {
        "certified": ends,
        "bound_over_measured": {
            name: ends[name] / float(values[:, -1].mean())
            for name, values in found.items()
            if values[:, -1].mean() > ROUNDING
        },
        "certified_violations": sum(
            int((values > limits[name] * (1 + 1e-6) + ROUNDING).sum()) for name, values in found.items()
        ),
    }


def ratios(algorithms: Iterable[Mapping[str, Any]]) -> str:
    """The range of `bound_over_measured`, by name; empty where no entry has one.

    >>> ratios([{"bound_over_measured": {"error": 6.849}}, {"bound_over_measured": {"error": 26.83, "gap": 2}}])
    'error 6.8 to 27, gap 2'
    """
    found: dict[str, list[float]] = {}
    for entry in algorithms:
        for name, ratio in entry.get("bound_over_measured", {}).items():
            found.setdefault(name, []).append(ratio)
    ends = {name: [f"{f(own):.2g}" for f in (min, max)] for name, own in found.items()}
    return ", ".join(f"{name} {' to '.join(dict.fromkeys(pair))}" for name, pair in ends.items())


def certified_words(algorithms: Iterable[Mapping[str, Any]]) -> str:
    """In words: how far above the measured values the certified curves end.

    >>> certified_words([{"bound_over_measured": {"error": 6.849}}])
    ' Certified curves over what is measured, at the end: error 6.8.'
    """
    said = ratios(algorithms)
    return f" Certified curves over what is measured, at the end: {said}." if said else ""
