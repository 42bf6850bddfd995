"""What each kind of setting must satisfy: a good one is read, and one that breaks a rule anywhere is no witness."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest

from mixproof.bounds import Family
from mixproof.bounds.checker.families import FAMILIES
from mixproof.bounds.checker.formulas import Scope
from mixproof.bounds.checker.intervals import NotAWitness
from mixproof.bounds.checker.noisy_steps import Account

from .test_names import EVERY_KIND

HALVES = [["1/2", "1/2"], ["1/2", "1/2"]]
LEANING = [["1/4", "3/4"], ["3/4", "1/4"]]
ROWS = [["1/4", "3/4"], ["1/2", "1/2"]]  # row-stochastic alone
LINKS = [[0, 1, 0], [1, 0, "1/2"], [0, "1/2", 0]]
DGD = {"name": "dgd", "let": {}, "next": {"x": "mix(x) - eta*grad(x)"}, "balanced": [], "models": ["x"]}
GOOD = {
    "gossip": ({}, {"W": [HALVES], "a": [[1, 2]] * 2, "c": [[0, 1]] * 2, "w0": [[3, 0]] * 2, "eta": "1/2"}),
    "declared": (
        {"algorithm": DGD, "step": "eta"},
        {
            **{"W": [HALVES], "kink": [[0], [1]], "rise": [[1], [2]], "left": ["1/2", 1]},
            **{"taken": [[0], [1]], "w0": [[0], [3]], "eta": "1/2"},
        },
    ),
    "matrices": ({}, {"W": [HALVES, LEANING]}),
    "row-matrices": ({}, {"W": [HALVES, ROWS]}),
    "constant-weights": ({}, {"P": LINKS, "alpha": "1/3"}),
    "random-pairs": ({}, {"R": LINKS, "w0": [0, 1, 2], "eps": "1/2"}),
    "links": ({}, {"W": [HALVES], "P": [[0, "1/2"], ["1/2", 0]]}),
    "local-steps": (
        {"noise": "none"},
        {
            **{"N": 2, "tau": 2, "K": 1, "a": [1, 2], "c": [0, 1], "p": ["1/4", "3/4"], "w0": 3},
            **{"C": 1, "eta": "1/2", "beta": 2, "lam": 1},
        },
    ),
    "noisy-steps": (
        {"v": "printed"},
        {"N": 2, "m": 6, "b": [[1] * 6] * 2, "B": 2, "C": 1, "sigma": 1, "eta": 1, "beta": 1},
    ),
    "push-sum": ({}, {"W": [ROWS], "g": [[1, -1]], "b": [[0, 1]], "gamma": "1/2"}),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_setting_is_read(name: str) -> None:
    options, setting = GOOD[name]
    FAMILIES[name](setting, options)


@pytest.mark.parametrize(
    ("name", "B", "expected"),
    [
        ("lam", 1, "7/8"),
        ("lam_n", 1, "-1/4"),
        ("lam_later", 1, "3/4"),
        ("lam_windows", 1, "3/4"),
        ("lam_all_windows", 1, "7/8"),
        ("lam_windows", 2, "3/8"),
        ("lam_all_windows", 2, "21/32"),
        ("lam_windows", 3, "3/32"),
    ],
)
def test_windows_over_two_matrices_ahead_and_two_in_turn(name: str, B: int, expected: str) -> None:
    """Eigenvalues 7/8, then 3/4, then 1/2 and -1/4 in turn."""
    W = [[[f"{8 + x}/16", f"{8 - x}/16"], [f"{8 - x}/16", f"{8 + x}/16"]] for x in (7, 6, 4, -2)]
    setting = FAMILIES["matrices"]({"W": W, "head": 2, "B": B}, {})
    assert Scope({}, setting, 0).name(name).low == Fraction(expected)


@pytest.mark.parametrize(
    ("head", "S", "turns"),
    [
        ({}, 1, [0, 0, 0, 0, 0, 0]),
        ({}, 3, [0, 1, 2, 0, 1, 2]),
        ({"head": 1}, 3, [0, 1, 2, 1, 2, 1]),
        ({"head": 1}, 4, [0, 1, 2, 3, 1, 2]),
        ({"head": 2}, 3, [0, 1, 2, 2, 2, 2]),
        ({"head": 5}, 3, [0, 1, 2, 2, 2, 2]),
    ],
)
def test_matrices_take_turns_once_the_head_is_over(head: dict[str, int], S: int, turns: list[int]) -> None:
    W = [[[f"{k}/7", f"{7 - k}/7"], [f"{7 - k}/7", f"{k}/7"]] for k in range(S)]
    setting = FAMILIES["matrices"]({"W": W, **head}, {})
    assert [7 * setting.at(t)[0][0] for t in range(6)] == turns


@pytest.mark.parametrize(
    ("other", "primitive", "connected", "union"),
    [(HALVES, 1, 1, 1), ([[0, 1], [1, 0]], 0, 1, 1), ([[1, 0], [0, 1]], 0, 0, 1)],
)
def test_of_several_matrices_every_one_is_primitive_or_connected(
    other: list, primitive: int, connected: int, union: int
) -> None:
    scope = Scope({}, FAMILIES["matrices"]({"W": [LEANING, other]}, {}), 0)
    found = [scope.name(name) for name in ("primitive", "connected", "union_connected")]
    assert found == [primitive, connected, union]


def test_pairs_that_never_meet_change_nothing() -> None:
    setting = FAMILIES["random-pairs"]({"R": [[0] * 3] * 3, "w0": [1, 2, 6], "eps": 0}, {})
    scope = Scope({}, setting, 2)
    assert (scope.name("lam2"), scope.name("lam_low"), scope.name("moment_error")) == (1, 1, 0)
    assert scope.name("spread2", 2) == scope.name("mean_spread2", 2) == 14


@pytest.mark.parametrize(("other", "level"), [("0", 4), ("1/100000000000000000000", 3), ("1", 2)])
def test_of_the_two_levels_around_a_coordinate_the_lower_is_not_above_it(other: str, level: int) -> None:
    """Levels 4/||(1, other)|| of 4: a float cannot tell the second from the first."""
    setting = FAMILIES["quantised"]({"v": [1, other], "s": 4}, {})
    (stay, low), (rise, high) = setting.outcomes(setting.v[0])
    assert (low, high) == (level, level + 1)
    assert stay.low > 0 and rise.low >= 0


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("gossip", {"a": [[1, 2, 1]] * 2, "c": [[0, 1, 0]] * 2, "w0": [[0, 0, 0]] * 2}, "d is 1 or 2"),
        ("gossip", {"W": []}, "W does not have the shape"),
        ("gossip", {"c": [[], []]}, "c does not have the shape"),
        ("declared", {"w0": [[0, 1], [3, 1]]}, "d is 1 where gradients jump"),
        ("matrices", {"W": [HALVES, ROWS]}, "not symmetric doubly stochastic"),
        ("matrices", {"W": [ROWS, HALVES]}, "not symmetric doubly stochastic"),
        ("matrices", {"W": [HALVES, [["5/4", "-1/4"], ["-1/4", "5/4"]]]}, "not symmetric doubly stochastic"),
        ("row-matrices", {"W": [ROWS, [["1/4", "1/4"], ["1/2", "1/2"]]]}, "not row-stochastic"),
        ("row-matrices", {"W": [[["5/4", "-1/4"], ["1/2", "1/2"]], ROWS]}, "not row-stochastic"),
        ("push-sum", {"W": [[["1/2", "1/2"], ["1/2", "1/4"]]]}, "not row-stochastic"),
        ("push-sum", {"gamma": 0}, "gamma holds 0"),
        ("constant-weights", {"P": [[0, 1, 0], [1, 0, 1], [0, "1/2", 0]]}, "P holds no weights"),
        ("constant-weights", {"P": [[1, 1, 0], [1, 0, 1], [0, 1, 0]]}, "P holds no weights"),
        ("constant-weights", {"P": [[0, 1, 0], [1, 0, 1], [0, 1, 1]]}, "P holds no weights"),
        ("constant-weights", {"P": [[0, 1, 0], [1, 0, "-1/2"], [0, "-1/2", 0]]}, "P holds no weights"),
        ("constant-weights", {"alpha": 0}, "alpha holds 0"),
        ("random-pairs", {"R": [[0, 1, 0], [1, 0, 1], [0, "1/2", 0]]}, "R is not symmetric"),
        ("random-pairs", {"R": [[0, 1, 0], [1, 0, 1], [0, 1, 1]]}, "R is not symmetric"),
        ("random-pairs", {"R": [[0, 1, 0], [1, 0, "-1/2"], [0, "-1/2", 0]]}, "R is negative"),
        ("links", {"P": [[0, "3/2"], ["3/2", 0]]}, "P holds no probabilities"),
        ("links", {"P": [[0, "-1/2"], ["-1/2", 0]]}, "P holds no probabilities"),
        ("links", {"P": [[0, "1/2"], ["1/3", 0]]}, "P is not symmetric"),
        ("links", {"P": [[0, "1/2"], ["1/2", "1/2"]]}, "P is not symmetric"),
        ("local-steps", {"p": ["1/4", "1/2"]}, "p does not hold shares"),
        ("local-steps", {"p": ["-1/4", "5/4"]}, "p does not hold shares"),
        ("local-steps", {"a": [1, 0]}, "a holds 0"),
        ("local-steps", {"C": 0}, "C holds 0"),
        ("noisy-steps", {"B": "3/2"}, "B is not an integer"),
        ("noisy-steps", {"m": 7, "b": [[1] * 7] * 2}, "too many batches"),
        ("noisy-steps", {"sigma": 0}, "sigma holds 0"),
    ],
)
def test_a_setting_that_breaks_a_rule_is_no_witness(name: str, change: dict, sentence: str) -> None:
    options, setting = GOOD[name]
    with pytest.raises(NotAWitness, match=sentence):
        FAMILIES[name](setting | change, options)


OUTSIDE = {
    "positive": (0, "-1"),
    "natural": (0, "1/2"),
    "unit": ("-1/2", "3/2"),
    "simplex": ("-1/2", "3/2"),
}


def first_as(number: object, array: object) -> object:
    """The array with its first number replaced."""
    return [first_as(number, array[0]), *array[1:]] if isinstance(array, list) else number


@EVERY_KIND
def test_a_number_that_the_library_never_draws_is_no_witness(family: Family) -> None:
    """What a parameter may be is declared twice, in the library and in the checker."""
    options, setting = dict(family.options or {}), family.sample(Random(0)).to_json()
    FAMILIES[family.name](setting, options)
    for parameter in family.parameters:
        for number in OUTSIDE.get(parameter.domain.name, ()):
            changed = setting | {parameter.name: first_as(number, setting[parameter.name])}
            with pytest.raises(NotAWitness, match=parameter.name):
                FAMILIES[family.name](changed, options)


def renyi(q: float, sigma: float, delta: float, steps: int) -> float:
    """The account's epsilon as its docstring has it, in floats."""

    def loss(k: int) -> float:
        terms = (
            math.comb(k, j) * (1 - q) ** (k - j) * q**j * math.exp((j * j - j) / (2 * sigma**2))
            for j in range(k + 1)
        )
        return math.log(math.fsum(terms)) / (k - 1)

    return min(steps * loss(k) + math.log(1 / delta) / (k - 1) for k in range(2, 65))


@pytest.mark.parametrize("steps", [[1, 300], [40_000, 10**7]], ids=str)
def test_the_account_of_steps_is_that_of_the_best_order(steps: list[int]) -> None:
    """Of few steps the best order is the largest, of many it is 2."""
    account = Account({"epsilon": ["3/2", 2], "steps": steps}, {"q": "1/100", "sigma": 4, "delta": "1/1000"})
    for t, epsilon in enumerate((1.5, 2)):
        spent = Scope({}, account, t).name("spent", t)
        assert float(spent.low) == pytest.approx(renyi(0.01, 4, 0.001, steps[t]), rel=1e-9)
        assert spent.high - spent.low < 1e-60
        assert float(Scope({}, account, t).name("epsilon", t).low) == epsilon
    with pytest.raises(NotAWitness, match="no such row"):
        account.row(account.steps, 2)
