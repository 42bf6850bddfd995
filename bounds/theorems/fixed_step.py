"""Derivations at a fixed step that statements of DeFed and of DeceFL's supplement share."""

# E||w - 1 wbar||^2 stays below Xi = max(its start, eta^2 CHI/(1 - lambda)^2), CHI above E||G||^2.
_SPREAD = """
let y = x - J(x), B = grad(x) + n - J(grad(x) + n), S = sqrt(Xi), C = sqrt(CHI)
open: 1 - lam > 0 by lam < 1
squared: (1 - lam)**2 > 0 by open
small: norm(B) <= C by root, bounded with J(grad(x) + n)
mixed: norm(W(x) - J(x)) <= lam*norm(y) by root, mixing(x)
round: norm(next(y)) <= lam*norm(y) + eta*C by triangle(W(x) - J(x), -eta*B), mixed, small
room: eta*C <= (1 - lam)*S by root, open
begin: norm(start(y)) <= S by root, Xi >= spread2(0)
always I: norm(y) <= S
  start by begin
  next by round, I, room, lam >= 0
apart: sq(y) <= Xi by I, norm(y) >= 0, S >= 0
"""
# Below M, which is at most the printed Xi.
_SPREAD_PRINTED = """
let V = 2*eta**2*K*chi2*(1 + lam**2)/(1 - lam**2)**2, M = max(spread2(0), V)

let y = x - J(x), B = grad(x) + n - J(grad(x) + n), S = sqrt(M), C = sqrt(CHI)
open: 1 - lam > 0 by lam < 1
twice: 1 - lam**2 > 0 by open, lam >= 0
squared: (1 - lam**2)**2 > 0 by twice
square: (1 - lam)**2 > 0 by open
small: norm(B) <= C by root, bounded with J(grad(x) + n)
mixed: norm(W(x) - J(x)) <= lam*norm(y) by root, mixing(x)
round: norm(next(y)) <= lam*norm(y) + eta*C by triangle(W(x) - J(x), -eta*B), mixed, small
bound: (1 - lam**2)**2*M >= 2*eta**2*K*chi2*(1 + lam**2) by M >= V, squared
poly: 2*(1 + lam**2) >= (1 + lam)**2 with 1 - lam
large: (1 - lam)**2*M >= eta**2*CHI by bound, poly, eta**2*K*chi2 >= 0, eta**2*chi2 >= 0, K >= 2 over (1 + lam)**2 > 0
room: eta*C <= (1 - lam)*S by root, large, open
begin: norm(start(y)) <= S by root, M >= spread2(0)
always I: norm(y) <= S
  start by begin
  next by round, I, room, lam >= 0
apart: sq(y) <= M by I, norm(y) >= 0, S >= 0
first0: spread2(0) >= 0 with start(y)
weaker: M <= Xi by cases M == spread2(0), M == V
  case
    M <= Xi by case, V >= 0
  case
    M <= Xi by case, first0, squared
"""
# The gap of F under scaled gradients, M above the consensus error.
_GAP = """
short: eta*L <= K by assume2, K >= 2, m >= K
keep: 1 - mu*eta/K >= 0 by short, L >= mu
descent: gap(t + 1) <= (1 - eta*mu/K)*gap(t) + eta*L**2/(2*K)*spread2(t) + eta**2*L*sigma2/(2*K)
    by mean_above(next(x), x), mean_noise, variances <= K*sigma2, mean_lipschitz(x, J(x)), mean_curved(x), short
    with J(grad(x))
always II: gap(t) <= (1 - mu*eta/K)**t*gap(0) + (L**2*Xi + eta*L*sigma2)/(2*mu)
  next by descent, apart, eta*L**2/K >= 0, II, keep
"""
# The same under gradients that are not scaled, F = (1/K) sum F_k.
_GAP_UNSCALED = """
short: eta*L <= 1 by assume2
keep: 1 - mu*eta >= 0 by short, L >= mu
descent: gap(t + 1) <= (1 - eta*mu)*gap(t) + eta*L**2/(2*K)*spread2(t) + eta**2*L*sigma2/(2*K)
    by above(J(next(x)), J(x)), mean_noise, lipschitz(x, J(x)), mean_curved(x), short
    with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x))), J(grad(x))
always II: gap(t) <= (1 - mu*eta)**t*gap(0) + (L**2*Xi + eta*L*sigma2)/(2*K*mu)
  next by descent, apart, eta*L**2/K >= 0, II, keep
"""
SPREAD_SHARP = _SPREAD.replace("CHI", "chi2") + "claim by apart\n"
SPREAD_PRINTED = _SPREAD_PRINTED.replace("CHI", "chi2") + "claim by apart, weaker, squared\n"
_LOWER = "final: L**2*M <= L**2*Xi by weaker, L**2 >= 0\nclaim by II, final, squared\n"
GAP_SHARP = _SPREAD.replace("CHI", "chi2") + _GAP + "claim by II\n"
GAP_PRINTED = _SPREAD_PRINTED.replace("CHI", "chi2") + _GAP.replace("Xi", "M") + _LOWER
UNSCALED_SHARP = _SPREAD.replace("CHI", "K*chi2") + _GAP_UNSCALED + "claim by II\n"
UNSCALED_PRINTED = _SPREAD_PRINTED.replace("CHI", "K*chi2") + _GAP_UNSCALED.replace("Xi", "M") + _LOWER
# The printed constants of Proposition 1, with F* and F~* of one kind: weaker in every term.
_PRINTED_TERMS = """
many: m > 0 by m >= K
let D = m*K*L**2/mu + m*eta*L**2/K
start0: gap(0) >= 0 by mean_below(start(x), o) with J(start(x)) - o
powers: q**t*gap(0) >= (1 - mu*eta/K)**t*gap(0) by increasing_power(1 - mu*eta/K, q, t), start0
final: D*M <= D*Xi by weaker, D >= 0
above_zero: zeta >= 0 by least(o)
first1: L**2*M <= 2*mu*D*M by m >= K, K >= 2, L**2*M >= 0, m*K*L**2*M >= 0, mu*m*eta*L**2/K*M >= 0
second: eta*L*sigma2 <= 2*m*K**2*sigma2 by short, sigma2 >= 0, m >= K, K >= 2, K*sigma2 >= 0, K**2*sigma2 >= 0
third: m/mu*eta*L*(sigma2 + 2*mu*zeta) >= 0 by above_zero, m*eta*L >= 0, m*eta*L*sigma2/mu >= 0
floor: (L**2*M + eta*L*sigma2)/(2*mu) <= D*M + m/mu*K**2*sigma2 + m/mu*eta*L*(sigma2 + 2*mu*zeta)
    by first1, second, third
reached: gap(t) <= q**t*gap(0) + D*M + m/mu*K**2*sigma2 + m/mu*eta*L*(sigma2 + 2*mu*zeta) by II, powers, floor
claim by reached, final, squared
"""
PROPOSITION = _SPREAD_PRINTED.replace("CHI", "chi2") + _GAP.replace("Xi", "M") + _PRINTED_TERMS
# Models that agree at round 0, of which alone something is said.
AGREEING = """
always I: (1 - t)*sq(x - J(x)) <= 0
  next by t >= 0 with next(x) - J(next(x))
alike: sq(x - J(x)) <= 0 by I, t == 0
"""
# A recursion of the consensus error, for Young's inequality with the Y of DeceFL's (45).
ROUND = """
let y = x - J(x), a = W(x) - J(x), B = grad(x) + n - J(grad(x) + n)
open: 1 - lam**2 > 0 by lam < 1
wider: (1 - lam**2)*(1 + lam**2) > 0 by open, lam >= 0
small: sq(B) <= K*chi2 by bounded, K >= 2, chi2 >= 0 with J(grad(x) + n)
young: 2*lam**2*(1 - lam**2)*sq(a - eta*B) <= (1 - lam**2)*(1 + lam**2)*sq(a) + 2*lam**2*(1 + lam**2)*eta**2*sq(B)
    with (1 - lam**2)*a + 2*lam**2*eta*B
mixed: sq(a) <= lam**2*sq(y) by mixing(x)
round: (1 - lam**2)*sq(next(x) - J(next(x))) <= (1 - lam**2)*(1 + lam**2)/2*sq(y) + (1 + lam**2)*eta**2*K*chi2
    by young, mixed, (1 - lam**2)*(1 + lam**2) >= 0, small, lam**2*(1 + lam**2)*eta**2 >= 0 over lam**2 > 0
"""
