"""Weights that may learn best in a run: rules, what `optimize` finds for its objectives, means of the best of these.

One objective does not fit all runs: step, rounds and form decide how far differences travel. So `learning` is solved
for both forms and several products of step and curvature, and the prediction decides.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

import numpy as np

from mixproof.spectral import MixingMatrix, Network, mixing_matrix
from mixproof.spectral.errors import InputError
from mixproof.weightopt import OptimizedWeights, Status, optimize
from mixproof.weightopt.learning import RUNS

__all__ = ["METROPOLIS", "between", "candidates"]

METROPOLIS = "metropolis"
PRODUCTS = {RUNS[0]: (0.05, 0.15, 0.5), RUNS[1]: (0.05, 0.2, 0.5)}  # step times largest curvature
NAMES = {RUNS[0]: "learning", RUNS[1]: "adapt-first"}
MOST_NODES, MOST_KNOWING = 1000, 300  # for `learning`, and with labels: beyond, it takes minutes
GAP = 1e-2
ALIKE = 1e-3  # weights that are the same


def candidates(
    network: Network, labels: np.ndarray | None, until: float
) -> tuple[dict[str, MixingMatrix], dict[str, OptimizedWeights], list[str]]:
    """Weights by name, Metropolis first, no two alike; what `optimize` said of those that it found; and the names of
    those whose search the time ended, or left no time for.

    labels: (n, classes) shares, if they are known. until: of time.perf_counter, when the searches end, each with an
    equal share of the time that is left; Ctrl-C ends them too, and what was found until then is compared.
    """
    rules = [METROPOLIS, "best-constant", *(["reliability"] if network.is_lossy else [])]
    found: dict[str, MixingMatrix] = {}
    for name in rules:
        if found and time.perf_counter() > until:  # the best constant takes both ends of a spectrum
            break
        with suppress(InputError):  # a rule that does not fit the network
            W = mixing_matrix(network, name)
            if not W.signed:
                _keep(found, name, W)
    wanted: list[tuple[str, str, dict[str, object]]] = [("least rho", "mean", {})]
    if network.is_lossy:
        wanted.append(("least second moment", "second-moment", {}))
    known = labels is not None and network.n <= MOST_KNOWING and _differ(labels)
    for run, products in PRODUCTS.items():
        for s in products if network.n <= MOST_NODES else ():
            name = f"{NAMES[run]} {s:g}"
            wanted.append((name, "learning", {"step": s, "run": run}))
            if known:
                wanted.append(
                    (f"{name}, labels", "learning", {"step": s, "run": run, "heterogeneity": labels})
                )
    proved: dict[str, OptimizedWeights] = {}
    for k, (name, objective, options) in enumerate(wanted):
        if (left := until - time.perf_counter()) <= 0:
            break
        limit = left / (len(wanted) - k)
        best = optimize(network, objective, gap=GAP, time_limit=limit, **options)  # type: ignore[arg-type]
        proved[name] = best
        _keep(found, name, best.weights)
        if best.status is Status.INTERRUPTED:
            break
    ended = (Status.TIME_LIMIT, Status.INTERRUPTED)
    unfinished = [name for name, *_ in wanted if name not in proved or proved[name].status in ended]
    return found, proved, unfinished


def between(
    found: Mapping[str, MixingMatrix], ranked: Sequence[str], most: int = 3
) -> dict[str, MixingMatrix]:
    """The means of each two of the first `most` names, where they differ: feasible, as weights are a convex set."""
    kept, made = dict(found), dict[str, MixingMatrix]()
    for k, a in enumerate(ranked[:most]):
        for b in ranked[k + 1 : most]:
            name = f"{a} + {b}"
            W = MixingMatrix.from_edge_weights(found[a].network, (found[a].weights + found[b].weights) / 2)
            if _keep(kept, name, W):
                made[name] = W
    return made


def _keep(found: dict[str, MixingMatrix], name: str, W: MixingMatrix) -> bool:
    """Whether W was not there yet; it is then."""
    if any(np.allclose(W.weights, other.weights, atol=ALIKE) for other in found.values()):
        return False
    found[name] = W
    return True


def _differ(labels: np.ndarray) -> bool:
    return bool(np.ptp(labels, axis=0).max() > 1e-6)
