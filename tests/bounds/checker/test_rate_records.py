"""Records of rates that are wrong, by a digit or by their declaration, are not proved; by code that shares nothing."""

import ast
import copy
import json
import sys
from fractions import Fraction as F
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.algorithms import Algorithm, algorithm
from mixproof.bounds.checker import lyapunov, rates
from mixproof.bounds.checker.psd import NotACertificate, positive
from mixproof.bounds.proofs import prove
from mixproof.spectral import InputError

from ..proved_rates import AT, proofs_of_rates


@pytest.fixture(scope="module")
def proofs():
    return proofs_of_rates()


def numbers(document, path=()):
    """Paths of all numbers of a certificate."""
    if isinstance(document, dict):
        parts = document.items()
    elif isinstance(document, list):
        parts = enumerate(document)
    else:
        return [path]
    return [
        found
        for key, part in parts
        if key not in ("algorithm", "kind", "tier")
        for found in numbers(part, (*path, key))
    ]


def put(document, path, value):
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def changes(document, path):
    """The number a tenth larger and a tenth smaller (a thousandth off where it is zero)."""
    value = document
    for key in path:
        value = value[key]
    for sign in (1, -1):
        yield (
            sign,
            put(document, path, str(F(value) * (1 + F(sign, 10)) + (F(sign, 1000) if F(value) == 0 else 0))),
        )


@pytest.mark.parametrize("name", ["diging", "extra", "nids", "dgd"])
def test_broken_certificates_are_rejected(proofs, name):
    """Each number a tenth larger and smaller. The checker takes nothing from the finder, so a mutant that it accepts
    is a proof of what the mutant states: the old statement by another V, or one that follows from it or is easier."""
    proof, rejected = proofs[name], 0
    easier = {
        ("mu", 1),
        ("L", -1),
        ("hi", -1),
        ("lo", -1),
        ("rho", 1),
        ("floor", 1),
        ("share", -1),
        ("share", 1),
    }
    for path in numbers(proof.certificate):
        for sign, mutant in changes(proof.certificate, path):
            try:
                result = lyapunov.check(mutant)
            except NotACertificate:
                result = {"proved": False}
            rejected += not result["proved"]
            if result["proved"]:
                assert path[0] not in ("gram", "gram_Q"), "an identity has no slack"
                same = path[0] in ("P", "Q", "R", "multipliers") and result["what"] == proof.what
                assert same or (path[0], sign) in easier, path
    assert rejected >= {"extra": 150, "nids": 150}.get(name, 20)


@pytest.mark.parametrize("wider", [{"lo": "-2"}, {"hi": "2"}])
def test_both_ends_of_a_spectrum_are_decided(proofs, wider):
    """A disagreement that doubles each round does not shrink, whichever end it is at."""
    document = proofs["local-3"].certificate
    assert document["tier"] == "sym"
    assert "the form of the disagreement" in lyapunov.check(document | wider)["reason"]


def test_broken_witnesses_are_rejected(proofs):
    for proof in proofs.values():
        witness = proof.witness
        assert not rates.check(witness | {"rate": str(F(witness["rate"]) * F(11, 10))})["proved"]
        for changed in ({"curvatures": ["1/20", "1/20"]}, {"nus": ["3/5"]}, {"eta": "-1/10"}, {"mu": "2"}):
            assert not rates.check(witness | changed)["proved"]


EXTRA = algorithm("extra").to_json()


@pytest.mark.parametrize(
    ("reason", "declaration"),
    [
        ("does not stay balanced", {"next": {"x": "m - eta*grad(x) - q", "q": "q + grad(x)"}}),
        ("the point of rest moves", {"rest": {"x": "0", "q": "eta*h"}}),
        ("a multiple of h", {"rest": {"x": "0", "q": "-eta*mix(h)"}}),
        ("does not move with the origin", {"next": {"x": "m/2 - eta*grad(x) - q", "q": "q + (x - m)/2"}}),
        ("not taken at a model", {"next": {"x": "m - eta*grad(x - x) - q", "q": "q + (x - m)/2"}}),
    ],
)
def test_a_declaration_that_contradicts_itself_is_not_proved(proofs, reason, declaration):
    result = lyapunov.check(proofs["extra"].certificate | {"algorithm": EXTRA | declaration})
    assert not result["proved"] and reason in result["reason"]


@pytest.mark.parametrize(
    "declaration",
    [
        {"next": {"x": "x*x"}},
        {"next": {"x": "mix(x) + 1"}},
        {"next": {"x": "mix(1)"}},
        {"next": {"x": "x/eta"}},
        {"next": {"x": "x.real"}},
        {"next": {"x": "open(x)"}},
        {"next": {"x": "grad(y)"}},
        {"next": {"x": "x +"}},
        {"next": {"x": "1/2"}},
        {"next": {"x": "0.5*x"}},
        {"next": {"x": "x**2"}},
        {"next": {"x": "x**-1"}},
        {"next": {"x": "2**eta*x"}},
        {"next": {"x": "share(x)"}},
        {"next": {"x": "x - grad(x) - share(grad(x))"}},
        {"next": {}},
        {"next": {"grad 1": "x"}},
        {"next": {"h": "h"}},
        {"next": {"x": "(" * 400 + "x" + ")" * 400}},
        {"next": {"x": "-" * 990 + "x"}},
        {"next": {"x": "x"}, "let": {"a0": "9" * 900} | {f"a{i + 1}": f"a{i}*a{i}" for i in range(60)}},
        {"next": {"x": "x"}, "let": {"x": "x"}},
        {"next": {"x": "mix(x/s)", "s": "s"}, "scales": ["s"]},
    ],
)
def test_what_is_no_declaration_is_no_certificate(proofs, declaration):
    blank = {"name": "none", "let": {}, "balanced": [], "models": [], "scales": [], "rest": None}
    with pytest.raises(NotACertificate):
        lyapunov.check(proofs["dgd"].certificate | {"algorithm": blank | declaration})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("P", [["1", "0"]]),
        ("Q", "1"),
        ("rho", 0.5),
        ("rho", "1e9"),
        ("mu", "1/0"),
        ("mu", "1" * 3000),
        ("multipliers", []),
        ("tier", "all"),
        ("eta", []),
        ("share", ["1"]),
        ("kind", "another"),
    ],
)
def test_a_record_of_another_shape_is_no_certificate(proofs, field, value):
    with pytest.raises(NotACertificate):
        lyapunov.check(proofs["diging"].certificate | {field: value})


def test_convexity_is_not_taken_for_granted():
    """The ends of an interval stand for it only where updates are affine in what runs through it."""
    twice = Algorithm("twice", {"x": "mix(mix(x)) - eta*grad(x)"})
    document = prove(twice, eta="1/10", tier="norm", **AT).certificate
    assert "affine in nu" in lyapunov.check(without_R(document) | {"tier": "sym"})["reason"]
    at_mixed = Algorithm("at mixed", let={"y": "mix(x)"}, next={"x": "y - eta*grad(y)"})
    document = prove(at_mixed, eta="1/10", tier="norm", **AT).certificate
    assert "point moves with nu" in lyapunov.check(without_R(document) | {"tier": "sym"})["reason"]
    curved = Algorithm("curved", {"x": "mix(x) - eta*grad(x) - eta*(eta - 1/10)*(eta - 1/5)*grad(x)"})
    document = prove(curved, eta="1/10", tier="norm", **AT).certificate
    both = document | {"eta": ["1/10", "1/5"], "multipliers": document["multipliers"] * 2}
    assert "affine in eta" in lyapunov.check(both)["reason"]
    for known, tier in ((twice, "sym"), (at_mixed, "sym")):
        with pytest.raises(InputError, match="tier=sym"):
            prove(known, eta="1/10", tier=tier, **AT)
    with pytest.raises(InputError, match="interval of steps"):
        prove(curved, eta=("1/10", "1/5"), tier="norm", **AT)
    assert prove(twice, eta="1/10", tier="fixed", **AT).proved


def without_R(document):
    return {key: value for key, value in document.items() if key != "R"}


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=3), st.booleans())
def test_positive_agrees_with_eigenvalues(rows, shifted):
    A = np.array(rows).T @ np.array(rows) - shifted * np.eye(3, dtype=int)
    values = np.linalg.eigvalsh(A.astype(float))
    exact = [[F(int(v)) for v in row] for row in A]
    assert positive(exact) == (values.min() > -1e-9)
    assert positive(exact, strictly=True) == (values.min() > 1e-9)


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=6), st.fractions(F(1, 4), 4, max_denominator=8))
def test_inside_agrees_with_the_roots(p, radius):
    if p[-1] == 0:
        p[-1] = 1
    largest = max(np.abs(np.roots(p[::-1])), default=0.0)
    if abs(largest - radius) > 1e-3:
        assert rates.inside([F(v) for v in p], radius) == (largest < radius)


@pytest.mark.parametrize(
    "name", ["lyapunov", "lyapunov_family", "psd", "rate_record", "rates", "switching", "tracer"]
)
def test_the_checker_shares_no_code_with_the_finder(name):
    """The standard library and files beside it, nothing else."""
    folder = Path(lyapunov.__file__).parent
    beside = {file.stem for file in folder.glob("*.py")}
    for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module.split(".")[0] in sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 1 and node.module in beside


def test_a_rate_of_one_and_huge_constants_are_refused_not_crashed_on(proofs):
    for wrong in ({"rho": "1"}, {"floor": "9" * 1900, "rho": "1/2"}, {"floor": "-1"}):
        assert not lyapunov.check(proofs["dgd"].certificate | wrong)["proved"]


def test_the_checker_reads_a_file_as_it_is_written(proofs):
    again = json.loads(json.dumps(proofs["extra"].certificate))
    assert lyapunov.check(again)["what"] == proofs["extra"].what
