"""The table of noisy steps beside its family: facts, rules and metrics on drawn runs."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import claim
from mixproof.bounds.families.noisy_steps import noisy_steps

from .texts import Texts, table_of


def drawn(run: Any, table: Any, t: int) -> Texts:
    """One round; the client is where client_excess_rms is largest."""
    noise2 = float(run.noise**2 + run.central_noise**2)
    bias, variance = abs(run._slopes - run._slope).astype(float), np.array(run._variances, dtype=float)
    grown = ((1 + run.eta * run.beta) ** t - 1) / run.beta
    excess = run.eta * np.sqrt(t * t * bias**2 + np.maximum(0, t * (variance + noise2))) - bias * grown
    one = int(np.argmax(excess))
    known = {name: float(getattr(run, name)) for name in table.numbers if hasattr(run, name)}
    here = Texts(
        {
            **known,
            **{"t": float(t), "var": float(max(variance)), "var_mean": float(variance.sum() / run.N**2)},
            **{"var_one": float(variance[one]), "bias_one": float(bias[one])},
        },
        {"sqrt": sqrt},
    )
    here.let(table.lets)
    return here


@pytest.mark.parametrize("v", ["algorithm", "printed"])
def test_facts_rules_and_metrics_are_true_of_drawn_runs(v: str) -> None:
    random, family, sampled = Random(v), noisy_steps(v), 0
    table = table_of(claim("apart_rms(t) >= 0", family=family))
    for _ in range(150):
        setting = family.sample(random)
        run = family.start(setting.sizes, setting.values, 4)
        for t in (0, 1, 3):
            here = drawn(run, table, t)
            assert all(map(here.meets, table.facts.values()))
            if run.m < run.B:
                continue
            sampled += 1
            assert all(here.meets(text) for _, text in table.rules.values())
            for name, text in {**table.metrics, "deviation_rms": table.lets["deviation_rms"]}.items():
                value = getattr(run, name)
                known = float(value if name == "deviation_rms" else value(t))
                assert float(here.read(text)) == pytest.approx(known, rel=1e-9, abs=1e-9), name
    assert sampled > 50
