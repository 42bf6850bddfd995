"""What is assumed of the data where little is known: classes whose means share most of what they are.

Features of one kind, pixels or counts, have class means mu_c that point the same way: of |mu_c|^2 about four fifths lie
in the direction that all share (.84 on digits, .76 on Fashion-MNIST), the rest tells classes apart, and samples scatter
around their mean by .07 of that rest in each direction. So means are drawn,

    mu_c = (a (1 + .15 g_c), b g_c'),   a^2 = .8 m, b^2 = .2 m,   g standard normal,

three times (once for more than 64 nodes). Where labels are not known a node holds one class: node i class i mod C in
the first draw, as most experiments have it, at random in the others. m is such that the largest curvature of the nodes'
mean loss at the start is the one asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .models import Classes

__all__ = ["CLASSES", "assumed", "from_data"]

Array = np.ndarray
CLASSES = 10  # where labels are not known
DRAWS, PER_CLASS, DIRECTIONS = 3, 20, 30
FEW_NODES = 64  # beyond, one draw: many nodes are an average already, and a draw takes time
APART, UNEVEN, SCATTER = 0.2, 0.15, 0.07
ONE_CLASS = "test error of assumed classes, one a node"


def assumed(shares: Array | None, nodes: int, curvature: float) -> Classes:
    """The module's classes; shares (n, C) of labels, None: not known. curvature: of the mean loss at the start."""
    rng = np.random.default_rng(0)
    draws = []
    for held in _one_class(nodes, CLASSES) if shares is None else [shares] * _draws(nodes):
        C = held.shape[1]
        means = np.column_stack(
            [
                np.sqrt(1 - APART) * (1 + UNEVEN * rng.standard_normal(C)),
                np.sqrt(APART / DIRECTIONS) * rng.standard_normal((C, DIRECTIONS)),
            ]
        )
        features = np.repeat(means, PER_CLASS, axis=0)
        features = features + np.sqrt(SCATTER * APART) * rng.standard_normal(features.shape)
        draw = Classes.of(held, means, features, np.repeat(np.arange(C), PER_CLASS))
        length = np.sqrt(curvature / draw.smoothness)
        held, means, features, labels = draw.draws[0]
        draws.append((held, length * means, length * features, labels))
    return Classes(draws, ONE_CLASS if shares is None else "test error of assumed classes with these labels")


def from_data(data: Any, shares: Array | None, nodes: int) -> Classes:
    """Classes with the means and the test samples of a data set (`learning.data.Dataset`); one class a node, drawn
    three times, where labels are not known. Raises InputError where the labels are no classes, or others."""
    from mixproof.spectral.errors import InputError

    C = len(data.classes)
    if C < 2:
        raise InputError("data", data.name, "class labels are needed, of at least two kinds")
    if shares is not None and shares.shape[1] != C:
        raise InputError("labels", f"{shares.shape[1]} classes", f"the {C} classes of {data.name}")
    own = np.eye(C)[data.y_train]
    means = own.T @ data.X_train / np.maximum(own.sum(axis=0), 1)[:, None]
    held = _one_class(nodes, C) if shares is None else [shares]
    draws = [Classes.of(each, means, data.X_test, data.y_test).draws[0] for each in held]
    return Classes(draws, f"test error on {data.name}" + ("" if shares is not None else ", one class a node"))


def _one_class(nodes: int, classes: int) -> list[Array]:
    """Shares (n, C) of each draw."""
    rng = np.random.default_rng(1)
    orders = [np.arange(nodes), *(rng.permutation(nodes) for _ in range(_draws(nodes) - 1))]
    return [np.eye(classes)[order % classes] for order in orders]


def _draws(nodes: int) -> int:
    return DRAWS if nodes <= FEW_NODES else 1
