"""The proved decrease behind the rule `measured`: runs of local steps fall by it at least."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.calculators.measured_tau import Measured, budget_tau, measured_tau
from mixproof.spectral.errors import InputError

SQUARES = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=40)


@settings(deadline=None, max_examples=30)
@given(
    a=st.lists(st.floats(0.05, 1.0), min_size=2, max_size=4),
    eta=st.floats(0.05, 1.0),
    tau=st.integers(1, 12),
    seed=st.integers(0, 1000),
)
def test_the_loss_of_the_mean_falls_by_what_is_proved(a, eta, tau, seed):
    """Quadratics a_i (w - c_i)^2/2 in one dimension, without noise: F is 1-smooth."""
    a, c = np.array(a), np.random.default_rng(seed).normal(size=len(a))
    w, losses, gradients, drifts = np.zeros(len(a)), [], [], []
    for _ in range(tau + 1):
        mean = w.mean()
        gradient = (a * (mean - c)).mean()
        losses.append((a * (mean - c) ** 2).mean() / 2)
        gradients.append(gradient**2)
        drifts.append(((a * (w - c)).mean() - gradient) ** 2)
        w = w - eta * a * (w - c)
    proved = Measured(gradients[:-1], drifts[:-1]).decrease(eta)
    assert drifts[0] == pytest.approx(0, abs=1e-20)
    assert (losses[0] - np.array(losses[1:]) >= proved - 1e-12).all()


@given(rounds=st.integers(1, 300), steps=st.integers(1, 3000), squares=SQUARES)
def test_the_rule_stays_within_the_budget_and_proves_no_less_than_it_or_one_step(rounds, steps, squares):
    most = budget_tau(rounds, steps)
    assert 1 <= most <= max(1, steps / rounds)
    at = Measured(*np.array(squares).T)
    found = measured_tau(at, rounds, steps)
    assert 1 <= found <= min(most, len(squares))
    proved = at.decrease(0.1)
    assert proved[found - 1] >= max(proved[0], proved[:most][-1])


@given(rounds=st.integers(1, 300), steps=st.integers(1, 3000), share=st.floats(0, 0.99))
def test_the_rule_spends_the_budget_where_drift_stays_below_the_gradient(rounds, steps, share):
    gradient2 = np.geomspace(1, 1e-3, 3000)
    assert measured_tau(Measured(gradient2, share * gradient2), rounds, steps) == budget_tau(rounds, steps)


@pytest.mark.parametrize(
    ("gradient2", "drift2", "said"),
    [
        ([], [], r"^gradient2=\(0,\)"),
        ([1.0, -1.0], [0.0, 0.0], r"^gradient2=.*at least 0"),
        ([1.0, 1.0], [0.0, np.nan], r"^drift2=.*at least 0"),
        ([1.0, 1.0], [0.0], r"^drift2=1: as long as gradient2"),
    ],
)
def test_bad_input_is_refused(gradient2, drift2, said):
    with pytest.raises(InputError, match=said):
        Measured(gradient2, drift2)
