"""All theorems, in the order of the papers. A new one is a module and a line here, or in its paper's package.

The papers of `CLASSICS` are packages or modules with a tuple STATED, each loaded when it is asked for; `ALL` loads all.
"""

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

from mixproof.spectral.errors import InputError

from ..papers import PAPERS
from ..theorem import Theorem, Variant
from .alidpfl import ALIDPFL
from .dawo import DAWO
from .decefl.assumptions import DECEFL_ASSUMPTIONS, DEFED_ASSUMPTIONS
from .decefl.consensus import CONSENSUS
from .decefl.contraction import CONTRACTION
from .decefl.fedavg_equivalence import FEDAVG_EQUIVALENCE
from .decefl.five_step_product import FIVE_STEP_PRODUCT
from .decefl.gradient_norm import DECEFL_GRADIENT_NORM
from .decefl.lambda_range import LAMBDA_RANGE
from .decefl.node_varying_samples import NODE_VARYING_SAMPLES
from .decefl.performance_gap import PERFORMANCE_GAP
from .decefl.random_graph_edges import RANDOM_GRAPH_EDGES
from .decefl.si_assumption_3_remark import SI_ASSUMPTION_3_REMARK
from .decefl.si_average_gradient import SI_AVERAGE_GRADIENT
from .decefl.si_eq_42 import SI_EQ_42
from .decefl.si_eq_45 import SI_EQ_45
from .decefl.si_eq_46 import SI_EQ_46
from .decefl.si_eq_50 import SI_EQ_50
from .decefl.si_eq_54 import SI_EQ_54
from .decefl.si_eq_56 import SI_EQ_56
from .decefl.si_eq_57 import SI_EQ_57
from .decefl.si_proposition_1 import SI_PROPOSITION_1
from .decefl.si_remark_3 import SI_REMARK_3
from .decefl.si_theorem_1 import SI_THEOREM_1
from .decefl.si_theorem_2 import SI_THEOREM_2
from .decefl.si_theorem_3 import SI_THEOREM_3
from .decefl.swarm_limit import SWARM_LIMIT
from .decefl.table_samples import TABLE_SAMPLES
from .decefl.theorem_1 import THEOREM_1 as DECEFL_THEOREM_1
from .defed.descent import DESCENT
from .defed.eq_23 import EQ_23
from .defed.experiment_difference import EXPERIMENT_DIFFERENCE
from .defed.global_constants import DECEFL_GLOBAL_CONSTANTS, DEFED_GLOBAL_CONSTANTS
from .defed.gradient_norm import DEFED_GRADIENT_NORM
from .defed.optimum import OPTIMUM
from .defed.proposition_1 import PROPOSITION_1
from .defed.recursion import RECURSION
from .defed.ring_matrices import RING_MATRICES
from .defed.theorem_1 import THEOREM_1 as DEFED_THEOREM_1
from .found import with_found
from .kronecker import DECEFL_SI_LEMMA_1, DEFED_LEMMA_1
from .ops import OPS

__all__ = ["ALL", "CLASSICS", "in_library", "of_paper", "theorem"]

ALL: tuple[Theorem, ...]
CLASSICS = tuple(paper for paper in PAPERS if paper not in ("defed", "decefl", "ops", "dawo", "alidpfl"))

_FIRST: tuple[Theorem, ...] = with_found(
    DEFED_THEOREM_1,
    PROPOSITION_1,
    DEFED_ASSUMPTIONS,
    DEFED_GLOBAL_CONSTANTS,
    OPTIMUM,
    DESCENT,
    EQ_23,
    DEFED_GRADIENT_NORM,
    RECURSION,
    DEFED_LEMMA_1,
    RING_MATRICES,
    EXPERIMENT_DIFFERENCE,
    DECEFL_THEOREM_1,
    LAMBDA_RANGE,
    CONTRACTION,
    PERFORMANCE_GAP,
    CONSENSUS,
    SWARM_LIMIT,
    FEDAVG_EQUIVALENCE,
    SI_THEOREM_1,
    SI_AVERAGE_GRADIENT,
    SI_EQ_42,
    SI_EQ_45,
    SI_EQ_46,
    SI_THEOREM_2,
    SI_THEOREM_3,
    SI_EQ_56,
    SI_EQ_57,
    SI_REMARK_3,
    SI_ASSUMPTION_3_REMARK,
    SI_PROPOSITION_1,
    SI_EQ_50,
    DECEFL_GRADIENT_NORM,
    SI_EQ_54,
    DECEFL_ASSUMPTIONS,
    DECEFL_GLOBAL_CONSTANTS,
    DECEFL_SI_LEMMA_1,
    FIVE_STEP_PRODUCT,
    NODE_VARYING_SAMPLES,
    RANDOM_GRAPH_EDGES,
    TABLE_SAMPLES,
    *OPS,
    *DAWO,
    *ALIDPFL,
)


def __getattr__(name: str) -> Any:
    if name != "ALL":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = _FIRST + tuple(stated for paper in CLASSICS for stated in of_paper(paper))
    globals()["ALL"] = found
    return found


@cache
def of_paper(paper: str) -> tuple[Theorem, ...]:
    """The theorems of the paper of that id, no other paper of `CLASSICS` being loaded; none for an unknown id.

    >>> [stated.id for stated in of_paper("diging")]
    ['diging.mean-tracker', 'diging.rate']
    """
    if paper in CLASSICS:
        stated: tuple[Theorem, ...] = import_module(f"{__name__}.{paper}").STATED
        return with_found(*stated)
    return tuple(stated for stated in _FIRST if stated.paper == paper)


def in_library(stated: Theorem) -> bool:
    """Whether this is a statement of the library: a user's own may have the id of one, and another text.

    >>> in_library(theorem("diging.rate"))
    True
    """
    return any(stated is known for known in of_paper(stated.paper))


def named(text: str) -> tuple[Theorem, Variant | None]:
    """The statement of ID[:VARIANT], and the variant where one is named. Raises InputError.

    >>> named("diging.rate")[1] is None
    True
    """
    id, _, label = text.partition(":")
    stated = theorem(id)
    return stated, stated.variant(label) if label else None


def theorem(id: str) -> Theorem:
    """The theorem of that id; raises InputError with the nearest ids.

    >>> theorem("decefl.theorem-1").place
    'DeceFL, main text, Theorem 1, (5) and (6)'
    """
    for candidate in of_paper(id.split(".")[0]):
        if candidate.id == id:
            return candidate
    everything = __getattr__("ALL")
    near = ", ".join(get_close_matches(id, [t.id for t in everything], 3, 0.4))
    raise InputError(
        "id", id, "not a statement" + (f"; did you mean {near}?" if near else "; see `mixproof claims`")
    )
