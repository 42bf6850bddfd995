"""A variant of the library as the kernel reads it: its family, its formula, its assumptions and definitions."""

from __future__ import annotations

from typing import Any

from ...theorem import Theorem, Variant

# families whose W has several domains, and the one that records need not say
OF_SEVERAL = {
    **dict.fromkeys(("row-matrices", "push-sum", "push-sum-noise", "push-sum-sequence"), "rows"),
    "declared": "mixing",
}


def stated_as(stated: Theorem, variant: Variant) -> dict[str, Any]:
    """The field `statement` of a derivation's record; the kernel refuses it where the family has no table."""
    kind = stated.family_of(variant)
    forms, options = (kind, *kind.also), kind.options or {}
    usual = OF_SEVERAL.get(kind.name)
    told: dict[str, Any] = {
        p.name: p.domain.name for p in kind.parameters if usual and p.name == "W" and p.domain.name != usual
    }
    told |= {p.name: p.domain.word for p in kind.parameters if p.domain.printed is not None}
    return {
        **({"domains": told} if told else {}),
        "family": kind.name,
        "options": {key: [*value] if isinstance(value, tuple) else value for key, value in options.items()},
        "parameters": sorted({parameter.name for form in forms for parameter in form.parameters}),
        "sizes": {name: max(choices) for name, choices in kind.sizes.items()},
        "claim": variant.compared,
        "assume": list(variant.assume),
        "where": dict(variant.where),
        "first": -1 if stated.first is None else stated.first,
    }
