"""The same worst cases asked of PEPit, a modelling layer for performance estimation: each method written by hand."""

from __future__ import annotations

import numpy as np


def worst(method, metric, *, L, mu, rounds, eta, matrix=None, spectrum=None):
    """PEPit's worst case of a method from a common start; the mean square of the gradients at w* is at most 1.

    matrix: W (K, K); or spectrum: (low, high), for every symmetric W of two clients, by the inequalities of W alone.
    eta: a number, or one for each round. method: dgd, diffusion, diging or extra.
    """
    from PEPit import PEP
    from PEPit.functions import SmoothStronglyConvexFunction

    problem = PEP()
    K = 2 if matrix is None else len(matrix)
    losses = [problem.declare_function(SmoothStronglyConvexFunction, mu=mu, L=L) for _ in range(K)]
    total = _sum(losses) / K
    best = total.stationary_point()
    gradients = [loss.gradient(best) for loss in losses]
    start = problem.set_initial_point()
    problem.set_initial_condition((start - best) ** 2 <= 1)
    problem.set_initial_condition(_sum([g**2 for g in gradients]) / K <= 1)
    mix = _Class(problem, *spectrum) if matrix is None else _given(matrix)
    steps = [eta] * rounds if np.ndim(eta) == 0 else list(eta)
    x = METHODS[method]([start] * K, lambda z: [loss.gradient(y) for loss, y in zip(losses, z)], mix, steps)
    if matrix is None:
        mix.close()
    mean = _sum(x) / K
    problem.set_performance_metric(
        {
            "error2": lambda: (mean - best) ** 2,
            "spread2": lambda: _sum([(y - mean) ** 2 for y in x]) / K,
            "gap": lambda: total(mean) - total(best),
        }[metric]()
    )
    return float(problem.solve(verbose=0, solver="CLARABEL"))


def _sum(parts):
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _plus(x, y, factor):
    return [a + factor * b for a, b in zip(x, y)]


def dgd(x, grad, mix, steps):
    for eta in steps:
        x = _plus(mix(x), grad(x), -eta)
    return x


def diffusion(x, grad, mix, steps):
    for eta in steps:
        x = mix(_plus(x, grad(x), -eta))
    return x


def diging(x, grad, mix, steps):
    g = grad(x)
    tracker = g
    for t, eta in enumerate(steps):
        x = _plus(mix(x), tracker, -eta)
        if t + 1 < len(steps):
            new = grad(x)
            tracker, g = _plus(_plus(mix(tracker), new, 1), g, -1), new
    return x


def extra(x, grad, mix, steps):
    old, old_mixed, old_g = x, mix(x), grad(x)
    x = _plus(old_mixed, old_g, -steps[0])
    for eta in steps[1:]:
        mixed, g = mix(x), grad(x)
        new = [
            a + b - (c + d) / 2 - eta * (e - f)
            for a, b, c, d, e, f in zip(x, mixed, old, old_mixed, g, old_g)
        ]
        x, old, old_mixed, old_g = new, x, mixed, g
    return x


METHODS = {"dgd": dgd, "diffusion": diffusion, "diging": diging, "extra": extra}


def _given(W):
    return lambda x: [_sum([float(w) * y for w, y in zip(row, x)]) for row in W]


class _Class:
    """Every symmetric W with W 1 = 1 and its other eigenvalue in [low, high]: y = W x as a new point for each call."""

    def __init__(self, problem, low, high):
        self.problem, self.low, self.high, self.calls = problem, float(low), float(high), []

    def __call__(self, x):
        if x[0] is x[1]:
            return x
        apart = (x[0] - x[1]) / 2
        mixed = self.problem.set_initial_point()
        self.calls.append((apart, mixed))
        mean = (x[0] + x[1]) / 2
        return [mean + mixed, mean - mixed]

    def close(self):
        low, high, calls = self.low, self.high, self.calls
        if not calls:
            return
        for i, (x, y) in enumerate(calls):
            for u, v in calls[:i]:
                self.problem.add_constraint(x * v == u * y)
        table = np.empty((len(calls), len(calls)), dtype=object)
        for i, (x, y) in enumerate(calls):
            for j, (u, v) in enumerate(calls):
                table[i, j] = (low + high) / 2 * (x * v + u * y) - low * high * (x * u) - y * v
        self.problem.add_psd_matrix(table)
