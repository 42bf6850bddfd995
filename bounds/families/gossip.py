"""Gossip gradient descent on clients of several kinds.

    w_k(t+1) = sum_j W_kj(t) w_j(t) - eta_t * scale_k * gradient_k(w_k(t)),    eta_t = delta/(t + Gamma)  or  eta

Stochastic gradients of quadratic clients are their gradients plus v_k times a fair sign, independent over clients and
rounds, of variance sigma_k^2 = |v_k|^2. Everything is affine in w then, so that expectations are exact. The worst cases
of many bounds over all smooth, strongly convex clients are met on the line by clients whose gradients bend.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ..algorithms.library import DEFED, DGD
from ..domains import POSITIVE, REAL
from ..family import Family, Parameter, remembered
from .answers import Answers, answers
from .clients import Losses
from .descent import (
    CHANGING,
    COMMON,
    COMMON_STARTS,
    MATRIX,
    NOISE,
    OFFSETS,
    ONE,
    SAMPLES,
    START,
    STARTS,
    assembled,
    begun,
)
from .kinds import CENTRES, KINDS
from .largest_gradient import LargestGradient
from .metrics import GradientNoise, Metrics
from .model import DECAYING, PARTS, Model
from .programmed import Programmed
from .starts import at_models, at_rest

__all__ = ["DELTA_AND_GAMMA", "ETA", "GOSSIP", "Descents", "gossip"]

DELTA_AND_GAMMA = (Parameter("delta", (), POSITIVE), Parameter("Gamma", (), POSITIVE))
ETA = (Parameter("eta", (), POSITIVE),)

# answers of clients instead of clients, so many points of each in so many dimensions at most
ANSWERS = (
    *(Parameter(name, (), POSITIVE) for name in ("mu", "L")),
    *(Parameter(name, axes, REAL) for name, axes in (("pull", ("K", "N", "d")), ("rise", ("K", "N")))),
)
ANSWERED = {"K": (2, 3), "d": tuple(range(1, 51)), "S": (1,), "N": tuple(range(3, 13))}


@dataclass(frozen=True)
class Descents:
    """The runs of a family: losses of the arrays of a setting, None where answers are given instead."""

    losses: Callable[[Mapping[str, Any]], Losses] | None

    def __call__(
        self, sizes: Mapping[str, int], values: Mapping[str, np.ndarray], rounds: int, scaled: bool = False
    ) -> Model:
        run = assembled(
            sizes,
            values,
            rounds,
            losses=(self.losses or _unanswered)(values),
            program=DEFED if scaled else DGD,
            formula="eta" if "eta" in values else DECAYING,
            measures=(*PARTS, Metrics, GradientNoise, LargestGradient),
            samples=values["samples"] if scaled else None,
            vectors=partial(Programmed, values=values),
        )
        if self.losses is not None:
            return run
        told = answers(values, begun(values), run.clients.scale, run.steps.step)
        clients = replace(run.clients, losses=told, near=told.minimizers[0] * 0)
        return replace(run, rounds=told.told, clients=clients)


def _unanswered(values: Mapping[str, Any]) -> Answers:
    """Before the points are known that the run makes."""
    points, none = values["c"][:, None], values["rise"][:, :1] * 0
    return Answers(values["mu"].item(), values["L"].item(), points, points * 0, none, 0)


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
    Beside quadratic clients it has those whose gradients bend, without noise, and answers of clients instead.
    """
    rest = (
        COMMON if common else START,
        *((OFFSETS,) if offsets else ()),
        *((SAMPLES,) if scaled else ()),
        *(ETA if fixed else DELTA_AND_GAMMA),
    )
    schedule = CHANGING if changing else ONE
    options = {"scaled": True} if scaled else {}
    steps = (("eta", -1),) if fixed else (("delta", 1), ("Gamma", 1))
    starts: tuple[tuple[str, Callable[[Any], Any]], ...] = COMMON_STARTS if common else STARTS
    bent, curved = KINDS["bent"], KINDS["quadratic"]
    bends = Family(
        "gossip",
        {"K": (2, 3), "d": (1,), **schedule, "M": bent.sizes["M"]},
        (MATRIX, *bent.parameters, *rest),
        Descents(bent.losses),
        steps,
        options,
        starts=(*starts, ("bend", at_models)),
        kind=bent.called,
    )
    told = Family(
        "gossip",
        ANSWERED,
        (MATRIX, CENTRES, *ANSWERS, *rest),
        Descents(None),
        steps,
        options,
        drawn=False,
    )
    if fixed and not common and not changing:
        starts += (("w0", at_rest),)
    own = tuple(p for p in curved.parameters if turned or p.name != "s")
    return Family(
        "gossip",
        {"K": (2, 3), "d": (1, 2) if turned else (1,), **schedule},
        (MATRIX, *own, *((NOISE,) if noisy else ()), *rest),
        Descents(curved.losses),
        steps,
        options,
        (bends,) if changing else (bends, told),
        starts,
        {"K": (4, 5)},
        kind=curved.called,
    )


GOSSIP = gossip(noisy=False, offsets=False)  # DeceFL's main text: full gradients, decaying steps
