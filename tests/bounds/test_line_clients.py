"""Explicit clients of a worst case on the line: their losses, the run of another engine on them, and broken ones."""

import copy
from fractions import Fraction as F
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.arithmetic import EXACT, fraction
from mixproof.bounds.checker import clients
from mixproof.bounds.checker.line import Client
from mixproof.bounds.checker.psd import NotACertificate
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.proofs import worst_case

PAIR = (("2/3", "1/3"), ("1/3", "2/3"))
BELOW = {"L": 1, "mu": "1/10", "eta": "1/2", "start": {"eps0": 1, "spread2": 0}}
NUMBERS = st.fractions(-3, 3, max_denominator=12)


@given(st.lists(NUMBERS, min_size=2, max_size=8, unique=True), NUMBERS, NUMBERS)
def test_a_client_is_the_integral_of_its_curvature(ends, pull, x):
    ends = sorted(ends)[: len(ends) // 2 * 2]
    steep = list(zip(ends[::2], ends[1::2]))
    client = Client({"pull": str(pull), "steep": [[str(a), str(b)] for a, b in steep]}, mu=F(1, 3), L=F(2))
    assert client.gradient(F(0)) == pull and client.loss(F(0)) == 0
    grid = sorted({F(0), x, *(end for end in ends if min(x, 0) < end < max(x, 0))})
    turned = area = F(0)
    for low, high in pairwise(grid):  # the curvature is constant, the gradient linear
        inside = any(a <= low and high <= b for a, b in steep)
        turned += (high - low) * (F(2) if inside else F(1, 3))
        area += (high - low) * (client.gradient(low) + client.gradient(high)) / 2
    sign = 1 if x > 0 else -1
    assert client.gradient(x) == pull + sign * turned and client.loss(x) == sign * area


@pytest.fixture(scope="module")
def case():
    return worst_case("dgd", **BELOW, matrix=PAIR, rounds=6, metric="spread2")


def test_clients_on_the_line_reach_the_worst_case(case):
    assert clients.check(dict(case.witness))["proved"]
    assert 0.999 * case.value <= case.value_witness <= case.value
    assert "clients on the line reach" in case.summary()


def test_the_engine_of_claims_follows_the_same_clients_to_the_same_value(case):
    """Gossip descent has its own reading of such clients: slopes between bends, and their minimizers."""
    told = case.witness["clients"]
    bends = [[F(end) for interval in client["steep"] for end in interval] for client in told]
    most = max(map(len, bends))  # equal bends are allowed, and the last of them counts
    padded = [row + [row[-1]] * (most - len(row)) for row in bends]
    after = [[F(1), F(1, 10)] * (len(row) // 2) + [F(1, 10)] * (most - len(row)) for row in bends]
    values = {
        "W": np.array([[[F(w) for w in row] for row in PAIR]]),
        "a": np.array([[F(1, 10)]] * 2),
        "c": np.array([[F(part[0])] for part in case.witness["vectors"][0]]),  # the minimizers come first
        "bend": np.array(padded),
        "after": np.array(after),
        "start": np.array([F(0)]),
        "eta": np.array(F(1, 2)),
    }
    family = gossip(fixed=True, common=True, noisy=False, offsets=False)
    run = family.start({"K": 2, "d": 1, "S": 1, "M": most}, values, 6, EXACT)
    assert fraction(run.eps0) / 2 <= 1
    reached = F(clients.check(dict(case.witness))["reached"])
    assert fraction(run.spread2(6)) / 2 == reached >= F(case.witness["value"])


def test_broken_clients_confirm_nothing(case):
    steep = case.witness["clients"][0]["steep"]
    for path, new in [
        *(((0, "steep", i, j), str(F(steep[i][j]) + F(1, 10**6))) for i in range(len(steep)) for j in (0, 1)),
        ((0, "steep", 0), steep[0][::-1]),
        ((0, "pull"), "0"),
        ((1, "steep"), []),
        ((1, "steep"), None),
        ((0,), {"pull": "0"}),
    ]:
        other = copy.deepcopy(dict(case.witness))
        at = other["clients"]
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = new
        try:
            assert not clients.check(other)["proved"], path
        except NotACertificate as error:
            assert str(error)


def test_more_than_one_dimension_has_data_alone():
    """From given distances to w* mean and disagreement are at right angles."""
    found = worst_case("dgd", L=1, mu="1/10", eta="1/2", matrix=PAIR, rounds=3)
    assert "clients" not in found.witness and "a witness reaches" in found.summary()


@pytest.mark.parametrize("name, metric", [("extra", "error2"), ("diging", "spread2"), ("dgd", "error2")])
def test_methods_with_memory_and_gradients_at_the_optimum(name, metric):
    found = worst_case(name, **(BELOW | {"eta": "1/4"}), matrix=PAIR, rounds=3, metric=metric)
    assert "clients" in found.witness and clients.check(dict(found.witness))["proved"]
