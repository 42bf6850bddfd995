"""Witnesses of a worst case from runs on known quadratics: their value is that of every term's definition."""

from __future__ import annotations

import copy
from fractions import Fraction as F
from typing import Any

import pytest

from mixproof.bounds.algorithms import Algorithm, algorithm
from mixproof.bounds.checker import clients
from mixproof.bounds.checker.psd import NotACertificate

from .known_run import FIXED, PAIR, PATH, Known

ARITHMETIC = Algorithm("arithmetic", {"x": "-(-mix(x)) - (1/2 + 3*1/4 - 1/8)*eta*grad(x) + (-eta)/7*grad(x)"})
DECAYING = {"delta": "2", "Gamma": "5"}
TERMS = [
    "error2(2)",
    "spread2(2)",
    "distance2(1)",
    "gradients2(2)",
    "gap(1)",
    "gap(2)",
    "gstar2",
    "eps0",
    "eps_star",
]


@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("W", [PAIR, PATH])
def test_a_term_has_the_value_of_its_definition(W: list[list[str]], name: str) -> None:
    known = Known(algorithm("dgd"), W, 2)
    record = known.witness({name: "3/2"}, {name: "1"}, {"spread2(0)": "1", "eps0": "1/2"})
    result = clients.check(record)
    assert result["proved"], result["reason"]
    assert F(result["reached"]) == F(3, 2) * known.value(name)
    for more in (F(1, 10**9), F(1)):
        assert "not reached" in clients.check(record | {"value": str(F(record["value"]) + more)})["reason"]
    for condition in range(2):
        stricter = [dict(told) for told in record["conditions"]]
        stricter[condition]["bound"] = str(F(stricter[condition]["bound"]) - F(1, 10**9))
        assert "condition is not met" in clients.check(record | {"conditions": stricter})["reason"]


def test_a_common_start_and_a_round_of_two_digits() -> None:
    known = Known(algorithm("dgd"), PATH, 11, common=True)
    record = known.witness({"spread2(11)": "1"}, {"gstar2": "1"}) | {"common": True}
    del record["multipliers"]  # of a proof, which a witness has none of
    result = clients.check(record)
    assert result["proved"], result["reason"]


@pytest.mark.parametrize("step", [FIXED, DECAYING])
@pytest.mark.parametrize(
    "name",
    [
        "diffusion",
        "defed",
        "swarm",
        "fedavg",
        "extra",
        "diging",
        "nids",
        "local-2",
        "nesterov-1/4",
        "arithmetic",
    ],
)
def test_every_method_is_run_as_it_is_declared(name: str, step: dict[str, str]) -> None:
    known = Known(ARITHMETIC if name == "arithmetic" else algorithm(name), PATH, 3, step)
    result = clients.check(known.witness({"distance2(3)": "1", "gap(2)": "2"}, {"distance2(1)": "1"}))
    assert result["proved"], result["reason"]


OWN = Known(algorithm("dgd"), PATH, 2).witness({"error2(2)": "1"}, {"spread2(0)": "1"})
CLASS: dict[str, object] = {"spectrum": ["0", "2/3"]}


@pytest.mark.parametrize(
    ("network", "belongs"),
    [
        (CLASS, True),
        (CLASS | {"changing": True}, True),
        (CLASS | {"clients": 3}, True),
        (CLASS | {"clients": 2}, False),
        ({"spectrum": ["1/100", "2/3"]}, False),
        ({"spectrum": ["0", "65/100"]}, False),
        ({"spectrum": ["-1/2", "3/4"]}, True),
        ({"matrix": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]}, False),
    ],
)
def test_a_witness_has_a_matrix_of_the_class(network: dict[str, object], belongs: bool) -> None:
    result = clients.check(OWN | {"network": network})
    assert result["proved"] == belongs and ("not of the network's class" in result["reason"]) != belongs
    assert (
        result["what"].count("reaches") == result["what"].count("<=") == 1
    )  # of the objective, of the condition


@pytest.mark.parametrize(
    ("W", "spectrum", "belongs"),
    [
        (PAIR, ["1/3", "1/3"], True),
        (PAIR, ["1/4", "1/2"], True),
        (PAIR, ["1/2", "1"], False),
        (
            [["1/2", "1/2", "0"], ["0", "1/2", "1/2"], ["1/2", "0", "1/2"]],
            ["-1", "1"],
            False,
        ),  # not symmetric
    ],
)
def test_eigenvalues_lie_in_the_spectrum(W: list[list[str]], spectrum: list[str], belongs: bool) -> None:
    assert clients.belongs([[F(w) for w in row] for row in W], {"spectrum": spectrum}) == belongs


def changed(path: tuple[object, ...], value: object) -> dict[str, Any]:
    other = copy.deepcopy(OWN)
    at: Any = other
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return other


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (OWN | {"kind": "worst-case"}, "not a record"),
        (OWN | {"mu": 1}, "field mu is lacking"),
        (OWN | {"vectors": {}}, "no list"),
        (OWN | {"vectors": OWN["vectors"][:-1]}, "not as many vectors"),
        (OWN | {"vectors": OWN["vectors"] + OWN["vectors"][-1:]}, "more vectors"),
        (OWN | {"losses": OWN["losses"][:-1]}, "loss is lacking"),
        (OWN | {"common": True}, "start is not common"),
        (OWN | {"objective": {}, "conditions": []}, "term is not known"),
        (OWN | {"objective": {"median(2)": "1"}}, "term is not known"),
        (OWN | {"objective": {"eps_star": "1"}, "mu": "0"}, "no F_k"),
        (OWN | {"W": [["1"]]}, "as many vectors"),
        (changed(("vectors", 1, 0), None), "no list of coordinates"),
        (changed(("vectors", 1, 0), ["0"] * 401), "no list of coordinates"),
        (changed(("vectors", 1), OWN["vectors"][1][:2]), "not as many vectors"),
        (changed(("vectors", 0, 0), ["1", "1"]), "do not sum to 0"),
        (changed(("losses", 0), OWN["losses"][0][:2]), "loss is lacking"),
        (changed(("losses", 0, 1), "0.5"), "no fraction"),
    ],
)
def test_what_is_no_witness_is_refused(record: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        clients.check(record)
