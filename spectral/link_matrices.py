"""Links from a square matrix of adjacency or reliabilities, dense or sparse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy

from .checks import numbers
from .errors import InputError

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["links_of", "square"]

PROBABILITIES = "a probability lies in [0, 1]"
ONES = "entries are 0 or 1"


def square(name: str, matrix: Any, *, finite: bool = True) -> csr_array:
    """The matrix as square float64 CSR, without explicit zeros; InputError that names the argument otherwise."""
    if hasattr(matrix, "tocoo"):  # any of scipy's sparse formats
        coo = matrix.tocoo()
        sparse = scipy.sparse.csr_array(
            (numbers(name, coo.data, finite=finite), (coo.row, coo.col)), shape=coo.shape
        )
        sparse.eliminate_zeros()
    else:
        plain = isinstance(matrix, np.ndarray) and matrix.dtype.kind in "biuf"
        # of an array of numbers only the entries become floats: a zero of one byte would take eight
        dense = matrix if plain else numbers(name, matrix, finite=finite)
        if dense.ndim != 2:
            raise InputError(name, f"array of shape {dense.shape}", "a square matrix")
        sparse = scipy.sparse.csr_array(dense)
        if plain:
            sparse.data = numbers(name, sparse.data, finite=finite)
    if sparse.shape[0] != sparse.shape[1] or sparse.shape[0] == 0:
        raise InputError(name, f"array of shape {sparse.shape}", "a square matrix")
    return sparse


def links_of(
    name: str, matrix: Any, *, directed: bool = False, rule: str = PROBABILITIES
) -> tuple[np.ndarray, np.ndarray]:
    """Links (m, 2) and their entries (m,) of a matrix with zero diagonal and a link at every node.

    Symmetric unless `directed`, where entry [u, v] is the arc u -> v. rule: what entries may be, `PROBABILITIES` or
    `ONES`. Raises InputError with the first entry that breaks a rule.
    """
    entries = square(name, matrix, finite=False)
    entries.sort_indices()
    n = entries.shape[0]
    coo = entries.tocoo()
    allowed = (coo.data == 1) if rule == ONES else (coo.data >= 0) & (coo.data <= 1)
    if not allowed.all():
        e = int(np.argmin(allowed))
        _refuse(name, coo.row[e], coo.col[e], coo.data[e], rule)
    if not directed:
        other = (entries - entries.T).tocsr().tocoo()
        if other.count_nonzero():
            e = int(np.argmax(other.data != 0))
            i, j = int(other.row[e]), int(other.col[e])
            _refuse(name, i, j, entries[i, j], "symmetric: both directions of a link work or fail together")
    loops = coo.row == coo.col
    if loops.any():
        e = int(np.argmax(loops))
        _refuse(
            name, coo.row[e], coo.col[e], coo.data[e], "the diagonal is zero: a node needs no link to itself"
        )
    lonely = np.diff(entries.indptr) == 0
    if n > 1 and lonely.any():
        _refuse(name, np.argmax(lonely), 0, 0, "a row of zeros: a node without links")
    kept = np.ones(coo.nnz, bool) if directed else coo.row < coo.col
    return np.column_stack([coo.row[kept], coo.col[kept]]).astype(np.int64), coo.data[kept]


def _refuse(name: str, i: Any, j: Any, value: float, rule: str) -> None:
    raise InputError(name, f"entry ({int(i)},{int(j)}) is {value:g}", rule)
