"""A few worst cases beside PEPit's; benchmarks/worst_case.py compares more."""

import pytest

from mixproof.bounds.proofs import worst_case

from .pepit_oracle import worst

PATH = (("2/3", "1/3", 0), ("1/3", "1/3", "1/3"), (0, "1/3", "2/3"))
FLOATS = ((2 / 3, 1 / 3, 0), (1 / 3, 1 / 3, 1 / 3), (0, 1 / 3, 2 / 3))


@pytest.mark.parametrize(
    "method, metric, rounds, path",
    [
        ("dgd", "error2", 3, True),
        ("dgd", "gap", 2, True),
        ("diging", "spread2", 2, True),
        ("dgd", "error2", 3, False),
        ("diffusion", "error2", 3, False),
        ("extra", "spread2", 3, False),
    ],
)
def test_the_same_number_as_a_modelling_layer(method, metric, rounds, path):
    ours = worst_case(
        method,
        L=1,
        mu="1/10",
        eta="1/2",
        rounds=rounds,
        metric=metric,
        witnesses=False,
        **({"matrix": PATH} if path else {"spectrum": ("-1/4", "1/2")}),
    )
    network = {"matrix": FLOATS} if path else {"spectrum": (-0.25, 0.5)}
    theirs = worst(method, metric, L=1, mu=0.1, eta=0.5, rounds=rounds, **network)
    assert ours.value == pytest.approx(theirs, abs=1e-6)
