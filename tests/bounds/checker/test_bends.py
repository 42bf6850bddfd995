"""Clients whose gradients bend, and the average iterate: by hand, and against quadratic clients."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from mixproof.bounds.checker.families import FAMILIES
from mixproof.bounds.checker.formulas import Scope
from mixproof.bounds.checker.gossip import QUADRATICS

TWO = {
    **{"K": 2, "d": 1, "S": 1, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]], "eta": "1/5"},
    **{"a": [[1], [2]], "c": [[1], ["-1/2"]], "w0": [[3], [-2]]},
}


def read(setting: dict[str, Any], name: str, t: int | None = None) -> Fraction:
    found = Scope({}, FAMILIES["gossip"](setting, {}), 0).name(name, t)
    assert found.exact
    return found.low


@pytest.mark.parametrize(
    ("w", "bend", "after", "slope", "loss"),
    [
        (3, [1], [3], 7, Fraction(17, 2)),  # 1 + 3*2; 1/2 + (1*2 + 3*2^2/2)
        (-2, [1], [3], -2, 2),
        (-3, [-1], [3], -5, Fraction(19, 2)),  # -(3*1 + 1*2); 3/2 + (3*2 + 2)
        (1, [1], [3], 1, Fraction(1, 2)),
        (2, [0, 0], [5, 3], 6, 6),  # of equal bends the last
        (2, [1, 0], [2, 4], 6, Fraction(4, 2) + 4 + 1),
    ],
)
def test_slopes_and_losses_of_one_client_by_hand(
    w: int, bend: list, after: list, slope: int, loss: Fraction
) -> None:
    one = {"K": 1, "d": 1, "M": len(bend), "W": [[[1]]], "eta": 1, "a": [[1]], "c": [[0]], "w0": [[w]]}
    setting = one | {"bend": [bend], "after": [after]}
    assert read(setting, "gradients2", 0) == slope**2 and read(setting, "local_gaps", 0) == loss
    assert read(setting, "distance2", 1) == (w - slope) ** 2
    assert (read(setting, "L"), read(setting, "mu")) == (max(1, *after), 1)


def test_bends_that_change_nothing_leave_quadratic_clients() -> None:
    bent = TWO | {"M": 2, "bend": [[0, 2], [-3, "1/3"]], "after": [[1, 1], [2, 2]]}
    for name in QUADRATICS:
        assert [read(bent, name, t) for t in (0, 1, 3)] == [read(TWO, name, t) for t in (0, 1, 3)], name
    for name in ("L", "mu", "sharpest", "flattest", "gstar2", "Fstar", "eps0", "chi2"):
        assert read(bent, name) == read(TWO, name), name


def test_the_minimizer_is_between_the_corners() -> None:
    """F' of max(w, 3 w) and 2 (w - 1), halved: 0 at w = 2/5."""
    setting = {"K": 2, "d": 1, "M": 1, "W": [[[1, 0], [0, 1]]], "eta": 1, "a": [[1], [2]], "c": [[0], [1]]}
    setting |= {"w0": [[0], [0]], "bend": [[0], [7]], "after": [[3], [2]]}
    assert read(setting, "error2", 0) == Fraction(2, 5) ** 2


def test_the_gap_of_the_average_iterate_is_the_mean_over_all_signs() -> None:
    noisy = TWO | {"v": [["1/2"], [1]]}
    mean_of = [Fraction(0)]
    for signs in product((1, -1), repeat=4):  # two rounds that the average of three states has seen
        w, total = [Fraction(3), Fraction(-2)], Fraction(0)
        for t in range(3):
            total += sum(w) / 2
            if t < 2:
                mixed = [(3 * w[0] + w[1]) / 4, (w[0] + 3 * w[1]) / 4]
                slopes = [
                    w[0] - 1 + Fraction(signs[2 * t], 2),
                    2 * (w[1] + Fraction(1, 2)) + signs[2 * t + 1],
                ]
                w = [m - g / 5 for m, g in zip(mixed, slopes)]
        z = total / 3
        mean_of.append((((z - 1) ** 2 + 2 * (z + Fraction(1, 2)) ** 2) / 4) / 16)
    best = (Fraction(1) ** 2 + 2 * Fraction(1, 2) ** 2) / 4  # F at w* = 0
    assert read(noisy, "gap_of_average", 3) == sum(mean_of) - best
    with pytest.raises(ArithmeticError, match="no rounds"):
        read(noisy, "gap_of_average", 0)


DGD = {"name": "dgd", "let": {}, "next": {"x": "mix(x) - eta*grad(x)"}, "balanced": [], "models": ["x"]}


def declared(setting: dict[str, Any]) -> Any:
    """Two clients of a declared algorithm on the line."""
    mixing = {"W": [[["1/2", "1/2"], ["1/2", "1/2"]]], "eta": 1}
    return FAMILIES["declared"](mixing | setting, {"algorithm": DGD, "step": "eta"})


@pytest.mark.parametrize(
    ("left", "starts", "expected"),
    [
        ("1/2", [-7, 1], 0),  # F is least from 0 to 2
        ("1/2", [-1, 1], 0),
        ("1/2", [-1, 3], 1),
        ("1/2", [3, 1], 2),
        ("1/2", [3, 7], 2),
        (0, [-7, 1], -3),  # and left of 0
        (0, [3, -1], 0),
        (0, [3, 7], 0),
        (1, [-7, 1], 2),  # and right of 2
        (1, [-1, 3], 2),
        (1, [3, 7], 5),
    ],
)
def test_where_losses_with_kinks_are_flat_the_minimizer_is_next_to_the_starts(
    left: Any, starts: list[int], expected: int
) -> None:
    """F_1' rises by 1 at 0, F_2' at 2; from -left each."""
    told = {"kink": [[0], [2]], "rise": [[1], [1]], "left": [left] * 2, "taken": [[0], [0]]}
    assert declared(told | {"w0": [[x] for x in starts]}).best == [expected]


def test_of_two_least_points_between_dents_the_minimizer_is_the_left_one() -> None:
    """F' = -3 w between -1 and 1, and rises by 1 outside: to 0 at -4 and 4."""
    told = {"bend": [[-1]] * 2, "width": [[2]] * 2, "dent": [[-4]] * 2, "w0": [[1]] * 2}
    assert declared(told | {"a": [[1]] * 2, "c": [[0]] * 2}).best == [-4]


def test_a_client_with_a_dent_is_least_where_its_own_loss_is() -> None:
    """F_1' = w up to 1, falls by 3 to 2, then is w - 4: F_1(4) = -2 is below F_1(c_1) = 0."""
    told = {"bend": [[1], [5]], "width": [[1]] * 2, "dent": [[-4], [1]], "a": [[1]] * 2, "c": [[0]] * 2}
    setting = declared(told | {"w0": [[1], [2]]})
    assert [loss.low for loss in setting.losses(setting.w0)] == [Fraction(5, 2), 2]
