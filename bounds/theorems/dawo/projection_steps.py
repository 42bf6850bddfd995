"""dawo, (22) to (26) and (37): the projection of Algorithm 2, one device after the other.

Device i keeps w_ij of the devices before it and projects its other weights onto {q >= 0, 1'q <= l_i}, l_i = 1 -
sum_{j<i} w_ij.

`dawo.eq-23`: `feasible`, the result is feasible: false. Nothing keeps earlier devices from giving device i more than 1
in all; Y = (y_12, y_13, y_23) = (0, 1, 1) leaves device 3 with l_3 = -1. The last device has nothing to set, so its
self-weight is never looked after. `equality`: 1'q = l_i, as the text calls it: false where the row is below l_i.
`own-row`: (26) solves (23) for the first device, true.
`dawo.eq-24`: nu (1'q - 1) = 0 is printed with 1: false for every device after the first; `repaired`, with l_i: true.
q_j = max(0, y_j - nu/2) with the smallest nu >= 0 that gives 1'q <= l_i ((25), (26)) meets the Karush, Kuhn and Tucker
conditions.
`dawo.eq-37`: W(n+1) = projection onto C of W(n) - gamma g. `nearest`: the sequential result is the nearest feasible
point: false where it is feasible too, since the first device keeps what a fair share would split: Y = (1, 0, 1)
becomes (1, 0, 0) at distance 1, (1/2, 0, 1/2) is at 1/sqrt 2. `nonexpansive`: it is no farther from any feasible W than
Y was, which is all that the proof of Proposition 4 uses: false, (1, 0, 1/2) becomes (1, 0, 0), which is farther from
(1/2, 1/2, 1/2). Distances are those of the pair weights; (22) to (26) never look at the diagonal.
`repaired`: let each device project its whole row, also the weights that earlier devices have set, onto {q >= 0,
1'q <= 1}, and sweep again until no row moves. Row i is then projected onto a convex set that contains every feasible W,
so no distance to a feasible W grows; repeated sweeps converge to a feasible point (alternating projections onto sets
with a common point). It need not be the nearest one; the proof of Proposition 4 does not ask for that.
"""

from ...families.projection import PROJECTION
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .projection_lines import SWEPT, nearest, tight

_SPLIT = {
    **{"K": 3, "S": 1, "Y": [[0, 1, 0], [1, 0, 1], [0, 1, 0]]},
    "W": [[["1/2", "1/2", 0], ["1/2", 0, "1/2"], [0, "1/2", "1/2"]]],
}
_AWAY = {
    **{"K": 3, "S": 1, "Y": [[0, 1, 0], [1, 0, "1/2"], [0, "1/2", 0]]},
    "W": [[[0, "1/2", "1/2"], ["1/2", 0, "1/2"], ["1/2", "1/2", 0]]],
}
_FEASIBLE = ("room >= 0", "own_after >= 0")

_OWN_ROW = f"{nearest('1')}claim by obtuse1 with w1[j] - q1[j] sum j"
_SLACK = f"""{tight("d", "roomd")}
let excess = sum(j, qd[j]) - roomd
size: abs(excess) <= Dd by cases abs(excess) == excess, abs(excess) == -excess
  case
    abs(excess) <= Dd by case, leftd
  case
    abs(excess) <= Dd by case
claim by tightd, size, heightd
"""


def _theorem(number: str, title: str, statement: str, *variants: Variant) -> Theorem:
    return Theorem(
        f"dawo.eq-{number}", title, f"dawo, ({number})", statement, PROJECTION, variants, first=None
    )


EQ_23 = _theorem(
    "23",
    "the sequential projection",
    "device i solves min ||q - w_i||^2 subject to 1'q <= l_i, q >= 0, and the result is feasible",
    Variant(
        "feasible",
        "0 <= own_after",
        statement="every self-weight is nonnegative afterwards",
        severity=Severity.SUBSTANCE,
        remains="Projecting whole rows, again until none moves, ends feasible.",
    ),
    Variant(
        "equality",
        "unused <= 0",
        statement="1'q = l_i",
        severity=Severity.TYPO,
        remains="1'q <= l_i, as the formula itself has it.",
    ),
    Variant(
        "own-row",
        "first2 <= first_other2",
        statement="(26) solves (23) for the first device",
        derivation=_OWN_ROW,
    ),
)
EQ_24 = _theorem(
    "24",
    "complementary slackness",
    "nu (1'q - 1) = 0",
    Variant(
        "main",
        "slack_printed <= 0",
        assume=("room >= 0",),
        severity=Severity.TYPO,
        remains="nu (1'q - l_i) = 0; for the first device the printed form is the same.",
    ),
    Variant(
        "repaired", "slack <= 0", statement="nu (1'q - l_i) = 0", assume=("room >= 0",), derivation=_SLACK
    ),
)
EQ_37 = _theorem(
    "37",
    "the projection onto the feasible set",
    "W(n+1) is the projection of W(n) - gamma g onto the feasible set",
    Variant(
        "nearest",
        "after2 <= other2",
        statement="no feasible W is nearer to Y than the sequential result, where that is feasible",
        assume=_FEASIBLE,
        examples=(_SPLIT,),
        severity=Severity.SUBSTANCE,
        remains=(
            "The sequential result is a feasible point in some cases, not the nearest one; project exactly, "
            "or sweep whole rows."
        ),
    ),
    Variant(
        "nonexpansive",
        "after_other2 <= other2",
        statement="the sequential result is no farther from a feasible W than Y was, where it is feasible",
        assume=_FEASIBLE,
        examples=(_AWAY,),
        severity=Severity.SUBSTANCE,
        remains="Sweeps of whole rows never move away from a feasible W.",
    ),
    Variant(
        "repaired",
        "sweep_other2 <= other2",
        statement="after a sweep in which each device projects its whole row, Y is no farther from a "
        "feasible W than before",
        derivation=f"{SWEPT}claim by I",
    ),
)
