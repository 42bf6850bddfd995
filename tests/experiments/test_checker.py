"""The standalone checker: the numbers of the library's exact arithmetic, and no witness tampered with."""

from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixproof.bounds import EXACT, Family, Setting
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.checker import checker, checker_links, checker_online, checker_private, checker_scalars  # noqa: F401
from mixproof.bounds.formula import FUNCTIONS
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL
from mixproof.bounds.theorems import theorem as stated

from .known_witness import known_witness

FILE = Path(checker.__file__)
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
            for text in (variant.left, variant.right, *variant.where.values(), *variant.assume):
                tree = ast.parse(text, mode="eval")
                called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)}  # type: ignore[attr-defined]
                read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
                names.update((name, name in called) for name in read - {"t"} - FUNCTIONS - set(variant.where))
    yield from (
        (family, sorted(names)) for family, names in found.values() if family.name not in WITHOUT_WITNESS
    )


@pytest.mark.parametrize(("family", "names"), list(names_by_family()), ids=lambda x: getattr(x, "name", ""))
def test_every_name_has_the_value_of_the_exact_run(family: Family, names: list[tuple[str, bool]]) -> None:
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(family.strategy(), st.sampled_from([0, 1, 4]))
    def agree(setting: Setting, t: int) -> None:
        run = family.start(setting.sizes, setting.values, 7, EXACT)
        find = checker.finder(
            {}, checker.FAMILIES[family.name](setting.to_json(), dict(family.options or {})), t
        )
        for name, called in names:
            try:
                meant = getattr(run, name)
                low, high = enclosure(EXACT.number(meant(t) if called else meant))
            except ZeroDivisionError:  # somewhere in the run's 7 rounds, which the checker need not reach
                continue
            ours = find(name, *[checker.exactly(t)] * called)
            assert low <= ours[1] and ours[0] <= high, name
            assert (low == high) == (ours[0] == ours[1]), f"{name} is exact on one side only"
            assert ours[1] - ours[0] <= Fraction(max(abs(ours[0]), 1)) / 2**150, name

    agree()


def test_known_witness_by_hand() -> None:
    # The clients are at x and -x, x <- x/2 - eta (x - 1): 1, 1/2, 7/12, and 2 (7/12)^2 = 49/72 > 1/2.
    result = checker.check(known_witness())
    assert (result["refuted"], result["reason"]) == (True, "")
    assert result["left"] == pytest.approx(49 / 72) and result["right"] == pytest.approx(1 / 2)


def test_noise_is_the_mean_over_all_signs() -> None:
    record = known_witness()
    record["setting"]["v"] = [[1], ["1/2"]]
    setting = checker.Gossip(record["setting"], {})
    found = checker.finder({}, setting, 2)("spread2", checker.exactly(2))[0]
    total = Fraction(0)
    for signs in range(16):  # two rounds, two clients
        w = [Fraction(1), Fraction(-1)]
        for t in range(2):
            noise = [(-1) ** (signs >> (2 * t + k)) * x for k, x in enumerate((Fraction(1), Fraction(1, 2)))]
            mixed = [w[0] * Fraction(3, 4) + w[1] / 4, w[1] * Fraction(3, 4) + w[0] / 4]
            w = [m - Fraction(2, t + 2) * (x - c + e) for m, x, c, e in zip(mixed, w, (1, -1), noise)]
        total += (w[0] - w[1]) ** 2 / 2
    assert found == total / 16


@settings(max_examples=30, deadline=None)
@given(st.lists(st.fractions(-4, 4, max_denominator=12), min_size=3, max_size=6))
def test_largest_eigenvalue_is_exact_where_rational_and_enclosed_elsewhere(values: list[Fraction]) -> None:
    n = len(values)
    v = [Fraction(i + 1) for i in range(n)]
    size = checker.sq(v)
    turn = [[(i == j) - 2 * v[i] * v[j] / size for j in range(n)] for i in range(n)]  # a reflection
    diagonal = [[values[i] * (i == j) for j in range(n)] for i in range(n)]
    assert checker.top(checker.times(turn, checker.times(diagonal, turn))) == (max(values), max(values))
    low, high = checker.top([[Fraction(0), values[0]], [values[0], Fraction(1)]])  # (1 + sqrt(1 + 4 x^2))/2
    for end, side in ((low, 1), (high, -1)):
        assert side * ((2 * end - 1) ** 2 - 1 - 4 * values[0] ** 2) <= 0 and end >= 1


def run(path: Path, name: str = "checker") -> subprocess.CompletedProcess[str]:
    program = str(FILE.with_name(f"{name}.py"))
    return subprocess.run(
        [sys.executable, "-I", program, str(path)], capture_output=True, text=True, check=False
    )


def test_as_a_program(tmp_path: Path) -> None:
    good, bad, broken = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "broken.json"
    good.write_text(json.dumps(known_witness()))
    bad.write_text(json.dumps(known_witness() | {"t": 1}))
    broken.write_text(json.dumps(known_witness())[:-20])
    assert run(good).returncode == 0 and json.loads(run(good).stdout)["refuted"] is True
    assert run(bad).returncode == 1 and json.loads(run(bad).stdout)["refuted"] is False
    for path in (broken, tmp_path / "absent.json", tmp_path):
        result = run(path)
        assert result.returncode == 2 and result.stdout == "" and len(result.stderr.splitlines()) == 1
    floats = copy.deepcopy(known_witness())
    floats["setting"]["delta"] = 2.0
    broken.write_text(json.dumps(floats))
    assert "2.0 is not an exact number" in run(broken).stderr
    broken.write_text(json.dumps(known_witness() | {"t": float("nan")}))
    assert "NaN is not an exact number" in run(broken).stderr


@pytest.mark.parametrize("path", sorted(FILE.parent.glob("checker*.py")), ids=lambda path: path.stem)
def test_small_and_of_the_standard_library_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 300
    beside = {other.stem for other in FILE.parent.glob("checker*.py")}
    for node in ast.walk(ast.parse(text)):
        modules = (
            [node.module or "checker"] if isinstance(node, ast.ImportFrom) else []
        )  # `from . import checker`
        modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        assert all(module.split(".")[0] in sys.stdlib_module_names | beside for module in modules)


@pytest.mark.parametrize("name", ["checker", "checker_scalars", "checker_private", "checker_links"])
def test_numbers_are_checked_by_any_of_the_files_alone(tmp_path: Path, name: str) -> None:
    t = stated("alidpfl.definition-3")
    verdict = verify(t, t.variant("condition"), 0.1)
    path = tmp_path / "witness.json"
    path.write_text(json.dumps(verdict.witness))
    assert run(path, name).returncode == 0
