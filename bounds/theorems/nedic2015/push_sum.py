"""Nedic and Olshevsky 2015, Lemma 1: push-sum with disturbances, how far the ratios are from the average.

Setting as in `products`, B = 1. w(t+1) = A(t)x(t), y(t+1) = A(t)y(t), z_i = w_i/y_i, x(t+1) = w(t+1) + eps(t+1), y(0)
= 1. Judged where x(0) and eps are steps along subgradients: eps(t) = -gamma g(t), x(0) = -gamma g(0), as in Online
Push-Sum, whose z and plays are w and z here.

Statement. |z_i(t+1) - 1'x(t)/n| <= (8/delta) (lambda^t ||x(0)||_1 + sum_(s=1..t) lambda^(t-s) ||eps(s)||_1), with
lambda and delta of `products` and `weights` (`printed`); here also with the least weight met for delta (`measured`).

Proof. z_i(t+1) - 1'x(t)/n = sum over s <= t and j of eps_j(s) (P_ji - y_i/n)/y_i, P = W(s)...W(t), y_i = y_i(t+1).
y'/n is a mean of rows of P, so |P_ji - y_i/n| <= tau(P) <= 2 lambda^(t-s+1) by (3) of `products`.  []
"""

from ...families.digraphs import OUT_DEGREE
from ...families.pushsum_proof import push_sum
from ...theorem import Theorem, Variant
from .products import CITED, LAMBDA

_SUM = "8/delta*sum(s <= t, lamB**(t - s)*gamma*slopes1(s))"

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
            assume=("connected == 1",),
            where={"window": "1", **LAMBDA, "delta": delta},
            proved=True,
        )
        for label, shown, delta in (
            ("printed", "n^-n", "n**(-n)"),
            ("measured", "the least weight", "smallest_weight(t)"),
        )
    ),
)
