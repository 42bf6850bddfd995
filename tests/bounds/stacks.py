"""Formulas of derivations in floats, over arrays of (outcomes of chance, clients, coordinates)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mixproof.bounds.kernel.text import Node, parse

_ARITHMETIC = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}
_SLACK = {
    "<=": lambda a, b: b - a,
    ">=": lambda a, b: a - b,
    ">": lambda a, b: a - b,
    "<": lambda a, b: b - a,
}


class Stacks:
    """names: numbers and vectors; Ws: the mixing matrices that chance gives, equally likely; grad: of all clients;
    where: definitions. Inner products are means over chance."""

    def __init__(
        self, names: Mapping[str, Any], Ws: Sequence[Any], grad: Any, where: Mapping[str, str] | None = None
    ) -> None:
        self.names, self.grad, self.where = names, grad, where or {}
        self.Ws = np.array(Ws, dtype=float)
        second = (self.Ws.transpose(0, 2, 1) @ self.Ws).mean(0)
        K = len(second)
        self.maps = {"J": np.full((K, K), 1 / K), "W_mean": self.Ws.mean(0), "W_second": second}
        self.maps["W" if len(Ws) == 1 else "W_hat"] = self.Ws[0] if len(Ws) == 1 else self.Ws

    def value(self, told: str | Node) -> Any:
        node = parse(told) if isinstance(told, str) else told
        if node.kind == "number":
            return float(node.value)
        if node.kind == "name":
            return self.value(self.where[node.value]) if node.value in self.where else self.names[node.value]
        parts = [self.value(part) for part in node.parts]
        if node.kind != "call":
            return -parts[0] if node.kind == "neg" else _ARITHMETIC[node.kind](*parts)
        if node.value in ("dot", "sq"):
            return float((parts[0] * parts[-1]).sum(axis=(-1, -2)).mean())
        return self.grad(parts[0]) if node.value == "grad" else self.maps[node.value] @ parts[0]

    def slack(self, text: str) -> float:
        """How far a comparison is from being broken; below 0 where it is. Of an equation, minus the difference."""
        tree = parse(text)
        a, b = map(self.value, tree.parts)
        return float(-abs(a - b) if tree.value == ("==",) else _SLACK[tree.value[0]](a, b))
