"""Link reliabilities from acknowledgements, and what an error in them costs.

A link's reliability is estimated by the share of its frames that were acknowledged (dawo, Remark 6). That is p where an
acknowledgement shares the state of its frame's link (dawo, Assumption 2), and p^2 where it is lost by itself: then
the estimate is the root of the share. It is right on average for probes, which are sent once. A frame that is repeated
until it comes through ends with a success, and the share of k such frames, k / sent, is too large on average by about
p (1 - p) / k.

Where links drift, what is older counts less: after each round counts are multiplied by `keep` < 1. With x_t the
share of k probes in round t, that is the estimate (1 - keep) sum_j keep^j x_{t-j}. If p is a random walk of standard
deviation `step` a round, its mean squared error is

    p (1 - p) / k * (1 - keep) / (1 + keep)  +  step^2 keep^2 / (1 - keep^2):

few rounds are noisy, many are late. It is smallest at 1 - keep = g, the gain of the Kalman filter, with
g^2 / (1 - g) = step^2 k / (p (1 - p)).

The price of an error. Let f(w; p) = || I - J - L(w p) ||_2, L(c) = sum_e c_e a_e a_e', and w feasible (w >= 0, node
sums at most 1). The triangle inequality and Gershgorin's theorem give

    |f(w; p) - f(w; q)| <= || L(w (p - q)) ||_2 <= 2 max_i sum_j w_ij |p_ij - q_ij| <= 2 max |p - q|.

Let w be within `gap` of the optimum for the estimate q, and v optimal for the truth p. Then
f(w; p) <= f(w; q) + 2 max |p - q| <= f(v; q) + gap + 2 max |p - q| <= f(v; p) + gap + 4 max |p - q|:

    f(w; p) - min f(.; p) <= gap + 4 max |p - q|.

On two nodes with p = 1, q = 1/2 the loss is 2 max |p - q|, so no factor below 2 is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix

from ..problem import Array
from .port import Port
from .tree import Exchange

__all__ = ["LinkCounts", "agree_on_counts", "best_keep", "loss_bound", "mean_squared_error", "value_error"]


@dataclass(frozen=True, eq=False)
class LinkCounts:
    """Frames sent and acknowledged on each of k links; what is older counts less.

    >>> counts = LinkCounts.none(1).after([100], [80])
    >>> counts.ratio, counts.interval(0.95)[0].round(3), counts.interval(0.95)[1].round(3)
    (array([0.8]), array([0.711]), array([0.867]))
    """

    sent: Array  # (k,) sum of the frames' weights
    acknowledged: Array  # (k,)
    squares: Array  # (k,) sum of the squared weights

    @classmethod
    def none(cls, k: int) -> LinkCounts:
        """Nothing sent yet."""
        return cls(np.zeros(k), np.zeros(k), np.zeros(k))

    def after(self, sent: Array, acknowledged: Array, keep: float = 1.0) -> LinkCounts:
        """The counts a round later: these, weighted by `keep`, and what was sent and acknowledged since.

        keep = 1 forgets nothing: Remark 6's plain ratio. Raises InputError if keep is not in [0, 1] or more
        was acknowledged than sent.
        """
        sent, acknowledged = np.asarray(sent, float), np.asarray(acknowledged, float)
        if not 0 <= keep <= 1:
            raise InputError("keep", keep, "the weight of the last round's counts, in [0, 1]")
        if not np.all((acknowledged >= 0) & (acknowledged <= sent)):
            raise InputError("acknowledged", acknowledged, "between 0 and the number sent")
        return LinkCounts(
            keep * self.sent + sent, keep * self.acknowledged + acknowledged, keep**2 * self.squares + sent
        )

    @property
    def ratio(self) -> Array:
        """(k,) share acknowledged; 0 where nothing was sent."""
        return self.acknowledged / np.where(self.sent > 0, self.sent, 1)

    @property
    def mean(self) -> Array:
        """(k,) mean of the Beta(1/2, 1/2) prior after these counts: in (0, 1), also where the ratio is 0 or 1."""
        return (self.acknowledged + 0.5) / (self.sent + 1)

    @property
    def trials(self) -> Array:
        """(k,) frames, all of the same weight, that would give a ratio of the same variance."""
        return self.sent**2 / np.where(self.squares > 0, self.squares, 1)

    def interval(self, confidence: float = 0.95) -> tuple[Array, Array]:
        """Two-sided interval of each p by Wilson (J. Amer. Statist. Assoc. 22, 1927), for links that do not drift.

        Raises InputError if the confidence is not in (0, 1).
        """
        if not 0 < confidence < 1:
            raise InputError("confidence", confidence, "a probability in (0, 1)")
        z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
        n, share = self.trials, self.ratio
        centre = (n * share + z2 / 2) / (n + z2)
        half = np.sqrt(z2 * (n * share * (1 - share) + z2 / 4)) / (n + z2)
        return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def agree_on_counts(port: Port, counts: Array) -> Exchange:
    """Add the (r, degree) counts of each link's two ends; returns the same numbers at both. One message each way."""
    counts = np.asarray(counts, dtype=float)
    for column, v in enumerate(port.neighbours):
        port.send(v, counts[:, column])
    heard = yield port.neighbours
    return counts + np.array([heard[v] for v in port.neighbours]).T


def mean_squared_error(p: float, probes: int, keep: float, step: float) -> float:
    """Of the estimate of a p that walks `step` a round, in the long run (formula above)."""
    return p * (1 - p) / probes * (1 - keep) / (1 + keep) + step**2 * keep**2 / (1 - keep**2)


def best_keep(p: float, probes: int, step: float) -> float:
    """The `keep` with the smallest `mean_squared_error`.

    >>> round(best_keep(0.5, 20, 0.02), 3)
    0.836
    """
    ratio = step**2 * probes / (p * (1 - p))
    return 1 - (sqrt(ratio**2 + 4 * ratio) - ratio) / 2


def value_error(weights: MixingMatrix, error: Array) -> float:
    """2 max_i sum_j w_ij |error_ij|: by how much rho at these weights can differ if each p does by (m,) `error`."""
    flow = weights.weights * np.abs(error)
    u, v = weights.network.edges.T
    sums = np.bincount(u, flow, weights.n) + np.bincount(v, flow, weights.n)
    return 2 * float(sums.max())


def loss_bound(gap: float, error: Array) -> float:
    """gap + 4 max |error|: how far from the true optimum weights can be that are optimal, up to gap, for estimates.

    >>> round(loss_bound(0.01, [0.02, -0.05]), 12)
    0.21
    """
    return gap + 4 * float(np.max(np.abs(error)))
