"""Random draws of a run: one independent stream a (seed, node), whatever the other nodes and seeds draw."""

from __future__ import annotations

from math import ceil

import numpy as np

__all__ = ["Draws", "streams"]

BLOCK = (
    32  # rounds drawn at once; part of what a seed means, because it fixes the order of draws within a stream
)


def streams(seed: int, repetition: int, nodes: int, purpose: int = 0) -> list[np.random.Generator]:
    """One generator a node; `purpose` separates uses: 0 samples, 1 presence, 2 start models."""
    return [
        np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(repetition, node, purpose)))
        for node in range(nodes)
    ]


class Draws:
    """Mini-batches and participants of every round, in order of the rounds."""

    def __init__(
        self, counts: np.ndarray, seed: int, seeds: int, batch: int | None, participation: float = 1.0
    ):
        self.counts, self.seeds, self.batch = counts, seeds, batch or 0
        self.absent = len(counts) - ceil(participation * len(counts))
        self.sampling, self.joining = (
            [generator for s in range(seeds) for generator in streams(seed, s, len(counts), purpose)]
            if wanted
            else []
            for purpose, wanted in ((0, batch is not None), (1, self.absent > 0))
        )
        self.samples: np.ndarray = np.empty(0)  # (BLOCK, seeds, K, batch)
        self.present: np.ndarray = np.empty(0)  # (BLOCK, seeds, K)

    def at(self, t: int) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Sample indices (seeds, K, batch) and participants (seeds, K) of round t; None stands for all."""
        if t % BLOCK == 0:
            self._refill()
        row = t % BLOCK
        return (self.samples[row] if self.sampling else None, self.present[row] if self.joining else None)

    def _refill(self) -> None:
        nodes = len(self.counts)
        if self.sampling:
            drawn = [
                stream.integers(self.counts[i % nodes], size=(BLOCK, self.batch))
                for i, stream in enumerate(self.sampling)
            ]
            self.samples = np.stack(drawn, axis=1).reshape(BLOCK, self.seeds, nodes, self.batch)
        if self.joining:
            lots = np.stack([stream.random(BLOCK) for stream in self.joining], axis=1).reshape(
                BLOCK, -1, nodes
            )
            # the smallest lots are absent: exactly ceil(C K) take part, each set of that size equally likely
            last = np.sort(lots, axis=2)[:, :, self.absent - 1, None]
            self.present = lots > last
