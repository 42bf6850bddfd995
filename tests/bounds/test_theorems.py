"""Every theorem of the library: well formed, sourced, and evaluable; one conformance suite over ALL."""

import importlib
import pkgutil
import random
import re
import subprocess
import sys

import numpy as np
import pytest

import mixproof.bounds.theorems as theorems
from mixproof.bounds import PAPERS, evaluate, needs
from mixproof.bounds.dependencies import farthest
from mixproof.bounds.families.shared import GOSSIP
from mixproof.bounds.formula import FUNCTIONS
from mixproof.bounds.names import reader
from mixproof.bounds.theorem import scope
from mixproof.bounds.theorems import ALL, theorem
from mixproof.spectral.errors import InputError

VARIANTS = [pytest.param(t, v, id=f"{t.id}:{v.label}") for t in ALL for v in t.variants]


def test_ids_are_unique_and_well_formed():
    ids = [t.id for t in ALL]
    assert len(set(ids)) == len(ids)
    for t in ALL:
        assert re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", t.id)
        labels = [v.label for v in t.variants]
        assert len(set(labels)) == len(labels) and labels
        assert t.title and t.place and t.statement


def test_every_module_says_what_it_states():
    for module in pkgutil.walk_packages(theorems.__path__, "mixproof.bounds.theorems."):
        loaded = importlib.import_module(module.name)
        stated = [x for x in vars(loaded).values() if type(x).__name__ == "Theorem"]
        if stated and not module.ispkg:
            assert loaded.__doc__ and len(loaded.__doc__) > 150, module.name


def test_a_proved_variant_has_a_proof_to_read():
    homes = {
        value.id: module
        for name, module in sys.modules.items()
        if name.startswith("mixproof.bounds.theorems.")
        for value in vars(module).values()
        if type(value).__name__ == "Theorem" and not hasattr(module, "__path__")
    }
    for t in ALL:
        if any(v.holds for v in t.variants):
            assert t.id in homes, t.id
            assert len(homes[t.id].__doc__ or "") > 150, t.id


@pytest.mark.parametrize("t, v", VARIANTS)
def test_every_formula_can_be_evaluated(t, v):
    """Some sampled setting gives both sides and all assumptions a value: no name is missing or misspelt."""
    if v.vacuous:
        return
    family, source = t.family_of(v), random.Random(7)
    first = t.first or 0
    rounds = max(3 * first + 2, farthest(v, first))
    for _ in range(20):
        setting = family.sample(source)
        try:
            with np.errstate(all="ignore"):
                run = family.start(setting.sizes, setting.values, rounds)
                find = scope(v, reader(run, rounds), float(first))
                for formula in v.formulas:
                    formula.evaluate(find)
            return
        except (ArithmeticError, ValueError):
            continue  # e.g. lambda = 1 in a denominator
    pytest.fail("no setting of twenty gives the formulas a value")


def test_numbers_can_be_put_into_a_bound():
    t = theorem("decefl.theorem-1")
    v = t.variant("eq-5")
    given = {"Gamma": 2, "L": 1, "delta": 2, "eps0": 0, "lam": 0.5, "spread(0)": 2**0.5, "mu": 1}
    assert set(needs(v)) <= set(given)
    assert evaluate(t, v, given, t=2)["right"] == pytest.approx(2 * 2**0.5 / 4)
    with pytest.raises(InputError, match=r"delta\*mu > 1"):
        evaluate(t, v, {**given, "delta": 0.5})
    with pytest.raises(InputError, match="eps0"):
        evaluate(t, v, {k: x for k, x in given.items() if k != "eps0"})
    with pytest.raises(InputError, match="number"):
        evaluate(t, v, {**given, "lam": "half"})
    with pytest.raises(InputError, match="finite"):
        evaluate(t, v, {**given, "lam": float("nan")})


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("alidpfl.lemma-2:repaired", {"T": 0.5, "sigma": 0}),  # divides by zero
        ("alidpfl.lemma-2:repaired", {"T": 1e200, "sigma": 1e200}),  # overflows
        ("alidpfl.lemma-2:eq-18", {"T": 0.5, "i": 0.5, "q": 3, "sigma": 1}),  # a root of 1 - q
    ],
)
def test_a_bound_that_is_not_defined_is_one_sentence(id, values):
    name, _, label = id.partition(":")
    with pytest.raises(InputError, match=f"{id}: the bound is not defined there"):
        evaluate(theorem(name), theorem(name).variant(label), values)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"K": 2.5}, "K=2.5"),
        ({"K": 3}, "W="),
        ({"delta": float("inf")}, "not a setting of family gossip"),
        ({"delta": "1/0"}, "not a setting of family gossip"),
        ({"delta": "half"}, "not a setting of family gossip"),
        ({"c": [[0], [0, 0]]}, "c=|not a setting"),
    ],
)
def test_only_settings_of_the_family_are_read(change, said):
    setting = {
        "K": 2,
        "d": 1,
        "S": 1,
        "W": [[["1/2", "1/2"], ["1/2", "1/2"]]],
        "a": [[1], [1]],
        "c": [[0], [1]],
    }
    setting |= {"w0": [[0], ["-2/3"]], "s": [0, 0], "delta": 1, "Gamma": 2}
    assert GOSSIP.from_json(setting).to_json() == setting
    with pytest.raises(InputError, match=said):
        GOSSIP.from_json({**setting, **change})


def test_unknown_ids_and_variants_name_their_neighbours():
    with pytest.raises(InputError, match=r"did you mean .*decefl\.theorem-1"):
        theorem("decefl.theorem1")
    with pytest.raises(InputError, match="eq-5"):
        theorem("decefl.theorem-1").variant("eq-55")


def test_functions_are_no_names():
    assert all(not (v.free & FUNCTIONS) for t in ALL for v in t.variants)


@pytest.mark.parametrize("t, v", VARIANTS)
def test_a_refutation_says_how_grave_it_is_and_what_remains(t, v):
    false = not (v.holds or v.vacuous)
    assert (v.severity is not None) == false
    assert bool(v.remains) == false
    # a variant that the sentence sends its reader to is there, and holds
    for id, label in re.findall(r"`(?:([a-z]+\.[a-z0-9-]+):)?([a-z0-9-]+)`", v.remains):
        meant = (theorem(id) if id else t).variant(label)
        assert meant.holds, (t.id, v.label, label)


def test_only_the_papers_asked_for_are_loaded():
    script = (
        "import sys; from mixproof.experiments.campaigns.verdicts import select; select(['defed', 'nids.residual']);"
        "papers = {m.rpartition('.')[2] for m in sys.modules if m.startswith('mixproof.bounds.theorems.')};"
        f"print(*papers.intersection({theorems.CLASSICS!r}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["nids"]


def test_every_paper_can_be_cited():
    assert {t.paper for t in ALL} == set(PAPERS)
    for paper in PAPERS.values():
        assert paper.title and paper.authors and paper.year and paper.arxiv in paper.citation
    assert PAPERS["defed"].arxiv == PAPERS["decefl"].arxiv and "DeceFL" in PAPERS["defed"].note
