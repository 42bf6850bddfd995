"""What claims measure of a run at round t (an int; in floats also an integer array): every expectation is exact.

o is w*, J the plain mean of the clients, F = sum_k share_k F_k; grad stands for each client's own, unscaled gradient.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..algorithms.library import FEDAVG
from ..rounds import at_round
from .client_vectors import ClientVectors
from .model import Model
from .network import tension2

__all__ = ["EachClient", "GradientNoise", "Metrics"]


class Metrics:
    """Of any program and any clients."""

    def __init__(self, model: Model):
        self._model, self._clients = model, model.clients
        self._root = np.sqrt

    def _at(self, t: Any) -> tuple[ClientVectors, ClientVectors]:
        """The models and their mean."""
        x = self._model.state(t)
        return x, x.averaged()

    def _scaled(self, gradients: ClientVectors) -> ClientVectors:
        return gradients.times(self._clients.scale)

    @property
    def eps0(self) -> Any:
        """sum_k F_k(w_k(0)) - F_k^*."""
        return self._clients.losses.heights(ClientVectors(self._model.start)).sum()

    def spread2(self, t: Any) -> Any:
        """E||w(t) - 1 (x) wbar(t)||^2."""
        x, mean = self._at(t)
        return (x - mean).square()

    def spread(self, t: Any) -> Any:
        return self._root(self.spread2(t))

    def error2(self, t: Any) -> Any:
        """E||wbar(t) - w*||^2."""
        return (self._at(t)[1] - self._clients.wstar).square()

    def error(self, t: Any) -> Any:
        return self._root(self.error2(t))

    def distance2(self, t: Any) -> Any:
        """E||w(t) - 1 (x) w*||^2."""
        return (self._model.state(t) - self._clients.wstar).square()

    def distance(self, t: Any) -> Any:
        return self._root(self.distance2(t))

    def gap(self, t: Any) -> Any:
        """E F(wbar(t)) - F(w*)."""
        return self._clients.above(self._at(t)[1]).sum(-1)

    def gap_of_average(self, t: Any) -> Any:
        """E F((wbar(0) + ... + wbar(t-1))/t) - F(w*), t >= 1."""
        return self._clients.above(self._model.average(t).averaged()).sum(-1)

    def gradients2(self, t: Any) -> Any:
        """sum_k E||grad F_k(w_k(t))||^2."""
        return self._clients.losses.gradient(self._model.state(t)).square()

    def local_gaps(self, t: Any) -> Any:
        """sum_k E F_k(w_k(t)) - F_k^*."""
        return self._heights(t).sum(-1)

    def curved_gaps(self, t: Any) -> Any:
        """sum_k 2 mu_k (E F_k(w_k(t)) - F_k^*)."""
        return (2 * self._clients.losses.flattest * self._heights(t)).sum(-1)

    def steep_gaps(self, t: Any) -> Any:
        """sum_k 2 L_k (E F_k(w_k(t)) - F_k^*)."""
        return (2 * self._clients.losses.steepest * self._heights(t)).sum(-1)

    def tilde_gaps(self, t: Any) -> Any:
        """sum_k E F~_k(w_k(t)) - F~_k^*."""
        return (self._clients.share * self._heights(t)).sum(-1)

    def _heights(self, t: Any) -> Any:
        return self._clients.losses.heights(self._model.state(t))

    def F_of_clients(self, t: Any) -> Any:
        """(1/K) sum_k E F(w_k(t)) - F*: the global loss at the clients' own models."""
        return self._clients.above(self._model.state(t)).sum(-1) / self._clients.K

    def _direction(self, x: ClientVectors) -> ClientVectors:
        """h = (1/K) sum_k scale_k grad F_k(w_k)."""
        return self._scaled(self._clients.losses.gradient(x)).averaged()

    def _slope(self, mean: ClientVectors) -> ClientVectors:
        """grad F(wbar)."""
        return self._clients.average(self._clients.losses.gradient(mean))

    def mean_gradient2(self, t: Any) -> Any:
        """E||h(t)||^2, h = (1/K) sum_k scale_k grad F_k(w_k)."""
        return self._direction(self._model.state(t)).square()

    def global_gradient2(self, t: Any) -> Any:
        """E||grad F(wbar(t))||^2."""
        return self._slope(self._at(t)[1]).square()

    def dissimilarity2(self, t: Any) -> Any:
        """(1/K) sum_k E||grad F_k(wbar(t)) - grad F(wbar(t))||^2."""
        gradients = self._clients.losses.gradient(self._at(t)[1])
        return (gradients - self._clients.average(gradients)).square() / self._clients.K

    def alignment(self, t: Any) -> Any:
        """E h(t)' grad F(wbar(t))."""
        x, mean = self._at(t)
        return self._direction(x).dot(self._slope(mean))

    def fedavg_distance2(self, t: Any) -> Any:
        """E||wbar(t) - w_FedAvg(t)||^2 of FedAvg with full participation (DeFed Algorithm 1) and full gradients, from
        wbar(0)."""
        return (self._at(t)[1] - self._clients.average(self._server.state(t))).square()

    @cached_property
    def _server(self) -> Model:
        model = self._model
        if not model.steps.numbers:
            raise ArithmeticError("a method without a step")
        mean = model.start.sum(0) / self._clients.K
        return model.beside(program=FEDAVG, start=np.array([mean] * len(model.start)))


class GradientNoise:
    """Of stochastic gradients."""

    def __init__(self, model: Model):
        self._model, self._v = model, model.start * 0 if model.noise is None else model.noise

    @property
    def sigma2(self) -> Any:
        """(1/K) sum_k sigma_k^2 of the unscaled gradients."""
        return (self._v * self._v).sum() / self._model.clients.K

    def noise2(self, t: Any) -> Any:
        """E||h(t) - g(t)||^2, g the stochastic counterpart of h."""
        clients = self._model.clients
        return (clients.scale**2 * (self._v * self._v).sum(1)).sum() / clients.K**2


class EachClient:
    """The worst client, movement, averages of own models: of models that are not random."""

    def __init__(self, model: Model):
        self._model, self._clients = model, model.clients
        self._root = np.sqrt

    def _apart(self, x: np.ndarray) -> ClientVectors:
        """x less its mean over clients."""
        stacked = ClientVectors(x)
        return stacked - stacked.averaged()

    def _largest(self, values: np.ndarray) -> Any:
        """Over the last axis."""
        return values.max(-1)

    def _now_and_next(self, t: Any) -> tuple[np.ndarray, np.ndarray]:
        at = at_round(t)
        return self._model.state(at).sure, self._model.state(at + 1).sure

    def farthest2(self, t: Any) -> Any:
        """max_k ||w_k(t) - wbar(t)||^2."""
        return self._largest(self._apart(self._model.state(t).sure).squares())

    def farthest(self, t: Any) -> Any:
        return self._root(self.farthest2(t))

    def worst_gap(self, t: Any) -> Any:
        """max_k F(w_k(t)) - F*."""
        return self._largest(self._clients.above(ClientVectors(self._model.state(t).sure)))

    def worst_gap_of_average(self, t: Any) -> Any:
        """max_k F((w_k(0) + ... + w_k(t-1))/t) - F*, t >= 1."""
        return self._largest(self._clients.above(ClientVectors(self._model.average(t).sure)))

    def moved2(self, t: Any) -> Any:
        """||w(t+1) - w(t)||^2."""
        x, later = self._now_and_next(t)
        return ClientVectors(later - x).square()

    def moved_mean2(self, t: Any) -> Any:
        """||wbar(t+1) - wbar(t)||^2."""
        x, later = self._now_and_next(t)
        return ClientVectors(later - x).averaged().square()

    def added_spread2(self, t: Any) -> Any:
        """||g - 1 gbar||^2 of g = w(t+1) - W(t) w(t), what round t adds to mixing."""
        x, later = self._now_and_next(t)
        return self._apart(later - self._model.network.matrix(at_round(t)) @ x).square()

    def added_spread(self, t: Any) -> Any:
        return self._root(self.added_spread2(t))

    def links2(self, t: Any) -> Any:
        """sum_k w_k'(w_k - sum_j W_kj w_j) = sum_(i<j) W_ij ||w_i - w_j||^2, all at round t."""
        x = self._model.state(t).sure
        return ClientVectors(x).dot(ClientVectors(x - self._model.network.matrix(at_round(t)) @ x))

    @property
    def tension2(self) -> Any:
        """h'(I - W)^+ h of h = (grad F_k(w*))_k and W = W(0), ^+ the pseudo-inverse, for W that connects all."""
        gradients = self._clients.losses.gradient(self._clients.at_best()).sure
        return tension2(self._model.network, gradients)
