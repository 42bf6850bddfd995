"""Koloskova, Stich and Jaggi 2019 (Choco-Gossip): the average is kept, whatever the messages lack.

Setting. xhat_i <- xhat_i + Q(x_i - xhat_i), x_i <- x_i + gamma sum_j W_ij (xhat_j - xhat_i), xhat = 0 at first; W
symmetric doubly stochastic, Q keeps k of d coordinates, the largest or random ones.

Statement. xbar(t) = xbar(0) for every step gamma; judged by ||xbar(t)||^2, in the mean over Q.

Proof. 1'(W - I) = 0, so what a round adds to x has the sum 0 over nodes, for every xhat.  []
"""

from ...families.compressed import compressed
from ...theorem import Theorem, Variant

CITED = "as commonly cited; only the abstract could be read"

_TOP_PROOF = """
always I: sq(J(x)) == start(sq(J(x)))
  next by I
claim by I
"""

AVERAGE = Theorem(
    id="choco2019.average",
    title="Choco-Gossip keeps the average",
    place=f"Koloskova, Stich and Jaggi 2019, Choco-Gossip, {CITED}",
    statement="xbar(t) = xbar(0)",
    family=compressed("top"),
    rounds=8,
    variants=(
        Variant("top", "mean2(t) == mean2(0)", statement="the k largest coordinates", derivation=_TOP_PROOF),
        Variant(
            "random",
            "mean2(t) == mean2(0)",
            statement="k random coordinates",
            family=compressed("random"),
            derivation=_TOP_PROOF,
        ),
    ),
)
