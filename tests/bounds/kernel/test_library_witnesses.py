"""Every counterexample that the library keeps, made a record again: the kernel confirms it, from a file too."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mixproof.bounds import Theorem, Variant, kernel
from mixproof.bounds.arithmetic import flint_numbers
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.replay import replay, seen_to_break, witness
from mixproof.bounds.theorems import ALL

from .known import known_witness

PAPERS = sorted({theorem.paper for theorem in ALL})


def witnesses(paper: str) -> list[tuple[Theorem, Variant, dict[str, Any]]]:
    """The record of every kept setting that floats say breaks its claim."""
    found = []
    for theorem in ALL:
        for variant in theorem.variants if theorem.paper == paper else ():
            for example in variant.examples:
                if (seen := seen_to_break(theorem, variant, example)) is not None:
                    setting, t = seen
                    result = replay(theorem, variant, setting, t)
                    assert result.refuted, f"{theorem.id}:{variant.label}: {result.unmet}"
                    assert replay(theorem, variant, setting, t, flint_numbers()).refuted
                    found.append((theorem, variant, dict(witness(theorem, variant, setting, result))))
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_kept_counterexamples_are_confirmed(paper: str) -> None:
    for theorem, variant, record in witnesses(paper):
        decision = decide(json.loads(json.dumps(record)))
        assert decision.word == "REFUTED", f"{theorem.id}:{variant.label}: {decision.sentence}"
        assert all(text in decision.sentence for text in (*variant.assume, variant.left, variant.right))
        other = decide(record | {"t": record["t"] + 1, "left": ["1/7"], "right": ["1/9"]})
        assert other.word == "REFUSED"


FOLDER = Path(kernel.__file__).parent


def run(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-I", str(folder), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_a_copied_folder_of_any_name_is_enough(tmp_path: Path) -> None:
    """Isolated from the environment, with no mixproof to import."""
    copy = tmp_path / "a-copy 1.0"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(known_witness()))
    bad.write_text(json.dumps(known_witness() | {"t": 1}))
    blocked = "import sys; sys.modules['mixproof'] = None; import runpy; sys.argv = sys.argv[1:]; "
    words = [sys.executable, "-I", "-c", f"{blocked}runpy.run_path(sys.argv[0], run_name='__main__')"]
    result = subprocess.run([*words, str(copy), str(good)], capture_output=True, text=True, check=False)
    assert result.returncode == 0 and result.stdout.startswith("REFUTED: spread2(t)"), result.stderr
    assert run(copy, good, bad).returncode == 1
    for wrong in ((), (tmp_path / "absent.json",), (tmp_path,)):
        result = run(copy, *wrong)
        assert result.returncode in (1, 2) and result.stderr == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (json.dumps(known_witness()).replace('"delta": 2', '"delta": 2.0'), "2.0 is not an exact number"),
        (json.dumps(known_witness() | {"t": float("nan")}), "NaN is not an exact number"),
        (json.dumps(known_witness()).replace('"t": 2', '"t": 1, "t": 2'), "a field stands twice"),
        ("[" * 100_000, ""),
        (" " * 10_000_001, "longer than"),
        ("[1" + "0" * 5000 + "]", ""),
        (json.dumps(known_witness())[:-20], ""),
    ],
)
def test_files_that_are_no_record(tmp_path: Path, capsys: Any, text: str, sentence: str) -> None:
    from mixproof.bounds.kernel.records import main

    path = tmp_path / "witness.json"
    path.write_text(text)
    assert main(str(path)) == 1
    said = capsys.readouterr().out
    assert said.startswith("REFUSED: ") and sentence in said and len(said.splitlines()) == 1


@pytest.mark.parametrize("claim", ["sum(s < t, t) >= t*t", "sum(s < t, 2**(t - s)) >= 3"])
def test_no_line_is_refuted_where_its_sum_names_the_round_outside(claim: str) -> None:
    """Both are true; a body that is read at the round s would take t for s."""
    told = known_witness(claim=claim, assume=[], where={}, given=[])
    for left in ("1", "2", "6"):
        for right in ("3", "4"):
            assert not decide({**told, "left": [left], "right": [right]}).confirmed
