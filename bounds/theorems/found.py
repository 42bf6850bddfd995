"""Counterexamples that a search found and shrank, kept beside the hand-made ones: a verdict does not hang on a seed.

`found.json` holds one line for each variant that is refuted and has no example of its own that breaks it, `"id:label"`
and a setting; `benchmarks/keep_found.py` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ..theorem import Theorem

__all__ = ["KEPT", "kept", "with_found"]

KEPT = Path(__file__).with_name("found.json")


@cache
def kept() -> Mapping[str, Mapping[str, Any]]:
    """Variant, as "id:label", -> the setting kept for it."""
    return json.loads(KEPT.read_text(encoding="utf-8"))


def with_found(*stated: Theorem) -> tuple[Theorem, ...]:
    """The theorems, what is kept for a variant behind its own examples."""
    found = kept()

    def given(t: Theorem) -> Theorem:
        variants = tuple(
            replace(v, examples=(*v.examples, found[f"{t.id}:{v.label}"]))
            if f"{t.id}:{v.label}" in found
            else v
            for v in t.variants
        )
        return replace(t, variants=variants) if variants != t.variants else t

    return tuple(map(given, stated))
