"""The library's kept derivations: the file `derivations/ID.VARIANT.json` of each, and what it proves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .theorem import Theorem, Variant

__all__ = ["FOLDER", "derived", "keep", "kept", "place"]

FOLDER = Path(__file__).parent / "derivations"


def place(stated: Theorem, variant: Variant) -> Path:
    """The file of a variant's derivation, where one is kept."""
    return FOLDER / f"{stated.id}.{variant.label}.json"


def kept() -> list[tuple[Theorem, Variant]]:
    """The statements whose derivations are kept, in the library's order."""
    from . import theorems

    return [(one, each) for one in theorems.ALL for each in one.variants if place(one, each).is_file()]


def derived(stated: Theorem, variant: Variant) -> dict[str, Any] | None:
    """What the kept derivation of a variant proves, as `checked` says it; None where none is kept."""
    file = place(stated, variant)
    if not file.is_file():
        return None
    from .proofs.derivation import checked

    return {**checked(stated, variant, json.loads(file.read_text())), "file": file.name}


def keep(ids: list[str]) -> int:
    """Find the derivations of these statements or variants (of all, if none is named) and keep their records."""
    from . import theorems
    from .proofs.derivation import prove

    papers = {id.split(".")[0] for id in ids}
    library = [one for paper in papers for one in theorems.of_paper(paper)] if ids else theorems.ALL
    failed = 0
    for stated in library:
        for variant in stated.variants:
            name = f"{stated.id}:{variant.label}"
            if not variant.derivation or (ids and not {stated.id, name} & set(ids)):
                continue
            result = prove(stated, variant, variant.derivation)
            if result.proved:
                FOLDER.mkdir(exist_ok=True)
                text = json.dumps(result.record, indent=0, separators=(",", ":"))
                place(stated, variant).write_text(text + "\n")
                unused = f"; not used: {', '.join(result.unused)}" if result.unused else ""
                print(f"{name}: PROVED{unused}")
            else:
                failed += 1
                print(f"{name}\n{result}")
    return int(bool(failed))
