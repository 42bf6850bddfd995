"""Theorems for a whole range of constants, and matrices under which there is none."""

import json
from fractions import Fraction as F

import numpy as np
import pytest

from mixproof.bounds.algorithms import algorithm, step, trajectory
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs.lyapunov import (
    DGD_STEPS,
    DIGING_LAMBDAS,
    prove_family,
)
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.proofs.lyapunov.reached import growth
from mixproof.experiments.cli.main import main
from mixproof.spectral import InputError

from .stacks import Stacks

FAMILIES = {
    # gradient tracking with 95 % of the largest step, (1 - lam)^2/(2L), for every lam in [0, 1): s = 1 - lam
    "diging": {
        "lam": [1, -1],
        "eta": [0, 0, "19/40"],
        "rate2": [1, 0, F(-1, 5) * F(1, 2) * F(19, 40)],
        "orders": DIGING_LAMBDAS,
    },
    # DGD at lam = 1/2 with every step up to 90 % of the largest, (1 - lam)/L
    "dgd": {"lam": ["1/2"], "eta": [0, "9/20"], "rate2": [1, F(-81, 1000)], "orders": DGD_STEPS},
}


@pytest.fixture(scope="module")
def certificates():
    return {
        name: prove_family(algorithm(name), L=1, mu="1/10", **options) for name, options in FAMILIES.items()
    }


def test_gradient_tracking_for_every_lambda(certificates):
    what = decide(certificates["diging"]).sentence
    assert what.startswith("PROVED: s*distance2(t) <= (1 - 19/400*s**2)**t*start(V); s = (1 - lam)")
    assert "eta = 19/40*(1 - lam)**2" in what and "given lam >= 0, lam < 1" in what


def test_dgd_for_every_step_up_to_the_largest(certificates):
    what = decide(certificates["dgd"]).sentence
    assert "s = eta/(9/20)" in what and "lam = 1/2" in what and "given eta <= 9/20" in what


@pytest.mark.parametrize(
    ("name", "wrong"), [("dgd", {"mu": "1/20"}), ("diging", {"L": "2"}), ("dgd", {"lam_n": "-1"})]
)
def test_a_family_of_other_constants_is_not_proved(certificates, name, wrong):
    record = certificates[name]
    told = record["statement"]
    assert decide(record | {"statement": told | {"at": told["at"] | wrong}}).word == "REFUSED"


@pytest.mark.parametrize(
    ("name", "said", "more"),
    [("dgd", "**t", "**(2*t)"), ("dgd", "distance2", "2*distance2"), ("diging", "(1 - ", "(99/100 - ")],
)
def test_a_family_that_says_more_is_not_proved(certificates, name, said, more):
    record = certificates[name]
    told = record["statement"]
    changed = told | {"claim": told["claim"].replace(said, more, 1)}
    assert changed["claim"] != told["claim"]
    assert decide(record | {"statement": changed}).word == "REFUSED"


@pytest.mark.parametrize("name", list(FAMILIES))
def test_a_family_is_of_the_constants_that_it_is_given(certificates, name):
    record = certificates[name]
    told = record["statement"]
    for i in range(len(told["assume"])):
        fewer = told["assume"][:i] + told["assume"][i + 1 :]
        assert decide(record | {"statement": told | {"assume": fewer}}).word == "REFUSED"


def test_the_decrease_holds_in_numbers(certificates):
    """One round of gradient tracking from states that are drawn, at lambdas of the range."""
    told, rng, K = certificates["diging"]["statement"], np.random.default_rng(5), 4
    for lam in (0.1, 0.5, 0.9):
        eta, rate = 19 / 40 * (1 - lam) ** 2, 1 - 19 / 400 * (1 - lam) ** 2
        basis = np.linalg.qr(np.column_stack([np.ones(K), rng.normal(size=(K, K - 1))]))[0]
        W = basis @ np.diag([1, lam, -lam, rng.uniform(-lam, lam)]) @ basis.T
        pull = rng.uniform(0.1, 1, (K, 1))
        state = {"x": rng.normal(size=(K, 1)), "p": rng.normal(size=(K, 1))}
        state["p"] -= state["p"].mean()

        def V(state, lam=lam, W=W, pull=pull):
            names = {**state, "o": np.zeros((K, 1)), "lam": lam}
            return Stacks(names, [W], lambda y: pull * y, told["where"]).value("V")

        after = step(algorithm("diging"), state, W, lambda y, pull=pull: pull * y, eta)
        assert (1 - lam) * (state["x"] ** 2).sum() <= V(state)
        assert V(after) <= rate * V(state) + 1e-12


def test_ranges_of_another_kind_are_refused():
    with pytest.raises(InputError, match="falling in s"):
        prove_family(algorithm("dgd"), L=1, mu="1/10", **FAMILIES["dgd"] | {"lam": [0, 1]})


def test_a_method_that_mixes_twice_has_no_such_family():
    with pytest.raises(InputError, match="mixes once"):
        prove_family(algorithm("chebyshev-gossip-2-1/2"), L=1, mu=1, **FAMILIES["dgd"])


# three clients that nearly swap their models in turn
SWAPS = [
    [
        ["37/1000", "929/1000", "34/1000"],
        ["929/1000", "36/1000", "35/1000"],
        ["34/1000", "35/1000", "931/1000"],
    ],
    [
        ["931/1000", "25/1000", "44/1000"],
        ["25/1000", "46/1000", "929/1000"],
        ["44/1000", "929/1000", "27/1000"],
    ],
    [["5/1000", "67/1000", "928/1000"], ["67/1000", "930/1000", "3/1000"], ["928/1000", "3/1000", "69/1000"]],
]


def witness(name, eta, rate):
    at = constants(L=1, mu="1/10", lam="9/10", eta=eta)
    return growth(algorithm(name), at, at.eta[0], ["1/10"] * 3, SWAPS) | {"rate": rate}


@pytest.mark.parametrize(("name", "rate"), [("extra", "126/100"), ("nids", "125/100")])
def test_extra_and_nids_diverge_under_matrices_that_change(name, rate):
    """Nonnegative, symmetric, ||W - J|| <= 9/10, all clients the same x^2/20: so neither has a proof in tier sym."""
    document = witness(name, "1/10", rate)
    decision = decide(document)
    assert decision.word == "PROVED" and "nonnegative" in decision.sentence
    x, Ws = np.array([[1.0], [0.0], [-2.0]]), np.array([[[float(F(w)) for w in r] for r in W] for W in SWAPS])
    *_, last = trajectory(algorithm(name), x, lambda t: Ws[t % 3], lambda y: y / 10, 0.1, 90)
    assert np.abs(last["x"]).max() > 1e6
    for wrong in ({"lam": "89/100"}, {"rate": "2"}, {"curvatures": ["1/20"] * 3}, {"matrices": SWAPS[:1]}):
        assert decide(document | wrong).word == "REFUSED"


def test_the_files_are_checked_by_the_command(certificates, tmp_path, capsys):
    for record in (certificates["diging"], witness("nids", "1/10", "125/100")):
        (tmp_path / "record.json").write_text(json.dumps(record))
        assert main(["check-proof", str(tmp_path / "record.json"), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["proved"]


def test_gradient_tracking_does_not_diverge_there():
    assert decide(witness("diging", "1/250", "1")).word == "REFUSED"
