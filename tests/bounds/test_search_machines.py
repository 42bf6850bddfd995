"""Verdicts are the same on every processor: they do not follow the last digits of floats."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem


class _Noisy(Evaluator):
    """An evaluator on a processor that rounds differently: every number of an evaluation is off by parts in 1e13."""

    def _score(self, left, right):
        flip = 1e-13 * np.cos(1e5 * np.arange(len(left)) + self.count)
        return super()._score(left * (1 + flip), right * (1 - flip))


@pytest.mark.parametrize(
    ("id", "label"),
    [
        ("dawo.remark-4", "sign-19"),
        ("decefl.theorem-1", "eq-5"),
        ("decefl.theorem-1", "repaired"),
        ("defed.proposition-1", "repaired"),
        ("decefl.consensus", "eq-38"),
    ],
)
def test_verdicts_do_not_follow_the_last_digits(id, label, monkeypatch):
    t = theorem(id)
    plain = verify(t, t.variant(label), 0.08, 1)
    monkeypatch.setattr(import_module("mixproof.bounds.search.verify"), "Evaluator", _Noisy)
    noisy = verify(t, t.variant(label), 0.08, 1)
    assert (plain.outcome, plain.tried, plain.setting) == (noisy.outcome, noisy.tried, noisy.setting)


def test_verdicts_do_not_depend_on_the_matrix_kernels():
    script = (
        "import json; from mixproof.bounds.search.verify import verify\n"
        "from mixproof.bounds.theorems import theorem\n"
        "t = theorem('dawo.remark-4'); v = t.variant('sign-19')\n"
        "told = [verify(t, v, 0.1, seed) for seed in (1, 2)]\n"
        "print(json.dumps([(x.outcome.name, x.tried, x.setting) for x in told]))"
    )
    told = []
    for kernels in ("Haswell", "Prescott"):  # names of OpenBLAS; another library ignores them
        environment = {**os.environ, "OPENBLAS_CORETYPE": kernels}
        run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
        told.append(json.loads(run.stdout))
    assert told[0] == told[1]
    assert told[0][0][0] == "REFUTED"
