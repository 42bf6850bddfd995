"""What help says, and how tables and headers meet a user: names as they are, lines that fit."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from mixproof.experiments.cli.help import EXAMPLES, LISTS, ending
from mixproof.experiments.cli.main import main
from mixproof.experiments.cli.options import COMMANDS, parser
from mixproof.experiments.tables import table
from mixproof.spectral import parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.families import FAMILIES

from .said import Captured


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_what_there_is_with_an_example(
    command: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    said = capsys.readouterr().out
    assert ended.value.code == 0 and "for example:" in said
    examples = {f"  {line}" for line in EXAMPLES[command]}  # to be pasted, so in one line
    assert all(len(line) <= 80 or line in examples for line in said.splitlines())
    for names in LISTS.get(command, {}).values():
        assert all(name.split(" ")[0] in said for name in names())


def test_methods_that_optimize_are_no_conventions_for_weights() -> None:
    named = {name for names in LISTS["optimize"].values() for name in names()}
    assert named >= {"auto", "fast", "cvxpy", "distributed"}


def test_every_example_is_understood() -> None:
    for lines in EXAMPLES.values():
        for line in lines:
            program, *words = shlex.split(line)
            assert program == "mixproof" and parser().parse_args(words).command in COMMANDS
    assert set(FAMILIES) <= {name.partition(":")[0] for name in LISTS["optimize"]["families of networks"]()}
    assert ending("") and ending("no such command") == ""


@pytest.mark.parametrize("header", ["u,v", "U,V,p", "from,to", "source,target,p", "From,To,P"])
def test_headers_of_other_programs_are_understood(header: str, tmp_path: Path) -> None:
    p = ",1/2" if header.lower().endswith("p") else ""
    rows = [f"a,b{p}".replace("1/2", "0.5"), f"b,c{p}".replace("1/2", "0.5")]
    (tmp_path / "links.csv").write_text("\n".join([header, *rows]) + "\n")
    found = parse_network(str(tmp_path / "links.csv"))
    assert (found.n, found.m) == (3, 2) and found.names == ("a", "b", "c")


@pytest.mark.parametrize(
    ("header", "row"), [("x,y", "a,b"), ("x,y", "0,1"), ("from,u", "a,b"), ("from,to,cost", "a,b,1")]
)
def test_any_other_header_is_refused(header: str, row: str, tmp_path: Path) -> None:
    (tmp_path / "links.csv").write_text(f"{header}\n{row}\n")
    with pytest.raises(InputError, match=r"^columns=|^network=2 components"):
        parse_network(str(tmp_path / "links.csv"))


def test_a_file_without_header_is_one_of_links(tmp_path: Path) -> None:
    (tmp_path / "links.csv").write_text("a,b\nb,c\n")
    assert parse_network(str(tmp_path / "links.csv")).n == 3
    (tmp_path / "links.csv").write_text("a,b\n")
    assert parse_network(str(tmp_path / "links.csv")).n == 2


def test_tables_fit() -> None:
    rows = [("decefl.theorem-1", "a sentence of several words " * 8), ("x", "short")]
    shown = table(["id", "what is known"], rows, width=80)
    assert max(map(len, shown.splitlines())) <= 80
    assert " ".join(shown.split()).count("a sentence of several words") == 8
    wide = table([f"column {i}" for i in range(12)], [list(range(12))], width=60)
    assert max(map(len, wide.splitlines())) <= 60 and all(f"column {i}" in wide for i in range(12))
