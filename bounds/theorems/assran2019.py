"""Assran, Loizou, Ballas and Rabbat 2019: stochastic gradient push (SGP), how far the models are from their mean.

Setting. x_i <- sum_j p_ij (x_j - gamma g_j), w_i <- sum_j p_ij w_j, z_i = x_i/w_i, g_j a gradient at z_j; P
column-stochastic, another one in every round, from x = 0 and w = 1. The paper's z is x in formulas, `slopes1` the sum
of |g_j| over nodes. Runs have subgradients of convex losses on the line, full ones; of these only the length counts.

Statement. Lemma 3: ||xbar(k) - z_i(k)|| <= C q^k ||x(0)|| + gamma C sum_(s <= k) q^(k-s) ||g(s)|| for constants C and q
< 1 of the network. In numbers of our own, with the sum over nodes for ||g(s)||: C = 4 n^(n-1) and q = 1 - n^(-n) where
every node sends equal shares to itself and its out-neighbours, over connected graphs (`equal-shares`); C = 2/w, w the
least weight until now, and q Dobrushin's coefficient for any weights (`any-weights`).

Idea. Products of such P take vectors of sum 0 to ever shorter ones, and w_i (z_i - xbar) is what they leave of all
gradients.
"""

from ..theorem import Theorem, Variant
from .ops.uniform import ANY, GRAPH, UNIFORM

_HEARD = """
pulled: norm(h[i] + e[i]) <= norm(h[i]) by root, noise, sigma2
all: sum(i, norm(h[i] + e[i])) <= slopes1(t) by pulled sum i
"""
_EQUAL = f"""
power: n**n >= 1 by bernoulli(n - 1, n)
let q = 1 - n**(-n), S = sum(s < t, (1 - n**(-n))**(t - 1 - s)*slopes1(s))
sign: q >= 0 by power{_HEARD}\
always I: far <= 4*gamma*q*S
  next I by I, forgets, all, sign
least_weight: n**n*w2[j] >= n by next_floor
longer: n*norm(x2[j] - next(z)) <= n**n*norm(w2[j]*(x2[j] - next(z))) by least_weight
each: n*at_play[j]*norm(x2[j] - next(z)) <= n**n*norm(w2[j]*(x2[j] - next(z))) by longer, at_play, at_play_one, n > 0
always P: n*play <= n**n*far
  next P by each, play, next_nearest sum j
claim by P, I, power over n > 0
"""
_ANY = f"""
let D = sum(i, norm(w[i]*(x[i] - mean(k, w[k]*x[k])))), S = sum(s < t, forgetting**(t - 1 - s)*slopes1(s))
low: forgetting >= 0 by forgetting_low
always sign: least_so_far > 0
  next by least_sign{_HEARD}\
always I: D <= 2*gamma*forgetting*S
  next I by I, shrinks, all, low
longer: least_next*norm(x2[j] - next(z)) <= norm(w2[j]*(x2[j] - next(z))) by least_of
each: least_next*at_play[j]*norm(x2[j] - next(z)) <= norm(w2[j]*(x2[j] - next(z)))
  by longer, at_play, at_play_one, least_sign
always P: least_so_far*play <= D
  next P by each, play sum j
claim by P, I over least_so_far > 0
"""

CONSENSUS = Theorem(
    id="assran2019.consensus",
    title="SGP: how far the models are from their mean",
    place="Assran, Loizou, Ballas and Rabbat 2019, Lemma 3, in numbers of our own; of the paper only the beginning "
    "could be read",
    statement="||xbar(k) - z_i(k)|| <= C q^k ||x(0)|| + gamma C sum_(s <= k) q^(k-s) ||g(s)||",
    family=UNIFORM,
    rounds=6,
    variants=(
        Variant(
            "equal-shares",
            "farthest_play(t) <= 4*gamma*n**(n - 1)*(1 - n**(-n))*sum(s < t, (1 - n**(-n))**(t - 1 - s)*slopes1(s))",
            statement="C = 4 n^(n-1), q = 1 - n^(-n), x(0) = 0; equal shares over connected graphs",
            assume=GRAPH,
            derivation=_EQUAL,
        ),
        Variant(
            "any-weights",
            "farthest_play(t) <= 2*gamma/least_weight(t)*forgetting*sum(s < t, forgetting**(t - 1 - s)*slopes1(s))",
            statement="C = 2/w and q Dobrushin's coefficient, x(0) = 0; any weights",
            family=ANY,
            derivation=_ANY,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (CONSENSUS,)
