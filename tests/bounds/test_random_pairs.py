"""Averaging by random pairs and constant weights of links, against closed forms."""

from fractions import Fraction

import pytest

from mixproof.bounds.families.constant_weights import CONSTANT_WEIGHTS
from mixproof.bounds.families.random_pairs import RANDOM_PAIRS


def _run(family, **setting):
    given = family.from_json(setting)
    return family.exact(given)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_all_pairs_equally_often_have_a_closed_form(n):
    """E W = (1 - 1/(n - 1)) I + 11'/(n (n - 1)), so that the mean square error is a geometric series, exactly."""
    R = [[int(i != j) for j in range(n)] for i in range(n)]
    run = _run(RANDOM_PAIRS, K=n, R=R, w0=list(range(n)), eps="1/2")
    factor = Fraction(n - 2, n - 1)
    assert Fraction(str(run.lam2)) == factor if n > 2 else run.lam2 == 0
    for t in range(6):
        assert Fraction(str(run.spread2(t))) == factor**t * Fraction(str(run.spread2(0)))


def test_one_pair_of_three_never_reaches_the_third():
    run = _run(RANDOM_PAIRS, K=3, R=[[0, 1, 0], [1, 0, 0], [0, 0, 0]], w0=[0, 2, 7], eps="1/2")
    assert run.lam2 == 1 and run.spread2(5) == run.spread2(1) == 24  # (1, 1, 7)


def test_a_star_has_the_laplacian_spectrum_of_books():
    """0, 1 (n - 2 times) and n."""
    P = [[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    run = _run(CONSTANT_WEIGHTS, K=4, P=P, alpha="2/5")
    assert (run.laplacian_gap, run.laplacian_top) == (1, 4)
    assert Fraction(str(run.rho_constant)) == Fraction(3, 5)  # alpha* = 2/(4 + 1) and (4 - 1)/(4 + 1)
