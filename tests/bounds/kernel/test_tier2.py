"""The second tier of the kernel: the numbers of the library's exact runs, on drawn settings of every family."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mixproof.bounds import EXACT, Family, Setting
from mixproof.bounds.arithmetic import enclosure, flint_numbers
from mixproof.bounds.kernel.exact import STANDARD, Numbers
from mixproof.bounds.kernel.text import Undefined
from mixproof.bounds.kernel.tier2 import FAMILIES
from mixproof.bounds.theorems import ALL

FASTER = flint_numbers()


def families() -> Iterator[tuple[Family, list[tuple[str, bool]]]]:
    """Each family of the tier once, with the names that formulas read of it, and whether at a round."""
    found: dict[str, tuple[Family, set[tuple[str, bool]]]] = {}
    for theorem in ALL:
        for variant in theorem.variants:
            family = theorem.family_of(variant)
            if family.name in FAMILIES and not variant.vacuous:
                key = f"{family.name} {family.options} {family.sizes} {[p.name for p in family.parameters]}"
                names = found.setdefault(key, (family, set()))[1]
                for formula in variant.formulas:
                    read = formula.free - {"t", *variant.where}
                    names.update((name, name in formula.called) for name in read)
    yield from ((family, sorted(names)) for family, names in found.values())


@pytest.mark.parametrize(("family", "names"), list(families()), ids=lambda x: getattr(x, "name", ""))
def test_every_name_has_the_value_of_the_exact_run(family: Family, names: list[tuple[str, bool]]) -> None:
    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    @given(family.strategy(), st.sampled_from([0, 1, 4]))
    def agree(setting: Setting, t: int) -> None:
        assume(family.name != "noisy-steps" or is_private(setting))
        run = family.start(setting.sizes, setting.values, 7, EXACT)
        kernel = FAMILIES[family.name](setting.to_json(), dict(family.options or {}), STANDARD)
        faster = FAMILIES[family.name](setting.to_json(), dict(family.options or {}), FASTER)
        assert kernel.described == faster.described and kernel.described.startswith("second tier: ")
        for name, called in names:
            if family.name == "noisy-steps" and called and t == 0:
                continue  # the library's bounds speak of t >= 1
            try:
                meant = getattr(run, name)
                low, high = enclosure(EXACT.number(meant(t) if called else meant))
            except ArithmeticError:  # an average of no rounds, more outcomes than the library follows
                continue
            try:
                least, most = ours(kernel, name, t if called else None)
            except (
                Undefined
            ) as why:  # the library reads the first of several paths there, or integrates in floats
                assert "a random number stands" in str(why), name
                continue
            assert low <= most and least <= high, name
            below, above = ours(faster, name, t if called else None, FASTER)
            assert below <= most and least <= above, name
            assert low == high or least < most, f"{name} is exact in the kernel only"
            assert most - least <= Fraction(max(abs(least), 1)) / 2**150, name

    agree()


@pytest.mark.parametrize(("family", "names"), list(families()), ids=lambda x: getattr(x, "name", ""))
def test_names_that_no_theorem_reads(family: Family, names: list[tuple[str, bool]]) -> None:
    for seed in range(2):
        setting = family.sample(Random(seed))
        if family.name == "noisy-steps" and not is_private(setting):
            continue
        run = family.start(setting.sizes, setting.values, 7, EXACT)
        kernel = FAMILIES[family.name](setting.to_json(), dict(family.options or {}), STANDARD)
        for name, t in [
            *((name, None) for name in kernel.constants),
            *((name, 2) for name in kernel.metrics),
        ]:
            try:
                meant = getattr(run, name)
                low, high = enclosure(EXACT.number(meant if t is None else meant(t)))
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                continue  # the library does not have it, or not for this setting
            try:
                least, most = ours(kernel, name, t)
            except Undefined as why:
                assert "a random number stands" in str(why), name
                continue
            assert low <= most and least <= high, name


def is_private(setting: Setting) -> bool:
    """Whether a batch is one, and clipping at C does nothing."""
    b = setting.values["b"]
    return bool(setting.values["B"].item() <= b.shape[1] and abs(b).max() <= setting.values["C"].item())


def ours(kernel: Any, name: str, t: int | None, numbers: Numbers = STANDARD) -> tuple[Fraction, Fraction]:
    """The ends of a constant or a metric."""
    if t is not None:
        return numbers.ends(kernel.metrics[name](t))
    value = kernel.constants[name]
    return numbers.ends(value() if callable(value) else value)
