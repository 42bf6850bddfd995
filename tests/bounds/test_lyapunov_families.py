"""Theorems for a whole range of constants, and matrices under which there is none."""

import copy
import json
from contextlib import suppress
from fractions import Fraction as F

import numpy as np
import pytest

from mixproof.bounds.algorithms import algorithm, trajectory
from mixproof.bounds.checker import lyapunov_family, switching
from mixproof.bounds.checker.psd import NotACertificate
from mixproof.bounds.proofs.lyapunov import (
    DGD_STEPS,
    DIGING_LAMBDAS,
    diverging_matrices,
    prove_family,
)
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.experiments.cli.main import main
from mixproof.spectral import InputError

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
    result = lyapunov_family.check(certificates["diging"])
    assert result["proved"] and "every s in (0, 1]" in result["what"] and "lambda = 1 - s" in result["what"]


def test_dgd_for_every_step_up_to_the_largest(certificates):
    assert lyapunov_family.check(certificates["dgd"])["proved"]


@pytest.mark.parametrize("name", list(FAMILIES))
@pytest.mark.parametrize(
    "wrong",
    [
        {"rate2": ["1/2", "0"]},
        {"rate2": ["1", "1/10"]},
        {"eta": ["0", "0", "-1/4"]},
        {"eta": ["0", "0", "2"]},
        {"lam": ["1"]},
        {"lam": ["1/2", "-1"]},
        {"mu": "1/20"},
        {"L": "2"},
    ],
)
def test_a_family_that_says_more_is_not_proved(certificates, name, wrong):
    assert not lyapunov_family.check(certificates[name] | wrong)["proved"]


def leaves(part, path=()):
    if isinstance(part, (dict, list)):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from leaves(inner, (*path, key))
    else:
        yield path


def test_broken_families_are_rejected(certificates):
    """Every fifteenth number of the matrices a tenth larger: the identities leave no slack."""
    count = 0
    for document in certificates.values():
        paths = [p for p in leaves(document) if p[0] in ("P", "Q", "multipliers", "forms")]
        for path in paths[::15]:
            mutant = copy.deepcopy(document)
            place = mutant
            for key in path[:-1]:
                place = place[key]
            old = F(place[path[-1]])
            place[path[-1]] = str(old * F(11, 10) + (old == 0))
            with suppress(NotACertificate):
                assert not lyapunov_family.check(mutant)["proved"], path
            count += 1
    assert count > 25


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "lyapunov"},
        {"lam": []},
        {"forms": []},
        {"multipliers": []},
        {"P": {"order": "1/2", "shift": ["0"], "terms": [], "gram": [[], []]}},
        {"Q": {"order": "0", "shift": ["0"], "terms": [], "gram": [[], []]}},
        {"Q": None},
        {"algorithm": None},
    ],
)
def test_a_record_of_another_shape_is_no_certificate(certificates, wrong):
    with pytest.raises(NotACertificate):
        lyapunov_family.check(certificates["diging"] | wrong)


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
    constant = {"mu": "1/10", "L": "1", "lam": "9/10", "eta": eta, "curvatures": ["1/10"] * 3}
    document = {"kind": "switching-witness", "algorithm": algorithm(name).to_json(), "matrices": SWAPS}
    return document | constant | {"rate": rate}


@pytest.mark.parametrize(("name", "rate"), [("extra", "126/100"), ("nids", "125/100")])
def test_extra_and_nids_diverge_under_matrices_that_change(name, rate):
    """Nonnegative, symmetric, ||W - J|| <= 9/10, all clients the same x^2/20: so neither has a proof in tier sym."""
    document = witness(name, "1/10", rate)
    result = switching.check(document)
    assert result["proved"] and "nonnegative" in result["what"], result
    x, Ws = np.array([[1.0], [0.0], [-2.0]]), np.array([[[float(F(w)) for w in r] for r in W] for W in SWAPS])
    *_, last = trajectory(algorithm(name), x, lambda t: Ws[t % 3], lambda y: y / 10, 0.1, 90)
    assert np.abs(last["x"]).max() > 1e6
    assert not switching.check(document | {"lam": "89/100"})["proved"]
    assert not switching.check(document | {"rate": "2"})["proved"]
    assert not switching.check(document | {"curvatures": ["1/20"] * 3})["proved"]
    assert not switching.check(document | {"matrices": SWAPS[:1]})["proved"]


def test_the_files_are_checked_by_the_command(certificates, tmp_path, capsys):
    for record in (certificates["diging"], witness("nids", "1/10", "125/100")):
        (tmp_path / "record.json").write_text(json.dumps(record))
        assert main(["check-proof", str(tmp_path / "record.json"), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["proved"]


def test_gradient_tracking_does_not_diverge_there():
    assert not switching.check(witness("diging", "1/250", "1"))["proved"]


def test_the_search_finds_such_matrices():
    at = constants(L=1, mu="1/10", lam="9/10", eta="1/100")
    found = diverging_matrices(algorithm("extra"), at, cycle=3, tries=3)
    assert found is not None and switching.check(found)["proved"] and F(found["rate"]) > 1
