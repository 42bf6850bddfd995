"""Declared algorithms over a class of W alone: what a rate is proved of. Every bound on W and on curvature is an end.

norm: rows and columns of W sum to 1 and ||W - J|| <= lam, any such W at every round; symmetric: W symmetric, its rows
sum to 1, its other eigenvalues in [lam_n, lam], any at every round; one: the same of one W at all rounds; random: W is
drawn at every round, whatever the past, with E W'W - J <= r2 and E W as in `symmetric`; inner products are then means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..formal import Operator
from ..table import Table, with_calls
from ..text import Node, need, nodes, parse
from .smooth import CONSTANTS, CURVATURE, LEVEL, LOSSES, MEAN, METRICS, SMOOTH, at_most, contraction, run_of

EIGENVALUES = {
    "largest": ("u", "dot(u - J(u), W(u)) <= lam*sq(u - J(u))"),
    "least": ("u", "dot(u - J(u), W(u)) >= lam_n*sq(u - J(u))"),
}
BETWEEN = {"spectrum_flat": ("u", "dot(lam*(u - J(u)) - (W(u) - J(u)), W(u) - J(u) - lam_n*(u - J(u))) >= 0")}
MIXED = {"mixing": contraction("W", "lam")}
LINKS = {"links": at_most("W_second", "r2")}
ENDS = {"lam_n_low": "lam_n >= -1", "lam_n_high": "lam_n <= lam"}
LOSSY = {
    "W_hat": Operator(symmetric=False, mean="W_mean", second="W_second"),
    "W_mean": Operator(),
    "W_second": Operator(),
}
_OF_MEAN = {name: (places, text.replace("W(", "W_mean(")) for name, (places, text) in EIGENVALUES.items()}
_SYMMETRIC = "W symmetric, its rows sum to 1, its other eigenvalues in [lam_n, lam]"
ANY = "any such W at every round"
# class -> (what it says, numbers, facts, operators, rules, those that need W independent of the vector)
CLASSES: Mapping[str, tuple[Any, ...]] = {
    "norm": (
        f"the rows and columns of W sum to 1, ||W - J|| <= lam, {ANY}",
        ("lam",),
        {},
        {"W": Operator(symmetric=False)},
        MIXED,
        (),
    ),
    "symmetric": (
        f"{_SYMMETRIC}, {ANY}",
        ("lam", "lam_n"),
        ENDS,
        {"W": Operator()},
        EIGENVALUES | BETWEEN,
        (),
    ),
    "one": (
        f"{_SYMMETRIC}, the same W at all rounds",
        ("lam", "lam_n"),
        ENDS,
        {"W": Operator()},
        EIGENVALUES | BETWEEN,
        (),
    ),
    "random": (
        "W random, independent of the past, its rows and columns sum to 1, E W'W - J <= r2, E W symmetric, its other "
        "eigenvalues in [lam_n, lam]; means over W",
        ("lam", "lam_n", "r2"),
        {**ENDS, "r2": "r2 >= 0"},
        LOSSY,
        LINKS | _OF_MEAN,
        ("links", "largest", "least"),
    ),
}
# Losses of curvature between mu and L, mu of any sign: rules of two points say that F_k - mu/2 |w|^2 is convex and
# (L - mu)-smooth. With mu = 0 the losses are convex. A client's own loss need have no least value.
ANY_CURVATURE = {"L": CURVATURE["L"], "mu": "mu >= -L", "order": CURVATURE["order"]}
OF_ANY_CURVATURE = {
    name: SMOOTH[name]
    for name in ("monotone", "smooth", "cocoercive", "lipschitz", "below", "above", "interpolation")
} | {"mean_steep": MEAN["mean_steep"], "mean_least": LEVEL["mean_least"]}
OF_CLASSES = {"xi", "r2", "sigma2", *LOSSY}  # names that an algorithm leaves to its class
OF_ROUNDS = ("gap", "global_gradient2", "dissimilarity2")  # of which means over rounds are bounded
# Noise xi_k of mean 0, independent over clients and of the past, E ||xi_k||^2 <= sigma2.
NOISE = {
    "sigma2": "sigma2 >= 0",
    "mean_noise": "sq(J(xi)) <= sigma2",
    "noise": "sq(xi - J(xi)) <= (K - 1)*sigma2",
}


def classed(
    lines: Mapping[str, str],
    let: Mapping[str, str],
    start: Mapping[str, str],
    balanced: tuple[str, ...],
    which: str,
    noisy: bool,
    convex: bool = True,
) -> Table:
    """The table of a program over a class of W. lines, let, start: as its declaration has them, checked.

    convex: losses are mu-strongly convex, else their curvature is between mu and L, of which mu may be 0 or negative.

    share(grad(y)) is the gradient of the clients' losses as they are scaled: mu and L are those of the scaled losses.
    """
    need(which in CLASSES, "the matrices are none of the classes {}", ", ".join(CLASSES))
    said, numbers, facts, operators, rules, independent = CLASSES[which]
    parts = [node for told in (*lines.values(), *let.values()) for node in nodes(parse(told))]
    pulled = sum(node.value == "grad" for node in parts)
    shared = [node for node in parts if node.value == "share"]
    need(len(shared) in (0, pulled), "share stands around all gradients, or around none")
    of_gradients = all(node.parts[0].value == "grad" for node in shared)
    need(of_gradients, "share is of a gradient: share(grad(y))")
    need(pulled or not noisy, "noise is of gradients, and there are none")

    def put(node: Node) -> Node:
        """A call of the update in the words of derivations."""
        if noisy and node.value == "grad":
            return Node("+", None, (node, Node("name", "xi")))
        return node.parts[0] if node.value == "share" else node

    shown = [f"{name} = {told}" for name, told in let.items()]
    shown += [f"{name} <- {told}" for name, told in lines.items()]
    about = f"the algorithm {'; '.join(shown)}; {said}; "
    if pulled:
        about += f"every F_k{', as scaled by its share,' if shared else ''} "
        about += (
            "mu-strongly convex and L-smooth, o the minimizer of their sum"
            if convex
            else "L-smooth, F_k(w) - mu/2 |w|^2 convex with mu of any sign, o a minimizer of their sum"
        )
    about += "; step eta" if pulled else "o the mean of the starts"
    if noisy:
        about += (
            "; each gradient of a round is taken with noise xi of mean 0, the same in all its gradients, independent "
            "over clients and rounds and of W, E ||xi_k||^2 <= sigma2"
        )
    states, lets = ({name: with_calls(text, put) for name, text in told.items()} for told in (lines, let))
    W = "W_hat" if which == "random" else "W"
    table = run_of(about, states, lets, start, common=False).saying(mix=W, average="J")
    table = table.more(
        numbers=dict.fromkeys(("K", *numbers), 0),
        facts={"K": "K > 0", "clients": "K >= 2", "lam": "lam >= 0", "lam_high": "lam <= 1", **facts},
        natural=("K",),
        moving=() if which == "one" else tuple(operators),  # any law of W at every round
        balanced=balanced,
        operators=operators,
        rules=rules,
        independent=independent,
        metrics=METRICS,
    )
    if not pulled:
        return table.more(lets={"o": "J(w0)"})
    table = table.more(
        numbers=dict.fromkeys(("mu", "L", "eta"), 0),
        facts={**(CURVATURE if convex else ANY_CURVATURE), "eta": "eta > 0"},
        vectors={"o": {"still": True}},
        gradients=("grad",),
        functions=("F",),
        flat_at="o",
        rules={**(SMOOTH | MEAN if convex else OF_ANY_CURVATURE), **rules},
        lets={"gstar": CONSTANTS["gstar"]},
        metrics={name: LOSSES[name] for name in OF_ROUNDS},
    )
    noise = {"xi": {"fresh": True, "moving": True}}
    return table.more(numbers={"sigma2": 0}, facts=NOISE, vectors=noise) if noisy else table
