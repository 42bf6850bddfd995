"""Nedic and Olshevsky 2015, Lemma 1: push-sum with disturbances, how far the ratios are from the average.

Setting as in `products`, B = 1. w(t+1) = A(t)x(t), y(t+1) = A(t)y(t), z_i = w_i/y_i, x(t+1) = w(t+1) + eps(t+1), y(0)
= 1. Judged where x(0) and eps are steps along subgradients: eps(t) = -gamma g(t), x(0) = -gamma g(0), as in Online
Push-Sum, whose z and plays are w and z here.

Statement. |z_i(t+1) - 1'x(t)/n| <= (8/delta) (lambda^t ||x(0)||_1 + sum_(s=1..t) lambda^(t-s) ||eps(s)||_1), with
lambda and delta of `products` and `weights` (`printed`); here also with the least weight met for delta (`measured`).

Idea. z_i(t+1) - 1'x(t)/n times y_i(t+1) is a row of what products of A leave of x(0), eps(1), ..., eps(t), of which
`products` bounds the size. The convolution is written lambda^t sum_s ||eps(s)||_1/lambda^s, for n >= 2; at n = 1 both
sides are 0.
"""

from ...families.digraphs import OUT_DEGREE
from ...families.pushsum_proof import push_sum
from ...theorem import Theorem, Variant
from .products import CITED, LAMBDA

_SUM = "8/delta*lamB**t*sum(s <= t, gamma*slopes1(s)/lamB**s)"
_LINES = """
whole: n**n >= 1 + n*(n - 1) by bernoulli(n - 1, n)
large: n**n > 1 by whole, n >= 2
let r = 1 - n**(-n), B = sum(i, norm(h[i]))
low: r > 0 by large
none: norm(e[i]) <= 0 by root
only: norm(h[i] + e[i]) <= norm(h[i]) by triangle(h[i], e[i]), none
bulk: sum(i, norm(h[i] + e[i])) <= B by only sum i
pull: 4*gamma*r*sum(i, norm(h[i] + e[i])) <= 4*gamma*r*B by bulk, low
always I: far <= 4*gamma*r**t*sum(s < t, slopes1(s)/r**s)
  grown: r*far <= r*4*gamma*r**t*sum(s < t, slopes1(s)/r**s) by I, low
  next I by forgets, grown, pull
lowest: n**n*w2[j] >= n by next_floor
length: norm(x2[j] - next(z)) >= 0
all: n**n*at_least[j]*w2[j] >= n*at_least[j] by lowest, at_least
least: n**n*smallest_weight(t) >= n by all, at_one sum j
sure: smallest_weight(t) > 0 by least, n > 0 over n**n > 0
least_is: smallest_weight(t) <= w2[j] by least_now
each: delta*norm(x2[j] - next(z)) <= norm(w2[j]*(x2[j] - next(z))) by length
chosen: delta*at_play[j]*norm(x2[j] - next(z)) <= norm(w2[j]*(x2[j] - next(z))) by each, at_play, at_play_one, length
farthest: delta*play2 <= far2 by play times delta, chosen, next_nearest sum j
claim by farthest, next I
"""

PUSH_SUM = Theorem(
    id="nedic2015.push-sum",
    title="push-sum with disturbances tracks the average",
    place=f"Nedic and Olshevsky 2015, Lemma 1, {CITED}",
    statement="|z_i(t+1) - 1'x(t)/n| <= (8/delta) (lambda^t ||x(0)||_1 + sum lambda^(t-s) ||eps(s)||_1)",
    family=push_sum(OUT_DEGREE),
    rounds=8,
    variants=tuple(
        Variant(
            label,
            f"farthest_play(t + 1) <= {_SUM}",
            statement=f"delta = {shown}",
            assume=("connected == 1", "n >= 2"),
            where={"window": "1", **LAMBDA, "delta": delta},
            derivation=_LINES,
        )
        for label, shown, delta in (
            ("printed", "n^-n", "n**(-n)"),
            ("measured", "the least weight", "smallest_weight(t)"),
        )
    ),
)
