"""Runs of declared algorithms, read at rounds that are numbers: what a worst case is proved of.

A network is a class, every symmetric W with W 1 = 1 whose other eigenvalues lie in [low, high] and every number K of
clients; or one given W, where each client has vectors and a loss of its own. Every metric is a mean over the clients.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from ..formal import Operator
from ..table import Kind, Table
from ..text import Node, inside, names, need, number, parse, written
from .declared import began
from .smooth import MIXING, SMOOTH, STEPS

CLIENTS = 12
WORDS = {"mix", "grad", "average", "share"}
METRICS = {"error2", "spread2", "distance2", "gap", "gradients2", "gstar2", "eps0", "eps_star"}
TAKEN = {*WORDS, *METRICS, *STEPS, "o", "c", "w0", "J", "W", "F", "K", "mu", "L", "low", "high", "least", "dot", "sq", "mean_model"}
OWN_STEPS = {"eta": ("eta",), "delta/(t + Gamma)": ("delta", "Gamma")}
LOSSES = "every F_k convex, mu-strongly where mu > 0, and L-smooth; F the mean of the F_k, least at o"
# A client's minimizer c is there where mu > 0; else its least value is an infimum.
RULES = {
    "interpolation": SMOOTH["interpolation"],
    "steep": ("u", "sq(grad(u)) <= 2*L*(F(u) - least)"),
    "own_flat": ("", "0*c == grad(c)"),
    "own_least": ("", "least == F(c)"),
}
Program = Mapping[str, str]


def of(kind: Kind) -> Table:
    """The table of the family `runs`. Options: algorithm, step (eta or delta/(t + Gamma)), network.

    network: "one", a class with one W for all rounds, "changing", another W every round, or the rows of a W. Parameters:
    `start`, where all clients start at one point.
    """
    need(set(kind.options) == {"algorithm", "step", "network"}, "a run has the options algorithm, step, network")
    need(kind.parameters <= {"start"} and not kind.sizes, "a run has no parameter but start, and no sizes")
    algorithm, step, network = (kind.options[name] for name in ("algorithm", "step", "network"))
    need(step in OWN_STEPS, "a step is eta, or delta/(t + Gamma)")
    need(not algorithm.get("scales"), "algorithms with scales have no table of runs")
    program, let, common = algorithm["next"], algorithm.get("let") or {}, "start" in kind.parameters
    own = names((*program, *let), TAKEN)
    for text in (*program.values(), *let.values()):
        tree = parse(text)
        need(inside(tree, "call") <= WORDS, "an update mixes, takes gradients, averages: {}", text)
        need(inside(tree, "name") <= {*own, "eta"}, "{} uses what is neither a state nor defined", text)
        need(not inside(tree, "index"), "{} has an index", text)
    model = next(iter(program))
    starts = {name: began(str(told), model) for name, told in (algorithm.get("start") or {}).items()}
    need(starts.keys() <= program.keys() and model not in starts, "what starts is a state beside the model")
    starts = {name: starts.get(name, "w0" if name == model else "0*w0") for name in program}
    if type(network) is list:
        table = of_matrix(program, let, starts, common, [[number(w) for w in row] for row in network])
    else:
        need(network in ("one", "changing"), "the network is one, changing, or the rows of a W")
        table = of_class(program, let, starts, common, network == "changing")
    shown = [f"{name} = {text}" for name, text in let.items()]
    shown += [f"{name} <- {text}" for name, text in program.items()]
    shown += [f"{name}(0) = {text.replace('w0', f'{model}(0)').replace('0*', '0 ')}" for name, text in starts.items()][1:]
    return replace(
        table,
        about=f"the algorithm {'; '.join(shown)}; step {step}; {table.about}; {LOSSES}"
        + ("; one start for all" if common else ""),
        numbers={**table.numbers, **dict.fromkeys(("mu", "L", *OWN_STEPS[step]), 0)},
        facts={"mu": "mu >= 0", "L": "L > mu", **table.facts, **{name: STEPS[name] for name in OWN_STEPS[step]}},
        lets={**table.lets, **({} if step == "eta" else {"eta": step})},
        size="",
    )


def of_class(program: Program, let: Program, starts: Program, common: bool, changing: bool) -> Table:
    """Vectors are stacks of one block a client."""
    words = {"mix": "W", "average": "J", "grad": "grad"}

    def read(node: Node) -> Node:
        parts = tuple(map(read, node.parts))
        if node.value == "share" and node.kind == "call":
            return Node("/", None, (parts[0], Node("name", "K")))
        return node._replace(parts=parts, value=words[node.value] if node.kind == "call" else node.value)

    def told(texts: Program) -> dict[str, str]:
        return {name: written(read(parse(text))) for name, text in texts.items()}

    x = next(iter(program))
    rounds = "another W every round" if changing else "the same W in every round"
    return Table(
        f"W symmetric, W 1 = 1, its other eigenvalues in [low, high], {rounds}, any number K of clients",
        dict.fromkeys(("K", "low", "high", "least"), 0),
        {"K": "K > 0", "order": "low <= high"},
        moving=("W",) if changing else (),
        vectors={"o": {"still": True}, "w0": {"still": common}, "c": {}},
        states=told(program),
        start=starts,
        operators={"W": Operator()},
        gradients=("grad",),
        functions=("F",),
        flat_at="o",
        rules=RULES | {"spectrum": (MIXING["spectrum_flat"][0], renamed(MIXING["spectrum_flat"][1], lam="high", lam_n="low"))},
        premises=dict.fromkeys(("own_flat", "own_least"), "mu > 0"),
        lets={
            **told(let),
            "gstar2": "sq(grad(o))/K",
            "eps0": "(F(w0) - least)/K",
            "eps_star": "(F(o) - least)/K",
        },
        metrics={
            "error2": f"sq(J({x}) - o)/K",
            "spread2": f"sq({x} - J({x}))/K",
            "distance2": f"sq({x} - o)/K",
            "gradients2": f"sq(grad({x}))/K",
            "gap": f"(F(J({x})) - F(o))/K",
        },
    )


def of_matrix(program: Program, let: Program, starts: Program, common: bool, W: list[list[Fraction]]) -> Table:
    """Client k has the vectors x_k, ..., the gradient grad_k and the loss F_k."""
    K = len(W)
    need(0 < K <= CLIENTS and all(len(row) == K and sum(row) == 1 for row in W), f"rows of W do not sum to 1, or are not 1 to {CLIENTS}")
    clients, own = range(1, K + 1), {*program, *let}

    def weighted(weights: list[Fraction], parts: list[Node]) -> Node:
        terms = [Node("*", None, (Node("number", w), part)) for w, part in zip(weights, parts) if w]
        total = terms[0]
        for term in terms[1:]:
            total = Node("+", None, (total, term))
        return total

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

    def told(texts: Program) -> dict[str, str]:
        return {f"{name}_{k}": written(read(parse(text), k)) for name, text in texts.items() for k in clients}

    def summed(text: str) -> str:
        """The mean over clients of a text in which # stands for the client."""
        return f"({' + '.join(text.replace('#', str(k)) for k in clients)})/{K}"

    x = next(iter(program))
    mean = summed(f"{x}_#")
    begin = "w0" if common else "w0_#"
    rules = {
        f"{name}_{k}": (places, re.sub(r"\b(grad|F|c|least)\b", rf"\1_{k}", text))
        for name, (places, text) in RULES.items()
        for k in clients
    }
    return Table(
        f"the {K} clients' weights W = {[[str(w) for w in row] for row in W]}".replace("'", ""),
        {f"least_{k}": 0 for k in clients},
        {},
        vectors={"o": {}, **({"w0": {}} if common else {f"w0_{k}": {} for k in clients}), **{f"c_{k}": {} for k in clients}},
        states=told(program),
        start={f"{name}_{k}": text.replace("w0", begin.replace("#", str(k))) for name, text in starts.items() for k in clients},
        gradients=tuple(f"grad_{k}" for k in clients),
        functions=tuple(f"F_{k}" for k in clients),
        rules=rules | {"stationary": ("", f"0*o == {' + '.join(f'grad_{k}(o)' for k in clients)}")},
        premises={name: "mu > 0" for name in rules if name.startswith("own")},
        lets={
            **told(let),
            "mean_model": mean,
            "gstar2": summed("sq(grad_#(o))"),
            "eps0": summed(f"F_#({begin}) - least_#"),
            "eps_star": summed("F_#(o) - least_#"),
        },
        metrics={
            "error2": "sq(mean_model - o)",
            "spread2": summed(f"sq({x}_# - mean_model)"),
            "distance2": summed(f"sq({x}_# - o)"),
            "gradients2": summed(f"sq(grad_#({x}_#))"),
            "gap": summed("F_#(mean_model) - F_#(o)"),
        },
    )


def renamed(text: str, **new: str) -> str:
    for name, other in new.items():
        text = re.sub(rf"\b{name}\b", other, text)
    return text


TABLES = {"runs": of}
