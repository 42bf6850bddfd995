"""A new kind of clients is one line: it is drawn, followed and searched like the others."""

from __future__ import annotations

from random import Random
from typing import cast

import numpy as np
import pytest

from mixproof.bounds import claim
from mixproof.bounds.domains import POSITIVE
from mixproof.bounds.families import declared, kinds
from mixproof.bounds.families.kinds import CURVED, Kind
from mixproof.bounds.families.line import bent
from mixproof.bounds.families.two_slopes import loss, minimizer
from mixproof.bounds.family import Parameter
from mixproof.bounds.search.evaluation import Evaluator

ONE_BEND = Kind(
    "clients with one bend",
    (*CURVED, Parameter("right", ("K", "M"), POSITIVE)),
    {"d": (1,), "M": (1,)},
    lambda values: bent(values["a"], values["c"], values["c"], values["right"]),
)


def test_clients_with_one_bend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Kind], kinds.KINDS), "one bend", ONE_BEND)
    family, random = declared("dgd", "one bend", offsets=True), Random(3)
    for _ in range(10):
        setting = family.sample(random)
        run = family.start(setting.sizes, setting.values, 3)
        left, right, c = (setting.values[name].astype(float)[:, 0] for name in ("a", "right", "c"))
        shares = np.full(len(c), 1 / len(c))
        assert run.wstar[0] == pytest.approx(minimizer(left, right, c, shares), abs=1e-9)
        mean = setting.values["w0"].astype(float).mean()
        lowest = (shares * loss(run.wstar[0], left, right, c)).sum()
        assert run.gap(0) == pytest.approx((shares * loss(mean, left, right, c)).sum() - lowest, abs=1e-9)
    stated = claim("error2(t) <= error2(0)", "eta <= 1/L", family=family)
    evaluator = Evaluator(stated, stated.variants[0])
    assert any(evaluator(family.sample(random), fit=True).breaks for _ in range(200))
