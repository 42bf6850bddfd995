"""Gossip gradient descent on clients of whom a few answers are given: points, gradients and losses.

These are answers of some mu-strongly convex and L-smooth losses (`clients.of_one_loss`), so whatever is said of all
such losses is said of these. Nothing else is known of them: whoever asks for a gradient or a loss elsewhere is refused.
"""

from __future__ import annotations

from typing import ClassVar

from .clients import of_one_loss
from .gossip import Gossip
from .gram_run import Form
from .intervals import ZERO, Number, largest, smallest, spend, sqrt, total
from .setting import need
from .vectors import Matrix, Vector, add, mean, square, subtract


class Interpolated(Gossip):
    """w* is the origin. pull and rise: grad F_k and F_k - min F_k at w_k(0), ..., w_k(T-1), at w* and at wbar(T).

    c: the minimizers; mu, L: of the class of losses; N = T + 2. The models follow from the gradients.
    """

    sizes = Gossip.sizes | {"N"}
    shapes: ClassVar = {
        **{name: axes for name, axes in Gossip.shapes.items() if name not in ("a", "s", "v")},
        **{"mu": "", "L": "", "pull": "K N d", "rise": "K N"},
    }
    positive = Gossip.positive | {"mu", "L"}
    most = 50  # a worst case has a dimension for every answer
    pull: list[Matrix]
    rise: Matrix

    def complete(self) -> None:
        need(self.mu < self.L, "setting: mu is not below L")
        need(len(self.W) == 1, "setting: W is one matrix where answers are given")
        self.a = [[self.mu, self.L] for _ in self.c]
        self.points: list[Matrix] = [[] for _ in self.c]
        super().complete()
        self.run()
        for k in range(len(self.c)):
            said = f"setting: what client {k} answers belongs to no mu-strongly convex and L-smooth loss"
            told = [(form(x), form(g), f.low) for x, g, f in self.answers(k)]
            need(of_one_loss(told, self.mu.low, self.L.low), said)
        need(not any(self.slope(self.best)), "setting: gradients at w* do not sum to 0")

    def run(self) -> None:
        """Where the answers are given, in their order."""
        K, N, d = len(self.pull), len(self.pull[0]), len(self.best)
        need(N > 2, "setting: N is not above 2")
        for t in range(N - 2):
            self.tell(self.state(t)[0])
        for w in (self.best, mean(self.state(N - 2)[0])):
            self.tell([w] * K)
        spend(3 * K * N * N * d)  # what `of_one_loss` multiplies

    def tell(self, x: Matrix) -> None:
        """One more point of each client."""
        for points, w in zip(self.points, x):
            points.append(w)

    def answers(self, k: int) -> list[tuple[Vector, Vector, Number]]:
        """Points of client k with gradients and losses there; the last is its minimizer."""
        nothing = [ZERO] * len(self.best)
        return list(zip([*self.points[k], self.c[k]], [*self.pull[k], nothing], [*self.rise[k], ZERO]))

    def minimizer(self) -> Vector:
        return [ZERO] * len(self.c[0])

    def place(self, k: int, w: Vector) -> int:
        """Which of the points of client k that is."""
        try:
            return self.points[k].index(w)
        except ValueError:
            raise ArithmeticError(f"what client {k} answers is not given there") from None

    def slopes(self, x: Matrix, centres: Matrix | None = None) -> Matrix:
        """grad F_k(x_k), where it is given."""
        return [self.pull[k][self.place(k, w)] for k, w in enumerate(x)]

    def losses(self, x: Matrix) -> Vector:
        """F_k(x_k) - min F_k, where it is given."""
        return [self.rise[k][self.place(k, w)] for k, w in enumerate(x)]

    def chi2(self) -> Number:
        """Bounds |grad F_k(w_k(t))|^2 at all rounds, for the smallest losses with these answers.

        Their gradients at x are mu x plus a mean of the u = g - mu x that are given. From the last round on, the mean
        model moves to -(a mean of u)/mu, coordinate by coordinate, and what is apart of it shrinks by r and is pushed
        by eta |u| at most.
        """
        K, T, mu = len(self.c), len(self.rise[0]) - 2, self.mu
        eta = self.step(T) * self.scale[0]
        r = largest(self.constants["lam"](self), eta * mu - self.constants["lam_n"](self))
        if r.high >= 1 or eta * mu > 1 or any(m != self.scale[0] for m in self.scale):
            raise ArithmeticError("chi2 is known of equal shares and short steps")
        u = [[add(g, x, -mu) for x, g, _ in self.answers(k)] for k in range(K)]
        pushed = eta * eta * total(largest(*map(square, rows)) for rows in u) / ((1 - r) * (1 - r))
        models = self.state(T)[0]
        spread2 = total(square(subtract(w, mean(models))) for w in models)
        apart = mu * mu * largest(spread2, pushed) * (K - 1) / K
        reach = self.reach(mean(models), u)
        later = reach + apart + 2 * sqrt(reach * apart)
        return largest(later, *(square(g) for pulls in self.pull for g in pulls[:T]))

    def reach(self, centre: Vector, u: list[Matrix]) -> Number:
        """The largest |u_ki + mu wbar|^2 over mean models wbar from that one on."""
        low, high = (
            mean([[end(*column) for column in zip(*rows)] for rows in u]) for end in (smallest, largest)
        )
        least = [smallest(self.mu * y, -z) for y, z in zip(centre, high)]
        most = [largest(self.mu * y, -z) for y, z in zip(centre, low)]
        return largest(
            *(
                total(largest((y + a) * (y + a), (y + b) * (y + b)) for y, a, b in zip(row, least, most))
                for rows in u
                for row in rows
            )
        )


def form(x: Vector) -> Form:
    """The vector as `clients` has it."""
    return {axis: value.low for axis, value in enumerate(x) if value}


Interpolated.constants = {**Gossip.constants, "chi2": Interpolated.chi2}
