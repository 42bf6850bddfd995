"""Derivations as files for Coq: they compile where coqc is installed, and what is false does not."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from mixproof.bounds.kept import kept
from mixproof.bounds.proofs.coq import Exported, export
from mixproof.bounds.proofs.coq.exporting import compiled
from mixproof.bounds.proofs.coq.terms import prelude
from mixproof.experiments.cli.main import main
from mixproof.spectral import InputError

coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian's coq)")
# numbers, sums over rounds, a rule at two points, noise, an equation between vectors, a rule under a premise
FEW = (
    "stich2019.weights:telescoping",
    "stich2019.weights:sum",
    "nesterov2004.descent:value",
    "defed.descent:second-moment-unscaled",
    "shi2015.mean-model:main",
    "decefl.si-eq-45:proof",
)


@pytest.mark.parametrize("name", FEW)
def test_a_file_is_self_contained_and_searches_for_nothing(name: str) -> None:
    found = export(name)
    assert isinstance(found, Exported) and found.accepted is None and found.lines > 10
    own = found.text.removeprefix(prelude())
    assert (
        own != found.text and "Theorem claim :" in own and own.rstrip().endswith("Print Assumptions claim.")
    )
    words = set(re.findall(r"\w+", own))
    assert not words & {"nra", "lia", "psatz", "admit", "Admitted", "Axiom", "Parameter"}
    assert "Admitted" not in prelude() and "Axiom" not in prelude()


@coqc
@pytest.mark.parametrize("name", FEW)
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


def test_a_kept_derivation_is_exported_or_told_why() -> None:
    """Every fifth; `benchmarks/coq.py` exports and compiles all of them."""
    from mixproof.bounds.proofs.coq import Unsupported

    missing, all_ = [], kept()[::5]
    for stated, variant in all_:
        try:
            assert "Theorem claim" in export(f"{stated.id}:{variant.label}").text
        except Unsupported as error:
            missing.append(str(error))
    # sums over clients and links are the kernel's alone
    other = [why for why in missing if why != "a sum over an index"]
    assert len(other) <= len(all_) // 5 and len(missing) <= len(all_) // 2, missing
