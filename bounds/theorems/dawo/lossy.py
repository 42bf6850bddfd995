"""Lines that the derivations of (31) and of Theorem 1 share."""

from __future__ import annotations

__all__ = ["LOSS", "NARROW", "SHARPER", "SHORT", "SMALL", "SPREAD", "WIDER", "quiet"]

# Two ranges of steps: of the repair, and as printed.
WIDER = """
range: sqrt(rho2) + 2*eta*omega < 1 by eta < (1 - sqrt(rho2))/(2*omega)
"""
NARROW = """
one: sqrt(K) >= 1 by root
narrow: sqrt(rho2) + 6*eta*omega*sqrt(K) < 1 by eta < (1 - sqrt(rho2))/(6*sqrt(K)*omega)
range: sqrt(rho2) + 2*eta*omega < 1 by narrow, one
"""

# The summed spread: Young's inequality of r |x - J x| + eta |B|, r = sqrt(rho2), B what the gradients pull apart.
SPREAD = """
let r = sqrt(rho2), c = norm(x - J(x)), B = grad(x) - J(grad(x)), A = grad(J(x)) - J(grad(J(x)))
below: r < 1 by range
mixed: norm(W_hat(x) - J(x)) <= r*c by root, links(x)
moved: norm(W_hat(x) - J(x) - eta*B) <= r*c + eta*norm(B) by triangle(W_hat(x) - J(x), -eta*B), mixed
square: sq(W_hat(x) - J(x) - eta*B) <= (r*c + eta*norm(B))**2 by moved
young: (1 - r)*(r*c + eta*norm(B))**2 <= (1 - r)*r*c**2 + eta**2*sq(B) by r >= 0 with (1 - r)*c - eta*norm(B)
split: sq(next(x) - J(next(x))) <= sq(W_hat(x) - J(x) - eta*B) + eta**2*K*alpha2 by noise with J(n)
drift: sq(B) <= 2*omega**2*sq(x - J(x)) + 2*K*beta2 by lipschitz(x, J(x)), apart(x)
  with J(grad(x) - grad(J(x))), grad(x) - grad(J(x)) - J(grad(x) - grad(J(x))) - A
let q = (1 - r)**2 - 2*eta**2*omega**2, V = K*eta**2*((1 - r)*alpha2 + 2*beta2)
always I: (1 - r)*spread2(t) + q*spread2_before(t) <= (1 - r)*spread2(0) + t*V
  next by I, split, square, young, drift, below
let S = spread2_before(t), C0 = spread2(0)
always II: spread2_before(t) >= 0
  next by II with x - J(x)
begin: C0 >= 0 by t >= 0 with start(x - J(x))
gap: (1 - r)**2 > 4*eta**2*omega**2 by range, below
all: ((1 - r)**2 - 4*eta**2*omega**2)*S <= (1 - r)*C0 + t*V by I, II, below with x - J(x)
more: (1 - r)*C0 + t*V <= 2*C0 + t*2*eta**2*K*(alpha2 + 2*beta2) by begin, r >= 0, alpha2 >= 0, beta2 >= 0, t >= 0
"""

# The same with Minkowski for the gradients: |B| <= omega |x - J x| + sqrt(K) beta, q = r + eta omega.
SHARPER = """
let r = sqrt(rho2), c = norm(x - J(x)), B = grad(x) - J(grad(x)), A = grad(J(x)) - J(grad(J(x))), q = r + eta*omega
let D = grad(x) - grad(J(x)), E = D - J(D), b = sqrt(K*beta2), V = K*eta**2*((1 - q)*alpha2 + beta2)
range: q < 1 by eta*omega < 1 - sqrt(rho2)
mixed: norm(W_hat(x) - J(x)) <= r*c by root, links(x)
near_own: norm(E) <= omega*c by root, lipschitz(x, J(x)) with J(D)
spread: norm(A) <= b by root, apart(x)
pull: norm(eta*B) <= eta*(omega*c + b) by triangle(eta*E, eta*A), near_own, spread
moved: norm(W_hat(x) - J(x) - eta*B) <= q*c + eta*b by triangle(W_hat(x) - J(x), -eta*B), mixed, pull
square: sq(W_hat(x) - J(x) - eta*B) <= (q*c + eta*b)**2 by moved
young: (1 - q)*(q*c + eta*b)**2 <= (1 - q)*q*c**2 + eta**2*b**2 by q >= 0 with (1 - q)*c - eta*b
split: sq(next(x) - J(next(x))) <= sq(W_hat(x) - J(x) - eta*B) + eta**2*K*alpha2 by noise with J(n)
always I: (1 - q)*spread2(t) + (1 - q)**2*spread2_before(t) <= (1 - q)*spread2(0) + t*V
  next by I, split, square, young, range
"""

# The summed loss at the mean, `dawo.eq-28:sharp`.
SHORT = "short: eta*omega <= 1 by range, r >= 0"
LOSS = """
let p = J(grad(J(x))), h = J(grad(x))
near: sq(p - h) <= omega**2*sq(x - J(x)) by lipschitz(x, J(x)) with grad(x) - grad(J(x)) - h + p
fall: F(J(next(x))) <= F(J(x)) - eta/2*sq(p) + eta/2*sq(p - h) + eta**2*omega/2*alpha2
  by above(J(next(x)), J(x)), short, mean_noise with h
round: F(J(next(x))) <= F(J(x)) - eta/2*sq(p) + eta/2*omega**2*sq(x - J(x)) + eta**2*omega/2*alpha2 by fall, near
let Q = K*eta/2*gradients2_before(t), U = eta**2*omega*alpha2/2
always III: K*gap(t) + K*eta/2*gradients2_before(t) <= K*gap(0) + eta/2*omega**2*spread2_before(t) + t*U
  next by III, round
descent: Q <= K*gap(0) + eta/2*omega**2*spread2_before(t) + t*U by III, mean_least(x)
"""

# Where all start at one point and steps are as short as printed.
SMALL = """
clear: (1 - r)**2 > 36*K*eta**2*omega**2 by narrow, below
room: (1 - r)**2 - 18*K*eta**2*omega**2 > 0 by clear
half: 1/2 - 9*G > 0 by clear
less: ((1 - r)**2 - 18*K*eta**2*omega**2)*S <= t*2*eta**2*K*(alpha2 + 2*beta2) by all, more, II, K >= 2
flat: omega**2*S <= 2*t*(alpha2 + 2*beta2)*G by less
"""


def quiet(text: str) -> str:
    """The same lines without noise."""
    apart = "by less over (1 - r)**2 - 18*K*eta**2*omega**2 > 0"
    return text.replace(" by noise with J(n)", "").replace(", mean_noise", "").replace("by less", apart)
