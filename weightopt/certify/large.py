"""The objective `learning` on networks too large for dense inverses: bounds and enclosures from polynomials of L.

Polynomials of L are applied to all n unit vectors (`polynomials`). No trace is estimated by random vectors: what
follows is proved of the columns that were computed.

Enclosure. For A = (L + s1)^2, L + s2, (2 - s2) I - L, and any matrix Q, E = I - A Q:

    A^-1 = Q + Q'E + E'A^-1 E,   so   tr A^-1 = <Q, I> + <Q, E> + r,   0 <= r <= |E|^2 ||A^-1||,

quadratically close where Q is close to A^-1. ||A^-1|| is 1/s1^2, 1/s2; for the last A it is at most
||Q|| / (1 - |E|), as |E| < 1, and ||Q|| at most its largest column sum. Where time is short columns that were not
computed count by what a diagonal entry can be at least and at most, and the value is an estimate from the others.
With data, X = L + s1 and Z near X^-1 B, E = B - X Z, it is tr B'X^-1 B = <Z, B> + <Z, E> + r, 0 <= r <= |E|^2 / s1, and
|X^-1 B| is within |E| / s1 of |Z|.

Bound. For any h, C, Z, R of centred columns, as in `certify.learning`, with X = L(w) + s1

    tr X^-2 >= 2 tr hh'X^-1 - |hh'|^2,   tr h'X^-1 h >= 2 <h, C> - <C, X C>,

and likewise with Z and R for the noise: Phi(w) >= constant - sum_e w_e c_e for all w, and a node cover ends it. The
certificate is the weights and the polynomials that h, C, Z, R are made of: as long as the weights, not n x n. With data
there is no h, C is for B, and the square of the form q is at least 2 g q - g^2, g = <B, C>.

Without any certificate: f of Phi = tr f(L) is convex and tr L <= n, so Phi >= (n - 1) min f(t) over t <= n/(n-1).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy
from scipy.sparse import csr_array

from mixproof.spectral.errors import InputError
from mixproof.spectral.links import link_probabilities
from mixproof.spectral.network import Network

from ..arrays import Array
from .check import Nodes, finite, largest_matching
from .polynomials import Polynomials, blocks, spectrum_ends

if TYPE_CHECKING:
    from ..learning import Learning
    from .certificate import PolynomialCertificate

__all__ = [
    "Line",
    "floor_of",
    "laplacian",
    "laplacian_of",
    "large_bound",
    "large_enclosure",
    "polynomials_at",
    "tangent",
]

EPS = float(np.finfo(float).eps)
LINKS = 1000  # at a time: in the cache
# relative error of the polynomials of a bound, of an enclosure, of a rough one, all quadratic in it; with data
ACCURATE = 2e-3, 3e-5, 1e-2, 1e-9
LANCZOS_MARGIN = 0.02  # the upper end is taken farther out than found; nothing that is proved rests on it
NEAREST = 1e-3  # to the domain's end
Interval = tuple[float, float]


def laplacian(n: int, i: Nodes, j: Nodes, flow: Array) -> csr_array:
    """(n, n) sparse sum of flow_e a_e a_e'."""
    nodes = np.arange(n)
    rows, columns = np.concatenate([i, j, nodes]), np.concatenate([j, i, nodes])
    own = np.bincount(i, flow, n) + np.bincount(j, flow, n)
    return csr_array((np.concatenate([-flow, -flow, own]), (rows, columns)), shape=(n, n))


def laplacian_of(network: Network, weights: Array) -> csr_array:
    """L of the mean matrix I - L."""
    i, j = network.edges.T
    return laplacian(network.n, i, j, weights * link_probabilities(network))


@dataclass(frozen=True, eq=False)
class Line:
    """Phi(w) >= constant - c'w for all w, what rounding may have done to both, and the Hessian's diagonal, roughly."""

    constant: float
    c: Array  # (m,)
    error: float
    c_error: Array
    curvature: Array


def polynomials_at(L: csr_array, objective: Learning) -> Polynomials | None:
    """Those of a certificate for the Laplacian L; None outside the objective's domain, and so near its end that no
    polynomials are accurate."""
    low, top, most = objective.low, objective.top, objective.most
    ends = _ends_below(L, most)
    if ends is None or ends[1] > most - NEAREST:
        return None
    bias: list[Callable[[Array], Array]] = [lambda t: (t + low) ** -0.5, lambda t: (t + low) ** -1.5]
    if objective.factor is not None:
        bias = [lambda t: 1 / (t + low)]
    return Polynomials.near(*ends, [*bias, lambda t: 1 / (t + top), lambda t: 1 / (most - t)], ACCURATE[0])


def _ends_below(L: csr_array, most: float) -> tuple[float, float] | None:
    """An interval for the polynomials of L; None where its spectrum is not below `most`, or hardly."""
    first, last = spectrum_ends(L)
    return None if last >= most else (first, min(last + LANCZOS_MARGIN, (last + most) / 2))


class _Sums:
    """Sums over columns: the constant, the sizes of its terms, and squares of differences along the links."""

    def __init__(self, ends: tuple[Nodes, Nodes], links: int, kinds: int):
        self.ends, self.constant, self.size = ends, 0.0, 0.0
        self.squares = np.zeros((kinds, links))

    def add(self, factor: float, A: Array, B: Array) -> float:
        """Add factor <A, B> to the constant; the product."""
        inner = float(np.vdot(A, B))
        self.constant += factor * inner
        self.size += abs(factor) * float(np.linalg.norm(A)) * float(np.linalg.norm(B))
        return inner

    def along(self, kind: int, A: Array, B: Array | None = None) -> None:
        """Add <A_i - A_j, B_i - B_j> of each link's ends; B is A unless given."""
        (i, j), links = self.ends, self.squares.shape[1]
        for first in range(0, links, LINKS):
            some = slice(first, first + LINKS)
            apart = A[i[some]] - A[j[some]]
            other = apart if B is None else B[i[some]] - B[j[some]]
            self.squares[kind, some] += np.einsum("ek,ek->e", apart, other)

    def noise(self, part: slice, Q: Array, kind: int, shift: float, half: float) -> None:
        """half (2 tr Q - <Q, (shift +- L) Q>), but for L; Q holds the columns `part`."""
        k = np.arange(part.stop - part.start)
        self.add(2 * half, np.ones_like(Q[0]), Q[k + part.start, k])
        self.add(-half * shift, Q, Q)
        self.along(kind, Q)


def tangent(
    L: csr_array, polynomials: Polynomials, objective: Learning, ends: tuple[Nodes, Nodes], p: Array
) -> Line:
    """The bound's line of these polynomials of L: of h, C, Z, R; in the precision of L, doubts are those of float64.

    With data that `objective` takes as they are, not by the convex bound: the tangent at L, which bounds nothing.
    """
    low, top, most, half = objective.low, objective.top, objective.most, objective.kappa / 2
    n, B = L.shape[0], objective.factor
    sums, further = _Sums(ends, len(p), 4), 0.0
    if B is None:
        polynomials = polynomials.with_square()
        steps = polynomials.coefficients.shape[1]
        slip = (
            steps**2 * (int(np.diff(L.indptr).max()) + 8) * EPS
        )  # of hh', in terms of the sizes it is a sum of
        length, sizes = 0.0, 0.0
        for part, (h, square, C, Z, R), summed in polynomials.columns(L):
            sums.add(4.0, h, C)
            sums.add(-2 * low, C, C)
            length, sizes = length + sums.add(-1.0, square, square), sizes + float(summed[1] ** 2)
            sums.along(0, h)
            sums.along(1, C)
            sums.noise(part, Z, 2, top, half)
            sums.noise(part, R, 3, most, half)
        further = 4 * slip * (length * sizes) ** 0.5 + 4 * slip**2 * sizes
        bias = 2.0 * sums.squares[1]
        # a'Ya a'Y^3a >= (a'Y^2a)^2 and 2 a'Z^2a >= (a'Za)^2 by Cauchy and Schwarz, nearly equal where few modes matter
        curved = 6 * sums.squares[0] * sums.squares[1]
    else:
        first, noise = polynomials.split()
        for part, (Z, R), _ in noise.columns(L):
            sums.noise(part, Z, 2, top, half)
            sums.noise(part, R, 3, most, half)
        trace, g = float(np.sum(B**2)), 0.0
        pairs = [(block, first.on(L, block)[0][0]) for block in _centred(B, L.dtype)]
        if objective.convex:
            g = max(sum(float(np.vdot(block, C)) for block, C in pairs), 0.0)
            sums.constant -= g**2 / trace
        for block, C in pairs:
            sums.along(0, C)
            if objective.convex:
                sums.add(4 * g / trace, block, C)
                sums.add(-2 * g * low / trace, C, C)
            else:
                D = first.on(L, C)[0][0]
                sums.along(1, C, D)
                sums.add(3.0, C, C)
                sums.add(-2 * low, C, D)
        near = np.sqrt(2 * sums.squares[2])  # a'Ya, nearly
        if objective.convex:
            bias = 2 * g / trace * sums.squares[0]
            curved = 4 * g / trace * sums.squares[0] * near + 2 / trace * sums.squares[0] ** 2
        else:
            bias = 2 * sums.squares[1]
            curved = 4 * abs(sums.squares[1]) * near + 2 * sums.squares[0] * sums.squares[2]
    doubt = 64 * (n + 1) * EPS  # of sums over blocks of at most 64 columns
    c, c_size = bias + half * (sums.squares[2] - sums.squares[3]), bias + half * sums.squares[2:].sum(axis=0)
    curved = curved + 2 * half * 2**0.5 * (sums.squares[2] ** 1.5 + sums.squares[3] ** 1.5)
    return Line(
        sums.constant,
        p * c,
        doubt * (sums.size + abs(sums.constant)) + further,
        4 * doubt * p * c_size,
        p**2 * curved,
    )


def _centred(B: Array, kind: np.dtype[Any]) -> Iterator[Array]:
    """B (n, k), a few centred columns at a time."""
    for part in blocks(*B.shape):
        block = B[:, part].astype(kind)
        yield block - block.mean(axis=0)


def large_bound(network: Network, certificate: PolynomialCertificate, objective: Learning) -> float:
    """A number that no feasible weights get below; `objective` is convex."""
    n, given = network.n, certificate.polynomials
    cover = np.maximum(finite("cover", certificate.cover, (n,)), 0.0)
    finite("polynomials.coefficients", given.coefficients, (4 if objective.factor is None else 3, None))
    least = floor_of(n, objective)
    if not given.coefficients.any():
        return least
    if not 0 <= given.low < given.high < np.inf:
        raise InputError(
            "certificate.polynomials", f"on [{given.low}, {given.high}]", "an interval of numbers >= 0"
        )
    L, (i, j) = laplacian_of(network, certificate.weights), network.edges.T
    line = tangent(L, given, objective, (i, j), link_probabilities(network))
    worst = largest_matching(line.c + line.c_error, cover, i, j)
    return max(line.constant - line.error - worst * (1 + (n + 64) * EPS), least)


def floor_of(n: int, objective: Learning) -> float:
    """What Phi is at least on any network of n nodes, by Jensen's inequality (the module's first lines)."""
    low, top, most, half = objective.low, objective.top, objective.most, objective.kappa / 2
    bias, mean = float(objective.factor is None), n / max(n - 1, 1)

    def f(t: float) -> float:
        return bias / (t + low) ** 2 + half * (1 / (t + top) + 1 / (most - t))

    t = scipy.optimize.minimize_scalar(f, bounds=(0, min(mean, most)), method="bounded").x
    slope = -2 * bias / (t + low) ** 3 + half * (1 / (most - t) ** 2 - 1 / (t + top) ** 2)
    least = f(t) + min(slope * (mean - t), -slope * t)  # below f on [0, mean]
    if objective.factor is not None:  # tr M X^-1 >= tr M / (most + low), and so are both forms of the bias
        least += float(np.sum(objective.factor**2)) / (most + low) ** 2 / max(n - 1, 1)
    return max((n - 1) * least * (1 - 1e-12), 0.0)


def large_enclosure(
    L: csr_array, objective: Learning, rough: bool = False, until: float = np.inf
) -> tuple[float, Interval]:
    """Phi, and an interval that contains it; infinity outside the objective's domain.

    rough: by shorter polynomials. until: of time.perf_counter; later no columns are begun.
    """
    low, top, most, n, B = objective.low, objective.top, objective.most, L.shape[0], objective.factor
    ends = _ends_below(L, most)
    if ends is None:
        return np.inf, (0.0, np.inf)
    share = np.array([float(B is None), objective.kappa / 2, objective.kappa / 2])
    wanted: list[Callable[[Array], Array]] = [
        lambda t: (t + low) ** -2,
        lambda t: 1 / (t + top),
        lambda t: 1 / (most - t),
    ]
    polynomials = Polynomials.near(*ends, wanted, ACCURATE[2 if rough else 1])
    on_ones = np.array([low**-2, 1 / top, 1 / most])
    trace, inner, left, length = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    widest, done = 0.0, 0
    for part, Q, _ in polynomials.columns(L):
        k = np.arange(part.stop - part.start)
        for a in range(3):
            block = Q[a] + on_ones[a] / n  # 1 is an eigenvector
            if a == 0:
                E = _shifted(L, low, block)
                E = -_shifted(L, low, E)
            else:
                E = -_shifted(L, top, block) if a == 1 else L @ block - most * block
            E[k + part.start, k] += 1
            trace[a] += float(np.sum(block[k + part.start, k]))
            inner[a] += float(np.vdot(block, E))
            left[a] += float(np.sum(E**2))
            length[a] += float(np.sum(block**2))
        widest = max(widest, float(abs(Q[2] + on_ones[2] / n).sum(axis=0).max()))
        done = part.stop
        if time.perf_counter() > until:
            break
    row = int(np.diff(L.indptr).max()) + 8
    slip = np.array([2, 1, 1]) * row * EPS * np.array([(2 + low) ** 2, 2 + top, 2 + most]) * np.sqrt(length)
    e = np.sqrt(left) * (1 + 1e-9) + slip
    if e[2] >= 1:
        return float("nan"), (0.0, np.inf)
    if (
        done < n
    ):  # the norm of the last inverse is known from all columns alone: by the largest sum in a row of L
        gap = most - float(abs(L).sum(axis=0).max()) * (1 + 1e-9)
        widest = 1 / gap if gap > 0 else np.inf
    inverse = np.array([low**-2, 1 / top, widest * 1.001 / (1 - e[2])])
    doubt = slip * np.sqrt(length) + (n + 64) * EPS * (abs(trace) + np.sqrt(length) * e)
    found = trace + inner
    lowest, highest = found - doubt, found + doubt + e**2 * inverse
    if done < n:
        found = found * (n / done)
        lowest = lowest + (n - done) * np.array([(2 + low) ** -2, 1 / (2 + top), 1 / most])
        highest = highest + (n - done) * inverse
    value, lower, upper = (float(share @ (x - on_ones)) for x in (found, lowest, highest))
    if B is not None:
        bias = _data_term(L, ends, objective, until)
        value, lower, upper = value + bias[0], lower + bias[1], upper + bias[2]
    return value, (max(lower, 0.0), upper)


def _shifted(L: csr_array, shift: float, block: Array) -> Array:
    """(L + shift) times a block."""
    return np.asarray(L @ block + shift * block)


def _data_term(
    L: csr_array, ends: tuple[float, float], objective: Learning, until: float
) -> tuple[float, float, float]:
    """The bias with data: its value, and its lower and upper end."""
    low, B = objective.low, objective.factor
    assert B is not None
    near = Polynomials.near(*ends, [lambda t: 1 / (t + low)], ACCURATE[3])
    form, size, left, width, done = 0.0, 0.0, 0.0, 0, 0.0
    trace = float(np.sum(B**2))
    for block in _centred(B, np.dtype(float)):
        Z = near.on(L, block)[0][0]
        E = block - _shifted(L, low, Z)
        form += float(np.vdot(Z, block) + np.vdot(Z, E))
        size, left, done = (
            size + float(np.sum(Z**2)),
            left + float(np.sum(E**2)),
            done + float(np.sum(block**2)),
        )
        width += block.shape[1]
        if time.perf_counter() > until:
            break
    slip = (int(np.diff(L.indptr).max()) + 8) * EPS * (2 + low) * size**0.5
    e = left**0.5 * (1 + 1e-9) + slip + (len(B) + 8) * EPS * trace**0.5
    rest = max(trace - done, 0.0) * (1 + 1e-9) + 1e-9 * trace * (
        width < B.shape[1]
    )  # of columns not computed
    rounding = (B.size + 64) * EPS
    if objective.convex:
        around = rounding * trace**0.5 * size**0.5 + slip * size**0.5
        lower, upper = form - around, form + around + e**2 / low + rest / low
        middle = form * trace / done
        return middle**2 / trace, max(lower, 0.0) ** 2 / trace, upper**2 / trace
    lower = max(size**0.5 - e / low, 0.0) ** 2 * (1 - rounding)
    upper = (size**0.5 + e / low) ** 2 * (1 + rounding) + rest / low**2
    return size * trace / done, lower, upper
