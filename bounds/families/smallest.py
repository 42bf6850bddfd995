"""A bound for all rounds on the gradients of clients of whom only a few answers are given.

Of all mu-strongly convex and L-smooth losses with the answers (x_i, g_i, f_i) take the smallest. With u_i = g_i - mu
x_i,

    F(x) = mu |x|^2/2 + max over y in the hull of all u_i of <x, y> - |y|^2/(2 (L - mu)) - psi(y),

psi the largest convex function with psi(u_i) <= <u_i, x_i> - f_i + mu |x_i|^2/2 - |u_i|^2/(2 (L - mu)). What is
maximized over is 1/(L - mu)-strongly concave in y, so F - mu |x|^2/2 is convex and (L - mu)-smooth, and its gradient
is the y where the maximum is. The inequalities between the answers say that the line of slope x_i - u_i/(L - mu)
through psi(u_i) lies below all of these bounds: so there are equalities, the maximum at x_i is at y = u_i, and F has
the answers. Hence

    grad F_k(x) = mu x + u,   u in the hull of the u_ki,   at every x.

From the last round T that is told, let eta be the largest step that is left (times the clients' scale, one for all),
and eta mu <= 1. The mean model moves by wbar <- (1 - eta mu) wbar - eta ubar, so each of its coordinates stays between
wbar(T) and the least and the largest of -ubar/mu. What is apart from the mean, y, is mixed and pulled by W - eta mu,
of norm at most r = max(lam, eta mu - lam_n) there, and pushed by eta |u| at most: |y| <= Y = max(|y(T)|, eta |u|/(1 -
r)), and so |y_k| <= sqrt((K-1)/K) Y. A later gradient is at most the largest |u_ki + mu wbar| plus mu |y_k|.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..arithmetic import certainly

__all__ = ["Smallest"]


class Smallest:
    """Part of `interpolated.InterpolatedRun`."""

    @cached_property
    def chi2(self: Any) -> Any:
        """max_k |grad F_k(w_k(t))|^2 of the rounds that are told, or the bound on all later ones if that is larger."""
        largest, root = (self._arithmetic.functions[name] for name in ("max", "sqrt"))
        T = self._told
        eta = self.step(self._arithmetic.number(T)) * self.scale[0]
        kept = largest(self.lam, eta * self.mu - self.lam_n)
        if np.any(self.scale != self.scale[0]) or not certainly(kept, "<", 1) or eta * self.mu > 1:
            raise ArithmeticError("chi2 is known of equal shares and short steps")
        points, pulls, _ = self._answers
        u = pulls - self.mu * points
        mean, low, high = points[:, T + 1].sum(0), u.min(1).sum(0), u.max(1).sum(0)  # of all clients, K times
        ends = [
            extreme(mean * self.mu, -end) / self.K for extreme, end in ((np.minimum, high), (np.maximum, low))
        ]
        reach = np.maximum(*((u + end) ** 2 for end in ends)).sum(-1).max()
        pushed = eta * eta * (u * u).sum(-1).max(1).sum() / (1 - kept) ** 2
        apart = self.mu**2 * largest(self.spread2(T), pushed) * (self.K - 1) / self.K
        later = reach + apart + 2 * root(reach * apart)
        return largest((pulls[:, :T] ** 2).sum(-1).max(), later)
