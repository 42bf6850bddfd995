"""Data sets by name or file: scikit-learn's own, `.npz` files, OpenML."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from mixproof.spectral.arrays import load_arrays
from mixproof.spectral.errors import InputError

__all__ = ["Dataset", "load"]

SHIPPED = {"digits": "load_digits", "breast-cancer": "load_breast_cancer"}
TEST_SHARE = 0.2


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows of features with one label each, already split. Classes are coded 0..C-1 in the sorted order of
    `classes`.

    `classes` is empty when the labels are real numbers (regression); they are then kept as they came.
    """

    name: str
    X_train: np.ndarray  # (m, p) float64
    y_train: np.ndarray  # (m,)
    X_test: np.ndarray
    y_test: np.ndarray
    classes: tuple[str, ...]

    def standardized(self) -> Dataset:
        """Every feature with mean 0 and variance 1 on the training rows; constant features become 0."""
        mean, spread = self.X_train.mean(axis=0), self.X_train.std(axis=0)
        # a constant feature's computed spread is rounding, not zero: dividing by it would blow that up
        scale = np.where(spread > 1e-12 * (1 + np.abs(mean)), spread, np.inf)
        return replace(self, X_train=(self.X_train - mean) / scale, X_test=(self.X_test - mean) / scale)

    def with_intercept(self) -> Dataset:
        """A last feature that is 1 everywhere."""
        train, test = (np.column_stack([X, np.ones(len(X))]) for X in (self.X_train, self.X_test))
        return replace(self, X_train=train, X_test=test)

    def binary(self, pair: tuple[int, int] | None = None) -> Dataset:
        """A task of two classes, labels 0 and 1.

        With `pair` (negative, positive) only the samples of these two class codes stay. Without, classes
        with an odd code are positive and the others negative: odd against even digits on `digits`, the
        second class on two-class data.
        """
        if len(self.classes) < 2:
            rule = "a task of two classes needs class labels of at least two kinds"
            raise InputError("labels", self.name, rule)
        if pair is None:
            return replace(self, y_train=self.y_train % 2, y_test=self.y_test % 2, classes=("even", "odd"))
        if pair[0] == pair[1] or not all(0 <= c < len(self.classes) for c in pair):
            raise InputError("pair", str(pair), f"two different class codes below {len(self.classes)}")
        train, test = np.isin(self.y_train, pair), np.isin(self.y_test, pair)
        for part, rows in (("training", train), ("test", test)):
            if not rows.any():
                kinds = " or ".join(self.classes[c] for c in pair)
                raise InputError("data", self.name, f"there are no {part} rows of the classes {kinds}")
        return replace(
            self,
            X_train=self.X_train[train],
            y_train=(self.y_train[train] == pair[1]).astype(np.int64),
            X_test=self.X_test[test],
            y_test=(self.y_test[test] == pair[1]).astype(np.int64),
            classes=tuple(self.classes[c] for c in pair),
        )


def load(source: str | Path, seed: int = 0) -> Dataset:
    """The data set called `digits` or `breast-cancer`, an `.npz` file, or `openml:NAME`.

    An `.npz` holds X_train, y_train, X_test, y_test, or X and y with an optional `split` (m,), 0 for
    training rows and anything else for test rows. Without a split, a random 20 % of the rows (from `seed`)
    are for testing. Samples of more than one axis (images) are flattened, unsigned bytes divided by 255.

    Raises InputError, one sentence, for a name that is not known, a file that is missing, cut short or
    lacks arrays, NaN, no rows, lengths that do not fit, labels that are no numbers or words, and anything
    that goes wrong at OpenML.

    >>> load("digits").X_train.shape
    (1438, 64)
    """
    source = str(source)
    if int(seed) != seed or seed < 0:
        raise InputError("seed", seed, "an integer >= 0")
    if source in SHIPPED:
        import sklearn.datasets

        bunch = getattr(sklearn.datasets, SHIPPED[source])()
        return _assemble(source, _split(bunch.data, bunch.target, None, seed, source))
    if source.startswith("openml:"):
        return _assemble(source, _openml(source, seed))
    if source.endswith(".npz"):
        return _assemble(Path(source).stem, _npz(source, seed))
    raise InputError("data", source, f"known: {', '.join(SHIPPED)}, a file ending in .npz, openml:NAME")


Arrays = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def _npz(source: str, seed: int) -> Arrays:
    found = load_arrays("data", source)
    arrays = {
        key: found[key]
        for key in ("X_train", "y_train", "X_test", "y_test", "X", "y", "split")
        if key in found
    }
    if {"X_train", "y_train", "X_test", "y_test"} <= set(arrays):
        return arrays["X_train"], arrays["y_train"], arrays["X_test"], arrays["y_test"]
    if {"X", "y"} <= set(arrays):
        return _split(arrays["X"], arrays["y"], arrays.get("split"), seed, source)
    shown = ", ".join(arrays) or "none of them"
    raise InputError("data", source, f"needs arrays X_train, y_train, X_test, y_test, or X, y; found {shown}")


def _openml(source: str, seed: int) -> Arrays:
    from sklearn.datasets import fetch_openml

    try:
        bunch = fetch_openml(
            source.removeprefix("openml:"), version="active", as_frame=False, parser="liac-arff"
        )
        return _split(np.asarray(bunch.data, dtype=float), np.asarray(bunch.target), None, seed, source)
    except InputError:
        raise
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError("data", source, f"could not be fetched ({reason})") from error


def _split(X: np.ndarray, y: np.ndarray, split: np.ndarray | None, seed: int, source: str) -> Arrays:
    if X.ndim < 2 or y.shape != X.shape[:1]:
        fit = f"X of shape {X.shape} and y of shape {y.shape} do not fit: one label a row"
        raise InputError("data", source, fit)
    if split is None:
        order = np.random.default_rng(seed).permutation(len(X))
        test = np.zeros(len(X), dtype=bool)
        test[order[: round(TEST_SHARE * len(X))]] = True
    elif split.shape != y.shape:
        raise InputError("data", source, f"split of shape {split.shape} does not fit y of shape {y.shape}")
    elif split.dtype.kind not in "buif" or not np.isfinite(split).all():
        raise InputError("data", source, "split is 0 for training rows and another number for test rows")
    else:
        test = split != 0
    return X[~test], y[~test], X[test], y[test]


def _assemble(name: str, arrays: Arrays) -> Dataset:
    X_train, y_train, X_test, y_test = arrays
    for part, X, y in (("training", X_train, y_train), ("test", X_test, y_test)):
        if len(X) == 0:
            raise InputError("data", name, f"there are no {part} rows")
        if X.ndim < 2 or y.shape != X.shape[:1]:
            fit = f"{part} arrays of shapes {X.shape} and {y.shape} do not fit: one label a row"
            raise InputError("data", name, fit)
    if X_train.shape[1:] != X_test.shape[1:]:
        rule = f"training rows {X_train.shape[1:]} and test rows {X_test.shape[1:]} differ"
        raise InputError("data", name, rule)
    kinds = {"words" if y.dtype.kind in "OUS" else "numbers" for y in (y_train, y_test)}
    if len(kinds) > 1:
        raise InputError("data", name, "training and test labels are of two kinds, words and numbers")
    labels, classes = _labels(name, np.concatenate([y_train, y_test]))
    m = len(y_train)
    return Dataset(name, _features(name, X_train), labels[:m], _features(name, X_test), labels[m:], classes)


def _features(name: str, X: np.ndarray) -> np.ndarray:
    if X.dtype.kind not in "buif":
        raise InputError("data", name, f"features are of kind {X.dtype}, they must be numbers")
    scale = 255.0 if X.dtype == np.uint8 and X.ndim > 2 else 1.0
    flat = X.reshape(len(X), -1).astype(float) / scale
    if flat.shape[1] == 0:
        raise InputError("data", name, "the rows have no features")
    if not np.isfinite(flat).all():
        raise InputError("data", name, f"{int((~np.isfinite(flat)).sum())} features are NaN or infinite")
    if np.abs(flat).max() > 1e150:
        raise InputError("data", name, f"features reach {np.abs(flat).max():.0e}: their squares overflow")
    return flat


def _labels(name: str, y: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    if y.dtype.kind == "O":  # OpenML hands words over as Python strings
        if not all(isinstance(label, str) for label in y):
            raise InputError("data", name, "labels must be numbers or words, none missing")
        y = y.astype(str)
    if y.dtype.kind not in "buifUS":
        raise InputError("data", name, f"labels are of kind {y.dtype}, they must be numbers or words")
    if y.dtype.kind == "f":
        if not np.isfinite(y).all():
            raise InputError("data", name, "labels contain NaN or infinity")
        if np.abs(y).max() > 2**53:  # from there on every float is a whole number, and looks like a class
            raise InputError("data", name, f"labels reach {np.abs(y).max():.0e}: at most 2^53")
        if (y != np.round(y)).any():
            return y.astype(float), ()
        y = y.astype(np.int64)
    words, codes = np.unique(y, return_inverse=True)
    return codes.astype(np.int64), tuple(str(word) for word in words)
