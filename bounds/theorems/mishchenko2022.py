"""Mishchenko, Malinovsky, Stich and Richtarik 2022: ProxSkip for federated learning (Scaffnew), Theorem 3.6 and its
lemmas.

Setting. x' = x - gamma (grad f(x) - q), local steps with control variates q, q(0) = 0; with the chance p, by one coin
a round, the clients take the mean of x' and q+ = q + (p/gamma)(x+ - x'); else x+ = x', q+ = q. f_i mu-strongly convex
and L-smooth, q* = (grad f_i(w*))_i. The declared method averages by W; W = 11'/K is lambda = 0.

Statement. Psi = ||x - x*||^2 + (gamma/p)^2 ||q - q*||^2. E Psi+ = ||w - w*||^2 + (1 - p^2)(gamma/p)^2 ||q - q*||^2, w
- w* = x - x* - gamma (grad f(x) - q*) (`skipping`; the lemma there has <=, for any prox), ||w - w*||^2 <= (1 - gamma
mu) ||x - x*||^2 for gamma <= 1/L (`gradient`, the other lemma), so that E Psi+ <= max(1 - gamma mu, 1 - p^2) Psi
(`one-round`) and E Psi(t) <= max(...)^t Psi(0) (`theorem`, of the models). With gamma = 1/L and p^2 = mu/L the rate
is that of gradient descent, and the mean is taken in one round of sqrt(L/mu) only (`square-root`). With gradient noise
of mean variance sigma^2, independent over clients, gamma^2 n sigma^2/min(gamma mu, p^2) is added (`noisy`, the theorem
on stochastic gradients in this setting).

Idea. Communication moves (x, q) along one direction, in which what x loses is what q gains.
"""

from ..families.declared import declared
from ..theorem import Theorem, Variant

_SKIPPING = """
let r = eta/chance, u = y - r*q, D = W(u) - y, z = y - o, Z = y - J(y), k = q - grad(o), E = D + Z
let e = x - o, w = e - eta*(grad(x) - grad(o)), V = sq(x - o) + r**2*sq(k)
none: lam**2 <= 0 by lam <= 0, lam >= 0
flat: sq(W(u) - J(u)) <= 0 by mixing(u), none with u - J(u)
always Q: sq(J(q)) <= 0
  next by Q, chance <= 1, tossed(J(q)) times J(q)
gone: sq(E) <= 0 by vanishing(W(u) - J(u)) times E, vanishing(J(q)) times E, vanishing(J(q)) times J(q)
tossing: next(V) == sq(z) + r**2*sq(k) + 2*chance*dot(z + r*k, D) + 2*chance*sq(D)
  by tossed(D) times z + r*k, tossed(D) times D
paired: dot(z + r*k, D) == -dot(z + r*k, Z) by vanishing(E) times z + r*k
long: sq(D) == sq(Z) by vanishing(E) times D, vanishing(E) times Z
level: dot(k, Z) == dot(k, z) by vanishing(J(q)) times z
skipped: next(V) == sq(w) + (1 - chance**2)*r**2*sq(k) by tossing, paired, long, level
"""
_GRADIENT = """
let a = x - o
room: 2 - eta*L >= 0 by eta <= 1/L
near: sq(a - eta*(grad(x) - grad(o))) <= (1 - (2 - eta*L)*mu*eta)*sq(a) by cocoercive_convex(x, o), monotone(x, o), room
short: sq(a - eta*(grad(x) - grad(o))) <= (1 - eta*mu)*sq(a) by near, eta <= 1/L with a
"""
_ROUND = f"""{_SKIPPING}{_GRADIENT}
let top = max(1 - eta*mu, 1 - chance**2)
dual: r**2*sq(k) >= 0 with r*k
one: next(V) <= top*V by skipped, short, dual, top >= 1 - eta*mu, top >= 1 - chance**2 with e
"""
_ALL = f"""{_ROUND}
low: chance**2 <= 1 by chance <= 1, chance > 0
sure: top >= 0 by top >= 1 - chance**2, low
always I: V <= top**t*(distance2(0) + eta**2/chance**2*gstar**2)
  next by one, I, sure
"""
_NOISE = "eta**2*K*sigma2"
_NOISY = (
    _ROUND.replace("skipped: next(V) == sq(w)", f"skipped: next(V) == sq(w) + {_NOISE}")
    .replace("paired, long, level", "paired, long, level, noise_xi1")
    .replace("next(V) <= top*V", f"next(V) <= top*V + {_NOISE}")
    + f"""
low: chance**2 <= 1 by chance <= 1, chance > 0
sure: top >= 0 by top >= 1 - chance**2, low
below: 1 - top > 0 by cases top == 1 - eta*mu, top == 1 - chance**2
  case
    shown: 1 - top > 0 by case, eta*mu > 0
  case
    shown: 1 - top > 0 by case, chance**2 > 0
let f = {_NOISE}/(1 - top)
down: next(V) - f <= top*(V - f) by one
always I: V - f <= top**t*(distance2(0) + eta**2/chance**2*gstar**2 - f)
  next by down, I, sure
shrunk: top**t*f >= 0
claim by I, dual, shrunk
"""
)
_ROOT = f"""{_SKIPPING}{_GRADIENT.replace("eta <= 1/L", "eta == 1/L")}
step: eta*L == 1 by eta == 1/L
coin2: chance**2 == eta*mu by chance**2*L == mu, step times chance**2 over L > 0
dual: r**2*sq(k) >= 0 with r*k
one: next(V) <= (1 - eta*mu)*V by skipped, short, coin2 times r**2*sq(k)
sure: eta*mu <= 1 by step, L >= mu, eta > 0
always I: V <= (1 - eta*mu)**t*(distance2(0) + eta**2/chance**2*gstar**2)
  next by one, I, sure
"""
_PSI, _NEXT = (
    f"sq({x} - o) + eta**2/chance**2*sq({q} - grad(o))" for x, q in (("x", "q"), ("next(x)", "next(q)"))
)
_W = "sq(x - o - eta*(grad(x) - grad(o)))"
_START = "distance2(0) + eta**2/chance**2*gstar**2"
_MEAN = "lam <= 0"

_FOUR_TO_ONE = {
    **{"K": 2, "S": 1, "d": 1, "W": [[["1/2", "1/2"], ["1/2", "1/2"]]], "eta": "1/4", "chance": "1/2"},
    **{"a": [[4], [1]], "c": [[1], [-1]], "s": [0, 0], "w0": [[0], [0]]},
}

SCAFFNEW = Theorem(
    id="mishchenko2022.theorem-3-6",
    title="ProxSkip (Scaffnew): local steps that save communication",
    place="Mishchenko, Malinovsky, Stich and Richtarik 2022, Theorem 3.6 with the two lemmas before it, as commonly "
    "cited; the paper "
    "itself could not be read",
    statement="E Psi_T <= (1 - min(gamma mu, p^2))^T Psi_0 for gamma <= 1/L",
    family=declared("scaffnew"),
    rounds=6,
    variants=(
        Variant(
            "theorem",
            f"distance2(t) <= max(1 - eta*mu, 1 - chance**2)**t*({_START})",
            statement="E||x(t) - x*||^2 <= max(1 - gamma mu, 1 - p^2)^t Psi(0)",
            assume=(_MEAN, "eta <= 1/L"),
            derivation=f"{_ALL}claim by I, dual\n",
        ),
        Variant(
            "one-round",
            f"{_NEXT} <= max(1 - eta*mu, 1 - chance**2)*({_PSI})",
            statement="E Psi+ <= max(1 - gamma mu, 1 - p^2) Psi",
            assume=(_MEAN, "eta <= 1/L"),
            derivation=f"{_ROUND}claim by one\n",
        ),
        Variant(
            "skipping",
            f"{_NEXT} == {_W} + (1 - chance**2)*eta**2/chance**2*sq(q - grad(o))",
            statement="the lemma on skipping, with equality for the mean",
            assume=(_MEAN,),
            derivation=f"{_SKIPPING}claim by skipped\n",
        ),
        Variant(
            "gradient",
            f"{_W} <= (1 - eta*mu)*sq(x - o)",
            statement="the lemma on the gradient step",
            assume=("eta <= 1/L",),
            derivation=f"{_GRADIENT}claim by short\n",
        ),
        Variant(
            "square-root",
            f"distance2(t) <= (1 - eta*mu)**t*({_START})",
            assume=(_MEAN, "eta == 1/L", "chance**2*L == mu"),
            examples=(_FOUR_TO_ONE,),
            derivation=f"{_ROOT}claim by I, dual\n",
        ),
        Variant(
            "noisy",
            f"distance2(t) <= max(1 - eta*mu, 1 - chance**2)**t*({_START}) + {_NOISE}/(1 - max(1 - "
            "eta*mu, 1 - chance**2))",
            statement="stochastic gradients: gamma^2 n sigma^2/min(gamma mu, p^2) more",
            assume=(_MEAN, "eta <= 1/L"),
            family=declared("scaffnew", noisy=True),
            derivation=_NOISY,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (SCAFFNEW,)
