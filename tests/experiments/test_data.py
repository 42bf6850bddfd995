"""Data sets: what comes in, and every way in which a file can be wrong."""

import numpy as np
import pytest

from mixproof.experiments.learning.data import load
from mixproof.spectral.errors import InputError

X = np.arange(40.0).reshape(10, 4)
Y = np.array([0, 1] * 5)


def write(path, **arrays):
    np.savez_compressed(path, **arrays)
    return str(path)


@pytest.mark.parametrize(("name", "features", "classes"), [("digits", 64, 10), ("breast-cancer", 30, 2)])
def test_shipped_sets(name, features, classes):
    data = load(name)
    assert data.X_train.shape[1] == data.X_test.shape[1] == features
    assert len(data.classes) == classes
    assert 0.19 < len(data.y_test) / (len(data.y_test) + len(data.y_train)) < 0.21


def test_standardized_uses_the_training_rows_only():
    data = load("digits").standardized()
    assert np.abs(data.X_train.mean(axis=0)).max() < 1e-12
    spread = data.X_train.std(axis=0)
    assert np.all(np.isclose(spread, 1) | (spread == 0)) and (spread == 0).any()
    assert np.isfinite(data.X_test).all() and np.abs(data.X_test.mean(axis=0)).max() > 1e-3


def test_a_constant_feature_becomes_zero_whatever_its_rounding(tmp_path):
    data = load(write(tmp_path / "c.npz", X=np.column_stack([np.full(10, 0.1), X[:, 0]]), y=Y)).standardized()
    assert np.abs(data.X_train[:, 0]).max() < 1e-15


def test_binary_rules():
    digits = load("digits")
    assert (digits.binary().y_train == digits.y_train % 2).all()
    pair = digits.binary((7, 1))
    assert pair.classes == ("7", "1")
    assert len(pair.y_train) == np.isin(digits.y_train, (1, 7)).sum()
    assert pair.y_train.sum() == (digits.y_train == 1).sum()
    cancer = load("breast-cancer")
    assert (cancer.binary().y_test == cancer.y_test).all()


def test_intercept():
    data = load("digits").with_intercept()
    assert data.X_train.shape[1] == 65 and (data.X_test[:, -1] == 1).all()


def test_npz_with_given_split_words_and_images(tmp_path):
    images = np.full((10, 2, 2), 255, dtype=np.uint8)
    split = np.array([0] * 6 + [1] * 2 + [2] * 2)
    data = load(write(tmp_path / "words.npz", X=images, y=np.array(["b", "a"] * 5), split=split))
    assert data.X_train.shape == (6, 4) and data.X_test.shape == (4, 4) and data.X_train.max() == 1.0
    assert data.classes == ("a", "b") and data.y_train.tolist() == [1, 0, 1, 0, 1, 0]
    four = load(write(tmp_path / "four.npz", X_train=X, y_train=Y, X_test=X[:2], y_test=Y[:2]))
    assert four.X_test.tolist() == X[:2].tolist()  # plain features are not scaled


def test_regression_labels_are_kept_and_refused_as_classes(tmp_path):
    data = load(write(tmp_path / "r.npz", X=X, y=np.linspace(0, 1, 10)))
    assert data.classes == () and data.y_train.dtype == float
    with pytest.raises(InputError, match="two classes"):
        data.binary()


def test_a_pair_of_classes_that_the_test_rows_lack(tmp_path):
    data = load(write(tmp_path / "new.npz", X_train=X, y_train=Y, X_test=X, y_test=Y + 5))
    with pytest.raises(InputError, match="no test rows of the classes 0 or 1"):
        data.binary((0, 1))


def test_random_split_follows_the_seed():
    assert (load("digits", 1).y_test == load("digits", 1).y_test).all()
    assert (load("digits", 1).y_test != load("digits", 2).y_test).any()


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"X": X}, "needs arrays"),
        ({"A": X}, "none of them"),
        ({"X": X, "y": Y[:9]}, "one label a row"),
        ({"X": X, "y": Y, "split": Y[:3]}, "split"),
        ({"X": X, "y": Y, "split": np.zeros(10)}, "no test rows"),
        ({"X": X, "y": Y, "split": np.full(10, np.nan)}, "split is 0 for training rows"),
        ({"X": X, "y": Y, "split": np.array(["train", "test"] * 5)}, "split is 0 for training rows"),
        ({"X": X[:0], "y": Y[:0]}, "no training rows"),
        ({"X": np.where(X == 3, np.nan, X), "y": Y}, "NaN"),
        ({"X": X.astype(str), "y": Y}, "numbers"),
        ({"X": X, "y": Y + 1j}, "numbers or words"),
        ({"X": X, "y": np.where(Y == 1, np.nan, 0.5)}, "NaN"),
        ({"X": X[:, :0], "y": Y}, "no features"),
        ({"X_train": X, "y_train": Y, "X_test": X[:, :2], "y_test": Y}, "differ"),
        ({"X_train": X, "y_train": Y, "X_test": X, "y_test": Y[:2]}, "one label a row"),
        ({"X": X, "y": Y * 1e300}, "labels reach 1e"),
        ({"X_train": X, "y_train": Y, "X_test": X, "y_test": np.array(["a", "b"] * 5)}, "words and numbers"),
        ({"X": np.array([None, 1], dtype=object), "y": Y[:2]}, "not readable"),
    ],
)
def test_wrong_files_are_refused_in_one_sentence(tmp_path, arrays, said):
    with pytest.raises(InputError, match=said) as caught:
        load(write(tmp_path / "wrong.npz", **arrays))
    assert "\n" not in str(caught.value)


def test_broken_files(tmp_path):
    good = tmp_path / "good.npz"
    write(good, X=np.random.default_rng(0).normal(size=(100, 9)), y=np.arange(100) % 2)
    content = good.read_bytes()
    for name, bytes_ in {"short": content[: len(content) // 2], "empty": b"", "text": b"X,y\n1,2\n"}.items():
        path = tmp_path / f"{name}.npz"
        path.write_bytes(bytes_)
        with pytest.raises(InputError, match="not readable"):
            load(path)
    flipped = bytearray(content)
    flipped[300] ^= 0xFF  # inside the compressed rows: the check sum tells
    (tmp_path / "flipped.npz").write_bytes(flipped)
    with pytest.raises(InputError, match="not readable"):
        load(tmp_path / "flipped.npz")
    with pytest.raises(InputError, match="no such file"):
        load(tmp_path / "absent.npz")
    with pytest.raises(InputError, match="known: digits, breast-cancer"):
        load("mnist")


def test_openml_failures_are_one_sentence(monkeypatch):
    import sklearn.datasets

    def fail(*_args, **_options):
        raise OSError("no route\nto host")

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", fail)
    with pytest.raises(InputError, match=r"could not be fetched \(OSError") as caught:
        load("openml:susy")
    assert "\n" not in str(caught.value)


def test_openml_answers_are_read(monkeypatch):
    import sklearn.datasets
    from sklearn.utils import Bunch

    answer = Bunch(data=X, target=np.array(["no", "yes"] * 5, dtype=object))
    monkeypatch.setattr(sklearn.datasets, "fetch_openml", lambda *_args, **_options: answer)
    assert load("openml:anything").classes == ("no", "yes")
