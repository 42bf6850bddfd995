"""The objective `learning-exact`: `learning` over lossy links, without the approximation that losses average out.

A lost message leaves a node with more of its own model. With A = I - J - L - s, Y = (L + s)^-1 and N = Y M Y the spread
that losses and noise add to the bias N settles at the C that solves

    C = A C A + sum_e p_e (1 - p_e) w_e^2 (a_e'(C + N) a_e) a_e a_e' + kappa (I - J).

As in `learning` the bias is taken at s1 and the noise at s2, so the objective is

    tr N + tr C(s1, N, 0) + tr C(s2, 0, kappa),

which is Phi where links are reliable. It is never below Phi, whose certificate bounds it too. C is known by its forms
x_e = a_e'(C + N) a_e, a linear system of non-negative numbers: any x that its right side does not exceed is above the
solution, which proves the upper end of an enclosure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from mixproof.spectral.errors import InputError
from mixproof.spectral.links import link_probabilities
from mixproof.spectral.mixing import MixingMatrix

from .arrays import Array
from .certify.inverses import MOST_NODES, dense_laplacian
from .learning import Learning
from .objectives import Interval

__all__ = ["LearningExact", "exact_terms", "settled_forms"]

Nodes = NDArray[np.int64]
MOST_STEPS = 2000
ENOUGH = 1e-13  # relative change of x at which the iteration ends
MARGIN = 1e-9  # of x: the upper end of the enclosure


@dataclass(frozen=True, eq=False)
class LearningExact(Learning):
    """See the module's first lines; `convex` is not used. How good local weights are, the bound says.

    Raises InputError for nodes that step before they mix.
    """

    def __post_init__(self) -> None:
        if self.adapts_first:
            raise InputError("run", self.run, f"{self.name} is that of combine-then-adapt")
        super().__post_init__()

    @property
    def name(self) -> str:  # type: ignore[override]
        return "learning-exact"

    @property
    def is_convex(self) -> bool:
        return False

    def hurried(self, weights: MixingMatrix, width: float, until: float) -> tuple[float, Interval]:
        return self.enclosure(weights)

    def check(self, nodes: int | None) -> None:
        super().check(nodes)
        if nodes is not None and self.is_large(nodes):
            raise InputError(
                "network", f"{nodes} nodes", f"{self.name} takes dense matrices: at most {MOST_NODES}"
            )

    def enclosure(
        self, weights: MixingMatrix, certify: bool | None = None, within: float | None = None
    ) -> tuple[float, Interval]:
        self.check(weights.n)
        value, high = exact_terms(self, weights)
        return value, (value * (1 - MARGIN), high) if np.isfinite(value) else (0.0, np.inf)


def exact_terms(objective: Learning, weights: MixingMatrix) -> tuple[float, float]:
    """The objective at given weights, and a proved upper end; infinity where the second moment does not settle."""
    network, n = weights.network, weights.n
    p = link_probabilities(network)
    (i, j), w = network.edges.T, weights.weights
    values, vectors = scipy.linalg.eigh(dense_laplacian(n, i, j, w * p) + np.full((n, n), 4.0 / n))
    t, Q = values[:-1], vectors[:, :-1]  # the last one is 4, on the vector 1
    if t.max() >= objective.most:
        return np.inf, np.inf
    rows = Q / (t + objective.low)
    if objective.factor is not None:
        rows = rows @ (Q.T @ objective.factor)
    N, lossy = rows @ rows.T, p * (1 - p) * w**2
    value = high = float(np.trace(N))
    for shift, bias, noise in ((objective.low, N, 0.0), (objective.top, None, objective.kappa)):
        inside = 1 - t - shift
        found = settled_forms(inside, Q, (i, j), lossy, bias, noise)
        if found is None:
            return np.inf, np.inf
        value += float(np.trace(found[0]))
        step = _Step(inside, Q, (i, j), lossy, bias, noise)
        above = found[1] * (1 + MARGIN)
        proved = bool((step.forms(step.spread(above)) <= above * (1 - 1e-13)).all())
        high += float(np.trace(step.spread(above))) if proved else np.inf
    return value, high * (1 + 1e-11)


class _Step:
    """C of given forms x, and forms of C; in the eigenvectors Q of A, whose eigenvalues are `inside`."""

    def __init__(
        self,
        inside: Array,
        Q: Array,
        ends: tuple[Nodes, Nodes],
        lossy: Array,
        bias: Array | None,
        noise: float,
    ):
        i, j = ends
        self.gain = 1 / (1 - np.outer(inside, inside))
        self.apart, self.lossy, self.noise = Q[i] - Q[j], lossy, noise  # (m, n - 1) a_e in the basis
        self.own = np.zeros(len(lossy))
        if bias is not None:
            diagonal = np.diag(bias)
            self.own = diagonal[i] + diagonal[j] - 2 * bias[i, j]

    def spread(self, x: Array) -> Array:
        """C with A C A and these losses, in the basis."""
        right = (self.apart.T * (self.lossy * x)) @ self.apart
        right[np.diag_indices(len(right))] += self.noise
        return np.asarray(self.gain * right)

    def forms(self, C: Array) -> Array:
        """(m,) a_e'(C + N) a_e."""
        return np.asarray(self.own + np.einsum("ek,ek->e", self.apart @ C, self.apart))


def settled_forms(
    inside: Array, Q: Array, ends: tuple[Nodes, Nodes], lossy: Array, bias: Array | None, noise: float
) -> tuple[Array, Array] | None:
    """C in the eigenvectors Q, and its forms x; None where it does not settle."""
    step = _Step(inside, Q, ends, lossy, bias, noise)
    x = step.forms(step.spread(np.zeros(len(lossy))))
    for _ in range(MOST_STEPS if lossy.any() else 0):
        new = step.forms(step.spread(x))
        change, x = float(abs(new - x).max()), new
        if not np.isfinite(change) or x.max() > 1e12:
            return None
        if change <= ENOUGH * x.max():
            break
    return step.spread(x), x
