"""What each kind of setting must satisfy: a good one is read, and one that breaks a rule anywhere is refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import reduce
from random import Random
from typing import Any

import pytest

from mixproof.bounds import Family
from mixproof.bounds.kernel.exact import STANDARD
from mixproof.bounds.kernel.matrix import is_connected, is_primitive, times
from mixproof.bounds.kernel.text import Refused, Undefined
from mixproof.bounds.kernel.witness import DOMAINS, belongs, opened
from mixproof.bounds.search.replay import spoken_of
from mixproof.bounds.theorems import ALL

from .known import read
from .test_names import EVERY_KIND

HALVES = [["1/2", "1/2"], ["1/2", "1/2"]]
LEANING = [["1/4", "3/4"], ["3/4", "1/4"]]
ROWS = [["1/4", "3/4"], ["1/2", "1/2"]]  # row-stochastic alone
LINKS = [[0, 1, 0], [1, 0, "1/2"], [0, "1/2", 0]]
DGD = {"let": {}, "next": {"x": "mix(x) - eta*grad(x)"}, "start": {}}
GOOD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "gossip": ({}, {"W": [HALVES], "a": [[1, 2]] * 2, "c": [[0, 1]] * 2, "w0": [[3, 0]] * 2, "eta": "1/2"}),
    "declared": (
        {"program": DGD, "step": "eta"},
        {
            **{"W": [HALVES], "kink": [[0], [1]], "rise": [[1], [2]], "left": ["1/2", 1]},
            **{"taken": [[0], [1]], "w0": [[0], [3]], "eta": "1/2"},
        },
    ),
    "consensus": ({"algorithm": "swarm"}, {"p": ["1/4", "3/4"], "w0": [0, 1], "eta": 1}),
    "quadratic-links": (
        {},
        {"W": [HALVES], "P": [[0, "1/2"], ["1/2", 0]], "a": 1, "c": [0, 1], "start": 0, "eta": 1},
    ),
    "matrices": ({}, {"W": [HALVES, LEANING]}),
    "row-matrices": ({}, {"W": [HALVES, ROWS]}),
    "constant-weights": ({}, {"P": LINKS, "alpha": "1/3"}),
    "random-pairs": ({}, {"R": LINKS, "w0": [0, 1, 2], "eps": "1/2"}),
    "links": ({}, {"W": [HALVES], "P": [[0, "1/2"], ["1/2", 0]]}),
    "metropolis": ({}, {"P": [[0, "1/2"], ["1/2", 0]]}),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_setting_is_read(name: str) -> None:
    options, setting = GOOD[name]
    assert opened(name, setting, options, STANDARD).described


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("gossip", {"W": []}, "W does not have its shape"),
        ("gossip", {"c": [[], []]}, "c does not have its shape"),
        ("gossip", {"a": [[1, 2], [0, 1]]}, "a is not positive"),
        ("gossip", {"eta": 0}, "eta is not positive"),
        ("gossip", {"samples": [1, "1/2"]}, "samples are counts"),
        ("gossip", {"delta": 1, "Gamma": 1}, "exclude each other"),
        ("gossip", {"start": [0, 0]}, "exclude each other"),
        ("gossip", {"kink": [[0], [1]]}, "not known in this family"),
        ("gossip", {"bend": [[0]] * 2}, "bend is not known"),
        ("declared", {"w0": [[0, 1], [3, 1]]}, "d is 1 where gradients"),
        ("declared", {"taken": [[0], [2]]}, "left, taken or rise"),
        ("declared", {"rise": [[0], [2]]}, "left, taken or rise"),
        ("declared", {"v": [[0], [2]]}, "v is not known"),
        ("consensus", {"p": ["1/4", "1/2"]}, "shares of 1"),
        ("consensus", {"p": ["-1/4", "5/4"]}, "shares of 1"),
        ("consensus", {"W": [HALVES]}, "W does not belong"),
        ("consensus", {"eta": "-1"}, "a step is not positive"),
        ("quadratic-links", {"P": [[0, "3/2"], ["3/2", 0]]}, "no probabilities"),
        ("quadratic-links", {"W": [HALVES] * 2}, "no one"),
        ("quadratic-links", {"a": 0}, "not positive"),
        ("matrices", {"W": [HALVES, ROWS]}, "W is not symmetric"),
        ("matrices", {"W": [ROWS, HALVES]}, "W is not symmetric"),
        ("matrices", {"W": [HALVES, [["5/4", "-1/4"], ["-1/4", "5/4"]]]}, "W is not stochastic"),
        ("row-matrices", {"W": [ROWS, [["1/4", "1/4"], ["1/2", "1/2"]]]}, "W is not stochastic"),
        ("row-matrices", {"W": [[["5/4", "-1/4"], ["1/2", "1/2"]], ROWS]}, "W is not stochastic"),
        ("constant-weights", {"P": [[0, 1, 0], [1, 0, 1], [0, "1/2", 0]]}, "P is not symmetric"),
        ("constant-weights", {"P": [[1, 1, 0], [1, 0, 1], [0, 1, 0]]}, "P is not symmetric"),
        ("constant-weights", {"P": [[0, 1, 0], [1, 0, "-1/2"], [0, "-1/2", 0]]}, "P is not symmetric"),
        ("constant-weights", {"alpha": 0}, "alpha is not positive"),
        ("random-pairs", {"R": [[0, 1, 0], [1, 0, 1], [0, 1, 1]]}, "R is not symmetric"),
        ("random-pairs", {"R": [[0, 1, 0], [1, 0, "-1/2"], [0, "-1/2", 0]]}, "R is not symmetric"),
        ("random-pairs", {"eps": 2}, "eps is not from 0 to 1"),
        ("links", {"P": [[0, "3/2"], ["3/2", 0]]}, "P holds no probabilities"),
        ("links", {"P": [[0, "-1/2"], ["-1/2", 0]]}, "P is not symmetric"),
        ("links", {"P": [[0, "1/2"], ["1/3", 0]]}, "P is not symmetric"),
        # what the run would not read, while the sentence spoke of it
        ("gossip", {"samples": [1, 9]}, "samples belong to gradients"),
        ("declared", {"samples": [1, 9]}, "samples belong to gradients"),
        ("declared", {"P": [[0, "1/2"], ["1/2", 0]], "draw": [1]}, "P and draw exclude each other"),
        # another family's arrays
        ("quadratic-links", {"a": [1, 2]}, "is no integer"),
        ("metropolis", {"W": [HALVES]}, "W is not known"),
    ],
)
def test_a_setting_that_breaks_a_rule_is_refused(name: str, change: dict[str, Any], sentence: str) -> None:
    options, setting = GOOD[name]
    with pytest.raises(Refused, match=sentence):
        opened(name, setting | change, options, STANDARD)


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
    assert read("matrices", {"W": W, "head": 2, "B": B}, name) == Fraction(expected)


@pytest.mark.parametrize(
    ("head", "S", "turns"),
    [
        ({}, 1, [0, 0, 0, 0, 0, 0]),
        ({}, 3, [0, 1, 2, 0, 1, 2]),
        ({"head": 1}, 3, [0, 1, 2, 1, 2, 1]),
        ({"head": 1}, 4, [0, 1, 2, 3, 1, 2]),
        ({"head": 5}, 3, [0, 1, 2, 2, 2, 2]),
    ],
)
def test_matrices_take_turns_once_the_head_is_over(head: dict[str, int], S: int, turns: list[int]) -> None:
    """Seen from a run without gradients, whose models differ by 1, times 2 k/7 - 1 in a round of W_k."""
    W = [[[f"{k + 4}/7", f"{3 - k}/7"], [f"{3 - k}/7", f"{k + 4}/7"]] for k in range(S)]
    options = {"program": DGD | {"next": {"x": "mix(x)"}}, "step": "1"}
    apart = Fraction(1, 2)
    for t, k in enumerate(turns):
        assert read("declared", {"W": W, "w0": [[0], [1]], **head}, f"spread2({t})", **options) == apart
        apart *= Fraction(2 * k + 1, 7) ** 2


@pytest.mark.parametrize(
    ("other", "found"),
    [(HALVES, [1, 1, 1]), ([[0, 1], [1, 0]], [0, 1, 1]), ([[1, 0], [0, 1]], [0, 0, 1])],
)
def test_of_several_matrices_every_one_is_primitive_or_connected(other: Any, found: list[int]) -> None:
    names = ("primitive", "connected", "union_connected")
    assert [read("matrices", {"W": [LEANING, other]}, name) for name in names] == found


def test_pairs_that_never_meet_change_nothing() -> None:
    setting = {"R": [[0] * 3] * 3, "w0": [1, 2, 6], "eps": 0}
    texts = ("lam2", "lam_low", "moment_error", "spread2(2)", "mean_spread2(2)")
    assert [read("random-pairs", setting, text) for text in texts] == [1, 1, 0, 14, 14]


@pytest.mark.parametrize(
    ("family", "setting", "constants"),
    [
        ("matrices", {"W": [[[1]]]}, ["lam_n", "algebraic_connectivity"]),
        ("links", {"W": [[[1]]], "P": [[0]]}, ["lam_n", "lam2", "lam_low"]),
        ("random-pairs", {"R": [[0]], "w0": [1], "eps": 0}, ["lam2", "lam_low"]),
        ("constant-weights", {"P": [[0]], "alpha": 1}, ["laplacian_gap"]),
    ],
)
def test_of_one_client_no_eigenvalue_is_defined_beside_the_ones(
    family: str, setting: dict[str, Any], constants: list[str]
) -> None:
    for name in constants:
        with pytest.raises(Undefined, match="one client"):
            read(family, setting, name)


# what is random, what is stepped along, and E x of the first client in round 1
RANDOM = {
    "links": ({"P": [[0, "1/2"], ["1/2", 0]]}, "grad(x)", Fraction(-1, 4)),
    "coin": ({"chance": "1/2"}, "sometimes(grad(x))", Fraction(-3, 4)),
    "coins": ({"activity": ["1/2", "1/2"]}, "active(grad(x))", Fraction(-3, 4)),
}


@pytest.mark.parametrize("name", RANDOM)
def test_given_answers_are_those_to_models_that_are_certain(name: str) -> None:
    """x^2/2 at both clients, from 1 and -1: what is answered at E x is not what is answered at x."""
    more, step, x = RANDOM[name]
    program = DGD | {"next": {"x": f"mix(x) - eta*{step}"}}
    setting = {"W": [LEANING], "w0": [[1], [-1]], "eta": "1/2", "mu": "1/2", "L": 2, "c": [[0], [0]]}
    setting["pull"] = [[[sign], [str(sign * x)], [0], [0]] for sign in (1, -1)]
    setting["rise"] = [["1/2", str(x * x / 2), 0, 0]] * 2
    with pytest.raises(Refused, match="random"):
        read("declared", setting | more, "distance2(2)", program=program, step="eta")


OUTSIDE = {
    **{"positive": (0, "-1"), "natural": (0, "1/2"), "unit": ("-1/2", "3/2"), "simplex": ("-1/2", "3/2")},
    **{"mixing": ("-1/2", "3/2"), "rows": ("-1/2", "3/2"), "links": ("-1/2", "3/2"), "out-degree": ("1/7",)},
}


def first_as(number: object, array: object) -> object:
    """The array with its first number replaced."""
    return [first_as(number, array[0]), *array[1:]] if isinstance(array, list) else number


@EVERY_KIND
def test_a_number_that_the_library_never_draws_is_outside_the_claim(family: Family) -> None:
    claim, setting = spoken_of(ALL[0], ALL[0].variants[0], family), family.sample(Random(0)).to_json()
    belongs(claim["parameters"], claim["sizes"], setting)
    for parameter in family.parameters:
        for number in OUTSIDE.get(parameter.domain.name, ()):
            changed = setting | {parameter.name: first_as(number, setting[parameter.name])}
            with pytest.raises(Refused, match=parameter.name):
                belongs(claim["parameters"], claim["sizes"], changed)


def test_every_domain_of_the_library_is_known() -> None:
    families = [theorem.family_of(variant) for theorem in ALL for variant in theorem.variants]
    forms = [form for family in families for form in (family, *family.also)]
    words = [parameter.domain.word for form in forms for parameter in form.parameters]
    assert {word for word in words if isinstance(word, str)} <= DOMAINS.keys()


def test_a_matrix_is_primitive_where_wielandts_power_of_it_is_positive() -> None:
    random, found = Random(3), Counter[bool]()
    for _ in range(300):
        n = random.randint(1, 5)
        W = [[int(random.random() < 0.4) for _ in range(n)] for _ in range(n)]
        primitive = min(map(min, reduce(times, [W] * ((n - 1) ** 2 + 1)))) > 0
        joined = [[int(i == j or x > 0) for j, x in enumerate(row)] for i, row in enumerate(W)]
        assert is_primitive(W) == primitive
        assert is_connected(W) == (min(map(min, reduce(times, [joined] * n))) > 0)
        found[primitive] += 1
    assert min(found.values()) > 30


@pytest.mark.parametrize(("name", "options"), [("gossip", {}), ("declared", {"program": DGD, "step": "eta"})])
def test_the_losses_of_clients_are_above_their_least_values_in_every_family(
    name: str, options: dict[str, Any]
) -> None:
    """F and own_F are sums of the losses, minima included: these are 5 and 7 here."""
    setting = {**GOOD["gossip"][1], "o": [5, 7]}
    found = opened(name, setting, options, STANDARD)
    assert found.vectors is not None
    values, words = found.vectors(0, 0)
    for v in (values["x"], values["o"]):
        assert words["own_F"](v) == words["F"](v) >= found.constants["minima_sum"] == 12
