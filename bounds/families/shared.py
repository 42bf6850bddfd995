"""The families of settings that theorems of several modules share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..domains import LARGE, NATURAL, POSITIVE, REAL, SIMPLEX
from ..family import Family, Parameter, remembered
from .bends import BendsRun
from .consensus import ConsensusRun
from .gossip import GossipRun
from .interpolated import InterpolatedRun
from .matrices import ConstantsRun, MatricesRun
from .mixing_domain import MIXING

__all__ = ["GOSSIP", "consensus", "constants", "gossip", "matrices"]

MATRIX = Parameter("W", ("S", "K", "K"), MIXING)
CLIENTS = (MATRIX, Parameter("a", ("K", "d"), POSITIVE), Parameter("c", ("K", "d"), REAL))
TURN = Parameter("s", ("K",), REAL)
START, COMMON = Parameter("w0", ("K", "d"), REAL), Parameter("start", ("d",), REAL)
OFFSETS, NOISE = Parameter("o", ("K",), LARGE), Parameter("v", ("K", "d"), REAL)
SAMPLES = Parameter("samples", ("K",), NATURAL)
_DECAYING = (Parameter("delta", (), POSITIVE), Parameter("Gamma", (), POSITIVE))
_FIXED = (Parameter("eta", (), POSITIVE),)
_UP, _DOWN = (("delta", 1), ("Gamma", 1)), (("eta", -1),)

# answers of clients instead of clients, so many points of each in so many dimensions at most
ANSWERS = (
    *(Parameter(name, (), POSITIVE) for name in ("mu", "L")),
    *(Parameter(name, axes, REAL) for name, axes in (("pull", ("K", "N", "d")), ("rise", ("K", "N")))),
)
ANSWERED = {"K": (2, 3), "d": tuple(range(1, 51)), "S": (1,), "N": tuple(range(3, 13))}

BENDS = (Parameter("bend", ("K", "M"), REAL, "c"), Parameter("after", ("K", "M"), POSITIVE))

STARTS = tuple(
    ("w0", lambda run, name=name: getattr(run, name))
    for name in ("at_minimum", "at_own_minima", "around_minimum", "slowest")
)
COMMON_STARTS = (("start", lambda run: run.wstar),)

BENT_STARTS = (("bend", lambda run: run.at_models),)

ONE = {"S": (1,)}
CHANGING = {"S": (1, 2, 3), "head": (0, 1), "B": (1, 2)}


@remembered
def gossip(
    *,
    scaled: bool = False,
    fixed: bool = False,
    turned: bool = True,
    common: bool = False,
    changing: bool = False,
    noisy: bool = True,
    offsets: bool = True,
) -> Family:
    """Gossip gradient descent.

    scaled: gradients times m_k/m (DeFed (5), DeceFL SI (2)); fixed: step eta instead of delta/(t + Gamma)
    turned: Hessians with axes of their own, d up to 2; otherwise d = 1, where chi2 is known for all rounds
    common: all clients start at one point; changing: W(t) from a schedule
    noisy: gradient noise; offsets: losses with minima other than 0
    Beside quadratic clients it has those of `bends`, without noise, and answers of clients (`interpolated`) instead.
    """
    rest = (
        COMMON if common else START,
        *((OFFSETS,) if offsets else ()),
        *((SAMPLES,) if scaled else ()),
        *(_FIXED if fixed else _DECAYING),
    )
    quadratic = (*CLIENTS, *((TURN,) if turned else ()), *((NOISE,) if noisy else ()), *rest)
    schedule = CHANGING if changing else ONE
    options, steps = {"scaled": True} if scaled else {}, _DOWN if fixed else _UP
    sizes = {"K": (2, 3), "d": (1,), **schedule, "M": (1, 2)}
    starts: tuple[tuple[str, Callable[[Any], Any]], ...] = COMMON_STARTS if common else STARTS
    bent = Family(
        "gossip",
        sizes,
        (*CLIENTS, *BENDS, *rest),
        BendsRun,
        steps,
        options,
        starts=(*starts, *BENT_STARTS),
        kind="clients that bend",
    )
    told = Family(
        "gossip",
        ANSWERED,
        (MATRIX, CLIENTS[2], *ANSWERS, *rest),
        InterpolatedRun,
        steps,
        options,
        drawn=False,
    )
    also = (bent,) if changing else (bent, told)
    sizes = {"K": (2, 3), "d": (1, 2) if turned else (1,), **schedule}
    if fixed and not common and not changing:
        starts += (("w0", lambda run: run.at_rest),)
    return Family(
        "gossip",
        sizes,
        quadratic,
        GossipRun,
        steps,
        options,
        also,
        starts,
        {"K": (4, 5)},
        kind="quadratic clients",
    )


GOSSIP = gossip(noisy=False, offsets=False)  # DeceFL's main text: full gradients, decaying steps


@remembered
def consensus(algorithm: str, fixed: bool = False) -> Family:
    """The consensus problem under one of the algorithms of `consensus.ConsensusRun`."""
    start = Parameter("w0", ("K",), REAL)
    mixing = {
        "decefl": (MATRIX,),
        "literal": (MATRIX,),
        "swarm": (Parameter("p", ("K",), SIMPLEX),),
        "fedavg": (),
    }[algorithm]
    sizes = {"K": (2, 3), **(CHANGING if algorithm == "decefl" else ONE)}
    steps = _DOWN if fixed else (("Gamma", 1), ("delta", -1))
    parameters = (*mixing, start, *(_FIXED if fixed else _DECAYING))
    return Family("consensus", sizes, parameters, ConsensusRun, steps, {"algorithm": algorithm})


@remembered
def matrices(**sizes: tuple[int, ...]) -> Family:
    """Mixing matrices alone."""
    wide = {} if "K" in sizes else {"K": (4, 5, 6, 7)}
    return Family("matrices", {"K": (2, 3), **ONE, **sizes}, (MATRIX,), MatricesRun, wide=wide)


def constants(**numbers: str) -> Family:
    """No setting: printed numbers, as exact text, under names."""
    return Family("constants", {}, (), ConstantsRun, options=numbers)
