"""What each kind of setting must satisfy: a good one is read, and one that breaks a rule anywhere is no witness."""

from __future__ import annotations

import math

import pytest

from mixproof.bounds.checker.families import FAMILIES
from mixproof.bounds.checker.formulas import Scope
from mixproof.bounds.checker.intervals import NotAWitness
from mixproof.bounds.checker.noisy_steps import Account

HALVES = [["1/2", "1/2"], ["1/2", "1/2"]]
LEANING = [["1/4", "3/4"], ["3/4", "1/4"]]
ROWS = [["1/4", "3/4"], ["1/2", "1/2"]]  # row-stochastic alone
LINKS = [[0, 1, 0], [1, 0, "1/2"], [0, "1/2", 0]]
GOOD = {
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
    ("name", "change", "sentence"),
    [
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
