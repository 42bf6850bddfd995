"""Xiao and Boyd 2004, section 3: the fastest symmetric weights solve a convex problem.

Statement. For symmetric W the factor rho(W - 11'/n) = ||W - 11'/n|| is a convex function of the weights, so that
the fastest averaging is a semidefinite program. Here for the midpoint of two weightings, over lossy links as
well: rho of E W_hat.

Idea: it is a norm of an affine function of the weights.
"""

from ...families.lossy_learning import lossy
from ...theorem import Theorem, Variant
from ..dawo.convexity import HALFWAY

CONVEXITY = Theorem(
    id="xiao2004.convexity",
    title="the factor of symmetric weights is convex",
    place="Xiao and Boyd 2004, section 3; as commonly cited",
    statement="||(W + W')/2 - 11'/n|| <= (||W - 11'/n|| + ||W' - 11'/n||)/2",
    family=lossy(matrices=2),
    first=None,
    variants=(
        Variant(
            "main", "rho_halfway <= (rho_mean + rho_other)/2", statement="at the midpoint", derivation=HALFWAY
        ),
    ),
)
