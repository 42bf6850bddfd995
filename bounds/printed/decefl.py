"""DeceFL's supplement: the proofs of Theorem 1 and of Proposition 1."""

import re

from ..theorems.decefl.consensus_federated import NEARER
from ..theorems.decefl.si_eq_42 import DERIVED as DERIVED_42
from ..theorems.decefl.si_eq_46 import DERIVED as DERIVED_46
from ..theorems.fixed_step import ROUND
from .declared import Printed, added

PROPOSITION_1 = r"""
# g is the mean of the stochastic gradients, G the gradient of F = sum_k F~_k at the mean, c the clients' distance from
# their mean, H = sum_k grad F_k(w_k). All are stacked, one copy a client, so that |g|^2 is sq(g)/K.
let g = J(grad(x) + n), G = K*J(grad(J(x))), H = K*J(own_grad(x)), S = K*J(grad(x)), c = x - J(x)
# SP.1 (49): F(wbar(t+1)) <= F(wbar) - eta g'grad F(wbar) + (eta^2 L/2) ||g||^2, as F is L-smooth
SP_1: next(F(J(x))) <= F(J(x)) - eta*dot(g, G)/K + eta**2*L/2*sq(g)/K by mean_above(next(x), x)
# SP.2: the same in expectation
# read: inner products are expectations, so that SP.1 is this already
SP_2: next(F(J(x))) <= F(J(x)) - eta*dot(g, G)/K + eta**2*L/2*sq(g)/K by SP_1
# SP.3: = E F - eta E||grad F||^2 + eta E<grad F, grad F - g> + (eta^2 L/2) E||g||^2
SP_3: 0 - eta*dot(g, G)/K == 0 - eta*sq(G)/K + eta*dot(G, G - g)/K
# SP.4: <= ... + (eta/2) E||grad F||^2 + (eta/2) E||grad F - g||^2 + ...
SP_4: eta*dot(G, G - g)/K <= eta/2*sq(G)/K + eta/2*sq(G - g)/K with g
# SP.5: <= ... + (eta/2) E||grad F - sum_k grad F_k(w_k)||^2 + (eta/2) E||sum_k grad F_k(w_k) - g||^2 + ...
# read: with F_k, as printed, and with F~_k for it (second line)
SP_5: eta/2*sq(G - g)/K <= eta/2*sq(G - H)/K + eta/2*sq(H - g)/K
SP_5b: eta/2*sq(G - g)/K <= eta/2*sq(G - S)/K + eta/2*sq(S - g)/K
# SP.6: <= the same with (eta K/2) sum_k E||grad F_k(wbar) - grad F_k(w_k)||^2 + (eta K/2) sum_k E||grad F_k(w_k) -
#   g~_k(w_k)||^2
# read: with F_k, as printed, and with F~_k for it (second line)
SP_6: eta/2*sq(G - H)/K + eta/2*sq(H - g)/K <=
    eta*K/2*sq(own_grad(J(x)) - own_grad(x)) + eta*K/2*sq(own_grad(x) - grad(x) - n)
SP_6b: eta/2*sq(G - S)/K + eta/2*sq(S - g)/K <= eta*K/2*sq(grad(J(x)) - grad(x)) + eta*K/2*sq(n)
# SP.7: <= ... + (eta K/2) sum_k L_k^2 ||wbar - w_k||^2 + (eta K/2) sum_k sigma_k^2 + ...
# read: L for L_k, as SP.8 has it; with F_k, as printed, and with F~_k for it (second line)
SP_7: eta*K/2*sq(own_grad(J(x)) - own_grad(x)) + eta*K/2*sq(own_grad(x) - grad(x) - n) <=
    eta*K/2*L**2*sq(c) + eta*K/2*K*sigma2
some: sq(c) >= 0 with c
flatter: sharpest**2*sq(c) <= L**2*sq(c) by sharpest <= L, some, L >= 0, sharpest >= 0
SP_7b: eta*K/2*sq(grad(J(x)) - grad(x)) + eta*K/2*sq(n) <= eta*K/2*L**2*sq(c) + eta*K/2*K*sigma2
    by lipschitz(J(x), x), flatter, noise, shares_squared, eta*K >= 0
# SP.8 (50): = E F - (eta/2) E||grad F||^2 + (eta^2 L/2) E||g||^2 + (eta K L^2/2) ||1 wbar - w||^2 + eta K^2 sigma^2/2
SP_8: next(F(J(x))) <=
    F(J(x)) - eta/2*sq(G)/K + eta**2*L/2*sq(g)/K + eta*K*L**2/2*sq(c) + eta*K**2*sigma2/2
    by SP_2, SP_4, SP_5, SP_6, SP_7
# SP.9: E||g||^2 = E||(1/K) sum_k g~_k(w_k)||^2 <= (1/K) sum_k E||g~_k(w_k)||^2 <= (1/K) sum_k E||g_k(w_k)||^2
SP_9: sq(g)/K <= sq(grad(x) + n)/K with grad(x) + n - g
SP_9b: sq(grad(x) + n)/K <= (sq(own_grad(x)) + K*sigma2)/K by share(x), noise, shares_squared
# SP.10: E||g_k(w_k)||^2 <= sigma_k^2 + ||grad F_k(w_k)||^2, Assumption 1
# unsaid: a client's own variance sigma_k^2 has no name in the setting; their mean has, and SP.11 reads it
# SP.11 (51): (1/K) sum_k E||g_k(w_k)||^2 <= (1/K) sum_k sigma_k^2 + (1/K) sum_k ||grad F_k(w_k)||^2
# read: together with SP.9
SP_11: sq(g)/K <= sigma2 + sq(own_grad(x))/K by SP_9, SP_9b
# SP.12: (1/K) sum_k ||grad F_k(w_k)||^2 <= (1/K) sum_k 2 mu_k (F_k(w_k) - F_k^*), mu_k-strong convexity
SP_12: sq(own_grad(x))/K <= curved_sum(x)/K by own_curved(x)
# SP.13: <= (2 mu/K) sum_k (F_k(w_k) - F_k(wbar) + F_k(wbar) - F_k(w*) + F_k(w*) - F_k^*), mu = min mu_k
SP_13: curved_sum(x)/K <= 2*mu/K*(own_F(x) - own_F(J(x)) + own_F(J(x)) - own_F(o) + own_F(o) - minima_sum)
# SP.14: <= (2 mu/K)(F(wbar) - F*) + (2 mu/K) sum_k (F_k(w_k) - F_k(wbar)) + (2 mu/K)(F_k(w*) - Fbar*)
# read: sum_k F_k(w*) for the F_k(w*) that has a free index
SP_14: 2*mu/K*(own_F(x) - own_F(J(x)) + own_F(J(x)) - own_F(o) + own_F(o) - minima_sum) <=
    2*mu/K*(F(J(x)) - F(o)) + 2*mu/K*(own_F(x) - own_F(J(x))) + 2*mu/K*(own_F(o) - minima_sum)
# SP.15 (52): <= (2 mu/K)(F(wbar) - F*) + (mu L/K) ||c||^2 + 2 mu zeta, zeta = (1/K)(F* - Fbar*)
SP_15: 2*mu/K*(own_F(x) - own_F(J(x))) + 2*mu/K*(own_F(o) - minima_sum) <= mu*L/K*sq(c) + 2*mu*zeta
# SP.16: (1/K) sum_k E||g_k(w_k)||^2 <= sigma^2 + (2 mu/K)(F(wbar) - F*) + (mu L/K) ||c||^2 + 2 mu zeta
SP_16: sq(g)/K <= sigma2 + 2*mu/K*(F(J(x)) - F(o)) + mu*L/K*sq(c) + 2*mu*zeta by SP_11, SP_12, SP_13, SP_14, SP_15
# SP.17: ||grad F(wbar)||^2 >= (2 mu/m)(F(wbar) - F*), F being (mu/m)-strongly convex
SP_17: sq(G)/K >= 2*mu/m*(F(J(x)) - F(o)) by mean_curved(x)
# SP.18: E F(wbar(t+1)) <= E F(wbar) - (mu eta/m) E[F(wbar) - F*] + (eta^2 L/2)(sigma^2 + (2 mu/K)(F(wbar) - F*)
#   + (mu L/K) ||c||^2 + 2 mu zeta) + (eta K L^2/2) ||c||^2 + eta K^2 sigma^2/2
# read: the parenthesis closed after 2 mu zeta, as SP.19 has it, and wbar for wbar_k
SP_18: next(F(J(x))) <= F(J(x)) - mu*eta/m*(F(J(x)) - F(o)) +
    eta**2*L/2*(sigma2 + 2*mu/K*(F(J(x)) - F(o)) + mu*L/K*sq(c) + 2*mu*zeta) + eta*K*L**2/2*sq(c) + eta*K**2*sigma2/2
    by SP_8, SP_16, SP_17, eta**2*L >= 0
# SP.19: = E F(wbar) - mu eta (1/m - eta L/K) E[F(wbar) - F*] + ((eta K^2 L^2 + eta^2 L^2 mu)/(2K)) ||c||^2
#   + (eta K^2 sigma^2 + eta^2 L (sigma^2 + 2 mu zeta))/2
SP_19: 0 - mu*eta/m*(F(J(x)) - F(o)) +
    eta**2*L/2*(sigma2 + 2*mu/K*(F(J(x)) - F(o)) + mu*L/K*sq(c) + 2*mu*zeta) + eta*K*L**2/2*sq(c) + eta*K**2*sigma2/2 ==
    0 - mu*eta*(1/m - eta*L/K)*(F(J(x)) - F(o)) + (eta*K**2*L**2 + eta**2*L**2*mu)/(2*K)*sq(c) +
    (eta*K**2*sigma2 + eta**2*L*(sigma2 + 2*mu*zeta))/2
# SP.20 (53): E||c(t+1)||^2 <= lambda^2 (1+Y) E||c||^2 + eta^2 (1 + 1/Y) K chi^2, Y = (1/lambda^2 - 1)/2
let Y = (1/lam**2 - 1)/2
ROUND
squared: (1 - lam**2)**2 > 0 by open
positive: Y > 0 by open, 0 < lam
SP_20: next(sq(c)) <= lam**2*(1 + Y)*sq(c) + eta**2*(1 + 1/Y)*K*chi2 by round, open
# SP.21, SP.22 (54): <= (lambda^2 (1+Y))^(t+1) E||c(0)||^2 + eta^2 (1 + 1/Y) K chi^2 sum_{tau=0}^t (lambda^2 (1+Y))^tau,
#   recursion; <= E||c(0)||^2 + (1 + 1/Y) eta^2 K chi^2/(1 - lambda^2 (1+Y)) = E||c(0)||^2
#   + 2 eta^2 K chi^2 (1+lambda^2)/(1-lambda^2)^2 =: Xi, geometric series
# read: as the induction over t that the two lines abbreviate; M is Xi under a short name, from here on
first0: sq(start(c)) >= 0 with start(c)
let M = max(Xi, 0)
weaker: M <= Xi by cases M == Xi, M == 0
  case
    M <= Xi by case
  case
    M <= Xi by case, first0, squared, eta**2*K*chi2*(1 + lam**2) >= 0
begin: sq(start(c)) <= M by M >= Xi, squared, eta**2*K*chi2*(1 + lam**2) >= 0
room: (1 - lam**2)**2*M >= 2*eta**2*K*chi2*(1 + lam**2) by M >= Xi, first0, squared
always I: sq(c) <= M
  start by begin
  next by round, I, wider, room over 2*(1 - lam**2) > 0
SP_22: sq(c) <= Xi by I, weaker, squared
# SP.23: E[F(wbar(t+1)) - F*] <= E[F(wbar) - F*] - mu eta (1/m - eta L/K) E[F(wbar) - F*]
#   + ((eta K^2 L^2 + eta^2 L^2 mu)/(2K)) Xi + (eta K^2 sigma^2 + eta^2 L (sigma^2 + 2 mu zeta))/2
# read: wbar for wbar_k
fell: gap(t + 1) <= gap(t) - mu*eta*(1/m - eta*L/K)*gap(t) + (eta*K**2*L**2 + eta**2*L**2*mu)/(2*K)*sq(c) +
    (eta*K**2*sigma2 + eta**2*L*(sigma2 + 2*mu*zeta))/2 by SP_18, SP_19
within: (eta*K**2*L**2 + eta**2*L**2*mu)/(2*K)*sq(c) <= (eta*K**2*L**2 + eta**2*L**2*mu)/(2*K)*M
    by I, (eta*K**2*L**2 + eta**2*L**2*mu)/(2*K) >= 0
SP_23: gap(t + 1) <= gap(t) - mu*eta*(1/m - eta*L/K)*gap(t) + (eta*K**2*L**2 + eta**2*L**2*mu)/(2*K)*M +
    (eta*K**2*sigma2 + eta**2*L*(sigma2 + 2*mu*zeta))/2 by fell, within
# SP.24: E[F(wbar(t+1)) - F*] - Xi_1 <= (1 - eta mu/(2m)) E[F(wbar) - F*] + (last two terms of SP.23) - Xi_1,
#   eta <= K/(2 m L)
near: gap(t) >= 0 by mean_below(x, o) with J(x) - o
short: 2*m*L*eta <= K by eta <= K/(2*m*L), m > 0
SP_24: gap(t) - mu*eta*(1/m - eta*L/K)*gap(t) <= (1 - eta*mu/(2*m))*gap(t) by short, mu*eta >= 0, near over m*K > 0
# SP.25: = (1 - eta mu/(2m)) (E[F(wbar) - F*] - Xi_1), Xi_1 = (m/(eta mu)) (((eta K^2 L^2 + eta^2 L^2 mu)/K) Xi
#   + eta K^2 sigma^2 + eta^2 L (sigma^2 + 2 mu zeta))
let M_1 = m/(eta*mu)*((eta*K**2*L**2 + eta**2*L**2*mu)/K*M + eta*K**2*sigma2 + eta**2*L*(sigma2 + 2*mu*zeta))
SP_25: (eta*K**2*L**2 + eta**2*L**2*mu)/(2*K)*M + (eta*K**2*sigma2 + eta**2*L*(sigma2 + 2*mu*zeta))/2 - M_1 ==
    0 - (1 - eta*mu/(2*m))*M_1
# SP.26: E[F(wbar(t)) - F*] <= (1 - eta mu/(2m))^t (E[F(wbar(0)) - F*] - Xi_1) + Xi_1, recursion
keep: 1 - eta*mu/(2*m) >= 0 by short, L >= mu, m >= K, K >= 2 over m > 0
falls: gap(t + 1) - M_1 <= (1 - eta*mu/(2*m))*(gap(t) - M_1) by SP_23, SP_24, SP_25
always II: gap(t) - M_1 <= (1 - eta*mu/(2*m))**t*(gap(0) - M_1)
  next by falls, II, keep
SP_26: gap(t) <= (1 - eta*mu/(2*m))**t*(gap(0) - M_1) + M_1 by II
# SP.27: <= (1 - eta mu/(2m))^t (F(wbar(0)) - F*) + Xi_1, "shows (10)"
# read: the first step drops -(1 - eta mu/(2m))^t Xi_1, the others put in what M and Xi_1 are
SP_27: (1 - eta*mu/(2*m))**t*(gap(0) - M_1) + M_1 <= (1 - eta*mu/(2*m))**t*gap(0) + M_1
many: m > 0 by m >= K
let D = m*K*L**2/mu + m*eta*L**2/K
less: D*M <= D*Xi by weaker, D >= 0
claim by SP_26, SP_27, less, squared
"""

THEOREM_1 = r"""
# e is the distance of the mean from w*, c that of the clients from their mean, h and g the mean gradients without and
# with noise, Ft = sum_k F~_k^*. All are stacked, one copy a client, so that |e|^2 is sq(e)/K.
let e = J(x) - o, c = x - J(x), h = J(grad(x)), g = J(grad(x) + n), Ft = tilde_minima_sum, T = t + Gamma
brief: 2*L*eta <= 1 by delta/Gamma <= 1/(2*L), t >= 0
# S1.1: wbar(t+1) = wbar - eta g
S1_1: sq(next(J(x)) - (J(x) - eta*g)) == 0
# S1.2: lambda in (0,1) with ||W w - 1 wbar|| <= lambda ||w - 1 wbar||
S1_2: norm(W(x) - J(x)) <= lam*norm(c) by root, mixing(x)
# S1.3: F~_k is L_k-smooth and (mu_k/m)-strongly convex; F* - F~* = sum_k (F~_k(w*) - F~_k(w_k^*)) >= 0
S1_3: F(o) - Ft >= 0 by least(o)
# S1.4 (40): ||e(t+1)||^2 = ||e - eta h||^2 + eta^2 ||h - g||^2 + 2 eta <e - eta h, h - g>
S1_4: next(sq(e))/K == sq(e - eta*h)/K + eta**2*sq(h - g)/K + 2*eta*dot(e - eta*h, h - g)/K
# S1.5 (41): ||e - eta h||^2 = ||e||^2 - 2 eta <e, h> + eta^2 ||h||^2
S1_5: sq(e - eta*h)/K == sq(e)/K - 2*eta*dot(e, h)/K + eta**2*sq(h)/K
# S1.6: eta^2 ||h||^2 <= (eta^2/K) sum_k ||grad F~_k(w_k)||^2, convexity of the squared norm
S1_6: eta**2*sq(h)/K <= eta**2/K*sq(grad(x)) with grad(x) - h
# S1.7: <= (2 eta^2 L/K) sum_k (F~_k(w_k) - F~_k^*), smoothness
S1_7: eta**2/K*sq(grad(x)) <= 2*eta**2*L/K*(F(x) - Ft) by steep(x), sharpest <= L, least(x), eta**2/K >= 0
# S1.8: -2 eta <e, h> = -(2 eta/K) sum_k <wbar - w_k, grad F~_k(w_k)> - (2 eta/K) sum_k <w_k - w*, grad F~_k(w_k)>
S1_8: 0 - 2*eta*dot(e, h)/K == 0 - 2*eta/K*dot(J(x) - x, grad(x)) - 2*eta/K*dot(x - o, grad(x))
# S1.9: <= (eta/K) sum_k [(1/eta) ||w_k - wbar||^2 + eta ||grad F~_k(w_k)||^2] - (2 eta/K) sum_k [F~_k(w_k) - F~_k(w*)
#   + (mu_k/(2m)) ||w_k - w*||^2]
# read: mu for mu_k, as S1.10 has it
far: sq(x - o) >= 0 with x - o
S1_9: 0 - 2*eta/K*dot(J(x) - x, grad(x)) - 2*eta/K*dot(x - o, grad(x)) <=
    eta/K*(1/eta*sq(c) + eta*sq(grad(x))) - 2*eta/K*(F(x) - F(o) + mu/(2*m)*sq(x - o))
    by below(o, x), m*flattest >= mu, far, eta/K >= 0 with c - eta*grad(x) over m > 0
# S1.10: ||e - eta h||^2 <= ||e||^2 + (2 eta^2 L/K) sum_k (F~_k(w_k) - F~_k^*) + (eta/K) sum_k [(1/eta) ||w_k - wbar||^2
#   + eta ||grad F~_k(w_k)||^2] - (2 eta/K) sum_k (F~_k(w_k) - F~_k(w*)) - (mu eta/(K m)) sum_k ||w_k - w*||^2
S1_10: sq(e - eta*h)/K <= sq(e)/K + 2*eta**2*L/K*(F(x) - Ft) + eta/K*(1/eta*sq(c) + eta*sq(grad(x))) -
    2*eta/K*(F(x) - F(o)) - mu*eta/(K*m)*sq(x - o) by S1_5, S1_6, S1_7, S1_8, S1_9
# S1.11: <= (1 - mu eta/m) ||e||^2 + (2 eta^2 L/K) sum_k (F~_k(w_k) - F~_k^*) + (1/K) sum_k ||w_k - wbar||^2
#   + (eta^2/K) sum_k ||grad F~_k(w_k)||^2 - (2 eta/K) sum_k (F~_k(w_k) - F~_k(w*)), arithmetic-geometric means
S1_11: sq(e)/K + eta/K*(1/eta*sq(c) + eta*sq(grad(x))) - mu*eta/(K*m)*sq(x - o) <=
    (1 - mu*eta/m)*sq(e)/K + sq(c)/K + eta**2/K*sq(grad(x)) by mu*eta/(K*m) >= 0 with c
# S1.12: <= the same with (2 eta^2 L/K) sum_k (F~_k(w_k) - F~_k^*) for (eta^2/K) sum_k ||grad F~_k(w_k)||^2
S1_12: sq(e - eta*h)/K <= (1 - mu*eta/m)*sq(e)/K + 2*eta**2*L/K*(F(x) - Ft) + sq(c)/K + 2*eta**2*L/K*(F(x) - Ft) -
    2*eta/K*(F(x) - F(o)) by S1_10, S1_11, S1_7
# S1.13: ||e - eta h||^2 <= (1 - mu eta/m) ||e||^2 + (1/K) sum_k ||w_k - wbar||^2 + (4 eta^2 L/K) sum_k (F~_k(w_k) -
#   F~_k(w*) + F~_k(w*) - F~_k^*) - (2 eta/K) sum_k (F~_k(w_k) - F~_k(w*))
S1_13: sq(e - eta*h)/K <= (1 - mu*eta/m)*sq(e)/K + sq(c)/K + 4*eta**2*L/K*(F(x) - F(o) + F(o) - Ft) -
    2*eta/K*(F(x) - F(o)) by S1_12
# S1.14: = (1 - mu eta/m) ||e||^2 + (1/K) sum_k ||w_k - wbar||^2 - (2 eta (1 - 2 eta L)/K) sum_k (F~_k(w_k) - F*)
#   + (4 eta^2 L/K)(F* - F~*)
# read: with F* inside the sum, as printed, where it counts K times, and with F~_k(w*) for it (second line), which the
#   lines after it read too
S1_14: 4*eta**2*L/K*(F(x) - F(o) + F(o) - Ft) - 2*eta/K*(F(x) - F(o)) ==
    0 - 2*eta*(1 - 2*eta*L)/K*(F(x) - K*F(o)) + 4*eta**2*L/K*(F(o) - Ft)
S1_14b: 4*eta**2*L/K*(F(x) - F(o) + F(o) - Ft) - 2*eta/K*(F(x) - F(o)) ==
    0 - 2*eta*(1 - 2*eta*L)/K*(F(x) - F(o)) + 4*eta**2*L/K*(F(o) - Ft)
# S1.15: 1 - 2 eta L >= 0 and 1 - mu eta/m >= 0, as delta/Gamma <= 1/(2L)
S1_15: 1 - 2*eta*L >= 0 by brief
S1_15b: 1 - mu*eta/m >= 0 by brief, L >= mu, m >= K, K >= 2, eta > 0 over m > 0
# S1.16: insert F~_k(wbar)
S1_16: 0 - 2*eta*(1 - 2*eta*L)/K*(F(x) - F(o)) ==
    0 - 2*eta*(1 - 2*eta*L)/K*(F(x) - F(J(x)) + F(J(x)) - F(o))
# S1.17: <= ... - (2 eta (1 - 2 eta L)/K) sum_k <grad F~_k(wbar), w_k - wbar> - ..., F~_k convex
share: eta*(1 - 2*eta*L)/K >= 0 by S1_15
S1_17: 0 - 2*eta*(1 - 2*eta*L)/K*(F(x) - F(J(x))) <= 0 - 2*eta*(1 - 2*eta*L)/K*dot(grad(J(x)), c)
    by below(x, J(x)), share, flattest > 0 with c
# S1.18: <= the same with + (2 eta (1 - 2 eta L)/K)[(eta/2) sum_k ||grad F~_k(wbar)||^2 + (1/(2 eta)) sum_k
#   ||w_k - wbar||^2]
S1_18: 0 - 2*eta*(1 - 2*eta*L)/K*dot(grad(J(x)), c) <=
    2*eta*(1 - 2*eta*L)/K*(eta/2*sq(grad(J(x))) + 1/(2*eta)*sq(c)) by S1_15 with c + eta*grad(J(x))
# S1.19: <= the same with sum_k 2 L_k (F~_k(wbar) - F~_k^*) for sum_k ||grad F~_k(wbar)||^2
# read: L for L_k, as S1.20 has it
S1_19: sq(grad(J(x))) <= 2*L*(F(J(x)) - Ft) by steep(J(x)), sharpest <= L, least(J(x))
# S1.20: <= (1 - mu eta/m) ||e||^2 + (1/K) sum_k ||w_k - wbar||^2 + (2 eta^2 L (1 - 2 eta L)/K) sum_k (F~_k(wbar) - F*
#   + F* - F~_k^*) + ((1 - 2 eta L)/K) sum_k ||w_k - wbar||^2 + (4 eta^2 L/K)(F* - F~*) - (2 eta (1 - 2 eta L)/K)
#   sum_k (F~_k(wbar) - F*)
S1_20: 2*eta*(1 - 2*eta*L)/K*eta/2*sq(grad(J(x))) <= 2*eta**2*L*(1 - 2*eta*L)/K*(F(J(x)) - F(o) + F(o) - Ft)
    by S1_19, share, eta >= 0
# S1.21: = (1 - mu eta/m) ||e||^2 + (1/K) sum_k ||w_k - wbar||^2 + ((1 - 2 eta L)/K) sum_k ||w_k - wbar||^2
#   + 2 eta (1 - 2 eta L)(eta L - 1)(1/K) sum_k (F~_k(wbar) - F*) + (2 eta^2 L (3 - 2 eta L)/K)(F* - F~*)
S1_21: 2*eta**2*L*(1 - 2*eta*L)/K*(F(J(x)) - F(o) + F(o) - Ft) + 4*eta**2*L/K*(F(o) - Ft) -
    2*eta*(1 - 2*eta*L)/K*(F(J(x)) - F(o)) ==
    2*eta*(1 - 2*eta*L)*(eta*L - 1)/K*(F(J(x)) - F(o)) + 2*eta**2*L*(3 - 2*eta*L)/K*(F(o) - Ft)
# S1.22 (42), S1.23: ||e(t+1)||^2 <= (1 - mu eta/m) ||e||^2 + eta^2 ||h - g||^2 + (6 eta^2 L/K)(F* - F~*)
#   + (2 (1 - eta L)/K) sum_k ||w_k - wbar||^2 + 2 eta <e - eta h, h - g>; E <e - eta h, h - g> = 0
# read: in expectation; the lines between sum up those before, times T^2
S1_23: dot(e - eta*h, h - g) == 0
SUMMED
S1_22: next(sq(e))/K <= (1 - mu*eta/m)*sq(e)/K + eta**2*sq(h - g)/K + 6*eta**2*L/K*(F(o) - Ft) +
    2*(1 - eta*L)/K*sq(c) + 2*eta*dot(e - eta*h, h - g)/K by drop, flatter, m > 0, delta*T >= 0, S1_23
# S1.24 (43): E||e(t+1)||^2 <= (1 - mu eta/m) E||e||^2 + (6 eta^2 L/K)(F* - F~*) + (2 (1 - eta L)/K) sum_k
#   E||w_k - wbar||^2 + eta^2 E||h - g||^2
S1_24: next(sq(e))/K <= (1 - mu*eta/m)*sq(e)/K + 6*eta**2*L/K*(F(o) - Ft) + 2*(1 - eta*L)/K*sq(c) +
    eta**2*sq(h - g)/K by drop, flatter, m > 0, delta*T >= 0
# S1.25: sum_k E||w_k(t+1) - wbar(t+1)||^2 = E||(W (x) I) w - eta G - 1 (x) (wbar - eta g)||^2
let B = grad(x) + n - g, a = W(x) - J(x), y = c, Y = (1/lam**2 - 1)/2
S1_25: next(sq(c)) == sq(W(x) - eta*(grad(x) + n) - (J(x) - eta*g))
# S1.26: = E||(W (x) I) w - 1 (x) wbar||^2 + eta^2 E||G - 1 (x) g||^2 - 2 eta E<(W (x) I) w - 1 (x) wbar, G - 1 (x) g>
S1_26: next(sq(c)) == sq(a) + eta**2*sq(B) - 2*eta*dot(a, B)
# S1.27 (44): (W (x) I) w - 1 (x) wbar = ((W - J) (x) I) w = ((W - J) (x) I)(w - 1 (x) wbar)
S1_27: sq(a - (W(c) - J(c))) == 0
# S1.28: rho((W - J) (x) I) = rho(W - J) = lambda < 1
# unsaid: it equates eigenvalues of two matrices, which no line compares; as `kronecker` the library has it
# S1.29: ||(W (x) I) w - 1 (x) wbar|| <= rho(W - J) ||c|| = lambda ||c||
S1_29: norm(a) <= lam*norm(c) by root, mixing(x)
# S1.30: E||c(t+1)||^2 <= lambda^2 E||c||^2 + eta^2 E||G - 1 (x) g||^2 + Y E||(W (x) I) w - 1 (x) wbar||^2
#   + (eta^2/Y) E||G - 1 (x) g||^2
YOUNG
squared: (1 - lam**2)**2 > 0 by open
positive: Y > 0 by open, 0 < lam
pos: lam**2*(1 - lam**2) > 0 by open, 0 < lam
S1_30: next(sq(c)) <= lam**2*sq(c) + eta**2*sq(B) + Y*sq(a) + eta**2/Y*sq(B) by young, mixed, pos
# S1.31: = lambda^2 (1+Y) E||c||^2 + eta^2 (1 + 1/Y) E[||G||^2 - K ||g||^2]
# read: with =, as printed, and with <= (second line)
S1_31: lam**2*sq(c) + eta**2*sq(B) + Y*sq(a) + eta**2/Y*sq(B) ==
    lam**2*(1 + Y)*sq(c) + eta**2*(1 + 1/Y)*(sq(grad(x) + n) - sq(g))
S1_31b: lam**2*sq(c) + eta**2*sq(B) + Y*sq(a) + eta**2/Y*sq(B) <=
    lam**2*(1 + Y)*sq(c) + eta**2*(1 + 1/Y)*(sq(grad(x) + n) - sq(g)) by mixed, Y >= 0
# S1.32 (45): <= lambda^2 (1+Y) E||c||^2 + eta^2 (1 + 1/Y) K chi^2, Y = (1/lambda^2 - 1)/2, Assumption 1
S1_32: next(sq(c)) <= lam**2*(1 + Y)*sq(c) + eta**2*(1 + 1/Y)*K*chi2 by round, open
S1_32b: lam**2*(1 + Y) == (lam**2 + 1)/2
# S1.33: zeta = max{Gamma^2 E||c(0)||^2, (1/(1-lambda^2)) delta^2 K chi^2/(Gamma^2/((Gamma+1)^2 (lambda^2+1)) - 1/2)},
#   Gamma/(Gamma+1) >= sqrt((1+lambda^2)/2)
# read: chi^2, the symbol after K being garbled; the condition strict, as zeta divides by zero else
S1_33: Q > 0 by wide, lam < 1
# S1.34: E||c(0)||^2 <= zeta/Gamma^2
S1_34: start(sq(c)) <= zeta/Gamma**2 by zeta >= Gamma**2*spread2(0)
# S1.35, S1.36, S1.37 (47): suppose E||c(t)||^2 <= zeta/T^2; then E||c(t+1)||^2 <= lambda^2 (1+Y) zeta/T^2
#   + eta^2 (1/delta^2)(Gamma^2/(Gamma+1)^2 - lambda^2 (1+Y)) zeta, definition of zeta; <= lambda^2 (1+Y) zeta/T^2
#   + (1/T^2)(T^2/(T+1)^2 - lambda^2 (1+Y)) zeta, T^2/(T+1)^2 increases; = zeta/(T+1)^2, so (46) holds for all t
# read: as one induction
ENOUGH
S1_36: Gamma**2/(Gamma + 1)**2 <= T**2/(T + 1)**2 by slower
ALWAYS
  S1_35: next(sq(c)) <= lam**2*(1 + Y)*zeta/T**2 + eta**2/delta**2*(Gamma**2/(Gamma + 1)**2 - lam**2*(1 + Y))*zeta
      by two
known: zeta >= 0 by zeta >= Gamma**2*spread2(0) with start(c)
S1_37: sq(c) <= zeta/T**2 by I over T**2 > 0
# S1.38: zeta~ = max{((6 eps L + sigma^2) delta^2 m + 2 zeta m/K)/(mu delta - m), Gamma E||e(0)||^2}
# read: 2 zeta m/K, as its last use has it, and eps = (1/K)(F* - F~*)
let R = zeta_mean
S1_38: (mu*delta - m)*R >= (6*eps*L + sigma2)*delta**2*m + 2*zeta*m/K
    by zeta_mean >= ((6*eps*L + sigma2)*delta**2*m + 2*zeta*m/K)/(mu*delta - m), mu*delta - m > 0
# S1.39: E||e(0)||^2 <= zeta~/Gamma; suppose E||e(t)||^2 <= zeta~/T^2
# read: zeta~/T for zeta~/T^2, as (48) has it
S1_39: start(sq(e))/K <= R/Gamma by zeta_mean >= Gamma*error2(0)
noisy: sq(h - g)/K <= sigma2 by mean_noise, shares_squared, sigma2 >= 0, K >= 2
# S1.40: E||e(t+1)||^2 <= (1 - mu eta/m) zeta~/T + 6 eta^2 eps L + eta^2 sigma^2 + (2 (1 - eta L)/K) zeta/T^2
# read: S1.40 to S1.44 as one induction
shrinks: 1 - eta*L >= 0 by brief
mean_some: R >= 0 by zeta_mean >= Gamma*error2(0) with start(e)
divides: m*T**2 > 0 by m >= K, K >= 2, T**2 > 0
always II: sq(e)/K <= R/T
  start by S1_39
  S1_40: next(sq(e))/K <= (1 - mu*eta/m)*R/T + 6*eta**2*eps*L + eta**2*sigma2 + 2*(1 - eta*L)/K*zeta/T**2
      by S1_24, II, S1_15b, S1_37, shrinks, noisy, eta**2 >= 0
  # S1.41, S1.42: = (1 - mu delta/(m T)) zeta~/T + (delta^2/T^2)(6 eps L + sigma^2) + (2 (1 - eta L)/K) zeta/T^2 <= ...
  #   + 2 zeta/K
  S1_42: (1 - mu*eta/m)*R/T + 6*eta**2*eps*L + eta**2*sigma2 + 2*(1 - eta*L)/K*zeta/T**2 <=
      (1 - mu*delta/(m*T))*R/T + (delta**2*(6*eps*L + sigma2) + 2*zeta/K)/T**2 by eta*L/K >= 0, known
  # S1.43, S1.44 (48): <= (1 - mu delta/(m T)) zeta~/T + (mu delta - m) zeta~/(m T^2) = (1 - 1/T) zeta~/T <= zeta~/(T+1)
  S1_43: (1 - mu*delta/(m*T))*R/T + (delta**2*(6*eps*L + sigma2) + 2*zeta/K)/T**2 <=
      (1 - mu*delta/(m*T))*R/T + (mu*delta - m)*R/(m*T**2) by S1_38
  S1_44: (1 - 1/T)*R/T <= R/(T + 1) by mean_some
  cleared: T**2*next(sq(e)) <= K*(T**2 - mu/m*delta*T)*R/T + K*delta**2*(6*eps*L + sigma2) + 2*zeta by S1_40, S1_42
  falls: T**2*next(sq(e)) <= K*(T - 1)*R by cleared, S1_43
  next by falls, mean_some over T**2 > 0
claim by II
"""

# The library's proofs of (42) and of (46), under the names of the text.
SUMMED = DERIVED_42.strip().rpartition("\n")[0].replace(", T = t + Gamma", "") + "\n"
for _old, _new in (("g", "G"), ("young", "young_42"), ("some", "some_42")):
    SUMMED = re.sub(rf"\b{_old}\b", _new, SUMMED)
_ROUND, _, _REST = DERIVED_46.partition("slower: ")
YOUNG = (
    "let Q = "
    + _ROUND.partition("let Q = ")[2].partition(", T =")[0]
    + "\nwide"
    + _ROUND.partition("\nwide")[2]
)
ENOUGH, _, _REST = ("slower: " + _REST).partition("always I")
ALWAYS = "always I" + _REST.rpartition("claim")[0]
PARTS = {"SUMMED": SUMMED, "YOUNG": YOUNG, "ENOUGH": ENOUGH, "ALWAYS": ALWAYS}
for _name, _part in PARTS.items():
    THEOREM_1 = re.sub(rf"^{_name}\n", _part.replace("\\", r"\\"), THEOREM_1, flags=re.MULTILINE)

CONSENSUS_FEDAVG = r"""
# c is the clients' distance from their mean, v that of their starts; w* is J(w0)
let c = x - J(x), v = w0 - J(w0), sigma = max(abs(1 - eta), eta)
# CF.1 (18): w(t+1) = J w - eta (w - w(0))
CF_1: sq(next(x) - (J(x) - eta*(x - w0))) == 0
# CF.2 (19-20): wbar(t+1) = wbar - eta wbar + eta wbar(0); wbar(t+1) - w* = (1 - eta)(wbar - w*)
CF_2: sq(next(J(x)) - (J(x) - eta*J(x) + eta*J(w0))) == 0
CF_2b: sq(next(J(x)) - J(w0) - (1 - eta)*(J(x) - J(w0))) == 0
# CF.3 (21): w(t+1) - 1 wbar(t+1) = (J - eta I)(w - 1 wbar) + eta (w(0) - 1 w*)
CF_3: sq(next(c) - (J(c) - eta*c + eta*v)) == 0
# CF.4 (22-23): ||w(t+1) - 1 wbar(t+1)|| <= sigma ||w - 1 wbar|| + eta ||w(0) - 1 w*||, sigma the norm of J - eta I
step: norm(next(c)) <= eta*norm(c) + eta*norm(v) by triangle(-eta*c, eta*v)
CF_4: norm(next(c)) <= sigma*norm(c) + eta*norm(v) by step, sigma >= eta, norm(c) >= 0
# CF.5: eta > 0 fixed, sigma < 1: ||w(t) - 1 wbar(t)|| converges linearly to a neighbourhood of ||w(0) - 1 w*||
# unsaid: it speaks of a fixed step; the statement is `decefl.consensus:fedavg-fixed`, proved
# CF.6: eta_t = delta/(t+Gamma), delta/Gamma < 1: the pair of (23) tends to 0 at the rate O(1/t)
# read: of the clients' distance from their mean; that of the mean is 0 from the start, as w* is the mean of the starts
small: eta <= 1 by delta/Gamma < 1, t >= 0
always I: dot(c, v - c) >= 0
  far: dot(v - c, v - eta*(v - c)) >= dot(v - c, c) by small with v - c
  next by far, I, eta >= 0
near: sq(v - c) <= sq(v) by I with c
CF_6: norm(next(c)) <= eta*norm(v) by root, near, eta**2 >= 0
claim by CF_6
"""

CONSENSUS_SWARM = f"""
# s is p'w, b the mean of the starts, which is w*; d and e are the distances of the models and of the starts from s
# and s(0)
let d = x - dot(x, p)*one, e = w0 - dot(w0, p)*one, s = dot(x, p), s0 = dot(w0, p), b = dot(w0, one)/K
small: eta <= 1 by delta/Gamma <= 1, t >= 0
# CS.1 (26): w(t+1) = 1 p'w - eta (w - w(0))
CS_1: sq(next(x) - (s*one - eta*(x - w0))) == 0
# CS.2 (27-28): wsl(t+1) = wsl - eta wsl + eta wsl(0); wsl(t+1) - w* = (1 - eta)(wsl - w*) + eta (wsl(0) - w*)
CS_2: next(s) == s - eta*s + eta*s0 by shares times s
CS_2b: next(s) - b == (1 - eta)*(s - b) + eta*(s0 - b) by CS_2
# CS.3 (29): w(t+1) - 1 wsl(t+1) = (1 p' - eta I)(w - 1 wsl) + eta (w(0) - 1 wsl(0))
CS_3: sq(next(d) - (dot(d, p)*one - eta*d + eta*e)) == 0
# CS.4 (30), CS.5 (31): ||w(t+1) - 1 wsl(t+1)|| <= min(|1-eta|, eta) ||w - 1 wsl|| + eta ||w(0) - 1 wsl(0)||, matrix
#   spectral
#   norm; with CS.2 as a pair
{added(NEARER.rpartition("nearer:")[0])}
CS_4: norm(next(d)) <= min(abs(1 - eta), eta)*norm(d) + eta*norm(e) by triangle(-eta*d, eta*e)
    #+ by closer, low, norm(d) >= 0
# CS.6: 0 < eta <= 1 fixed: linear convergence of ||w - 1 wsl|| to a neighbourhood of ||w(0) - 1 wsl(0)||
# unsaid: it speaks of a fixed step; the statement is `decefl.consensus:swarm-fixed`, proved
# CS.7: eta_t = delta/(t+Gamma), delta/Gamma <= 1: both entries of (31) tend to 0 at the rate O(1/t); wsl tends to w*
# read: of the models' distance, and of wsl from w* with the start's value for a constant (last line)
CS_7: norm(next(d)) <= eta*norm(e) by CS_4
    #+ by closer
claim
"""

DECEFL = (
    Printed(
        "decefl.si-theorem-1",
        "proof",
        "DeceFL, supplement, A.1, proof of Theorem 1",
        THEOREM_1,
        "proof",
        "The statement is proved in the library along another way, by the distance of all clients from the minimizer",
    ),
    Printed(
        "decefl.si-proposition-1",
        "proof",
        "DeceFL, supplement, A.2, proof of Proposition 1",
        PROPOSITION_1.replace("ROUND\n", ROUND.strip() + "\n"),
        "repaired",
    ),
    Printed(
        "decefl.consensus",
        "fedavg-rate",
        "DeceFL, supplement, section 4, FedAvg on the consensus problem",
        CONSENSUS_FEDAVG,
        "fedavg-rate",
    ),
    Printed(
        "decefl.swarm-limit",
        "main",
        "DeceFL, supplement, section 4, swarm learning on the consensus problem",
        CONSENSUS_SWARM,
        "spread",
    ),
)
