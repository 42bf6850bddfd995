"""What the checker of worst cases sums up, beside the same sums written out."""

from __future__ import annotations

from fractions import Fraction as F
from types import SimpleNamespace

import pytest

from mixproof.bounds.checker.gram import Slack
from mixproof.bounds.checker.gram_run import Point

ROWS = [{0: F(1, 2), 1: F(-1)}, {1: F(3)}, {0: F(2, 3), 1: F(1, 5)}]
PRODUCTS = [(0, 1, F(1, 2)), (1, 0, F(1, 3)), (2, 1, F(-5, 7)), (0, 2, F(4)), (2, 0, F(-1))]


def test_a_block_is_the_sum_of_its_products_times_a_positive_number() -> None:
    slack = Slack(SimpleNamespace(sizes=[1, 2]))
    places = [slack.row(1, row) for row in ROWS]
    for u, v, c in PRODUCTS:
        slack.product(1, places[u], places[v], c)
    slack.square(1, {1: F(2)}, F(3, 11))
    vectors = [[row.get(i, F(0)) for i in range(2)] for row in [*ROWS, {1: F(2)}]]
    expected = [
        [
            sum(
                c * (vectors[u][i] * vectors[v][j] + vectors[v][i] * vectors[u][j])
                for u, v, c in [*PRODUCTS, (3, 3, F(3, 11))]
            )
            for j in range(2)
        ]
        for i in range(2)
    ]
    found = slack.matrix(1)
    scale = found[0][0] / expected[0][0]
    assert scale > 0 and found == [[scale * x for x in row] for row in expected]
    assert slack.matrix(0) == [[0]]


@pytest.mark.parametrize(("parts", "left"), [((2, -2), 0), ((2, 3), 5), ((-1, -1), -2)])
def test_losses_at_a_point_add_up_and_those_of_no_value_are_none(parts: tuple[int, int], left: int) -> None:
    slack = Slack(SimpleNamespace(sizes=[1]))
    for c in parts:
        slack.loss(Point("0", [], [], True), 1, F(c))
        slack.loss(Point("free", [], [], False), 1, F(c))
    assert slack.losses == {("0", 1): left}
