"""Proofs of rates: found by optimization, checked by code that shares nothing with it, and met from below."""

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

from mixproof.bounds.algorithms import Algorithm, algorithm, step
from mixproof.bounds.checker import lyapunov, rates
from mixproof.bounds.checker.psd import NotACertificate, positive
from mixproof.bounds.proofs import prove
from mixproof.bounds.proofs.lyapunov import necessary_step
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.proofs.lyapunov.reached import diverging_step
from mixproof.spectral import InputError

AT = {"L": 1, "mu": "1/10", "lam": "1/2"}
CASES = [
    ("diging", "1/10", "norm"),
    ("extra", "1/2", "fixed"),
    ("nids", "1", "fixed"),
    ("dgd", "1/10", "norm"),
    ("local-3", "1/10", "sym"),
    ("swarm", "1/2", "norm"),
]


@pytest.fixture(scope="module")
def proofs():
    return {name: prove(name, eta=eta, tier=tier, **AT) for name, eta, tier in CASES}


@pytest.mark.parametrize("name", [case[0] for case in CASES])
def test_the_proved_rate_is_met_by_an_exact_witness(proofs, name):
    proof = proofs[name]
    assert proof.proved
    assert 0 <= proof.rho - proof.rho_found < F(1, 10_000)
    assert lyapunov.check(proof.certificate)["proved"]
    assert rates.check(proof.witness)["proved"]
    assert proof.bytes < 10_000
    assert len(repr(proof).splitlines()) < 24


@pytest.mark.parametrize(
    ("name", "lam", "low", "high"),
    [
        ("diging", "1/2", 0.1225, 0.1263),  # (1 - lam)^2/(2L)
        ("extra", "9/10", 0.5635, 0.5751),  # (5 - 3 lam)/(4L)
        ("nids", "9/10", 1.96, 2.001),  # 2/L
    ],
)
def test_the_largest_proved_step_is_within_two_percent_of_a_diverging_one(name, lam, low, high):
    proof = prove(name, L=1, mu="1/10", lam=lam, step_limit=True, tier="fixed")
    assert low < proof.step_proved < proof.step_diverging < high
    assert proof.step_diverging <= proof.step_proved * F(102, 100)
    assert lyapunov.check(proof.certificate)["proved"]
    assert rates.check(proof.divergence)["proved"] and F(proof.divergence["rate"]) > 1


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("dgd", "(nu + 1)/l"),
        ("diging", "(nu + 1)^2/(2*l)"),
        ("extra", "(3*nu + 5)/(4*l)"),
        ("nids", "2/l"),
        ("fedavg", "2/l"),
        ("swarm", "1/l"),
    ],
)
def test_the_necessary_step_in_closed_form(name, formula):
    """DIGing, EXTRA and NIDS: what a search over quadratics finds to diverge is this limit."""
    at = constants(L=1, mu="1/10", lam="1/2", eta=1)
    step_, limit = necessary_step(algorithm(name), at)
    assert limit.formula == formula
    value = eval(formula.replace("^", "**"), {"nu": F(-1, 2), "l": F(1)})
    assert step_ == pytest.approx(float(value), rel=1e-9)
    diverging = diverging_step(algorithm(name), at, "fixed")
    assert 0 < F(diverging["eta"]) / F(value) - 1 < F(1, 1000)


def test_a_run_obeys_the_proved_decrease(proofs):
    """V of DIGing's certificate along a run with clients that are not quadratic."""
    document, rng = proofs["diging"].certificate, np.random.default_rng(3)
    known, K, eta = algorithm("diging"), 4, 0.1
    basis = np.linalg.qr(np.column_stack([np.ones(K), rng.normal(size=(K, K - 1))]))[0]
    values = np.array([1.0, 0.5, -0.5, 0.2])
    W = basis @ np.diag(values) @ basis.T

    def gradient(y):  # slopes between .1 and 1, a minimizer at 0 of the sum
        return 0.1 * y + 0.9 * np.where(y > 0, y, 0) * np.array([[1], [0], [1], [0.5]])

    lower = [[float(F(v)) for v in row] for row in document["P"]]
    apart = [[float(F(v)) for v in row] for row in document["Q"][0]]
    Q = np.array([[apart[max(i, j)][min(i, j)] for j in range(2)] for i in range(2)])

    def V(state):
        x, p = state["x"], state["p"]
        mean = K * lower[0][0] * float((x.mean(axis=0) ** 2).sum())
        rest = np.stack([x - x.mean(axis=0), p - p.mean(axis=0)])
        return mean + float(np.einsum("ij,ikd,jkd->", Q, rest, rest))

    state = {"x": rng.normal(size=(K, 2)), "p": np.zeros((K, 2))}
    for _ in range(40):
        after = step(known, state, W, gradient, eta)
        assert V(after) <= float(F(document["rho"])) ** 2 * V(state) + 1e-12
        state = after


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


def larger(value):
    """A tenth more, or a bit where there is nothing."""
    return str(F(value) * F(11, 10) + (F(1, 1000) if F(value) == 0 else 0))


def smaller(value):
    return str(F(value) * F(9, 10) - (F(1, 1000) if F(value) == 0 else 0))


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


def test_an_interval_of_steps_covers_what_lies_between():
    proof = prove("diging", eta=("1/50", "1/10"), **AT)
    assert proof.proved and proof.rho_found <= proof.rho < F(9981, 10_000)
    for eta in ("1/50", "1/20", "1/10"):
        assert prove("diging", eta=eta, tier="norm", **AT).rho <= proof.rho + F(1, 10**5)


def test_random_links_of_a_known_second_moment():
    """Qu and Li's tracking over links that fail: the rate of proofs.md, and no proof from a false second moment."""
    proof = prove("diging", eta="1/20", r2="1/2", **AT)
    assert F(9949, 10_000) < proof.rho < F(9952, 10_000) and proof.tier == "sym"
    # below the square of the mean's modulus
    assert not lyapunov.check(proof.certificate | {"r2": "1/5"})["proved"]
    assert not lyapunov.check(proof.certificate | {"r2": "99/100"})["proved"]
    with pytest.raises(InputError, match="r2=1/5"):
        prove("diging", eta="1/20", r2="1/5", **AT)


def test_noise_adds_what_one_gradient_of_it_adds():
    proof = prove("dgd", eta="1/20", noise=True, tier="sym", **AT)
    P, Q = F(proof.certificate["P"][0][0]), F(proof.certificate["Q"][0][0][0])
    assert proof.noise == (P / 400, Q / 400)
    assert not lyapunov.check(proof.certificate | {"noise": [str(P / 401), str(Q / 400)]})["proved"]
    assert not lyapunov.check(proof.certificate | {"noise": [str(P / 400), str(Q / 401)]})["proved"]
    with pytest.raises(InputError, match="noise"):
        prove("local-2", eta="1/20", noise=True, **AT)


def test_the_floor_bounds_a_run_in_the_end(proofs):
    """Two quadratic clients that disagree about the minimizer: squared errors below floor ||h||^2."""
    pull, centre = np.array([[1.0], [0.1]]), np.array([[1.0], [-10.0]])
    W, x = np.array([[0.75, 0.25], [0.25, 0.75]]), np.zeros((2, 1))
    best = (pull * centre).sum() / pull.sum()
    h = pull * (best - centre)
    for name, eta in (("dgd", 0.1), ("swarm", 0.5)):
        state = {"x": x}
        for _ in range(700):
            state = step(algorithm(name), state, W, lambda y: pull * (y - centre), eta)
        error = float(((state["x"] - best) ** 2).sum())
        assert 0 < error <= proofs[name].floor * float((h**2).sum())


def test_gossip_without_a_gradient_is_about_the_disagreement():
    proof = prove("accelerated-gossip-1/4", L=1, mu=1, lam="9/10", eta=1)
    assert proof.tier == "fixed" and proof.rho - proof.rho_found < F(1, 10_000)
    assert "of the disagreement alone" in proof.what and proof.certificate["P"] == []


def test_push_sum_is_proved_at_its_limit_only():
    proof = prove("push-sum", L=1, mu="1/10", lam="9/10", eta="1/20", share=("1/2", 2))
    assert proof.tier == "norm" and "at their limit" in proof.algorithm
    with pytest.raises(InputError, match="not symmetric"):
        prove("push-sum", L=1, mu="1/10", lam="9/10", eta="1/20", tier="sym")


def test_no_proof_found_is_no_verdict():
    proof = prove("extra", L=1, mu="1/10", lam="9/10", eta="1/100", tier="sym")
    assert not proof.proved and proof.rho is None and "rho" not in proof.to_json()
    assert "no proof found" in repr(proof)
    assert not prove("dgd", rate="9/10", eta="1/10", **AT).proved  # below what is reached


def test_powers_of_the_step_are_read_and_what_is_too_large_is_said():
    known = Algorithm("damped", {"x": "mix(x) - (eta - eta**2)*grad(x)"})
    assert prove(known, eta="1/10", tier="norm", **AT).proved
    steep = Algorithm("steep", {"x": "mix(x) - (eta - eta**41)*grad(x)"})
    with pytest.raises(InputError, match="more than the checker reads"):
        prove(steep, eta="1/10", tier="norm", rate="99/100", **AT)


def test_a_given_rate_is_what_is_proved():
    assert prove("dgd", rate="999/1000", eta="1/10", **AT).rho == F(999, 1000)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("mu=2", {"mu": 2}),
        ("mu=0", {"mu": 0}),
        ("lam=1", {"lam": 1}),
        ("lam_n=3/4", {"lam_n": "3/4"}),
        ("eta=0", {"eta": 0}),
        (r"eta=1\.\.1/2", {"eta": (1, "1/2")}),
        ("tier=best", {"tier": "best"}),
        ("tier=norm", {"tier": "norm", "lam_n": 0}),
        ("share=2", {"share": (2, 1)}),
        ("rate=1", {"rate": 1}),
        ("L=one", {"L": "one"}),
        ("step_limit", {"step_limit": True}),
        ("eta=None", {"eta": None}),
    ],
)
def test_constants_out_of_range_are_said_in_a_sentence(said, wrong):
    with pytest.raises(InputError, match=said):
        prove("diging", **({"eta": "1/10"} | AT | wrong))


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
