"""Nedic and Ozdaglar 2009, products of weights: products of the weight matrices approach 1/m geometrically.

Setting. A(0), A(1), ... doubly stochastic, self-weights and links at least eta, every B rounds connected, B0 =
(m-1) B.

Statement. For a product of k - s + 1 of them every entry is within 2 (1 + eta^-B0)/(1 - eta^B0) (1 -
eta^B0)^((k-s)/B0) of 1/m. Judged for B = 1, symmetric matrices, and the smallest entry, which is where a product
that still lacks an entry shows.

Idea. Every round brings a column nearer to its mean by the factor lambda, at most 1 - x, x = eta^B0, which is below
(1 - x)^(1/B0).
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from .consensus_constants import B0, CITED, CONNECTED, GAP

_DERIVED = f"""{GAP}
let y = least_column - J(least_column), q = (1 - c)**(1/B0), f = e_i - J(e_i), g = e_j - J(e_j)
wide: K**2*(1 - lam) >= 8*least by spectral_gap
slower: lam <= 1 - c by wide, outgrow over K**2 > 0
rate: 1 - c <= q by shorter_power(1 - c, 1/B0, 1)
mixed: norm(W_now(least_column) - J(least_column)) <= lam*norm(y) by root, mixing(least_column)
started: norm(g) <= 1 by root, column_at with J(e_j)
always near: norm(y) <= q**t
  start near by started
  longer: lam*norm(y) <= q*norm(y) by norm(y) >= 0
  next near by mixed, longer
unit_row: norm(f) <= 1 by root, row_at with J(e_i)
always centre: K*dot(e_i, J(least_column)) == 1
  start centre by entry
  next centre by centre
inner: dot(-f, y) <= norm(f)*norm(y) by cauchy(-f, y)
low: 1/K - smallest(t) <= norm(f)*norm(y) by inner, centre times 1/K
shorter: norm(f)*norm(y) <= norm(y) by unit_row, norm(y) >= 0
under: q <= 1 by smaller_power(1 - c, 1/B0)
reach: q**t <= q**(t - 1) by shorter_power(q, t - 1, t)
exponent: q**(t - 1) == (1 - c)**((t - 1)/B0) by power_power(1 - c, 1/B0, t - 1)
let D = (1 - c)**((t - 1)/B0)
twofold: 2*(1 + 1/c)/(1 - c) >= 1
printed: D <= 2*(1 + 1/c)/(1 - c)*D by twofold, D >= 0
claim by low, shorter, near, reach, exponent, printed
"""

PRODUCTS = Theorem(
    id="nedic2009.products",
    title="Products of connected weight matrices approach the average",
    place=f"Nedic and Ozdaglar 2009, products of weights, {CITED}",
    statement="|[Phi(k,s)]_ij - 1/m| <= 2 (1 + eta^-B0)/(1 - eta^B0) (1 - eta^B0)^((k-s)/B0)",
    family=matrices(S=(1, 2, 3), head=(0,), B=(1,)),
    first=1,
    variants=(
        Variant(
            "main",
            "1/K - smallest(t) <= 2*(1 + 1/least**B0)/(1 - least**B0)*(1 - least**B0)**((t - 1)/B0)",
            statement="the smallest entry of a product of t = k - s + 1 matrices",
            assume=("t >= 1", *CONNECTED),
            where={"B0": B0},
            derivation=_DERIVED,
        ),
    ),
)
