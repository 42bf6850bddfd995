"""What a store keeps and refuses."""

import os
import sqlite3
import subprocess
import sys

import pytest

from mixproof.experiments.campaigns import store as stores
from mixproof.experiments.campaigns.store import FORMAT, Store
from mixproof.spectral.errors import InputError


def test_numbers_come_back_as_they_were(tmp_path):
    record = {"tiny": 5e-324, "third": 1 / 3, "nothing": None, "unbounded": float("-inf"), "text": "λ\n"}
    with Store(tmp_path / "store") as store:
        assert store.add("a", record) and not store.add("a", 2) and store["a"] == record
        with pytest.raises(TypeError):
            store.add("b", {1, 2})
        assert "b" not in store
    with Store(tmp_path / "store") as store:
        assert store["a"] == record and len(store) == 1


def test_nothing_stored_leaves_no_file(tmp_path):
    with Store(tmp_path / "store"):
        pass
    assert not list(tmp_path.iterdir())
    (tmp_path / "empty").touch()
    with Store(tmp_path / "empty") as store:
        assert len(store) == 0 and store.add("a", 1)
    with Store(tmp_path / "empty") as store:
        assert len(store) == 1


def _changed(path, command):
    with sqlite3.connect(path) as file:
        file.execute(command)
    file.close()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (f"PRAGMA user_version = {FORMAT + 1}", f"format {FORMAT + 1}; this is"),
        ("UPDATE about SET mixproof = '0.0.1'", "version 0.0.1, format"),
        ("PRAGMA application_id = 7", "is no store"),
        ("UPDATE pieces SET record = '2'", "is damaged at the piece 'a'"),
        ("UPDATE pieces SET key = 'b'", "is damaged at the piece 'b'"),
        ("UPDATE pieces SET record = x'ff'", "is damaged at the piece 'a'"),
        ("DROP TABLE pieces", "is damaged"),
        ("CREATE TRIGGER t AFTER INSERT ON pieces BEGIN DELETE FROM pieces; END", "triggers"),
        ("CREATE VIEW v AS SELECT * FROM pieces", "triggers"),
        ("ALTER TABLE pieces ADD COLUMN more", "triggers"),
    ],
)
def test_what_is_no_store_of_this_version_is_left_alone(tmp_path, command, said):
    path = tmp_path / "store"
    with Store(path) as store:
        store.add("a", 1)
    _changed(path, command)
    before = path.read_bytes()
    with pytest.raises(InputError, match=rf"^resume=.*{said}"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["some text", "{", "[1, 2]\n", "[" * 100_000, "x" * 5000])
def test_a_file_of_another_kind_is_refused(tmp_path, content):
    (tmp_path / "other").write_text(content)
    with pytest.raises(InputError, match="is no store"):
        Store(tmp_path / "other")
    assert (tmp_path / "other").read_text() == content


def test_a_text_store_of_an_older_version_is_named(tmp_path):
    (tmp_path / "old").write_text('{"mixproof": "0.1.0", "store": 2}\n00000000 ["a", 1]\n')
    with pytest.raises(InputError, match="older mixproof"):
        Store(tmp_path / "old")


def test_places_that_cannot_hold_a_store_are_said_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to("/dev/null")
    for name in ("pipe", "null", "."):
        with pytest.raises(InputError, match="a directory, a device or a pipe"):
            Store(tmp_path / name)
    with pytest.raises(InputError, match=r"^resume="):
        Store(tmp_path / "no" / "such" / "folder")


def test_damage_anywhere_is_never_read_as_a_record(tmp_path):
    """Every sixteenth byte of the file turned round: what can still be read is what was written."""
    path = tmp_path / "store"
    told = {str(i): {"value": i, "text": "x" * 300} for i in range(5)}
    with Store(path) as store:
        for key, record in told.items():
            store.add(key, record)
    whole = path.read_bytes()
    refused = 0
    for at in range(0, len(whole), 16):
        (tmp_path / "bad").write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        try:
            with Store(tmp_path / "bad") as store:
                assert all(store[key] == told[key] for key in told if key in store)
        except InputError:
            refused += 1
    assert refused > len(told)


WRITER = """
import sys
from mixproof.experiments.campaigns.store import Store
with Store(sys.argv[1]) as store:
    print(sum(store.add(str(i), {"value": i}) for i in range(int(sys.argv[2]), int(sys.argv[3]))))
"""


def test_several_processes_may_write(tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path / "store")]
    writers = [
        subprocess.Popen([*command, *span], stdout=subprocess.PIPE, text=True)
        for span in (("0", "30"), ("20", "50"), ("0", "50"))
    ]
    added = [int(writer.communicate(timeout=120)[0]) for writer in writers]
    with Store(tmp_path / "store") as store:
        assert len(store) == sum(added) == 50 and store["49"] == {"value": 49}


def test_another_writer_is_waited_for_and_then_named(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    with Store(tmp_path / "store") as store:
        store.add("a", 1)
        other = sqlite3.connect(tmp_path / "store", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match="locked by another process"):
            store.add("b", 2)
        other.execute("ROLLBACK")
        other.close()
        assert "b" not in store and store.add("b", 2)


def test_a_full_disk_is_said_and_loses_nothing(tmp_path):
    with Store(tmp_path / "store") as store:
        store.add("a", 1)
        store._file.execute("PRAGMA max_page_count = 1")  # as full as SQLite lets it be
        with pytest.raises(InputError, match="disk is full"):
            for i in range(100):
                store.add(f"b{i}", "x" * 10_000)
        assert "b99" not in store
    with Store(tmp_path / "store") as store:
        assert store["a"] == 1 and all(store[key] == "x" * 10_000 for key in store._records if key != "a")
