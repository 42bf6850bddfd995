"""Runs of programs on clients: gossip descent, declared methods, consensus, learning over links that fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ..exact import Numbers, exact, sum_of
from ..line import dented, kinked, rounded
from ..losses import Answers, Pieces, Quadratic
from ..matrix import dot, flat, identity, plus, solved, square
from ..metrics import AT_A_ROUND, Measured
from ..program import FAR, WORDS, Program, Run
from ..setting import ROUNDS, Arrays, Setting, entries
from ..text import RANGED, Undefined, fields, names, need, written
from ..vectors import Space
from ..words import REGULAR, Composite, Words
from ..words import SHAPES as MORE
from .networks import Links, Schedule

SIZES = "K d S B M N head"
SHAPES = {
    **{
        "W": "S K K",
        "w0": "K d",
        "start": "d",
        "o": "K",
        "samples": "K",
        "delta": "",
        "Gamma": "",
        "eta": "",
    },
    **{"a": "K d", "c": "K d", "s": "K", "v": "K d"},  # quadratic
    **{"bend": "K M", "after": "K M", "width": "K M", "dent": "K M"},  # gradients that bend
    **{"kink": "K M", "rise": "K M", "left": "K", "taken": "K M"},  # gradients that jump
}
ANSWERS = {"mu": "", "L": "", "pull": "K N d", "rise": "K N"}
# what marks a kind of clients -> all its arrays, and its words
KINDS = {
    "pull": (
        "c mu L pull rise",
        "clients of whom answers are given that smooth, strongly convex losses have",
    ),
    "kink": ("kink rise left taken", "convex, piecewise linear clients on the line"),
    "dent": ("a c bend width dent", "smooth clients on the line, of any curvature"),
    "after": ("a c bend after", "piecewise quadratic, strongly convex clients on the line"),
    "a": ("a c s v", "quadratic clients"),
    "W": ("", "clients that pull to their own start"),
}
OPTIONAL, OTHERS = {"s", "v"}, {"W", "w0", "start", "o", "samples", "delta", "Gamma", "eta"}
SHARES = {"samples": "shares of the samples", "p": "shares p"}
POSITIVE = {"a", "after", "samples", "delta", "Gamma", "eta", "width", "mu", "L"}


def read(
    setting: dict[str, Any], numbers: Numbers, more: Mapping[str, str] | None = None
) -> tuple[Arrays, str]:
    """The arrays, and the kind of clients; every array that the kind has, and no other but those of `more`."""
    kind = next((name for name in KINDS if name in setting), "W")
    others = {name: SHAPES[name] for name in OTHERS} | dict(more or {})
    shapes = {**SHAPES, **(ANSWERS if kind == "pull" else {})}
    own = {*KINDS[kind][0].split()}
    told = Arrays(
        setting,
        {name: shapes[name] for name in own} | others,
        SIZES,
        numbers,
        50 if "M" in setting or "N" in setting else 12,
    )
    for name in own - OPTIONAL:
        told[name]
    for name in POSITIVE & told.keys():
        least = min(entries(told[name]))
        need(least > 0, "setting: {} is not positive", name)
    for one, other in (("eta", "delta"), ("w0", "start")):
        need(not {one, other} <= told.keys(), f"setting: {one} and {other} exclude each other")
    need(("delta" in told) == ("Gamma" in told), "setting: delta and Gamma belong together")
    need({"W", "R", "C"} & told.keys(), "setting: W is missing")
    need(
        all(exact(numbers.value(m)).denominator == 1 for m in told.get("samples", [])),
        "setting: samples are counts",
    )
    return told, kind


def clients(told: Arrays, kind: str, space: Space, start: list[Any]) -> Any:
    """The losses of a kind."""
    if kind == "pull":
        return Answers(space, told["pull"], told["rise"], told["c"], told["mu"], told["L"])
    if kind == "kink":
        shares = [*told["left"], *flat(told["taken"])]
        need(
            all(0 <= x <= 1 for x in shares) and min(flat(told["rise"])) > 0,
            "setting: left, taken or rise is wrong",
        )
        arrays = zip(told["kink"], told["rise"], told["left"], told["taken"])
        return Pieces(space, [kinked(*rows) for rows in arrays], None, anywhere=True)
    if kind == "after":
        arrays = zip(flat(told["a"]), flat(told["c"]), told["bend"], told["after"])
        return Pieces(
            space, [rounded(*rows) for rows in arrays], [a + b for a, b in zip(told["a"], told["after"])]
        )
    if kind == "dent":
        dents = [list(zip(*rows)) for rows in zip(told["bend"], told["width"], told["dent"])]
        lines = [dented(*rows) for rows in zip(flat(told["a"]), flat(told["c"]), dents)]
        return Pieces(
            space, lines, [[*line.curvatures(), max(map(abs, line.curvatures()))] for line in lines]
        )
    if kind == "a":
        return Quadratic(space, told["a"], told["c"], told.get("s"))
    one = space.numbers.rational(1)
    return Quadratic(space, [[one] * space.d] * space.K, start)


class Descent:
    """A run of a program on clients of a kind, over a network: what the families of this file have in common.

    weights: of the clients, where they are not equal; scaled: whether steps see the losses times their shares
    wide: of W, as `Schedule` says; equal: whether w* is of the plain sum whatever the weights are
    numbers: those that updates may read, where a program may say more than mix and grad
    """

    def __init__(
        self,
        told: Arrays,
        kind: str,
        program: Program,
        weights: Sequence[Any] = (),
        scaled: bool = False,
        wide: bool = False,
        numbers: Sequence[str] | None = None,
        equal: bool = False,
    ) -> None:
        self.told, self.kind, self.program, self.scaled = told, kind, program, scaled
        self.numbers = told.numbers
        self.schedule = Schedule(told, wide=wide) if "W" in told else None
        K = self.schedule.n if self.schedule else told.size["K"]
        start = told["w0"] if "w0" in told else [told["start"]] * K
        weights = weights or [self.numbers.rational(1)] * K
        shares = [m / sum_of(weights) for m in weights]
        head = self.schedule.head if self.schedule else 0
        space = self.space = Space(self.numbers, K, len(start[0]), told.get("W", ()), head, shares)
        self.more = None if numbers is None else Words(told, space, program.called, numbers)
        found = self.schedule.constants() if self.schedule else {"K": self.numbers.rational(K)}
        self.net: Links | None = None
        if "P" in told:
            need("draw" not in told, "setting: P and draw exclude each other")
            need(len(space.W) == 1, "setting: links that fail are of one W")
            self.net = Links(told, space.W)
            space.links = working(space.W[0], told["P"])
            found |= self.net.constants()
        losses = clients(told, kind, space, start)
        if {*REGULAR} & told.keys():
            losses = Composite(losses, told)
        noise = told["v"] if any(map(any, told.get("v", []))) else []
        need(not noise or kind == "a", "setting: noise is for quadratic clients")
        steps = {name: told[name] for name in ("eta", "delta", "Gamma") if name in told}
        random = noise or space.links or (self.more and self.more.random)
        affine = losses.affine and program.affine
        alike = (
            program.fixed and affine and not random and all(len(told.get(name, [0])) == 1 for name in "WRC")
        )
        self.run = Run(
            program,
            space,
            space.stacked(start),
            lambda v, name: losses.grad(v) + space.noise(noise, name) if noise else losses.grad(v),
            steps,
            affine,
            FAR if alike else ROUNDS,
            self.more,
            losses,
        )
        if kind == "pull":
            losses.follow(self.run.model)
        mean = sum_of(row[0] for row in start) / K
        best = losses.minimizer([self.numbers.rational(Fraction(1, K))] * K if equal else shares, mean)
        self.measured = Measured(self.run, losses, best, scaled, noise)
        self.constants = {**found, **self.measured.constants(), **self.offsets(), **steps}
        self.constants |= {"m": sum_of(told["samples"])} if "samples" in told else {}
        if "pace" in told and losses.curves:
            own = self.measured.own_constants(max)
            self.constants["pace_L"] = max(p * L for p, L in zip(told["pace"], own))
        self.constants |= self.more.constants() if self.more else {}
        self.metrics = self.measured.metrics() | {"step": self.run.eta}

    def offsets(self) -> dict[str, Any]:
        """The clients' least values, and the least of the loss of all."""
        K = self.space.K
        least = self.told.get("o", [self.numbers.rational(0)] * K)
        tilde = [p * x for p, x in zip(self.space.shares, least)]

        def lowest() -> Any:
            """F(w*)."""
            return self.measured.read("F(o)") + sum_of(tilde)

        return {
            **{"Fstar": lowest, "Fstar_mean": lambda: lowest() / K},
            **{"minima_sum": sum_of(least), "minima_min": min(least), "minima_max": max(least)},
            **{
                "tilde_minima_sum": sum_of(tilde),
                "tilde_minima_min": min(tilde),
                "tilde_minima_max": max(tilde),
            },
        }

    def vectors(self, t: int, ahead: int) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What formulas over vectors read: F sums the losses that steps see, own_F those of the clients."""
        own, W = self.constants["minima_sum"], self.space.W
        least = self.constants["tilde_minima_sum"] if self.scaled else own
        mix = "W_hat" if self.net or self.space.drawn else "W"
        values, words = self.measured.vectors(t, ahead, least, mix, own)
        moments = {"W_mean": self.net.mean(W[0]), "W_second": self.net.moment(W[0])} if self.net else {}
        return values, words | {name: partial(self.space.mixed, A) for name, A in moments.items()}

    @property
    def described(self) -> str:
        """What is restricted, in words."""
        told, program = self.told, self.program
        network = [self.schedule.words] if self.schedule else []
        network += ["links that fail independently (metrics are expectations)"] if self.net else []
        parts = [
            f"{program.text}, {'a fixed step' if program.fixed else f'steps of {written(program.step)}'}",
            *network,
            *(self.more.said if self.more else []),
            KINDS[self.kind][1],
            "noise of mean 0 (metrics are expectations)" if "v" in told else "full gradients",
            "a common start" if "start" in told else "any start",
            "any minima" if "o" in told else "minima 0",
            next((said for name, said in SHARES.items() if name in told), "equal shares"),
        ]
        return ", ".join(parts)

    def setting(self, constants: Mapping[str, Any], vectors: bool = True) -> Setting:
        """What formulas read, with constants of the family's own."""
        found = {**self.constants, **constants}
        return Setting(
            found, self.metrics, self.described, self.run.rounds, self.vectors if vectors else None
        )


def one_line(update: str, told: Arrays) -> Program:
    """x <- the update, by steps eta or delta/(t + Gamma)."""
    step = "eta" if "eta" in told else "delta/(t + Gamma)"
    return Program({"let": {}, "next": {"x": update}, "start": {}}, step)


def weighed(told: Arrays, scaled: bool) -> Sequence[Any]:
    """The samples of the clients, where gradients or averages are scaled by them."""
    sentence = "setting: samples belong to gradients or averages that are scaled by them"
    need(scaled or "samples" not in told, sentence)
    return told["samples"] if scaled else ()


GRADIENT = {False: "mix(x) - eta*grad(x)", True: "mix(x) - eta*share(grad(x))"}


def gossip(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """x <- W x - eta (gradients, perhaps times the clients' shares of the data)."""
    fields(options, {}, {"scaled": bool})
    scaled = options.get("scaled", False)
    told, kind = read(setting, numbers)
    need(kind in ("a", "after", "pull"), "setting: the family has no such clients")
    of = Descent(told, kind, one_line(GRADIENT[scaled], told), weighed(told, scaled), scaled)
    bounds = {
        "chi2": lambda: largest_gradient(of.measured, told, kind, of.constants),
        "hull_slope": lambda: hull_slope(of.measured, kind),
    }
    return of.setting(bounds)


def largest_gradient(measured: Measured, told: Arrays, kind: str, constants: Mapping[str, Any]) -> Any:
    """Bounds E|g_k(w_k(t))|^2 at all rounds while steps are short: models stay in the hull of starts and minimizers."""
    run, losses, space = measured.run, measured.losses, measured.space
    if kind == "pull":
        return _largest_answer(measured, constants)
    short = space.numbers.proved(run.eta(0) * constants["sharpest"], "<=", constants["own"])
    if not short or (kind == "a" and losses.turned):
        raise Undefined("chi2 bounds no gradients here: a step is too long, or axes are turned")
    start = space.rows(run.model(0).terms[()])
    if kind == "after":
        return hull_slope(measured, kind) ** 2
    low, high = ([end(column) for column in zip(*start, *losses.centres)] for end in (min, max))
    v = told.get("v", [[space.numbers.rational(0)] * space.d] * space.K)
    spill = (
        run.eta(0) * sum_of(m * m * square(row) for m, row in zip(measured.scale, v)) / constants["flattest"]
    )
    bounds = []
    for a, c, row in zip(losses.curves, losses.centres, v):
        reach = [x * max(h - y, y - l) for x, y, l, h in zip(a, c, low, high)]
        bounds.append(square(reach) + square(row) + max(a) * max(a) * spill)
    return max(bounds)


def hull_slope(measured: Measured, kind: str) -> Any:
    """The largest |F_k'| between the smallest and the largest of starts and minimizers, of clients on the line."""
    losses, space = measured.losses, measured.space
    if space.d > 1 or kind == "pull":
        raise Undefined("hull_slope is of clients on the line")
    places = flat(space.rows(measured.run.model(0).terms[()])) + flat(losses.centres)
    ends = min(places), max(places)
    if kind == "after":
        return max(abs(line.derivative(x)) for line in losses.lines for x in ends)
    return max(abs(a * (x - c)) for (a,), (c,) in zip(losses.curves, losses.centres) for x in ends)


def _largest_answer(measured: Measured, constants: Mapping[str, Any]) -> Any:
    """The same of clients of whom answers are given, for the smallest losses with these answers.

    Their gradients at x are mu x plus a mean of the u = g - mu x that are given. From the last round on, the mean model
    moves to -(a mean of u)/mu, coordinate by coordinate, and what is apart of it shrinks by r and is pushed by eta |u|.
    """
    run, losses, space = measured.run, measured.losses, measured.space
    largest, root = (space.numbers.functions[name] for name in ("max", "sqrt"))
    K, mu, T = space.K, losses.mu, losses.told - 2
    eta = run.eta(T) * measured.scale[0]
    r = largest(constants["lam"](), eta * mu - constants["lam_n"]())
    if (
        eta * mu > 1
        or len(set(measured.scale)) > 1
        or not space.numbers.proved(r, "<", space.numbers.rational(1))
    ):
        raise Undefined("chi2 is known of equal shares and short steps")
    nothing, u = [mu * 0] * space.d, []
    for k, centre in enumerate(losses.centres):
        answers = [*zip([rows[k] for rows in losses.points], losses.pull[k]), (centre, nothing)]
        u.append([[y - mu * z for y, z in zip(g, x)] for x, g in answers])
    model, spread2 = run.model(T), measured.at(AT_A_ROUND["spread2"])(T)
    mean = space.J(model).terms[()][: space.d]
    columns = list(zip(*(zip(*rows) for rows in u)))  # of each coordinate, client by client
    low, high = ([sum_of(map(end, clients)) / K for clients in columns] for end in (min, max))
    ends = [(min(mu * y, -h), max(mu * y, -l)) for y, l, h in zip(mean, low, high)]
    reach = max(
        sum_of(max((y + a) ** 2, (y + b) ** 2) for y, (a, b) in zip(row, ends)) for rows in u for row in rows
    )
    pushed = eta * eta * sum_of(max(map(square, rows)) for rows in u) / ((1 - r) * (1 - r))
    apart = mu * mu * largest(spread2, pushed) * (K - 1) / K
    later = reach + apart + 2 * root(reach * apart)
    return largest(later, *(square(g) for rows in losses.pull for g in rows[:T]))


def declared(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """The method that the options declare, as text.

    free: names of positive numbers that the method's lines may read, and a claim may speak of.
    """
    fields(options, {"program": dict, "step": str}, {"free": list})
    free = names(options.get("free", []), {*WORDS, *RANGED, *SHAPES, *MORE, *SIZES.split(), "t"})
    told, kind = read(setting, numbers, {**MORE, **dict.fromkeys(free, "")})
    program = Program(options["program"], options["step"], free)
    scaled = bool({"share", "average"} & program.called)
    wide = not ({"P", "draw"} & told.keys() or "self_mix" in program.called)
    of = Descent(told, kind, program, weighed(told, scaled), scaled, wide, free)
    own: dict[str, Any] = {"tension2": lambda: _tension2(of.measured)} if of.schedule else {}
    if kind == "kink":
        slopes = [line.slope for line in of.measured.losses.lines]
        own["G"] = max(max(-far, sum_of(rise) + far) for far, rise in zip(slopes, told["rise"]))
    for name in free:
        need(name not in {*of.constants, *own}, "{} has a meaning already", name)
        need(told[name] > 0, "setting: {} is not positive", name)
        own[name] = told[name]
    return of.setting(own, vectors=not scaled)


def working(W: Any, P: Any) -> dict[tuple[int, int], Any]:
    """The links that carry something, with the chances that they work."""
    return {(i, j): P[i][j] for i in range(len(W)) for j in range(i) if W[i][j] and P[i][j]}


def _tension2(measured: Measured) -> Any:
    """h'(I - W)^+ h = y'z of (I - W + 11'/K) z = y, where y is h, the gradients at w*, less its mean."""
    space, J = measured.space, measured.space.numbers.rational(Fraction(1, measured.space.K))
    A = [[x + J for x in row] for row in plus(identity(space.K, space.numbers), space.at(0), -1)]
    h = measured.losses.grad(measured.o)
    y = (h - space.J(h)).terms[()]
    return sum_of(dot(y[i :: space.d], solved(A, y[i :: space.d])) for i in range(space.d))


# --- consensus: F_k(w) = (w - w_k(0))^2/2 on the line

MIXED = {"decefl": "mix(x)", "literal": "x", "swarm": "average(x)", "fedavg": "average(x)"}
CONSENSUS = (
    "mean_error",
    "spread",
    "spread2",
    "distance",
    "distance2",
    "complete_distance",
    "complete_distance2",
)


def consensus(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Clients that pull to their own start; the algorithm says what is mixed."""
    fields(options, {"algorithm": str})
    algorithm = options["algorithm"]
    need(algorithm in MIXED, "options: no algorithm {} is known", algorithm)
    shapes = {"W": "S K K", "w0": "K", "p": "K", "delta": "", "Gamma": "", "eta": ""}
    told = Arrays(setting, shapes, "K S B head", numbers)
    need(("W" in told) == (algorithm in ("decefl", "literal")), "setting: W does not belong to the algorithm")
    need(("p" in told) == (algorithm == "swarm"), "setting: p does not belong to the algorithm")
    need(("eta" in told) != ("delta" in told and "Gamma" in told), "setting: eta, or delta and Gamma")
    steps = {name: told[name] for name in ("eta", "delta", "Gamma") if name in told}
    need(all(x > 0 for x in steps.values()), "setting: a step is not positive")
    K = len(told["w0"])
    p = told.get("p", [numbers.rational(Fraction(1, K))] * K)
    need(min(p) >= 0 and sum_of(p) == 1, "setting: p does not hold shares of 1")
    told["w0"] = [[x] for x in told["w0"]]
    of = Descent(told, "W", one_line(f"{MIXED[algorithm]} - eta*grad(x)", told), p, equal=True)
    found = {name: of.metrics[name] for name in (*CONSENSUS, "step")}
    found |= {f"swarm_{name}": of.metrics[f"average_{name}"] for name in ("error", "spread", "spread2")}
    wide = of.schedule.constants() if of.schedule else {"K": of.constants["K"]}
    constants = {**wide, **steps, "weights_spread": max(p) - min(p)}
    return Setting(constants, found, f"{algorithm}: {of.described}", of.run.rounds)


# --- learning over links that fail

LOSSY = {"W": "S K K", "P": "K K", "c": "K", "w0": "K", "start": "", "v": "K", "eta": ""}


def lossy(one: bool, setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
    """Gradient descent on slopes a (x - c_i), or a_i (x - c_i) unless `one`, over links that fail."""
    fields(options, {})
    told = Arrays(setting, {**LOSSY, "a": "" if one else "K"}, "K S", numbers)
    K, c, v = len(told["P"]), told["c"], told.get("v", [])
    need(("w0" in told) != ("start" in told), "setting: w0, or start")
    a = [told["a"]] * K if one else told["a"]
    fits = min(a) > 0 and told["eta"] > 0 and len(told["W"]) == 1
    need(fits, "setting: a or eta is not positive, or W no one")
    told |= {"a": [[x] for x in a], **({"start": [told["start"]]} if "start" in told else {})}
    told |= {name: [[x] for x in told[name]] for name in ("c", "v", "w0") if name in told}
    of = Descent(told, "a", one_line(GRADIENT[False], told))
    own = {"omega": of.constants["L"], "alpha2": max([numbers.rational(0), *(x * x for x in v)])}
    own |= {"beta2": a[0] * a[0] * sum_of((x - sum_of(c) / K) ** 2 for x in c) / K} if one else {}
    of.metrics["gradient2"] = of.metrics["global_gradient2"]
    del of.metrics["step"]  # eta, in all rounds

    def before(name: str) -> Callable[[int], Any]:
        return lambda t: numbers.rational(0) + sum_of(map(of.metrics[name], range(t)))

    of.metrics |= {"gradients2_before": before("gradient2"), "spread2_before": before("spread2")}
    return of.setting(own)


FAMILIES = {
    "gossip": gossip,
    "declared": declared,
    "consensus": consensus,
    "quadratic-links": partial(lossy, True),
    "curved-links": partial(lossy, False),
}
