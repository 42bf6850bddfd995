"""Privacy accounting: published anchors, two routes to one number, and refused input."""

from __future__ import annotations

import logging
import math
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import privacy_loss, supported_steps
from mixproof.bounds.calculators.gaussian import gaussian_delta, gaussian_epsilon
from mixproof.bounds.calculators.privacy import ORDERS, rdp_of_step
from mixproof.bounds.calculators.sampled import sampled_delta
from mixproof.spectral.errors import InputError

ANCHORS = [  # q, sigma, steps, RDP, PLD, exact; delta = 1e-5; dp-accounting 0.6
    (256 / 60000, 1.1, 14062, 2.5966, 2.3817, None),
    (0.01, 1.0, 1000, 2.1014, 1.8282, None),
    (0.1, 2.0, 100, 2.5806, 2.3374, None),
    (1, 10, 100, 4.7285, 4.3772, 4.3772),
    (1, 4, 10, 3.6171, 3.3414, 3.3414),
]


@pytest.mark.parametrize(("q", "sigma", "steps", "rdp", "pld", "exact"), ANCHORS)
def test_anchors(q: float, sigma: float, steps: int, rdp: float, pld: float, exact: float | None) -> None:
    loss = privacy_loss(q, sigma, steps, 1e-5)
    assert loss.rdp == pytest.approx(rdp, abs=6e-5) and loss.pld == pytest.approx(pld, abs=6e-5)
    if exact is None:
        assert loss.exact is None and loss.epsilon == loss.pld and "privacy loss" in loss.accountant
    else:
        assert loss.exact == pytest.approx(exact, abs=6e-5) and loss.epsilon == loss.exact
        assert "exact" in loss.accountant
    assert loss.pld_optimistic <= loss.epsilon <= loss.rdp
    assert loss.adjacency == "add or remove one record"


def test_renyi_agrees_with_dp_accounting_called_directly() -> None:
    from dp_accounting import GaussianDpEvent, PoissonSampledDpEvent, SelfComposedDpEvent
    from dp_accounting.rdp import RdpAccountant

    event = SelfComposedDpEvent(PoissonSampledDpEvent(75 / 5000, GaussianDpEvent(1.1)), 317)
    meant = RdpAccountant().compose(event).get_epsilon(1e-5)
    assert privacy_loss(75 / 5000, 1.1, 317, 1e-5).rdp == pytest.approx(meant, abs=1e-6)


@pytest.mark.parametrize("order", [2, 3, 17, 64])
@pytest.mark.parametrize(("q", "sigma"), [(0.015, 1.1), (0.3, 0.7), (1, 2)])
def test_renyi_loss_of_a_step_is_that_of_dp_accounting(q: float, sigma: float, order: int) -> None:
    from dp_accounting import GaussianDpEvent, PoissonSampledDpEvent
    from dp_accounting.rdp import RdpAccountant

    accountant = RdpAccountant([order]).compose(PoissonSampledDpEvent(q, GaussianDpEvent(sigma)))
    assert rdp_of_step(q, sigma, order) == pytest.approx(float(accountant._rdp[0]), rel=1e-9)


@pytest.mark.parametrize("q", [1e-3, 1e-6, 1e-9, 1e-100])
def test_renyi_loss_of_order_2_is_the_closed_form_at_every_sampling_rate(q: float) -> None:
    assert rdp_of_step(q, 0.8, 2) == pytest.approx(math.log1p(q**2 * math.expm1(1 / 0.8**2)), rel=1e-12)


def test_losses_beyond_the_range_of_floats_are_refused_or_pay_for_nothing() -> None:
    for q, sigma in ((1, 1e-200), (1, 1e-6), (0.5, 1e-50), (0.5, 1e200)):
        with pytest.raises(InputError, match="sigma"):
            privacy_loss(q, sigma, 1, 1e-5)
    assert supported_steps(2, 0.5, 1e-50, 1e-5) == 0
    with pytest.raises(InputError, match="sigma"):
        supported_steps(20, 1e-99, 1e99, 1e-5)
    with pytest.raises(InputError, match="beyond 100"):
        privacy_loss(0.01, 2, 2**70, 1e-5)


@settings(max_examples=25, deadline=None)
@given(st.floats(0.05, 8), st.floats(1e-9, 0.5))
def test_exact_epsilon_solves_the_closed_form(mu: float, delta: float) -> None:
    epsilon = gaussian_epsilon(mu, delta)
    if epsilon > 0:
        assert gaussian_delta(mu, epsilon) == pytest.approx(delta, rel=1e-6)
    else:
        assert gaussian_delta(mu, 0) <= delta
    # Chernoff: delta(epsilon) <= P(loss > epsilon), the loss being N(mu^2/2, mu^2)
    assert gaussian_delta(mu, mu**2 / 2 + mu * 3) <= math.erfc(3 / math.sqrt(2)) / 2


def test_steps_that_a_budget_pays_for_are_the_most_that_fit() -> None:
    def spent(steps: int) -> float:
        return min(
            steps * rdp_of_step(0.015, 1.1, order) + math.log(1e5) / (order - 1) for order in range(2, 65)
        )

    for epsilon in (1.55, 2.0, 3.75):
        steps = supported_steps(epsilon, 0.015, 1.1, 1e-5)
        assert spent(steps) <= epsilon < spent(steps + 1)
    assert supported_steps(1e-9, 0.015, 1.1, 1e-5) == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("q", x) for x in (0, -0.1, 1.5, math.nan, "1")),
        *(("sigma", x) for x in (0, -1, math.inf, math.nan)),
        *(("steps", x) for x in (0, -3, 2.5, 10.0, True, None)),
        *(("delta", x) for x in (0, 1, 2, math.nan)),
    ],
)
def test_bad_input_is_one_sentence(name: str, value: object) -> None:
    given_ = {"q": 0.1, "sigma": 1.0, "steps": 10, "delta": 1e-5, name: value}
    with pytest.raises(InputError, match=name) as caught:
        privacy_loss(**given_)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_orders_that_do_not_converge_are_left_out_without_a_flood_of_warnings() -> None:
    program = "from mixproof.bounds import privacy_loss; print(privacy_loss(0.14, 1.1, 50, 1e-5).rdp)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "" and 6 < float(done.stdout) < 7


def test_the_callers_own_level_of_warnings_comes_back() -> None:
    level = logging.getLogger("absl").level
    privacy_loss(0.14, 1.1, 1, 1e-5)
    assert logging.getLogger("absl").level == level


@pytest.mark.parametrize(
    ("q", "sigma", "steps", "epsilon", "share"),
    [
        (0.1, 1, 10, 1.0, 0.8),
        (0.3, 0.7, 5, 3.0, 0.9),
        (1, 2, 4, 1.5, 0.9),
        (0.01, 0.2, 3, 2.0, 0.99),
        (0.5, 4, 20, 0.5, 0.85),
    ],
)
def test_the_lower_bound_of_delta_is_below_and_near(
    q: float, sigma: float, steps: int, epsilon: float, share: float
) -> None:
    """Privacy loss distributions of dp-accounting, rounded up, from above; for q = 1 the closed form too."""
    from dp_accounting.pld.privacy_loss_distribution import from_gaussian_mechanism

    one = from_gaussian_mechanism(sigma, value_discretization_interval=1e-3, sampling_prob=q)
    above = one.self_compose(steps).get_delta_for_epsilon(epsilon)
    low = sampled_delta(q, sigma, steps, epsilon)
    assert share * above <= low <= above
    if q == 1:
        assert low <= gaussian_delta(math.sqrt(steps) / sigma, epsilon) <= above * (1 + 1e-9)


def test_the_lower_bound_of_delta_for_one_step_against_the_closed_form() -> None:
    """Removing: (1 - q) Q + q N(1) against e^eps Q is q times a Gaussian pair at another epsilon."""
    q, sigma, epsilon = 0.2, 0.9, 0.7
    inner = math.log((math.exp(epsilon) - 1 + q) / q)
    exact = q * gaussian_delta(1 / sigma, inner)
    assert 0.95 * exact <= sampled_delta(q, sigma, 1, epsilon) <= exact


def test_the_tight_conversion_of_renyi_losses() -> None:
    """79 steps of CIFAR10 cost 1.550 by Definition 5 and 1.188 by the tight conversion, as dp-accounting finds too."""
    from dp_accounting import GaussianDpEvent, PoissonSampledDpEvent
    from dp_accounting.rdp import RdpAccountant

    q, sigma, steps, delta = 75 / 5000, 1.1, 79, 1e-5
    losses = {a: steps * rdp_of_step(q, sigma, a) + math.log(1 / delta) / (a - 1) for a in ORDERS}
    tight = min(loss + math.log1p(-1 / a) - math.log(a) / (a - 1) for a, loss in losses.items())
    assert min(losses.values()) == pytest.approx(1.5504, abs=5e-5) and tight == pytest.approx(
        1.1877, abs=5e-5
    )
    event = PoissonSampledDpEvent(q, GaussianDpEvent(sigma))
    meant = RdpAccountant(list(ORDERS)).compose(event, steps).get_epsilon(delta)
    assert tight == pytest.approx(meant, rel=1e-6)
    assert sampled_delta(q, sigma, steps, tight) <= delta
