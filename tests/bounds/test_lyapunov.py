"""Proofs of rates: found by optimization, accepted by the kernel, and met from below."""

from fractions import Fraction as F

import numpy as np
import pytest

from mixproof.bounds.algorithms import Algorithm, algorithm, step
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import prove
from mixproof.bounds.proofs.lyapunov import necessary_step
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.proofs.lyapunov.reached import diverging_step
from mixproof.spectral import InputError

from .proved_rates import AT, CASES, proofs_of_rates
from .stacks import Stacks


def changed(record, **at):
    """The record, of other constants."""
    told = record["statement"]
    return record | {"statement": told | {"at": told["at"] | at}}


@pytest.fixture(scope="module")
def proofs():
    return proofs_of_rates()


@pytest.mark.parametrize("name", CASES)
def test_the_proved_rate_is_met_by_an_exact_witness(proofs, name):
    proof = proofs[name]
    assert proof.proved
    assert 0 <= proof.rho - proof.rho_found < F(1, 10_000)
    assert decide(proof.certificate).sentence == f"PROVED: {proof.what}"
    assert decide(proof.witness).word == "PROVED"
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
    assert decide(proof.certificate).word == "PROVED"
    assert decide(proof.divergence).word == "PROVED" and F(proof.divergence["rate"]) > 1


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


def test_a_run_obeys_what_is_proved(proofs):
    """V of DIGing's derivation, and its claim, along a run with clients that are not quadratic."""
    told, rng = proofs["diging"].certificate["statement"], np.random.default_rng(3)
    known, K, eta = algorithm("diging"), 4, 0.1
    basis = np.linalg.qr(np.column_stack([np.ones(K), rng.normal(size=(K, K - 1))]))[0]
    values = np.array([1.0, 0.5, -0.5, 0.2])
    W = basis @ np.diag(values) @ basis.T

    def gradient(y):  # slopes between .1 and 1, a minimizer at 0 of the sum
        return 0.1 * y + 0.9 * np.where(y > 0, y, 0) * np.array([[1], [0], [1], [0.5]])

    def V(state):
        return Stacks({**state, "o": np.zeros((K, 2))}, [W], gradient, told["where"]).value("V")

    state = {"x": rng.normal(size=(K, 2)), "p": np.zeros((K, 2))}
    first, rate = V(state), float(proofs["diging"].rho) ** 2
    for t in range(40):
        assert (state["x"] ** 2).sum() <= V(state) <= rate**t * first + 1e-12
        after = step(known, state, W, gradient, eta)
        assert V(after) <= rate * V(state) + 1e-12
        state = after


def test_an_interval_of_steps_covers_what_lies_between():
    proof = prove("diging", eta=("1/50", "1/10"), **AT)
    assert proof.proved and proof.rho_found <= proof.rho < F(9981, 10_000)
    for eta in ("1/50", "1/20", "1/10"):
        assert prove("diging", eta=eta, tier="norm", **AT).rho <= proof.rho + F(1, 10**5)


def test_random_links_of_a_known_second_moment():
    """Qu and Li's tracking over links that fail: the rate of proofs.md, and no proof from a false second moment."""
    proof = prove("diging", eta="1/20", r2="1/2", **AT)
    assert F(9949, 10_000) < proof.rho < F(9952, 10_000) and proof.tier == "sym"
    for other in ("1/5", "99/100"):
        assert decide(changed(proof.certificate, r2=other)).word == "REFUSED"
    with pytest.raises(InputError, match="r2=1/5"):
        prove("diging", eta="1/20", r2="1/5", **AT)


def test_noise_adds_what_one_gradient_of_it_adds():
    proof = prove("dgd", eta="1/20", noise=True, tier="sym", **AT)
    told = proof.certificate["statement"]
    assert told["parameters"] == ["v"] and "with noise xi of mean 0" in proof.what
    P, Q = (F(told["where"]["V"].split(" + ")[i].split("*")[0]) for i in (0, 1))
    assert proof.noise == (P / 400, Q / 400)
    p, q = (str(-(-part * 10**9 // (1 - proof.rho**2))) for part in proof.noise)
    for end in (f"{p}/1000000000*sigma2", f"{q}/1000000000*(K - 1)*sigma2"):
        fraction, rest = end.split("*", 1)
        said = f"{F(fraction)}*{rest}"
        assert said in told["claim"]
        smaller = told["claim"].replace(said, f"{F(fraction) * F(99, 100)}*{rest}")
        record = proof.certificate | {"statement": told | {"claim": smaller}}
        assert decide(record).word == "REFUSED"
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
    assert proof.what.startswith("spread2(t) <= ")


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


def test_powers_of_the_step_are_read_up_to_a_limit():
    known = Algorithm("damped", {"x": "mix(x) - (eta - eta**2)*grad(x)"})
    assert prove(known, eta="1/10", tier="norm", **AT).proved
    steep = Algorithm("steep", {"x": "mix(x) - (eta - eta**41)*grad(x)"})  # more than the kernel reads
    assert not prove(steep, eta="1/10", tier="norm", rate="99/100", **AT).proved


def test_a_given_rate_is_what_is_proved():
    assert prove("dgd", rate="999/1000", eta="1/10", **AT).rho == F(999, 1000)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("mu=2", {"mu": 2}),
        ("mu=-2", {"mu": -2}),
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
