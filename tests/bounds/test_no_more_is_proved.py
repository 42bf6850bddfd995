"""What a kept derivation proves: its statement, which needs every assumption; no constant one per cent smaller."""

from __future__ import annotations

import json

import pytest

from mixproof.bounds.kept import place
from mixproof.bounds.kernel.statement import check, unused
from mixproof.bounds.theorems import theorem

from ..slow import sampled

LABELS = {
    "alidpfl.theorem-1": "noise-free shared-noise repaired repaired-path",
    "alidpfl.theorem-2": "repaired-noisy",
    "alidpfl.eq-25": "noise-free repaired-path",
    "alidpfl.lemma-3": "full-batch repaired",
    "alidpfl.lemma-4": "path full-batch repaired sharp",
    "alidpfl.lemma-5": "noise-free strict-away",
    "alidpfl.lemma-7": "noise-free",
    "alidpfl.eq-35": "at-T",
    "alidpfl.eq-36": "final",
    "li2020.theorem-1": "main proof sharper",
    "li2020.theorem-2": "scheme-1 scheme-2",
    "li2020.lemma-5": "scheme-1 scheme-2",
    "lian2017.consensus": "main",
    "lian2017.theorem-1": "main",
    "choco2019.rate": "repaired step-as-cited any-step random",
}
UNUSED = {"lian2017": ["t >= 1"]}  # the round from which the statement speaks


@pytest.mark.parametrize("id", sampled(LABELS, 2))
def test_a_little_more_is_not_proved_by_the_same_lines(id: str) -> None:
    stated = theorem(id)
    for label in LABELS[id].split():
        record = json.loads(place(stated, stated.variant(label)).read_text())
        told = record["statement"]
        relation = " <= " if " <= " in told["claim"] else " < "
        left, right = told["claim"].split(relation)
        claimed = f"{left} + 1/100*abs({left}){relation}{right}"
        assert not check({**record, "statement": {**told, "claim": claimed}})["proved"], label
        assert check(record)["proved"] and unused(record) == UNUSED.get(id.split(".")[0], []), label
