"""DeceFL's Theorem 1 as numbers, true and as printed, and the rounding floor of a run compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mixproof.bounds import evaluate
from mixproof.bounds.theorems import theorem
from mixproof.spectral import MixingMatrix, spectrum
from mixproof.spectral.errors import InputError

from ..learning.problems import Problem
from ..learning.simulate import Diminishing

__all__ = [
    "Bound",
    "against",
    "bound",
    "compared",
    "printed_bound",
    "rounding_floor",
    "safe_spectrum",
    "step_offset",
]

EPS = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Bound:
    """||w(t) - 1 wbar(t)|| <= consensus/(t + Gamma) and ||wbar(t) - w*|| <= mean/(t + Gamma), all t >= 0."""

    consensus: float  # zeta
    mean: float  # zeta~
    lam: float
    lam_min: float


def step_offset(delta: float, L: float, mu: float, lam: float, lam_min: float) -> float:
    """A Gamma with Gamma > lambda/(1 - lambda) and delta/Gamma <= (1 + lambda_n)/(L + mu).

    Twice the first, so that Gamma/(Gamma + 1) - lambda, a denominator of the bound, is not tiny; a
    thousandth above the second, so that it holds after rounding.
    """
    if not (lam < 1 and lam_min > -1):
        raise InputError(
            "W", f"lambda={lam:.6g}, lambda_n={lam_min:.6g}", "the theorem needs |eigenvalues| below 1"
        )
    return 1.001 * max(2 * lam / (1 - lam), delta * (L + mu) / (1 + lam_min), 1.0)


def bound(problem: Problem, start: np.ndarray, step: Diminishing, lam: float, lam_min: float) -> Bound:
    """DeceFL's Theorem 1 as `decefl.theorem-1:repaired` states and proves it, for this problem and step.

    start (K, d); lam >= ||W - 11'/K||, lam_min <= the smallest eigenvalue of W. Raises InputError where the step is
    outside the theorem's range.
    """
    w, mean = problem.minimum().w, start.mean(axis=0)
    statement = theorem("decefl.theorem-1")
    values = {
        "K": problem.clients,
        "L": problem.L.max(),
        "mu": problem.mu.min(),
        "lam": lam,
        "lam_n": lam_min,
        "delta": step.delta,
        "Gamma": step.Gamma,
        "gstar": np.linalg.norm(problem.gradients_at(w)),
        "spread(0)": np.linalg.norm(start - mean),
        "distance(0)": np.linalg.norm(start - w),
        "error(0)": np.linalg.norm(mean - w),
    }
    found = evaluate(statement, statement.variant("repaired-mean"), values)
    return Bound(found["zeta"], found["zeta_mean"], lam, lam_min)


def printed_bound(
    problem: Problem, start: np.ndarray, step: Diminishing, lam: float, lam_min: float
) -> Bound:
    """The same as printed, `decefl.theorem-1:eq-5` and `eq-6`, which are refuted: for comparison only."""
    w, mean = problem.minimum().w, start.mean(axis=0)
    minima = np.array([own.value for own in problem.local_minima])
    statement = theorem("decefl.theorem-1")
    values = {
        "K": problem.clients,
        "L": problem.L.max(),
        "mu": problem.mu.min(),
        "lam": lam,
        "delta": step.delta,
        "Gamma": step.Gamma,
        "eps0": max(0.0, float((problem.values(start) - minima).sum())),
        "spread(0)": np.linalg.norm(start - mean),
        "error(0)": np.linalg.norm(mean - w),
    }
    found = evaluate(statement, statement.variant("eq-6"), values)
    return Bound(found["zeta"], found["zeta_mean"], lam, lam_min)


def rounding_floor(problem: Problem, starts: np.ndarray, step: Diminishing, rounds: int) -> np.ndarray:
    """How far rounding can carry a computed run, (rounds + 1,): what a measured error may exceed its bound
    by.

    In the ball of the proof above every model stays within R of 1 w*, so the stacked models are below B =
    sqrt(K) ||w*|| + R. One computed round differs from the exact one by at most (3 K + 2) eps B for the
    mixing (entries of W >= 0, themselves rounded) and for the subtraction, plus eta_t times the error of
    the computed gradients; the exact round is no expansion, so these add up. The w* used and the measured
    norm add their own share. First order in eps.
    """
    minimum, K, L = problem.minimum(), problem.clients, float(problem.L.max())
    disagreement = float(np.linalg.norm(problem.gradients_at(minimum.w)))
    R = max(float(np.linalg.norm(x - minimum.w)) for x in starts)
    R = max(R, disagreement / float(problem.mu.min()))
    B = K**0.5 * float(np.linalg.norm(minimum.w)) + R
    gradients = K**0.5 * problem.gradient_rounding(B) + 2 * EPS * (disagreement + L * R)
    t = np.arange(rounds + 1)
    steps = np.concatenate([[0.0], np.cumsum(step.delta / (t[:-1] + step.Gamma))])
    measuring = EPS * (K * problem.dimension + 2) * B + K**0.5 * minimum.error
    return t * (3 * K + 2) * EPS * B + steps * gradients + measuring


def safe_spectrum(W: MixingMatrix) -> tuple[float, float]:
    """lambda from above and lambda_n from below."""
    found = spectrum(W)
    return found.enclosure[1], found.lambda_min_enclosure[0]


def compared(
    problem: Problem,
    start: np.ndarray,
    step: Diminishing,
    ends: tuple[float, float],
    rounds: np.ndarray,
    consensus: np.ndarray,
    mean: np.ndarray,
) -> np.ndarray:
    """(3, T): consensus error over the printed bound, over the repaired one, and error of the mean over its repaired
    one; errors (T,) at `rounds` less what rounding may have added, `ends` from `safe_spectrum`."""
    floor = rounding_floor(problem, start[None], step, int(rounds[-1]))[rounds]
    printed, true = printed_bound(problem, start, step, *ends), bound(problem, start, step, *ends)
    consensus, mean = (np.maximum(error - floor, 0) * (rounds + step.Gamma) for error in (consensus, mean))
    return np.array([consensus / printed.consensus, consensus / true.consensus, mean / true.mean])


def against(ratios: np.ndarray) -> dict[str, Any]:
    """Entries from ratios (seeds, 3, T). At the start the printed bound and the error can be equal: left out."""
    printed, true = ratios[:, 0, 1:], ratios[:, 1:]
    return {
        "bound_violations": int((true > 1 + 1e-12).sum()),
        "runs_exceeding": int((true > 1 + 1e-12).any(axis=(1, 2)).sum()),
        "closest": float(true[:, :, 1:].max()),
        "printed_exceeded": int((printed > 1 + 1e-12).any(axis=1).sum()),
        "closest_printed": float(printed.max()),
    }
