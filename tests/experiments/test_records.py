"""A store survives SIGKILL at any moment: no finished piece is lost, none is there twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from experiments.records import VERSION, Records, complete
from experiments.studies.campaign import Piece, study_campaign
from spectral.errors import InputError

SCRIPT = """
import sys, time, hashlib
from experiments.records import Records, complete

def work(number):
    time.sleep(0.002)
    return {"number": number, "digest": hashlib.sha256(str(number).encode()).hexdigest() * 40}

with Records(sys.argv[1], "pieces") as store:
    print("open", flush=True)
    complete(store, {str(i): (i,) for i in range(250)}, work)
"""


def start(path):
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)], stdout=subprocess.PIPE, text=True)


def test_ten_kills_at_random_moments_lose_nothing_and_repeat_nothing(tmp_path):
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    assert start(undisturbed).wait() == 0
    rng, sizes = random.Random(0), []
    for _ in range(10):
        process = start(killed)
        assert process.stdout.readline() == "open\n"
        time.sleep(rng.uniform(0.0, 0.06))
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        with Records(killed, "pieces") as store:
            sizes.append(len(store))
    assert (
        sizes == sorted(sizes) and sizes[-1] < 250 and len(set(sizes)) > 3
    )  # it was killed half way, and went on
    assert start(killed).wait() == 0
    lines = killed.read_text().splitlines()
    assert sorted(lines) == sorted(undisturbed.read_text().splitlines()) and len(lines) == 251


@pytest.mark.parametrize("left", [1, 5, 40])
def test_every_broken_last_line_is_cut_off(tmp_path, left):
    path = tmp_path / "store"
    with Records(path, "pieces") as store:
        store.add("a", {"x": 1.5})
        size = path.stat().st_size
        store.add("b", {"x": "long enough to be cut in the middle of it"})
    os.truncate(path, size + left)
    with Records(path, "pieces") as store:
        assert store.done() == {"a"} and path.stat().st_size == size
        assert store.add("b", {"x": 2}) and store["b"] == {"x": 2}
    with Records(path, "pieces") as store:
        assert len(store) == 2


def test_a_store_killed_before_its_first_line_is_whole_starts_anew(tmp_path):
    path = tmp_path / "store"
    Records(path, "pieces").close()
    header = path.read_bytes()
    for kept in (0, 1, len(header) - 1):
        path.write_bytes(header[:kept])
        with Records(path, "pieces") as store:
            assert store.done() == frozenset() and path.read_bytes() == header


def test_what_is_no_store_is_left_alone(tmp_path):
    path, other = tmp_path / "store", tmp_path / "other"
    with Records(path, "pieces") as store:
        store.add("a", 1)
        with pytest.raises(InputError, match="open in another process"):
            Records(path, "pieces")
    first, second = path.read_text().splitlines()
    header = json.loads(first)
    for content, said in (
        ("some text", "is no store"),
        ("[1, 2]\n", "is no store"),
        (
            json.dumps({**header, "version": VERSION + 1}) + "\n" + second + "\n",
            f"written by version {VERSION + 1}",
        ),
        (json.dumps({**header, "kind": "verdicts"}) + "\n", "holds verdicts, not pieces"),
        (first + "\n" + second.replace("1]", "2]") + "\n", "line 2 is damaged"),
        (first + "\n" + "xyz\n" + second + "\n", "line 2 is damaged"),
    ):
        other.write_text(content)
        with pytest.raises(InputError, match=said):
            Records(other, "pieces")
        assert other.read_text() == content
    with pytest.raises(InputError, match=r"^store="):
        Records(tmp_path / "no" / "such" / "folder", "pieces")
    with pytest.raises(InputError, match=r"^store="):
        Records(tmp_path, "pieces")


def square(number):
    if number == 13:
        raise ArithmeticError("thirteen")
    return {"square": number * number, "third": number / 3}


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_the_same_records_wherever_the_pieces_run(tmp_path, executor):
    pieces = {str(i): (i,) for i in range(12)}
    with Records(tmp_path / "store", "squares") as store:
        store.add("5", "kept")
        if executor is None:
            found = complete(store, pieces, square)
        else:
            with executor(2) as pool:
                found = complete(store, pieces, square, pool)
    assert list(found) == list(pieces) and found["5"] == "kept"
    assert all(found[str(i)] == square(i) for i in range(12) if i != 5)


def test_a_failing_piece_keeps_what_was_done(tmp_path):
    pieces = {str(i): (i,) for i in (1, 2, 13)}
    with Records(tmp_path / "store", "squares") as store:
        with ThreadPoolExecutor(1) as pool, pytest.raises(ArithmeticError, match="thirteen"):
            complete(store, pieces, square, pool)
        assert store.done() == {"1", "2"}
        with pytest.raises(ValueError):
            store.add("nan", float("nan"))
        assert store.done() == {"1", "2"}


def test_a_campaign_of_studies_is_resumed_and_does_not_depend_on_where_it_ran(tmp_path):
    pieces = [Piece("decefl-consensus", seed=s, rounds=40, size="small") for s in (0, 1)]
    alone = study_campaign(pieces, tmp_path / "alone")
    study_campaign(pieces[1:], tmp_path / "pool")
    with ProcessPoolExecutor(2) as pool:
        assert study_campaign(pieces, tmp_path / "pool", pool) == alone
    assert len((tmp_path / "pool").read_text().splitlines()) == 3
    assert alone[pieces[0]]["algorithms"] != alone[pieces[1]]["algorithms"]
    with pytest.raises(InputError, match=r"^study="):
        study_campaign([Piece("no-such-thing")], tmp_path / "new")
    assert not (tmp_path / "new").exists()
