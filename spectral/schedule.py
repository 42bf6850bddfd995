"""Schedules: mixing matrices that change from round to round, in turn or at random, and how fast they mix, exactly.

With parts D_1, ..., D_m, matrices of row and column sums 0, round t mixes by

    cycle         W(t) = I - D_{t mod m}
    one           W(t) = I - D_j with probability p_j, I with what is left of 1
    independent   W(t) = I - sum of the D_j that are active, each with probability p_j

and rounds are independent of each other. All W(t) are doubly stochastic, so the mean stays, and of the disagreement
E||x - mean||^2 a round leaves at most the factor

    random   lambda_max(E[W'W] - J),   E[W'W] = E[W]'E[W] + sum_j p_j (1 - p_j) D_j'D_j  (independent)
    cycle    ||W(m-1) ... W(0) - J||^(2/m), the mean over a period.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy

from .checks import count
from .dense import gamma, longest_row, row_norm
from .eigenvalues import DENSE_LIMIT, symmetric_spectrum
from .errors import InputError
from .showing import Shown, proved

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["KINDS", "Schedule"]

KINDS = ("cycle", "one", "independent")
CLOSE = 1e-9  # of sums to 0, and of probabilities to 1


@dataclass(frozen=True, eq=False, repr=False)
class Schedule(Shown):
    """A schedule of the module's first lines; `schedule[t]` is W(t), sparse, and so is `schedule(t)`.

    parts: (n, n) sparse D_j. probabilities: (m,) of the random kinds, None for a cycle. seed: of the draws, which
    depend on seed and t alone: nodes that know both agree on who is active without a message. `simulate` takes a
    schedule for its `mixing`.

    Raises InputError for parts whose rows or columns do not sum to 0, and probabilities that are none.
    """

    kind: str
    parts: tuple[csr_array, ...]
    probabilities: np.ndarray | None = None
    seed: int = 0
    name: str = "schedule"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError("kind", self.kind, f"one of {', '.join(KINDS)}")
        if not self.parts:
            raise InputError("parts", "empty", "at least one")
        parts = tuple(scipy.sparse.csr_array(D) for D in self.parts)
        object.__setattr__(self, "parts", parts)
        for D in parts:
            if D.shape != (self.n, self.n):
                raise InputError("parts", f"one of shape {D.shape}", f"all ({self.n}, {self.n})")
            sums = np.concatenate([D.sum(axis=0).ravel(), D.sum(axis=1).ravel()])
            if not abs(sums).max() <= CLOSE:
                raise InputError("parts", f"a sum of {abs(sums).max():.3g}", "rows and columns sum to 0")
        count("seed", self.seed)
        if (self.probabilities is None) != (self.kind == "cycle"):
            raise InputError("probabilities", self.probabilities, "one for each part, except for a cycle")
        if self.probabilities is not None:
            p = np.array(self.probabilities, float)
            most = p.sum() if self.kind == "one" else p.max()
            if p.shape != (len(parts),) or not (p.min() >= 0 and most <= 1 + CLOSE):
                raise InputError("probabilities", p.tolist(), "from 0 to 1; of kind one, their sum too")
            p.flags.writeable = False
            object.__setattr__(self, "probabilities", p)

    @classmethod
    def cycle(cls, matrices: Sequence[Any], name: str = "cycle") -> Schedule:
        """Doubly stochastic W(0), ..., W(m-1) (n, n), again and again.

        >>> Schedule.cycle([np.full((2, 2), 0.5)]).factor
        0.0
        """
        parts = [scipy.sparse.eye_array(np.shape(W)[0]) - scipy.sparse.csr_array(W) for W in matrices]
        return cls("cycle", tuple(scipy.sparse.csr_array(D) for D in parts), name=name)

    @property
    def n(self) -> int:
        """Number of nodes."""
        return int(self.parts[0].shape[0])

    @property
    def shares(self) -> np.ndarray:
        """(m,) share of the rounds in which each part is active."""
        if self.probabilities is None:
            return np.full(len(self.parts), 1 / len(self.parts))
        return self.probabilities

    @property
    def messages(self) -> float:
        """Messages that a node sends a round, the mean over nodes and rounds; one holds a whole model."""
        sent = [D.count_nonzero() - np.count_nonzero(D.diagonal()) for D in self.parts]
        return float(self.shares @ sent) / self.n

    def __getitem__(self, t: int) -> csr_array:
        """W(t), (n, n), sparse."""
        t = count("t", t)
        if self.probabilities is None:
            return self._less(self.parts[t % len(self.parts)])
        draw = np.random.default_rng([self.seed, t])
        if self.kind == "one":
            j = int(np.searchsorted(np.cumsum(self.probabilities), draw.random(), side="right"))
            return self._less(self.parts[j] if j < len(self.parts) else 0 * self.parts[0])
        active = draw.random(len(self.parts)) < self.probabilities
        return self._less(self._sum(active.astype(float)))

    def __call__(self, t: int) -> csr_array:
        return self[t]

    @property
    def factor(self) -> float:
        """What a round leaves of the mean square disagreement, at most: the number inside `enclosure`."""
        return self._mixing[0]

    @property
    def enclosure(self) -> tuple[float, float]:
        """An interval that contains the factor whatever rounding did."""
        return self._mixing[1]

    @property
    def factor_per_message(self) -> float:
        """What is left after as many rounds as take one message a node: factor^(1 / messages)."""
        return float(self.factor ** (1 / self.messages)) if self.messages else 1.0

    @cached_property
    def _mixing(self) -> tuple[float, tuple[float, float]]:
        moment, power = self._moment()
        slip = gamma(len(self.parts) * (longest_row(moment) + self.n + 8)) * (1 + row_norm(moment))
        found = symmetric_spectrum((moment + moment.T) / 2)
        low, high = (
            float(max(end, 0.0) ** power) for end in (found.enclosure[0] - slip, found.enclosure[1] + slip)
        )
        return (found.rho**power if low > 0 else 0.0), (low, high)

    def _moment(self) -> tuple[csr_array, float]:
        """E[W'W] of a round, or P'P of a period's product P; and the power that makes it one of a round."""
        if self.probabilities is None:
            few = self.n <= DENSE_LIMIT  # a period's product is full as a rule
            product: Any = np.eye(self.n) if few else scipy.sparse.eye_array(self.n).tocsr()
            for D in self.parts:
                product = product - D @ product
            return scipy.sparse.csr_array(product.T @ product), 1 / len(self.parts)
        p = self.probabilities
        if self.kind == "one":
            mixed = [q * (self._less(D).T @ self._less(D)) for q, D in zip(p, self.parts)]
            return scipy.sparse.csr_array(
                sum(mixed) + max(1 - p.sum(), 0.0) * scipy.sparse.eye_array(self.n)
            ), 1
        mean = self._less(self._sum(p))
        spread = [q * (1 - q) * (D.T @ D) for q, D in zip(p, self.parts)]
        return scipy.sparse.csr_array(mean.T @ mean + sum(spread)), 1

    def _sum(self, shares: np.ndarray) -> csr_array:
        return scipy.sparse.csr_array(sum(q * D for q, D in zip(shares, self.parts)))

    def _less(self, D: Any) -> csr_array:
        return scipy.sparse.csr_array(scipy.sparse.eye_array(self.n) - D)

    def title(self) -> str:
        how = {"cycle": "in turn", "one": "one at random", "independent": "each at random"}[self.kind]
        return f"{self.name}: {self.n} nodes, {len(self.parts)} rounds {how}"

    def shown(self) -> list[tuple[str, str]]:
        return [
            ("messages a node and round", f"{self.messages:.6g}"),
            ("left of the mean square disagreement a round", proved(self.factor, *self.enclosure)),
            ("left after one message a node", f"{self.factor_per_message:.6g}"),
        ]
