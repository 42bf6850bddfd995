"""Certificates of worst cases written by hand: a start is as large as it is said to be; and what is no certificate."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.checker import gram
from mixproof.bounds.checker.gram_run import fraction
from mixproof.bounds.checker.psd import NotACertificate

from .known_run import PATH

ALGORITHM = algorithm("dgd").to_json()
PROOF: dict[str, Any] = {"denominator": "4", "conditions": [4], "pairs": [], "psd": [], "skew": []}
OWN: dict[str, Any] = {
    "kind": gram.KIND, "algorithm": ALGORITHM, "mu": "1/2", "L": "1", "step": {"eta": "1/3"}, "rounds": 1,
    "network": {"spectrum": ["-1/4", "1/2"]}, "common": False, "value": "1", "objective": {"spread2(0)": "1"},
    "conditions": [{"terms": {"spread2(0)": "1"}, "bound": "1"}], "multipliers": PROOF,
}  # fmt: skip


def lines(**change: Any) -> dict[str, Any]:
    return OWN | {"algorithm": ALGORITHM | change}


def network(**change: Any) -> dict[str, Any]:
    return OWN | {"network": {"spectrum": ["-1/4", "1/2"], **change}}


def of_matrix(*rows: list[Any]) -> dict[str, Any]:
    return OWN | {"network": {"matrix": list(rows)}}


def proof(**change: Any) -> dict[str, Any]:
    return OWN | {"multipliers": PROOF | change}


NOTHING = proof(conditions=[]) | {"conditions": [], "value": "0"}


@pytest.mark.parametrize(
    ("record", "proved"),
    [
        (OWN, True),
        (OWN | {"value": "99/100"}, False),
        (OWN | {"objective": {"spread2(0)": "11/10"}}, False),
        (OWN | {"mu": "0"}, True),
        (OWN | {"common": True}, True),
        (of_matrix([1, 0], [0, "1"]), True),
        (of_matrix(*([int(i == j) for j in range(12)] for i in range(12))), True),
        (network(changing=True, clients=1), True),
        (lines(start={"x": "x"}), True),
        (NOTHING | {"common": True}, True),
        (NOTHING, False),
    ],
)
def test_a_start_is_as_large_as_it_is_said_to_be(record: dict[str, Any], proved: bool) -> None:
    result = gram.check(record)
    assert result["proved"] == proved and result["value"] == float(F(record["value"]))


def test_what_a_certificate_says_is_told() -> None:
    objective = {"spread2(0)": "2", "error2(1)": "1", "gap(1)": "1/3"}
    told = gram.check(OWN | {"objective": objective, "common": True, "mu": "1/3"})["what"]
    assert told == (
        "2 spread2(0)/K + error2(1) + 1/3 gap(1) <= 1 for x <- mix(x) - eta*grad(x) with eta=1/3, mu=1/3, L=1, "
        "every K and every symmetric W with W1 = 1 and its other eigenvalues in [-1/4, 1/2], "
        "given spread2(0)/K <= 1, a common start"
    )
    assert "K=3 and" in gram.check(network(clients=3))["what"]
    assert "another one every round" in gram.check(network(changing=True))["what"]
    assert "the given W of 3 clients" in gram.check(of_matrix(*PATH))["what"]


def test_multipliers_are_not_negative() -> None:
    """Of spread2 <= 1 less -error2 <= 1 it would follow that no start is apart."""
    conditions = [*OWN["conditions"], {"terms": {"error2(0)": "-1"}, "bound": "1"}]
    told = proof(conditions=[4, -4]) | {"conditions": conditions, "value": "0"}
    assert gram.check(told)["reason"] == "a multiplier is negative"
    pair = proof(pairs=[[0, 1, 0, -1], [1, 0, 0, -1]]) | {"objective": {"error2(0)": "0"}}
    assert "a multiplier is negative" in gram.check(pair)["reason"]


@pytest.mark.parametrize(
    ("psd", "proved"),
    [
        ([], True),
        ([[0, 0, 1]], True),
        ([[1, 0, -1]], False),
        ([[0, 0, -1]], False),
        ([[0, 0, 2], [1, 0, -1], [1, 1, 2]], True),
        ([[0, 0, 2], [1, 0, -3], [1, 1, 2]], False),
    ],
)
def test_multipliers_of_mixes_are_a_positive_matrix(psd: list[list[int]], proved: bool) -> None:
    """Of conditions with so much room that nothing else is lacking."""
    names = ["spread2(0)", "spread2(1)", "spread2(2)", "gradients2(0)", "gradients2(1)"]
    conditions = [{"terms": {name: "1"}, "bound": "1"} for name in names]
    told = proof(denominator="1000", conditions=[10**6] * 5, psd=psd)
    assert gram.check(told | {"conditions": conditions, "value": "5000", "rounds": 2})["proved"] == proved


@pytest.mark.parametrize("mu", ["0", "1/2"])
def test_where_an_infimum_may_not_be_attained_nothing_is_said_of_the_place(mu: str) -> None:
    conditions = [*OWN["conditions"], {"terms": {"eps0": "1"}, "bound": "1"}]
    at_start, at_minima = (
        proof(conditions=[4, 0], pairs=[[a, 1 - a, 0, 0]]) | {"mu": mu, "conditions": conditions}
        for a in (1, 0)
    )
    assert gram.check(at_start)["proved"]
    if mu == "0":
        with pytest.raises(NotACertificate, match="where an infimum is attained"):
            gram.check(at_minima)
    else:
        assert gram.check(at_minima)["proved"]


@pytest.mark.parametrize("number", ["1/2", "-3", "4/06", 3, -3, "0", "1" * 399])
def test_numbers_are_integers_and_fractions(number: str | int) -> None:
    assert fraction(number, "it") == F(number)


@pytest.mark.parametrize(
    "number", ["", "1/0", "1/00", "0.5", " 1", "1/-2", "+1", "1e3", "1" * 400, True, 0.5, None, [1], F(1)]
)
def test_nothing_else_is_a_number(number: object) -> None:
    with pytest.raises(NotACertificate, match="it is no fraction"):
        fraction(number, "it")


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (OWN | {"kind": "claim"}, "not a record"),
        (OWN | {"mu": 1}, "field mu is lacking"),
        (network(matrix=PATH), "neither a matrix nor"),
        (network(size=3), "neither a matrix nor"),
        (network(spectrum=["1/2", "1/4"]), "no interval"),
        (network(spectrum=["1/2"]), "no interval"),
        (network(changing=1), "network is not known"),
        (network(clients=-1), "network is not known"),
        (network(clients="2"), "network is not known"),
        (OWN | {"network": {"matrix": PATH, "clients": 3}}, "neither a matrix nor"),
        (of_matrix(["1", "0"], ["1/2", "1/3"]), "do not sum to 1"),
        (of_matrix(["1"], ["1"]), "do not sum to 1"),
        (of_matrix(*[["1/13"] * 13] * 13), "do not sum to 1"),
        (OWN | {"mu": "1"}, "0 <= mu < L"),
        (OWN | {"mu": "-1/2"}, "0 <= mu < L"),
        (OWN | {"rounds": 0}, "from 1 to 200"),
        (OWN | {"rounds": 201}, "from 1 to 200"),
        (OWN | {"step": {"eta": "1/3", "delta": "1"}}, "neither eta nor"),
        (OWN | {"step": {"eta": "0"}}, "not positive"),
        (OWN | {"step": {"delta": "1", "Gamma": "-1"}}, "not positive"),
        (OWN | {"objective": {"spread2(9999)": "1"}}, "term is not known"),
        (OWN | {"objective": {"spread2(2)": "1"}}, "cannot be read"),
        (OWN | {"objective": dict.fromkeys((f"spread2({t:03d})" for t in range(40)), "1")}, "term is not known"),
        (OWN | {"objective": {}, "conditions": []}, "term is not known"),
        (proof(denominator="-1"), "denominator is not positive"),
        (proof(denominator="0"), "denominator is not positive"),
        (proof(conditions=["1"]), "no integer"),
        (proof(conditions=[True]), "no integer"),
        (proof(conditions=[]), "cannot be read"),
        *((proof(pairs=[[*pair, 0]]), "pair is not known")
          for pair in ([0, 0, 0], [0, -1, 0], [-1, 0, 0], [0, 1, 1], [0, 1, -1], [0, 1, True])),
    ],
)  # fmt: skip
def test_what_is_no_certificate_is_refused(record: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        gram.check(record)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"next": {"x": "mix(x) - eta*grad(x)", "eta": "x"}}, "a name is used twice"),
        ({"let": {"mix": "x"}}, "a name is used twice"),
        ({"start": {"y": "x"}}, "a start or scale"),
        ({"scales": {"y": "x"}}, "a start or scale"),
        ({"let": {"y": "x" + " " * 400}}, "no short text"),
        ({"let": {"y": 3}}, "no short text"),
        ({"let": {f"y{i}": "x" for i in range(40)}}, "no short text"),
        *(({"next": {"x": text}}, "not linear") for text in ("grad(x)*grad(x)", "x/x", "x + 1", "1 - x", "x**2")),
        *(({"next": {"x": text}}, "a number where") for text in ("1", "eta")),
        *(({"next": {"x": text}}, "cannot be read") for text in ("x +", "y", "x/0", "norm(x)")),
        *(({"next": {"x": text}}, "not an update") for text in ("mix(x, x)", "x[0]", "mix(x, y=x)", "1.5*x", "True*x")),
        ({"next": {"x": "mix(1)"}}, "of a number"),
        # the origin is w* in the proof, and nobody knows where that is in a run
        *(({"next": {"x": text}}, "does not move") for text in (
            "mix(x)/2", "2*x - eta*grad(x)", "-x", "0", "x - eta*grad(x/2)", "x - eta*grad(mix(x) - x)")),
        ({"start": {"x": "x/2"}}, "does not move"),
    ],
)  # fmt: skip
def test_what_is_no_method_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        gram.check(lines(**change))


@pytest.mark.parametrize(
    "text", ["share(mix(x))", "x + share(x) - share(mix(x)) - x/2", "mix(x) - eta*grad(share(x))"]
)
def test_a_share_of_the_models_does_not_move_with_them(text: str) -> None:
    """x <- x/2 leads to the origin, wherever w* is: no worst case of all losses."""
    shared = lines(next={"x": text}) | {"network": {"spectrum": ["-1/4", "1/2"], "clients": 2}}
    with pytest.raises(NotACertificate, match="does not move with"):
        gram.check(shared)
    of_gradients = {
        "algorithm": ALGORITHM | {"next": {"x": "mix(x) - eta*share(grad(x)) + share(x - mix(x))"}}
    }
    assert gram.check(shared | of_gradients)["proved"]
    with pytest.raises(NotACertificate, match="cannot be read"):  # nobody knows how many clients share
        gram.check(OWN | of_gradients)
