"""Check a witness of a worst case, a record of kind `worst-case-witness`.

A witness says: the statement of a certificate (see `gram`) cannot hold with a value smaller than this one. It gives W,
the clients' starts, the gradients that they answer with, in the order they are asked, and their losses there, all
rational. The run is repeated on these; every condition is met; and for each client, any two points fulfil
    F(x_a) >= F(x_b) + <g_b, x_a - x_b> + (|dg|^2/L + mu |dx|^2 - 2 mu/L <dg, dx>)/(2 (1 - mu/L)),
which is all it takes for a mu-strongly convex and L-smooth loss with these values and gradients to exist (Taylor,
Hendrickx and Glineur 2017, Theorem 4). Where it gives the losses themselves (`clients`, see `line`), these are
replayed: every gradient and every loss of the run is that of the client at that point.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

from .gram import KINDS, TERM, begun, statement
from .gram_run import Form, Run, Vector, add, fraction
from .line import Client
from .psd import need, positive, readable

__all__ = ["KIND", "check"]

KIND = "worst-case-witness"
AXES = 400


class Given(Run):
    """The run of numbers: what is new comes from the witness."""

    def __init__(self, record: Mapping[str, Any], star: bool, minima: bool):
        need(type(record["vectors"]) is list, "vectors are no list")
        self.given = iter(record["vectors"])
        self.cache: dict[Any, Vector] = {}
        super().__init__(record, star, minima)

    def new(self, common: bool = False, centred: bool = False) -> Vector:
        told = next(self.given, None)
        need(
            type(told) is list and len(told) == self.copies,
            "there are not as many vectors as the run asks for",
        )
        vector = Vector(coordinates(part) for part in told or ())
        need(not common or all(part == vector[0] for part in vector), "the start is not common")
        need(not centred or not self.mean(vector), "gradients at w*, or starts, do not sum to 0")
        return vector


def coordinates(told: Any) -> Form:
    need(type(told) is list and len(told) <= AXES, "a vector is no list of coordinates")
    return {axis: value for axis, part in enumerate(told) if (value := fraction(part, "a coordinate"))}


def dot(u: Form, v: Form) -> Fraction:
    return sum((value * v[axis] for axis, value in u.items() if axis in v), Fraction(0))


def less(u: Form, v: Form) -> Form:
    return add((Fraction(1), u), (Fraction(-1), v))


def check(record: Any) -> dict[str, Any]:
    """{proved, what, reason, reached: the objective, exact}; raises NotACertificate for what is no witness."""
    need(type(record) is dict and record.get("kind") == KIND, f"not a record of kind {KIND}")
    for name, kind in KINDS.items():
        need(
            type(record.get(name)) is kind or name == "multipliers",
            f"field {name} is lacking or of the wrong kind",
        )
    with readable("the witness"):
        reached, reasons = judged(record)
        what = statement(record).replace("<=", "reaches", 1)
        if "clients" in record:
            what += ", by clients on the line whose curvature is mu or L"
    return {"proved": not reasons, "what": what, "reason": "; ".join(reasons), "reached": str(reached)}


def judged(record: Mapping[str, Any]) -> tuple[Fraction, list[str]]:
    """The objective that the witness reaches, and what keeps it from being a witness; empty if it is one."""
    network, objective, conditions = record["network"], record["objective"], record["conditions"]
    names = [name for terms in (objective, *(c["terms"] for c in conditions)) for name in terms]
    need(names and all(TERM.fullmatch(name) for name in names), "a term is not known")
    minima = any(name.startswith("eps") for name in names)
    need(not minima or fraction(record["mu"], "mu") > 0, "with mu = 0 witnesses speak of no F_k^*")
    W = [[fraction(w, "W") for w in row] for row in record["W"]]
    told = {**record, "network": {"matrix": record["W"]}}
    run = begun(Given, told, names)
    assert isinstance(run, Given)
    need(next(run.given, None) is None, "there are more vectors than the run asks for")
    losses = iter(record["losses"])
    F = [
        [fraction(f, "a loss") for f in next(losses, [])] if p.valued else [Fraction(0)] * len(W)
        for p in run.points
    ]
    need(all(len(f) == len(W) for f in F), "a loss is lacking")
    reasons = [] if belongs(W, network) else ["W is not of the network's class"]
    if "clients" in record:
        same = answered(run, F, [Client(told, run.mu, run.L) for told in record["clients"]])
        reasons += ["a gradient or a loss of the run is not that of the client"] * (not same)
    else:
        reasons += ["a client's answers belong to no loss of the class"] * (not interpolable(run, F))
    for condition in conditions:
        if total(run, F, condition["terms"]) > fraction(condition["bound"], "bound"):
            reasons.append(
                f"a condition is not met: {' + '.join(condition['terms'])} <= {condition['bound']}"
            )
    reached = total(run, F, objective)
    return reached, reasons + ["the value is not reached"] * (reached < fraction(record["value"], "value"))


def belongs(W: list[list[Fraction]], network: Mapping[str, Any]) -> bool:
    """W is the given matrix, or symmetric with W 1 = 1 and all other eigenvalues in the spectrum."""
    if "matrix" in network:
        return [[fraction(w, "W") for w in row] for row in network["matrix"]] == W
    low, high = (fraction(end, "spectrum") for end in network["spectrum"])
    K = len(W)
    if network.get("clients", K) != K:
        return False
    apart = [[Fraction(i == j) - Fraction(1, K) for j in range(K)] for i in range(K)]  # I - J
    inside = [[W[i][j] - Fraction(1, K) for j in range(K)] for i in range(K)]  # W - J
    below = [[high * a - w for a, w in zip(row, other)] for row, other in zip(apart, inside)]
    above = [[w - low * a for a, w in zip(row, other)] for row, other in zip(apart, inside)]
    symmetric = all(W[i][j] == W[j][i] for i in range(K) for j in range(K))
    return symmetric and positive(below) and positive(above)


def interpolable(run: Run, F: list[list[Fraction]]) -> bool:
    """Whether each client's points, gradients and losses are those of a mu-strongly convex and L-smooth function."""
    return all(
        of_one_loss([(point.x[k], point.g[k], f[k]) for point, f in zip(run.points, F)], run.mu, run.L)
        for k in range(run.copies)
    )


def of_one_loss(told: list[tuple[Form, Form, Fraction]], mu: Fraction, L: Fraction) -> bool:
    """The same of points with their gradients and losses; mu < L."""
    c = 1 / (2 * (1 - mu / L))
    for (x, g, f), (y, h, e) in permutations(told, 2):
        dx, dg = less(x, y), less(g, h)
        curved = dot(dg, dg) / L + mu * dot(dx, dx) - 2 * mu / L * dot(dg, dx)
        if f < e + dot(h, dx) + c * curved:
            return False
    return True


def answered(run: Run, F: list[list[Fraction]], clients: list[Client]) -> bool:
    """Whether gradients and losses are those of the clients, one for each row of W, at all points of the run."""
    need(len(clients) == run.copies, "there are not as many clients as W has rows")
    for point, losses in zip(run.points, F):
        for x, g, loss, client in zip(point.x, point.g, losses, clients):
            need({*x, *g} <= {0}, "a vector is not on the line")
            at = x.get(0, Fraction(0))
            if g.get(0, Fraction(0)) != client.gradient(at) or loss != client.loss(at):
                return False
    return True


def total(run: Run, F: list[list[Fraction]], told: Mapping[str, str]) -> Fraction:
    """A sum of terms, in numbers."""
    place = {point.name: i for i, point in enumerate(run.points)}

    def apart(x: Vector) -> Fraction:
        return sum((dot(form, form) for _, form in run.deviations(x)), Fraction(0)) / run.copies

    def value(kind: str, at: str) -> Fraction:
        x = run.models[int(at)] if at else run.models[0]
        mean = run.mean(x)
        if kind == "error2":
            return dot(mean, mean)
        if kind == "spread2":
            return apart(x)
        if kind == "distance2":
            return dot(mean, mean) + apart(x)
        if kind == "gstar2":
            return apart(run.points[place["star"]].g)
        if kind == "gradients2":
            return sum((dot(g, g) for g in run.grad(x)), Fraction(0)) / run.copies
        if kind == "gap":
            return sum(F[place[f"mean({at})"]], Fraction(0)) / run.copies
        least = sum(F[place["minima"]], Fraction(0)) / run.copies
        return -least if kind == "eps_star" else sum(F[place["0"]], Fraction(0)) / run.copies - least

    result = Fraction(0)
    for name, coefficient in told.items():
        kind, _, at = name.partition("(")
        result += fraction(coefficient, name) * value(kind, at[:-1])
    return result
