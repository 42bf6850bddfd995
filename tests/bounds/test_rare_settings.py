"""Claims that only settings of a rare kind break: more vectors, clients or coordinates than are drawn at first, a start
at the minimizer, powers that are roots."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from mixproof.bounds import Family, Setting, claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.domains import UNIT
from mixproof.bounds.families import declared, gossip, matrices
from mixproof.bounds.families.compressed import QUANTISED
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.families.vectors import vectors
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.drawn import camps
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.search.hunt import Hunt
from mixproof.bounds.search.settings import _edged
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

AVERAGING = declared(Algorithm("averaging", {"x": "mix(x)"}))


@pytest.mark.parametrize(
    ("text", "assume", "family", "first"),
    [
        ("weighted_scatter2 <= scatter2/(n - 1)", (), vectors(), None),  # true for n <= 3
        ("farthest2(t) <= 2/3*spread2(t)", (), AVERAGING, 0),  # true for K <= 3
        ("lost2 <= sqrt(d)/(2*s)*norm2", (), QUANTISED, None),  # true for d <= 4
        # local steps rest elsewhere than at w*
        ("gap(t) <= (1 - eta*mu)**t*gap(0)", ("eta <= 1/L",), federated(noisy=False, fixed=True), 0),
        ("spread(t) <= lam**(3*t/2)*spread(0)", ("t >= 1",), AVERAGING, 0),
        ("rho*(1 - rho)**2 <= 37/250", (), scalars(rho=UNIT), None),  # one number, 1/3
    ],
)
def test_they_are_found_and_confirmed(
    text: str, assume: tuple[str, ...], family: Family, first: int | None
) -> None:
    mine = claim(text, *assume, family=family, first=first)
    verdict = verify(mine)
    assert verdict.outcome.name == "REFUTED"
    assert decide(verdict.witness).confirmed


def test_one_client_is_a_network() -> None:
    alone = claim("smallest(t) == 1", family=matrices(K=(1,)), rounds=3)
    assert verify(alone, seconds=0.1).outcome.name == "HOLDS"


def test_a_setting_of_too_long_numbers_keeps_its_step() -> None:
    """One that floats drew near 0, of which a run in fractions is refused, where an assumption fixes the step."""
    stated = theorem("mishchenko2022.theorem-3-6")
    variant = stated.variant("square-root")
    evaluator = Evaluator(stated, variant)
    setting = evaluator.family.from_json(variant.examples[0])
    start = setting.values["w0"].copy()
    start.flat[0] = Fraction(1, 10**3000)
    long = Setting(setting.sizes, {**setting.values, "w0": start})
    assert evaluator.pinned(long).to_json() == long.to_json()


def test_no_step_leaves_its_domain_for_an_assumption() -> None:
    resting = claim("spread2(t + 1) <= 0", "eta == 0", family=gossip(fixed=True))
    evaluator = Evaluator(resting, resting.variant("claim"))
    setting = evaluator.family.sample(Random(0))
    assert evaluator.pinned(setting).values["eta"] > 0


BALL = Algorithm(
    "heavy ball",
    {"x": "mix(x) - eta*grad(x) + beta*(x - y)", "y": "x"},
    start={"y": "x"},
    numbers=("beta",),
)
AT_EDGE = {
    "K": 2,
    "d": 1,
    "S": 1,
    "W": [[["1/2", "1/2"], ["1/2", "1/2"]]],
    "a": [[1], ["1/4"]],
    "c": [[0], [0]],
}
AT_EDGE |= {"s": [0, 0], "w0": [[1], [2]], "beta": 9, "eta": 3}


def test_numbers_of_a_method_are_fixed_by_assumptions_after_what_fixes_them() -> None:
    fixed = claim("error2(t) <= 1", "beta == (1 - sqrt(eta*mu))**2", "eta == 1/L", family=declared(BALL))
    evaluator = Evaluator(fixed, fixed.variant("claim"))
    setting = evaluator.family.from_json(AT_EDGE)
    assert evaluator(setting, fit=True).steps == pytest.approx({"eta": 1, "beta": 0.25})
    assert {name: evaluator.pinned(setting).values[name].item() for name in ("eta", "beta")} == {
        "eta": 1,
        "beta": Fraction(1, 4),
    }


def test_a_method_with_numbers_is_followed_as_far_as_one_with_values() -> None:
    open_, told = declared(BALL), declared(BALL.at(beta="1/4"))
    setting = {**AT_EDGE, "beta": "1/4", "eta": "1/2"}
    runs = [
        family.start(of.sizes, of.values, 20)
        for family in (open_, told)
        for of in [family.from_json(setting)]
    ]
    assert runs[0].reach == runs[1].reach > 399
    assert runs[0].spread2(300) == runs[1].spread2(300) and runs[0].beta == 0.25


def test_a_hunt_of_a_shape_keeps_it() -> None:
    """Clients alike and a network that lacks a link stay so."""
    mine = claim("error2(t + 1) <= error2(t)", "eta <= 2/L", family=declared("DGD"))
    evaluator = Evaluator(mine, mine.variant("claim"))
    ring = [["1/2", "1/2", 0], ["1/2", "1/4", "1/4"], [0, "1/4", "3/4"]]
    drawn = {"K": 3, "d": 1, "S": 1, "W": [ring], "a": [[1], [2], [1]], "c": [[0]] * 3, "s": [0] * 3}
    drawn |= {"w0": [[1], [2], [3]], "eta": "1/2"}
    hunt = Hunt(evaluator, evaluator.family.from_json(drawn), None, 0, tied=True)
    found = [setting.values for _, setting in hunt.until(60)]
    assert found and all(values["a"][0] == values["a"][2] and not values["W"][0][0][2] for values in found)
    assert all(len({*values["c"].flat}) == 1 for values in found)


def test_a_network_is_put_on_either_edge_of_an_assumption_with_two_sides() -> None:
    """Weights as they are drawn are too strong, weak ones too weak: lam_n = -7/20 lies between."""
    mine = claim("distance(t) <= 1", "lam_n >= -7/20", "lam <= 1/2", family=declared("DGD"))
    evaluator = Evaluator(mine, mine.variant("claim"))
    ends = {
        round(float(np.linalg.eigvalsh(setting.values["W"][0].astype(float))[0]), 2)
        for setting, _ in _edged(evaluator, Random(0), 30)
    }
    assert -0.35 in ends


@pytest.mark.parametrize(("options", "most"), [({}, 8), ({"noisy": True}, 5)])
def test_many_clients_of_every_kind_are_tried_where_a_run_is_cheap(options: dict, most: int) -> None:
    family = declared("DGD", **options)
    for form in (family, *family.also):
        assert max(drawn.sizes["K"] for drawn, _ in camps(form, Random(0), 20)) == most
