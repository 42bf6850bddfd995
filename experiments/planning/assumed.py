"""What is assumed of the data where little is known: classes whose means share most of what they are.

Features of one kind, pixels or counts, have class means mu_c that point the same way: of |mu_c|^2 about four fifths lie
in the direction that all share (.85 on digits, .82 on Fashion-MNIST). The rest tells C classes apart in C - 1
directions, each with about .7 of the variance of the one before it (.7 on digits, .5 on Fashion-MNIST), and samples
scatter around their mean by .07 of it in each. So means are drawn,

    mu_cj = sqrt(.8 m) (1 + .15 g_c) for j = 0,   sqrt(.2 m v_j) g_cj for 0 < j < C,   v_j ~ .7^j of sum 1,

g standard normal. m is such that the largest curvature of the nodes' mean loss at the start is the one asked for.

Where labels are not known a node holds one class: node i class i mod C, as most experiments have it, in every other
draw, else a random one. How many classes there are, and of which curvature, decides most (`benchmarks.plan_blind`);
where that is not known either it is ten, five or two classes of curvature 1, 0.5 or 0.2 (`KINDS`), two draws of each.
What is predicted then is an expectation over all of these, and its least value the choice of least expected loss. Where
the number of classes is known there are four draws. Of more than 64 nodes a single draw is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..learning.data import Dataset, load
from .models import Classes, Draw, Wrong, doubt, error

__all__ = ["CLASSES", "assumed", "classes_of", "from_data"]

Array = np.ndarray
# classes, and curvature at the start, where neither is known
KINDS: Sequence[tuple[int, float]] = ((10, 1.0), (5, 0.5), (2, 0.2))
CLASSES, CURVATURE = KINDS[0]  # of one, where the other is known
DRAWS, PER_CLASS = 4, 20
FEW_NODES = 64  # beyond, one draw of means: many nodes are an average already, and a draw takes time
SAMPLES, MOST_TESTED = 16, 2000  # of a data set: at a node, and of the test
APART, UNEVEN, SCATTER, DECAY = 0.2, 0.15, 0.07, 0.7
WORDS: dict[Wrong, str] = {doubt: "expected error on assumed classes", error: "test error of assumed classes"}


def classes_of(
    nodes: int,
    data: Dataset | str | None = None,
    shares: Array | None = None,
    L: float | None = None,
    classes: int | None = None,
    wrong: Wrong = doubt,
) -> Classes:
    """`from_data`, or `assumed` where there are no data; L: the largest curvature of the losses, where it is known.
    classes: how many, where labels are not known. wrong: what is predicted on assumed classes; probabilities grow more
    certain with every round, and with the step, so that `doubt` compares runs of one length and step only."""
    if data is not None:
        from ..studies.form import scaled

        return from_data(data if isinstance(data, Dataset) else scaled(load(data)), shares, nodes)
    if shares is not None:
        C = shares.shape[1]
        return assumed([(shares, _at_start(L, C))] * _draws(nodes), " with these labels", wrong)
    kinds = KINDS
    if L is not None or classes is not None:
        C = CLASSES if classes is None else classes
        kinds = ((C, _at_start(L, C)),) * (DRAWS // 2)
    twice = [kind for kind in kinds for _ in range(2)][: None if nodes <= FEW_NODES else 1]
    orders = _orders(nodes, len(twice))
    held = [(np.eye(C)[order % C], curvature) for (C, curvature), order in zip(twice, orders)]
    return assumed(held, ", one a node", wrong)


def _at_start(L: float | None, classes: int) -> float:
    """Softmax: L is at most |mu_c|^2/2, and at the start |mu_c|^2/C."""
    return CURVATURE if L is None else 2 * L / classes


def assumed(held: Sequence[tuple[Array, float]], holding: str = "", wrong: Wrong = doubt) -> Classes:
    """The module's classes, a draw for each of these: shares (n, C) of labels, and curvature of the mean loss at the
    start; holding: what nodes hold, in words."""
    rng = np.random.default_rng(0)
    draws = []
    for shares, curvature in held:
        C = shares.shape[1]
        spread = np.sqrt(APART * DECAY ** np.arange(C - 1) / np.sum(DECAY ** np.arange(C - 1)))
        shared = np.sqrt(1 - APART) * (1 + UNEVEN * rng.standard_normal((C, 1)))
        means = np.hstack([shared, spread * rng.standard_normal((C, C - 1))])
        features = np.repeat(means, PER_CLASS, axis=0)
        features = features + np.sqrt(SCATTER * APART) * rng.standard_normal(features.shape)
        draw = Draw.of_means(shares, means, features, np.repeat(np.arange(C), PER_CLASS))
        length = np.sqrt(curvature / draw.curvature)
        draws.append(draw._replace(samples=length * draw.samples, test=length * draw.test))
    return Classes(draws, WORDS[wrong] + holding, wrong)


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
    held = [np.eye(C)[order % C] for order in _orders(nodes, _draws(nodes))] if shares is None else [shares]
    some = np.random.default_rng(2).permutation(len(data.y_test))[:MOST_TESTED]
    test = data.X_test[some], data.y_test[some]
    if nodes > FEW_NODES:
        own = np.eye(C)[data.y_train]
        means = own.T @ data.X_train / np.maximum(own.sum(axis=0), 1)[:, None]
        draws = [Draw.of_means(each, means, *test) for each in held]
    else:
        rng = np.random.default_rng(3)
        draws = [Draw.of(each, data.X_train, data.y_train, *test, SAMPLES, rng) for each in held]
    return Classes(
        draws, f"test error on {data.name}" + ("" if shares is not None else ", one class a node"), error
    )


def _orders(nodes: int, draws: int) -> list[Array]:
    """A number for each node, of which its class is the rest: its own, and a random one in every other draw."""
    rng = np.random.default_rng(1)
    return [rng.permutation(nodes) if k % 2 else np.arange(nodes) for k in range(draws)]


def _draws(nodes: int) -> int:
    return DRAWS if nodes <= FEW_NODES else 1
