"""DeceFL, supplement, remark on Assumption 3: strongly connected graphs with weights >= omega > 0 where
positive give lambda < 1.

Fails for two clients that swap their models: W = [[0, 1], [1, 0]] is doubly stochastic, strongly connected, its
positive weights are 1, and lambda = 1. With self-weights counted as links, W_kk >= omega, it is true: for one W
see `decefl.lambda-range` (a W that is not symmetric: W'W has a positive diagonal and every link of W and W',
and ||W - J||^2 is its second eigenvalue); for all W(t) at once, matrices with entries that are 0 or at least
omega are a compact set.
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant

SI_ASSUMPTION_3_REMARK = Theorem(
    id="decefl.si-assumption-3-remark",
    title="a sufficient condition for lambda < 1",
    place="DeceFL, supplement, remark after Assumption 3",
    statement="G(t) strongly connected and W_ij(t) >= omega wherever positive imply ||W(t) - J|| < 1",
    family=matrices(),
    first=None,
    variants=(
        Variant("main", "self-weights may be 0", "lam", "1", relation="<", assume=("connected == 1",)),
        Variant(
            "repaired",
            "self-weights count as links",
            "lam",
            "1",
            relation="<",
            assume=("connected == 1", "own > 0"),
            proved=True,
        ),
    ),
)
