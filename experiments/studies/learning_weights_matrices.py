"""The matrices of `learning-weights`: those with a purpose, and others between and around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from mixproof.spectral import MixingMatrix, Network, mixing_matrix
from mixproof.weightopt import optimize

from .dawo_runs import metropolis

__all__ = ["BLIND", "KNOWING", "REFERENCE", "variety", "weights_of"]

REFERENCE, BLIND, KNOWING = "metropolis", "learning", "learning, labels"
ALIKE = 1e-3  # weights that are the same


def weights_of(graph: Network, shares: np.ndarray | None) -> dict[str, MixingMatrix]:
    """The rows of a network; `shares` (n, classes) None: without those that know them."""
    plain = metropolis(graph) if graph.is_lossy else mixing_matrix(graph, "metropolis")
    found = {REFERENCE: plain, "least rho": optimize(graph, gap=1e-2).weights}
    if graph.is_lossy:
        found["least second moment"] = optimize(graph, "second-moment", gap=1e-2).weights
    constant = mixing_matrix(graph, "best-constant")
    if not constant.signed and not _same(constant, found["least rho"]):
        found["best constant"] = constant
    found[BLIND] = optimize(graph, "learning").weights
    if shares is not None:
        found[KNOWING] = optimize(graph, "learning", heterogeneity=shares).weights
    return found


def variety(found: Mapping[str, MixingMatrix], most: int, seed: int) -> dict[str, MixingMatrix]:
    """More matrices on the network of `found`, all different, until there are `most` with these."""
    kept = list(found.values())
    more: dict[str, MixingMatrix] = {}
    for name, W in _others(found, np.random.default_rng([seed, 17])):
        if len(kept) >= most:
            break
        if not any(_same(W, other) for other in kept):
            more[name] = W
            kept.append(W)
    return more


def _others(
    found: Mapping[str, MixingMatrix], rng: np.random.Generator
) -> Iterator[tuple[str, MixingMatrix]]:
    """In turns: means of neighbours in the list, lazy ones, random ones; at last lazier ones."""
    names, network = list(found), next(iter(found.values())).network

    def built(weights: np.ndarray) -> MixingMatrix:
        return MixingMatrix.from_edge_weights(network, weights)

    for a, b in zip(names, [*names[1:], names[0]]):
        yield f"{a} + {b}", built((found[a].weights + found[b].weights) / 2)
    for name in names:
        yield f"{name}, lazy", built(found[name].weights / 2)
    base = found[REFERENCE].weights
    for k in range(6):  # each link's weight anew between nothing and Metropolis's
        yield f"random {k}", built(base * rng.random(len(base)) ** (0.5 + k / 3))
    for share in (0.75, 0.25, 0.125):
        for name in names:
            yield f"{name}, {share:g} of it", built(found[name].weights * share)


def _same(W: MixingMatrix, other: MixingMatrix) -> bool:
    return bool(np.allclose(W.weights, other.weights, atol=ALIKE))
