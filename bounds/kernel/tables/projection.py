"""Projections of weights, by devices in turn: dawo's Algorithm 2, or sweeps in which each projects its whole row."""

from __future__ import annotations

from dataclasses import replace

from ..table import Family, Kind, Table

PARTS = {"y": 1, "q": 1, "w": 1, "on": 1, "p": 1, "up": 1, "h": 0}


def onto(end: str, room: str = "1") -> dict[str, str]:
    """The facts of q_j = max(0, y_j - h), h >= 0 the least for which sum q <= room; on_j is 1 where it is y_j - h.

    Elsewhere on_j is 0. p is the same at the height `lower`; where that is below h, its sum is above room. w is any row
    with w_j >= 0 and sum w <= room. An entry that the device does not set is 0 in all four.
    """
    y, q, w, p, on, up = (f"{name}{end}[j]" for name in ("y", "q", "w", "p", "on", "up"))
    h, lower = f"h{end}", f"lower{end}"
    facts = {
        **{"set": f"{q} == {on}*({y} - {h})", "sign": f"{q} >= 0", "above": f"{q} >= {y} - {h}"},
        **{"whole": f"{on}**2 == {on}", "height": f"{h} >= 0", "within": f"sum(j, q{end}[j]) <= {room}"},
        **{"lower_set": f"{p} == {up}*({y} - {lower})", "up_low": f"{up} >= 0", "up_high": f"{up} <= 1"},
        "least": f"({h} - {lower})*(sum(j, p{end}[j]) - {room}) >= 0",
        **{"other": f"{w} >= 0", "other_within": f"sum(j, w{end}[j]) <= {room}"},
    }
    return {f"{name}{end}": text for name, text in facts.items()}


def lowered(end: str, room: str = "1") -> dict[str, str]:
    return {f"lower{end}": f"max(h{end} - ({room} - sum(j, q{end}[j]))/(2*K), 0)"}


# z has the pair weights when t devices of a sweep, or of sweeps one after the other, have projected their rows, from
# `moved` on; the next one turns its row y_row into q_row and takes `off` from z. w_row is that row of the feasible
# `other`.
SWEEP = Table(
    "",
    {f"{name}_row": arity for name, arity in PARTS.items()},
    {
        **onto("_row"),
        "row": "dot(off, other - z + off) == sum(j, (y_row[j] - q_row[j])*(w_row[j] - q_row[j]))",
    },
    moving=tuple(f"{name}_row" for name in PARTS),
    vectors={"off": {"still": True, "moving": True}, "moved": {"still": True}, "other": {"still": True}},
    states={"z": "z - off"},
    start={"z": "moved"},
    alike=("z",),
    lets=lowered("_row"),
    metrics={"left2": "sq(z - other)"},
)


def of(kind: Kind) -> Table:
    """The table of the family `projection`: names that end in 1 are of the first device, in d of that of most slack."""
    device = onto("d", "roomd")
    known = {name: device.pop(name) for name in ("withind", "leastd")}
    return replace(
        SWEEP,
        about="symmetric pair weights Y, which the devices project in turn, and feasible W: weights >= 0, no row "
        "above 1",
        numbers={**dict.fromkeys(("K", "room", "roomd"), 0), **SWEEP.numbers}
        | {f"{name}{end}": arity for end in "1d" for name, arity in PARTS.items()},
        facts={
            **{"K": "K > 0", "clients": "K >= 2", "device": "roomd >= room"},
            **SWEEP.facts,
            **onto("1"),
            **{name: text for name, text in device.items() if not name.startswith("other")},
        },
        natural=("K",),
        lets={
            **{**SWEEP.lets, **lowered("1"), **lowered("d", "roomd")},
            "slack": "2*hd*abs(sum(j, qd[j]) - roomd)",
            **{"first2": "sum(j, (q1[j] - y1[j])**2)", "first_other2": "sum(j, (w1[j] - y1[j])**2)"},
            **{"other2": "sq(moved - other)", "sweep_other2": "left2(K)"},
        },
        rules={name: ("", text) for name, text in known.items()},
        premises=dict.fromkeys(known, "room >= 0"),
    )


TABLES = {"projection": Family(of, "W Y", one="S")}
