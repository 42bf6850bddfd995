"""Texts of a derivation's table on numbers: facts, rules and definitions of one drawn setting, in floats."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np

from mixproof.bounds.kernel.text import Node, parse


class Evaluated:
    """values: name -> a number, a vector, or an array over the indices first; words: name -> an operator on vectors."""

    def __init__(
        self, size: int, values: Mapping[str, Any], words: Mapping[str, Any], lets: Mapping[str, str]
    ):
        self.size, self.values, self.words = size, values, words
        self.lets = {parse(name).value: (parse(name).parts, parse(text)) for name, text in lets.items()}

    def value(self, node: Node, at: Mapping[str, int]) -> Any:
        def of(part: Node) -> Any:
            return self.value(part, at)

        match node.kind:
            case "number":
                return float(node.value)
            case "neg":
                return -of(node.parts[0])
            case "name" | "index" if node.value in self.lets:
                places, text = self.lets[node.value]
                given = (at[str(part.value)] for part in node.parts)
                return self.value(text, dict(zip((str(place.value) for place in places), given)))
            case "name":
                return self.values[node.value]
            case "index":
                return self.values[node.value][tuple(at[str(part.value)] for part in node.parts)]
            case "call":
                return self.called(str(node.value), node.parts, at)
        a, b = map(of, node.parts)
        return {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}[node.kind](
            a, b
        )

    def called(self, name: str, parts: tuple[Node, ...], at: Mapping[str, int]) -> Any:
        if name == "sum":
            index = str(parts[0].value)
            return sum(self.value(parts[1], {**at, index: i}) for i in range(self.size))
        if name == "same":
            return float(at[str(parts[0].value)] == at[str(parts[1].value)])
        values = [self.value(part, at) for part in parts]
        if name in ("dot", "sq"):
            return float(values[0] @ values[-1])
        if name in self.words:
            return self.words[name](*values)
        return max(map(float, values)) if name == "max" else getattr(np, name)(*values)

    def at(self, text: str, at: Mapping[str, int]) -> float:
        """A formula at these values of its indices."""
        return float(self.value(parse(text), at))

    def read(self, text: str) -> float:
        return self.at(text, {})

    def excess(self, text: str) -> float:
        """By how much a comparison fails, relative to its sides, for the worst of its indices' values."""
        tree = parse(text)
        (sign,), (left, right) = tree.value, tree.parts
        indices = sorted(
            {str(part.value) for node in walk(tree) if node.kind == "index" for part in node.parts}
        )
        free = [i for i in indices if i not in bound(tree)]
        worst = -np.inf
        for chosen in product(range(self.size), repeat=len(free)):
            at = dict(zip(free, chosen))
            a, b = np.asarray(self.value(left, at)), np.asarray(self.value(right, at))
            gap = {"<": a - b, ">": b - a, "=": abs(a - b)}[sign[0]]
            worst = max(worst, float((gap / (1 + abs(a) + abs(b))).max()))
        return worst

    def met(self, text: str) -> bool:
        """Whether a comparison holds, to the letter."""
        excess = self.excess(text)
        return excess < 0 if parse(text).value[0] in ("<", ">") else excess <= 0

    def check(self, facts: Mapping[str, str], *, left_out: tuple[str, ...] = ()) -> None:
        """Every fact whose names are known, up to rounding."""
        for name, text in facts.items():
            if name not in left_out:
                assert self.excess(text) <= 1e-7, (name, text)

    def rules(self, rules: Mapping[str, tuple[str, str]], draw: Any, dimension: int) -> None:
        """Every rule at drawn vectors; its places are vectors of that length."""
        for name, (places, text) in rules.items():
            known = dict(self.values) | {place: draw.normal(size=dimension) for place in places.split()}
            assert Evaluated(self.size, known, self.words, {}).excess(text) <= 1e-7, (name, text)


def walk(node: Node) -> Any:
    yield node
    for part in node.parts:
        yield from walk(part)


def bound(tree: Node) -> set[str]:
    return {
        str(n.parts[0].value)
        for n in walk(tree)
        if n.kind == "call" and n.value == "sum" and len(n.parts) == 2
    }


def matrix(M: Any) -> Any:
    return lambda u: M @ u


def widest(M: Any, largest: bool = False) -> tuple[Any, float]:
    """A vector of length 1 whose entries sum to 0, and its eigenvalue of M = M', the largest of all or in size."""
    n = len(M)
    basis = np.linalg.qr(np.column_stack([np.ones(n), np.eye(n)[:, 1:]]))[0][:, 1:]
    values, vectors = np.linalg.eigh(basis.T @ M @ basis)
    k = int(np.argmax(values if largest else abs(values)))
    return basis @ vectors[:, k], float(values[k])


__all__ = ["Evaluated", "matrix", "widest"]
