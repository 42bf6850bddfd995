"""ALI-DPFL, the end of Theorem 2's proof: Jensen's inequality, (37), and the maximum of x - x^3.

X = F(w(T)) - F* in (0, 1), here of two values x, y with probabilities p, 1 - p; A stands for T (eta phi - rho
h(tau)/(tau lambda^2)), known to satisfy E(1/X) >= A. Printed: 1/E(X^3) >= E(1/X^3) > E(1/X) >= A, so E(X^3) <
1/A (37), so E(X) < 1/A + sqrt(3)/3, as x - x^3 <= sqrt(3)/3.

`first`: 1/x is convex, so Jensen says 1/E(X^3) <= E(1/X^3), the reverse (`repaired`); equality only for
constant X. `second` is true: 1/x^3 > 1/x on (0, 1). `chain`, (37) and `conclusion` fail with it: E(1/X) is
made large by rare small values that hardly move E(X). So no lower bound on E(1/X) bounds E(X) from above, and
no small repair exists for a random X; for a constant X the conclusion is X <= 1/A, without sqrt(3)/3.

The maximum of x - x^3 on (0, 1) is 2 sqrt(3)/9 = 0.385, not sqrt(3)/3 = 0.577, which is where it is attained
(`main` against `repaired`); as an upper bound sqrt(3)/3 is true and not sharp (`upper-bound`). Proof: x^3 - x
+ 2 sqrt(3)/9 = (x - 1/sqrt(3))^2 (x + 2/sqrt(3)) >= 0.
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_TWO = scalars(x=UNIT, y=UNIT, p=UNIT)
_INSIDE = ("0 < x < 1", "0 < y < 1")
_MEANS = {
    "cube": "p*x**3 + (1 - p)*y**3",
    "inverse": "p/x + (1 - p)/y",
    "inverse_cube": "p/x**3 + (1 - p)/y**3",
}
_HALVES = {"x": "1/2", "y": "1/4", "p": "1/2"}
_RARE = {"x": "1/1000", "y": "9/10", "p": "1/10"}


_REMAINS = "For a constant X it follows that X <= 1/A (`alidpfl.eq-37:repaired`)"

# E(1/X^3) > E(1/X): gx, gy, and a line for each chance that is large; `line` is the name that it gets.
SECOND = """
gx: 1/x**3 > 1/x by 0 < x, x < 1
gy: 1/y**3 > 1/y by 0 < y, y < 1
{line}inverse < inverse_cube by cases p >= 1/2, p <= 1/2
  case
    p > 0 by case
    one: p/x < p/x**3 by gx, p > 0
    inverse < inverse_cube by one, gy, p <= 1
  case
    1 - p > 0 by case
    two: (1 - p)/y < (1 - p)/y**3 by gy, 1 - p > 0
    inverse < inverse_cube by two, gx, p >= 0
"""

_DERIVED = {
    "repaired": """
cubes: p*x**3 + (1 - p)*y**3 > 0 by cases p >= 1/2, p <= 1/2
  case
    p > 0 by case
    cubes2: p*x**3 + (1 - p)*y**3 > 0 by case, p > 0, p <= 1
  case
    1 - p > 0 by case
    cubes3: p*x**3 + (1 - p)*y**3 > 0 by case, 1 - p > 0, p >= 0
claim by p >= 0, p <= 1 with x**3 - y**3 over cubes
""",
    "second": SECOND.format(line="") + "claim\n",
}


def _means(
    label: str,
    statement: str,
    left: str,
    right: str,
    relation: str = "<=",
    *examples: dict[str, str],
    remains: str = _REMAINS,
) -> Variant:
    return Variant(
        label,
        f"{left} {relation} {right}",
        statement=statement,
        assume=_INSIDE,
        where=_MEANS,
        derivation=_DERIVED.get(label, ""),
        severity=Severity.SUBSTANCE if examples else None,
        remains=remains if examples else "",
        examples=examples,
    )


JENSEN = Theorem(
    id="alidpfl.jensen",
    title="Jensen's inequality for 1/x^3",
    place="ALI-DPFL, proof of Theorem 2, before (37)",
    statement="1/E(X^3) >= E(1/X^3) > E(1/X) for X in (0, 1)",
    family=_TWO,
    first=None,
    variants=(
        _means(
            "first",
            "1/E(X^3) >= E(1/X^3)",
            "inverse_cube",
            "1/cube",
            "<=",
            _HALVES,
            remains="Jensen's inequality, which says the reverse (`repaired`)",
        ),
        _means("second", "E(1/X^3) > E(1/X)", "inverse", "inverse_cube", "<"),
        _means("chain", "1/E(X^3) >= E(1/X)", "inverse", "1/cube", "<=", _RARE),
        _means("repaired", "1/E(X^3) <= E(1/X^3)", "1/cube", "inverse_cube"),
    ),
)

EQ_37 = Theorem(
    id="alidpfl.eq-37",
    title="from E(1/X) >= A to E(X^3) and E(X)",
    place="ALI-DPFL, proof of Theorem 2, (37) and after",
    statement="E(1/X) >= A implies E(X^3) < 1/A and E(X) < 1/A + sqrt(3)/3",
    family=_TWO,
    first=None,
    variants=(
        _means("main", "E(X^3) < 1/A at A = E(1/X)", "cube", "1/inverse", "<", _RARE),
        _means(
            "conclusion",
            "E(X) < 1/A + sqrt(3)/3 at A = E(1/X)",
            "p*x + (1 - p)*y",
            "1/inverse + sqrt(3)/3",
            "<",
            _RARE,
        ),
        Variant(
            "repaired",
            "x <= 1/(1/x)",
            statement="for a constant X: X <= 1/A at A = 1/X",
            assume=("0 < x < 1",),
            family=scalars(x=UNIT),
            derivation="claim",
        ),
    ),
)

_UPPER_BOUND_PROOF = """
let r = sqrt(3)
claim by x + 2*r/3 >= 0 with x - r/3
"""
_REPAIRED_PROOF = """
let r = sqrt(3)
claim by x + 2*r/3 >= 0 with x - r/3
"""

MAXIMUM = Theorem(
    id="alidpfl.maximum",
    title="largest difference between x and x^3 on (0, 1)",
    place="ALI-DPFL, last step of the proof of Theorem 2",
    statement="when 0 < x < 1, the maximum difference between y = x and y = x^3 is sqrt(3)/3",
    family=scalars(x=UNIT),
    first=None,
    variants=(
        Variant(
            "main",
            "1/sqrt(3) - 1/sqrt(3)**3 == sqrt(3)/3",
            statement="the difference at its only stationary point, x = 1/sqrt(3), is sqrt(3)/3",
            severity=Severity.CONSTANT,
            remains="It is 2 sqrt(3)/9, attained at sqrt(3)/3 (`repaired`); as an upper bound sqrt(3)/3 is true",
            examples=({"x": "1/2"},),
        ),
        Variant(
            "upper-bound",
            "x - x**3 <= sqrt(3)/3",
            assume=("0 < x < 1",),
            derivation=_UPPER_BOUND_PROOF,
        ),
        Variant(
            "repaired",
            "x - x**3 <= 2*sqrt(3)/9",
            statement="x - x^3 <= 2 sqrt(3)/9, attained",
            assume=("0 < x < 1",),
            derivation=_REPAIRED_PROOF,
        ),
    ),
)
