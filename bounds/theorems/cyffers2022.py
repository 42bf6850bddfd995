"""Cyffers, Even, Bellet and Massoulie 2022 (Muffliato): what a node learns of another one two links away.

Setting. Each node adds noise of variance sigma^2 to its value and then averages by a symmetric doubly stochastic W; a
node hears its neighbours' values of every round. Here three nodes in a row, u - w - v, W_uw = a, W_wv = b, so that v
hears x_w, then a x_u + c x_w + b x_v with c = 1 - a - b. Renyi divergences of order alpha are counted in alpha
Delta^2/(2 sigma^2), what a value leaks where it is heard directly.

Statement. The privacy loss from u to v adds (W^t)_uw^2/||(W^t)_w||^2 up over rounds t and neighbours w of v, as if
every message carried a noise of its own. In the authors' published code (totilas/muffliato, `simulation`) two messages
have W and W^2 (`code`). That is too little: the second message less c times the first has no x_w, and leaks a^2/(a^2 +
b^2), half for a = b however small they are. No combination of the two leaks more (`repaired`). The mean over all nodes
remains: their leaks sum to the number of messages, 2 (`mean`).

Idea. A combination of messages in which the noises have weights y leaks y_u^2/||y||^2, and v may take any.
"""

from ..domains import REAL
from ..families.scalars import scalars
from ..severity import Severity
from ..theorem import Theorem, Variant

_LEAK = "a**2/(a**2 + b**2)"
_REPAIRED = """
low: a**2 + b**2 > 0
more: a**2 + (q + 1 - a - b)**2 + b**2 > 0 by low with q + 1 - a - b
claim by low with a*(q + 1 - a - b)
"""

TWO_LINKS = Theorem(
    id="cyffers2022.two-links",
    title="gossip with noise: what is learnt of a node two links away",
    place="Cyffers, Even, Bellet and Massoulie 2022, the privacy loss of a pair of nodes as their code computes it",
    statement="u leaks to v at most sum_t sum_(w ~ v) (W^t)_uw^2/||(W^t)_w||^2, times alpha Delta^2/(2 sigma^2)",
    family=scalars("", "a b"),
    first=None,
    variants=(
        Variant(
            "code",
            f"{_LEAK} <= a**2/(a**2 + (1 - a - b)**2 + b**2) + u2**2/(u2**2 + w2**2 + v2**2)",
            statement="what two messages leak, by the sum over W and W^2; u2, w2, v2 is the row w of W^2",
            assume=("a + b <= 1",),
            where={"u2": "a*(2 - 2*a - b)", "v2": "b*(2 - a - 2*b)", "w2": "1 - u2 - v2"},
            severity=Severity.SUBSTANCE,
            remains="The leak is a^2/(a^2 + b^2) (`repaired`); those of all nodes sum to 2, so that the mean is "
            "right (`mean`)",
            note="This is the formula of the authors' published code; the theorem's text could not be compared, and a "
            "later version corrects it, as the code of Bellet et al. 2025 (arXiv 2510.17480) says",
            examples=({"a": "1/4", "b": "1/4"},),
        ),
        Variant(
            "repaired",
            f"a**2/(a**2 + (q + 1 - a - b)**2 + b**2) <= {_LEAK}",
            statement="what the second message and q times the first leak together, any q",
            family=scalars("", "a b", q=REAL),
            derivation=_REPAIRED,
        ),
        Variant(
            "mean",
            f"{_LEAK} + 1 + b**2/(a**2 + b**2) == 2",
            statement="the leaks of u, w and v sum to the number of messages",
            derivation="claim\n",
        ),
    ),
)

STATED: tuple[Theorem, ...] = (TWO_LINKS,)
