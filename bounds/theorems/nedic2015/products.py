"""Nedic and Olshevsky 2015, products of the column-stochastic matrices of push-sum forget where they started.

Setting. A(t)_ij = 1/d_j(t) where j sends to i, every node to itself as well, d_j the number that j sends to; the
graphs of any B rounds in a row together are strongly connected. W(t) = A(t)' in the names of the library. Judged for B
= 1, and for B = 2 with two matrices in turn.

Statement. There is phi(t) with |[A(t)...A(s)]_ij - phi_i(t)| <= 4 lambda^(t-s), lambda = (1 - n^(-nB))^(1/B). Half
the largest spread within a row is what the best phi leaves.

Idea. Every node reaches every other within N <= B (n - 1) rounds, so products of N factors have no entry below n^-N
and shrink what two rows are apart, in sums of moduli, by 1 - n^(1-N), which is below lambda^N.
"""

from ...families.digraphs import OUT_DEGREE, row_matrices
from ...theorem import Theorem, Variant
from ..ops.lines import FORGETS

CITED = "as commonly cited; only the abstract could be read"
ONE, TWO = row_matrices(OUT_DEGREE, S=(1, 2)), row_matrices(OUT_DEGREE, S=(2,))
# (label, B, family, what the graphs meet)
WINDOWS = (("every-round", "1", ONE, "connected == 1"), ("two-rounds", "2", TWO, "union_connected == 1"))
_DERIVED = {
    "every-round": FORGETS + "claim by next I, half_of, under, keeps\n",
    "two-rounds": """
let r = 1 - n**(-2*n)
whole: n**n >= 1 + n*(n - 1) by bernoulli(n - 1, n)
sum_of: n**n + 1 + n*(n - 1) >= 0 by n >= 1
square: n**(2*n) >= (1 + n*(n - 1))**2 by whole, sum_of
power: n**(2*n) >= 1 by square, n >= 1 with n - 1
low_rate: r >= 0 by power
within: N <= 2*n - 1 by reach_of_two
fewer: n**N <= n**(2*n - 1) by longer_power(n, N, 2*n - 1)
full: n**N >= n by longer_power(n, 1, N)
factor: 1 - n*n**(-N) >= 0 by full
kept: r**N >= 1 - N*n**(-2*n) by bernoulli(-n**(-2*n), N)
most: N*n**(-2*n) <= n**2*n**(-2*n) by within with n - 1
lost: n**2*n**(-2*n) <= n*n**(-N) by fewer
shrinks: 1 - n*n**(-N) <= r**N by kept, most, lost
once: n*n**(-N)*(1 - n*n**(-N)) >= 0 by factor
always short: tau(P) <= 2
  start short by tau_first
  next short by short, shorter
signed: tau(P) + 2 >= 0 by tau_low(P)
short2: tau(P)**2 <= 4 by short, signed
quarter: 4*(n - 1)*n**(-2*n) <= 1 by square with 2*n - 3, n - 1, n**2 - n, n*(n - 1) - 1
always young: r**t >= 1 - t*n**(-2*n)
  next young by young, low_rate
always I: tau(P)**2 <= 8*r**t by windows
  start I by short2, young, t <= N - 1, within, quarter, n**(-2*n) > 0
  both_of: tau(ahead(P)) + (1 - n*n**(-N))*tau(P) >= 0 by tau_low(ahead(P)), tau_low(P), factor
  less: tau(ahead(P))**2 <= (1 - n*n**(-N))**2*tau(P)**2 by wide_of_two, both_of
  less2: (1 - n*n**(-N))**2*tau(P)**2 <= (1 - n*n**(-N))*tau(P)**2 by once with tau(P)
  less3: (1 - n*n**(-N))*tau(P)**2 <= (1 - n*n**(-N))*8*r**t by I, factor
  rate: (1 - n*n**(-N))*8*r**t <= 8*r**N*r**t by shrinks
  split: 8*r**(t + N) == 8*r**t*r**N by power_sum(r, t, N) times 8
  next I by less, less2, less3, rate, split
always keeps: r**t >= 0
upper: tau(V(P)) + 4*half >= 0 by tau_low(V(P))
halves: 16*half**2 <= tau(V(P))**2 by half_of, upper
last: half_spread(t) <= 4*lamB**(t/window) by root, halves, next I, keeps
claim by last
""",
}
LAMBDA = {"lamB": "1 - n**(-n*window)"}

PRODUCTS = Theorem(
    id="nedic2015.products",
    title="products of push-sum matrices forget where they started",
    place=f"Nedic and Olshevsky 2015, the corollary on products of A(t), {CITED}",
    statement="|[A(t)...A(s)]_ij - phi_i(t)| <= 4 lambda^(t-s), lambda = (1 - n^(-nB))^(1/B)",
    family=ONE,
    rounds=12,
    variants=tuple(
        Variant(
            label,
            "half_spread(t) <= 4*lamB**(t/window)",
            statement=f"B = {B}, s = 0",
            assume=(meets,),
            where={"window": B, **LAMBDA},
            family=family,
            derivation=_DERIVED[label],
        )
        for label, B, family, meets in WINDOWS
    ),
)
