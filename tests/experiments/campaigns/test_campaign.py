"""Campaigns give the same results wherever they run, and go on where they stopped."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import Outcome, Verdict
from mixproof.bounds.theorems import ALL
from mixproof.experiments.campaigns.campaign import campaign, collected
from mixproof.experiments.campaigns.piece import Piece
from mixproof.experiments.campaigns.store import Store
from mixproof.experiments.campaigns.verdicts import Task, select
from mixproof.experiments.studies.campaign import Run
from mixproof.spectral.errors import InputError

QUICK = [
    Task("defed.experiment-difference", "lower-end", 0.05),
    Task("decefl.contraction", "main", 0.05),
    Task("defed.experiment-difference", "upper-end", 0.05),
]
STUDY = [Run("defed-regression", seed, rounds=10, size="small") for seed in (0, 1)]


def timeless(verdicts: list[Verdict]) -> list[Verdict]:
    return [replace(v, seconds=0.0) for v in verdicts]


def test_same_verdicts_for_any_number_of_jobs_and_any_executor() -> None:
    alone = timeless(campaign(QUICK))
    assert [(v.id, v.variant) for v in alone] == [(t.id, t.variant) for t in QUICK]
    assert timeless(campaign(QUICK, jobs=2)) == alone
    with ThreadPoolExecutor(2) as executor:  # the search's random numbers are the process's
        assert timeless(campaign(QUICK[::-1], executor=executor)) == alone[::-1]
        assert executor.submit(int).result() == 0  # left running


def test_repeated_pieces_are_done_once() -> None:
    reported: list[Task] = []
    verdicts = campaign([QUICK[0], QUICK[0]], report=lambda task, verdict, new: reported.append(task))
    assert verdicts[0] == verdicts[1] and reported == [QUICK[0]]


def test_select_papers_ids_and_variants() -> None:
    every = [(theorem.id, v.label) for theorem in ALL for v in theorem.variants]
    assert select([]) == every
    papers = sorted({theorem.paper for theorem in ALL})
    assert select(papers) == every
    assert select(["defed"]) == [pair for pair in every if pair[0].startswith("defed.")]
    assert select(["decefl.theorem-1:eq-6", "decefl.theorem-1:eq-5"]) == [
        ("decefl.theorem-1", "eq-5"),
        ("decefl.theorem-1", "eq-6"),
    ]
    with pytest.raises(InputError, match=r"decefl.theorem-1"):
        select(["decefl.teorem-1"])
    with pytest.raises(InputError, match="eq-5, eq-6"):
        select(["decefl.theorem-1:eq-7"])
    with pytest.raises(InputError, match="jobs"):
        campaign(QUICK, jobs=0)


def test_resumes_after_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, work, searched = tmp_path / "verdicts", Task.work, list[Task]()

    def interrupted(task: Task) -> dict[str, Any]:
        if len(searched) == 2:
            raise KeyboardInterrupt
        searched.append(task)
        return work(task)

    monkeypatch.setattr(Task, "work", interrupted)
    with Store(path) as store, pytest.raises(KeyboardInterrupt):
        campaign(QUICK, store=store)
    with Store(path) as store:
        assert searched == QUICK[:2] and len(store) == 2
    searched.clear()
    told: list[tuple[Task, bool]] = []
    with Store(path) as store:
        resumed = campaign(QUICK, store=store, report=lambda task, _, new: told.append((task, new)))
    assert searched == QUICK[2:] and told == list(zip(QUICK, (False, False, True)))
    monkeypatch.undo()
    assert timeless(resumed) == timeless(campaign(QUICK))
    assert resumed[0].outcome is Outcome.REFUTED
    assert resumed[0].witness == campaign(QUICK[:1])[0].witness is not None


@pytest.mark.parametrize("record", [5, None, [[], 1], {}, {"outcome": "TRUE"}, {"outcome": "REFUTED"}])
def test_a_record_that_is_none_of_its_piece_is_damage(record: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "verdicts") as store:
        store.add(QUICK[0].key, record)
        with pytest.raises(InputError, match="is damaged at the piece"):
            campaign(QUICK[:1], store=store)


def test_a_verdict_is_kept_for_its_text_budget_and_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    task = QUICK[0]
    keys = {task.key, replace(task, seed=1).key, replace(task, seconds=0.1).key, QUICK[1].key}
    theorem, variant = task.statement()
    other = variant.with_sides(right="training + 1")
    monkeypatch.setattr(Task, "statement", lambda self: (theorem, other))
    assert len(keys | {task.key}) == 5


def test_a_run_is_kept_for_its_arguments_and_the_contents_of_its_data(tmp_path: Path) -> None:
    def written(shift: float) -> Run:
        np.savez(tmp_path / "d.npz", X=np.arange(6.0)[:, None] + shift, y=np.arange(6) % 2)
        return Run("decefl-rate", data=str(tmp_path / "d.npz"))

    run = Run("decefl-rate")
    others = [replace(run, seed=1), replace(run, data="digits"), replace(run, rounds=5)]
    others += [replace(run, size="small"), replace(run, rate=0.1), replace(run, out="a"), Run("rates")]
    keys = [one.key for one in (run, *others)] + [written(0).key, written(1).key]
    assert len(set(keys)) == len(keys)
    assert replace(run, out="a").key == replace(run, out="b").key and written(0).key == written(0).key
    with pytest.raises(InputError, match=r"^data="):
        _ = Run("decefl-rate", data=str(tmp_path / "absent.npz")).key


def test_studies_do_not_depend_on_where_they_ran(tmp_path: Path) -> None:
    alone = campaign(STUDY)
    with Store(tmp_path / "store") as store:
        campaign(STUDY[1:], store=store)
        assert campaign(STUDY, jobs=2, store=store) == alone
        assert len(store) == 2
    assert alone[0]["algorithms"] != alone[1]["algorithms"] and alone[0]["files"] == []


def test_files_travel_with_the_result(tmp_path: Path) -> None:
    run = replace(STUDY[0], out=str(tmp_path / "figures" / "one"))
    with Store(tmp_path / "store") as store:
        (result,) = campaign([run], store=store)
    names = [f"defed-regression.{ending}" for ending in ("png", "pdf", "csv", "json")]
    assert sorted(result["files"]) == sorted(str(tmp_path / "figures" / "one" / name) for name in names)
    contents = {name: Path(name).read_bytes() for name in result["files"]}
    assert all(contents.values()) and len(list((tmp_path / "figures" / "one").iterdir())) == 4
    Path(result["files"][0]).unlink()  # then the run is done again, and stored no second time
    with Store(tmp_path / "store") as store:
        assert campaign([run], store=store) == [result] and len(store) == 1
    assert {name: Path(name).read_bytes() for name in contents if name.endswith(("csv", "json"))} == {
        name: content for name, content in contents.items() if name.endswith(("csv", "json"))
    }
    assert all(Path(name).is_file() for name in contents)


@dataclass(frozen=True)
class Square(Piece[dict[str, Any]]):
    """The least a piece can be."""

    number: int

    @property
    def key(self) -> str:
        return str(self.number)

    def work(self) -> dict[str, Any]:
        if self.number == 13:
            raise ArithmeticError("thirteen")
        return {"square": self.number**2, "third": (self.number / 3,)}


def test_a_failing_piece_keeps_what_was_done(tmp_path: Path) -> None:
    pieces = [Square(i) for i in (1, 2, 13)]
    with Store(tmp_path / "store") as store:
        with ThreadPoolExecutor(1) as pool, pytest.raises(ArithmeticError, match="thirteen"):
            campaign(pieces, executor=pool, store=store)
        assert "1" in store and "2" in store and len(store) == 2
        assert campaign(pieces[:2], store=store) == campaign(pieces[:2])  # lists both, stored or not


@pytest.mark.parametrize("done", [0, 2])
def test_what_a_stopped_campaign_has_found_is_written(done: int) -> None:
    def conduct(each: Callable[[Any, Any], None]) -> None:
        pieces = [*map(Square, range(done)), Square(13)]
        campaign(pieces, report=lambda piece, found, new: each(piece.number, found["square"]))

    written: list[Any] = []
    with pytest.raises(ArithmeticError, match="thirteen"):
        collected(conduct, written.append)
    assert written == [{0: 0, 1: 1}] * bool(done)
    assert collected(lambda each: each("piece", 1), dict) == {"piece": 1}


def test_a_worker_that_would_compute_something_else_refuses() -> None:
    from mixproof.experiments.campaigns.executors import perform

    with pytest.raises(InputError, match=r"^worker=.* differs .* in: .*; here mixproof .*numpy"):
        perform(Square(2), "3")
