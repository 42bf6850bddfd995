"""Files of arrays are read as data only: no Python object, no device, no archive that unpacks to more than fits."""

from __future__ import annotations

import io
import os
import pickle
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from mixproof.spectral import arrays, parse_network
from mixproof.spectral.arrays import load_arrays
from mixproof.spectral.errors import InputError


class Trap:
    """Says so when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (os.mkdir, ("unpickled",))


def archive(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name, content in members.items():
            file.writestr(name.replace("_npy", ".npy"), content)
    return path


def test_arrays_come_back_by_their_names(tmp_path):
    np.savez(tmp_path / "two.npz", A=np.eye(2), P=np.arange(3))
    found = load_arrays("data", tmp_path / "two.npz")
    assert list(found) == ["A", "P"] and found["P"].tolist() == [0, 1, 2]
    np.save(tmp_path / "one.npy", np.eye(2))
    assert load_arrays("data", tmp_path / "one.npy")["W"].tolist() == [[1, 0], [0, 1]]


def test_nothing_is_unpickled(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    trap = np.array([Trap(), Trap()], dtype=object)
    np.save(tmp_path / "trap.npy", trap, allow_pickle=True)
    np.savez(tmp_path / "trap.npz", A=trap)
    archive(tmp_path / "raw.npz", A_npy=pickle.dumps(Trap()))
    (tmp_path / "bare.npz").write_bytes(pickle.dumps(Trap()))
    for name in ("trap.npy", "trap.npz", "raw.npz", "bare.npz"):
        with pytest.raises(InputError, match="not readable as an") as caught:
            load_arrays("data", tmp_path / name)
        assert "allow_pickle" not in str(caught.value)
    assert not (tmp_path / "unpickled").exists()


def test_members_that_are_no_arrays_do_not_count(tmp_path):
    assert load_arrays("network", archive(tmp_path / "text.npz", A=b"text")) == {}
    with pytest.raises(InputError, match="named P or A; found none"):
        parse_network(str(tmp_path / "text.npz"))


def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    np.savez_compressed(tmp_path / "bomb.npz", A=np.zeros((1000, 1000)))
    assert (tmp_path / "bomb.npz").stat().st_size < 10**5
    monkeypatch.setattr(arrays, "LARGEST", 2**20)
    with pytest.raises(InputError, match=r"at most 4 GiB as floats; these take 0\.0 GiB"):
        load_arrays("data", tmp_path / "bomb.npz")


def test_small_integers_count_as_the_floats_they_become(tmp_path, monkeypatch):
    monkeypatch.setattr(arrays, "LARGEST", 2**20)
    small = np.zeros((400, 400), dtype=np.uint8)  # 160 kB, and 1.28 MB as floats
    np.savez_compressed(tmp_path / "small.npz", A=small)
    np.save(tmp_path / "small.npy", small)
    for name in ("small.npz", "small.npy"):
        with pytest.raises(InputError, match="at most 4 GiB as floats"):
            load_arrays("data", tmp_path / name)


def test_a_matrix_of_small_integers_is_read_as_it_is(tmp_path):
    """Memory beside the matrix's own byte an entry: a few bytes an entry, not tens."""
    n = 1500
    ring = np.zeros((n, n), dtype=np.uint8)
    ring[np.arange(n), np.arange(1, n + 1) % n] = 1
    np.savez_compressed(tmp_path / "ring.npz", A=ring | ring.T)
    np.savez_compressed(tmp_path / "zeros.npz", A=ring * 0)
    tracemalloc.start()
    try:
        assert parse_network(str(tmp_path / "ring.npz")).m == n
        with pytest.raises(InputError, match="a row of zeros"):
            parse_network(str(tmp_path / "zeros.npz"))
        assert tracemalloc.get_traced_memory()[1] < 6 * n * n
    finally:
        tracemalloc.stop()


def test_a_header_that_claims_more_than_there_is(tmp_path):
    stream = io.BytesIO()
    np.save(stream, np.zeros((3, 3)))
    content = stream.getvalue().replace(b"(3, 3), }", b"(3, 9**9),")
    (tmp_path / "claims.npy").write_bytes(content)
    (tmp_path / "cut.npy").write_bytes(stream.getvalue()[:-8])
    for name in ("claims.npy", "cut.npy"):
        with pytest.raises(InputError, match=r"not readable as an \.npy"):
            load_arrays("data", tmp_path / name)


@pytest.mark.parametrize("ending", ["csv", "graphml", "npz"])
def test_what_might_never_end_is_not_opened(tmp_path, ending):
    os.mkfifo(tmp_path / f"pipe.{ending}")
    (tmp_path / f"zero.{ending}").symlink_to("/dev/zero")
    (tmp_path / f"folder.{ending}").mkdir()
    for name, said in (
        ("pipe", "not a device or a pipe"),
        ("zero", "not a device"),
        ("folder", "not a directory"),
    ):
        with pytest.raises(InputError, match=said):
            parse_network(str(tmp_path / f"{name}.{ending}"))
    for name in ("absent", "long" * 100):
        with pytest.raises(InputError, match="no such file"):
            parse_network(str(tmp_path / f"{name}.{ending}"))


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    (tmp_path / "links.csv").write_text("u,v\n0,1\n")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.R_OK)  # root may read everything
    with pytest.raises(InputError, match="a file that may be read"):
        parse_network(str(tmp_path / "links.csv"))
