"""Li et al. 2020 (FedProx), Corollary 7: convex clients, exact local solutions, mu = 6 L B^2.

Statement. With gamma = 0, mubar = mu and 1 << B <= sqrt(K)/2, mu about 6 L B^2 gives rho about 1/(24 L B^2). "About"
and "<<" are judged as what >= asks for: B >= 9/4 and B <= sqrt(K/8) (`main`), where 1 - sqrt(2) B/sqrt(K) >= 1/2.
At B = sqrt(K)/2 that factor is 1 - 1/sqrt(2) = .293.
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .theorem_4 import DRAWN, FULL, QUOTED, ROOTS

COROLLARY_7 = Theorem(
    id="li2020b.corollary-7",
    title="FedProx: convex clients",
    place=f"Li et al. 2020, FedProx, Corollary 7, {QUOTED}",
    statement="rho is about 1/(24 L B^2) for mu = 6 L B^2",
    family=scalars("K", "L B"),
    first=None,
    variants=(
        Variant(
            "main",
            "1/(24*L*B**2) <= rho",
            statement="B >= 9/4, B <= sqrt(K/8): rho >= 1/(24 L B^2)",
            assume=("B >= 9/4", "8*B**2 <= K"),
            where={"mu": "6*L*B**2", "rho": f"{FULL} - {DRAWN}".replace("gamma", "0").replace("mubar", "mu")},
            derivation=f"""{ROOTS}
half: B*u <= 1/2 by root, 8*B**2 <= K
few: 8*B**2/K <= 1 by 8*B**2 <= K
need: 1/6 - B*u/6 - 1/(36*B) - 1/72 - (2*u + 2/K)/36 >= 1/24 by half, few, B >= 9/4 over B**2 > 0
claim by need, twice over L*B**2 > 0
""",
        ),
    ),
)
