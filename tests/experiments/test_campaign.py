"""Campaigns give the same verdicts for any number of jobs, and resume where they stopped."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from bounds import Verdict
from bounds.theorems import ALL
from experiments import campaign as module
from experiments.campaign import Task, campaign, select
from experiments.store import Store, key
from spectral.errors import InputError

QUICK = [
    Task("decefl.node-varying-samples", "main", 0.05),
    Task("decefl.contraction", "main", 0.05),
    Task("defed.experiment-difference", "upper-end", 0.05),
]


def timeless(verdicts: list[Verdict]) -> list[Verdict]:
    return [replace(v, seconds=0.0) for v in verdicts]


def test_same_verdicts_for_any_number_of_jobs_and_any_executor() -> None:
    alone = timeless(campaign(QUICK))
    assert [(v.id, v.variant) for v in alone] == [(t.id, t.variant) for t in QUICK]
    assert timeless(campaign(QUICK, jobs=2)) == alone
    with ThreadPoolExecutor(1) as executor:
        assert timeless(campaign(QUICK[::-1], executor=executor)) == alone[::-1]
        assert executor.submit(int).result() == 0  # left running


def test_repeated_tasks_are_searched_once() -> None:
    reported: list[Task] = []
    verdicts = campaign([QUICK[0], QUICK[0]], report=lambda task, verdict: reported.append(task))
    assert verdicts[0] == verdicts[1] and reported == [QUICK[0]]


def test_select_papers_ids_and_variants() -> None:
    every = [(theorem.id, v.label) for theorem in ALL for v in theorem.variants]
    assert select([]) == every
    papers = ["decefl", "defed", "ops", "dawo", "alidpfl"]
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
    path = tmp_path / "verdicts.jsonl"
    search, searched = module._verdict, list[Task]()

    def interrupted(task: Task) -> Verdict:
        if len(searched) == 2:
            raise KeyboardInterrupt
        searched.append(task)
        return search(task)

    monkeypatch.setattr(module, "_verdict", interrupted)
    with pytest.raises(KeyboardInterrupt):
        campaign(QUICK, store=Store(path))
    assert searched == QUICK[:2] and len(path.read_text().splitlines()) == 2
    searched.clear()
    resumed = campaign(QUICK, store=Store(path))
    assert searched == QUICK[2:]
    monkeypatch.undo()
    assert timeless(resumed) == timeless(campaign(QUICK))
    assert resumed[0].witness == campaign(QUICK[:1])[0].witness is not None


def test_stored_verdicts_depend_on_text_budget_and_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    task = QUICK[0]
    keys = {key(task), key(replace(task, seed=1)), key(replace(task, seconds=0.1)), key(QUICK[1])}
    theorem, variant = task.statement()
    other = replace(variant, right="training + 1")
    monkeypatch.setattr(Task, "statement", lambda self: (theorem, other))
    assert len(keys | {key(task)}) == 5


def test_cut_line_is_dropped_and_a_foreign_file_refused(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    verdict = campaign(QUICK[:1], store=Store(path))[0]
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:50])
    store = Store(path)
    assert store.get(QUICK[0]) == verdict and path.read_bytes() == whole
    path.write_text(json.dumps({"some": "file"}) + "\n")
    with pytest.raises(InputError, match="line 1 is no stored verdict"):
        Store(path)
    with pytest.raises(InputError, match="resume"):
        Store(tmp_path)
