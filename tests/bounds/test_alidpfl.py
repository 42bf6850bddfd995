"""ALI-DPFL: the runs and integrals behind its verdicts, against independent computation."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixproof.bounds.arithmetic import enclosure, flint_numbers
from mixproof.bounds.families.mechanism import MechanismRun
from mixproof.bounds.kernel.exact import ends, exp, log
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems.alidpfl import ALIDPFL
from mixproof.bounds.theorems.alidpfl.supported_iterations import EPSILON, STEPS

CASES = [(theorem, variant) for theorem in ALIDPFL for variant in theorem.variants]
SETTINGS = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))


def test_statements_of_the_paper_are_there() -> None:
    ids = {theorem.id for theorem in ALIDPFL}
    wanted = "theorem-1 theorem-2 theorem-3 definition-3 h-at-one jensen maximum best-tau budget supported-iterations"
    assert {f"alidpfl.{x}" for x in wanted.split()} | {f"alidpfl.lemma-{n}" for n in range(2, 8)} <= ids
    for theorem, variant in CASES:
        labels = {v.label for v in theorem.variants}
        false = not (variant.holds or variant.vacuous)
        assert not false or labels > {variant.label} or variant.remains, variant.label


@pytest.mark.parametrize("shared", [True, False])
def test_printed_h_covers_gaussian_noise_only_if_both_sequences_share_it(shared: bool) -> None:
    """Huber losses of two curvatures, full batches, d = 1, 20000 runs: E|w - v| against h as summed in the proof."""
    a, c, C, s, eta, beta, runs = np.array([1.0, 0.2]), np.array([-1.0, 2.0]), 1.0, 0.5, 0.4, 1.0, 20_000
    rng = np.random.default_rng(0)
    grid = np.linspace(-20, 20, 4001)[:, None]
    slopes = np.clip(a * (grid - c), -C, C)
    xi = float(abs(slopes - slopes.mean(1, keepdims=True)).max(0).mean())
    w, v = np.full((runs, 2), 1.5), np.full(runs, 1.5)
    for x in range(1, 6):
        z = s * rng.standard_normal((runs, 2))
        u = z.mean(1) if shared else s * rng.standard_normal(runs)
        w = w - eta * (np.clip(a * (w - c), -C, C) + z)
        v = v - eta * (np.clip(a * (v[:, None] - c), -C, C).mean(1) + u)
        apart = abs(w.mean(1) - v)
        h = (xi + 2 * s) * (((1 + eta * beta) ** x - 1) / beta - eta * x)
        slack = 4 * apart.std() / math.sqrt(runs) + 1e-12
        assert apart.mean() <= h + slack if shared else x > 1 or apart.mean() > h + slack


# --- privacy


@pytest.mark.parametrize(("q", "sigma", "alpha"), [(0.3, 0.8, 2), (0.01, 2.0, 5), (1.0, 1.0, 3)])
def test_mechanism_integrals_against_quadrature(q: float, sigma: float, alpha: int) -> None:
    from scipy.integrate import quad
    from scipy.stats import norm

    values = {"q": np.array(q), "sigma": np.array(sigma), "delta": np.array(0.1), "T": np.array(1.0)}
    run = MechanismRun({"alpha": alpha}, values, 1)

    def mu(z: float) -> float:
        return (1 - q) * norm.pdf(z, 0, sigma) + q * norm.pdf(z, 1, sigma)

    def mu_0(z: float) -> float:
        return float(norm.pdf(z, 0, sigma))

    reach = alpha + 8 * sigma
    A = quad(lambda z: mu_0(z) * (mu(z) / mu_0(z)) ** alpha, -reach, reach, limit=200)[0]
    B = quad(lambda z: mu(z) * (mu_0(z) / mu(z)) ** alpha, -reach, reach, limit=200)[0]
    assert run.log_A == pytest.approx(math.log(A), rel=1e-6)
    assert run.log_B == pytest.approx(math.log(B), rel=1e-6)
    assert run.log_sum == pytest.approx(run.log_A, rel=1e-10)


def test_supported_iterations_fit_cifar10_within_four_percent() -> None:
    from mixproof.bounds import supported_steps

    found = [supported_steps(float(e), 75 / 5000, 1.1, 1e-5) for e in EPSILON]
    assert found == [78, 118, 174, 230, 314, 454, 596, 770, 1119, 1537]
    assert all(0.96 <= n / float(printed) < 1 for n, printed in zip(found, STEPS))
    fashion = [supported_steps(float(e), 75 / 6000, 1.1, 1e-5) for e in EPSILON]
    assert all(n / float(printed) > 1.44 for n, printed in zip(fashion, STEPS))


@SETTINGS
@given(st.fractions(-30, 30), st.fractions(Fraction(1, 1000), 1000))
def test_the_kernels_exp_and_log_enclose(x: Fraction, y: Fraction) -> None:
    flint = flint_numbers()
    for ours, meant in (
        (exp(x), flint.functions["exp"](flint.rational(x))),
        (log(y), flint.functions["log"](flint.rational(y))),
    ):
        (low, high), (least, most) = enclosure(meant), ends(ours)
        assert low <= most and least <= high
        assert most - least <= Fraction(max(abs(most), 1)) / 2**200


@pytest.mark.parametrize("label", ["eq-14", "replace-one"])
def test_the_refutations_of_theorem_3_are_about_the_exact_delta(label: str) -> None:
    """At the witness the exact delta of the Gaussian mechanism is above both what is claimed and the lower bound."""
    from mixproof.bounds.calculators.gaussian import gaussian_delta
    from mixproof.bounds.theorems import theorem

    stated = theorem("alidpfl.theorem-3")
    witness = verify(stated, stated.variant(label), 0.1).witness
    assert witness is not None
    T, i, sigma, delta = (float(Fraction(witness["setting"][name])) for name in ("T", "i", "sigma", "delta"))
    printed = (T + 1) * math.exp(1 / sigma**2)  # (14) at alpha = 2, q = 1, where only k = 2 is left
    loss = printed * (math.comb(2, int(i)) if label == "eq-14" else 1) - math.log(delta)
    exact = gaussian_delta((1 if label == "eq-14" else 2) * math.sqrt(T) / sigma, loss)
    assert exact > float(Fraction(witness["left"][-1])) > delta
