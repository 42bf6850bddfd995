"""What a store keeps, cuts off and refuses."""

import fcntl
import json
import os
import zlib

import pytest

from mixproof.experiments.campaigns.store import FORMAT, Store
from mixproof.spectral.errors import InputError


@pytest.mark.parametrize("left", [1, 5, 40])
def test_every_broken_last_line_is_cut_off(tmp_path, left):
    path = tmp_path / "store"
    with Store(path) as store:
        store.add("a", {"x": 1.5})
        size = path.stat().st_size
        store.add("b", {"x": "long enough to be cut in the middle of it"})
    os.truncate(path, size + left)
    with Store(path) as store:
        assert len(store) == 1 and "a" in store and path.stat().st_size == size
        assert store.add("b", {"x": 2}) and store["b"] == {"x": 2}
    with Store(path) as store:
        assert len(store) == 2


def test_numbers_come_back_as_they_were(tmp_path):
    record = {"tiny": 5e-324, "third": 1 / 3, "nothing": None, "unbounded": float("-inf"), "text": "λ\n"}
    with Store(tmp_path / "store") as store:
        assert store.add("a", record) and store["a"] == record
        with pytest.raises(TypeError):
            store.add("b", {1, 2})
        assert "b" not in store
    with Store(tmp_path / "store") as store:
        assert store["a"] == record and len(store) == 1


def test_nothing_stored_leaves_no_file(tmp_path):
    with Store(tmp_path / "store"):
        assert (tmp_path / "store").exists()
    assert not (tmp_path / "store").exists()
    (tmp_path / "empty").touch()
    with Store(tmp_path / "empty") as store:
        assert len(store) == 0


def test_what_is_no_store_of_this_version_is_left_alone(tmp_path):
    path, other = tmp_path / "store", tmp_path / "other"
    with Store(path) as store:
        store.add("a", 1)
        with pytest.raises(InputError, match="open in another process"):
            Store(path)
    first, second = path.read_text().splitlines()
    header = json.loads(first)
    old = {"mixproof": "store", "kind": "verdicts", "version": 1}
    for content, said in (
        ("some text", "is no store"),
        ("{", "is no store"),
        ("[1, 2]\n", "is no store"),
        (json.dumps({"some": "file"}) + "\n", "is no store"),
        (json.dumps({**header, "store": FORMAT + 1}) + "\n" + second + "\n", f"format {FORMAT + 1}; this is"),
        (json.dumps({**header, "mixproof": "0.0.1"}) + "\n" + second + "\n", "version 0.0.1, format"),
        (json.dumps(old) + "\n", "written by another mixproof"),
        (json.dumps({"key": "12ab", "verdict": {}}) + "\n", "written by another mixproof"),
        (first + "\n" + second.replace("1]", "2]") + "\n", "line 2 is damaged"),
        (first + "\n" + "xyz\n" + second + "\n", "line 2 is damaged"),
        ("[" * 100_000 + "\n", "is no store"),
        *(
            (f"{first}\n{_line(body)}\n", "line 2 is damaged")
            for body in ("5", "[[],1]", "[1]", "{}", "[" * 100_000)
        ),
        (first + "\n" + "\n" + second + "\n", "line 2 is damaged"),
    ):
        other.write_text(content)
        with pytest.raises(InputError, match=said):
            Store(other)
        assert other.read_text() == content
    with pytest.raises(InputError, match=r"^resume="):
        Store(tmp_path / "no" / "such" / "folder")
    with pytest.raises(InputError, match=r"^resume="):
        Store(tmp_path)


def test_a_device_is_no_store_and_stays_where_it_is(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to("/dev/null")
    for name in ("pipe", "null"):
        with pytest.raises(InputError, match="a device or a pipe"):
            Store(tmp_path / name)
        assert (tmp_path / name).exists()


def test_a_store_that_its_last_user_removes_in_between_is_made_again(tmp_path, monkeypatch):
    path = tmp_path / "store"
    first, lock = Store(path), fcntl.flock

    def close_first(file, how):
        monkeypatch.undo()
        first.close()  # empty, so the file goes: the one just opened is on disk no more
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", close_first)
    with Store(path) as store:
        assert store.add("a", 1)
    with Store(path) as store:
        assert len(store) == 1


def _line(body):
    """A line with the right checksum, whatever it says."""
    return f"{zlib.crc32(body.encode()):08x} {body}"


def test_a_disk_that_is_full_from_the_start_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "write", lambda file, line: 0)
    with pytest.raises(InputError, match="disk is full"):
        Store(tmp_path / "store")
    monkeypatch.undo()
    assert not list(tmp_path.iterdir())


def test_a_full_disk_leaves_whole_lines_and_is_said(tmp_path, monkeypatch):
    with Store(tmp_path / "store") as store:
        store.add("a", 1)
        before = store.path.read_bytes()
        write = os.write
        monkeypatch.setattr(os, "write", lambda file, line: write(file, line[:9]))
        with pytest.raises(InputError, match="disk is full"):
            store.add("b", 2)
        assert store.path.read_bytes() == before and "b" not in store
        monkeypatch.undo()
        assert store.add("b", 2)
