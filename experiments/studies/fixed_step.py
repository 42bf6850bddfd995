"""DeFed's Proposition 1 as numbers, repaired and as printed, beside runs with a fixed step from zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mixproof.bounds import evaluate
from mixproof.bounds.theorems import theorem
from mixproof.spectral import MixingMatrix, spectrum

from ..learning.problems import LinearModel

__all__ = ["fixed_step_entries", "fixed_step_words"]


def fixed_step_entries(
    problem: LinearModel,
    matrices: Sequence[MixingMatrix],
    eta: float,
    rounds: np.ndarray,
    gap: np.ndarray,
    *,
    scaled: bool,
    batch: int | None = None,
) -> dict[str, Any]:
    """What a result says of a run with gap (T,) at `rounds`, the mean over the seeds or the worst matrix's.

    `scaled`: gradients times m_k/m, as DeFed; F is then sum (m_k/m) F_k, else (1/K) sum F_k. Nothing where eta > 1/L,
    of which the proposition does not speak.

    Safe constants: a sample's gradient is a s' + l2 w with ||a|| <= A, ||s|| <= S; while eta l2 is at most every
    self-weight, a round averages models and adds at most eta A S, so ||w|| <= A S/l2, chi <= 2 A S, and a mini-batch of
    b has variance at most (A S)^2/b.
    """
    L, mu, l2 = float(problem.L.max()), float(problem.mu.min()), problem.l2
    own = min(float(W.dense().diagonal().min()) for W in matrices)
    if not (eta <= 1 / L and eta * l2 <= own):
        return {}
    A = float(np.sqrt((problem.features.astype(float) ** 2).sum(axis=2).max())) * (1 + 1e-12)
    steepest = A * problem.loss.slope_bound(np.inf, float(np.abs(problem.targets).max()))
    objective, start = "samples" if scaled else "mean", np.zeros(problem.dimension)
    best = problem.minimum(objective).value
    values = {
        "K": problem.clients,
        "m": problem.counts.sum(),
        "L": L,
        "mu": mu,
        "eta": eta,
        "lam": max(spectrum(W).enclosure[1] for W in matrices),
        "chi2": (2 * steepest) ** 2,
        "sigma2": 0.0 if batch is None else steepest**2 / batch,
        "spread2(0)": 0.0,
        "gap(0)": float(problem.objective(start, objective)) - best,
        "Fstar": best,
        "minima_sum": sum(own.value for own in problem.local_minima),
    }
    statement = theorem("defed.proposition-1")
    true, printed = (
        np.broadcast_to(evaluate(statement, statement.variant(label), values, rounds)["right"], rounds.shape)
        for label in (("repaired", "statement") if scaled else ("repaired-unscaled", "unscaled"))
    )
    later = rounds > 0  # at the start the bounds add a constant to the gap itself
    return {
        "bound_violations": int((gap > true).sum()),
        "closest": float((gap / true)[later].max()),
        "bound": float(true[-1]),
        "gap_at_start": values["gap(0)"],
        "printed_bound": float(printed[-1]),
        "printed_exceeded": int((gap > printed)[later].sum()),
    }


def fixed_step_words(algorithms: Sequence[dict[str, Any]]) -> str:
    """In words: how the runs compare with Proposition 1."""
    shown = [a for a in algorithms if a["bound_violations"] is not None]
    if not shown:
        return " The step is above 1/L, where Proposition 1 is silent."
    violations, exceeded = (sum(a[key] for a in shown) for key in ("bound_violations", "printed_exceeded"))
    low, high = (f(a["bound"] for a in shown) for f in (min, max))
    start, printed = max(a["gap_at_start"] for a in shown), max(a["printed_bound"] for a in shown)
    says = "" if low <= start else f": true, but it says nothing where the gap starts at {start:.2g}"
    return (
        f" {violations} recorded gaps exceed Proposition 1 as repaired, which allows {low:.2g} to {high:.2g} at the"
        f" end{says}; {exceeded} exceed it as printed (at most {printed:.2g}; it is false elsewhere)."
    )
