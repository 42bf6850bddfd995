"""Small semidefinite programs for Clarabel, without a modelling layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

__all__ = ["Program"]

ACCURACY = 1e-10


@dataclass
class Program:
    """Variables are symmetric matrices and vectors; constraints are linear in them.

    blocks: name -> (offset, size, symmetric), where a symmetric block has size (size + 1)/2 entries
    """

    blocks: dict[str, tuple[int, int, bool]] = field(default_factory=dict)
    size: int = 0
    _cones: list[tuple[str, np.ndarray, np.ndarray]] = field(default_factory=list)

    def variable(self, name: str, size: int, symmetric: bool = False) -> None:
        self.blocks[name] = (self.size, size, symmetric)
        self.size += size * (size + 1) // 2 if symmetric else size

    def units(self, name: str) -> list[tuple[int, np.ndarray]]:
        """(index, the block with that variable 1 and the others 0), so that linear maps can be read off."""
        offset, size, symmetric = self.blocks[name]
        if not symmetric:
            return list(zip(range(offset, offset + size), np.eye(size)))
        found: list[tuple[int, np.ndarray]] = []
        for j in range(size):
            for i in range(j + 1):
                unit = np.zeros((size, size))
                unit[i, j] = unit[j, i] = 1
                found.append((offset + len(found), unit))
        return found

    def value(self, x: np.ndarray, name: str) -> np.ndarray:
        """The block `name` of a solution."""
        offset, size, symmetric = self.blocks[name]
        if not symmetric:
            return x[offset : offset + size]
        total = np.zeros((size, size))
        for index, unit in self.units(name):
            total += x[index] * unit
        return total

    def semidefinite(self, coefficients: Mapping[int, np.ndarray], constant: np.ndarray) -> None:
        """constant + sum_k x_k coefficients[k] >= 0 as a matrix."""
        self._add("psd", {k: _svec(matrix) for k, matrix in coefficients.items()}, _svec(constant))

    def zero(self, coefficients: Mapping[int, np.ndarray], constant: np.ndarray) -> None:
        """constant + sum_k x_k coefficients[k] = 0, vectors."""
        self._add("zero", coefficients, constant)

    def nonnegative(self, coefficients: Mapping[int, np.ndarray], constant: np.ndarray) -> None:
        self._add("nonnegative", coefficients, constant)

    def _add(self, cone: str, coefficients: Mapping[int, np.ndarray], constant: np.ndarray) -> None:
        if len(constant):
            rows = np.zeros((len(constant), self.size))
            for k, column in coefficients.items():
                rows[:, k] += column
            self._cones.append((cone, rows, np.asarray(constant, dtype=float)))

    def maximize(self, objective: Mapping[int, float]) -> np.ndarray | None:
        """The variables at the maximum; None where the solver does not get there."""
        import clarabel
        from scipy.sparse import csc_matrix

        kinds: dict[str, Any] = {
            "psd": lambda m: clarabel.PSDTriangleConeT(round((np.sqrt(8 * m + 1) - 1) / 2)),
            "zero": clarabel.ZeroConeT,
            "nonnegative": clarabel.NonnegativeConeT,
        }
        q = np.zeros(self.size)
        for k, weight in objective.items():
            q[k] = -weight
        rows = np.vstack([np.pad(r, ((0, 0), (0, self.size - r.shape[1]))) for _, r, _ in self._cones])
        constants = np.concatenate([b for _, _, b in self._cones])
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = ACCURACY
        cones = [kinds[cone](len(b)) for cone, _, b in self._cones]
        solver = clarabel.DefaultSolver(
            csc_matrix((self.size, self.size)), q, csc_matrix(-rows), constants, cones, settings
        )
        solution = solver.solve()
        usable = ("Solved", "AlmostSolved", "InsufficientProgress")
        return np.array(solution.x) if str(solution.status) in usable else None


def _svec(matrix: np.ndarray) -> np.ndarray:
    """Upper triangle by columns, entries off the diagonal times sqrt 2: inner products are kept."""
    n = len(matrix)
    j, i = np.tril_indices(n)
    return np.where(i == j, 1.0, np.sqrt(2.0)) * np.asarray(matrix, dtype=float)[i, j]
