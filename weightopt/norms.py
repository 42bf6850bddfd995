"""Objectives that are the norm of an affine matrix: a weighted average, directed networks, links that fail together.

    minimise ||B(x)||_2,   B(x) = B_0 - sum_k x_k B_k,   x >= 0,   sums of x at the nodes <= b,   E x = 0.

Weighted (`target`): nodes are to agree on the average sum_i pi_i x_i, FedAvg's with pi the shares of the samples.
W has rows of sum 1 and pi'W = pi'; x are flows, x_ij = pi_i W_ij, and

    B = Pi^(1/2) (W - 1 pi') Pi^(-1/2),   Pi = diag(pi),

so ||B|| is what a round leaves at most of a disagreement in the pi inner product. On an undirected network a link's
two flows are the same, W is self-adjoint in that inner product, and ||B|| is its second largest modulus itself. On a
directed one flows in and out of a node balance (E x = 0), and ||B|| is above the second largest modulus, which is not
convex in W: what is minimised is a convex stand-in, whose certificate speaks of the norm alone.

Grouped (`groups`): links of one group g work or fail together, as those of a node that leaves. With L_g the Laplacian
of its weights

    E[W_hat^2] - J = (I - J - L)^2 + sum_g p_g (1 - p_g) L_g^2 = B'B,   B = [I - J - L; sqrt(p_g (1 - p_g)) L_g; ...].

Certificate. For any U, V: ||B|| (|U|^2 + |V|^2) / 2 >= <U V', B> (Frobenius norms), which is affine in x, so with
c_k = <U V', B_k> and any y >= 0, z with y at the ends of k plus (E'z)_k >= c_k

    ||B(x)|| >= 2 (<U V', B_0> - b'y) / (|U|^2 + |V|^2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.checks import numbers
from mixproof.spectral.errors import InputError
from mixproof.spectral.links import link_probabilities
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network

from .arrays import Array
from .certify.certificate import AnyCertificate, NormCertificate
from .certify.norms import Affine, norm_bound, norm_enclosure
from .objectives import Interval, Objective

__all__ = ["AffineNorm", "Grouped", "Weighted"]

Labels = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class AffineNorm(Objective):
    """See the module's first lines; `power` 2: the objective is the norm's square."""

    power = 1

    def affine(self, network: Network) -> Affine:
        """B as a function of x, and the feasible x."""
        raise NotImplementedError

    def image(self, weights: MixingMatrix) -> tuple[Array, float]:
        """B at given weights, and a bound on the norm of its rounding."""
        raise NotImplementedError

    def enclosure(
        self, weights: MixingMatrix, certify: bool | None = None, within: float | None = None
    ) -> tuple[float, Interval]:
        value, (low, high) = norm_enclosure(*self.image(weights))
        return value**self.power, (low**self.power * (1 - 1e-15), high**self.power * (1 + 1e-15))

    def lower_bound(self, network: Network, certificate: AnyCertificate, signed: bool = False) -> float:
        if not isinstance(certificate, NormCertificate):
            raise InputError("certificate", type(certificate).__name__, f"{self.name} has a NormCertificate")
        return norm_bound(self.affine(network), certificate) ** self.power * (1 - 1e-15)

    def trivial(self, n: int, m: int) -> AnyCertificate:
        return NormCertificate.trivial()

    def scale(self, value: float) -> float:
        return 1 - value


@dataclass(frozen=True, eq=False)
class Weighted(AffineNorm):
    """||W - 1 pi'|| in the pi inner product; `target` (n,) is pi, positive, of sum 1."""

    target: Array
    name = "weighted"
    takes_directed = True

    @classmethod
    def of(cls, target: Any, nodes: int | None = None) -> Weighted:
        """From positive numbers in any unit, such as sample counts; one number means all alike. Raises InputError.

        >>> Weighted.of([1, 1, 2]).target.tolist()
        [0.25, 0.25, 0.5]
        """
        pi = numbers("target", target)
        if pi.ndim == 0 and nodes is not None:
            pi = np.full(nodes, float(pi))
        if pi.ndim != 1 or (nodes is not None and len(pi) != nodes):
            wanted = "one number a node" if nodes is None else f"one number for each of {nodes} nodes"
            raise InputError("target", f"array of shape {pi.shape}", wanted)
        if not pi.min(initial=np.inf) > 0:
            raise InputError("target", f"{pi.min():g} at node {int(pi.argmin())}", "shares are > 0")
        shares: Array = pi / pi.sum()
        shares.flags.writeable = False
        return cls(shares)

    def check(self, network: Network) -> None:
        """InputError where the shares are of another number of nodes, or a directed network's links fail."""
        if len(self.target) != network.n:
            raise InputError("target", f"{len(self.target)} numbers", f"one for each of {network.n} nodes")
        if network.directed and network.reliability is not None and network.reliability.min() < 1:
            raise InputError("network", "directed, links that fail", "a target takes links that always work")

    def affine(self, network: Network) -> Affine:
        self.check(network)
        pi, (u, v), n = self.target, network.edges.T, network.n
        e = np.arange(network.m)
        p = np.ones(network.m) if network.directed else link_probabilities(network)
        beside = p / np.sqrt(pi[u] * pi[v])
        entries = [(e, u, u, p / pi[u]), (e, u, v, -beside)]
        balance = None
        if network.directed:
            balance = network.incidence()
        else:
            entries += [(e, v, v, p / pi[v]), (e, v, u, -beside)]
        base = np.eye(n) - np.sqrt(np.outer(pi, pi))
        return Affine.of(base, entries, [u] if network.directed else [u, v], pi, balance)

    def matrix(self, network: Network, x: Array, signed: bool = False) -> MixingMatrix:
        pi, (u, v) = self.target, network.edges.T
        if network.directed:
            return MixingMatrix.from_edge_weights(network, x / pi[u])
        p = network.reliability
        arcs = Network.from_edges(
            network.n,
            np.concatenate([network.edges, network.edges[:, ::-1]]),
            None if p is None else np.tile(p, 2),
            directed=True,
            names=network.names,
            positions=network.positions,
        )
        both = np.concatenate([x / pi[u], x / pi[v]])
        order = np.lexsort((np.concatenate([v, u]), np.concatenate([u, v])))
        return MixingMatrix.from_edge_weights(arcs, both[order])

    def image(self, weights: MixingMatrix) -> tuple[Array, float]:
        if len(self.target) != weights.n:
            raise InputError("target", f"{len(self.target)} numbers", f"one for each of {weights.n} nodes")
        root, W = np.sqrt(self.target), weights.dense()
        kept = W * weights.network.reliability_matrix()
        np.fill_diagonal(kept, 0)
        mean = kept + np.diag(1 - kept.sum(axis=1))
        B = root[:, None] * mean / root - np.outer(root, root)
        return B, 1e-15 * (len(B) + 16) * float(np.linalg.norm(abs(B) + np.outer(root, root)))


@dataclass(frozen=True, eq=False)
class Grouped(AffineNorm):
    """The second moment of links that fail together; `groups` (m,) labels, those of equal label share their fate."""

    groups: Labels
    name = "second-moment"
    counts_losses = True
    power = 2

    @classmethod
    def of(cls, groups: Any) -> Grouped:
        """From (m,) whole numbers in the order of `network.edges`. Raises InputError."""
        labels = np.asarray(groups)
        if labels.ndim != 1 or labels.dtype.kind not in "iu":
            raise InputError(
                "groups", f"array of {labels.dtype}{labels.shape}", "a whole number for each link"
            )
        found = np.unique(labels, return_inverse=True)[1].astype(np.int64)
        found.flags.writeable = False
        return cls(found)

    def affine(self, network: Network) -> Affine:
        self.check(network)
        n, (u, v) = network.n, network.edges.T
        p, e = link_probabilities(network), np.arange(network.m)
        # a row for each node of each group
        rows, row = np.unique(np.concatenate([self.groups * n + u, self.groups * n + v]), return_inverse=True)
        at_u, at_v = n + row[: network.m], n + row[network.m :]
        entries = []
        for first, second, size in ((u, v, p), (at_u, at_v, np.sqrt(p * (1 - p)))):
            entries += [
                (e, first, u, size),
                (e, first, v, -size),
                (e, second, u, -size),
                (e, second, v, size),
            ]
        base = np.vstack([np.eye(n) - 1 / n, np.zeros((len(rows), n))])
        return Affine.of(base, entries, [u, v], np.ones(n))

    def check(self, network: Network) -> None:
        """InputError for another number of labels, or links of one group that work with different probabilities."""
        if len(self.groups) != network.m:
            raise InputError("groups", f"{len(self.groups)} labels", f"one for each of {network.m} links")
        p = link_probabilities(network)
        count = np.bincount(self.groups)
        odd = abs(p - (np.bincount(self.groups, p) / count)[self.groups]) > 1e-12
        if odd.any():
            e = int(odd.argmax())
            shown = (
                f"link {network.name(network.edges[e, 0])}-{network.name(network.edges[e, 1])}, p = {p[e]:g}"
            )
            raise InputError("groups", shown, "links that fail together have the same probability")

    def image(self, weights: MixingMatrix) -> tuple[Array, float]:
        affine = self.affine(weights.network)
        B = affine.at(weights.weights)
        return B, 1e-15 * (float(weights.network.degrees.max()) + 16) * float(np.linalg.norm(B) + 1)
