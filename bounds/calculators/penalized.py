"""Bounds on a run of w <- W w - eta grad with one W and one step: it descends along a penalized sum of its losses.

Notation of `comparison`; W is the same at every round, gradients are exact, and sigma = 1 + lam_n - eta (L + mu) > 0.
The round is a gradient step of length eta on P(w) = sum_k F_k(w_k) + w'(I - W)w/(2 eta), as in
`mixproof.bounds.theorems.yuan2016.bounded_gradients`; P is mu-strongly convex and (L + (1 - lam_n)/eta)-smooth. Let z =
1 w*, Q = P(w) - P(z), r = 1 - eta mu, theta = 2/(1 + lam_n - eta L).

Descent: eta ||grad P||^2 <= theta (Q - Q+), so Q never grows. Convexity: <grad P, w - z> >= Q + mu x^2/2. Hence
x+^2 = x^2 - 2 eta <grad P, w - z> + eta^2 ||grad P||^2 has

    x+^2 + eta theta Q+ <= r (x^2 + eta theta Q) - eta p Q,    p = 2 - theta eta mu > 0,

and summed over t rounds, with Q(t) <= Q(tau) for every tau < t,

    Q(t) <= r^t (x(0)^2/eta + theta Q(0))/(theta + p (1 + r + ... + r^(t-1))).

What it says of s and d. Let B_k(v) = F_k(v) - F_k(w*) - <h_k, v - w*> >= 0, convex, L-smooth and least at w*, and
c = (1 - lam)/eta. As the h_k sum to zero, sum_k B_k(wbar) = d and Q = sum_k B_k(w_k) + <h, w - 1 wbar> + w'(I - W)w/(2
eta). The last two are at least -g s + c s^2/2, so that

    sum_k B_k(w_k) + c (s - g/c)^2/2 <= Q + g^2/(2c) =: q.

Smoothness, with ||grad B_k(v)||^2 <= 2 L B_k(v), says sqrt(B_k(v')) <= sqrt(B_k(v)) + sqrt(L/2) ||v' - v||: B_k(v') <=
B_k(v) + sqrt(2 L B_k(v)) ||v' - v|| + L ||v' - v||^2/2. By Minkowski's inequality over k, and Cauchy's and Schwarz's,

    s <= g/c + sqrt(2 q/c),    sqrt(d) <= sqrt(q (1 + L/c)) + sqrt(L/2) g/c.

At the start the same gives Q(0) <= (sqrt(d) + sqrt(L/2) s)^2 + g s + (1 - lam_n) s^2/(2 eta).
"""

from __future__ import annotations

from collections.abc import Iterator

from .comparison import Constants, Norms
from .outward import BITS, ONE, Interval, over, root, times

__all__ = ["penalized"]


def penalized(start: Norms, c: Constants, eta: Interval) -> Iterator[tuple[int, int]]:
    """Bounds of s and d after rounds 1, 2, ..., without end; none at all where lam = 1 or sigma <= 0."""
    pull, apart = eta * c.mu, ONE - c.lam.high
    room = ONE + c.lam_n.low - (eta * c.L).high
    if apart <= 0 or room <= pull.high:
        return
    theta = over(2 << 2 * BITS, room)
    p = max(2 * ONE - times(theta, pull.high), 0)
    first = _at_first(start, c, eta)
    energy = over(start.whole**2, eta.low) + times(theta, first)
    left, total = ONE, 0
    stiffness = (apart << BITS) // eta.high
    while True:
        left, total = times(ONE - pull.low, left), ONE + ((ONE - pull.high) * total >> BITS)
        excess = over(times(left, energy) << BITS, theta + (p * total >> BITS))
        yield _apart(min(excess, first), stiffness, c)


def _at_first(start: Norms, c: Constants, eta: Interval) -> int:
    """Q(0)."""
    square = (root(start.d << BITS) + times(_bent(c), start.s)) ** 2
    turned = over(square, ONE) + times(c.g, start.s)
    return turned + over((ONE - c.lam_n.low) * start.s**2, 2 * eta.low << BITS)


def _apart(excess: int, stiffness: int, c: Constants) -> tuple[int, int]:
    """The bounds of s and d that Q says, c of the module being `stiffness`."""
    off = over(c.g << BITS, stiffness)
    q = excess + over(c.g * off, 2 << BITS)
    square = (root(q * (ONE + over(c.L.high << BITS, stiffness))) + times(_bent(c), off)) ** 2
    return off + root(over(2 * q << 2 * BITS, stiffness)), over(square, ONE)


def _bent(c: Constants) -> int:
    """sqrt(L/2)."""
    return root(c.L.high << BITS - 1)
