"""Koloskova et al. 2020, Assumption 4 (expected consensus rate) for one fixed matrix, and for matrices that are drawn.

Statement. W symmetric and doubly stochastic meets E||X W - Xbar||_F^2 <= (1 - p) ||X - Xbar||_F^2, tau = 1,
with p = 1 - max(|lambda_2|, |lambda_n|)^2; and no larger p will do.

Where W is drawn anew every round (`drawn`), p = 1 - ||E W^2 - J||.

Proof. X W - Xbar = (X - Xbar)(W - J) for W J = J; the norm of W - J is lambda = max(|lambda_2|, |lambda_n|), so
1 - p = lambda^2. It is reached where X - Xbar is an eigenvector of that modulus, so a larger p fails for such
an X.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant
from .setting import SOURCE

_GOSSIP = Algorithm("gossip", {"x": "mix(x)"})

CONSENSUS_RATE = Theorem(
    id="koloskova2020.consensus-rate",
    title="consensus rate of one fixed matrix",
    place=f"Assumption 4 and the remarks on it; {SOURCE}",
    statement="||X W - Xbar||^2 <= (1 - p)||X - Xbar||^2 with p = 1 - max(|lambda_2|, |lambda_n|)^2",
    family=declared(_GOSSIP),
    rounds=4,
    variants=(
        Variant(
            "main",
            "spread2(t + 1) <= (1 - p)*spread2(t)",
            statement="||X(t + 1) - Xbar||^2 <= (1 - p)||X(t) - Xbar||^2",
            where={"p": "1 - lam**2"},
            derivation="claim by mixing(x)",
        ),
        Variant(
            "drawn",
            "spread2(t + 1) <= (1 - p)*spread2(t)",
            statement="W drawn every round: E||X(t + 1) - Xbar||^2 <= (1 - p) E||X(t) - Xbar||^2 with p = 1 - "
            "||E W^2 - J||",
            where={"p": "1 - rho2"},
            family=declared(_GOSSIP, drawn=True),
            derivation="claim by links(x)",
        ),
    ),
).changing("main")
