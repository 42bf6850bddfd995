"""The linear algebra of one interior-point iteration: `interior` says what for.

With b_e = sqrt(p_e) a_e the mean matrix is I - sum_e w_e b_e b_e'. All that a dual matrix or the inverse of a slack
matrix has to say to the links are its quadratic forms b_e'X b_f.
"""

from __future__ import annotations

import numpy as np
import scipy

from ..problem import Array, Problem

__all__ = ["Links", "NewtonSystem", "inverse"]

CHUNK = 128  # columns of the system built at a time


class Links:
    """Products of the links' vectors b_e with (n, n) matrices, and of weights with the nodes."""

    def __init__(self, problem: Problem):
        self.problem = problem
        incidence = problem.incidence()
        self.vectors = scipy.sparse.csr_array((incidence * np.sqrt(problem.p)).T)  # (m, n), rows b_e
        self.ends = abs(scipy.sparse.csr_array(incidence.T))  # (m, n), ones at both ends

    def laplacian(self, w: Array) -> scipy.sparse.csr_array:
        """(n, n) L(w) = sum_e w_e b_e b_e'."""
        return scipy.sparse.csr_array(self.vectors.T @ scipy.sparse.diags_array(w) @ self.vectors)

    def quadratic(self, X: Array) -> Array:
        """(m,) b_e'X b_e for a symmetric X."""
        return self.problem.p * self.problem.forms(X)

    def slack(self, w: Array, room: float) -> Array:
        """(m + n,) w and `room` less its sums at the nodes; (0,) if signed."""
        return np.zeros(0) if self.problem.signed else np.concatenate([w, room - self.problem.node_sums(w)])

    def pull(self, multiplier: Array) -> Array:
        """(m,) the adjoint of `slack`."""
        m, (i, j) = self.problem.m, self.problem.ends
        if self.problem.signed:
            return np.zeros(m)
        cover = multiplier[m:]
        return multiplier[:m] - cover[i] - cover[j]


class NewtonSystem:
    """The system for a change of the m weights and of the level t, factored.

    Of the two pairs of a dual matrix Y and a slack matrix S, signs +1 and -1 of L(w) in S, its entries are

        M_ef = sum (b_e'Y b_f)(b_e'S^-1 b_f) + slack' diag(multiplier / slack) slack,
        M_et = sum +- b_e'Y S^-1 b_e,    M_tt = sum <Y, S^-1>.

    Raises LinAlgError where rounding leaves it indefinite.
    """

    def __init__(self, links: Links, Y: list[Array], inverses: list[Array], ratio: Array):
        m = links.problem.m
        self.links = links
        self.seen = [links.vectors @ inverse for inverse in inverses]  # (m, n) each
        matrix = np.zeros((m + 1, m + 1), order="F")
        pairs = [(links.vectors @ y, seen) for y, seen in zip(Y, self.seen)]
        own, cover = ratio[:m], scipy.sparse.diags_array(ratio[m:])
        for first in range(0, m, CHUNK):
            part, rows = slice(first, min(first + CHUNK, m)), links.vectors[first:]
            block = sum((rows @ a[part].T) * (rows @ b[part].T) for a, b in pairs)
            if len(ratio):
                block += (links.ends[first:] @ (cover @ links.ends[part].T)).toarray()
            matrix[first:m, part] = block
        if len(ratio):
            matrix[np.arange(m), np.arange(m)] += own
        (above, seen_above), (below, seen_below) = pairs
        matrix[m, :m] = _rows(above, seen_above) - _rows(below, seen_below)
        matrix[m, m] = sum(float(np.vdot(y, inverse)) for y, inverse in zip(Y, inverses))
        self.scale = 1 / np.sqrt(np.diag(matrix))
        matrix *= self.scale
        matrix *= self.scale[:, None]
        self.factor = scipy.linalg.cho_factor(matrix, lower=True, overwrite_a=True, check_finite=False)

    def product(self, G: Array, which: int) -> Array:
        """(m,) b_e'G S^-1 b_e."""
        return _rows(self.links.vectors @ G, self.seen[which])

    def solve(self, right: Array) -> tuple[Array, float]:
        """The changes of w and t."""
        x = self.scale * scipy.linalg.cho_solve(self.factor, self.scale * right, check_finite=False)
        return x[:-1], float(x[-1])


def inverse(matrix: Array) -> Array:
    """Of a positive definite matrix; raises LinAlgError of any other."""
    factor, failed = scipy.linalg.lapack.dpotrf(matrix, lower=True)
    if failed:
        raise np.linalg.LinAlgError("not positive definite")
    half, _ = scipy.linalg.lapack.dpotri(factor, lower=True)
    half = np.tril(half)
    return half + np.tril(half, -1).T


def _rows(a: Array, b: Array) -> Array:
    return np.einsum("ek,ek->e", a, b)
