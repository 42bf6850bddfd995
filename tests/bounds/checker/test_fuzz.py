"""Real witnesses, one for each name that a formula reads, and what becomes of them when a part is changed.

`witnesses.json` holds the records, without their prose; the library wrote them.
"""

from __future__ import annotations

import copy
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixproof.bounds import Family, Variant, checker
from mixproof.bounds.checker import families
from mixproof.bounds.search.replay import replay
from mixproof.bounds.theorems import ALL
from mixproof.spectral.errors import InputError

RECORDS = json.loads(Path(__file__).with_name("witnesses.json").read_text(encoding="utf-8"))
LIGHT = [record for record in RECORDS if record["family"] != "account"]
DELETED = object()
JUNK = [
    *(DELETED, None, True, False, -1, 0, 1, 2, 3, 13, 400, 10**70, 1.5, float("nan")),
    *(
        "",
        "0",
        "1",
        "-1",
        "1/0",
        "1/3",
        "-7/2",
        "1e5",
        "9" * 100,
        "9" * 5000,
        "t",
        "x",
        "spread(t)",
        "0 < 1",
        "\0",
        "é",
    ),
    *([], [1], [[1]], ["1/2", "1/2"], [[["1"]]], {}, {"a": 1}, {"t": 1}),
]
SETTINGS = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record['id']}.{record['variant']}")
def test_real_witnesses_are_confirmed(record: dict[str, Any]) -> None:
    result = checker.check(record)
    assert result["refuted"], result["reason"]


def test_every_family_has_a_witness() -> None:
    assert {record["family"] for record in RECORDS} == families.FAMILIES.keys()


def paths(node: Any, here: tuple = ()) -> list[tuple]:
    """Where something stands in a record: keys and indices."""
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [here, *(path for key, part in parts for path in paths(part, (*here, key)))]


def changed(record: Any, path: tuple, change: Any) -> Any:
    """The record with the part at the path replaced, or as the change makes it of the old one."""
    if not path:
        return change(record) if callable(change) else None if change is DELETED else change
    result = copy.deepcopy(record)
    holder = result
    for key in path[:-1]:
        holder = holder[key]
    if change is DELETED:
        del holder[path[-1]]
    else:
        holder[path[-1]] = change(holder[path[-1]]) if callable(change) else change
    return result


def nearby(draw: st.DrawFn, part: Any) -> Any:
    """Something like the part: another number, a longer or shorter list, a formula with another sign or digit."""
    if isinstance(part, list) and part:
        return draw(st.sampled_from([part[:-1], [*part, part[0]], part[::-1], [part], part[0]]))
    if isinstance(part, int) and not isinstance(part, bool):
        return part + draw(st.sampled_from([-1, 1]))
    if isinstance(part, str) and re.search(r"[-+*/<>=0-9]", part):
        places = [found.start() for found in re.finditer(r"[-+*/<>=0-9]", part)]
        place = draw(st.sampled_from(places))
        return part[:place] + draw(st.sampled_from("+-*/<>=0123456789")) + part[place + 1 :]
    return draw(st.sampled_from([x for x in JUNK if x is not DELETED]))


@st.composite
def mutants(draw: st.DrawFn) -> Any:
    record = draw(st.sampled_from(LIGHT))
    path = draw(st.sampled_from(paths(record)))
    if draw(st.booleans()):
        return changed(record, path, draw(st.sampled_from(JUNK)))
    return changed(record, path, lambda part: nearby(draw, part))


def family_of(record: dict[str, Any]) -> Family | None:
    """The library's family of such settings."""
    for theorem in ALL:
        for variant in theorem.variants:
            family = theorem.family_of(variant)
            names = {*family.sizes, *(parameter.name for parameter in family.parameters)}
            same = family.name == record["family"] and dict(family.options or {}) == record["options"]
            if same and names == record["setting"].keys():
                return family
    return None


@SETTINGS
@given(mutants())
def test_a_changed_witness_is_refused_in_one_sentence_or_the_exact_run_confirms_it_too(record: Any) -> None:
    try:
        result = checker.check(record)
    except checker.NotAWitness as error:
        assert str(error) and len(str(error)) < 300
        return
    json.dumps(result)
    family = family_of(record) if result["refuted"] else None
    if family is None:
        return
    stated = Variant(
        "fuzzed",
        "",
        record["left"],
        record["right"],
        record["relation"],
        tuple(record["assume"]),
        record["where"],
    )
    try:
        setting = family.from_json(record["setting"])
        found = replay(ALL[0], replace(stated, family=family), setting, record["t"])
    except (InputError, IndexError):
        # no setting of the library's own family; a round after the end of its run
        return
    assert found.refuted, found.unmet


@pytest.mark.parametrize("left", ["lam", "lam_n", "gap(t)", "spread2(t)", "own", "connected", "lam_windows"])
def test_a_single_client_is_a_setting(left: str) -> None:
    setting = {"K": 1, "d": 1, "S": 1, "W": [[["1"]]], "eta": 1, "a": [[1]], "c": [[1]], "w0": [[1]]}
    claim = {
        "family": "gossip",
        "options": {},
        "assume": [],
        "where": {},
        "left": f"{left} + 1",
        "relation": "<=",
    }
    told = {"right": left, "right_value": "0", "left_value": "1", "setting": setting, "t": 1}
    one = {"format": "mixproof-witness-1", "id": "mine", "variant": "claim", **claim, **told}
    result = checker.check(one)
    assert result["refuted"] or "another number" in result["reason"]
    assert result["left"] == result["right"] + 1
