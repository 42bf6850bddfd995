"""The families of settings that the checker knows, by the names that witness files write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .bends import Bends
from .compressed import Compressed
from .consensus import Consensus
from .constant_weights import ConstantWeights
from .declared import declared
from .federated import Federated
from .gossip import Gossip
from .interpolated import Interpolated
from .local_steps import LocalSteps
from .lossy_learning import Bent, Curved, Quadratic
from .lossy_links import Links, WorseLinks
from .matrices import Matrices
from .noisy_steps import Account, NoisySteps
from .points import KINDS, Points
from .projection import Projection, Subgradient
from .push_sum import PushSum, RowMatrices
from .quantised import Quantised
from .random_pairs import RandomPairs
from .scalars import Constants, Scalars
from .setting import Setting, need

Record = Mapping[str, Any]


def gossip(record: Record, options: Record) -> Setting:
    """Quadratic clients, clients whose gradients bend, or answers of clients."""
    kind = Bends if "bend" in record else Interpolated if "pull" in record else Gossip
    return kind(record, options)


def vectors(record: Record, options: Record) -> Setting:
    """Vectors of the kind that the options say."""
    kind = options.get("kind")
    need(kind in tuple(KINDS), "options: the kind of vectors is not known")
    return KINDS[str(kind)](record, options)


FAMILIES: dict[str, Callable[[Record, Record], Setting]] = {
    "gossip": gossip,
    "declared": declared,
    "consensus": Consensus,
    "matrices": Matrices,
    "links": Links,
    "metropolis": Links,
    "worse-links": WorseLinks,
    "random-pairs": RandomPairs,
    "constant-weights": ConstantWeights,
    "compressed": Compressed,
    "quantised": Quantised,
    "quadratic-links": Quadratic,
    "curved-links": Curved,
    "bent-links": Bent,
    "projection": Projection,
    "subgradient": Subgradient,
    "row-matrices": RowMatrices,
    "push-sum": PushSum,
    "local-steps": LocalSteps,
    "noisy-steps": NoisySteps,
    "account": Account,
    "federated": Federated,
    "points": Points,
    "vectors": vectors,
    "scalars": Scalars,
    "constants": Constants,
}
