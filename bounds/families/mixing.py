"""What a theorem may ask of the mixing matrices of a setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..arithmetic import FLOAT, Arithmetic, fraction
from ..family import constant
from .graphs import connected, primitive

__all__ = ["Mixing"]


# Eigenvalues in floats are rounded to this many decimals (entries are at most 1): 0 and 1 are so on every processor.
DECIMALS = 13


class Mixing:
    """Spectral constants of W (S, K, K): W(t) is W[t] for t < head, and then the remaining matrices in turn.

    Sizes: head and B (the window of products), both optional.
    """

    _sizes: Mapping[str, int]
    _values: Mapping[str, Any]
    _arithmetic: Arithmetic

    @constant
    def W(self) -> np.ndarray:
        return self._values["W"]

    @constant
    def B(self) -> Any:
        return self._arithmetic.number(self._sizes.get("B", 1))

    @constant
    def own(self) -> Any:
        """Smallest self-weight over clients and rounds."""
        return min(W[k, k] for W in self.W for k in range(len(W)))

    @constant
    def connected(self) -> Any:
        """1 if the graph of every W(t), an arc where W_ij(t) > 0, is (strongly) connected, else 0."""
        return self._arithmetic.number(int(all(connected(W) for W in self.W)))

    @constant
    def primitive(self) -> Any:
        """1 if some power of every W(t) is positive: its graph connected, with an odd cycle (a loop is one), else 0."""
        return self._arithmetic.number(int(all(primitive(W) for W in self.W)))

    @constant
    def least(self) -> Any:
        """Smallest positive entry of all W(t), self-weights included."""
        return min(x for x in self.W.reshape(-1) if x > 0)

    @constant
    def union_connected(self) -> Any:
        """1 if the union of the graphs of all W(t) is (strongly) connected, else 0."""
        return self._arithmetic.number(int(connected(self.W.sum(0))))

    @constant
    def _links(self) -> np.ndarray:
        """0 or 1 for each pair of nodes: whether a link joins them in some round."""
        union = self.W.sum(0) > 0
        return (union | union.T) & ~np.eye(len(union), dtype=bool)

    @constant
    def _degrees(self) -> list[int]:
        return [int(n) for n in self._links.sum(0)]

    @constant
    def edges(self) -> Any:
        """Links of all rounds, loops left out."""
        return self._arithmetic.number(sum(self._degrees) // 2)

    @constant
    def degree(self) -> Any:
        """The most neighbours that a node has in all rounds together."""
        return self._arithmetic.number(max(self._degrees))

    @constant
    def degree_min(self) -> Any:
        """The fewest neighbours that a node has in all rounds together."""
        return self._arithmetic.number(min(self._degrees))

    @constant
    def diameter(self) -> Any:
        """The most links on a shortest way between two nodes, those of all rounds together."""
        near = self._links | np.eye(len(self._links), dtype=bool)
        reached, away = np.eye(len(near), dtype=bool), 0
        while not reached.all():
            further = reached @ near
            if (further == reached).all():
                raise ArithmeticError("a graph that is not connected has no diameter")
            reached, away = further, away + 1
        return self._arithmetic.number(away)

    @constant
    def algebraic_connectivity(self) -> Any:
        """The second smallest eigenvalue of the Laplacian of the graph that the links of all rounds make."""
        links = self._links.astype(int)
        laplacian = np.diag(links.sum(0)) - links
        n = len(links)
        above = self._arithmetic.number(int(links.sum()) + 1) / self._arithmetic.number(n)
        return self._ends(self._arithmetic.array(laplacian) + above)[0]

    def _norm(self, matrix: np.ndarray) -> Any:
        if self._arithmetic is FLOAT:
            return round(float(np.linalg.norm(matrix - 1 / len(matrix), 2)), DECIMALS)
        from mixproof.spectral.exact import exact_spectral_norm

        return self._arithmetic.number(exact_spectral_norm(_fractions(matrix)))

    def _ends(self, matrix: np.ndarray) -> tuple[Any, Any]:
        """(smallest, largest) eigenvalue of a symmetric matrix."""
        if self._arithmetic is FLOAT:
            values = np.linalg.eigvalsh(matrix).round(DECIMALS)
            return values[0], values[-1]
        from mixproof.spectral.exact import exact_extreme_eigenvalues

        low, high = exact_extreme_eigenvalues(_fractions(matrix))
        return self._arithmetic.number(low), self._arithmetic.number(high)

    @constant
    def lam(self) -> Any:
        """max_t ||W(t) - J||, J = 11'/K."""
        return self._arithmetic.functions["max"](*(self._norm(W) for W in self.W))

    @constant
    def lam_later(self) -> Any:
        """The same over t >= 1, as "for any t in N_+" says: W(0) is left out."""
        later = range(1, max(1, self._head) + len(self.W) - self._head)
        return self._arithmetic.functions["max"](*(self._norm(self._W(t)) for t in later))

    @constant
    def lam_n(self) -> Any:
        """Smallest eigenvalue over all W(t)."""
        return self._arithmetic.functions["min"](*(self._ends(W)[0] for W in self.W))

    def _window_lam(self, first: int) -> Any:
        """max over windows of B rounds that begin at round `first` or later of ||W(t)...W(t-B+1) - J||."""
        head, length = self._head, int(self._sizes.get("B", 1))
        norms = []
        for start in range(first, max(first, head) + len(self.W) - head):
            product = self._W(start)
            for t in range(start + 1, start + length):
                product = self._W(t) @ product
            norms.append(self._norm(product))
        return self._arithmetic.functions["max"](*norms)

    @constant
    def lam_windows(self) -> Any:
        """SI Assumption 4 as printed: max over t >= B of ||W_B(t) - J||; windows that begin at round 1 or later."""
        return self._window_lam(1)

    @constant
    def lam_all_windows(self) -> Any:
        """The same over t >= B - 1: the window of rounds 0 .. B-1 counts too."""
        return self._window_lam(0)

    @property
    def _head(self) -> int:
        return min(int(self._sizes.get("head", 0)), len(self.W) - 1)

    def _place(self, t: int) -> int:
        """Where W(t) stands in W."""
        head = self._head
        return t if t < head else head + (t - head) % (len(self.W) - head)

    def _W(self, t: Any) -> np.ndarray:
        """W(t), or of an array of rounds all of them; one for all where it does not change."""
        if len(self.W) == 1:
            return self.W[0]
        return self.W[[self._place(n) for n in t] if isinstance(t, np.ndarray) else self._place(t)]


def _fractions(matrix: np.ndarray) -> list[list[Any]]:
    return [[fraction(x) for x in row] for row in matrix]
