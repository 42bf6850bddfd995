"""chi2: a bound for all rounds on the gradients that clients of gossip descent meet.

Quadratic clients, axes not turned. While eta_t * sharpest <= own, every coordinate of the mean is a convex combination
of starts and minimizers, so it stays in their hull; the noise leaves a covariance of trace at most
eta_0 * sum_k scale_k^2 |v_k|^2 / flattest.

Clients on the line. In the same way every model stays between the smallest and the largest of starts and minimizers,
for F_k'(w) is mu_k to L_k times w - c_k; and F_k' increases.

Answers. Of all mu-strongly convex and L-smooth losses with the answers (x_i, g_i, f_i) take the smallest. With u_i =
g_i - mu x_i,

    F(x) = mu |x|^2/2 + max over y in the hull of all u_i of <x, y> - |y|^2/(2 (L - mu)) - psi(y),

psi the largest convex function with psi(u_i) <= <u_i, x_i> - f_i + mu |x_i|^2/2 - |u_i|^2/(2 (L - mu)). What is
maximized over is 1/(L - mu)-strongly concave in y, so F - mu |x|^2/2 is convex and (L - mu)-smooth, and its gradient
is the y where the maximum is. The inequalities between the answers say that the line of slope x_i - u_i/(L - mu)
through psi(u_i) lies below all of these bounds: so there are equalities, the maximum at x_i is at y = u_i, and F has
the answers. Hence

    grad F_k(x) = mu x + u,   u in the hull of the u_ki,   at every x.

From the last given round T on, let eta be the largest later step (times the clients' scale, one for all),
and eta mu <= 1. The mean model moves by wbar <- (1 - eta mu) wbar - eta ubar, so each of its coordinates stays between
wbar(T) and the least and the largest of -ubar/mu. What is apart from the mean, y, is mixed and pulled by W - eta mu,
of norm at most r = max(lam, eta mu - lam_n) there, and pushed by eta |u| at most: |y| <= Y = max(|y(T)|, eta |u|/(1 -
r)), and so |y_k| <= sqrt((K-1)/K) Y. A later gradient is at most the largest |u_ki + mu wbar| plus mu |y_k|.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .answers import Answers
from .line import Line
from .model import Model
from .quadratics import Quadratics

__all__ = ["LargestGradient"]


class LargestGradient:
    """Of gossip descent."""

    def __init__(self, model: Model):
        self._model = model

    @property
    def chi2(self) -> Any:
        """max_k sup_t E||g_k(w_k(t))||^2, an upper bound for all rounds t >= 0; of unturned axes, as d = 1 has."""
        losses = self._model.clients.losses
        if isinstance(losses, Quadratics):
            return _of_quadratics(self._model, losses)
        if isinstance(losses, Line):
            return _on_the_line(self._model, losses)
        assert isinstance(losses, Answers)
        return _of_answers(self._model, losses)

    @property
    def hull_slope(self) -> Any:
        """The largest |F_k'| between the smallest and the largest of starts and minimizers, of clients on the line."""
        losses = self._model.clients.losses
        if self._model.start.shape[1] > 1 or not isinstance(losses, Quadratics | Line):
            raise ArithmeticError("hull_slope is of clients on the line")
        return abs(_slopes_at_ends(self._model, losses)).max()


def _of_quadratics(model: Model, losses: Quadratics) -> Any:
    a, c, clients = losses.curvatures, losses.minimizers, model.clients
    if a.shape[1] > 1 and losses.turns is not None and any(losses.turns):
        raise ArithmeticError("chi2 is known for unturned axes only")
    points = np.concatenate([model.start, c])
    low, high = points.min(0), points.max(0)
    reach = np.where(high - c > c - low, high - c, c - low)
    noise = c[:, 0] * 0 if model.noise is None else (model.noise * model.noise).sum(1)
    first_step = model.steps.step(0.0)
    spilled = first_step * (clients.scale * clients.scale * noise).sum() / clients.flattest
    return max(((a * reach) ** 2).sum(1) + noise + a.max(1) ** 2 * spilled)


def _on_the_line(model: Model, losses: Line) -> Any:
    return (_slopes_at_ends(model, losses) ** 2).max()


def _slopes_at_ends(model: Model, losses: Quadratics | Line) -> Any:
    """F_k' at the smallest and at the largest of starts and minimizers, (2, K)."""
    points = [*model.start[:, 0], *losses.minimizers[:, 0]]
    ends = np.array([[end] * len(losses.minimizers) for end in (min(points), max(points))])
    if isinstance(losses, Line):
        return losses.pulls(ends)
    return losses.curvatures[:, 0] * (ends - losses.minimizers[:, 0])


def _of_answers(model: Model, told: Answers) -> Any:
    """The largest over the given rounds, or the bound on all later ones if that is larger."""
    clients, network, T = model.clients, model.network, told.told
    eta = model.steps.step(float(T)) * clients.scale[0]
    kept = max(network.lam, eta * told.mu - network.lam_n)
    if np.any(clients.scale != clients.scale[0]) or kept >= 1 or eta * told.mu > 1:
        raise ArithmeticError("chi2 is known of equal shares and short steps")
    u = told.pulls - told.mu * told.points
    mean, low, high = (
        told.points[:, T + 1].sum(0),
        u.min(1).sum(0),
        u.max(1).sum(0),
    )  # of all clients, K times
    ends = [
        extreme(mean * told.mu, -end) / clients.K for extreme, end in ((np.minimum, high), (np.maximum, low))
    ]
    reach = np.maximum(*((u + end) ** 2 for end in ends)).sum(-1).max()
    pushed = eta * eta * (u * u).sum(-1).max(1).sum() / (1 - kept) ** 2
    apart = told.mu**2 * max(model.spread2(T), pushed) * (clients.K - 1) / clients.K
    later = reach + apart + 2 * np.sqrt(reach * apart)
    return max((told.pulls[:, :T] ** 2).sum(-1).max(), later)
