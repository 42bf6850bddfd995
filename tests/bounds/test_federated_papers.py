"""Statements of papers on federated and stochastic methods: errors planted in them are found."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from mixproof.bounds import Outcome
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem


@pytest.mark.parametrize(
    ("id", "label", "change"),
    [
        ("scaffold.lemma-3", "two", {"right": "(1 + alpha)*first2 + second2/alpha"}),
        ("scaffold.lemma-4", "dependent", {"right": "mean_sum2 + n*sigma2"}),  # as if independent
        ("scaffold.lemma-4", "martingale", {"right": "mean_sum2 + n*sigma2"}),  # the noise moves later means
        ("scaffold.lemma-5", "main", {"left": "climb + mu/2*yz2"}),
        ("scaffold.lemma-6", "main", {"assume": ()}),
        ("scaffold.eq-9", "main", {"right": "2*mu*gap"}),
        ("scaffold.client-sampling", "main", {"right": "(1 - S/n)/(S*n)*squares"}),
        ("li2020.lemma-1", "main", {"right": "eta**2*noise2(t)/2 + 6*L*eta**2*Fstar + 2*apart2(t)"}),
        ("li2020.lemma-4", "scheme-2", {"left": "sampling2(t)"}),
        ("li2020.lemma-5", "scheme-2", {"right": "(N - S)/(N - 1)*step(t)**2*(H - 1)**2*G2"}),
        ("stich2019.lemma-3-1", "main", {"right": "eta**2*noise2(t) - 2*eta*gap(t) + 2*eta*L*apart2(t)"}),
        ("stich2019.weights", "middle", {"right": "t*(t + 2*a)/mu"}),
        ("khaled2020.lemma-1", "main", {"right": "(H - 1)*eta**2*sigma2_max/4"}),
        ("khaled2020.convexity", "main", {"right": "2*pull(t)"}),
        ("khaled2020.theorem-1", "main", {"right": "(1 - eta*mu)**t*error2(0)"}),
        ("koloskova2020.consensus-rate", "main", {"where": {"p": "1 - lam**3"}}),
        ("koloskova2020.descent-convex", "main", {"right": "eta**2*sigma2/K - 2*eta*gap(t)"}),
        ("lian2017.lemma-5", "main", {"where": {"rho": "lam**3"}}),
    ],
)
def test_a_planted_error_is_found_and_confirmed(id: str, label: str, change: dict[str, object]) -> None:
    told = theorem(id)
    sides = {name: str(change[name]) for name in ("left", "right") if name in change}
    others: dict[str, Any] = {name: x for name, x in change.items() if name not in sides}
    wrong = replace(told.variant(label).with_sides(**sides), proved=False, derivation="", **others)
    verdict = verify(replace(told, variants=(wrong,)), wrong, 0.3, 0)
    assert verdict.outcome is Outcome.REFUTED, verdict.sentence
    result = decide(json.loads(json.dumps(verdict.witness)))
    assert result.confirmed, result.sentence
