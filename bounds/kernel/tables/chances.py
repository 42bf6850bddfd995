"""Noise in every gradient, and random W, for the table of a declared algorithm: inner products are then means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..formal import Operator
from ..table import Table
from ..text import Node, inside, need, nodes, parse, written
from .links import LINKS, LOSSY
from .links import NETWORK as LINK_NETWORK
from .smooth import BLOCKS, MIXING, NETWORK, ONE_W, contraction

TENSION = ("tension", "untouched", "apart")  # facts of one W
RHO_MEAN = {"rho_mean": "rho_mean >= 0", "rho_mean_high": "rho_mean**2 <= rho2"}
# c = 1 with the chance `chance`, else 0: coin(u) is c u, and c^2 = c.
COIN = {
    "coin": Operator(left=False, right=False, mean="coin_mean", second="coin_mean", scalar=True),
    "coin_mean": Operator(left=False, right=False, scalar=True),
}
NAMES = {"rho2", "rho_mean", "sigma2", "chance", *LOSSY, *COIN}


def noised(node: Node, noises: list[str]) -> str:
    """The update with noise of its own added to every gradient, whose names are added to `noises`."""

    def read(node: Node) -> Node:
        made = node._replace(parts=tuple(map(read, node.parts)))
        if node.kind != "call" or node.value != "grad":
            return made
        noises.append(f"xi{len(noises) + 1}")
        return Node("+", None, (made, Node("name", noises[-1])))

    return written(read(node))


def with_noise(table: Table, noises: Sequence[str]) -> Table:
    """xi_k of mean 0, independent over clients, calls and rounds, of the mean variance sigma2 over clients."""
    facts = {f"noise_{name}": f"sq({name}) == K*sigma2" for name in noises}
    facts |= {f"mean_{name}": f"dot({name}, J({name})) == sigma2" for name in noises}
    return replace(
        table,
        about=f"{table.about}; every gradient with noise of mean 0, independent over clients, gradients and rounds and "
        "of W, its mean variance sigma2; means over it",
        numbers={**table.numbers, "sigma2": 0},
        facts={**table.facts, **facts, "sigma2": "sigma2 >= 0"},
        vectors={**table.vectors, **{name: {"fresh": True, "moving": True} for name in noises}},
        metrics={**without_far(table.metrics), "noise2": "sigma2/K"},
        functions=tuple(name for name in table.functions if name != "far"),
        rules={name: rule for name, rule in table.rules.items() if name not in BLOCKS},
    )


def over_links(table: Table, said: str) -> Table:
    """W of a round is random, symmetric, and independent of the past: W_hat, whose mean products are means."""

    def hat(texts: Mapping[str, str]) -> dict[str, str]:
        return {name: re.sub(r"\bW\(", "W_hat(", text) for name, text in texts.items()}

    rules = {name: rule for name, rule in table.rules.items() if name not in (*MIXING, *BLOCKS)}
    numbers = {name: 0 for name in table.numbers if name not in ("lam", "lam_n")} | {"rho2": 0, "rho_mean": 0}
    facts = {name: fact for name, fact in table.facts.items() if name not in (*TENSION, *NETWORK)}
    return replace(
        table,
        about=f"{table.about.replace(ONE_W, said)}; rho2 = rho(E W^2), rho_mean = rho(E W); means over W",
        numbers=numbers,
        facts={**facts, **LINK_NETWORK, **RHO_MEAN},
        moving=("W_hat",),
        vectors={name: vector for name, vector in table.vectors.items() if name not in ("zh", "qh")},
        states=hat(table.states),
        start=hat(table.start),
        operators={**{name: op for name, op in table.operators.items() if name != "W"}, **LOSSY},
        functions=tuple(name for name in table.functions if name != "far"),
        rules={**rules, **LINKS, "mean": contraction("W_mean", "rho_mean")},
        lets=hat({name: text for name, text in table.lets.items() if name != "tension2"}),
        metrics=hat(without_far(table.metrics)),
    )


def with_coin(table: Table) -> Table:
    """sometimes(z) is coin(z): one coin a round for all clients, independent of what was made before the round."""

    def tossed(texts: Mapping[str, str]) -> dict[str, str]:
        return {name: re.sub(r"\bsometimes\(", "coin(", text) for name, text in texts.items()}

    return replace(
        table,
        about=f"{table.about}; sometimes(z) is z with the chance `chance`, else 0, one coin a round for all; means "
        "over it",
        numbers={**table.numbers, "chance": 0},
        facts={**table.facts, "chance": "chance > 0", "chance_high": "chance <= 1"},
        moving=(*table.moving, "coin"),
        states=tossed(table.states),
        operators={**table.operators, **COIN},
        functions=tuple(name for name in table.functions if name != "far"),
        rules={
            **{name: rule for name, rule in table.rules.items() if name not in BLOCKS},
            "tossed": ("u", "coin_mean(u) == chance*u"),
        },
        lets=tossed(table.lets),
        metrics=tossed(without_far(table.metrics)),
    )


def without_far(metrics: Mapping[str, str]) -> dict[str, str]:
    """The largest of what is random has no mean here."""
    return {name: text for name, text in metrics.items() if "far(" not in text}


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
