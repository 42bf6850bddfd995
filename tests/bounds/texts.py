"""Texts of a table in floats: a vector has an entry for every path and client, (paths, N)."""

from __future__ import annotations

from typing import Any

import numpy as np

from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.text import parse
from mixproof.bounds.proofs.derivation import stated_as
from mixproof.bounds.theorem import Theorem


def table_of(stated: Theorem) -> Any:
    return statement(stated_as(stated, stated.variants[0])).table


class Texts(Scope):
    def called(self, node: Any) -> Any:
        return self.find("words", str(node.value))(*map(self.value, node.parts))

    def combined(self, sign: str, a: Any, b: Any) -> Any:
        return {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}[sign](a, b)

    def value(self, node: Any) -> Any:
        return float(node.value) if node.kind == "number" else super().value(node)

    def meets(self, text: str) -> bool:
        tree = parse(text)
        left, right = map(self.value, tree.parts)
        gap, room = np.asarray(right - left), 1e-9 * (1 + np.abs(left) + np.abs(right))
        relation = tree.value[0]
        met = {"==": abs(gap) <= room, "<=": gap >= -room, ">=": gap <= room, ">": gap < 0}[relation]
        return bool(np.all(met))
