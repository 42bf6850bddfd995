"""Check a list of proofs of one claim, each for some of what it speaks of: other constants, rounds or networks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .psd import NotACertificate, need

__all__ = ["KIND", "NotACertificate", "check"]

KIND = "grid"
MOST = 1000  # proofs in a record


def check(record: Any, check_proof: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """{proved, what, reason, checked, limits}: limits are those of each proof; NotACertificate for what is no grid.

    check_proof: of each proof, whatever its kind
    """
    need(isinstance(record, Mapping) and record.get("kind") == KIND, f"not a record of kind {KIND}")
    proofs = record.get("proofs")
    need(type(proofs) is list and 0 < len(proofs) <= MOST, f"proofs are no list of 1 to {MOST}")
    assert isinstance(proofs, list)
    need(
        all(isinstance(proof, Mapping) and proof.get("kind") != KIND for proof in proofs),
        "a proof in the grid is no record, or a grid itself",
    )
    found = [check_proof(proof) for proof in proofs]
    need(all("checked" in each for each in found), "a proof in the grid is of no claim")
    need(all(each["checked"] == found[0]["checked"] for each in found), "the proofs are of different claims")
    reasons = [f"proof {i}: {each['reason']}" for i, each in enumerate(found) if not each["proved"]]
    return {
        "proved": not reasons,
        "what": f"{len(found)} proofs; " + "; ".join(each["what"] for each in found),
        "reason": "; ".join(reasons),
        "checked": found[0]["checked"],
        "limits": {"any of": [each["limits"] for each in found]},
    }
