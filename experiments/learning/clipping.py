"""The sampled Gaussian mechanism of private local steps, and what it draws (alidpfl, Algorithm 1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mixproof.spectral.errors import InputError

from .draws import streams
from .problems import LinearModel

__all__ = ["Draws", "Mechanism"]

BLOCK = 16  # iterations drawn at once; part of what a seed means


@dataclass(frozen=True)
class Mechanism:
    """The sampled Gaussian mechanism of every local step, and its step size."""

    sigma: float  # noise multiplier: the noise on the sum of clipped gradients has deviation sigma clip
    clip: float  # C, the largest norm of a per-sample gradient
    batch: float  # B, the expected batch: each sample of client i is drawn with probability B/|D_i|
    eta: float

    def __post_init__(self) -> None:
        for name, least in (("sigma", 0.0), ("clip", None), ("batch", None), ("eta", None)):
            value = getattr(self, name)
            if not (np.isfinite(value) and (value > 0 or value == least)):
                rule = "finite and positive" if least is None else "finite and >= 0"
                raise InputError(name, value, rule)


class Draws:
    """Poisson samples and noise of every local iteration, in order."""

    def __init__(self, problem: LinearModel, mechanism: Mechanism, seed: int, repetition: int):
        self.counts, self.dimension, self.mechanism = problem.counts, problem.dimension, mechanism
        self.sampling = streams(seed, repetition, problem.clients, purpose=5)
        self.noising = streams(seed, repetition, problem.clients, purpose=6)
        self.lots: list[np.ndarray] = []
        self.noise: np.ndarray = np.empty(0)

    def at(self, t: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Indices (K, b), which of them count (K, b), and the noise (K, d) of iteration t."""
        if t % BLOCK == 0:
            self.lots = [g.random((BLOCK, m)) for g, m in zip(self.sampling, self.counts)]
            self.noise = self._noise()
        row = t % BLOCK
        chosen = [
            np.flatnonzero(lot[row] < self.mechanism.batch / m) for lot, m in zip(self.lots, self.counts)
        ]
        largest = max(1, max(map(len, chosen)))
        samples = np.zeros((len(chosen), largest), dtype=np.int64)
        drawn = np.zeros(samples.shape, dtype=bool)
        for k, own in enumerate(chosen):
            samples[k, : len(own)], drawn[k, : len(own)] = own, True
        return samples, drawn, self.noise[:, row]

    def _noise(self) -> np.ndarray:
        """(K, BLOCK, d); none is drawn where it counts for nothing: that takes as long as the gradients."""
        scale = self.mechanism.sigma * self.mechanism.clip
        if not scale:
            return np.zeros((len(self.noising), BLOCK, self.dimension))
        return scale * np.stack([g.standard_normal((BLOCK, self.dimension)) for g in self.noising])
