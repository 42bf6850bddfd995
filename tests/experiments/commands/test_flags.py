"""The command line speaks of flags, the library of arguments: hostile command lines, one sentence each."""

from __future__ import annotations

import pytest

import mixproof
from mixproof.bounds.families.shared import gossip
from mixproof.experiments.cli.main import main
from mixproof.spectral.errors import InputError
from mixproof.weightopt import optimize

SAID = [
    ("spectrum ring:n=5 --signed", "--signed: speaks of --matrix FILE"),
    ("spectrum ring:n=5 --weights nope", "--weights=nope: one of uniform"),
    ("spectrum --matrix w.txt", "--matrix=w.txt: a file ending in"),
    ("spectrum --matrix missing.csv", "--matrix=missing.csv: no such file"),
    ("optimize ring:n=5 --gap -1", "--gap=-1.0: a certified gap"),
    ("optimize ring:n=5 --gap nan", "--gap=nan: a certified gap"),
    (
        "optimize ring:n=5 --objective learning --step-curvature 0",
        ": --step-curvature=0.0: a finite number > 0",
    ),
    ("optimize ring:n=5 --objective learning --step-curvature 2", ": --step-curvature=2.0: < 2"),
    ("optimize ring:n=5 --step-curvature 1", ": --step-curvature: speaks of objective learning"),
    ("optimize ring:n=5 --time-limit 0", "--time-limit=0.0: seconds"),
    ("optimize ring:n=5 --objective x", "--objective=x: one of mean"),
    ("optimize ring:n=5 --method x", "--method=x: auto or one of"),
    ("optimize ring:n=5 --transport x", "--transport=x: in-process"),
    ("optimize star:n=5 --method best-constant", "on this network, unless --signed"),
    ("optimize ring:n=5 --transport lossy --seed -1", "--seed=-1: an integer >= 0"),
    ("optimize er:n=5,p=0.5,seed=-1", " seed=-1: at least 0"),  # not the flag --seed
    ("optimize ring:n=2", " n=2: at least 3"),
    ("optimize ring:n=5 --out nowhere/w.csv", "--out=nowhere/w.csv: a file ending in"),
    ("compare ring:n=5 --method nope", "--method=nope: one of fast"),
    ("verify defed --jobs 0", "--jobs=0: an integer from 1"),
    ("verify defed --seconds -1", "--seconds=-1.0: a finite number > 0"),
    ("verify defed --seed -1", "--seed=-1: an integer >= 0"),
    ("verify defed --mpi", "--mpi: "),
    ("verify nope", "id=nope: not a statement"),
    ("run defed-binary --data nope", "--data=nope: known: digits"),
    ("run defed-binary --rounds -1", "--rounds=-1: an integer >= 1"),
    ("run defed-binary --rate 0", "--rate=0.0: a step is positive"),
    ("run defed-binary --seeds 5..1", "--seeds=5..1: A..B"),
    ("report --seconds nan", "--seconds=nan: a finite number"),
    ("optimize ring:n=5 --gap x", "argument --gap: invalid number value: 'x'"),
    ("verify defed --jobs \u0663", "argument --jobs: invalid integer value"),
    ("verify defed --seed 1_0", "argument --seed: invalid integer value: '1_0'"),
    ("optimize ring:n=5 --gap 1_0", "argument --gap: invalid number value: '1_0'"),
    ("privacy --noise 2 --steps 9 --sample 1/0", "argument --sample: invalid number value: '1/0'"),
    ("privacy --noise 2 --steps 9 --sample 1/2/3", "argument --sample: invalid number value"),
    ("check-witness missing.json", "witness=missing.json: no such file"),
    ("optimise ring:n=5", "command=optimise: did you mean optimize?"),
    ("prove nothing --at L=1", "algorithm=nothing: is none of dgd"),
]


@pytest.mark.parametrize("line, said", SAID, ids=[line for line, _ in SAID])
def test_bad_input_is_said_in_flags(line, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert said in told.err and "=True" not in told.err and "<U" not in told.err


def test_a_rate_may_be_a_fraction(capsys):
    assert main(["privacy", "--noise", "2", "--steps", "9", "--sample", "128/256", "--json"]) == 0
    assert '"sample": 0.5' in capsys.readouterr().out


def test_the_library_speaks_python():
    for ask, said in (
        (lambda: optimize("ring:n=5", gap=-1), "gap=-1: a certified gap"),
        (lambda: optimize("star:n=5", method="best-constant"), ", unless signed=True"),
        (lambda: optimize("ring:n=5", time_limit=0), "time_limit=0: seconds"),
        (lambda: mixproof.claim("left <=", family=gossip()), "="),
    ):
        with pytest.raises(InputError) as error:
            ask()
        assert said in str(error.value) and "--" not in str(error.value)


def test_the_version_is_that_of_the_installed_package(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"mixproof {mixproof.__version__}\n"
