"""The linear algebra of one interior-point iteration: `interior` says what for.

With b_e = sqrt(p_e) a_e the mean matrix is I - sum_e w_e b_e b_e'. All that a dual matrix or the inverse of a slack
matrix has to say to the links are its quadratic forms b_e'X b_f. Matrices come in pairs (2, n, n), of which the first
has +L(w) in its slack matrix and the second -L(w): on small networks the number of calls is what takes time.
"""

from __future__ import annotations

import numpy as np
import scipy

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..certify.inverses import dense_laplacian
from ..problem import Problem
from .barrier import cholesky

__all__ = ["SIGNS", "Links", "NewtonSystem", "inverse"]

CHUNK = 128  # columns of the system built at a time
SIGNS = np.array([1.0, -1.0])


class Links:
    """Products of the links' vectors b_e with pairs of matrices, and of weights with the nodes."""

    def __init__(self, problem: Problem):
        self.problem, self.m, (self.i, self.j) = problem, problem.m, problem.ends
        self.root = np.sqrt(problem.p)

    def laplacian(self, w: Array) -> Array:
        """(n, n) L(w) = sum_e w_e b_e b_e'."""
        return dense_laplacian(self.problem.n, self.i, self.j, w * self.problem.p)

    def columns(self, X: Array) -> Array:
        """(..., n, m) X b_e."""
        taken: Array = X[..., self.i]
        taken -= X[..., self.j]
        taken *= self.root
        return taken

    def forms(self, columns: Array, first: int = 0, last: int | None = None) -> Array:
        """(..., l, k) b_f'X b_e of the links f from `first` to `last`, for columns X b_e of some links e."""
        part = slice(first, last)
        taken: Array = columns[..., self.i[part], :]
        taken -= columns[..., self.j[part], :]
        taken *= self.root[part, None]
        return taken

    def own_forms(self, X: Array) -> Array:
        """(..., m) b_e'X b_e."""
        return self.problem.p * self.problem.forms(X)

    def slack(self, w: Array, room: float) -> Array:
        """(m + n,) w and `room` less its sums at the nodes; (0,) if signed."""
        return np.zeros(0) if self.problem.signed else np.concatenate([w, room - self.problem.node_sums(w)])

    def pull(self, multiplier: Array) -> Array:
        """(m,) the adjoint of `slack`."""
        if self.problem.signed:
            return np.zeros(self.m)
        cover = multiplier[self.m :]
        return multiplier[: self.m] - cover[self.i] - cover[self.j]


class NewtonSystem:
    """The system for a change of the m weights and of the level t, factored.

    Of the two pairs of a dual matrix Y and a slack matrix S, signs +1 and -1 of L(w) in S, its entries are

        M_ef = sum (b_e'Y b_f)(b_e'S^-1 b_f) + slack' diag(multiplier / slack) slack,
        M_et = sum +- b_e'Y S^-1 b_e,    M_tt = sum <Y, S^-1>.

    Raises LinAlgError where rounding leaves it indefinite.
    """

    def __init__(self, links: Links, Y: Array, inverses: Array, ratio: Array):
        m = links.m
        own, cover = ratio[:m], ratio[m:]
        self.links, self.inverses = links, inverses
        seen, back = links.columns(Y), links.columns(inverses)
        matrix = np.empty((m + 1, m + 1))
        for first in range(0, m, CHUNK):  # of the upper triangle
            check_time()
            last = min(first + CHUNK, m)
            block = links.forms(seen[..., first:], first, last)
            block *= links.forms(back[..., first:], first, last)
            np.add(block[0], block[1], out=matrix[first:last, first:m])
        if len(ratio):
            e = np.arange(m)
            matrix[e, e] += own
            self._add_cover(matrix, cover)
        matrix[:m, m] = SIGNS @ links.own_forms(Y @ inverses)
        matrix[m, m] = np.vdot(Y, inverses)
        self.scale = 1 / np.sqrt(matrix.diagonal())
        matrix *= self.scale
        matrix *= self.scale[:, None]
        self.factor = cholesky(matrix.T)

    def _add_cover(self, matrix: Array, cover: Array) -> None:
        """N' diag(cover) N, N w being the sums at the nodes: what two links share."""
        links, n = self.links, self.links.problem.n
        if links.m <= CHUNK:
            ends = np.zeros((links.m, n))
            e = np.arange(links.m)
            ends[e, links.i] = ends[e, links.j] = 1
            matrix[:-1, :-1] += (ends * cover) @ ends.T
            return
        sums = scipy.sparse.csr_array(abs(links.problem.incidence()).T)
        shared = scipy.sparse.coo_array(sums @ scipy.sparse.diags_array(cover) @ sums.T)
        matrix[shared.row, shared.col] += shared.data

    def product(self, G: Array) -> Array:
        """(2, m) b_e'G S^-1 b_e."""
        return self.links.own_forms(G @ self.inverses)

    def solve(self, right: Array) -> tuple[Array, float]:
        """The changes of w and t."""
        x, _ = scipy.linalg.lapack.dpotrs(self.factor, self.scale * right, lower=True)
        x = self.scale * x.ravel()
        return x[:-1], float(x[-1])


def inverse(matrix: Array) -> Array:
    """Of a positive definite matrix; raises LinAlgError of any other."""
    factor, failed = scipy.linalg.lapack.dpotrf(matrix, lower=True)
    if failed:
        raise np.linalg.LinAlgError("not positive definite")
    half, _ = scipy.linalg.lapack.dpotri(factor, lower=True)
    half = np.tril(half)
    return half + np.tril(half, -1).T
