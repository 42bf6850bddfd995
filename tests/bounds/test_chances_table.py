"""The tables of declared methods with noise and random W: metrics, facts and rules on drawn settings; refusals."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest

import mixproof as mx
from mixproof.bounds import FLOAT, Family, claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families import declared
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.proofs.derivation import stated_as

AVERAGING = Algorithm("averaging", {"x": "mix(x)"})
FAMILIES = {
    "noisy": declared("dgd", noisy=True),
    "noise at two gradients": declared("local-2", noisy=True),
    "noisy tracking": declared("diging", noisy=True),
    "lossy": declared("dgd", lossy=True),
    "lossy and noisy": declared("extra", lossy=True, noisy=True),
    "drawn": declared("dgd", drawn=True),
    "averaging over links": declared(AVERAGING, lossy=True),
    "free numbers": declared("dgd", free=("eps",)),
}
VECTORS = ("x", "next(x)", "o", "w0", "x - J(x)", "w0 - x", "grad(x)")


def table_of(family: Family):
    stated = claim("error2(t) >= 0", family=family)
    return statement(stated_as(stated, stated.variants[0])).table


def in_floats(text: str, lets: bool = True) -> str:
    """dot(u, W_second(u)) as E ||W_hat u||^2, which it is of u that W_hat is independent of; any noise as the noise."""
    text = re.sub(r"\bu\b", "(grad(x) + n)", re.sub(r"\bxi\d", "n", text)) if lets else text
    text = re.sub(r"dot\((\w+), W_second\(\1\)\)", r"sq(W_hat(\1))", text)
    return text.replace("minima_sum", "0")


@pytest.mark.parametrize("kind", FAMILIES)
def test_metrics_and_facts_of_a_table_are_those_of_its_family(kind):
    family, random, compared = FAMILIES[kind], Random(kind), set()
    table = table_of(family)
    for _ in range(6):
        drawn = family.sample(random)
        run = family.form({*drawn.sizes, *drawn.values}).start(drawn.sizes, drawn.values, 4, FLOAT)
        for t in (0, 2):
            for metric, text in table.metrics.items():
                if metric == "step":
                    continue
                known = float(np.asarray(getattr(run, metric)(np.array([t])))[0])
                text = text.replace("sigma2", "sq(n)/K") if metric == "noise2" else text
                wanted = run.measured(in_floats(text))(np.array([t]))[0]
                assert wanted == pytest.approx(known, rel=1e-6, abs=1e-6), (metric, known, wanted)
                compared.add(metric)
            for fact in table.facts.values():
                if {"zh", "qh"} & {*re.findall(r"\w+", fact)}:
                    continue
                left, relation, right = re.split(r" (<=|>=|==|<|>) ", in_floats(fact))
                a, b = (run.measured(f"{side} + 0*sq(x)")(np.array([t]))[0] for side in (left, right))
                low = min(a - b, b - a) if relation == "==" else a - b if ">" in relation else b - a
                assert low >= -1e-7 * (1 + abs(a) + abs(b)), (fact, a, b)
    assert len(compared) >= 8


@pytest.mark.parametrize("kind", ["lossy", "drawn", "averaging over links", "lossy and noisy"])
def test_rules_of_random_matrices_hold(kind):
    family, random = FAMILIES[kind], Random(kind)
    table = table_of(family)
    for _ in range(12):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 4, FLOAT)
        for name in ("links", "links_sign"):
            for vector in ("x", "x - J(x)", "w0", "w0 - x", "W0"):
                text = re.sub(r"\bu\b", f"({vector})", in_floats(table.rules[name][1], lets=False)).replace(
                    "W0", "o - x"
                )
                left, relation, right = re.split(r" (<=|>=) ", text)
                a, b = (run.measured(f"{side} + 0*sq(x)")(np.array([1]))[0] for side in (left, right))
                assert (a - b if relation == ">=" else b - a) >= -1e-7 * (1 + abs(a) + abs(b)), (name, vector)


@pytest.mark.parametrize(
    ("text", "assume", "kind", "proved"),
    [
        ("spread2(t + 1) <= rho2*spread2(t)", (), "averaging over links", True),
        ("spread2(t + 1) <= rho_mean**2*spread2(t)", (), "averaging over links", False),
        ("moved_mean2(t) == eta**2*(mean_gradient2(t) + sigma2/K)", (), "noisy", True),
        ("moved_mean2(t) == eta**2*(mean_gradient2(t) + 2*sigma2/K)", (), "noisy", False),
        ("moved_mean2(t) == eta**2*mean_gradient2(t)", (), "noisy", False),
        ("moved_mean2(t) == eta**2*mean_gradient2(t)", (), "drawn", True),
        ("eps*spread2(t) >= 0", (), "free numbers", True),
    ],
)
def test_what_is_proved_over_noise_and_links_and_what_is_refuted(text, assume, kind, proved):
    stated = claim(text, *assume, family=FAMILIES[kind])
    if proved:
        assert mx.prove(stated).proved
    else:
        verdict = mx.verify(stated, seconds=0.2)
        assert verdict.outcome.name == "REFUTED"
        assert mx.check(verdict.witness).refuted


def test_what_has_no_table_is_refused():
    twice = Algorithm("twice", {"x": "mix(mix(x))"})
    for family in (
        declared(twice, lossy=True),
        declared("pg-extra", step="delta/(t + Gamma)"),
    ):
        stated = claim("sq(x) >= 0", family=family)
        with pytest.raises(Refused):
            statement(stated_as(stated, stated.variants[0]))
