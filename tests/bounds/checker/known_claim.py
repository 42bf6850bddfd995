"""Claims at round 0 with their proofs, which can be followed by hand: left is a part of right."""

from __future__ import annotations

from typing import Any

from mixproof.bounds.checker import claims

SPECTRUM: dict[str, Any] = {"spectrum": ["-1/4", "1/2"]}
PATH = [["2/3", "1/3", "0"], ["1/3", "1/3", "1/3"], ["0", "1/3", "2/3"]]  # eigenvalues 1, 2/3, 0
VALUES = {"L": "1", "mu": "1/2", "eta": "1/3", "lam": "1/2", "lam_n": "-1/4"}
DECAYING = {name: told for name, told in VALUES.items() if name != "eta"} | {"delta": "2", "Gamma": "6"}
OF_PATH = {"network": {"matrix": PATH}, "values": VALUES | {"lam": "2/3", "lam_n": "0"}}
OF_THREE = {"network": SPECTRUM | {"clients": 3}, "values": VALUES | {"K": "3"}}
SCALED = {"scaled": True, "network": SPECTRUM | {"clients": 3}, "values": VALUES | {"K": "3", "m": "6"}}


def given(*y: int, value: str = "1", **more: Any) -> dict[str, Any]:
    """A worst case whose proof are multipliers of its conditions, in quarters."""
    proof = {"denominator": "4", "conditions": list(y), "pairs": [], "psd": [], "skew": []}
    return {"value": value, "multipliers": proof, **more}


def record(left: str, right: str, case: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A claim at round 0."""
    entry = {"t": 0, "pieces": 1, "certificates": [case]}
    claim = {"kind": claims.KIND, "id": "by", "variant": "hand", "left": left, "right": right, "where": {}}
    return {
        **claim, "values": VALUES, "network": SPECTRUM, "scaled": False, "common": False, "rounds": [entry], **more,
    }  # fmt: skip


OWN = record("spread2(t)", "spread2(0)", given(4))


AT_0 = OWN["rounds"][0]


def proved(told: dict[str, Any]) -> bool:
    return bool(claims.check(told)["proved"])
