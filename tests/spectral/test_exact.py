"""Exact spectra against floating point and against closed forms."""

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings

from mixproof.spectral import InputError, exact_extreme_eigenvalues, exact_spectral_norm, is_doubly_stochastic
from mixproof.spectral.strategies import birkhoff, doubly_stochastic, row_stochastic, with_rho

quick = settings(deadline=None, max_examples=25)
WIDTH = F(1, 2**128)


def interval(value):
    return value if isinstance(value, tuple) else (value, value)


def floats(matrix):
    return np.array(matrix, dtype=float)


@quick
@given(doubly_stochastic(rational=True))
def test_extreme_eigenvalues(matrix):
    smallest, largest = map(interval, exact_extreme_eigenvalues(matrix))
    values = np.linalg.eigvalsh(floats(matrix))
    assert largest == (1, 1) and float(smallest[0]) == pytest.approx(values[0], abs=1e-12)
    assert smallest[1] - smallest[0] <= WIDTH


@quick
@given(row_stochastic(rational=True, max_nodes=6))
def test_spectral_norm_of_a_general_matrix(matrix):
    low, high = interval(exact_spectral_norm(matrix))
    assert float(low) == pytest.approx(np.linalg.norm(floats(matrix) - 1 / len(matrix), 2), abs=1e-9)
    assert low <= high and high - low <= WIDTH


@quick
@given(with_rho(rho=F(5, 7), rational=True))
def test_a_rational_norm_is_found_exactly(matrix):
    assert exact_spectral_norm(matrix) == F(5, 7)
    n = len(matrix)
    moved = [matrix[(i + 1) % n] for i in range(n)]  # permuted rows: the same singular values, not symmetric
    assert exact_spectral_norm(moved) == F(5, 7)


def test_irrational_norms_are_enclosed():
    # ring of 5, uniform weights: (1 + 2 cos(2 pi/5))/3 = (1 + sqrt 5)/6
    ring = [[F(int((i - j) % 5 in (0, 1, 4)), 3) for j in range(5)] for i in range(5)]
    low, high = exact_spectral_norm(ring)
    assert low < high and high - low <= WIDTH
    assert (6 * low - 1) ** 2 <= 5 <= (6 * high - 1) ** 2
    # general 2 x 2: the norm is sqrt(1/2)
    low, high = exact_spectral_norm([[F(1, 2), F(1, 2)], [F(0), F(1)]])
    assert low**2 <= F(1, 2) <= high**2 and high - low <= WIDTH


def test_values_that_straddle_zero_and_multiple_roots():
    assert exact_spectral_norm([[F(1)]]) == 0
    assert exact_extreme_eigenvalues([[F(1)]]) == (1, 1)
    assert exact_extreme_eigenvalues([[F(0), F(0)], [F(0), F(0)]]) == (0, 0)
    identity = [[F(int(i == j)) for j in range(4)] for i in range(4)]
    assert exact_spectral_norm(identity) == 1 and exact_extreme_eigenvalues(identity) == (1, 1)
    tiny = F(1, 2**200)
    assert exact_spectral_norm([[F(1, 2), F(1, 2) + tiny], [F(1, 2), F(1, 2)]]) == tiny
    low, high = exact_spectral_norm([[F(1, 2), F(1, 2) + tiny], [F(1, 2) + tiny, F(1, 2) + tiny]])
    # tiny times the golden ratio
    assert 0 <= low <= tiny * F(16181, 10000) and tiny * F(16180, 10000) <= high
    assert high - low <= WIDTH


@quick
@given(birkhoff(rational=True))
def test_doubly_stochastic_is_decided_exactly(matrix):
    assert is_doubly_stochastic(matrix)
    matrix[0][0] += F(1, 10**30)
    assert not is_doubly_stochastic(matrix)


def test_doubly_stochastic_means_rows_columns_and_signs():
    assert not is_doubly_stochastic([[F(1), F(0)], [F(1), F(0)]])
    assert not is_doubly_stochastic([[F(2), F(-1)], [F(-1), F(2)]])


def test_bad_matrices():
    with pytest.raises(InputError, match="square"):
        exact_spectral_norm([[F(1), F(0)]])
    with pytest.raises(InputError, match="square"):
        is_doubly_stochastic([])
    for entry in ("x", None, float("nan"), float("inf")):
        with pytest.raises(InputError, match="rational numbers"):
            exact_spectral_norm([[entry]])
    with pytest.raises(InputError, match="not symmetric"):
        exact_extreme_eigenvalues([[F(1), F(1)], [F(0), F(1)]])
