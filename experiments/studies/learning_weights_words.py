"""What `learning-weights` concludes, in numbers and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from .form import interval, judged
from .learning_weights_matrices import BLIND, KNOWING, REFERENCE
from .learning_weights_methods import Other

__all__ = ["Measured", "judgement"]


class Measured(Protocol):
    """What is read of a row."""

    @property
    def network(self) -> str: ...
    @property
    def setting(self) -> str: ...
    @property
    def weights(self) -> str: ...
    @property
    def average(self) -> np.ndarray: ...
    @property
    def predicted(self) -> float: ...


def judgement(rows: Sequence[Measured], methods: Mapping[str, Sequence[Other]]) -> dict[str, Any]:
    """`held`, the words, and by network `tau` and `tau_of_seeds`."""
    plain = [row for row in rows if not row.setting]
    networks = list(dict.fromkeys(row.network for row in plain))
    gains = {weights: _gains(plain, weights) for weights in (BLIND, KNOWING, "least rho")}
    least = min(float(gain.mean()) for weights in (BLIND, KNOWING) for gain in gains[weights])
    words = [f"points of accuracy over Metropolis on {len(networks)} networks: {_told(gains)}."]
    apart = max(0.5 * (ends[1] - ends[0]) for own in gains.values() for ends in map(interval, own))
    words.append(f"95 % intervals of these are at most +- {apart:.1f}.")
    for setting in dict.fromkeys(row.setting for row in rows if row.setting):
        own = [row for row in rows if row.setting == setting]
        found = {weights: _gains(own, weights) for weights in gains}
        words.append(f"With {setting}: {_told(found)}.")
    wide = {name: [row for row in plain if row.network == name] for name in methods}
    taus = {name: _tau([r.predicted for r in own], own) for name, own in wide.items()}
    of_seeds = {name: _tau([1 - r.average[0] for r in own], own, 1) for name, own in wide.items()}
    known = {name: tau for name, tau in taus.items() if tau is not None}
    if known:
        words.append(
            f"Kendall's tau of predicted error and accuracy over at least {min(map(len, wide.values()))} matrices a"
            f" network: {', '.join(f'{tau:.2f} ({name})' for name, tau in known.items())}; of the first seed's error"
            f" and the others' accuracy {max(filter(None, of_seeds.values()), default=0):.2f} at most."
        )
    words += [_methods(name, own, plain) for name, own in methods.items()]
    criterion = "learning's weights are never below Metropolis's"
    return judged(least >= 0, criterion, f"{least:+.1f} points at least", " ".join(words)) | {
        "tau": taus,
        "tau_of_seeds": of_seeds,
    }


def _gains(rows: Sequence[Measured], weights: str) -> list[np.ndarray]:
    """Points over Metropolis, (seeds,) a network: the seeds are the same."""
    base = {row.network: row.average for row in rows if row.weights == REFERENCE}
    return [100 * (row.average - base[row.network]) for row in rows if row.weights == weights]


def _told(gains: Mapping[str, Sequence[np.ndarray]]) -> str:
    ends = {name: [f(float(g.mean()) for g in own) for f in (min, max)] for name, own in gains.items() if own}
    return "; ".join(
        f"{name} {low:+.1f}" + ("" if low == high else f" to {high:+.1f}")
        for name, (low, high) in ends.items()
    )


def _tau(errors: Sequence[float], rows: Sequence[Measured], first: int = 0) -> float | None:
    """Kendall's, of errors and the mean accuracy of the seeds from the `first` one on; None where all are alike."""
    from scipy.stats import kendalltau

    found = kendalltau(errors, [r.average[first:].mean() for r in rows]).statistic
    return float(found) if np.isfinite(found) else None


def _methods(network: str, methods: Sequence[Other], rows: Sequence[Measured]) -> str:
    """The best of what weights do to DSGD, and each method with its better weights and its messages over DSGD's."""
    own = [row for row in rows if row.network == network]
    best = max(own, key=lambda row: float(row.average.mean()))
    once = min(one.messages for one in methods if "half" not in one.method)
    parts = []
    for method in dict.fromkeys(one.method for one in methods):
        finite = [one for one in methods if one.method == method and np.isfinite(one.average).all()]
        if not finite:
            parts.append(f"{method} diverges")
            continue
        top = max(finite, key=lambda one: float(one.average.mean()))
        cost = f"{top.messages / once:g} times the messages, " if top.messages != once else ""
        parts.append(f"{method} {100 * top.average.mean():.1f} % ({cost}{top.weights})")
    return (
        f"On {network} the best weights take DSGD to {100 * best.average.mean():.1f} % ({best.weights});"
        f" {', '.join(parts)}."
    )
