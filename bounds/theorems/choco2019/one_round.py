"""Koloskova, Stich and Jaggi 2019 (Choco-Gossip), the two recursions of the proof.

Setting as in `average`; delta = 1 - |lambda_2(W)|, beta = ||I - W||, omega = k/d; S(t) = E||X(t) - Xbar||^2 and U(t)
= E||X(t) - Xhat(t + 1)||^2, both summed over nodes.

Statement. For gamma <= 1 and with the weights gamma delta/2 and omega/2 of the two splittings:
(1) S(t+1) <= (1 + gamma delta/2) (1 - gamma delta)^2 S(t) + (1 + 2/(gamma delta)) gamma^2 beta^2 U(t);
(2) U(t+1) <= (1 - omega) ((1 + omega/2) (1 + gamma beta)^2 U(t) + (1 + 2/omega) gamma^2 beta^2 S(t)).

Proof. With X for X(t), Xhat for Xhat(t+1): X(t+1) = X + gamma (W - I) Xhat.
(1) X(t+1) - Xbar = ((1 - gamma) I + gamma W)(X - Xbar) + gamma (W - I)(Xhat - X). Off the ones the first matrix has
    eigenvalues of modulus at most 1 - gamma + gamma |lambda_2|, and ||u + v||^2 <= (1 + a) ||u||^2 + (1 + 1/a)
    ||v||^2.
(2) Q loses at most 1 - omega of what it is given, X(t+1) - Xhat, in the mean (`stich2018.contraction`), and that is
    ((1 + gamma) I - gamma W)(X - Xhat) + gamma (W - I)(X - Xbar), where I + gamma (I - W) has the norm 1 + gamma beta.
    []
"""

from ...families.compressed import compressed
from ...theorem import Theorem, Variant
from .average import CITED

TOP, RANDOM = compressed("top"), compressed("random")
NETWORK = {"delta": "1 - lam", "beta": "1 - lam_n"}
_SPREAD = (
    "(1 + gamma*delta/2)*(1 - gamma*delta)**2*spread2(t) + (1 + 2/(gamma*delta))*gamma**2*beta**2*unsent2(t)"
)
_UNSENT = (
    "(1 - omega)*((1 + omega/2)*(1 + gamma*beta)**2*unsent2(t) + (1 + 2/omega)*gamma**2*beta**2*spread2(t))"
)
_SPREAD_PROOF = """
let y = x - J(x), u = x - h, a = (1 - gamma)*y + gamma*W(y), b = gamma*(u - W(u))
wide: delta > 0 by lam < 1
rise: beta >= 0 by lam_n <= lam, lam <= 1
room: 1 - gamma*delta >= 0 by gamma <= 1, lam >= 0
lean: dot(y, W(y)) <= lam*sq(y) by largest(y)
square: sq(W(y)) <= lam**2*sq(y) by mixing(y)
near: sq(a) <= (1 - gamma*delta)**2*sq(y) by lean, square, gamma <= 1
ends: dot(u, u - W(u)) <= beta*sq(u) by smallest(u)
still: sq(u - W(u)) <= beta*dot(u, u - W(u)) by spectrum(u)
off: sq(u - W(u)) <= beta**2*sq(u) by still, ends, rise
flat: sq(b - J(b)) <= gamma**2*beta**2*sq(u) by off
split: gamma*delta*sq(a + b - J(b)) <= gamma*delta*(1 + gamma*delta/2)*sq(a) + (gamma*delta + 2)*sq(b - J(b))
  with gamma*delta/2*a - (b - J(b))
step: spread2(t + 1) <= sq(a + b - J(b))
gd: gamma*delta > 0 by wide
one: gamma*delta*(1 + gamma*delta/2) >= 0 by gd
two: gamma*delta + 2 >= 0 by gd
stays: gamma*delta*(1 + gamma*delta/2)*sq(a) <= gamma*delta*(1 + gamma*delta/2)*(1 - gamma*delta)**2*sq(y) by near, one
comes: (gamma*delta + 2)*sq(b - J(b)) <= (gamma*delta + 2)*gamma**2*beta**2*sq(u) by flat, two
let g = gamma*delta, bound = g*(1 + g/2)*(1 - g)**2*sq(y) + (g + 2)*gamma**2*beta**2*sq(u)
both: gamma*delta*sq(a + b - J(b)) <= bound by split, stays, comes
scaled: gamma*delta*spread2(t + 1) <= bound by step, both, gd
claim by scaled over gd
"""
_UNSENT_PROOF = """
let y = x - J(x), u = x - h, a = (1 - gamma)*y + gamma*W(y), b = gamma*(u - W(u))
wide: delta > 0 by lam < 1
rise: beta >= 0 by lam_n <= lam, lam <= 1
ends: dot(u, u - W(u)) <= beta*sq(u) by smallest(u)

let c = u + b, p = gamma*(W(y) - y)
grow: sq(c) <= (1 + gamma*beta)**2*sq(u) by ends, spectrum(u), rise
still: sq(y - W(y)) <= beta*dot(y, y - W(y)) by spectrum(y)
more: dot(y, y - W(y)) <= beta*sq(y) by smallest(y)
off: sq(p) <= gamma**2*beta**2*sq(y) by still, more, rise
lost: unsent2(t + 1) <= (1 - omega)*sq(c + p) by kept(next(x) - h)
split: omega*sq(c + p) <= omega*(1 + omega/2)*sq(c) + (omega + 2)*sq(p) with omega/2*c - p
claim by lost, split, grow, off over omega > 0
"""
_RECURSIONS = {"spread": ("(1)", "spread2(t + 1)", _SPREAD), "unsent": ("(2)", "unsent2(t + 1)", _UNSENT)}

ONE_ROUND = Theorem(
    id="choco2019.one-round",
    title="Choco-Gossip: disagreement and what copies lack, from one round to the next",
    place=f"Koloskova, Stich and Jaggi 2019, the proof of Theorem 2, {CITED}",
    statement="E||X(t+1) - Xbar||^2 and E||X(t+1) - Xhat(t+2)||^2 by their values a round before",
    family=TOP,
    rounds=6,
    variants=tuple(
        Variant(
            f"{name}-{kind}",
            f"{shown}, {kind} coordinates",
            left,
            right,
            assume=("lam < 1", "gamma <= 1"),
            where=NETWORK,
            family=family,
            proved=True,
            derivation=_UNSENT_PROOF if name == "unsent" else _SPREAD_PROOF,
        )
        for name, (shown, left, right) in _RECURSIONS.items()
        for kind, family in (("top", TOP), ("random", RANDOM))
    ),
)
