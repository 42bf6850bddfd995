"""Xiao and Boyd 2004, section 2: averaging converges as fast as ||W - 11'/n|| says.

Setting. x(t+1) = W x(t), W symmetric with weights of either sign and rows that sum to 1, xbar the mean, which stays; no
eigenvalue of modulus above 1. The per-step convergence factor is sup ||x(t+1) - xbar 1||/||x(t) - xbar 1|| = ||W -
11'/n||, for a symmetric W also the asymptotic one, rho(W - 11'/n).

Statement: what the factor means, not a numbered result of theirs. ||x(t) - xbar 1|| <= ||W - 11'/n||^t ||x(0) -
xbar 1||, and at each step. Their Theorem 1 is about the limit: W^t -> 11'/n if and only if 1'W = 1', W 1 = 1 and rho(W
- 11'/n) < 1.

Proof. x(t+1) - xbar 1 = (W - 11'/n)(x(t) - xbar 1), because W 1 = 1 and (11'/n)(x - xbar 1) = 0; take norms.  []
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant

AVERAGING = declared(Algorithm("averaging", {"x": "mix(x)"}), signed=True)

_PER_STEP_PROOF = """
one: norm(W(x) - J(x)) <= lam*norm(x - J(x)) by root, mixing(x)
claim by one
"""
_MAIN_PROOF = """
one: norm(W(x) - J(x)) <= lam*norm(x - J(x)) by root, mixing(x)
always I: norm(x - J(x)) <= lam**t*spread(0)
  next by one, I
claim by I
"""

CONTRACTION = Theorem(
    id="xiao2004.contraction",
    title="averaging contracts by ||W - 11'/n|| a step",
    place="Xiao and Boyd 2004, section 2, convergence conditions; as commonly cited",
    statement="||x(t) - xbar 1|| <= ||W - 11'/n||^t ||x(0) - xbar 1||",
    family=AVERAGING,
    rounds=20,
    variants=(
        Variant("main", "spread(t) <= lam**t*spread(0)", statement="over t steps", derivation=_MAIN_PROOF),
        Variant(
            "per-step", "spread(t + 1) <= lam*spread(t)", statement="in each step", derivation=_PER_STEP_PROOF
        ),
    ),
).changing("main", "per-step")
