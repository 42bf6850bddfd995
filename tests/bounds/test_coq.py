"""Derivations as files for Coq: they compile where coqc is installed, and what is false does not."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from mixproof.bounds.kept import kept, place
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.proofs.coq import Exported, Unsupported, export
from mixproof.bounds.proofs.coq.exporting import compiled
from mixproof.bounds.proofs.coq.terms import prelude
from mixproof.experiments.cli.main import main
from mixproof.spectral import InputError

from ..slow import sampled

coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian's coq)")
# noise, sums over rounds, an equation between vectors, numbers, the sign of one, sums over clients, a rule at two
# points, a rule under a premise, windows of rounds
FEW = (
    "defed.descent:second-moment-unscaled",
    "stich2019.weights:sum",
    "shi2015.mean-model:main",
    "stich2019.weights:telescoping",
    "ops.lemma-6:row-sums",
    "dawo.assumption-3:eigenvalues",
    "nesterov2004.descent:value",
    "decefl.si-eq-45:proof",
    "ops.lemma-6:uniform-late",
)


@pytest.mark.parametrize("name", FEW)
def test_a_file_is_self_contained_and_searches_for_nothing(name: str) -> None:
    found = export(name)
    assert isinstance(found, Exported) and found.accepted is None and found.lines > 10
    own = found.text.removeprefix(prelude())
    assert own != found.text and "Theorem claim :" in own and "Check claim." in own
    words = set(re.findall(r"\w+", own))
    assert not words & {"nra", "lia", "psatz", "admit", "Admitted", "Axiom", "Parameter"}
    assert "Admitted" not in prelude() and "Axiom" not in prelude()


def unbound(text: str) -> set[str]:
    """The clients of a lemma that no `fun` and no `intro` binds: what these bind is left out, innermost first."""
    while found := re.search(r"[(\[{]([^()\[\]{}]*)[)\]}]", text):
        inside = "" if re.search(r"\b(fun|intro)\b", found[1]) else found[1]
        text = f"{text[: found.start()]} {inside} {text[found.end() :]}"
    return set(re.findall(r"\b\w+'", text)) - set(re.findall(r"\bintro (\w+')", text))


@pytest.mark.parametrize(
    "name",
    (
        "ops.theorem-2:squared",  # a reciprocal under a sum over clients
        "dawo.eq-12:repaired",  # a number called h_row beside a given called row
        "nedic2015.push-sum:measured",  # a rule with a power
        "alidpfl.lemma-4:noise-free",  # an exponent that is a state
    ),
)
def test_every_name_is_declared_once_and_every_client_is_bound(name: str) -> None:
    own = export(name).text.removeprefix(prelude())
    declared = re.findall(r"^(?:Variable|Hypothesis|Definition|Lemma|Theorem) (\w+)", own, re.MULTILINE)
    assert len(set(declared)) == len(declared)
    for stated in re.findall(r"^(?:Lemma|Hypothesis) [^\n]+(?:\nProof[^\n]+)?", own, re.MULTILINE):
        clients = " ".join(re.findall(r"(?:forall |\()((?:\w+' )+): Client", stated))
        assert unbound(stated) <= set(clients.split()), stated
    assert not re.search(r"\bNone\b", own)


def test_where_w_need_not_be_symmetric_its_adjoint_too_keeps_what_is_alike() -> None:
    text = export("chen2012.diffusion:common-minimum").text
    assert "forall u v, dot (W u) v = dot u (W_adjoint v)" in text
    assert re.search(r"^Lemma kept_\d+ : W_adjoint o = o\.", text, re.M)


@coqc
@pytest.mark.parametrize("name", sampled(FEW, 3))
def test_coq_accepts_what_the_kernel_accepts(name: str) -> None:
    found = export(name, compile=True)
    assert found.accepted, found.reason


@coqc
def test_coq_refuses_a_changed_claim_a_changed_line_and_a_hypothesis_left_out() -> None:
    text = export("stich2019.weights:sum").text
    changed = (
        text.replace("(INR T ^ 3) / 3) <=", "(INR T ^ 3) / 2) <="),
        re.sub(r"\(ratio 2 3\)", "(ratio 3 3)", text),
        re.sub(r"Hypothesis h_assume1 [^\n]*\n", "", text),
    )
    for false in changed:
        assert false != text
        assert not compiled(false)["accepted"]


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "claim.v"
    assert main(["export", "stich2019.weights:sum", "--coq", str(file)]) == 0
    assert "lines beyond the prelude" in capsys.readouterr().out and "Theorem claim" in file.read_text()


def test_a_claim_of_ones_own_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed, record = "scalars:positive=a b: 4/(a + b) <= 1/a + 1/b", str(tmp_path / "record.json")
    assert main(["prove", typed, "--out", record]) == 0
    written = []
    for what in (typed, record):
        file = tmp_path / f"{len(written)}.v"
        assert main(["export", what, "--coq", str(file)]) == 0
        written.append(file.read_text())
    assert "Theorem claim" in written[0] and written[0] == written[1]
    assert main(["export", typed.replace("1/b", "1/(2*b)"), "--coq", str(tmp_path / "false.v")]) == 2
    assert "is false" in capsys.readouterr().err and not (tmp_path / "false.v").exists()


def test_what_cannot_be_exported_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="kept derivation"):
        export("decefl.theorem-1:eq-5")
    with pytest.raises(InputError, match="record"):
        export(3)
    (tmp_path / "taken").write_text("")
    with pytest.raises(InputError):
        export("stich2019.weights:sum", tmp_path / "taken" / "claim.v")


@pytest.mark.skipif(shutil.which("coqc") is not None, reason="coqc is installed")
def test_compiling_without_coq_is_told() -> None:
    with pytest.raises(InputError, match="coqc"):
        export("stich2019.weights:sum", compile=True)


def total(t: int, f: Callable[[int], float]) -> float:
    return sum(map(f, range(t)))


def sides(text: str) -> tuple[str, str, str] | None:
    """A comparison as it is printed, or in Coq, as Python's: left, sign, right; None if it is none of numbers alone."""
    text = re.sub(
        r"\b(\w+?)_\b", r"\1", text.replace("^", "**")
    )  # w_ is w, which means something else in the file
    text = re.sub(r"before (\w+) \(fun (\w+) => ", r"total(\1, lambda \2: ", text)
    text = re.sub(r"\bsum\((\w+) < (\w+), ", r"total(\2, lambda \1: ", text)
    text = re.sub(r"\bINR (\w+)", r"\1", text).replace("T", "t").replace(" = ", " == ")
    found = re.fullmatch(r"([^<=>]+) (<=|<|==|>=|>) ([^<=>]+)", text)
    if found is None or re.search(r"\w \w|\w \(", re.sub(r"lambda \w+:", "", text)):
        return None
    left, sign, right = found.groups()
    return (right, sign.replace(">", "<"), left) if sign[0] == ">" else (left, sign, right)


def spelled(text: str, lets: Mapping[str, str]) -> str:
    """A formula with its definitions put in."""
    for _ in lets:
        for name, told in lets.items():
            text = re.sub(rf"\b{re.escape(name)}\b(?!\()", f"({told})", text)
    return text


def alike(one: str, other: str) -> bool | None:
    """Whether two comparisons have one sign, and sides equal at a few numbers; None where that is not seen."""
    first, second = sides(one), sides(other)
    if first is None or second is None:
        return None
    names = sorted(set(re.findall(r"[A-Za-z]\w*", " ".join((*first, *second)))) - {"total", "lambda"})
    for seed in range(3):
        values: dict[str, object] = {x: 1.1 + math.sin(3 * i + seed) ** 2 for i, x in enumerate(names)}
        values |= {"t": 2 + seed, "total": total}
        for x, y in zip(first[::2], second[::2]):
            try:
                if not math.isclose(eval(x, values), eval(y, values), rel_tol=1e-9):
                    return False
            except (SyntaxError, NameError, TypeError):
                return None
    return first[1] == second[1]


def test_a_theorem_is_the_claim_and_its_hypotheses_are_the_table_s() -> None:
    """Names of all hypotheses of every 60th derivation; values where claim and facts are of numbers alone.

    `benchmarks/coq.py` exports and compiles all derivations.
    """
    seen: Counter[str] = Counter()
    for stated, variant in kept()[::60]:
        record = json.loads(place(stated, variant).read_text())
        own = statement(record["statement"])
        table = own.table
        try:
            text = export(record).text.removeprefix(prelude())
        except Unsupported:
            seen["missing"] += 1
            continue
        lets = {**table.lets, **own.where}
        given = {f"assume{i}": told for i, told in enumerate(own.assume, 1)} | dict(table.facts)
        operators = "|".join(("J", *(op for op in table.operators)))
        allowed = "|".join(
            (
                rf"h_({'|'.join([*given, 'first', 'end'])})[a-f]?",
                rf"rule_({'|'.join([*table.rules, '0'])})",
                rf"({'|'.join([*own.book().setting.states, '0'])})_?_(next|start)",
                r"\w+_(still|flat)|(fresh|moment)_\d+",
                rf"({'|'.join([*table.rows, '0'])})_?_row_\d",
                rf"({operators})(_adjoint)?_?_(linear|symmetric|J)|J_({operators})(_adjoint)?_?",
            )
        )
        for name, told in re.findall(r"Hypothesis (\w+) : ([^\n]+)\.\n", text):
            followed = {step["state"] for step in record["steps"] if "state" in step}
            assert re.fullmatch(allowed, name) or name.rpartition("_")[0].rstrip("_") in followed, name
            if (fact := name.removeprefix("h_")) in given and (
                same := alike(spelled(given[fact], lets), told)
            ) is not None:
                assert same, (given[fact], told)
                seen["facts"] += 1
        (claim,) = re.findall(r"Theorem claim : ([^\n]+)\.\n", text)
        if (same := alike(spelled(own.claim, lets), claim)) is not None:
            assert same, (own.claim, claim)
            seen["claims"] += 1
    assert seen["facts"] >= 60 and seen["claims"] >= 1 and seen["missing"] <= 3, seen


def test_what_a_changed_claim_would_look_like_is_seen() -> None:
    assert alike(
        "t**3/3 <= sum(s < t, (a + s)**2)", "((INR T ^ 3) / 3) <= (before T (fun s0 => ((a + INR s0) ^ 2)))"
    )
    assert alike("a >= b", "b <= a") and not alike("a >= b", "b < a") and not alike("a >= b", "a <= b")
    assert alike("a <= b*K", "a <= 2 * b * INR K") is False
