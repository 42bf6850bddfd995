"""The objective `learning` on networks too large for dense inverses: bounds and enclosures from polynomials of L.

Polynomials of L are applied to all n unit vectors (`polynomials`). No trace is estimated by random vectors: what
follows is proved of the columns that were computed.

Enclosure. For A = (L + s1)^2, L + s2, (2 - s2) I - L, and any matrix Q, E = I - A Q:

    A^-1 = Q + Q'E + E'A^-1 E,   so   tr A^-1 = <Q, I> + <Q, E> + r,   0 <= r <= |E|^2 ||A^-1||,

quadratically close where Q is close to A^-1. ||A^-1|| is 1/s1^2, 1/s2; for the last A it is at most
||Q|| / (1 - |E|), as |E| < 1, and ||Q|| at most its largest column sum.

Bound. For any h, C, Z, R of centred columns, as in `certify.learning`, with X = L(w) + s1

    tr X^-2 >= 2 tr hh'X^-1 - |hh'|^2,   tr h'X^-1 h >= 2 <h, C> - <C, X C>,

and likewise with Z and R for the noise: Phi(w) >= constant - sum_e w_e c_e for all w, and a node cover ends it. The
certificate is the weights and the polynomials that h, C, Z, R are made of: as long as the weights, not n x n.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy
from scipy.sparse import csr_array

from mixproof.spectral.errors import InputError
from mixproof.spectral.links import link_probabilities
from mixproof.spectral.network import Network

from ..arrays import Array
from .check import Nodes, finite, largest_matching
from .polynomials import Polynomials, spectrum_ends
from .subject import Subject

if TYPE_CHECKING:
    from .constants import Constants

__all__ = [
    "Line",
    "PolynomialCertificate",
    "laplacian_of",
    "large_bound",
    "large_enclosure",
    "polynomials_at",
    "tangent",
]

EPS = float(np.finfo(float).eps)
LINKS = 1000  # at a time: in the cache
# relative error of the polynomials of a bound, and of an enclosure, which are quadratic in it
ACCURATE = 2e-3, 3e-5
LANCZOS_MARGIN = 0.02  # the upper end is taken farther out than found; nothing that is proved rests on it
Interval = tuple[float, float]


@dataclass(frozen=True, eq=False)
class PolynomialCertificate(Subject):
    """The same for `learning` on large networks."""

    weights: Array  # (m,) at which L is taken
    polynomials: Polynomials  # h, C, Z, R
    cover: Array  # (n,) y

    @classmethod
    def trivial(cls, n: int, m: int) -> PolynomialCertificate:
        """The certificate of the bound 0."""
        return cls(np.zeros(m), Polynomials(0.0, 2.0, np.zeros((4, 2))), np.zeros(n))


def laplacian_of(network: Network, weights: Array) -> csr_array:
    """(n, n) sparse L of the mean matrix I - L."""
    A = network.incidence()
    return csr_array(A @ scipy.sparse.diags_array(weights * link_probabilities(network)) @ A.T)


@dataclass(frozen=True, eq=False)
class Line:
    """Phi(w) >= constant - c'w for all w, what rounding may have done to both, and the Hessian's diagonal, roughly."""

    constant: float
    c: Array  # (m,)
    error: float
    c_error: Array
    curvature: Array


def polynomials_at(L: csr_array, objective: Constants) -> Polynomials | None:
    """Those of a certificate for the Laplacian L; None outside the objective's domain."""
    low, top, most = objective.low, objective.top, objective.most
    ends = _ends_below(L, most)
    if ends is None:
        return None
    wanted: list[Callable[[Array], Array]] = [
        lambda t: (t + low) ** -0.5,
        lambda t: (t + low) ** -1.5,
        lambda t: 1 / (t + top),
        lambda t: 1 / (most - t),
    ]
    return Polynomials.near(*ends, wanted, ACCURATE[0])


def _ends_below(L: csr_array, most: float) -> tuple[float, float] | None:
    """An interval for the polynomials of L; None where its spectrum is not below `most`, or hardly."""
    first, last = spectrum_ends(L)
    return None if last >= most else (first, min(last + LANCZOS_MARGIN, (last + most) / 2))


def tangent(
    L: csr_array, polynomials: Polynomials, objective: Constants, ends: tuple[Nodes, Nodes], p: Array
) -> Line:
    """The bound's line of these polynomials of L: of h, C, Z, R; in the precision of L, doubts are those of float64."""
    low, top, most, half = objective.low, objective.top, objective.most, objective.kappa / 2
    (i, j), n = ends, L.shape[0]
    polynomials = polynomials.with_square()
    steps = polynomials.coefficients.shape[1]
    slip = steps**2 * (int(np.diff(L.indptr).max()) + 8) * EPS  # of hh', in terms of the sizes it is a sum of
    constant, size, length, sizes = 0.0, 0.0, 0.0, 0.0
    squares = np.zeros((4, len(p)))  # |h_i - h_j|^2, and of C, Z, R
    for part, (h, square, C, Z, R), summed in polynomials.columns(L):
        k = np.arange(part.stop - part.start)
        terms = [4 * float(np.vdot(h, C)), -2 * low * float(np.sum(C**2)), -float(np.sum(square**2))]
        for factor, Q, shift in ((half, Z, top), (half, R, most)):
            terms += [2 * factor * float(np.sum(Q[k + part.start, k])), -factor * shift * float(np.sum(Q**2))]
        constant += sum(terms)
        length, sizes = length + float(np.sum(square**2)), sizes + float(summed[1] ** 2)
        size += sum(map(abs, terms))
        for f, Q in enumerate((h, C, Z, R)):
            for first in range(0, len(p), LINKS):
                some = slice(first, first + LINKS)
                apart = Q[i[some]] - Q[j[some]]
                squares[f, some] += np.einsum("ek,ek->e", apart, apart)
    doubt = (n + 64) * EPS
    error = doubt * size + 4 * slip * (length * sizes) ** 0.5 + 4 * slip**2 * sizes
    parts = np.array([2.0, half, -half])
    c, c_size = p * (parts @ squares[1:]), p * (abs(parts) @ squares[1:])
    # a'Ya a'Y^3a >= (a'Y^2a)^2 and 2 a'Z^2a >= (a'Za)^2 by Cauchy and Schwarz, nearly equal where few modes matter
    curvature = p**2 * (
        6 * squares[0] * squares[1] + 2 * half * 2**0.5 * (squares[2] ** 1.5 + squares[3] ** 1.5)
    )
    return Line(constant, c, error, 4 * doubt * c_size, curvature)


def large_bound(
    L: csr_array,
    certificate: PolynomialCertificate,
    objective: Constants,
    ends: tuple[Nodes, Nodes],
    p: Array,
) -> float:
    """A number that no feasible weights get below; L is that of the certificate's weights."""
    cover = np.maximum(finite("cover", certificate.cover, (L.shape[0],)), 0.0)
    given = certificate.polynomials
    finite("polynomials.coefficients", given.coefficients, (4, None))
    if not given.coefficients.any():
        return 0.0
    if not 0 <= given.low < given.high < np.inf:
        raise InputError(
            "certificate.polynomials", f"on [{given.low}, {given.high}]", "an interval of numbers >= 0"
        )
    line = tangent(L, given, objective, ends, p)
    worst = largest_matching(line.c + line.c_error, cover, *ends)
    return max(line.constant - line.error - worst * (1 + (L.shape[0] + 64) * EPS), 0.0)


def large_enclosure(L: csr_array, objective: Constants) -> tuple[float, Interval]:
    """Phi, and an interval that contains it; infinity outside the objective's domain."""
    low, top, most, n = objective.low, objective.top, objective.most, L.shape[0]
    ends = _ends_below(L, most)
    if ends is None:
        return np.inf, (0.0, np.inf)
    wanted: list[Callable[[Array], Array]] = [
        lambda t: (t + low) ** -2,
        lambda t: 1 / (t + top),
        lambda t: 1 / (most - t),
    ]
    polynomials = Polynomials.near(*ends, wanted, ACCURATE[1])
    eye = scipy.sparse.eye_array(n)
    X = csr_array(L + low * eye)
    A = [X, csr_array(L + top * eye), csr_array(most * eye - L)]
    on_ones = np.array([low**-2, 1 / top, 1 / most])
    trace, inner, left, length = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    widest = 0.0
    for part, Q, _ in polynomials.columns(L):
        k = np.arange(part.stop - part.start)
        for a in range(3):
            block = Q[a] + on_ones[a] / n  # 1 is an eigenvector
            E = -(A[a] @ block)
            if a == 0:
                E = X @ E
            E[k + part.start, k] += 1
            trace[a] += float(np.sum(block[k + part.start, k]))
            inner[a] += float(np.vdot(block, E))
            left[a] += float(np.sum(E**2))
            length[a] += float(np.sum(block**2))
        widest = max(widest, float(abs(Q[2] + on_ones[2] / n).sum(axis=0).max()))
    row = int(np.diff(L.indptr).max()) + 8
    slip = np.array([2, 1, 1]) * row * EPS * np.array([(2 + low) ** 2, 2 + top, 4.0]) * np.sqrt(length)
    e = np.sqrt(left) * (1 + 1e-9) + slip
    if e[2] >= 1:
        return float("nan"), (0.0, np.inf)
    inverse = np.array([low**-2, 1 / top, widest * 1.001 / (1 - e[2])])
    doubt = slip * np.sqrt(length) + (n + 64) * EPS * (abs(trace) + np.sqrt(length) * e)
    share = np.array([1.0, objective.kappa / 2, objective.kappa / 2])
    middle = share @ (trace + inner - on_ones)
    lowest, highest = middle - share @ doubt, middle + share @ (doubt + e**2 * inverse)
    return float(middle), (max(float(lowest), 0.0), float(highest))
