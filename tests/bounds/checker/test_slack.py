"""What the checker of worst cases sums up, beside the same sums written out."""

from __future__ import annotations

from fractions import Fraction as F
from types import SimpleNamespace

import pytest

from mixproof.bounds.checker.gram import Slack, mixing
from mixproof.bounds.checker.gram_run import Point
from mixproof.bounds.checker.psd import NotACertificate

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


PSD, SKEW = [(0, 0, F(2)), (1, 0, F(-1)), (1, 1, F(3))], [(1, 0, F(5, 3))]


def mixed(changing: bool = False) -> Slack:
    """Two vectors x and what W makes of them: four vectors of a basis."""
    mixes = [({0: F(1)}, {2: F(1)}), ({1: F(1)}, {3: F(1)})]
    return Slack(SimpleNamespace(sizes=[0, 4], mixes=mixes, ends=(F(-1, 4), F(1, 2)), changing=changing))


@pytest.mark.parametrize("nu", [F(-1, 4), F(1, 2), F(0), F(1, 3), F(2)])
def test_where_w_is_nu_a_mix_adds_what_is_0_at_both_ends_and_negative_between(nu: F) -> None:
    slack = mixed()
    mixing(slack, PSD, SKEW)
    products, rows = slack.products[1], slack.rows[1]
    for x in ((1, 0), (0, 1), (2, -3)):
        v = [*x, *(nu * part for part in x)]
        values = [sum(c * v[i] for i, c in row.items()) for row in rows]
        form = 2 * x[0] * x[0] - 2 * x[0] * x[1] + 3 * x[1] * x[1]
        assert (
            sum(c * values[i] * values[j] for (i, j), c in products.items())
            == (nu + F(1, 4)) * (nu - F(1, 2)) * form
        )


@pytest.mark.parametrize(
    ("psd", "skew", "changing", "reason"),
    [
        (PSD, [], True, "different W"),
        (PSD[:1], SKEW, True, "different W"),
        ([(0, 1, F(1))], [], False, "the lower triangle"),
        ([(2, 0, F(1))], [], False, "not known"),
        ([], [(0, 2, F(1))], False, "not known"),
        ([], [(0, -1, F(1))], False, "not known"),
        (PSD[:1] * 2, [], False, "stands twice"),
    ],
)
def test_mixes_that_are_not_of_one_w_are_not_compared(
    psd: list, skew: list, changing: bool, reason: str
) -> None:
    mixing(mixed(True), [PSD[0], PSD[2]], [])
    with pytest.raises(NotACertificate, match=reason):
        mixing(mixed(changing), psd, skew)
