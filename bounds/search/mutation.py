"""Plant errors in true statements: how a search is tested that is meant to find errors.

A plant changes one thing in a variant: a constant, an exponent, an index, an assumption, a name for its look-alike, a
term. Plants that weaken the claim are no errors and are left out: a plant counts only if on some sampled setting it
asks for more than the original (or if it drops an assumption). Whether every such plant is false is not known
beforehand: a loose bound stays true when it is tightened a little. What survives is reported, not explained away.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import tee

import numpy as np

from mixproof.spectral.errors import InputError

from .. import Theorem, Variant
from ..formula import FUNCTIONS, parse
from ..names import reader
from ..theorem import scope
from ..theorems import theorem
from .evaluation import Evaluator

__all__ = ["Plant", "plants"]

LOOKALIKES = {
    "lam": ("lam_n", "lam**2"),
    "L": ("mu",),
    "mu": ("L",),
    "K": ("1", "K**2"),
    "m": ("K", "1"),
}
FACTORS = ("99/100", "101/100", "1/2", "2")
FLOATS_ONLY = ("mechanism",)  # families whose integrals have no exact value: nothing can be refuted there


@dataclass(frozen=True)
class Plant:
    """One planted error, in texts, so that it can be sent to another process.

    id, label: the true variant; kind, change: what was done; claim, where, assume: the changed claim
    """

    id: str
    label: str
    kind: str
    change: str
    claim: str
    where: Mapping[str, str]
    assume: tuple[str, ...]

    def variant(self) -> Variant:
        """The changed variant; nothing in it is proved any more, and no example is given away."""
        true = theorem(self.id).variant(self.label)
        changed = replace(true, claim=self.claim, where=dict(self.where), assume=self.assume)
        return replace(changed, proved=False, derivation="", examples=())


def plants(of: Theorem, variant: Variant) -> Iterator[Plant]:
    """All plants of a variant that make its claim stronger somewhere, each with one change."""
    if of.family_of(variant).name in FLOATS_ONLY:
        return
    first = of.first or 0
    t = np.arange(first, first + (1 if of.first is None else 4), dtype=float)
    drawn = _drawn(of, variant, t)
    for kind, change, changed in _changes(variant):
        drawn, own = tee(drawn)  # all changes meet the same settings, which are drawn once
        if kind == "assumption" or any(_asks_for_more(changed, run, old, t) for run, old in own):
            yield Plant(of.id, variant.label, kind, change, changed.claim, changed.where, changed.assume)


def _changes(variant: Variant) -> Iterator[tuple[str, str, Variant]]:
    def put(place: str, text: str) -> Variant:
        if place in ("left", "right"):
            return variant.with_sides(**{place: text})
        return replace(variant, where={**variant.where, place: text})

    for place, text in (("right", variant.right), ("left", variant.left), *variant.where.items()):
        if place != "left":
            for factor in FACTORS:
                yield "factor", f"{place} times {factor}", put(place, f"({text})*{factor}")
        for kind, change, new in _rewritten(text):
            yield kind, f"{place}: {change}", put(place, new)
    for i, assumption in enumerate(variant.assume):
        if "own" not in assumption:  # the condition under which chi2 is known is no assumption of a theorem
            yield (
                "assumption",
                f"without {assumption}",
                replace(variant, assume=variant.assume[:i] + variant.assume[i + 1 :]),
            )


def _rewritten(text: str) -> Iterator[tuple[str, str, str]]:
    """Every text that differs from a formula in one node; the same change at several places is numbered."""
    told: Counter[str] = Counter()
    for node_index, node in enumerate(ast.walk(ast.parse(text, mode="eval"))):
        for kind, make in _replacements(node):
            tree = ast.parse(text, mode="eval")
            target = list(ast.walk(tree))[node_index]
            old = ast.unparse(target)
            new = make(target)
            changed = ast.unparse(_Swap(target, new).visit(tree))
            try:
                parse(changed)
            except InputError:
                continue
            change = f"{old} -> {ast.unparse(new)}"
            told[change] += 1
            yield kind, change + (f" (place {told[change]})" if told[change] > 1 else ""), changed


def _replacements(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], ast.expr]]]:
    def text(source: str) -> Callable[[ast.AST], ast.expr]:
        return lambda _: ast.parse(source, mode="eval").body

    match node:
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int(n))):
            base = ast.unparse(node.left)
            yield "exponent", text(f"({base})**{n + 1}")
            yield "exponent", text(f"({base})**{n - 1}" if n > 1 else "1")
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            if ast.unparse(left) == "t":
                yield "index", text("t" if ast.unparse(right) == "1" else f"t + {ast.unparse(right)} + 1")
            else:
                yield "term", text(ast.unparse(left))
                yield "term", text(ast.unparse(right))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id="t")]) if name not in FUNCTIONS:
            yield "index", text(f"{name}(t + 1)")
        case ast.Call(func=ast.Name(id="max"), args=[first, second]):
            yield "term", text(ast.unparse(first))
            yield "term", text(ast.unparse(second))
        case ast.Call(func=ast.Name(id="sqrt" | "log"), args=[inside]):
            yield "function", text(ast.unparse(inside))
        case ast.Name(id=name) if name in LOOKALIKES:
            for other in LOOKALIKES[name]:
                yield "name", text(other)
        case ast.Constant(value=int(n)) if n > 0:
            yield "constant", text(f"{n}*101/100")
            yield "constant", text(f"{n}*99/100")
            yield "constant", text(str(n + 1))


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST):
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def _drawn(of: Theorem, variant: Variant, t: np.ndarray) -> Iterator[tuple[object, np.ndarray]]:
    """Runs on those of 60 sampled settings that meet the assumptions, and the variant's slack there at rounds t."""
    evaluator, source = Evaluator(of, variant), random.Random(3)
    for _ in range(60):
        setting = evaluator.family.sample(source)
        evaluation = evaluator(setting, fit=True)
        if evaluation.slack < 0:
            continue
        with np.errstate(all="ignore"):
            steps = {name: np.array(value) for name, value in evaluation.steps.items()}
            run = evaluator.family.start(setting.sizes, {**setting.values, **steps}, (of.first or 0) + 6)
        if (slack := _slack(variant, run, t)) is not None:
            yield run, slack


def _asks_for_more(changed: Variant, run: object, old: np.ndarray, t: np.ndarray) -> bool:
    """Whether the changed claim is the stronger one on this run, where the variant's slack is `old`."""
    new = _slack(changed, run, t)
    if new is None:
        return False
    with np.errstate(all="ignore"):
        if changed.relation == "==":
            return bool((np.abs(new) > np.abs(old) + 1e-9).any())
        return bool((new < old - 1e-9 * (1 + np.abs(old))).any())


def _slack(variant: Variant, run: object, t: np.ndarray) -> np.ndarray | None:
    """Right less left; None where they have no value, as at a round that is none."""
    find = scope(variant, reader(run, int(t.max()) + 6), t)
    try:
        with np.errstate(all="ignore"):
            left, right = (parse(text).evaluate(find) for text in (variant.left, variant.right))
            return np.asarray(right - left)
    except (ArithmeticError, AttributeError, IndexError, ValueError):
        return None
