"""Quadratic client losses F_k(w) = (1/2)(w - c_k)' H_k (w - c_k)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import rebuilt

from .base import SMALL, Problem

__all__ = ["Quadratic"]

EPS = float(np.finfo(float).eps)


class Quadratic(Problem):
    """F_k(w) = (1/2)(w - c_k)' H_k (w - c_k), with H_k (K, d, d) symmetric positive semidefinite and c_k
    (K, d).

    H_k = 1 gives the consensus problem of DeceFL. Arrays of Fractions (object dtype) are kept as they are,
    and `gradient` and `values` then answer exactly.

    >>> problem = Quadratic(np.array([[[1.0]], [[3.0]]]), np.array([[0.0], [4.0]]))
    >>> float(problem.minimum().w[0])
    3.0
    """

    def __init__(self, hessians: np.ndarray, centers: np.ndarray, counts: np.ndarray | None = None):
        hessians, centers = np.asarray(hessians), np.asarray(centers)
        if centers.ndim != 2 or hessians.shape != (*centers.shape, centers.shape[1]) or centers.size == 0:
            raise InputError(
                "hessians", str(hessians.shape), f"centers of shape {centers.shape} need (K, d, d)"
            )
        floats = hessians.astype(float)
        if not (np.isfinite(floats).all() and np.isfinite(centers.astype(float)).all()):
            raise InputError("hessians", "nan or inf", "every entry is finite")
        if not (hessians == hessians.transpose(0, 2, 1)).all():
            raise InputError("hessians", "not symmetric", "each H_k equals its transpose")
        self.hessians, self.centers = hessians, centers
        self.clients, self.dimension = centers.shape
        self.counts = np.ones(self.clients, dtype=np.int64) if counts is None else np.asarray(counts)
        if self.counts.shape != (self.clients,) or not (self.counts > 0).all():
            raise InputError("counts", str(counts), f"{self.clients} positive numbers")
        # LAPACK's symmetric eigenvalues are off by at most a small multiple of d eps ||H||
        eigenvalues = np.linalg.eigvalsh(floats)
        pad = 8 * self.dimension * EPS * np.abs(eigenvalues).max(axis=1)
        self.L, self.mu = eigenvalues[:, -1] + pad, np.maximum(eigenvalues[:, 0] - pad, 0.0)
        if (eigenvalues[:, 0] < -pad).any():
            raise InputError(
                "hessians", f"eigenvalue {eigenvalues.min():.3g}", "each H_k is positive semidefinite"
            )
        exact = (hessians == floats) & (floats == floats * np.eye(self.dimension))
        diagonal = exact.astype(bool).all(axis=(1, 2))
        entries = np.diagonal(floats, axis1=1, axis2=2)
        # a diagonal H_k shows its eigenvalues; as floats they are exact unless a Fraction was rounded
        self.L = np.where(diagonal, entries.max(axis=1), self.L)
        self.mu = np.where(diagonal, entries.min(axis=1), self.mu)

    def __repr__(self) -> str:
        if self.hessians.size > SMALL:
            return super().__repr__()
        counts = None if (self.counts == 1).all() else self.counts.tolist()
        arrays = (
            ("hessians", self.hessians.tolist()),
            ("centers", self.centers.tolist()),
            ("counts", counts),
        )
        return rebuilt("Quadratic", *arrays)

    def gradient(self, x: np.ndarray, samples: np.ndarray | None = None) -> np.ndarray:
        if samples is not None:
            raise InputError("batch", str(samples.shape[-1]), "a quadratic has no samples to draw")
        return np.matmul(self.hessians, (x - self.centers)[..., None])[..., 0]

    def values(self, x: np.ndarray) -> np.ndarray:
        return ((x - self.centers) * self.gradient(x)).sum(axis=-1) / 2

    def hessian(self, w: np.ndarray, weights: np.ndarray) -> np.ndarray:
        return np.tensordot(weights, self.hessians.astype(float), axes=1)

    def gradient_rounding(self, radius: float, dtype: Any = float) -> float:
        return (self.dimension + 2) * float(np.finfo(dtype).eps) * self._frobenius * (radius + self._reach)

    @cached_property
    def _frobenius(self) -> float:
        return float(np.sqrt((self.hessians.astype(float) ** 2).sum(axis=(1, 2)).max()))

    @cached_property
    def _reach(self) -> float:
        return float(np.sqrt((self.centers.astype(float) ** 2).sum(axis=1).max()))

    def client(self, k: int) -> Quadratic:
        return Quadratic(self.hessians[k : k + 1], self.centers[k : k + 1], self.counts[k : k + 1])
