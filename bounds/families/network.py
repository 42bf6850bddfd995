"""What a theorem may ask of the mixing matrices of a setting."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

__all__ = ["Network", "connected", "extreme_eigenvalues", "norm_off_average", "primitive", "tension2"]


def connected(matrix: np.ndarray) -> bool:
    """Whether every node reaches every other: connected if the matrix (n, n) is symmetric, else strongly so.

    >>> connected(np.array([[0, 1], [0, 1]]))
    False
    """
    n = len(matrix)
    return _all_reach((matrix != 0) | np.eye(n, dtype=bool), n - 1)


def primitive(matrix: np.ndarray) -> bool:
    """Whether some power of the absolute values of (n, n) is positive: connected, cycles without a common divisor.

    The power (n - 1)^2 + 1 decides (Wielandt 1950).

    >>> primitive(np.array([[0, 1], [1, 0]])), primitive(np.array([[1, 1], [1, 0]]))
    (False, True)
    """
    return _all_reach(matrix != 0, (len(matrix) - 1) ** 2 + 1)


def _all_reach(steps: np.ndarray, count: int) -> bool:
    reached = np.eye(len(steps), dtype=bool)
    for _ in range(count):
        reached = reached @ steps.astype(bool)
    return bool(reached.all())


# Eigenvalues in floats are rounded to this many decimals (entries are at most 1): 0 and 1 are so on every processor.
DECIMALS = 13


def norm_off_average(matrix: np.ndarray) -> float:
    """||A - J|| of a matrix A (n, n), J = 11'/n."""
    return round(float(np.linalg.norm(matrix - 1 / len(matrix), 2)), DECIMALS)


def extreme_eigenvalues(matrix: np.ndarray) -> tuple[float, float]:
    """(smallest, largest) eigenvalue of a symmetric matrix."""
    values = np.linalg.eigvalsh(matrix).round(DECIMALS)
    return values[0], values[-1]


@dataclass(frozen=True)
class Network:
    """Mixing matrices W (S, K, K): W(t) is W[t] for t < head, and then the remaining matrices in turn.

    window: the number B of rounds over which products are formed
    """

    W: np.ndarray
    head: int = 0
    window: int = 1

    def matrix(self, at: Any) -> np.ndarray:
        """W(t) of a round, or of an array of rounds all of them; one for all where it does not change."""
        if len(self.W) == 1:
            return self.W[0]
        return self.W[[self._place(n) for n in at] if isinstance(at, np.ndarray) else self._place(at)]

    @property
    def changes(self) -> bool:
        """Whether rounds have different matrices."""
        return len(self.W) > 1

    @property
    def _head(self) -> int:
        return min(self.head, len(self.W) - 1)

    def _place(self, t: int) -> int:
        """Where W(t) stands in W."""
        head = self._head
        return t if t < head else head + (t - head) % (len(self.W) - head)

    @cached_property
    def B(self) -> Any:
        """Rounds of a window."""
        return float(self.window)

    @cached_property
    def own(self) -> Any:
        """Smallest self-weight over clients and rounds."""
        return min(W[k, k] for W in self.W for k in range(len(W)))

    @cached_property
    def connected(self) -> Any:
        """1 if the graph of every W(t), an arc where W_ij(t) is not 0, is (strongly) connected, else 0."""
        return float(all(connected(W) for W in self.W))

    @cached_property
    def primitive(self) -> Any:
        """1 if some power of every W(t) is positive: its graph connected, with an odd cycle (a loop is one), else 0."""
        return float(all(primitive(W) for W in self.W))

    @cached_property
    def least(self) -> Any:
        """Smallest positive entry of all W(t), self-weights included."""
        return min(x for x in self.W.reshape(-1) if x > 0)

    @cached_property
    def union_connected(self) -> Any:
        """1 if the union of the graphs of all W(t) is (strongly) connected, else 0."""
        return float(connected(self.W.sum(0)))

    @cached_property
    def _links(self) -> np.ndarray:
        """0 or 1 for each pair of nodes: whether a link joins them in some round."""
        union = abs(self.W).sum(0) > 0
        return (union | union.T) & ~np.eye(len(union), dtype=bool)

    @cached_property
    def _degrees(self) -> list[int]:
        return [int(n) for n in self._links.sum(0)]

    @cached_property
    def edges(self) -> Any:
        """Links of all rounds, loops left out."""
        return float(sum(self._degrees) // 2)

    @cached_property
    def degree(self) -> Any:
        """The most neighbours that a node has in all rounds together."""
        return float(max(self._degrees))

    @cached_property
    def degree_min(self) -> Any:
        """The fewest neighbours that a node has in all rounds together."""
        return float(min(self._degrees))

    @cached_property
    def diameter(self) -> Any:
        """The most links on a shortest way between two nodes, those of all rounds together."""
        near = self._links | np.eye(len(self._links), dtype=bool)
        reached, away = np.eye(len(near), dtype=bool), 0
        while not reached.all():
            further = reached @ near
            if (further == reached).all():
                raise ArithmeticError("a graph that is not connected has no diameter")
            reached, away = further, away + 1
        return float(away)

    @cached_property
    def algebraic_connectivity(self) -> Any:
        """The second smallest eigenvalue of the Laplacian of the graph that the links of all rounds make."""
        links = self._links.astype(int)
        laplacian = np.diag(links.sum(0)) - links
        n = len(links)
        above = (links.sum() + 1) / n
        return extreme_eigenvalues(laplacian + above)[0]

    @cached_property
    def lam(self) -> Any:
        """max_t ||W(t) - J||, J = 11'/K."""
        return self._largest_norm(list(self.W))

    @cached_property
    def lam_later(self) -> Any:
        """The same over t >= 1, as "for any t in N_+" says: W(0) is left out."""
        later = range(1, max(1, self._head) + len(self.W) - self._head)
        return self._largest_norm([self.matrix(t) for t in later])

    @cached_property
    def lam_n(self) -> Any:
        """Smallest eigenvalue over all W(t), which are symmetric."""
        if any((W != W.T).any() for W in self.W):
            raise ArithmeticError("eigenvalues are of symmetric matrices")
        return min(extreme_eigenvalues(W)[0] for W in self.W)

    @cached_property
    def lam_windows(self) -> Any:
        """SI Assumption 4 as printed: max over t >= B of ||W_B(t) - J||; windows that begin at round 1 or later."""
        return self._largest_norm(self._window_products(1))

    @cached_property
    def lam_all_windows(self) -> Any:
        """The same over t >= B - 1: the window of rounds 0 .. B-1 counts too."""
        return self._largest_norm(self._window_products(0))

    def _largest_norm(self, matrices: list[np.ndarray]) -> Any:
        return max(map(norm_off_average, matrices))

    def _window_products(self, first: int) -> list[np.ndarray]:
        """W(t) ... W(t-B+1) of every window of B rounds that begins at round `first` or later."""
        products = []
        for start in range(first, max(first, self._head) + len(self.W) - self._head):
            product = self.matrix(start)
            for t in range(start + 1, start + self.window):
                product = self.matrix(t) @ product
            products.append(product)
        return products


def tension2(network: Network, gradients: np.ndarray) -> float:
    """h'(I - W)^+ h, W = W(0), of h = the gradients (K, d) less their mean.

    Their mean is not 0 where shares differ, or at a kink. ArithmeticError where the network is not connected.
    """
    if not network.connected:
        raise ArithmeticError("a network that is not connected has no tension")
    h, W = gradients - gradients.mean(0), network.W[0]
    return float((h * np.linalg.solve(np.eye(len(W)) - W + 1 / len(W), h)).sum())
