"""The standalone checker: the numbers of the library's exact arithmetic, and no witness tampered with."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixproof.bounds import EXACT, Family, Setting, checker
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.checker.families import FAMILIES
from mixproof.bounds.checker.formulas import Scope
from mixproof.bounds.checker.gossip import Gossip
from mixproof.bounds.checker.intervals import Number
from mixproof.bounds.checker.vectors import square, times, top
from mixproof.bounds.theorems import ALL

from .known_witness import known_witness

FOLDER = Path(checker.__file__).parent
# families whose every claim is proved: there is no witness to check
WITHOUT_WITNESS = {"convolution", "kronecker", "link-moments", "push-sum-noise", "push-sum-sequence"}
LEAN = {"account", "local-steps", "mechanism", "noisy-steps"}  # the checker knows what unproved variants read


def names_by_family() -> Iterator[tuple[Family, list[tuple[str, bool]]]]:
    """Each family once, with the names that its theorems' formulas read, and whether at a round."""
    found: dict[str, tuple[Family, set[tuple[str, bool]]]] = {}
    for theorem in ALL:
        for variant in theorem.variants:
            family = theorem.family_of(variant)
            if family.name in LEAN and (variant.proved or variant.vacuous or family.name == "mechanism"):
                continue
            key = f"{family.name} {family.options} {family.sizes} {[p.name for p in family.parameters]}"
            names = found.setdefault(key, (family, set()))[1]
            for formula in variant.formulas:
                read = formula.free - {"t", *variant.where}
                names.update((name, name in formula.called) for name in read)
    yield from (
        (family, sorted(names)) for family, names in found.values() if family.name not in WITHOUT_WITNESS
    )


@pytest.mark.parametrize(("family", "names"), list(names_by_family()), ids=lambda x: getattr(x, "name", ""))
def test_every_name_has_the_value_of_the_exact_run(family: Family, names: list[tuple[str, bool]]) -> None:
    @settings(
        max_examples=3 if family.name == "account" else 8,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(family.strategy(), st.sampled_from([0, 1, 4]))
    def agree(setting: Setting, t: int) -> None:
        run = family.start(setting.sizes, setting.values, 7, EXACT)
        scope = Scope({}, FAMILIES[family.name](setting.to_json(), dict(family.options or {})), t)
        for name, called in names:
            try:
                meant = getattr(run, name)
                low, high = enclosure(EXACT.number(meant(t) if called else meant))
            except ArithmeticError:
                # an average of no rounds; a division in rounds that the checker need not reach
                continue
            try:
                ours = scope.name(name, t if called else None)
            except ArithmeticError as error:
                assert "too large" in str(error), name  # refused, as no file may keep the checker busy
                continue
            assert low <= ours.high and ours.low <= high, name
            assert low == high or not ours.exact, f"{name} is exact in the checker only"
            assert ours.high - ours.low <= Fraction(max(abs(ours.low), 1)) / 2**150, name

    agree()


def test_known_witness_by_hand() -> None:
    # The clients are at x and -x, x <- x/2 - eta (x - 1): 1, 1/2, 7/12, and 2 (7/12)^2 = 49/72 > 1/2.
    result = checker.check(known_witness())
    assert (result["refuted"], result["reason"]) == (True, "")
    assert result["left"] == pytest.approx(49 / 72) and result["right"] == pytest.approx(1 / 2)


def test_noise_is_the_mean_over_all_signs() -> None:
    record = known_witness()
    record["setting"]["v"] = [[1], ["1/2"]]
    found = Scope({}, Gossip(record["setting"], {}), 2).name("spread2", 2)
    total = Fraction(0)
    for signs in range(16):  # two rounds, two clients
        w = [Fraction(1), Fraction(-1)]
        for t in range(2):
            noise = [(-1) ** (signs >> (2 * t + k)) * x for k, x in enumerate((Fraction(1), Fraction(1, 2)))]
            mixed = [w[0] * Fraction(3, 4) + w[1] / 4, w[1] * Fraction(3, 4) + w[0] / 4]
            w = [m - Fraction(2, t + 2) * (x - c + e) for m, x, c, e in zip(mixed, w, (1, -1), noise)]
        total += (w[0] - w[1]) ** 2 / 2
    assert found == total / 16


@settings(max_examples=12, deadline=None)
@given(st.lists(st.fractions(-4, 4, max_denominator=12), min_size=3, max_size=6))
def test_largest_eigenvalue_is_exact_where_rational_and_enclosed_elsewhere(drawn: list[Fraction]) -> None:
    values, n = [Number(x) for x in drawn], len(drawn)
    v = [Number(i + 1) for i in range(n)]
    reflection = [[(i == j) - 2 * v[i] * v[j] / square(v) for j in range(n)] for i in range(n)]
    diagonal = [[values[i] * (i == j) for j in range(n)] for i in range(n)]
    found = top(times(reflection, times(diagonal, reflection)))
    assert found.exact and found == max(values)
    found = top([[Number(0), values[0]], [values[0], Number(1)]])  # (1 + sqrt(1 + 4 x^2))/2
    for end, side in ((found.low, 1), (found.high, -1)):
        assert side * ((2 * end - 1) ** 2 - 1 - 4 * drawn[0] ** 2) <= 0 and end >= 1


def run(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-I", str(folder), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_as_a_program(tmp_path: Path) -> None:
    good, bad, broken = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "broken.json"
    good.write_text(json.dumps(known_witness()))
    bad.write_text(json.dumps(known_witness() | {"t": 1}))
    broken.write_text(json.dumps(known_witness())[:-20])
    confirmed, refused = run(FOLDER, good), run(FOLDER, bad)
    assert confirmed.returncode == 0 and json.loads(confirmed.stdout)["refuted"] is True
    assert refused.returncode == 1 and json.loads(refused.stdout)["refuted"] is False
    for arguments in ((broken,), (tmp_path / "absent.json",), (tmp_path,), (), (good, bad)):
        result = run(FOLDER, *arguments)
        assert result.returncode == 2 and result.stdout == "" and len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (json.dumps(known_witness()).replace('"delta": 2', '"delta": 2.0'), "2.0 is not an exact number"),
        (json.dumps(known_witness() | {"t": float("nan")}), "NaN is not an exact number"),
        (json.dumps(known_witness()).replace('"t": 2', '"t": 1, "t": 2'), "a field is told twice"),
        ("[" * 100_000, "neither a witness nor a proof"),
        (" " * 10_000_001, "longer than 10000000"),
        ("[" + " " * 1_000_000 + "]", "longer than 1000000"),
        ("[1" + "0" * 5000 + "]", "neither a witness nor a proof"),
    ],
)
def test_files_that_are_no_record(tmp_path: Path, capsys, text: str, sentence: str) -> None:
    path = tmp_path / "witness.json"
    path.write_text(text)
    assert checker.main(str(path)) == 2
    said = capsys.readouterr()
    assert said.out == "" and sentence in said.err and len(said.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["checker", "a-copy 1.0", "random"])
def test_a_copied_folder_of_any_name_is_enough(tmp_path: Path, name: str) -> None:
    """Isolated from the environment, with no mixproof to import."""
    copy = tmp_path / name
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    witness = tmp_path / "witness.json"
    witness.write_text(json.dumps(known_witness()))
    blocked = "import sys; sys.modules['mixproof'] = None; import runpy; sys.argv = sys.argv[1:]; "
    words = [sys.executable, "-I", "-c", f"{blocked}runpy.run_path(sys.argv[0], run_name='__main__')"]
    result = subprocess.run([*words, str(copy), str(witness)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert run(copy, witness).stdout == result.stdout


def test_of_the_standard_library_alone_and_without_side_effects_of_imports() -> None:
    files, ahead = set(), {"__init__", "__main__"}  # what the program reaches
    while ahead:
        stem = ahead.pop()
        files.add(stem)
        assert stem.startswith("__") or stem not in sys.stdlib_module_names  # not to shadow it
        text = (FOLDER / f"{stem}.py").read_text(encoding="utf-8")
        assert "fmt: off" not in text and "noqa" not in text and "type: ignore" not in text
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.level:
                assert node.level == 1
                ahead |= ({node.module} if node.module else {alias.name for alias in node.names}) - files
            elif isinstance(node, ast.ImportFrom):
                assert node.module and node.module.split(".")[0] in sys.stdlib_module_names
            elif isinstance(node, ast.Import):
                assert all(alias.name in sys.stdlib_module_names for alias in node.names)
    assert {"witness", "formulas", "intervals", "families", "gossip"} <= files


def test_every_family_of_the_library_with_a_refuted_variant_is_in_the_table() -> None:
    families = {t.family_of(v).name for t in ALL for v in t.variants if not v.proved and not v.vacuous}
    assert families <= FAMILIES.keys()


def test_the_output_says_which_formulas_were_checked(tmp_path: Path) -> None:
    record = known_witness() | {"id": "dawo.eq-11", "statement": "The moon is made of cheese."}
    result = checker.check(record)
    assert result["refuted"] and not {"id", "variant", "statement"} & result.keys()
    assert result["checked"] == {name: record[name] for name in result["checked"]}
    assert {"family", "options", "assume", "where", "left", "relation", "right"} == result["checked"].keys()
    path = tmp_path / "witness.json"
    path.write_text(json.dumps(record))
    said = run(FOLDER, path)
    assert "whatever the id" in said.stderr and "dawo.eq-11" not in said.stdout
