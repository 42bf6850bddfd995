"""Explicit clients of a worst case on the line: their losses, the run of another engine on them, and broken ones."""

import copy
from fractions import Fraction as F

import pytest

from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import worst_case

PAIR = (("2/3", "1/3"), ("1/3", "2/3"))
BELOW = {"L": 1, "mu": "1/10", "eta": "1/2", "start": {"eps0": 1, "spread2": 0}}


@pytest.fixture(scope="module")
def case():
    return worst_case("dgd", **BELOW, matrix=PAIR, rounds=6, metric="spread2")


def test_clients_on_the_line_reach_the_worst_case(case):
    assert decide(dict(case.witness)).word == "REFUTED"
    assert 0.999 * case.value <= case.value_witness <= case.value
    assert "clients on the line reach" in case.summary()


def test_broken_clients_confirm_nothing(case):
    bends = case.witness["setting"]["bend"][0]
    for name, path, new in [
        *(("bend", (0, i), str(F(bends[i]) + F(1, 10**6))) for i in range(len(bends) - 2)),
        ("after", (0, 0), "11/10"),
        ("a", (0, 0), "1/11"),
        ("c", (0, 0), "0"),
        ("bend", (1,), []),
        ("after", (1,), None),
    ]:
        other = copy.deepcopy(dict(case.witness))
        at = other["setting"][name]
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = new
        assert decide(other).word == "REFUSED", (name, path)


def test_more_than_one_dimension_has_data_alone():
    """From given distances to w* mean and disagreement are at right angles."""
    found = worst_case("dgd", L=1, mu="1/10", eta="1/2", matrix=PAIR, rounds=3)
    assert "bend" not in found.witness["setting"] and "a witness reaches" in found.summary()


@pytest.mark.parametrize("name, metric", [("extra", "error2"), ("diging", "spread2"), ("dgd", "error2")])
def test_methods_with_memory_and_gradients_at_the_optimum(name, metric):
    found = worst_case(name, **(BELOW | {"eta": "1/4"}), matrix=PAIR, rounds=3, metric=metric)
    assert "bend" in found.witness["setting"] and decide(dict(found.witness)).word == "REFUTED"
