"""The lectures' gradient descent on a weighted sum of clients, against the same loop on one function."""

from fractions import Fraction

import pytest

from mixproof.bounds.theorems import theorem


def _number(x):
    return Fraction(str(x))


def _run(a, c, samples, start, eta):
    family = theorem("nesterov2004.smooth").family
    setting = family.from_json(
        {"K": 2, "S": 1, "d": 1, "W": [[[1, 0], [0, 1]]], "a": [[x] for x in a], "c": [[x] for x in c]}
        | {"s": [0, 0], "start": [start], "samples": samples, "eta": eta}
    )
    return family.exact(setting)


@pytest.mark.parametrize("eta", ["1/8", "1/2"])
def test_clients_that_share_a_model_are_one_function(eta):
    """f(x) = 3/4 (4 (x - 1)^2/2) + 1/4 (8 (x + 2)^2/2), curvature 5, minimum 3/4 (4)/5 - 1/4 (16)/5 = -1/5."""
    run = _run([4, 8], [1, -2], [3, 1], 2, eta)
    x, best = Fraction(2), Fraction(-1, 5)
    for t in range(5):
        slope = 5 * (x - best)
        assert _number(run.error2(t)) == (x - best) ** 2
        assert _number(run.gap(t)) == 5 * (x - best) ** 2 / 2
        assert _number(run.global_gradient2(t)) == slope**2
        variant = theorem("nesterov2004.smooth").variant("both")
        assert _number(run.at(t, variant.where).read("inner")) == slope * (x - best)
        x -= Fraction(eta) * slope


def test_the_longest_step_meets_the_linear_rate():
    """Curvatures 1 and 3 are Q = 3: at h = 1/2 a function of curvature 3 alone swings by exactly (Q - 1)/(Q + 1)."""
    run = _run([1, 3], [0, 0], [1, 1000000], 1, "1/2")
    curvature = Fraction(3000001, 1000001)
    assert _number(run.error2(3)) == (1 - curvature / 2) ** 6 <= Fraction(1, 2) ** 6
