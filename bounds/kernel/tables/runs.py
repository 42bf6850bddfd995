"""Runs of declared algorithms, read at rounds that are numbers: what a worst case is proved of.

A network is a class, every symmetric W with W 1 = 1 whose other eigenvalues lie in [lam_n, high] and every number K of
clients; or one given W, where each client has vectors and a loss of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce

from ..formal import Operator
from ..matrix import is_between
from ..table import Family, Kind, Table, renamed, with_calls
from ..text import LENGTH, Node, fields, inside, need, number, parse, written
from .declared import began, declaration, named
from .smooth import METRICS as SIZES
from .smooth import MIXING, SMOOTH, STEPS

CLIENTS = 12
WORDS = {"mix", "grad", "average", "share"}
OWN = {"lam", "chi2", "minima_min", "m"}  # numbers that a statement may speak of
CONSTANTS = ["gstar2", "gstar", "eps0", "Fstar", "sigma2", "tilde_minima_sum", "tilde_minima_min"]
OF_TABLES = "o c w0 J W F K mu L lam_n high dot sq norm mean_model far"
TAKEN = {
    *(*WORDS, *SIZES, *STEPS, *CONSTANTS, "minima_sum", "gap", "gradients2", "step", "noise2"),
    *OF_TABLES.split(),
}
OWN_STEPS = {"eta": ("eta",), "delta/(t + Gamma)": ("delta", "Gamma")}
LOSSES = "every F_k convex, mu-strongly where mu > 0, and L-smooth; F the mean of the F_k, least at o; full gradients"
# A client's minimizer c is there where mu > 0; else its least value is an infimum.
RULES = {
    "interpolation": SMOOTH["interpolation"],
    "steep": SMOOTH["steep"],
    "own_flat": ("", "0*c == grad(c)"),
    "own_least": ("", "minima_sum == F(c)"),
}
FACTS = {
    "lam": {"lam_high": "lam >= high", "lam_low": "lam >= -lam_n"},
    "chi2": {"chi2": "chi2 >= 0"},
    "minima_min": {"minima_min": "K*minima_min <= minima_sum"},
    "m": {"m": "m > 0"},
}
Program = Mapping[str, str]


def of(kind: Kind) -> Table:
    """The table of the family `runs`. Options: algorithm, step (eta or delta/(t + Gamma)), network.

    network: "one", a class with one W for all rounds, "changing", another W every round, or {"matrix": rows of W}, with
    lam and lam_n beside it where a statement speaks of them. Parameters: `start`, where all clients start at one point;
    numbers that the statement speaks of: lam, at least the moduli of the eigenvalues but that of 1; chi2, at least the
    clients' mean squared gradient at every round; minima_min, at most every F_k^*; m, of all samples.
    """
    need(not kind.sizes, "a run has no sizes")
    algorithm, step, network = (kind.options[name] for name in ("algorithm", "step", "network"))
    algorithm = declaration(algorithm)
    need(step in OWN_STEPS, "a step is eta, or delta/(t + Gamma)")
    need(not algorithm.get("scales"), "algorithms with scales have no table of runs")
    program, let = algorithm["next"], algorithm.get("let") or {}
    named(program, let, TAKEN | kind.parameters, WORDS, "eta")
    model = next(iter(program))
    starts = {name: began(str(told), model) for name, told in (algorithm.get("start") or {}).items()}
    need(starts.keys() <= program.keys() and model not in starts, "what starts is a state beside the model")
    shown = [f"{name} = {text}" for name, text in let.items()]
    shown += [f"{name} <- {text}" for name, text in program.items()]
    shown += [
        f"{name} from {model}(0)" if name in starts else f"{name} from 0" for name in program if name != model
    ]
    starts = {name: starts.get(name, "w0" if name == model else "0*w0") for name in program}
    if type(network) is dict:
        told = fields(network, {"matrix": list}, {"lam": str, "lam_n": str})
        W = [[number(w) for w in row] for row in told["matrix"]]
        ends: dict[str, str] = {n: str(number(told[n])) for n in ("lam", "lam_n") if n in told}
        table = of_matrix(program, let, starts, "start" in kind.parameters, W)
        table = replace(table, lets={**table.lets, **ends})
        need(
            not ends or (len(ends) == 2 and extremes(W, **{n: number(x) for n, x in ends.items()})),
            "lam and lam_n are not those of W, or W is not symmetric",
        )
    else:
        need(network in ("one", "changing"), "the network is one, changing, or the rows of a W")
        table = of_class(program, let, starts, "start" in kind.parameters, network == "changing")
    spoken = sorted(kind.parameters & OWN)
    facts = {"mu": "mu >= 0", "L": "L > mu", **table.facts, **{name: STEPS[name] for name in OWN_STEPS[step]}}
    for name in sorted({*spoken} - table.lets.keys()):
        facts |= FACTS.get(name, {})
    return replace(
        table,
        about=f"the algorithm {'; '.join(shown)}; step {step}; {table.about}; {LOSSES}"
        + ("; one start for all" if "start" in kind.parameters else "")
        + (
            "; lam at least the moduli of these eigenvalues"
            if "lam" in spoken and "lam" not in table.lets
            else ""
        )
        + ("; chi2 at least the clients' mean squared gradient at every round" if "chi2" in spoken else ""),
        numbers={
            **table.numbers,
            **{name: 0 for name in ("mu", "L", *spoken, *OWN_STEPS[step]) if name not in table.lets},
        },
        facts=facts,
        rules=table.rules
        if "chi2" in spoken
        else {k: rule for k, rule in table.rules.items() if k != "bounded"},
        lets={
            **table.lets,
            **({} if step == "eta" else {"eta": step}),
            "sigma2": "0",
            "tilde_minima_sum": "minima_sum/K",
            **({"tilde_minima_min": "minima_min/K"} if "minima_min" in spoken else {}),
        },
        metrics={**table.metrics, "step": "eta", "noise2": "0"},
        size="",
    )


def scaled(program: Program, let: Program) -> str:
    """What gradients are divided by, as steps see them."""
    used = {call for text in (*program.values(), *let.values()) for call in inside(parse(text), "call")}
    return "/K" if "share" in used else ""


def of_class(program: Program, let: Program, starts: Program, common: bool, changing: bool) -> Table:
    """Vectors are stacks of one block a client."""

    def put(node: Node) -> Node:
        return Node("/", None, (node.parts[0], Node("name", "K"))) if node.value == "share" else node

    def told(texts: Program) -> dict[str, str]:
        scaled = {name: with_calls(text, put) for name, text in texts.items()}
        return renamed(scaled, mix="W", average="J")

    x = next(iter(program))
    rounds = "another W every round" if changing else "the same W in every round"
    return Table(
        f"W symmetric, W 1 = 1, its other eigenvalues in [lam_n, high], {rounds}, any number K of clients",
        dict.fromkeys(("K", "lam_n", "high", "minima_sum"), 0),
        {"K": "K > 0", "order": "lam_n <= high"},
        natural=("K",),
        moving=("W",) if changing else (),
        vectors={"o": {"still": True}, "w0": {"still": common}, "c": {}},
        states=told(program),
        start=starts,
        operators={"W": Operator()},
        gradients=("grad",),
        functions=("F",),
        flat_at="o",
        rules={
            **RULES,
            "spectrum": renamed(MIXING, lam="high")["spectrum_flat"],
            "bounded": ("", f"sq(grad({x})) <= K*chi2"),
        },
        premises=dict.fromkeys(("own_flat", "own_least"), "mu > 0"),
        lets={
            **told(let),
            "gstar": f"norm(grad(o)){(share := scaled(program, let))}",
            "gstar2": f"sq(grad(o)){share}{share}",
            "eps0": "F(w0) - minima_sum",
            "Fstar": "F(o)/K",
        },
        metrics={
            **renamed(SIZES, x=x),
            "gradients2": f"sq(grad({x}))",
            "gap": f"(F(J({x})) - F(o))/K",
        },
    )


def of_matrix(
    program: Program, let: Program, starts: Program, common: bool, W: list[list[Fraction]]
) -> Table:
    """Client k has the vectors x_k, ..., the gradient grad_k and the loss F_k."""
    K = len(W)
    need(
        0 < K <= CLIENTS and all(len(row) == K and sum(row) == 1 for row in W),
        "rows of W do not sum to 1, or there are none, or too many",
    )
    clients, own = range(1, K + 1), {*program, *let}

    def weighted(weights: list[Fraction], parts: list[Node]) -> Node:
        terms = [Node("*", None, (Node("number", w), part)) for w, part in zip(weights, parts) if w]
        return reduce(lambda total, term: Node("+", None, (total, term)), terms)

    def read(node: Node, k: int) -> Node:
        """An update, as client k makes it."""
        if node.kind == "name":
            return node._replace(value=f"{node.value}_{k}") if node.value in own else node
        if node.kind == "call" and node.value in ("mix", "average"):
            weights = W[k - 1] if node.value == "mix" else [Fraction(1, K)] * K
            return weighted(weights, [read(node.parts[0], j) for j in clients])
        parts = tuple(read(part, k) for part in node.parts)
        if node.kind == "call" and node.value == "share":
            return Node("/", None, (parts[0], Node("number", Fraction(K))))
        return node._replace(parts=parts, value=f"grad_{k}" if node.kind == "call" else node.value)

    def leaves(node: Node) -> int:
        """How many names and numbers an update has at one client."""
        mixed = node.kind == "call" and node.value in ("mix", "average")
        return max(1, sum(map(leaves, node.parts))) * (K if mixed else 1)

    for text in (*program.values(), *let.values()):
        need(
            leaves(parse(text)) <= LENGTH, "an update mixes too often in a row to be written for each client"
        )

    def told(texts: Program) -> dict[str, str]:
        return {f"{name}_{k}": written(read(parse(text), k)) for name, text in texts.items() for k in clients}

    def summed(text: str) -> str:
        """The sum over clients of a text in which # stands for the client."""
        return f"({' + '.join(text.replace('#', str(k)) for k in clients)})"

    x, begin = next(iter(program)), "w0" if common else "w0_#"
    own_names = ("grad", "F", "c", "minima_sum")
    rules = {
        f"{name}_{k}": rule
        for k in clients
        for name, rule in renamed(RULES, **{of: f"{of}_{k}" for of in own_names}).items()
    }
    squares = {
        "spread2": summed(f"sq({x}_# - mean_model)"),
        "error2": "sq(mean_model - o)",
        "distance2": summed(f"sq({x}_# - o)"),
    }
    return Table(
        f"the {K} clients' weights W = {[[str(w) for w in row] for row in W]}".replace("'", ""),
        {f"minima_sum_{k}": 0 for k in clients},
        {},
        vectors={
            "o": {},
            **({"w0": {}} if common else {f"w0_{k}": {} for k in clients}),
            **{f"c_{k}": {} for k in clients},
        },
        states=told(program),
        start={
            f"{name}_{k}": text.replace("w0", begin.replace("#", str(k)))
            for name, text in starts.items()
            for k in clients
        },
        gradients=tuple(f"grad_{k}" for k in clients),
        functions=tuple(f"F_{k}" for k in clients),
        rules={
            **rules,
            "stationary": ("", f"0*o == {summed('grad_#(o)')}"),
            "bounded": ("", f"{summed(f'sq(grad_#({x}_#))')} <= K*chi2"),
        },
        premises={name: "mu > 0" for name in rules if name.startswith("own")},
        lets={
            "K": str(K),
            "minima_sum": summed("minima_sum_#"),
            **told(let),
            "mean_model": f"{summed(f'{x}_#')}/K",
            "gstar2": f"{summed('sq(grad_#(o))')}{(share := scaled(program, let))}{share}",
            "gstar": "sqrt(gstar2)",
            "eps0": f"{summed(f'F_#({begin})')} - minima_sum",
            "Fstar": f"{summed('F_#(o)')}/K",
        },
        metrics={
            **squares,
            **{name[:-1]: f"sqrt({text})" for name, text in squares.items()},
            "gradients2": summed(f"sq(grad_#({x}_#))"),
            "gap": f"({summed('F_#(mean_model)')} - {summed('F_#(o)')})/K",
        },
    )


def extremes(W: list[list[Fraction]], lam: Fraction, lam_n: Fraction) -> bool:
    """Whether off the vector of ones lam_n is the smallest eigenvalue of W, and lam the largest modulus."""
    bounded = is_between(W, max(lam_n, -lam), lam)
    apart = is_between(W, -lam, lam, strictly=True) or is_between(W, lam_n, lam + 1, strictly=True)
    return bounded and not apart


TABLES = {"runs": Family(of, "start " + " ".join(OWN), "algorithm step network")}
