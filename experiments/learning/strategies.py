"""Hypothesis strategies for client losses; matrices to mix them with are in `mixproof.spectral.strategies`.

Everything is built from integers, so examples shrink to few clients, one dimension and small numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from .problems import LinearModel, Problem, Quadratic, least_squares, logistic

__all__ = ["client_losses", "quadratics", "regressions"]


@st.composite
def quadratics(
    draw: DrawFn,
    min_clients: int = 1,
    max_clients: int = 4,
    max_dimension: int = 3,
    rational: bool = False,
    common_minimizer: bool = False,
) -> Quadratic:
    """Strongly convex quadratics: H_k = mu_k I + B_k B_k' with integer B_k and mu_k from 1/64 to 64.

    rational: Fractions instead of floats, so that gradients are exact. common_minimizer: all clients have the same one.
    Clients of one curvature and clients alike in all are drawn often: many bounds are tight there.
    """
    _check(min_clients, max_clients, max_dimension)
    d = draw(st.integers(1, max_dimension))
    clients = draw(st.integers(min_clients, max_clients))

    def once_or_each(of_one: SearchStrategy[Any], same: bool) -> list[Any]:
        return [draw(of_one)] * clients if same else [draw(of_one) for _ in range(clients)]

    # drawn for the largest dimension and cut, so that the dimension shrinks by itself
    integers = st.lists(st.integers(-3, 3), min_size=max_dimension, max_size=max_dimension)
    rows_of_B = st.lists(integers, min_size=max_dimension, max_size=max_dimension)
    curvature = st.tuples(rows_of_B, st.integers(-6, 6))
    hessians = []
    for rows, exponent in once_or_each(curvature, draw(st.booleans())):
        B = np.array(rows, dtype=object)[-d:, -d:]
        hessians.append(B @ B.T + Fraction(2) ** exponent * np.eye(d, dtype=int))
    centers = once_or_each(integers, common_minimizer or draw(st.booleans()))
    H, c = np.array(hessians, dtype=object), np.array(centers, dtype=object)[:, -d:]
    return Quadratic(H, c) if rational else Quadratic(H.astype(float), c.astype(float))


@st.composite
def regressions(
    draw: DrawFn, min_clients: int = 1, max_clients: int = 4, max_dimension: int = 3, max_rows: int = 4
) -> LinearModel:
    """Least squares or logistic regression with l2, on rows of multiples of 1/4; shards differ in size."""
    _check(min_clients, max_clients, max_dimension)
    d = draw(st.integers(1, max_dimension))
    sizes = draw(st.lists(st.integers(1, max_rows), min_size=min_clients, max_size=max_clients))
    rows = draw(
        st.lists(
            st.lists(st.integers(-8, 8), min_size=d, max_size=d), min_size=sum(sizes), max_size=sum(sizes)
        )
    )
    labels = draw(st.lists(st.integers(0, 1), min_size=sum(sizes), max_size=sum(sizes)))
    parts = np.split(np.arange(sum(sizes)), np.cumsum(sizes)[:-1])
    model = draw(st.sampled_from([least_squares, logistic]))
    return model(np.array(rows) / 4, np.array(labels), parts, l2=draw(st.integers(1, 8)) / 8)


def _check(min_clients: int, max_clients: int, max_dimension: int) -> None:
    count("max_dimension", max_dimension, 1)
    if count("min_clients", min_clients, 1) > count("max_clients", max_clients):
        raise InputError("min_clients, max_clients", (min_clients, max_clients), "in order")


def client_losses(
    min_clients: int = 1, max_clients: int = 4, max_dimension: int = 3
) -> SearchStrategy[Problem]:
    """Strongly convex client losses of either kind, with safe L and mu and a certified minimum.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=5, database=None)
    ... @given(client_losses())
    ... def test_the_minimum_is_one(problem):
    ...     w = problem.minimum().w
    ...     assert abs(problem.gradients_at(w).mean(axis=0)).max() < 1e-6
    >>> test_the_minimum_is_one()
    """
    return st.one_of(
        quadratics(min_clients, max_clients, max_dimension),
        regressions(min_clients, max_clients, max_dimension),
    )
