"""Noise in every gradient, and random W, for the table of a declared algorithm: inner products are then means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..formal import Operator
from ..table import Table, with_calls
from ..text import Node, inside, need, nodes, parse
from .links import LINKS, LOSSY
from .links import NETWORK as LINK_NETWORK
from .smooth import ONE_W, contraction

RHO_MEAN = {"rho_mean": "rho_mean >= 0", "rho_mean_high": "rho_mean**2 <= rho2"}
# c = 1 with the chance `chance`, else 0: coin(u) is c u, and c^2 = c.
COIN = {
    "coin": Operator(left=False, right=False, mean="coin_mean", second="coin_mean", scalar=True),
    "coin_mean": Operator(left=False, right=False, scalar=True),
}
NAMES = {"rho2", "rho_mean", "sigma2", "chance", *LOSSY, *COIN}


def noised(text: str, noises: list[str]) -> str:
    """The update with noise of its own added to every gradient, whose names are added to `noises`."""

    def put(node: Node) -> Node:
        if node.value != "grad":
            return node
        noises.append(f"xi{len(noises) + 1}")
        return Node("+", None, (node, Node("name", noises[-1])))

    return with_calls(text, put)


def with_noise(table: Table, noises: Sequence[str]) -> Table:
    """xi_k of mean 0, independent over clients, calls and rounds, of the mean variance sigma2 over clients."""
    facts = {f"noise_{name}": f"sq({name}) == K*sigma2" for name in noises}
    facts |= {f"mean_{name}": f"dot({name}, J({name})) == sigma2" for name in noises}
    return table.without("far").more(
        "every gradient with noise of mean 0, independent over clients, gradients and rounds and of W, its mean "
        "variance sigma2; means over it",
        numbers={"sigma2": 0},
        facts={**facts, "sigma2": "sigma2 >= 0"},
        vectors={name: {"fresh": True, "moving": True} for name in noises},
        metrics={"noise2": "sigma2/K"},
    )


def over_links(table: Table, said: str) -> Table:
    """W of a round is random, symmetric, and independent of the past: W_hat, whose mean products are means."""
    table = table.saying(W="W_hat").without("W", "lam", "lam_n", "far", "zh", "qh")
    return replace(table, about=table.about.replace(ONE_W, said)).more(
        "rho2 = rho(E W^2), rho_mean = rho(E W); means over W",
        numbers={"rho2": 0, "rho_mean": 0},
        facts={**LINK_NETWORK, **RHO_MEAN},
        moving=("W_hat",),
        operators=LOSSY,
        rules={**LINKS, "mean": contraction("W_mean", "rho_mean")},
    )


def with_coin(table: Table) -> Table:
    """sometimes(z) is coin(z): one coin a round for all clients, independent of what was made before the round."""
    return (
        table.saying(sometimes="coin")
        .without("far")
        .more(
            "sometimes(z) is z with the chance `chance`, else 0, one coin a round for all; means over it",
            numbers={"chance": 0},
            facts={"chance": "chance > 0", "chance_high": "chance <= 1"},
            moving=("coin",),
            operators=COIN,
            rules={"tossed": ("u", "coin_mean(u) == chance*u")},
        )
    )


def unnested(lines: Mapping[str, str], let: Mapping[str, str]) -> None:
    """Refuse a program that mixes what the same round has mixed: W of the round is not independent of it."""
    mixed = set[str]()
    for name, text in (*let.items(), *lines.items()):
        for node in nodes(parse(text)):
            if node.kind == "call" and node.value == "mix":
                inner = node.parts[0]
                twice = "mix" in inside(inner, "call") or inside(inner, "name") & mixed
                need(not twice, "{} mixes twice in a round by links that fail, which has no table yet", text)
        if name in let and ("mix" in inside(parse(text), "call") or inside(parse(text), "name") & mixed):
            mixed.add(name)
