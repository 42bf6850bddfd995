"""Settings of declared algorithms: against gossip's own run, by hand, and read again by the kernel."""

from __future__ import annotations

import copy
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import mixproof as mx
from mixproof.bounds import Family, Setting
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.families import declared, gossip
from mixproof.bounds.kernel.exact import STANDARD, ends
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.kernel.witness import offered, opened
from mixproof.bounds.kernel_run import KernelRun
from mixproof.bounds.search.replay import spoken_of
from mixproof.bounds.theorems import ALL
from mixproof.spectral.errors import InputError

from .kernel.known import read

SHARED = (
    *("spread", "error2", "distance2", "gap", "F_of_clients", "local_gaps", "gradients2", "mean_gradient2"),
    *("global_gradient2", "alignment", "curved_gaps", "steep_gaps", "fedavg_distance2", "gap_of_average"),
)
OWN = (
    "farthest",
    "worst_gap",
    "worst_gap_of_average",
    "moved2",
    "moved_mean2",
    "added_spread",
    "links2",
    "step",
)
SIGNED = Algorithm(
    "signed", let={"e": "-eta**2/(1 + 2)"}, next={"x": "-(-mix(x)) + e*grad(x)*(3 - eta)/(1 + 2)"}
)
CONSTANTS = ("K", "lam", "L", "mu", "G", "eps0", "gstar", "tension2", "Fstar", "sharpest", "flattest")


def exact(value: object) -> tuple[Fraction, Fraction]:
    return enclosure(value)


@pytest.mark.parametrize("kind", ["quadratic", "bent"])
def test_declared_descent_is_gossip_descent(kind: str) -> None:
    """Two programs for one algorithm: the family of gossip descent, and the declaration run as text."""
    ours, random = declared("DGD", kind, changing=True), Random(3)
    theirs = gossip(fixed=True, noisy=False, offsets=False, changing=True)
    for _ in range(3):
        setting = ours.sample(random)
        runs = [family.exact(setting) for family in (ours, theirs)]
        for name in SHARED:
            for t in (1, 4):
                first, second = (exact(getattr(run, name)(t)) for run in runs)
                assert first == second, name


def one(family: Family, **told: object) -> KernelRun:
    """A client alone: what it does, by hand."""
    setting = family.form({*told, "K"}).from_json({"K": 1, "d": 1, "S": 1, "M": 1, "W": [[[1]]], **told})
    return family.exact(setting)


def test_a_client_with_a_kink_by_hand() -> None:
    """F = 2 max(w - 1, 0) + (1 - w)/2 from 2 with step 1: to 1/2, where F' = -1/2, to 1, where a fourth of 2 counts."""
    told = {"kink": [[1]], "rise": [[2]], "left": ["1/4"], "taken": [["1/4"]], "w0": [[2]], "eta": 1}
    run = one(declared("DGD", "linear"), **told)
    assert [exact(run.distance2(t))[0] for t in range(4)] == [1, Fraction(1, 4), 0, 0]
    assert [exact(run.gap(t))[0] for t in range(3)] == [Fraction(3, 2), Fraction(1, 4), 0]
    assert exact(run.G)[0] == Fraction(3, 2)
    assert exact(run.worst_gap_of_average(2))[0] == Fraction(3, 8)  # at 5/4
    assert not hasattr(run, "L")


def test_a_client_with_a_dent_by_hand() -> None:
    """F' = w for w <= 1, 1 - 3 (w - 1) to 2, then w - 4: minima 0 at 0 and -1 at 4."""
    told = {"a": [[1]], "c": [[0]], "bend": [[1]], "width": [[1]], "dent": [[-4]], "w0": [[1]], "eta": "1/3"}
    run = one(declared("DGD", "dented"), **told)
    assert exact(run.L)[0] == 3 and exact(run.mu)[0] == -3
    assert [exact(run.error2(t))[0] for t in range(2)] == [9, (4 - Fraction(2, 3)) ** 2]
    assert exact(run.gap(0))[0] == Fraction(5, 2)  # F(0) = 0, F(1) = 1/2, F(2) = 0, F(4) = -2


@pytest.mark.parametrize("kind", ["quadratic", "bent", "linear", "dented"])
@pytest.mark.parametrize(
    "algorithm",
    ["extra", "nids", "defed", "local-2", "nesterov-1/3", "accelerated-gossip-1/4", SIGNED],
    ids=lambda algorithm: getattr(algorithm, "name", algorithm),
)
def test_the_kernel_reads_the_same_numbers_from_the_text(algorithm: Algorithm | str, kind: str) -> None:
    changing = {"offsets": True, "changing": True}
    random = Random(5)
    for of in (changing, {"common": True, "step": "delta/(t + Gamma)"}):
        family = declared(algorithm, kind, **of)
        setting = family.sample(random)
        run = family.exact(setting)
        options = spoken_of(ALL[0], ALL[0].variants[0], family)["options"]
        ours = offered(opened("declared", setting.to_json(), options, STANDARD), 2, STANDARD)
        compared = 0
        for called in (*SHARED, *OWN, *CONSTANTS):
            t = None if called in CONSTANTS else 2
            try:
                value = getattr(run, called)
                low, high = exact(value if t is None else value(t))
            except (ArithmeticError, AttributeError, TypeError):  # of no curvature, of no step
                continue
            least, most = ends(ours.read(called if t is None else f"{called}({t})"))
            assert low <= most and least <= high, called
            compared += 1
        assert compared > 20


def test_floats_and_exact_numbers_agree() -> None:
    random = Random(2)
    for kind in ("quadratic", "bent", "linear", "dented"):
        family = declared("DIGing", kind)
        setting = family.sample(random)
        setting = Setting(setting.sizes, {**setting.values, "eta": np.array(Fraction(1, 64), dtype=object)})
        floats, numbers = family.start(setting.sizes, setting.values, 6), family.exact(setting)
        for name in (*SHARED, *OWN):
            if kind == "linear" and name in ("curved_gaps", "steep_gaps"):
                continue
            told = np.broadcast_to(getattr(floats, name)(np.array([1.0, 3.0])), 2)
            assert told[1] == pytest.approx(float(exact(getattr(numbers, name)(3))[0]), rel=1e-9, abs=1e-9), (
                name
            )


def test_a_claim_on_an_algorithm_of_ones_own_is_refuted_and_confirmed() -> None:
    lazy = Algorithm(
        "lazy tracking",
        let={"u": "grad(x)", "m": "mix(x) - eta*(p + u)"},
        next={"x": "(x + m)/2", "p": "mix(p + u) - u"},
        balanced=("p",),
    )
    mine = mx.claim("distance2(t) <= distance2(0)", "eta <= 1/L", family=declared(lazy))
    verdict = mx.verify(mine, seconds=0.3)
    assert verdict.outcome.name == "REFUTED" and verdict.witness is not None
    assert decide(verdict.witness).confirmed
    for line, said in (("(x + m)/3", "another number"), ("x*m", "a vector times a vector")):
        changed = copy.deepcopy(verdict.witness)
        changed["claim"]["options"]["program"]["next"]["x"] = line
        assert said in decide(changed).sentence and not decide(changed).confirmed


TWO = {"W": [[["1/2", "1/2"]] * 2], "a": [[1], [2]], "c": [[0], [1]], "w0": [[3], [4]], "eta": "1/2"}


@pytest.mark.parametrize(
    "line",
    ["x*x", "True*x", "x + 1", "x + eta", "eta/x", "x**2", "2**x", "1", "eta", "max(x)", "mix(eta)", "u"],
)
def test_a_line_that_is_no_linear_update_is_no_witness(line: str) -> None:
    program = {"let": {}, "next": {"x": line}, "start": {}}
    with pytest.raises(Refused):
        read("declared", TWO, "distance2(1)", program=program, step="eta")


def test_tension_is_of_gradients_less_their_mean() -> None:
    """Shares 1/4 and 3/4: w* = 3, h = (3, -1) with mean 1; (I - W)^+ of W = 11'/2 leaves (2, -2)."""
    family = declared("defed", "quadratic")
    told = {"K": 2, "S": 1, "d": 1, **TWO, "a": [[1], [1]], "c": [[0], [4]], "s": [0, 0], "samples": [1, 3]}
    setting = family.from_json(told)
    run = family.exact(setting)
    assert exact(run.tension2) == (8, 8)
    options = spoken_of(ALL[0], ALL[0].variants[0], family)["options"]
    assert read("declared", told, "tension2", **options) == 8


def test_a_declared_algorithm_may_have_noise() -> None:
    """Every call of a gradient is answered with noise of its own: 2 (1/2)^2 more after a round of step 1/2."""
    dgd = {"let": {}, "next": {"x": "mix(x) - eta*grad(x)"}, "start": {}}
    quiet, noisy = (
        read("declared", TWO | v, "distance2(1)", program=dgd, step="eta") for v in ({}, {"v": [[1], [1]]})
    )
    assert noisy == quiet + Fraction(1, 2)


def test_a_method_without_gradients_averages_the_starts() -> None:
    family = declared("chebyshev-gossip-2-1/2")
    mine = mx.claim("distance(t) <= distance(0)/7**t", "lam <= 1/2", family=family)  # T_2(2) = 7
    assert mx.verify(mine, seconds=0.2).outcome.name == "HOLDS"
    assert mx.verify(
        mx.claim("distance(t) <= distance(0)/8**t", "lam <= 1/2", family=family), seconds=0.2
    ).witness


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (("push-sum",), "scales"),
        (("DGD", "cubic"), "kinds quadratic"),
    ],
)
def test_what_is_no_family(told: tuple, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        declared(*told)


@pytest.mark.parametrize(
    ("step", "sentence"), [("gamma/t", "gamma is none"), ("eta/sqrt(t + 1)", "sqrt is none")]
)
def test_what_is_no_step(step: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        declared("DGD", step=step)
