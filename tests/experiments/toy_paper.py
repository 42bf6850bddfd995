"""A sixth paper, as a user would bring it: spread of gradient descent from a common start (made up).

Why it fails. The printed step 1/L forgets negative eigenvalues of W; (1 + lam_n)/L is small enough.
"""

from mixproof.bounds import Theorem, Variant, claim
from mixproof.bounds.families import gossip

print("a line that must not reach the JSON document")

FAMILY = gossip(fixed=True, common=True, noisy=False)
BOUND = "eta*sqrt(2*L*eps0)/(1 - lam)"
TURNED = {
    "K": 2,
    "d": 1,
    "S": 1,
    "W": [[["1/3", "2/3"], ["2/3", "1/3"]]],
    "a": [[1], [1]],
    "c": [[1], [0]],
    "s": [0, 0],
}
HARD = {**TURNED, "start": [0], "o": [0, 0], "eta": 1}  # lam_n = -1/3
THEOREM_1 = Theorem(
    id="toy.theorem-1",
    title="Spread of the models",
    place="page 1",
    statement="From a common start the models stay within eta sqrt(2 L eps_0)/(1 - lambda) of their average.",
    family=FAMILY,
    variants=(
        Variant("main", f"spread(t) <= {BOUND}", assume=("lam < 1", "eta <= 1/L"), examples=(HARD,)),
        Variant(
            "repaired",
            f"spread(t) <= {BOUND}",
            statement="a smaller step",
            assume=("lam < 1", "eta <= (1 + lam_n)/L"),
        ),
    ),
)
MINE = claim("gap(t + 1) <= gap(t)", "lam < 1", "eta <= 2/L", family=FAMILY, rounds=5)
ALL = THEOREM_1, MINE
NUMBER = 3
