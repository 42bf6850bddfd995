"""A bound at given constants: by hand, at rounds of its own, and refused in a sentence where it is not defined."""

import numpy as np
import pytest

from mixproof.bounds import claim, evaluate, needs
from mixproof.bounds.families.shared import gossip
from mixproof.spectral.errors import InputError

FAMILY = gossip(fixed=True)


def _bound(text, *assume, **where):
    stated = claim(f"spread(t) <= {text}", *assume, family=FAMILY, where=where)
    return stated, stated.variants[0]


def test_metrics_at_any_round_are_names():
    stated = _bound("spread((t + 1)*2) + max(spread(0), lam)*G", G="gap(0)/L + t")
    assert needs(stated[1]) == ("L", "gap(0)", "lam", "spread((t+1)*2)", "spread(0)")
    given = {"L": 2, "gap(0)": 3, "lam": 0.5, "spread((t + 1) * 2)": 7, "spread( 0 )": 4}
    assert evaluate(*stated, given, t=1) == {"G": 2.5, "right": 17}


def test_sums_of_numbers_are_evaluated_and_of_metrics_refused():
    stated = _bound("sum(s < t, lam**(t - 1 - s))*eta + mean(s <= t, s)")
    assert evaluate(*stated, {"lam": 0.5, "eta": 2}, t=3)["right"] == pytest.approx(2 * 1.75 + 1.5)
    rounds = evaluate(*stated, {"lam": 0.5, "eta": 2}, t=np.arange(4.0))["right"]
    assert rounds == pytest.approx([0, 2.5, 4, 5])
    curve = _bound("sum(s < t, step(s)*lam)")
    with pytest.raises(InputError, match=r"step\(s\): is read over many rounds"):
        evaluate(*curve, {"lam": 0.5})


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        ("0 < lam < 1", {"lam": 3}, r"^lam=3: but 0 < lam < 1 is assumed by own.claim:claim$"),
        (
            "eta <= lam/L",
            {"lam": 0.5, "L": 4},
            r"^values=L = 4, eta = 0.25, lam = 0.5: but eta <= lam/L is assumed",
        ),
        ("sqrt(lam - 1) <= 2", {"lam": 0.5}, "a side is NaN"),
        ("spread(0) <= lam", {"lam": 0.5, "spread(0)": 2}, r"^values=lam = 0.5, spread\(0\) = 2: but spread"),
        ("t >= 1", {"lam": 0.5}, r"^t=0: but t >= 1 is assumed"),
        ("mu > 0", {"lam": 0.5, "2": 1}, "name=2: a constant, or a metric at a round"),
        ("mu > 0", {"lam": float("nan")}, "lam=nan: a finite number"),
    ],
)
def test_what_breaks_an_assumption_is_said(text, given, message):
    stated = _bound("lam*eta", text)
    with pytest.raises(InputError, match=message):
        evaluate(*stated, {"eta": 0.25, **given})
