"""Statements from a file of the user: listed, verified, reported and checked, and never taken for the library's."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from mixproof.bounds.kernel.records import decide
from mixproof.experiments.campaigns.verdicts import Task, tasks
from mixproof.experiments.cli.main import main
from mixproof.experiments.report import build
from mixproof.spectral.errors import InputError

from .said import document

TOY = Path(__file__).parents[1] / "toy_paper.py"
FORMS = [("toy.theorem-1", "main"), ("toy.theorem-1", "repaired")]

TRACKING = """
from mixproof.bounds import claim
from mixproof.bounds.families.scalars import scalars

from beside import NAMES

FAMILY = scalars(positive=NAMES)
MINE = claim("x <= 2*y", family=FAMILY, first=None)
"""


@pytest.fixture
def outside(tmp_path):
    """A file that reads another one beside it."""
    (tmp_path / "beside.py").write_text('NAMES = "x y"\n')
    (tmp_path / "mine.py").write_text(TRACKING)
    return tmp_path / "mine.py"


def test_a_sixth_paper_is_listed_and_verified_by_workers(capsys, tmp_path):
    (listed,) = document(capsys, "claims", f"{TOY}:THEOREM_1")
    assert listed["paper"] == "toy" and [v["label"] for v in listed["variants"]] == ["main", "repaired"]
    words = ["verify", f"{TOY}:ALL", "--seconds", "0.05", "--jobs", "2"]
    words += ["--resume", str(tmp_path / "kept"), "--witness", str(tmp_path / "witnesses")]
    found = document(capsys, *words)
    assert [(v["id"], v["variant"], v["verdict"]) for v in found] == [
        (*FORMS[0], "REFUTED"),
        (*FORMS[1], "HOLDS"),
        ("own.ALL-2", "claim", "REFUTED"),
    ]
    assert document(capsys, *words) == found  # from the store
    for name in ("toy.theorem-1.main", "own.ALL-2.claim"):
        file = str(tmp_path / "witnesses" / f"{name}.json")
        assert decide(json.loads(Path(file).read_text())).confirmed
        assert main(["check-witness", file]) == 2  # the library states no such thing
        assert "--theorem FILE.py:NAME" in capsys.readouterr().err
        assert document(capsys, "check-witness", file, "--theorem", f"{TOY}:ALL")["refuted"]


def test_a_sixth_paper_has_its_section_in_the_report(tmp_path):
    words = [f"{TOY}:THEOREM_1", f"{TOY}:MINE", "defed.assumptions"]
    path, *_ = build(tmp_path, claims=words, studies=[], networks=[], seconds=0.05)
    text = Path(path).read_text(encoding="utf-8")
    for id, label in (*FORMS, ("own.MINE", "claim")):
        assert f'<tr id="{id}:{label}"' in text
    assert '<h3 id="toy">' in text and "forgets negative eigenvalues" in text  # the file's docstring
    assert text.count("The kernel, which shares no code with the search, confirms it") >= 2
    headings = re.findall(r'<th scope="row"><a href="#(\w+)">', text.partition('id="verdicts"')[0])
    assert headings == ["defed", "toy", "own"]


def test_a_kept_verdict_belongs_to_what_is_in_the_file(outside):
    def key():
        (task,) = tasks([f"{outside}:MINE"])
        assert task == Task("own.MINE", "claim", word=f"{outside}:MINE")
        return task.key

    first = key()
    assert key() == first
    outside.write_text(TRACKING + "\n# another line\n")
    assert key() != first


def test_a_librarys_id_belongs_to_the_library(outside, capsys, tmp_path):
    """A claim that says it is the library's is refused, and so is a record whose text is another than the library's."""
    outside.write_text(
        TRACKING + "from dataclasses import replace\nSTOLEN = replace(MINE, id='defed.theorem-1')\n"
    )
    with pytest.raises(InputError, match=r"^id=defed.theorem-1: defed is a paper of the library"):
        tasks([f"{outside}:STOLEN"])
    place = tmp_path / "w"
    document(
        capsys, "verify", f"{TOY}:THEOREM_1:main", "--seconds", "0.05", "--jobs", "1", "--witness", str(place)
    )
    record = json.loads((place / "toy.theorem-1.main.json").read_text())
    stolen = place / "stolen.json"
    stolen.write_text(
        json.dumps(record | {"label": {**record["label"], "id": "decefl.theorem-1", "variant": "eq-5"}})
    )
    told = document(capsys, "check-witness", str(stolen), status=1)
    assert "differs from the library's statement" in told["reason"]


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("", "FAMILY", "FAMILY is no Theorem, no claim and no tuple of them"),
        ("", "NOTHING", "NOTHING is no Theorem"),
        ("", "MINE:other", "variant=other: own.MINE has the variants claim"),
        ("1/0", "MINE", r"could not be run \(line 9: ZeroDivisionError"),
        ("raise SystemExit", "MINE", r"could not be run \(line 9: SystemExit"),
        ("x = (", "MINE", r"could not be run \(.*SyntaxError"),
        ("claim('x <= smallest', family=FAMILY)", "MINE", "line 9: .*no smallest"),
        (
            "import dataclasses as d\nX = d.replace(MINE, id='a/b.c')",
            "X",
            "id=a/b.c: letters",
        ),
        (
            "from dataclasses import replace\nX = replace(MINE, family=replace(FAMILY, run=dict))",
            "X",
            "family=scalars",
        ),
        ("X = MINE, MINE.variants", "X", "X is no Theorem"),
    ],
)
def test_a_file_that_states_nothing_is_refused_in_one_sentence(outside, text, name, message):
    outside.write_text(TRACKING + text)
    with pytest.raises(InputError, match=message):
        tasks([f"{outside}:{name}"])


def test_a_file_without_a_name_means_all_its_statements(outside):
    outside.write_text(TRACKING + "FURTHER = MINE\nBOTH = (MINE, FURTHER)")
    assert [task.id for task in tasks([str(outside)])] == ["own.MINE", "own.FURTHER"]
    outside.write_text("x = 1")
    with pytest.raises(InputError, match=r"say which statement: FILE\.py:NAME; it states nothing"):
        tasks([str(outside)])


def test_two_files_cannot_share_an_id(outside, tmp_path):
    (tmp_path / "second.py").write_text(TRACKING + "# second")
    with pytest.raises(InputError, match=r"^id=own.MINE: stated in .*mine.py:MINE and in .*second.py:MINE"):
        tasks([f"{outside}:MINE", f"{tmp_path / 'second.py'}:MINE"])


def test_the_help_says_that_the_file_is_run(capsys):
    for command in ("verify", "claims", "check-witness"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "run as Python code" in " ".join(capsys.readouterr().out.split())


TYPED = "gossip:fixed,no-noisy: spread(t) <= most if eta <= 1/L, lam < 1 where most = max(spread(0), 0)"


def test_a_claim_is_typed_as_it_is_printed(capsys, tmp_path):
    (listed,) = document(capsys, "claims", TYPED)
    (form,) = listed["variants"]
    assert form["claim"] == "spread(t) <= most" and form["assume"] == ["eta <= 1/L", "lam < 1"]
    assert form["where"] == {"most": "max(spread(0), 0)"}
    (found,) = document(
        capsys, "verify", TYPED, "--seconds", "0.05", "--jobs", "2", "--witness", str(tmp_path)
    )
    assert found["verdict"] == "REFUTED"
    file = str(tmp_path / "own.claim.claim.json")
    assert document(capsys, "check-witness", file, "--theorem", TYPED)["refuted"]


def test_a_refuted_claim_shows_its_setting(capsys):
    assert main(["verify", "scalars:positive=a b: a**2 + b**2 <= 2*a*b", "--seconds", "0.1"]) == 0
    told = capsys.readouterr().out
    a, b = (Fraction(re.search(rf"^  {name} = (\S+)$", told, re.MULTILINE)[1]) for name in "ab")
    assert a**2 + b**2 > 2 * a * b


def test_a_typed_claim_is_proved(capsys):
    assert document(capsys, "prove", "scalars:positive=a b: 4/(a + b) <= 1/a + 1/b")["proved"]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (["spread(t) <= 1"], "FAMILY: CLAIM if"),
        (["gosip: spread(t) <= 1"], "did you mean gossip?"),
        (["extra: error2(t) <= 1"], "did you mean declared:extra?"),
        (["gossip: error2(t) = 0"], "== for an equality"),
        (["gossip: spread(t) <= 1 where c"], "NAME = FORMULA"),
        (["gossip: spread(t) <= c where c = 1, c = 2"], "each name once"),
        (["gossip: lam <= max(mu and L) if L >= 1"], "one comparison alone"),
        (["gossip: lam <= 1 if L <= max(mu and 1), mu < 1"], "one comparison alone"),
        (["gossip: 0 <= spread(t)", "gossip: 0 <= gap(t)"], "name each in a file"),
    ],
)
def test_a_typed_claim_that_is_none_is_refused(capsys, words, rule):
    assert main(["verify", *words]) == 2
    assert rule in capsys.readouterr().err
