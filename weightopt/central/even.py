"""One weight for all links: the optimum on edge-transitive networks, in closed form, proved by its own certificate.

With l_2 and l_n the least positive and the largest eigenvalue of the unweighted Laplacian, P and Q the projectors onto
their eigenspaces, r and s the ranks: an automorphism maps each eigenspace to itself, so that a_e'P a_e = r l_2 / m and
a_e'Q a_e = s l_n / m on every link. The weight w p = 2 / (l_2 + l_n) has rho = (l_n - l_2) / (l_n + l_2), which

    Y = l_n / (l_2 + l_n) P / r - l_2 / (l_2 + l_n) Q / s

proves of all weights; where the links' ends leave no more than w = 1 / d_max, P / r alone with a cover of the nodes of
that degree (Boyd, Diaconis, Xiao, SIAM Review 46(4), 2004; Boyd, Diaconis, Parrilo, Xiao, SIAM J. Optimization 20(2),
2009). Whether a network is edge-transitive is not asked: where it is not, the certificate does not close the gap.
"""

from __future__ import annotations

import numpy as np

from ..certify.certificate import Certificate
from ..feasible import repair
from ..problem import Problem
from .anytime import Anytime

__all__ = ["one_weight"]

EQUAL = 1e-9  # eigenvalues of one eigenspace, relative to the largest


def one_weight(problem: Problem, run: Anytime) -> None:
    """Offer the weight, where links cannot be told apart by reliability and their ends' degrees."""
    n, p, (i, j) = problem.n, float(problem.p[0]), problem.ends
    degree = np.bincount(i, minlength=n) + np.bincount(j, minlength=n)
    least, most = np.minimum(degree[i], degree[j]), np.maximum(degree[i], degree[j])
    if (problem.p != p).any() or (least != least[0]).any() or (most != most[0]).any():
        return
    laplacian = np.diag(degree.astype(float))
    laplacian[i, j] = laplacian[j, i] = -1
    values, vectors = np.linalg.eigh(laplacian)
    slow, fast, equal = values[1], values[-1], EQUAL * values[-1]
    P, Q = vectors[:, abs(values - slow) < equal], vectors[:, abs(values - fast) < equal]
    w, share, cover = 2 / (slow + fast) / p, fast / (slow + fast), np.zeros(n)
    if not problem.signed and w > 1 / most[0]:
        w, share = 1 / most[0], 1.0
        ends = degree == most[0]
        cover[ends] = slow * p / problem.m / (2 if least[0] == most[0] else 1)
    certificate = Certificate(
        P * np.sqrt(share / P.shape[1]),
        Q * np.sqrt((1 - share) / Q.shape[1]),
        None if problem.signed else cover,
        None,
    )
    value = max(abs(1 - w * p * slow), abs(1 - w * p * fast))
    run.look(repair(problem, np.full(problem.m, w)), lambda _: float(value), lambda: certificate)
