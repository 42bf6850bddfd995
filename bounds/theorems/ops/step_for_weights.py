"""ops, Corollaries 3 and 5 for the run itself: steps at which no constant of the size of C_1 is left.

`ops.corollary-3` is about the right side of (1), where sqrt(C_1) cannot be saved: at n = 10 its factor is 8e10. The
regret is smaller. With (A) of `ops.theorem-2`, ||x*|| <= R, m >= S/(nT) a bound on the mean of 1/omega over nodes and
rounds 0, ..., T-1 (at least 1, as the omega_t^(i) have mean 1) and gamma = R/sqrt(m (G^2 + sigma^2) T),

    R_T <= n R sqrt(m (G^2 + sigma^2) T) <= sqrt(m) (n G R sqrt T + n sigma R sqrt T).

`weights`: m = S/(nT), which W alone decides; any row-stochastic sequence. `doubly-stochastic`: m = 1, so (2) itself is
true, with 1 for the constant in O(.). `uniform`: under (U) of `uniform` m = n^(n-1): the printed noise term needs no
factor, the other one n^((n-1)/2), at n = 10 31,623. Whether a smaller power of n serves every W of (U) is open here.
Some growth is needed with (A): where node i sends to i - 1 and to all j >= i, m is 3.7, 12, 251 in the long run at n =
5, 6, 8.

The step needs G, sigma, R, T and m, as the printed one needs C_1 and C_2. In the formulas R^2 is the number for which
the gamma of the setting is that step, and the assumption says that x* is that near.

Corollary 5 at the same step, with the exact constant of `ops.theorem-4:repaired-exact`: (1/T) sum_i sum_{t=0}^T
||x_{t+1}^(i) - zbar_{t+1}||^2 <= 2 n R^2 ||D||^2/(m T) for any R and whatever G and sigma (`consensus`), and 2 n R^2
lambda^2/((1 - lambda)^2 T) for doubly stochastic W with ||W(t) - 11'/n|| <= lambda (`consensus-doubly-stochastic`).
"""

from collections.abc import Iterator
from typing import Any

from ...domains import Domain
from ...families.digraphs import OUT_DEGREE, ROWS
from ...families.mixing_domain import MIXING
from ...families.pushsum_proof import push_sum
from ...theorem import Theorem, Variant
from .lines import DOUBLY_STOCHASTIC, FLOOR, INFLUENCED
from .theorem_2 import EQUAL, POTENTIAL
from .uniform import GRAPH

__all__ = ["STEP_FOR_WEIGHTS"]

_MEAN = "inverse_weights(t)/(n*t)"
_PRINTED = "n*G*R*sqrt(t) + sigma*R*(1 + sqrt(n*C2))*sqrt(n*t)"


# at this step both terms of (A) are n R^2/(2 gamma) at most
_HALVES = """
late: t > 0 by t >= 1
half: regret_from_0(t) <= n*R2/gamma by regret, assume1 over gamma > 0
one: 1 <= sqrt(1/t)*sqrt(t) by root
apart: sqrt(G**2 + sigma2) <= G + sigma by root, G >= 0
larger: sqrt(G**2 + sigma2) <= sqrt(1/t)*sqrt(t)*(G + sigma) by one, apart, G >= 0
all: n*R2/gamma <= sqrt(m)*(n*G*R*sqrt(t) + n*sigma*R*sqrt(t)) by larger
claim by half, all
"""
# (2) with the constant 1, n being at most sqrt(n) (1 + sqrt(n C2))
_PRINTED_CONSTANT = """
half: regret_from_0(t) <= n*R2/gamma by regret, count, assume1 over gamma > 0
power: n**n >= 1 + n*(n - 1) by bernoulli(n - 1, n)
C2 >= 8*n*(n - 1) by power, n >= 1
wide: sqrt(n) <= 1 + sqrt(n*C2) by root, C2 >= 8*n*(n - 1), n >= 1
apart: sqrt(G**2 + sigma2) <= G + sigma by root, G >= 0
all: n*R2/gamma <= n*G*R*sqrt(t) + sigma*R*(1 + sqrt(n*C2))*sqrt(n*t) by apart, wide
claim by half, all
"""

# S = sqrt(G^2 + sigma^2), V the printed factor of the noise
_UNIFORM = """
half: regret_from_0(t) <= n*R2/gamma by regret, count, radius2_from_0(t) <= R2, sigma2 over gamma > 0
wide: sqrt(n**n) <= 1 + sqrt(n*C2) by root, power, n >= 1
apart: sqrt(G**2 + sigma2) <= G + sigma by root, G >= 0
let S = sqrt(G**2 + sigma2), V = 1 + sqrt(n*C2)
a1: sqrt(n**n)*S <= sqrt(n**n)*G + sigma*V by apart, wide
key: n**n*(G**2 + sigma2) <= n**n*G*S + sigma*sqrt(n**n)*V*S by a1
whole: gamma*t*n**n*(G**2 + sigma2) <= gamma*t*(n**n*G*S + sigma*sqrt(n**n)*V*S) by key
one: 1 <= sqrt(1/n)*sqrt(n) by root
rest: gamma*t*sigma*sqrt(n**n)*V*S <= sigma*R*V*sqrt(n*t) by one
claim by half, whole, rest
"""
# the sum of 1/omega over nodes is at least n, as that of omega is n
_CONSENSUS = f"""{INFLUENCED}\
most: deviations(t) <= gamma**2*influence_norm2(t)*gradients2(t) by next A, next off, norm2 with gamma
level: sq(h[i] + e[i]) <= G**2 + sigma2 by slopes, noise
always total: sum(s < t, sum(i, sq(h[i] + e[i]))) <= n*t*(G**2 + sigma2)
  next by total, level sum i
late: t > 0 by t >= 1
grads: gradients2(t) <= n*(t + 1)*(G**2 + sigma2) by next total
scaled: norm2_now*gradients2(t) <= norm2_now*n*(t + 1)*(G**2 + sigma2) by norm2_sign, grads
share: deviations(t) <= gamma**2*norm2_now*n*(t + 1)*(G**2 + sigma2) by most, scaled with gamma
loud: norm2_now*(G**2 + sigma2) >= 0 by norm2_sign, sigma2 with G
early: n*gamma**2*norm2_now*(G**2 + sigma2)*(t - 1) >= 0 by loud, t >= 1, n*gamma**2 > 0
tangent: 1/w[i] >= 2 - w[i] with w[i] - 1
always mean_weight: sum(i, w[i]) == n
  next by mean_weight, weights sum j
least: sum(i, 1/w[i]) >= n by tangent, mean_weight sum i
always count: inverse_weights(t) >= n*t
  next by count, least
size: n*t > 0 by late
room: inverse_weights(t) > 0 by count, size
claim consensus by share, early over late
"""


def _radius(m: str) -> dict[str, str]:
    """R^2 at which the setting's gamma is the step R/sqrt(m (G^2 + sigma^2) T), T = t."""
    return {"m": m, "R2": "gamma**2*m*(G**2 + sigma2)*t"}


def _both(label: str, statement: str, right: str, m: str, domain: Domain, **more: Any) -> Iterator[Variant]:
    """Without noise, and with it, whose paths allow few rounds."""
    derivation = more.pop("derivation", "")
    assume = (*more.pop("assume", ()), "radius2_from_0(t) <= R2")
    printed = {"C2": "8*(n**n - 1)*n**n"} if "C2" in right else {}
    where = {**_radius(m), "R": "sqrt(R2)", "sigma": "sqrt(sigma2)", **printed}
    told: dict[str, Any] = {
        "assume": assume,
        "where": where,
        "derivation": derivation,
        "proved": not derivation,
    }
    yield Variant(
        label, f"regret_from_0(t) <= {right}", statement=statement, family=push_sum(domain, **more), **told
    )
    noisy = push_sum(domain, noisy=True, nodes=(2,) if domain is MIXING else (1, 2))
    said = f"{statement}; expectations over gradient noise"
    yield Variant(
        f"{label}-noise", f"regret_from_0(t) <= {right}", statement=said, family=noisy, rounds=3, **told
    )


def _consensus(
    label: str,
    statement: str,
    norm2: str,
    m: str,
    domain: Domain,
    rounds: int,
    *assume: str,
    derivation: str = "",
) -> Variant:
    return Variant(
        label,
        f"deviations(t)/t <= 2*n*R2*{norm2}/(m*t)",
        statement=f"Corollary 5: at most {statement}",
        assume=assume,
        where=_radius(m),
        family=push_sum(domain, nodes=(2, 3)),
        rounds=rounds,
        proved=not derivation,
        derivation=derivation,
    )


STEP_FOR_WEIGHTS = Theorem(
    id="ops.step-for-weights",
    title="regret and consensus at a step made for the weights",
    place="ops, Corollaries 3 and 5, repaired for the run itself",
    statement="R_T <= sqrt(m) (n G R sqrt T + n sigma R sqrt T), m the mean of 1/omega",
    family=push_sum(ROWS),
    rounds=8,
    first=1,
    variants=(
        *_both(
            "weights",
            "the factor sqrt(m), m the mean of 1/omega over nodes and rounds; any row-stochastic W",
            "sqrt(m)*(n*G*R*sqrt(t) + n*sigma*R*sqrt(t))",
            _MEAN,
            ROWS,
            schedule=(1, 2, 3),
            derivation=POTENTIAL + _HALVES,
        ),
        *_both(
            "doubly-stochastic",
            "(2) as printed with the constant 1, doubly stochastic W",
            _PRINTED,
            "1",
            MIXING,
            schedule=(1, 2),
            nodes=(2, 3),
            derivation=POTENTIAL + EQUAL + _PRINTED_CONSTANT,
        ),
        *_both(
            "uniform",
            "(2) with n^((n-1)/2) on the first term alone, weights 1/(number of out-neighbours), self-loops",
            f"sqrt(n**(n - 1))*{_PRINTED}",
            "n**(n - 1)",
            OUT_DEGREE,
            assume=GRAPH,
            derivation=POTENTIAL + FLOOR + _UNIFORM,
        ),
        _consensus(
            "consensus",
            "2 n R^2 ||D||^2/(m T), any row-stochastic W",
            "influence_norm2(t)",
            _MEAN,
            ROWS,
            3,
            derivation=_CONSENSUS,
        ),
        _consensus(
            "consensus-doubly-stochastic",
            "2 n R^2 lambda^2/((1 - lambda)^2 T), doubly stochastic W",
            "(lam/(1 - lam))**2",
            "1",
            MIXING,
            8,
            "lam < 1",
            derivation=DOUBLY_STOCHASTIC,
        ),
    ),
)
