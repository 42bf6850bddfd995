"""Printed settings: what a table says of a round is what a run in floats has there, and is said of no other round."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.kept import record
from mixproof.bounds.kernel.statement import check, statement
from mixproof.bounds.kernel.text import number
from mixproof.bounds.proofs.derivation import stated_as
from mixproof.bounds.theorems import named

ROWS = named("alidpfl.supported-iterations:cifar10-tight")
PRODUCT = named("decefl.five-step-product:matrix")
LATE = named("decefl.five-step-product:repaired")


@pytest.mark.parametrize(("spoken", "rounds"), [(ROWS, range(10)), (PRODUCT, range(0, 21, 4))])
def test_rounds_of_a_printed_setting_are_those_of_its_run(spoken: Any, rounds: range) -> None:
    table, family = statement(stated_as(*spoken)).table, spoken[0].family_of(spoken[1])
    drawn = family.sample(Random(0))
    run = family.start(drawn.sizes, drawn.values, 20)
    for metric in table.metrics:
        for t in rounds:
            found = float(np.asarray(getattr(run, metric)(t)))
            low, high = (
                float(number(table.rules[f"{metric}_{t}_{end}"][1].split()[-1])) for end in ("low", "high")
            )
            assert low - 1e-9 <= found <= high + 1e-9 and high - low <= 1e-11, (metric, t)
            assert table.premises[f"{metric}_{t}_low"] == f"t == {t}"
    for t in rounds if "smallest" in table.metrics else ():
        low = float(number(table.rules[f"smallest_from_{t}"][1].split()[-1]))
        assert all(float(np.asarray(run.smallest(s))) >= low - 1e-9 for s in range(t, 40))


@pytest.mark.parametrize(
    ("spoken", "change"),
    [
        (ROWS, {"assume": []}),
        (ROWS, {"assume": ["t <= 10"]}),
        (ROWS, {"options": {"q": "75/2000", "sigma": "11/10", "delta": "1/100000"}}),
        (ROWS, {"claim": "spent_tight(t) <= epsilon(0)"}),
        (ROWS, {"claim": "spent_tight(t + 1) <= epsilon(t)"}),
        (PRODUCT, {"assume": ["t == 6"]}),
        (PRODUCT, {"assume": []}),
        (PRODUCT, {"claim": "product_error(t) <= 1/20001"}),
        (LATE, {"assume": ["t >= 14"]}),
        (LATE, {"assume": ["t <= 15"]}),
    ],
)
def test_a_computed_round_proves_nothing_of_another(spoken: Any, change: dict[str, Any]) -> None:
    kept = record(*spoken)
    assert kept is not None and check(kept)["proved"]
    assert not check({**kept, "statement": {**kept["statement"], **change}})["proved"]
