"""Gossip gradient descent on quadratic clients, exact in expectation over the gradients' noise."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, reduce
from typing import Any, ClassVar

from .intervals import ONE, ZERO, Number, number, rounded, sqrt, total
from .matrices import Matrices
from .setting import need
from .vectors import (
    Matrix,
    Vector,
    add,
    apply,
    dot,
    flat,
    identity,
    mean,
    square,
    subtract,
    times,
    transposed,
)

NOISY = 1500  # noise directions times entries of a state, at most
# where every round does the same: followed one by one up to the first, known before the other
NEAR, FAR = 100, 10**6


class Gossip(Matrices):
    """w_k <- sum_j W_kj w_j - step * scale_k * (H_k (w_k - c_k) + v_k * a fair sign); F = sum_k share_k F_k.

    Client k: F_k(w) = (w - c_k)' H_k (w - c_k)/2 + o_k, H_k with eigenvalues a_k on axes turned, see `hessian`.
    Models start at w0, or all at `start`. With `scaled`, scale_k = m_k/m of the samples, and shares are the same.
    """

    shapes: ClassVar = {
        "W": "S K K",
        "a": "K d",
        "c": "K d",
        "w0": "K d",
        "start": "d",
        "s": "K",
        "o": "K",
        "v": "K d",
        "samples": "K",
        "delta": "",
        "Gamma": "",
        "eta": "",
    }
    choices: ClassVar = {"scaled": (True, False)}
    w0: Matrix

    def complete(self) -> None:
        super().complete()
        K, d = len(self.c), len(self.c[0])
        for x in self.get("samples", []):
            need(x.low.denominator == 1, f"setting: samples holds {x.low}")
        self.w0 = self.w0 if "w0" in self.given else [self.start] * K
        self.o = self.get("o", [ZERO] * K)
        self.v = self.get("v", [[ZERO] * d] * K)
        weights = self.samples if self.options.get("scaled") else [ONE] * K
        self.share = [x / total(weights) for x in weights]
        self.scale = self.share if self.options.get("scaled") else weights
        self.curves = self.a  # curvatures that a client's loss has
        self.best = self.minimizer()
        self.states: list[tuple[Matrix, list[Matrix]]] = [(self.w0, [])]
        self.powers: list[tuple[Matrix, Vector]] = []
        # where a fixed step, one W and no noise let `leap` go on; other classes have rounds of their own
        if type(self) is Gossip and "eta" in self.given and len(self.W) == 1 and not any(flat(self.v)):
            self.rounds = FAR

    @cached_property
    def H(self) -> list[Matrix]:
        return [hessian(a, s) for a, s in zip(self.a, self.get("s", [ZERO] * len(self.a)))]

    def minimizer(self) -> Vector:
        """Where the mean slope A w + g vanishes, by Cramer's rule."""
        g = self.slope([ZERO] * len(self.c[0]))
        A = [[dot(self.share, entries) for entries in zip(*rows)] for rows in zip(*self.H)]
        if len(g) == 1:
            return [-g[0] / A[0][0]]
        determinant = A[0][0] * A[1][1] - A[0][1] * A[1][0]
        return [
            (A[0][1] * g[1] - A[1][1] * g[0]) / determinant,
            (A[1][0] * g[0] - A[0][0] * g[1]) / determinant,
        ]

    def slopes(self, x: Matrix, centres: Matrix | None = None) -> Matrix:
        """grad F_k(x_k) of each client."""
        return [apply(H, subtract(w, c)) for H, w, c in zip(self.H, x, centres or self.c)]

    def slope(self, w: Vector) -> Vector:
        """grad F(w)."""
        return [dot(self.share, column) for column in zip(*self.slopes([w] * len(self.c)))]

    def losses(self, x: Matrix) -> Vector:
        """F_k(x_k) - min F_k."""
        return [dot(subtract(w, c), g) / 2 for w, c, g in zip(x, self.c, self.slopes(x))]

    def loss(self, w: Vector) -> Number:
        """F(w) - sum_k share_k min F_k."""
        return dot(self.share, self.losses([w] * len(self.c)))

    def drift(self, x: Matrix) -> Vector:
        """Mean over clients of the gradients that the steps use."""
        return mean([[m * y for y in g] for m, g in zip(self.scale, self.slopes(x))])

    def dissimilarity(self, w: Vector) -> Number:
        """The mean over clients of |grad F_k(w) - grad F(w)|^2."""
        slopes, slope = self.slopes([w] * len(self.c)), self.slope(w)
        return total(square(subtract(g, slope)) for g in slopes) / len(slopes)

    def curvatures(self) -> Vector:
        """Those that the steps see."""
        return [y * m for a, m in zip(self.curves, self.scale) for y in a]

    def mixing(self, t: int) -> Matrix:
        """What models are mixed by at round t."""
        return self.at(t)

    def moved(self, x: Matrix, t: int, centres: Matrix | None = None) -> Matrix:
        """One round without noise."""
        pulls = zip(times(self.mixing(t), x), self.slopes(x, centres), self.scale)
        return [add(w, g, -self.step(t) * m) for w, g, m in pulls]

    def doubled(self, power: int) -> tuple[Matrix, Vector]:
        """(A, b) of 2^power rounds together, x -> A x + b of the stacked models, rounded outward."""
        if not self.powers:
            K, d = len(self.w0), len(self.best)
            b = flat(self.moved([[ZERO] * d] * K, 0))
            units = [[row[k * d : (k + 1) * d] for k in range(K)] for row in identity(K * d)]
            self.powers.append((transposed([subtract(flat(self.moved(x, 0)), b) for x in units]), b))
        while len(self.powers) <= power:
            A, b = self.powers[-1]
            twice = add(apply(A, b), b)
            self.powers.append(([list(map(rounded, row)) for row in times(A, A)], list(map(rounded, twice))))
        return self.powers[power]

    def leap(self, t: int) -> Matrix:
        """All models at round t, where every round does the same."""
        x = flat(self.w0)
        for power in range(t.bit_length()):
            if t >> power & 1:
                A, b = self.doubled(power)
                x = list(map(rounded, add(apply(A, x), b)))
        d = len(self.best)
        return [x[k : k + d] for k in range(0, len(x), d)]

    def state(self, t: int) -> tuple[Matrix, list[Matrix]]:
        """Mean of all models at round t, and what each of the noise's signs so far adds to it or takes away."""
        if t > NEAR and self.rounds == FAR:
            return self.leap(t), []
        for r in range(len(self.states) - 1, t):
            x, kicks = self.states[r]
            still = [[ZERO] * len(w) for w in x]
            need(len(kicks) * len(flat(x)) < NOISY, "too many noisy rounds to check")
            new = []
            for k, v in enumerate(self.v):
                if any(v):
                    new.append([*still[:k], [self.step(r) * self.scale[k] * y for y in v], *still[k + 1 :]])
            self.states.append((self.moved(x, r), new + [self.moved(kick, r, still) for kick in kicks]))
        return self.states[t]

    def expected(self, quadratic: Callable[[Gossip, Matrix], Number], t: int) -> Number:
        """E q(models at round t) of a quadratic q: the signs of the noise are fair and independent."""
        x, kicks = self.state(t)
        both = total(
            quadratic(self, [add(w, v, side) for w, v in zip(x, u)]) for u in kicks for side in (1, -1)
        )
        return quadratic(self, x) * (1 - len(kicks)) + both / 2

    def gap_of_average(self, t: int) -> Number:
        """E F of the average of wbar(0), ..., wbar(t - 1), less F(w*)."""
        if t < 1:
            raise ArithmeticError("an average of no rounds")
        rounds = [self.state(r) for r in range(t)]
        latest = len(rounds[-1][1])
        average = mean([mean(x) for x, _ in rounds])
        kicks = []
        for sign in range(1, latest + 1):  # the oldest stand last
            moved = [mean(kicks[-sign]) for _, kicks in rounds if sign <= len(kicks)]
            kicks.append([total(column) / t for column in zip(*moved)])
        both = total(self.loss(add(average, kick, side)) for kick in kicks for side in (1, -1))
        return self.loss(average) * (1 - latest) + both / 2 - self.loss(self.best)

    def noise(self) -> Number:
        """E|sum_k scale_k v_k sign_k|^2."""
        return total(m * m * square(v) for m, v in zip(self.scale, self.v))

    def chi2(self) -> Number:
        """Bounds E|g_k(w_k(t))|^2 at all rounds while step(0) * sharpest <= own: the hull of w0 and c."""
        if len(self.best) == 2 and any(self.get("s", [])):
            raise ArithmeticError("chi2 is known for unturned axes only")
        low, high = ([pick(column) for column in zip(*self.w0, *self.c)] for pick in (min, max))
        spill = self.step(0) * self.noise() / min(self.curvatures())
        bounds = []
        for a, c, v in zip(self.a, self.c, self.v):
            reach = square([y * max(h - z, z - l) for y, z, l, h in zip(a, c, low, high)])
            bounds.append(reach + square(v) + max(a) * max(a) * spill)
        return max(bounds)

    def fedavg(self, t: int) -> Vector:
        """FedAvg's model: the mean model, descending F."""
        return reduce(lambda w, r: add(w, self.slope(w), -self.step(r)), range(t), mean(self.w0))

    def gstar2(self) -> Number:
        return total(m * m * square(g) for m, g in zip(self.scale, self.slopes([self.best] * len(self.c))))

    def lowest(self) -> Number:
        """F(w*)."""
        return self.loss(self.best) + dot(self.share, self.o)


def hessian(a: Vector, s: Number) -> Matrix:
    """Eigenvalues a; the axes are turned by the angle whose half has tangent s."""
    if len(a) == 1:
        return [a]
    need(len(a) == 2, "setting: d is 1 or 2")
    x, y = (1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)
    cross = x * y * (a[0] - a[1])
    return [[x * x * a[0] + y * y * a[1], cross], [cross, y * y * a[0] + x * x * a[1]]]


QUADRATICS: dict[
    str, Callable[[Any, Matrix], Number]
] = {  # name -> q of the models; formulas read its expectation
    "spread2": lambda s, x: total(square(subtract(w, mean(x))) for w in x),
    "error2": lambda s, x: square(subtract(mean(x), s.best)),
    "distance2": lambda s, x: total(square(subtract(w, s.best)) for w in x),
    "gap": lambda s, x: s.loss(mean(x)) - s.loss(s.best),
    "F_of_clients": lambda s, x: total(map(s.loss, x)) / len(x) - s.loss(s.best),
    "local_gaps": lambda s, x: total(s.losses(x)),
    "tilde_gaps": lambda s, x: dot(s.share, s.losses(x)),
    "curved_gaps": lambda s, x: 2 * dot(list(map(min, s.curves)), s.losses(x)),
    "steep_gaps": lambda s, x: 2 * dot(list(map(max, s.curves)), s.losses(x)),
    "gradients2": lambda s, x: total(map(square, s.slopes(x))),
    "mean_gradient2": lambda s, x: square(s.drift(x)),
    "global_gradient2": lambda s, x: square(s.slope(mean(x))),
    "dissimilarity2": lambda s, x: s.dissimilarity(mean(x)),
    "alignment": lambda s, x: dot(s.drift(x), s.slope(mean(x))),
}


def expected(quadratic: Callable[[Any, Matrix], Number]) -> Callable[..., Number]:
    return lambda s, t: s.expected(quadratic, t)


def root(square: Callable[..., Any]) -> Callable[..., Number]:
    return lambda s, *t: sqrt(number(square(s, *t)))


Gossip.constants = Matrices.constants | {
    "d": lambda s: len(s.best),
    "m": lambda s: total(s.samples),
    "L": lambda s: max(flat(s.curves)),
    "mu": lambda s: min(flat(s.curves)),
    "sharpest": lambda s: max(s.curvatures()),
    "flattest": lambda s: min(s.curvatures()),
    "chi2": Gossip.chi2,
    "sigma2": lambda s: square(flat(s.v)) / len(s.v),
    "eps0": lambda s: total(s.losses(s.w0)),
    "gstar2": Gossip.gstar2,
    "gstar": root(Gossip.gstar2),
    "Fstar": Gossip.lowest,
    "Fstar_mean": lambda s: s.lowest() / len(s.c),
    "minima_sum": lambda s: total(s.o),
    "minima_min": lambda s: min(s.o),
    "minima_max": lambda s: max(s.o),
    "tilde_minima_sum": lambda s: dot(s.share, s.o),
    "tilde_minima_min": lambda s: min(m * o for m, o in zip(s.share, s.o)),
    "tilde_minima_max": lambda s: max(m * o for m, o in zip(s.share, s.o)),
}
Gossip.metrics = {
    **Matrices.metrics,
    **{name: expected(q) for name, q in QUADRATICS.items()},
    **{name: root(expected(QUADRATICS[name + "2"])) for name in ("spread", "error", "distance")},
    "gap_of_average": Gossip.gap_of_average,
    "noise2": lambda s, t: s.noise() / len(s.v) ** 2,
    "fedavg_distance2": lambda s, t: square(subtract(mean(s.state(t)[0]), s.fedavg(t))),
}
