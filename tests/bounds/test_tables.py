"""Tables of derivations beside the families that they speak of: each rule, fact and metric on drawn settings."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.arithmetic import FLOAT
from mixproof.bounds.families.client_vectors import ClientVectors
from mixproof.bounds.families.declared import declared
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.tables.smooth import BLOCKS, EVERYWHERE
from mixproof.bounds.kernel.text import parse
from mixproof.bounds.proofs.derivation import stated_as

DGD = Algorithm("DGD", {"x": "mix(x) - eta*grad(x)"})
FAMILIES = {
    "gossip": gossip(noisy=False),
    "fixed step, changing W": gossip(noisy=False, fixed=True, changing=True, common=True),
    "DGD": declared(DGD),
    "EXTRA": declared("extra"),
    "changing W": declared(DGD, changing=True),
    "dented": declared(DGD, "dented"),
    "subgradients": declared(DGD, "linear", changing=True),
    "mixing": declared(Algorithm("mixing", {"x": "mix(x)"})),
    "shares": declared(Algorithm("shares", {"x": "average(x - eta*grad(x))"}), common=True),
}


class Setting(Scope):
    """Texts of a table, evaluated in floats at round t of a drawn run."""

    def __init__(self, run: Any, table: Any, t: int, shares: bool) -> None:
        self.run, self.t = run, t
        K = len(run.start)
        weight = run.share[:, None] if shares else np.ones((K, 1))
        values = {
            name: float(getattr(run, name)) for name in table.numbers if getattr(run, name, None) is not None
        }
        star = np.array([run.wstar] * K, dtype=float)
        self.words_of = {
            "W": lambda z: np.array(run.network.matrix(t), dtype=float) @ z,
            "J": lambda z: 0 * z + (weight * z).sum(0) / weight.sum(),
            "grad": lambda z: gradients(run, z),
            "F": lambda z: float((weight[:, 0] * losses(run, z)).sum()),
            "mean_F": lambda z: float(np.mean([losses(run, 0 * z + row).mean() for row in z])),
            "steep_sum": lambda z: float(2 * (run.clients.losses.steepest * losses(run, z)).sum()),
            "curved_sum": lambda z: float(2 * (run.clients.losses.flattest * losses(run, z)).sum()),
            "far": lambda z: float(np.sqrt((z * z).sum(1).max())),
            "dot": lambda u, v: float((weight * u * v).sum()),
            "sq": lambda u: float((weight * u * u).sum()),
            "norm": lambda u: float(np.sqrt((weight * u * u).sum())),
        }
        path = models(run)
        here = {"x": path[t], "o": star, "w0": path[0], "t": float(t), **values}
        if "total" in table.states:
            here["total"] = path[:t].sum(0)
            alone = [float(run.clients.above(ClientVectors(row))) for row in here["total"] / max(t, 1)]
            self.words_of["chosen"] = lambda z: 0 * z + z[int(np.argmax(alone))]
        if "eta" not in here and getattr(run, "delta", None) is not None:
            here["eta"] = float(run.step(t))
        super().__init__(here, self.words_of)
        self.after = path[t + 1]

    def called(self, node: Any) -> Any:
        if node.value == "next":
            assert node.parts == (parse("x"),)
            return self.after
        values = [self.value(part) for part in node.parts]
        if node.value in ("sqrt",):
            return float(np.sqrt(values[0]))
        return self.find("words", str(node.value))(*values)

    def combined(self, sign: str, a: Any, b: Any) -> Any:
        return {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}[sign](a, b)

    def compares(self, text: str) -> bool:
        left, right = (float(np.asarray(self.value(part))) for part in parse(text).parts)
        room = 1e-9 * (1 + abs(left) + abs(right))
        return {
            ">=": right - left <= room,
            "<=": left - right <= room,
            "==": abs(left - right) <= room,
            ">": left > right,
            "<": left < right,
        }[parse(text).value[0]]

    def value(self, node: Any) -> Any:
        return float(node.value) if node.kind == "number" else super().value(node)


def models(run: Any) -> Any:
    return run.state(np.arange(5)).sure


def gradients(run: Any, z: Any) -> Any:
    return run.clients.losses.gradient(ClientVectors(z)).sure


def losses(run: Any, z: Any) -> Any:
    """Each client's loss at its own model, less its least value."""
    return run.clients.losses.heights(ClientVectors(z))


@pytest.mark.parametrize("name", FAMILIES)
def test_metrics_of_a_table_are_those_of_its_family(name: str) -> None:
    family, random = FAMILIES[name], Random(name)
    stated = claim("error2(t) >= 0", family=family)
    table = statement(stated_as(stated, stated.variants[0])).table
    compared = set()
    for _ in range(12):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 4, FLOAT)
        for t in (0, 2):
            here = Setting(run, table, t, shares=name == "shares")
            for metric, text in table.metrics.items():
                if not t and "total" in text:
                    continue
                known = float(np.asarray(getattr(run, metric)(t)))
                wanted = float(here.read(text.replace("minima_sum", "0")))
                assert wanted == pytest.approx(known, rel=1e-7, abs=1e-7), (metric, known, wanted)
                compared.add(metric)
            for fact in table.facts.values():
                if not {"zh", "qh"} & {part for part in fact.replace("(", " ").replace(")", " ").split()}:
                    left, right = (here.value(part) for part in parse(fact).parts)
                    assert {">": left > right, "<": left < right}.get(
                        parse(fact).value[0], (right - left if "<" in fact else left - right) >= -1e-9
                    ), fact
    assert len(compared) >= 6


def test_rules_of_subgradients_and_of_connected_networks_are_true() -> None:
    """At drawn vectors of drawn settings: subgradients, blocks, and the gap of graphs that are connected."""
    family, random, draw = FAMILIES["subgradients"], Random(7), np.random.default_rng(7)
    stated = claim("farthest(t) >= 0", family=family)
    table = statement(stated_as(stated, stated.variants[0])).table
    met = 0
    for _ in range(60):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 4, FLOAT)
        here = Setting(run, table, int(draw.integers(1, 4)), shares=False)
        vectors = {name: here.values["x"] + draw.normal(size=here.values["x"].shape) for name in "uv"}
        here.values.update(vectors)
        for name, (_, text) in table.rules.items():
            if name == "jensen":
                t = int(here.values["t"])
                gaps = sum(float(run.gap(s)) for s in range(t))
                assert t * float(run.gap_of_average(t)) <= gaps + 1e-9
                continue
            if (premise := table.premises.get(name)) and not here.compares(premise):
                continue
            met += name == "spectral_gap"
            assert here.compares(text), (name, text)
    assert met >= 5


@pytest.mark.parametrize("name", ["gossip", "DGD", "dented"])
def test_rules_of_the_loss_at_every_client_and_of_blocks_are_true(name: str) -> None:
    """At drawn vectors of drawn settings, some of them at the mean or at w*."""
    family, random, draw = FAMILIES[name], Random(11), np.random.default_rng(11)
    stated = claim("error2(t) >= 0", family=family)
    table = statement(stated_as(stated, stated.variants[0])).table
    rules = {**EVERYWHERE, **BLOCKS}.keys() & table.rules.keys()
    assert len(rules) >= 2
    for _ in range(60):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 4, FLOAT)
        here = Setting(run, table, 1, shares=False)
        x, o = here.values["x"], here.values["o"]
        points = (x, o, x.mean(0) + 0 * x, x + draw.normal(size=x.shape), draw.normal(size=x.shape) * 10)
        for u in points:
            for v in points:
                here.values.update(u=u, v=v, minima_sum=0.0)
                for rule in rules:
                    assert here.compares(table.rules[rule][1]), (rule, table.rules[rule])


def test_the_allocation_is_where_a_method_that_keeps_the_mean_may_end() -> None:
    """Quadratic clients: its gradients are the same, its mean is the start's, and mixing some vector leads there."""
    family, random = FAMILIES["DGD"], Random(5)
    stated = claim("error2(t) >= 0", family=family)
    table = statement(stated_as(stated, stated.variants[0])).table
    met = 0
    for _ in range(40):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 1, FLOAT)
        here = Setting(run, table, 0, shares=False)
        inverses = np.linalg.inv(np.array(run.clients.losses.H, dtype=float))
        c, start = np.array(drawn.values["c"], dtype=float), here.values["w0"]
        W = np.array(run.network.matrix(0), dtype=float)
        allocation = c + inverses @ np.linalg.solve(inverses.sum(0), (start - c).sum(0))
        potential = np.linalg.lstsq(np.eye(len(W)) - W, allocation - start, rcond=None)[0]
        here.values.update(allocation=allocation, potential=potential - potential.mean(0))
        for name in ("allocated", "same_pull", "potential"):
            if (premise := table.premises.get(name)) and not here.compares(premise):
                continue
            met += name == "potential"
            left, right = map(here.value, parse(table.rules[name][1]).parts)
            assert np.allclose(left, right, rtol=1e-6, atol=1e-6 * (1 + abs(allocation).max())), name
    assert met >= 5
