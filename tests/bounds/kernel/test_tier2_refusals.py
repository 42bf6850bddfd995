"""What is no setting of a family is refused before anything is computed; damage is never a traceback."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.text import Refused, limited
from mixproof.bounds.kernel.tier2 import FAMILIES

MIX = [[["1/2", "1/2"], ["1/2", "1/2"]]]
# family -> a setting and its options
GOOD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "bent-links": (
        {
            "K": 2,
            "S": 1,
            "W": MIX,
            "P": [[0, "1/2"], ["1/2", 0]],
            "a": 1,
            "b": 2,
            "w0": [1, -1],
            "eta": "1/4",
        },
        {},
    ),
    "federated": (
        {
            "N": 2,
            "C": 1,
            "H": 1,
            "S": 1,
            "left": [1],
            "right": [2],
            "c": [0],
            "p": ["1/2", "1/2"],
            "w0": 1,
            "eta": "1/4",
        },
        {"sampling": "with"},
    ),
    "local-steps": (
        {
            "N": 1,
            "tau": 2,
            "K": 1,
            "a": [1],
            "c": [0],
            "p": [1],
            "w0": 2,
            "C": 1,
            "eta": "1/2",
            "beta": 1,
            "lam": 1,
        },
        {"noise": "none"},
    ),
    "noisy-steps": (
        {"N": 1, "m": 2, "b": [[1, 1]], "B": 1, "C": 1, "sigma": 1, "eta": 1, "beta": 1},
        {"v": "algorithm"},
    ),
    "push-sum": ({"n": 2, "S": 1, "P": 1, "W": MIX, "g": [[1, 1]], "b": [[1, -1]], "gamma": 1}, {}),
    "push-sum-noise": (
        {"n": 2, "S": 1, "P": 1, "W": MIX, "g": [[1, 1]], "b": [[1, -1]], "v": [1, 0], "gamma": 1},
        {"centre": "sum"},
    ),
    "compressed": (
        {"K": 2, "S": 1, "d": 2, "k": 1, "W": MIX, "w0": [[1, 2], [0, 1]], "gamma": 1},
        {"compressor": "random"},
    ),
    "quantised": ({"d": 2, "s": 2, "v": [1, 2]}, {}),
    "points": (
        {"N": 1, "d": 1, "left": [[1]], "right": [[2]], "c": [[0]], "x": [1], "y": [2], "z": [0], "eta": 1},
        {},
    ),
    "vectors": (
        {"n": 2, "S": 1, "d": 1, "v": [[1], [2]], "p": ["1/2", "1/2"], "alpha": 1},
        {"kind": "vectors"},
    ),
    "kronecker": ({"p": 1, "q": 1, "n": 1, "A": [[2]], "D": [[3]], "c": [[1]]}, {}),
    "convolution": ({"m": 2, "b": [1, 2], "rho": "1/2"}, {}),
    "projection": ({"K": 2, "S": 1, "W": MIX, "Y": [[0, 2], [2, 0]]}, {}),
    "subgradient": ({"K": 2, "S": 2, "W": MIX * 2, "P": [[0, 1], [1, 0]], "v": [1, 0]}, {}),
    "link-moments": ({"K": 2, "S": 1, "W": MIX, "P": [[0, "1/2"], ["1/2", 0]]}, {}),
    "account": ({"rows": 1, "epsilon": [1], "steps": [10]}, {"q": "1/100", "sigma": "1", "delta": "1/1000"}),
    "mechanism": ({"alpha": 2, "q": "1/2", "sigma": 1, "delta": "1/2", "T": 3}, {}),
}
# family, what is changed (None: taken away), a word of the refusal
FORGED: list[tuple[str, dict[str, Any], str]] = [
    ("federated", {"p": ["1/2", "1/3"]}, "shares"),
    ("federated", {"p": ["3/2", "-1/2"]}, "shares"),
    ("federated", {"eta": "-1/4"}, "positive"),
    ("federated", {"eta": 0}, "positive"),
    ("federated", {"Gamma": 1}, "one of"),
    ("federated", {"eta": None, "delta": 1}, "one of"),
    ("federated", {"S": None}, "size"),
    ("federated", {"left": [-1]}, "positive"),
    ("federated", {"tau": 1}, "not known"),
    ("local-steps", {"z": [1]}, "not known"),  # noise that would be dropped
    ("local-steps", {"s": 1}, "not known"),
    ("local-steps", {"p": [2]}, "shares"),
    ("local-steps", {"eta": "-1/2"}, "positive"),
    ("local-steps", {"tau": None}, "missing"),
    ("noisy-steps", {"B": 3}, "records"),
    ("noisy-steps", {"B": "3/2"}, "records"),
    ("noisy-steps", {"B": 0}, "positive"),
    ("noisy-steps", {"sigma": 0}, "positive"),
    ("noisy-steps", {"b": [[2, 1]]}, "clipping"),
    ("push-sum", {"v": [1, 1]}, "not known"),  # noise that would be dropped
    ("push-sum", {"gamma": -1}, "positive"),
    ("push-sum", {"W": [[["1/2", "1/4"], ["1/2", "3/4"]]]}, "row-stochastic"),
    ("push-sum", {"W": [[["3/2", "-1/2"], ["1/2", "1/2"]]]}, "row-stochastic"),
    ("push-sum", {"b": [[1, -1], [0, 0]]}, "shape"),
    ("push-sum-noise", {"v": [1]}, "shape"),
    ("push-sum-noise", {"v": None}, "missing"),
    ("compressed", {"gamma": 0}, "positive"),
    ("compressed", {"k": None}, "k is missing"),
    ("compressed", {"W": [[["1/2", "1/2"], [0, 1]]]}, "symmetric"),
    ("compressed", {"S": 2, "W": MIX * 2}, "one matrix"),
    ("points", {"left": [[0]]}, "positive"),
    ("points", {"eta": -1}, "positive"),
    ("vectors", {"p": ["1/2", 1]}, "shares"),
    ("vectors", {"alpha": 0}, "positive"),
    ("kronecker", {"n": 5, "c": [[1] * 5] * 5}, "n is 5"),
    ("convolution", {"rho": 2}, "rho"),
    ("convolution", {"b": [1, -2]}, "positive"),
    ("projection", {"Y": [[0, 2], [1, 0]]}, "symmetric"),
    ("projection", {"Y": [[1, 2], [2, 0]]}, "diagonal"),
    ("projection", {"W": [[[1, 1], [1, 1]]]}, "stochastic"),
    ("subgradient", {"P": [[0, 2], [2, 0]]}, "probabilities"),
    ("subgradient", {"P": [[0, "-1/2"], ["-1/2", 0]]}, "P is not"),
    ("subgradient", {"S": 1, "W": MIX}, "two matrices"),
    ("subgradient", {"gamma": 0}, "positive"),
    ("link-moments", {"P": [[0, 2], [2, 0]]}, "probabilities"),
    ("mechanism", {"alpha": 1}, "alpha"),
    ("mechanism", {"q": 2}, "out of range"),
    ("mechanism", {"sigma": 0}, "positive"),
]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("federated", {"sampling": "some"}),
    ("federated", {"sampling": "with", "seed": "1"}),
    ("local-steps", {}),
    ("local-steps", {"noise": "gaussian"}),
    ("noisy-steps", {"v": 1}),
    ("push-sum", {"centre": "median"}),
    ("compressed", {}),
    ("vectors", {"kind": "drawn"}),
    ("subgradient", {"centred": 0}),
    ("account", {"q": "1/100", "sigma": "1"}),
    ("account", {"q": "2", "sigma": "1", "delta": "1/1000"}),
    ("account", {"q": "1/100", "sigma": "1", "delta": "1"}),
]


def test_every_family_has_a_good_setting() -> None:
    assert GOOD.keys() == FAMILIES.keys() - {"push-sum-sequence"}
    for family, (setting, options) in GOOD.items():
        found = FAMILIES[family](setting, options, STANDARD)
        assert found.described.startswith("second tier: ")


@pytest.mark.parametrize(("family", "change", "word"), FORGED)
def test_what_is_no_setting_is_refused(family: str, change: dict[str, Any], word: str) -> None:
    setting, options = GOOD[family]
    forged = {name: x for name, x in {**setting, **change}.items() if x is not None}
    with pytest.raises(Refused, match=word):
        FAMILIES[family](forged, options, STANDARD)


@pytest.mark.parametrize(("family", "options"), OPTIONS)
def test_options_that_are_not_known_are_refused(family: str, options: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"options|field"):
        FAMILIES[family](GOOD[family][0], options, STANDARD)


def test_sets_larger_than_all_clients_are_refused() -> None:
    setting = GOOD["federated"][0] | {"S": 3}
    with pytest.raises(Refused, match="more are drawn"):
        FAMILIES["federated"](setting, {"sampling": "without"}, STANDARD)
    FAMILIES["federated"](setting, {"sampling": "with"}, STANDARD)  # one client may be drawn twice


@pytest.mark.parametrize("family", sorted(GOOD))
def test_damage_is_refused_or_undefined_and_never_a_traceback(family: str) -> None:
    random = Random(family)
    for _ in range(120):
        setting, options = copy.deepcopy(GOOD[family])
        for _ in range(random.randint(1, 2)):
            name = random.choice([*setting, "x1"])
            setting[name] = damaged(setting.get(name), random)
        try:
            with limited(10**6):
                found = FAMILIES[family](setting, options, STANDARD)
                for value in found.constants.values():
                    value() if callable(value) else value
                for metric in found.metrics.values():
                    metric(2)
        except (Refused, ArithmeticError):
            pass


def damaged(told: Any, random: Random) -> Any:
    """The array with a part of it changed, or something else in its place."""
    if isinstance(told, list) and told and random.random() < 0.8:
        place = random.randrange(len(told))
        return [*told[:place], damaged(told[place], random), *told[place + 1 :]]
    return random.choice(
        [0, 1, -1, 2, 12, "1/3", "-7/2", "10000000/3", "x", 1.5, True, None, [], [1], [[1]], {}, "1/0"]
    )
