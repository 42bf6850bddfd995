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
            "far": lambda z: float(np.sqrt((z * z).sum(1).max())),
            "dot": lambda u, v: float((weight * u * v).sum()),
            "sq": lambda u: float((weight * u * u).sum()),
            "norm": lambda u: float(np.sqrt((weight * u * u).sum())),
        }
        path = models(run)
        here = {"x": path[t], "o": star, "w0": path[0], "t": float(t), **values}
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
