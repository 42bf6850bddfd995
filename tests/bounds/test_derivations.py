"""Derivations: what is proved, what is not, and that no changed record proves what is false."""

# ruff: noqa: B023
from __future__ import annotations

import copy
import json
import runpy
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import claim, kept
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.domains import REAL
from mixproof.bounds.families.declared import declared
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.statement import check, unused
from mixproof.bounds.kernel.tables import gossip as table
from mixproof.bounds.kernel.tables import scalars as numbers
from mixproof.bounds.kernel.tables import smooth
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.proofs.derivation import checked, prove, stated_as
from mixproof.bounds.theorems import ALL, of_paper

from ..slow import sampled

FIXED = gossip(fixed=True, noisy=False, offsets=False)
# of every statement that has a derivation, the first variant that does
FIRST = [
    next(pytest.param(stated, v, id=f"{stated.id}:{v.label}") for v in stated.variants if v.derivation)
    for stated in ALL
    if any(v.derivation for v in stated.variants)
]


def proof(text: str, *assume: str, family: Any = FIXED, derivation: str = "claim", **more: Any) -> Any:
    stated = claim(text, *assume, family=family, **more)
    return prove(stated, stated.variants[0], derivation)


@pytest.mark.parametrize("part", range(4))
def test_every_kept_derivation_proves_its_statement(part: int) -> None:
    for stated, variant in kept.kept()[part::4]:
        result = kept.derived(stated, variant)
        assert result is not None and result["proved"], (stated.id, variant.label, result)


def test_the_lines_that_a_record_does_without_are_found() -> None:
    text = """
    idle: a + 2*b > 0
    young: 4*a*b <= (a + b)**2 with a - b
    twice: 2*a*b <= a**2 + b**2 by cases a >= b, a <= b
      case
        2*a*b <= a**2 + b**2 with a - b
      case
        2*a*b <= a**2 + b**2 with a - b
    let c = a + b
    claim by young
    """
    record = proof(
        "4/(a + b) <= 1/a + 1/b", family=scalars(positive="a b"), first=None, derivation=text
    ).record
    script = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "superfluous.py"))
    found = script["superfluous"](record)
    assert [step.get("name", step.get("let")) for step in found] == ["c", "twice", "idle"]
    assert [step["name"] for step in record["steps"]] == ["young"] and check(record)["proved"]


@pytest.mark.parametrize(("stated", "variant"), sampled(FIRST, 10))
def test_a_kept_derivation_proves_no_stronger_statement(stated: Any, variant: Any) -> None:
    record = json.loads(kept.place(stated, variant).read_text())
    if variant.relation == "<=" and variant.right != "0":
        stronger = variant.with_sides(right=f"({variant.right})*99/100")
        assert not check({**record, "statement": stated_as(stated, stronger)})["proved"]
    for i in range(len(variant.assume)):
        fewer = replace(variant, assume=(*variant.assume[:i], *variant.assume[i + 1 :]))
        told = check({**record, "statement": stated_as(stated, fewer)})
        assert told["proved"] == (variant.assume[i] in unused(record))


def changes(record: Any) -> Iterator[Any]:
    """Records with one coefficient, fact or name changed."""

    def places(node: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(node, dict | list):
            for key, value in node.items() if isinstance(node, dict) else enumerate(node):
                yield from places(value, (*path, key))
        else:
            yield path

    for path in places(record, ()):
        for change in (
            lambda v: 2 * v,
            lambda v: -v,
            lambda v: f"2*({v})",
            lambda v: v.replace("mu", "L"),
            lambda v: "",
        ):
            new = copy.deepcopy(record)
            node = new
            for key in path[:-1]:
                node = node[key]
            try:
                node[path[-1]] = change(node[path[-1]])
            except (TypeError, AttributeError):
                continue
            if new != record:
                yield new


@pytest.mark.parametrize("label", ["telescoping", "sum"])
def test_changed_records_raise_nothing_and_still_only_prove_the_true_statement(label: str) -> None:
    (stated,) = (one for one in of_paper("stich2019") if one.id == "stich2019.weights")
    variant = stated.variant(label)
    record = json.loads((kept.FOLDER / f"{stated.id}.{label}.json").read_text())
    false = variant.with_sides(left=f"({variant.left})*5")
    for new in changes(record):
        assert not check({**new, "statement": stated_as(stated, false)})["proved"]
        assert isinstance(checked(stated, variant, new)["reason"], str)


@pytest.mark.parametrize(
    ("text", "assume", "derivation"),
    [
        ("spread(t) <= spread(0)", (), "claim"),
        (
            "spread(t) <= spread(0)",
            (),
            "always I: norm(x - J(x)) <= spread(0)\n  next by I, mixing(x)\nclaim by I",
        ),
        ("distance2(t + 1) <= distance2(t)", ("eta <= 3/L",), "claim by cocoercive(x, o), eta <= 3/L"),
        ("error2(t) <= 0", ("t >= 1",), "always I: sq(J(x) - o) <= 0\n  next by I\nclaim by I"),
        ("spread(t) <= 1", ("spread(0) <= 1",), "claim by spread(0) <= 1"),
        ("spread(t) <= 1", ("spread(t + 1) <= 1",), "claim by spread(t + 1) <= 1"),
    ],
)
def test_what_is_false_is_not_proved(text: str, assume: tuple[str, ...], derivation: str) -> None:
    assert not proof(text, *assume, derivation=derivation).proved


def test_an_assumption_on_a_round_does_not_hold_at_every_round() -> None:
    """t >= 5 holds now; inside an induction it would make 1/(t - 4) bounded at all rounds."""
    text = "always I: sum(s < t, 1) <= t\n  next by I\nwrong: t >= 5\nalways II: t >= 5\n  next by II\nclaim by II"
    assert not proof("a >= 1 - a", "t >= 5", family=scalars(positive="a"), derivation=text).proved


def test_what_holds_of_this_round_alone_does_not_enter_a_sum_over_rounds() -> None:
    """1/(2 s - 11) is negative up to s = 5, although 2 t - 11 > 0 now."""
    text = "a >= 0 - sum(s < t, 1/(2*s - 11))"
    assert not proof(
        text, "t >= 6", family=scalars(positive="a"), derivation="low: 2*t > 11 by t >= 6\nclaim"
    ).proved


def test_factors_of_divisors_and_roots_are_not_taken_to_be_positive() -> None:
    sign = "a > 0 - 1"
    pair = scalars(a=REAL, b=REAL)
    text = "low: 1/(a*b) > 0\nm: a >= 0 by 1/(a*b) > 0, a*b > 0\nclaim by m"
    assert not proof(sign, "a*b > 0", family=pair, derivation=text, first=None).proved
    text = "low: sqrt(a*b) >= 0\nm: b >= 0 by a*b >= 0 with sqrt(b), sqrt(a*b)\nclaim by m"
    assert not proof("b > 0 - 1", "a*b >= 0", "a >= 0", family=pair, derivation=text, first=None).proved


def test_this_rounds_noise_is_not_the_next_rounds() -> None:
    noisy = gossip(fixed=True, offsets=False)
    text = "always I: t*(dot(x, n) + eta*sq(n)) <= 0\n  next by I\nclaim by I"
    assert not proof("t*sigma2 <= 0", family=noisy, derivation=text).proved


def test_noise_is_orthogonal_to_the_past_and_not_to_a_gradient_taken_at_it() -> None:
    book = Book(table.gossip(fixed=True, noisy=True))
    now = book.at("now")
    assert not now.number("dot(n, W(x) - grad(x) + o)")
    assert now.number("dot(n, grad(x - n))")
    assert now.number("dot(n, next(x))") == now.number("0 - eta*sq(n)")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("claim by nothing", "nothing"),
        ("claim by 1/(L - mu) >= 0", "divisor"),
        ("a line without relation", "out of place"),
        ("  next by I", "no meaning"),
        ("x2: sqrt(mu - L) >= 0", "not known to be >= 0"),
        ("always I: claim\n  next by I", "not one comparison"),
    ],
)
def test_errors_name_the_line_and_the_reason(text: str, why: str) -> None:
    result = proof("spread(t) <= spread(0)", derivation=text)
    assert not result.proved
    assert why in str(result)


def test_a_power_of_the_round_and_cases() -> None:
    text = """
always I: spread2(t) <= lam**(2*t)*spread2(0)
  next by mixing(x), I
claim by I
"""
    mixing = declared(Algorithm("gossip", {"x": "mix(x)"}))
    assert proof("spread2(t) <= lam**(2*t)*spread2(0)", family=mixing, derivation=text).proved
    assert not proof("spread2(t) <= lam**(2*t)*spread2(0)/2", family=mixing, derivation=text).proved

    cases = """
m: a*b <= max(a, b)**2 by cases a >= b, a <= b
  case
    a*b <= a**2 by a >= b
    a*b <= max(a, b)**2 by max(a, b) >= a, a >= b
  case
    a*b <= max(a, b)**2 by max(a, b) >= b, a <= b
claim by m
"""
    assert proof("a*b <= max(a, b)**2", family=scalars(positive="a b"), derivation=cases, first=None).proved
    wrong = cases.replace("cases a >= b, a <= b", "cases a >= b, a >= 2*b")
    assert not proof(
        "a*b <= max(a, b)**2", family=scalars(positive="a b"), derivation=wrong, first=None
    ).proved


def test_rules_of_smooth_losses_and_of_mixing_hold_on_random_settings() -> None:
    """Each rule's text, evaluated in floats on quadratic clients and a random symmetric W."""
    rng = np.random.default_rng(1)
    K, d = 4, 3
    for _ in range(30):
        curves = rng.uniform(0.5, 4, (K, d))
        axes = np.linalg.qr(rng.normal(size=(K, d, d)))[0]
        H = np.einsum("kij,kj,klj->kil", axes, curves, axes)
        centre = rng.normal(size=(K, d))
        swap = np.eye(K)[rng.permutation(K)]
        W = rng.uniform() * np.eye(K) + 0.5 * (swap + swap.T)
        W /= W.sum(1, keepdims=True)
        own = np.linalg.eigvalsh(W)
        values = {
            "mu": curves.min(),
            "L": curves.max(),
            "K": K,
            "lam": np.linalg.norm(W - 1 / K, 2),
            "lam_n": own[0],
        }
        star = np.linalg.solve(H.sum(0), np.einsum("kij,kj->i", H, centre))

        def grad(x: Any) -> Any:
            return np.einsum("kij,kj->ki", H, x - centre)

        def loss(x: Any) -> float:
            return float(np.einsum("ki,kij,kj->", x - centre, H, x - centre) / 2)

        words = {
            "grad": grad,
            "F": loss,
            "J": lambda x: np.broadcast_to(x.mean(0), x.shape),
            "W": lambda x: W @ x,
            "dot": lambda x, y: float((x * y).sum()),
            "sq": lambda x: float((x * x).sum()),
        }
        vectors = {"o": np.broadcast_to(star, (K, d)), "minima_sum": 0.0}
        for rules in (smooth.SMOOTH, smooth.MEAN, smooth.MIXING):
            for name, (_, text) in rules.items():
                names = {
                    **values,
                    **vectors,
                    **words,
                    "u": rng.normal(size=(K, d)),
                    "v": rng.normal(size=(K, d)),
                }
                sign = "<=" if "<=" in text else ">="
                left, right = (eval(side, {"__builtins__": {}}, names) for side in text.split(sign))
                gap = (right - left) if sign == "<=" else (left - right)
                assert gap >= -1e-9 * (1 + abs(left) + abs(right)), name


def test_numbers_stay_fractions() -> None:
    book = Book(numbers.scalars({"a": "positive"}))
    assert book.at("now").number("1/3 + a/a").constant() == Fraction(4, 3)
    with pytest.raises(Refused, match="divisor"):
        book.at("now").number("1/(a - 1)")


def test_a_statements_definition_does_not_change_the_dynamics() -> None:
    """`where` may not redefine the step of a decaying run."""
    stated = claim("step(t) <= 0", family=gossip(noisy=False, offsets=False))
    variant = replace(stated.variants[0], where={"eta": "0"})
    assert not prove(stated, variant, "claim").proved


def test_a_square_that_a_line_speaks_of_is_evident() -> None:
    stated = claim("0 <= (a - b)**2 + c*(a - 2*c)**2", family=scalars(positive="a b c"), first=None)
    assert prove(stated, stated.variants[0], "claim").proved
    stated = claim("spread2(t) <= distance2(t)", family=gossip(fixed=True, noisy=False))
    lines = prove(stated, stated.variants[0], "apart: 0 <= sq(x - 2*J(x) + o)\nless: sq(x - o) <= 0").lines
    assert [line.status for line in lines] == ["proved", "open"]


def test_names_that_a_missing_term_writes_out_are_said() -> None:
    stated = claim("spread2(t) <= distance2(t)", family=gossip(fixed=True, noisy=False))
    lines = prove(stated, stated.variants[0], "let a = x - J(x)\nshort: sq(a + o) <= sq(a)").lines
    assert lines[0].why.endswith(">= 0, where a is written out")


def test_a_line_of_which_nothing_is_known_says_so_and_a_division_names_what_is_positive() -> None:
    stated = claim("sq(x - o)/eps <= sq(W(x))", family=declared("dgd", free=("eps",)))
    (line,) = prove(stated, stated.variants[0], "claim").lines
    assert line.status == "open" and line.why.endswith("name it: over eta > 0")
