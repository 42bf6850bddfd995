"""Clients whose gradients bend, jump or dent: by hand, and against quadratic clients."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mixproof.bounds.kernel.metrics import AT_A_ROUND

from .known import read

TWO = {
    **{"K": 2, "d": 1, "S": 1, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]], "eta": "1/5"},
    **{"a": [[1], [2]], "c": [[1], ["-1/2"]], "w0": [[3], [-2]]},
}


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
    w: int, bend: list[int], after: list[int], slope: int, loss: Fraction
) -> None:
    one = {"K": 1, "d": 1, "M": len(bend), "W": [[[1]]], "eta": 1, "a": [[1]], "c": [[0]], "w0": [[w]]}
    setting = one | {"bend": [bend], "after": [after]}
    assert read("gossip", setting, "gradients2(0)") == slope**2
    assert read("gossip", setting, "local_gaps(0)") == loss
    assert read("gossip", setting, "distance2(1)") == (w - slope) ** 2
    assert read("gossip", setting, "L*10 + mu") == 10 * max(1, *after) + 1


def test_bends_that_change_nothing_leave_quadratic_clients() -> None:
    bent = TWO | {"M": 2, "bend": [[0, 2], [-3, "1/3"]], "after": [[1, 1], [2, 2]]}
    named = ("L", "mu", "sharpest", "flattest", "gstar2", "Fstar", "eps0")
    for text in (*named, *(f"{name}({t})" for name in AT_A_ROUND for t in (0, 1, 3))):
        assert read("gossip", bent, text) == read("gossip", TWO, text), text


def test_the_minimizer_is_between_the_corners() -> None:
    """F' of max(w, 3 w) and 2 (w - 1), halved: 0 at w = 2/5."""
    setting = {"K": 2, "d": 1, "M": 1, "W": [[[1, 0], [0, 1]]], "eta": 1, "a": [[1], [2]], "c": [[0], [1]]}
    setting |= {"w0": [[0], [0]], "bend": [[0], [7]], "after": [[3], [2]]}
    assert read("gossip", setting, "error2(0)") == Fraction(2, 5) ** 2


DGD = {"program": {"let": {}, "next": {"x": "mix(x) - eta*grad(x)"}, "start": {}}, "step": "eta"}


def declared(setting: dict[str, Any], text: str) -> Any:
    """Of two clients of a declared algorithm on the line."""
    return read("declared", {"W": [[["1/2", "1/2"], ["1/2", "1/2"]]], "eta": 1} | setting, text, **DGD)


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
    told |= {"w0": [[x] for x in starts]}
    mean = Fraction(sum(starts), 2)
    assert declared(told, "error2(0)") == (mean - expected) ** 2
    assert declared(told, "G") == max(1 - Fraction(left), Fraction(left))


def test_of_two_least_points_between_dents_the_minimizer_is_the_left_one() -> None:
    """F' = -3 w between -1 and 1, and rises by 1 outside: to 0 at -4 and 4."""
    told = {"bend": [[-1]] * 2, "width": [[2]] * 2, "dent": [[-4]] * 2, "w0": [[1]] * 2}
    assert declared(told | {"a": [[1]] * 2, "c": [[0]] * 2}, "error2(0)") == 25


def test_a_client_with_a_dent_is_least_where_its_own_loss_is() -> None:
    """F_1' = w up to 1, falls by 3 to 2, then is w - 4: F_1(4) = -2 is below F_1(c_1) = 0."""
    told = {"bend": [[1], [5]], "width": [[1]] * 2, "dent": [[-4], [1]], "a": [[1]] * 2, "c": [[0]] * 2}
    assert declared(told | {"w0": [[1], [2]]}, "local_gaps(0)") == Fraction(5, 2) + 2
