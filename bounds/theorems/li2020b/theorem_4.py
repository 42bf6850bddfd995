"""Li et al. 2020 (FedProx), Theorem 4: what a round gains, clients of any dissimilarity. Its last step alone.

The theorem's clients are not convex, and no family here runs the method: what is judged is that the theorem follows
from the bounds that its proof arrives at, which are hypotheses here.

Setting. F_k L-smooth, h_k(w) = F_k(w) + (mu/2)||w - w^t||^2 strongly convex with mubar, minimized so far that ||grad
h_k|| <= gamma ||grad F_k(w^t)||; E_k||grad F_k||^2 <= B^2 ||grad f||^2; K clients drawn. Here g = ||grad f(w^t)||, d
how far the mean wbar of all answers moves, M its deviation from the step -grad f/mu, s and s2 = mean length and mean
square of w^(t+1) - wbar. These bounds of the proof are taken as given: a = B (1 + gamma)/mubar, d <= a g, M <= (L a +
gamma B) g, s^2 <= s2 <= 2 a^2 g^2/K.

Statement. (3) f(wbar) <= f(w^t) - ((1 - gamma B)/mu - L B (1 + gamma)/(mubar mu) - L (1 + gamma)^2 B^2/(2 mubar^2))
g^2 (`all`); (4) E f(w^(t+1)) - f(wbar) <= (g + 2 L d) s + L s2 <= (a sqrt(2/K) + (L a^2/K)(2 sqrt(2K) + 2)) g^2
(`main` of `li2020b.sampling`); so E f(w^(t+1)) <= f(w^t) - rho g^2 (`main`). The variance of a mean of K draws needs
no 2, s2 <= a^2 g^2/K (`sharp`).
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant

QUOTED = "as quoted in a public exposition of its proof; the paper itself could not be read"
A = {"a": "B*(1 + gamma)/mubar"}
FULL = "1/mu - gamma*B/mu - L*B*(1 + gamma)/(mubar*mu) - L*(1 + gamma)**2*B**2/(2*mubar**2)"
DRAWN = "B*(1 + gamma)*sqrt(2)/(mubar*sqrt(K)) - L*B**2*(1 + gamma)**2/(mubar**2*K)*(2*sqrt(2*K) + 2)"
_STEP = "fbar <= f - g**2/mu + g*M/mu + L/2*d**2"
_MOVED = ("d <= a*g", "M <= (L*a + gamma*B)*g")
_ALL = """
far: d**2 <= a**2*g**2 by d <= a*g, d > 0, g > 0
off: g*M <= (L*a + gamma*B)*g**2 by assume3, g > 0
all: fbar <= f - rho_all*g**2 by assume1, far, off
"""
# u is sqrt(2/K) under both of its printed forms.
ROOTS = """
let u = sqrt(2)/sqrt(K)
twice: sqrt(2*K) == K*u
"""
_SPREAD = f"""{ROOTS}
length: s <= a*g*u by root, s**2 <= s2, s2 <= 2*a**2*g**2/K
reach: g + 2*L*d <= (1 + 2*L*a)*g by d <= a*g
"""
_LEFT = "(g + 2*L*d)*s + L*s2"

SAMPLING = Theorem(
    id="li2020b.sampling",
    title="FedProx: what it costs to hear a sample of the clients",
    place=f"Li et al. 2020, FedProx, (4) in the proof of Theorem 4, {QUOTED}",
    statement="(g + 2 L d) s + L s2 <= (a sqrt(2)/sqrt(K) + (L a^2/K)(2 sqrt(2K) + 2)) g^2",
    family=scalars("K", "L a g d s s2"),
    first=None,
    variants=(
        Variant(
            "main",
            f"{_LEFT} <= (a*sqrt(2)/sqrt(K) + L*a**2/K*(2*sqrt(2*K) + 2))*g**2",
            statement="s2 <= 2 a^2 g^2/K",
            assume=("d <= a*g", "s**2 <= s2", "s2 <= 2*a**2*g**2/K"),
            derivation=f"{_SPREAD}pair: (g + 2*L*d)*s <= (1 + 2*L*a)*g*a*g*u by reach, length, s > 0, g > 0\n"
            "claim main by pair, twice, assume3",
        ),
        Variant(
            "sharp",
            f"{_LEFT} <= (a/sqrt(K) + L*a**2/K*(2*sqrt(K) + 1))*g**2",
            statement="s2 <= a^2 g^2/K: (a/sqrt(K) + (L a^2/K)(2 sqrt(K) + 1)) g^2",
            assume=("d <= a*g", "s**2 <= s2", "s2 <= a**2*g**2/K"),
            derivation="""
length: s <= a*g/sqrt(K) by root, s**2 <= s2, s2 <= a**2*g**2/K
reach: g + 2*L*d <= (1 + 2*L*a)*g by d <= a*g
pair: (g + 2*L*d)*s <= (1 + 2*L*a)*g*a*g/sqrt(K) by reach, length, s > 0, g > 0
claim sharp by pair, assume3
""",
        ),
    ),
)
THEOREM_4 = Theorem(
    id="li2020b.theorem-4-sum",
    title="FedProx: what a round gains, from the bounds in the proof",
    place=f"Li et al. 2020, FedProx, the last step of the proof of Theorem 4, {QUOTED}",
    statement="E f(w^(t+1)) <= f(w^t) - rho ||grad f(w^t)||^2, from the bounds that its proof arrives at",
    family=scalars("K", "L B mu mubar g d M s s2 f fbar fnext gamma"),
    first=None,
    variants=(
        Variant(
            "all",
            "fbar <= f - rho_all*g**2",
            statement="(3), every client heard",
            assume=(_STEP, *_MOVED),
            where={**A, "rho_all": FULL},
            family=scalars("", "L B mu mubar g d M f fbar gamma"),
            derivation=f"{_ALL}claim all by all",
        ),
        Variant(
            "main",
            "fnext <= f - rho*g**2",
            statement="K clients drawn",
            assume=(_STEP, *_MOVED, "s**2 <= s2", "s2 <= 2*a**2*g**2/K", f"fnext <= fbar + {_LEFT}"),
            where={**A, "rho_all": FULL, "rho": f"rho_all - {DRAWN}"},
            derivation=f"{_ALL}{_SPREAD}pair: (g + 2*L*d)*s <= (1 + 2*L*a)*g*a*g*u by reach, length, s > 0, g > 0\n"
            "drawn: fnext <= fbar + (a*u + L*a**2*(2*u + 2/K))*g**2 by assume6, pair, assume5\n"
            "claim main by all, drawn, twice",
        ),
    ),
)
