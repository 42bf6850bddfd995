"""Products of the clients' rows with the models of all clients and seeds: of every row, or of the drawn ones.

Shapes: features (K, m, p), models x (S, K, p, C). Rows are read from memory once for the scores and once for
the sums; what takes time is the reading. Blocks of clients are so small that the second comes from the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..cores import blocks, share_out

__all__ = [
    "by_client",
    "drawn_products",
    "every_product",
    "multiplicities",
    "product",
    "roundings",
    "visit_rows",
    "worth_drawing",
]

CACHE = 2**21  # bytes of a second-level cache
LEAF = 16  # terms of an extended sum that are added one by one


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a @ b; in extended precision, for which there is no BLAS anyway, halves of the inner axis are added up."""
    n, dtype = a.shape[-1], np.result_type(a, b)
    if roundings(n, dtype) == n:
        return np.matmul(a, b)
    half = -(-n // 2)
    return product(a[..., :half], b[..., :half, :]) + product(a[..., half:], b[..., half:, :])


def roundings(n: int, dtype: Any) -> int:
    """How many rounding errors an entry of a `product` over an inner axis of length n meets at most.

    >>> roundings(800, float), roundings(800, np.longdouble)
    (800, 19)
    """
    added = 0
    while np.dtype(dtype) == np.longdouble and n > LEAF:
        n, added = -(-n // 2), added + 1
    return n + added


def visit_rows(
    features: np.ndarray, x: np.ndarray, visit: Callable[[np.ndarray, np.ndarray, slice], None]
) -> None:
    """visit(rows (k, m, p), scores (k, m, S, C), clients) for all clients, a slice of k of them at a time.

    The scores a_ki' x_sk of a client are one matrix product.
    """
    seeds, clients, width, outputs = x.shape

    def work(part: slice) -> None:
        for some in blocks(part, CACHE // features[0].nbytes):
            rows = features[some]
            models = x[:, some].transpose(1, 2, 0, 3).reshape(len(rows), width, -1)
            scores = product(rows, models)
            visit(rows, scores.reshape(*scores.shape[:2], seeds, outputs), some)

    share_out(work, clients, features.size * seeds * outputs)


def every_product(
    features: np.ndarray, x: np.ndarray, slopes: Callable[[np.ndarray, slice], np.ndarray]
) -> np.ndarray:
    """sum_i a_ki slope_kis over all rows of each client, (S, K, p, C); `slopes` maps scores (k, m, S, C), of the
    clients in a slice, to slopes of the same shape.
    """
    out, outputs = np.empty(x.shape, dtype=np.result_type(x, features)), x.shape[3]

    def visit(rows: np.ndarray, scores: np.ndarray, clients: slice) -> None:
        found = slopes(scores, clients)
        if outputs == 1 and out.dtype != np.longdouble:  # then BLAS can write where the sums belong
            np.matmul(found[..., 0].swapaxes(1, 2), rows, out=out[:, clients, :, 0].swapaxes(0, 1))
            return
        sums = product(found.reshape(*rows.shape[:2], -1).swapaxes(1, 2), rows)  # (k, S C, p)
        out[:, clients] = sums.reshape(-1, *found.shape[2:], rows.shape[2]).transpose(1, 0, 3, 2)

    visit_rows(features, x, visit)
    return out


def drawn_products(
    features: np.ndarray,
    x: np.ndarray,
    samples: np.ndarray,
    slopes: Callable[[np.ndarray, np.ndarray, slice], np.ndarray],
) -> np.ndarray:
    """sum_b a_kb slope_skb over the drawn rows, samples (S, K, b) of indices, (S, K, p, C).

    Pairs of a client and a seed are taken in the order of `by_client`: the rows of a client are then gathered
    for all its seeds while they are in the cache. `slopes` maps scores (n, b, C), the rows' numbers
    k m + i (n, b) and the slice of pairs they belong to to slopes (n, b, C).
    """
    (seeds, clients, batch), (_, m, width) = samples.shape, features.shape
    rows = features.reshape(-1, width)
    index = by_client(samples + np.arange(clients)[:, None] * m)
    models = by_client(x)
    out = np.empty(models.shape, dtype=np.result_type(x, features))
    # a quarter of the cache holds the drawn rows, which leaves room for the rows they are drawn from
    block = max(1, CACHE // 4 // (batch * width * features.itemsize))

    def work(part: slice) -> None:
        buffer = np.empty((min(block, part.stop - part.start) * batch, width), dtype=features.dtype)
        for pairs in blocks(part, block):
            picked = index[pairs]
            # indices are in range: "clip" only spares numpy a copy of its output
            drawn = np.take(rows, picked.reshape(-1), axis=0, out=buffer[: picked.size], mode="clip")
            drawn = drawn.reshape(-1, batch, width)
            found = slopes(np.matmul(drawn, models[pairs]), picked, pairs)
            np.matmul(drawn.swapaxes(1, 2), found, out=out[pairs])

    share_out(work, len(index), index.size * width * x.shape[-1])
    return out.reshape(clients, seeds, width, -1).swapaxes(0, 1)


def by_client(array: np.ndarray) -> np.ndarray:
    """(S, K, ...) as (K S, ...), the pair of client k and seed s at k S + s."""
    return array.swapaxes(0, 1).reshape(-1, *array.shape[2:])


def multiplicities(samples: np.ndarray, m: int) -> np.ndarray:
    """How often each of m rows was drawn, (K, m, S), from indices (S, K, b)."""
    seeds, clients = samples.shape[:2]
    cell = (np.arange(clients)[:, None] * m + samples) * seeds + np.arange(seeds)[:, None, None]
    drawn = np.bincount(cell.ravel(), minlength=clients * m * seeds)
    return drawn.reshape(clients, m, seeds)


def worth_drawing(samples: np.ndarray, m: int) -> bool:
    """Whether gathering the drawn rows takes less time than products with all m of each client."""
    seeds, _, batch = samples.shape
    # measured: a row costs about (5 + seeds) in products with all, and 4.5 for each seed that draws it
    return m * (5 + seeds) >= 4.5 * batch * seeds
