"""The README keeps its word: its scripts run, CI runs its lines, its table lists every statement."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

from mixproof.bounds.theorems import ALL
from mixproof.bounds.vector_formulas import text_of
from mixproof.bounds.vocabulary import docstring
from mixproof.experiments.cli.main import main as command
from mixproof.experiments.cli.options import COMMANDS
from mixproof.experiments.report.markdown import BEGIN, END, main, markdown
from mixproof.experiments.studies import STUDIES
from mixproof.experiments.studies import table as studies
from mixproof.experiments.tables import between
from mixproof.spectral.errors import InputError

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "script",
    re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL),
    ids=["false-line", "derive", "verify", "prove", "optimize"],
)
def test_scripts_run_and_are_short(script: str) -> None:
    assert sum(map(bool, script.splitlines())) <= 17
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(script, "README", "exec"), {})
    words: tuple[str, ...]
    if "verify" in script:
        words = (
            "1/L REFUTED",
            "confirmed",
            "(1 + lam_n)/L HOLDS",
            *re.findall(r"`(left .*? > .*?)`", TEXT),
        )
    elif "Algorithm" in script:
        words = ("proved: rate 0.9975015", "reached by quadratic clients: rate 0.9974999")
    elif "printed" in script:
        words = ("proved norm(h) <= L*norm(y)\nrefuted sq(grad(x)) <=",)
    elif "mx.prove" in script:
        words = ("PROVED spread2(t + 1) <= lam*spread2(t)", "6  proved")
    else:
        words = ("optimized 0.95355", "below 0.95355", "Metropolis 0.96876")
    assert all(word in printed.getvalue() for word in words)


def test_verdicts_are_what_the_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = (b for b in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL) if "mixproof verify" in b)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for line, told in re.findall(r"^\$ mixproof (.*)\n((?:[^$].*\n)+)", block, re.MULTILINE):
        assert command(line.split()) == 0
        assert capsys.readouterr().out == told


def test_lines_are_the_ones_that_run() -> None:
    lines = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
    assert len(lines) == 2 and lines[0].endswith("mixproof tour") and lines[1] == ".venv/bin/python -m pytest"
    assert "grep -m1 -E '^\\.venv/bin/python -m pytest' README.md" in (ROOT / ".ci" / "run").read_text()


def test_commands_and_files_exist() -> None:
    told = TEXT.split("## Commands")[1].split("`mixproof COMMAND --help`")[0]
    assert set(re.findall("`(?:mixproof )?([a-z-]+)`", told)) == set(COMMANDS)
    links = [link for link in re.findall(r"\]\(([^)]+)\)", TEXT) if not link.startswith("http")]
    assert links and all((ROOT / link).is_file() for link in links)


def test_tables_list_every_statement_and_every_variant() -> None:
    full = between((ROOT / "docs" / "VERDICTS.md").read_text(encoding="utf-8"), BEGIN, END)
    row = r"^\| `([a-z0-9.-]+)` \| ([^ |]+) \| (?:REFUTED|PROVED|HOLDS|VACUOUS|UNDECIDED) \|"
    listed = re.findall(row, full, re.MULTILINE)
    assert listed == [(theorem.id, variant.label) for theorem in ALL for variant in theorem.variants]


def test_the_table_of_studies_lists_each_once() -> None:
    table = between((ROOT / "docs" / "STUDIES.md").read_text(encoding="utf-8"), studies.BEGIN, studies.END)
    assert re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE) == list(STUDIES)


def test_table_replaces_what_stands_between_the_markers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = [{"id": "a.b", "variant": "main", "verdict": "HOLDS", "ratio": None, "sentence": "|x| <= 1"}]
    path = tmp_path / "README.md"
    path.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(verdicts)))
    assert main([str(path)]) == 0
    assert path.read_text() == f"before\n{BEGIN}\n\n{markdown(verdicts)}\n\n{END}\nafter\n"
    assert r"| `a.b` | main | HOLDS | - | \|x\| <= 1 |" in path.read_text()
    with pytest.raises(InputError, match="markers"):
        between("no markers", BEGIN, END)


def test_every_name_in_a_formula_is_explained() -> None:
    """In NOTATION.md, as a parameter of the family, or by the docstring of the run's attribute."""
    named = set(
        re.findall(r"`([A-Za-z_]\w*)(?:\(t\))?`", (ROOT / "docs" / "NOTATION.md").read_text(encoding="utf-8"))
    )
    named |= {name[:-1] for name in named if name.endswith("2")}
    for theorem in ALL:
        for variant in theorem.variants:
            family = theorem.family_of(variant)
            given = {*family.sizes, *(p.name for p in family.parameters), *(family.options or {})}
            vectors = {name for name in variant.free if text_of(name)}
            for name in variant.free - named - given - vectors:
                root = name.removesuffix("2")
                assert any(docstring(family, n) for n in (name, root, f"{root}2")), (
                    f"{theorem.id}:{variant.label}: {name}"
                )
