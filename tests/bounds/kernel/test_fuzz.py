"""Witnesses of the library, and what becomes of them when a part is changed."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixproof.bounds.kernel.records import decide

from .known import known_witness
from .test_library_witnesses import witnesses

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


@cache
def real() -> list[dict[str, Any]]:
    """One witness of each family among those of a few papers, without their prose."""
    found = {}
    for paper in ("decefl", "defed", "dawo", "alidpfl"):
        for _, _, record in witnesses(paper):
            del record["label"]
            found.setdefault(record["claim"]["family"], json.loads(json.dumps(record)))
    return [known_witness(), *found.values()]


def paths(node: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a record: keys and indices."""
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [here, *(path for key, part in parts for path in paths(part, (*here, key)))]


def changed(record: Any, path: tuple[Any, ...], change: Any) -> Any:
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
    record = draw(st.sampled_from(real()))
    path = draw(st.sampled_from(paths(record)))
    if draw(st.booleans()):
        return changed(record, path, draw(st.sampled_from(JUNK)))
    return changed(record, path, lambda part: nearby(draw, part))


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutants())
def test_a_changed_witness_is_decided_in_one_sentence(record: Any) -> None:
    decision = decide(record)
    assert decision.sentence.startswith(decision.word) and "\n" not in decision.sentence
    if decision.confirmed:  # what was changed is said, or makes no difference to what is said
        claim = record["claim"]
        assert all(text in decision.sentence for text in (claim["claim"], *claim["assume"]))
        assert claim["claim"].count("=") <= 2
    else:
        assert len(decision.sentence) < 500
