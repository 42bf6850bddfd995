"""Printed proofs: every printed line has a status, every kept setting is replayed by the kernel."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

import mixproof as mx
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.printed import ALL, examine, printed
from mixproof.bounds.printed.examined import FOLDER, kept, repaired
from mixproof.bounds.proofs.derivation.reading import read
from mixproof.experiments.cli.colours import painted
from mixproof.experiments.cli.main import main
from mixproof.spectral.errors import InputError

QUICK = "decefl.si-proposition-1"


def every(block):
    """All statements of a text, those inside blocks too."""
    return [inner for told in block for inner in (told, *every(told.block))]


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.theorem)
def test_every_kept_setting_refutes_its_line(one) -> None:
    assert (FOLDER / f"{one.theorem}.json").is_file()
    for text, record in kept(one).refuted.items():
        assert decide(record).word == "REFUTED", text


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.theorem)
def test_every_printed_line_is_said_or_told_why_not(one) -> None:
    told = [each.number for each in every(read(one.text)) if each.kind != "let"]
    places = [part.place for part in one.parts]
    assert len(set(places)) == len(places) > 1
    for part in one.parts:
        assert part.words and bool(part.unsaid) != any(number in part.rows for number in told), part.place
    stated, variant, found = repaired(one)
    assert found is not None and found["proved"], f"{stated.id}:{variant.label}"


def test_nothing_is_searched_again(monkeypatch) -> None:
    """What is kept is of these very texts: the kernel alone decides when a page is built."""
    from mixproof.bounds.proofs.derivation import proving

    def never(*_: object) -> None:
        raise AssertionError("a line has changed: run python -m mixproof.bounds.printed ID")

    monkeypatch.setattr(proving, "find", never)
    found = {one.theorem: examine(one) for one in ALL}
    assert found["ops.lemma-8"].told.proved
    assert {id: one.first_false and one.first_false.place for id, one in found.items()} == {
        "decefl.si-theorem-1": "S1.14",
        "decefl.si-proposition-1": "SP.5",
        "decefl.consensus": None,
        "decefl.swarm-limit": "CS.7",
        "defed.theorem-1": "D1.1",
        "defed.proposition-1": "DP.3 (23)",
        "ops.theorem-2": None,
        "ops.lemma-8": None,
        "dawo.theorem-1": "W1.22 (31)",
        "dawo.proposition-1": "WP1.2",
        "alidpfl.h-at-one": "A5.7",
        "alidpfl.eq-37": "A9.1",
    }


def test_statuses_are_those_of_the_kernel() -> None:
    found = examine(printed(QUICK))
    assert found.first_false is not None and found.first_false.place == "SP.5"
    lines = {part.place: found.of(part) for part in found.printed.parts}
    assert [line.status for line in lines["SP.7"]] == ["refuted", "proved", "proved", "proved"]
    assert not lines["SP.10"]
    refuted = [line for line in found.lines if line.status == "refuted"]
    assert len(refuted) == len(kept(found.printed).refuted) and all(
        mx.check(line.witness).refuted for line in refuted
    )
    assert all(line.spoken is not None for line in found.lines)


def test_what_rests_on_a_false_line_is_told() -> None:
    found = examine(printed(QUICK))
    lines = {part.place: found.of(part) for part in found.printed.parts}
    assert found.why(lines["SP.8 (50)"][0]) == "given SP_5, SP_6, SP_7" and not found.why(lines["SP.4"][0])
    assert found.why(lines["SP.27"][-1]).startswith("given SP_12, SP_13, SP_14, SP_15, SP_5") and found.lines
    assert [lines[place][-1].status for place in ("SP.4", "SP.27")] == ["proved", "follows"]
    whole = examine(printed("decefl.si-theorem-1"))
    assert not whole.given and whole.lines[-1].status == "proved"


def test_a_setting_of_another_line_refutes_nothing(monkeypatch) -> None:
    """A kept record counts only where its claim is the very line and the kernel confirms it."""
    from mixproof.bounds.printed import examined

    one = replace(
        printed(QUICK), text="# SP.1: a line\nSP_1: sq(J(x) - o) <= sq(x - J(x))\n# SP.2: another\nx <= 1"
    )
    other = next(iter(kept(one).refuted.values()))
    monkeypatch.setattr(examined, "kept", lambda _: examined.Kept({"sq(J(x) - o) <= sq(x - J(x))": other}))
    assert [line.status for line in examine(one).lines] == ["open", "open"]


def test_a_fact_that_is_not_given_is_told() -> None:
    text = "# SP.1: short\nSP_1: sq(grad(x) - grad(o)) <= sharpest**2*sq(x - o)\n    #+ by lipschitz(x, o)\n"
    found = examine(replace(printed(QUICK), text=text))
    assert found.lines[0].status == "open" and found.why(found.lines[0]) == "proved with: lipschitz(x, o)"
    assert found.verdict == "no line is refuted; lines that need a fact that is not given: SP.1"


def test_what_is_kept_of_a_line_proves_nothing_by_itself(monkeypatch) -> None:
    """A kept proof is a proposal: the kernel refuses one that does not add up, and the line is tried anew."""
    from mixproof.bounds.printed import examined

    one = replace(printed(QUICK), text="# SP.1: a line\nSP_1: sq(J(x) - o) <= sq(x - J(x))\n")
    forged = examined.Kept(
        printed={"2 | now | sq(J(x) - o) <= sq(x - J(x)) |  |  |  | ": {"terms": [[1, ["K > 0"]]]}}
    )
    monkeypatch.setattr(examined, "kept", lambda _: forged)
    assert [line.status for line in examine(one).lines] == ["open"]
    assert [type(found) for found in forged.printed.values()] == [
        str
    ]  # it was tried anew, under this very name


def test_what_is_not_kept_or_not_read_is_refused() -> None:
    with pytest.raises(InputError, match="a statement whose printed proof is kept"):
        printed("decefl.nothing")
    with pytest.raises(InputError, match="lines of the language"):
        examine(replace(printed(QUICK), text="let"))


def test_the_command_prints_lines_and_writes_the_first_setting(capsys, tmp_path) -> None:
    file = tmp_path / "witness.json"
    assert main(["prove", QUICK, "--printed", "--json", "--witness", str(file)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["first_false"] == "SP.5" and told["lines"][0]["status"] == "proved"
    assert decide(json.loads(file.read_text())).word == "REFUTED"


def test_statuses_are_coloured_on_a_terminal_alone(monkeypatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    text = "SP.5       refuted  proved <= b\n           open     a\n   2  proved  c"
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = painted(text, Terminal())
    assert (
        shown.count("\033[31mrefuted\033[0m")
        == shown.count("\033[33mopen")
        == shown.count("\033[32mproved")
        == 1
    )
    assert painted(text, io.StringIO()) == text
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted(text, Terminal()) == text
