"""The true form of DeceFL's Theorem 1 as numbers, and the rounding floor of a run compared with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral.errors import InputError

from ..problems import Problem
from ..simulate import Diminishing

__all__ = ["Bound", "bound", "rounding_floor", "step_offset"]

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
    """Theorem 1 of DeceFL, repaired. `start` (K, d); lam >= ||W - 11'/K||, lam_min <= the smallest
    eigenvalue of W.

    The printed theorem bounds the client gradients along the whole run by sqrt(2 L eps_0), their values at
    the start, which is false: the clients' own losses can grow along the way. Put instead
        G = ||g*|| + L max(||w(0) - 1 w*||, ||g*||/mu),   g* = the stacked grad F_k(w*).
    Proof. With H(t) the block-diagonal mean Hessians between w(t) and 1 w*, mu <= H <= L,
        w(t+1) - 1 w* = (W - eta H)(w(t) - 1 w*) - eta g*,
    and -(1 - eta mu) <= lambda_n - eta L <= W - eta H <= 1 - eta mu when eta <= (1 + lambda_n)/(L + mu), so
    the norm of the symmetric matrix is at most 1 - eta mu. Hence ||w(t) - 1 w*|| <= max(||w(0) - 1 w*||,
    ||g*||/mu) for all t, by induction, and the stacked gradient, within L times this of g*, is at most G.
    From here the printed inductions hold word for word:
        ||w - 1 wbar||(t+1) <= lambda ||w - 1 wbar||(t) + eta_t G,  which gives zeta; ||wbar - w*||(t+1) <=
        (1 - mu eta_t) ||wbar - w*||(t) + eta_t (L/sqrt K) ||w - 1 wbar||(t),  which gives zeta~
    (the mean Hessian of F along the mean is at most L, and eta_t <= 2/(L + mu)).
    """
    L, mu, K = float(problem.L.max()), float(problem.mu.min()), problem.clients
    delta, Gamma = step.delta, step.Gamma
    conditions = {
        "delta > 1/mu": delta * mu - 1,
        "Gamma > lambda/(1 - lambda)": Gamma / (Gamma + 1) - lam,
        "delta/Gamma <= (1 + lambda_n)/(L + mu)": (1 + lam_min) / (L + mu) - delta / Gamma,
    }
    for condition, slack in conditions.items():
        if slack < 0 or (slack == 0 and "<=" not in condition):
            raise InputError("eta", f"{delta:.6g}/(t + {Gamma:.6g})", f"the theorem needs {condition}")
    w = problem.minimum().w
    disagreement = float(np.linalg.norm(problem.gradients_at(w)))
    spread = start - start.mean(axis=0)
    G = disagreement + L * max(float(np.linalg.norm(start - w)), disagreement / mu)
    zeta = max(Gamma * float(np.linalg.norm(spread)), delta * G / (Gamma / (Gamma + 1) - lam))
    zeta_mean = max(
        Gamma * float(np.linalg.norm(start.mean(axis=0) - w)), L * delta * zeta / (K**0.5 * (mu * delta - 1))
    )
    return Bound(zeta, zeta_mean, lam, lam_min)


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
