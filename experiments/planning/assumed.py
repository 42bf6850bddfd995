"""What is assumed of the data where little is known: classes whose means share most of what they are.

Features of one kind, pixels or counts, have class means mu_c that point the same way: of |mu_c|^2 about four fifths lie
in the direction that all share (.85 on digits, .82 on Fashion-MNIST). The rest tells C classes apart in C - 1
directions, each with about .7 of the variance of the one before it (.7 on digits, .5 on Fashion-MNIST), and samples
scatter around their mean by .07 of it in each. So means are drawn,

    mu_cj = sqrt(.8 m) (1 + .15 g_c) for j = 0,   sqrt(.2 m v_j) g_cj for 0 < j < C,   v_j ~ .7^j of sum 1,

g standard normal, four times (once for more than 64 nodes). Where labels are not known a node holds one class: in every
other draw node i class i mod C, as most experiments have it, else at random. m is such that the largest curvature of
the nodes' mean loss at the start is the one asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..learning.data import Dataset, load
from .models import Classes, Draw

__all__ = ["CLASSES", "assumed", "classes_of", "from_data"]

Array = np.ndarray
CURVATURE = 1.0  # where nothing is known of the losses
CLASSES = 10  # where labels are not known
DRAWS, PER_CLASS = 4, 20
FEW_NODES = 64  # beyond, one draw of means: many nodes are an average already, and a draw takes time
SAMPLES, MOST_TESTED = 16, 2000  # of a data set: at a node, and of the test
APART, UNEVEN, SCATTER, DECAY = 0.2, 0.15, 0.07, 0.7
ONE_CLASS = "test error of assumed classes, one a node"


def classes_of(
    nodes: int,
    data: Dataset | str | None = None,
    shares: Array | None = None,
    L: float | None = None,
    classes: int = CLASSES,
) -> Classes:
    """`from_data`, or `assumed` where there are no data; L: the largest curvature of the losses, where it is known.
    classes: how many, where labels are not known."""
    if data is not None:
        from ..studies.form import scaled

        return from_data(data if isinstance(data, Dataset) else scaled(load(data)), shares, nodes)
    if L is None:
        return assumed(shares, nodes, CURVATURE, classes)
    # softmax: L is at most |mu_c|^2/2, and at the start |mu_c|^2/C
    return assumed(shares, nodes, 2 * L / (classes if shares is None else shares.shape[1]), classes)


def assumed(shares: Array | None, nodes: int, curvature: float, classes: int = CLASSES) -> Classes:
    """The module's classes; shares (n, C) of labels, None: not known. curvature: of the mean loss at the start."""
    rng = np.random.default_rng(0)
    draws = []
    for held in _one_class(nodes, classes) if shares is None else [shares] * _draws(nodes):
        C = held.shape[1]
        spread = np.sqrt(APART * DECAY ** np.arange(C - 1) / np.sum(DECAY ** np.arange(C - 1)))
        shared = np.sqrt(1 - APART) * (1 + UNEVEN * rng.standard_normal((C, 1)))
        means = np.hstack([shared, spread * rng.standard_normal((C, C - 1))])
        features = np.repeat(means, PER_CLASS, axis=0)
        features = features + np.sqrt(SCATTER * APART) * rng.standard_normal(features.shape)
        draw = Draw.of_means(held, means, features, np.repeat(np.arange(C), PER_CLASS))
        length = np.sqrt(curvature / draw.curvature)
        draws.append(draw._replace(samples=length * draw.samples, test=length * draw.test))
    return Classes(draws, ONE_CLASS if shares is None else "test error of assumed classes with these labels")


def from_data(data: Any, shares: Array | None, nodes: int) -> Classes:
    """Samples of a data set (`learning.data.Dataset`), of many nodes its classes' means; one class a node, drawn four
    times, where labels are not known. Raises InputError where the labels are no classes, or others."""
    from mixproof.spectral.errors import InputError

    C = len(data.classes)
    if C < 2:
        raise InputError("data", data.name, "class labels are needed, of at least two kinds")
    if shares is not None and shares.shape[1] != C:
        raise InputError("labels", f"{shares.shape[1]} classes", f"the {C} classes of {data.name}")
    if len(np.unique(data.y_train)) < C:
        raise InputError("data", data.name, "rows of every class to train on")
    held = _one_class(nodes, C) if shares is None else [shares]
    some = np.random.default_rng(2).permutation(len(data.y_test))[:MOST_TESTED]
    test = data.X_test[some], data.y_test[some]
    if nodes > FEW_NODES:
        own = np.eye(C)[data.y_train]
        means = own.T @ data.X_train / np.maximum(own.sum(axis=0), 1)[:, None]
        draws = [Draw.of_means(each, means, *test) for each in held]
    else:
        rng = np.random.default_rng(3)
        draws = [Draw.of(each, data.X_train, data.y_train, *test, SAMPLES, rng) for each in held]
    return Classes(draws, f"test error on {data.name}" + ("" if shares is not None else ", one class a node"))


def _one_class(nodes: int, classes: int) -> list[Array]:
    """Shares (n, C) of each draw."""
    rng = np.random.default_rng(1)
    orders = [rng.permutation(nodes) if k % 2 else np.arange(nodes) for k in range(_draws(nodes))]
    return [np.eye(classes)[order % classes] for order in orders]


def _draws(nodes: int) -> int:
    return DRAWS if nodes <= FEW_NODES else 1
