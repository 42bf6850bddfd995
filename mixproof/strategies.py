"""Hypothesis strategies in one place: networks, mixing matrices and schedules, and client losses.

Of client losses: `client_losses` draws any kind, `quadratics` and `regressions` (least squares or logistic) one; of
what they draw, `values(x)` has each client's loss and `gradient(x)` its gradient at the rows of x, shape (K, d);
`gradients_at(w)` is at one model w, `minimum()` the certified minimum, and `L`, `mu` a constant for each client.
"""

from mixproof.experiments.learning.strategies import client_losses, quadratics, regressions
from mixproof.spectral.strategies import (
    at_the_edge,
    birkhoff,
    connected_networks,
    directed_networks,
    doubly_stochastic,
    edge_weighted,
    mixing_matrices,
    nearly_disconnected,
    row_stochastic,
    schedules,
    with_rho,
)

__all__ = [
    "at_the_edge",
    "birkhoff",
    "client_losses",
    "connected_networks",
    "directed_networks",
    "doubly_stochastic",
    "edge_weighted",
    "mixing_matrices",
    "nearly_disconnected",
    "quadratics",
    "regressions",
    "row_stochastic",
    "schedules",
    "with_rho",
]
