"""`claims` and `bound`."""

from __future__ import annotations

import numpy as np
import pytest

from mixproof.bounds.theorems import ALL
from mixproof.experiments.cli.main import main

from .said import Captured, document


def test_claims_lists_every_variant(capsys: Captured) -> None:
    listing = document(capsys, "claims")
    assert [(e["id"], [v["label"] for v in e["variants"]]) for e in listing] == [
        (theorem.id, [v.label for v in theorem.variants]) for theorem in ALL
    ]
    assert all(e["title"] and e["place"] and e["statement"] for e in listing)
    assert main(["claims", "decefl.theorem-1:eq-5"]) == 0
    text = capsys.readouterr().out
    assert "spread(t) <= zeta/(t + Gamma)" in text and "eq-6:" not in text


def test_bound_is_the_formula(capsys: Captured) -> None:
    values = ["L=2", "lam=1/2", "delta=2", "mu=1", "Gamma=4", "eps0=1", "spread(0)=1"]
    found = document(capsys, "bound", "decefl.theorem-1:eq-5", *values, "t=10")
    zeta = max(4, 2 * np.sqrt(2 * 2 * 1) / (4 / 5 - 1 / 2))
    assert found["values"] == {"zeta": pytest.approx(zeta), "right": pytest.approx(zeta / 14)}
    assert document(capsys, "bound", "decefl.theorem-1", *values, "t=10") == found  # the first variant
