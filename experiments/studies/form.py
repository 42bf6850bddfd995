"""What all studies share: their sizes, the entry of an algorithm, bands over seeds, and the files they leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import folder, write_csv, write_json

from ..learning.data import Dataset
from ..learning.problems import LinearModel
from .record import StudyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "band",
    "choose",
    "count",
    "device_accuracy",
    "entry",
    "extremes",
    "interval",
    "judged",
    "measure",
    "publish",
    "scaled",
    "settled",
]


CONFIDENCE = 0.95


def choose(size: str, full: Any, small: Any) -> Any:
    """The value for a study at `full` size, or at the `small` size that tests run."""
    if size not in ("full", "small"):
        raise InputError("size", size, "full or small")
    return full if size == "full" else small


def count(rounds: int | None, default: int, least: int = 1) -> int:
    """The number of rounds asked for, or the study's own."""
    rounds = default if rounds is None else rounds
    if int(rounds) != rounds or rounds < least:
        raise InputError("rounds", rounds, f"an integer >= {least}")
    return int(rounds)


def settled(diverged_at: int | None, rate: float, name: str) -> None:
    """Raises InputError for a run with the fixed step `rate` that diverged."""
    if diverged_at is not None:
        raise InputError("rate", rate, f"{name} diverged at round {diverged_at}; take a smaller step")


def extremes(values: np.ndarray) -> list[float]:
    """[smallest, largest] over the seeds."""
    return [float(np.min(values)), float(np.max(values))]


def entry(
    name: str, *, gap: np.ndarray | None = None, accuracy: np.ndarray | None = None, **more: Any
) -> dict[str, Any]:
    """One algorithm of a result: means over the seeds of gap and accuracy (seeds,), each with its range."""
    shown: dict[str, Any] = {
        "name": name,
        "final_gap": None if gap is None else float(np.mean(gap)),
        "final_gap_range": None if gap is None else extremes(gap),
        "slope": None,
        "slope_interval": None,
        "bound_violations": None,
        "accuracy": None if accuracy is None else float(np.mean(accuracy)),
        "accuracy_range": None if accuracy is None else extremes(accuracy),
    }
    return {**shown, **more}


def interval(values: np.ndarray) -> list[float]:
    """Of the mean of independent values (seeds,), by Student's t."""
    from scipy import stats

    half = stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1) * stats.sem(values)
    return [float(np.mean(values) - half), float(np.mean(values) + half)]


def band(ax: Axes, x: np.ndarray, curves: np.ndarray, colour: str, label: str, **style: Any) -> None:
    """The mean of curves (seeds, T) as a line, their range as a shade."""
    ax.plot(x, curves.mean(axis=0), color=colour, label=label, **style)
    ax.fill_between(x, curves.min(axis=0), curves.max(axis=0), color=colour, alpha=0.15, linewidth=0)


def scaled(dataset: Dataset) -> Dataset:
    """Features divided by their largest size, pixels to [0, 1], with an intercept: as the papers feed them."""
    from dataclasses import replace

    largest = float(np.abs(dataset.X_train).max()) or 1.0
    shrunk = replace(dataset, X_train=dataset.X_train / largest, X_test=dataset.X_test / largest)
    return shrunk.with_intercept()


def measure(problem: LinearModel, dataset: Dataset) -> Callable[[np.ndarray], np.ndarray]:
    """Test accuracy of models (..., d), for `simulate`."""
    return lambda models: problem.accuracy(models, dataset.X_test, dataset.y_test)


def device_accuracy(problem: LinearModel, dataset: Dataset) -> Callable[[np.ndarray], np.ndarray]:
    """(seeds, 2): average and smallest test accuracy over the devices, for `simulate`'s `watch`."""

    def look(x: np.ndarray) -> np.ndarray:
        found = problem.accuracy(x, dataset.X_test, dataset.y_test)
        return np.stack([found.mean(axis=-1), found.min(axis=-1)], axis=-1)

    return look


def judged(
    held: bool | None, criterion: str, measured: str, words: str, paper: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """Whether the paper's conclusion held, what was asked of the numbers, what they were, and a sentence of it all.

    `held`: None where the run decides nothing. `measured`: what the criterion looks at, in a few words. `paper`:
    printed beside measured numbers.
    """
    word = {True: "Held", False: "Did not hold", None: "Not decided"}[held]
    said = f"{word} (criterion: {criterion}): {words}"
    return {
        "held": None if held is None else bool(held),
        "criterion": criterion,
        "measured": measured,
        "conclusion": said,
        "paper": paper,
    }


def publish(
    result: dict[str, Any],
    header: Sequence[str],
    rows: Iterable[Sequence[Any]],
    draw: Callable[[Path], list[Path]],
    out: str | Path | None,
) -> StudyResult:
    """The record of a study; its figure (PNG, PDF), CSV and JSON go into `out`, unless that is None, and are listed."""
    result["files"] = []
    if out is None:
        return StudyResult(result)
    place, stem = folder(out), result["study"]
    files = [*draw(place), write_csv(place / f"{stem}.csv", header, rows), place / f"{stem}.json"]
    result["files"] = [str(path) for path in files]
    write_json(files[-1], result)
    return StudyResult(result)
