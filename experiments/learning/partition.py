"""How samples are divided among clients: index arrays, one a client, disjoint."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from mixproof.spectral.errors import InputError

__all__ = ["TABLE_3", "by_label_share", "dirichlet", "iid", "largest_total"]

# DeceFL's supplement, table 3: each node's share of the data, positive parts, negative parts. The shares
# add up to the 80 % of the data that the paper trains on. With 8 and 16 nodes 40.12 % of the data are
# positives, which is slightly more than four fifths of a balanced set hold.
TABLE_3: dict[int, tuple[tuple[str, int, int], ...]] = {
    4: (("0.10", 1, 99), ("0.10", 99, 1), ("0.20", 3, 7), ("0.40", 6, 4)),
    8: (("0.04", 1, 1),) * 2 + (("0.06", 1, 99),) * 2 + (("0.10", 4, 6),) * 2 + (("0.20", 7, 3),) * 2,
    16: (("0.02", 1, 1),) * 4 + (("0.03", 1, 99),) * 4 + (("0.05", 4, 6),) * 4 + (("0.10", 7, 3),) * 4,
}


def iid(samples: int, clients: int, seed: int = 0) -> list[np.ndarray]:
    """A uniformly random division of `samples` indices into `clients` parts whose sizes differ by at most
    one.

    >>> [len(part) for part in iid(10, 3)]
    [4, 3, 3]
    """
    _enough(samples, clients)
    order = np.random.default_rng(seed).permutation(samples)
    return [np.sort(part) for part in np.array_split(order, clients)]


def dirichlet(
    labels: np.ndarray, clients: int, alpha: float, seed: int = 0, least: int = 1
) -> list[np.ndarray]:
    """Divide each class among the clients by shares drawn from a symmetric Dirichlet distribution.

    Hsu, Qi and Brown 2019: small alpha gives clients of few classes, large alpha clients that are alike. A client with
    fewer than `least` samples takes some of the client with the most. Raises InputError for alpha that is not positive,
    and for more clients than the samples can serve.

    >>> parts = dirichlet(np.arange(100) % 4, 5, alpha=0.1)
    >>> sorted(np.concatenate(parts).tolist()) == list(range(100)), min(map(len, parts)) >= 1
    (True, True)
    """
    labels = np.asarray(labels)
    if labels.ndim != 1:
        raise InputError("labels", f"array of shape {labels.shape}", "one label a sample")
    if not 0 < alpha < np.inf:
        raise InputError("alpha", alpha, "a positive number")
    if clients < 1 or least < 0 or least * clients > len(labels):
        raise InputError("clients", clients, f"at least one, and {least} of {len(labels)} samples for each")
    rng = np.random.default_rng(seed)
    parts: list[list[int]] = [[] for _ in range(clients)]
    for kind in np.unique(labels):
        own = rng.permutation(np.flatnonzero(labels == kind))
        ends = np.round(np.cumsum(rng.dirichlet(np.full(clients, alpha))) * len(own)).astype(int)
        for part, more in zip(parts, np.split(own, ends[:-1])):
            part.extend(more.tolist())
    for part in parts:
        while len(part) < least:
            part.append(max(parts, key=len).pop())
    return [np.sort(np.array(part, dtype=np.int64)) for part in parts]


def by_label_share(
    labels: np.ndarray,
    table: Sequence[tuple[str | Fraction | float, int, int]],
    seed: int = 0,
    total: int | None = None,
) -> list[np.ndarray]:
    """Give node k a share of the data with a ratio of positives to negatives, as in DeceFL's supplement,
    table 3.

    `labels` (m,) are 0 and 1; a row of `table` is (share, positive parts, negative parts), for instance
    ("0.10", 1, 99). Shares refer to `total` samples (default m; the paper's refer to all data, training and
    test together). Counts are rounded down, so that shares which add up never ask for more than there is.

    Raises InputError naming the node and the label when a share cannot be met.

    >>> parts = by_label_share(np.array([0, 1] * 50), [("0.2", 3, 1), ("0.2", 1, 3)])
    >>> [len(part) for part in parts]
    [20, 20]
    """
    labels = np.asarray(labels)
    if labels.ndim != 1 or not np.isin(labels, (0, 1)).all():
        raise InputError(
            "labels", str(np.unique(labels)[:5]), "label shares need one label, 0 or 1, a sample"
        )
    _enough(len(labels), len(table))
    rng = np.random.default_rng(seed)
    pools = {label: rng.permutation(np.flatnonzero(labels == label)) for label in (1, 0)}
    used = {1: 0, 0: 0}
    parts = []
    for node, (share, positive, negative) in enumerate(table):
        fraction = Fraction(share)
        if not 0 < fraction <= 1:
            raise InputError(f"share of node {node}", str(share), "a share of the data lies in (0, 1]")
        if min(positive, negative) < 0 or positive + negative == 0:
            raise InputError(
                f"ratio of node {node}", f"{positive}:{negative}", "parts are >= 0 and not both 0"
            )
        chosen = []
        for label, part in ((1, positive), (0, negative)):
            wanted = int(fraction * Fraction(part, positive + negative) * (total or len(labels)))
            left = len(pools[label]) - used[label]
            if wanted > left:
                raise InputError(
                    f"label share of node {node}",
                    f"{float(fraction):.0%} at {positive}:{negative}",
                    f"needs {wanted} samples of label {label}, but {left} of {len(pools[label])} are left",
                )
            chosen.append(pools[label][used[label] : used[label] + wanted])
            used[label] += wanted
        parts.append(np.sort(np.concatenate(chosen)))
        if len(parts[-1]) == 0:
            raise InputError(
                f"label share of node {node}", str(share), f"of {total or len(labels)} samples is none"
            )
    return parts


def largest_total(labels: np.ndarray, nodes: int) -> int:
    """The largest number of samples of which table 3's shares can all be met with these labels (0 and 1).

    Per label the counts asked for add up to at most its share of the total, because each is rounded down.

    >>> largest_total(np.array([0, 1] * 500), 4)
    1250
    """
    table = TABLE_3[nodes]
    asked = [
        sum(
            Fraction(share) * Fraction((positive, negative)[1 - label], positive + negative)
            for share, positive, negative in table
        )
        for label in (1, 0)
    ]
    held = [int((labels == label).sum()) for label in (1, 0)]
    return min(int(have / want) for have, want in zip(held, asked))


def _enough(samples: int, clients: int) -> None:
    if clients < 1:
        raise InputError("clients", clients, "at least one client")
    if samples < clients:
        raise InputError("clients", clients, f"{samples} samples cannot serve more clients than samples")
