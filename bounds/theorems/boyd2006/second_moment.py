"""Boyd et al. 2006, section II: how fast random pairs average, in mean square.

Statement, as commonly cited. With y(t) = x(t) - xbar 1: E||y(t)||^2 <= lambda_2(E W)^t ||y(0)||^2 (`upper`); and
from below, which the lower bound on the averaging time uses, E||y(t)||^2 >= ||E y(t)||^2 = ||(E W)^t y(0)||^2
(`lower`), lambda_2^(2t) ||y(0)||^2 from an eigenvector.

Idea: W is independent of y(t), and E W'W = E W. From below: Jensen's inequality.
"""

from ...families.random_pairs import RANDOM_PAIRS
from ...theorem import Theorem, Variant

_UPPER = """
always I: spread2(t) <= lam2**t*spread2(0)
  next by I, second(x)
claim by I
"""

SECOND_MOMENT = Theorem(
    id="boyd2006.second-moment",
    title="the mean square error decays by lambda_2(E W)",
    place="Boyd, Ghosh, Prabhakar, Shah 2006, section II; as commonly cited",
    statement="||(E W)^t y(0)||^2 <= E||y(t)||^2 <= lambda_2(E W)^t ||y(0)||^2",
    family=RANDOM_PAIRS,
    rounds=12,
    variants=(
        Variant(
            "upper",
            "spread2(t) <= lam2**t*spread2(0)",
            derivation=_UPPER,
        ),
        Variant(
            "lower",
            "mean_spread2(t) <= spread2(t)",
            derivation="claim by tower, tower_mean with x - J(x) - mx + J(mx)",
        ),
    ),
)
