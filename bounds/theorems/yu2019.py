"""Yu, Yang and Zhu 2019, the lemma on the deviation of local models between averages.

Setting. Parallel SGD restarted every I steps from the average, fixed step gamma, E||g_i||^2 <= G^2 for all clients
and steps (here G^2 the largest up to round t; the paper's losses need not be convex).

Statement. The mean of E||xbar - x_i||^2 over clients is at most 4 gamma^2 I^2 G^2 (`main`; the paper has it of every
client); (I - 1)^2 gamma^2 G^2 is enough (`sharp`).

Idea. Since their last average clients have moved by at most I - 1 steps of length gamma G each, in mean square.
"""

from ..families.federated import federated
from ..theorem import Theorem, Variant

_DERIVED = """
let R = sqrt(G2)
some: G2 >= 0 with g
rises: R <= next(R) by root, next(G2) >= G2, some
long: norm(eta*g - J(eta*g)) <= eta*R by root, eta > 0 with eta*J(g)
moved: norm(y - J(y)) <= norm(x - J(x)) + eta*R by triangle(x - J(x), J(eta*g) - eta*g), long
always near: norm(x - J(x)) <= eta*since*R
  close: norm(y - J(y)) <= eta*(since + 1)*R by moved, near
  after: norm(next(x) - J(next(x))) <= eta*next(since)*next(R) by cases restart <= 0, restart >= 1
    case
      thin: norm(next(x) - J(next(x))) <= norm(y - J(y)) by root, restart_whole, restart_low with y - J(y)
      far: eta*(since + 1) >= 0 by since_low
      grown: eta*(since + 1)*R <= eta*(since + 1)*next(R) by rises, far
      wide: eta*(since + 1)*next(R) >= 0 by far, next(R) >= 0
      kept: eta*(since + 1)*next(R) <= eta*next(since)*next(R) by case, wide
      shown: norm(next(x) - J(next(x))) <= eta*next(since)*next(R) by close, thin, grown, kept
    case
      none: norm(next(x) - J(next(x))) <= 0 by root, restart_whole, case with y - J(y)
      shown: norm(next(x) - J(next(x))) <= eta*next(since)*next(R)
        by none, next(R) >= 0, since_low, restart_low, restart <= 1
  next near by after
square: apart2(t) <= eta**2*since**2*G2 by near
least: apart2(t) <= eta**2*(H - 1)**2*G2 by square, before, since_low, some, eta > 0
claim sharp by least
claim main by least
"""
_WHERE = {"G2": "max(s <= t, largest_gradient2(s))"}


def _variant(label: str, statement: str, right: str) -> Variant:
    derivation = "\n".join(
        line for line in _DERIVED.split("\n") if not line.startswith("claim ") or label in line
    )
    return Variant(label, f"apart2(t) <= {right}", statement=statement, where=_WHERE, derivation=derivation)


DEVIATION = Theorem(
    id="yu2019.deviation",
    title="restarted SGD: how far clients are apart between averages",
    place="Yu, Yang and Zhu 2019, the lemma on the deviation, as commonly cited; the paper itself could not be read",
    statement="E||xbar^t - x_i^t||^2 <= 4 gamma^2 I^2 G^2",
    family=federated(uniform=True, fixed=True),
    rounds=4,
    variants=(
        _variant("main", "mean over clients, 4 gamma^2 I^2 G^2", "4*eta**2*H**2*G2"),
        _variant("sharp", "mean over clients, gamma^2 (I - 1)^2 G^2", "eta**2*(H - 1)**2*G2"),
    ),
)

STATED: tuple[Theorem, ...] = (DEVIATION,)
