"""The derivation of the variant `certified` under a fixed step: `decefl.certified` says what it shows.

q is (1 - eta mu)^t, r what noise adds to S.
"""

from .certified_lines import CENTRED, ONE, PUSH, SHRUNK
from .certified_noisy import MEAN_NOISY, scaled

__all__ = ["GAP"]

_DISTANCE = """
let V = variance, q = (1 - eta*mu)**t
after: sq(next(x) - o) <= (1 - eta*mu)**2*sq(y) + eta**2*(R/2*sq(g) + V) by one, noise
still: (1 - eta*mu)**2*Y**2 + eta**2*(R/2*gstar**2 + V) <= Y**2
always I: norm(y) <= q*distance(0) + Y
  start
  n1: sq(y) <= (q*distance(0) + Y)**2 by I, norm(y) >= 0
  n2: sq(next(x) - o) <= (1 - eta*mu)**2*(q*distance(0) + Y)**2 + eta**2*(R/2*sq(g) + V) by after, n1 with 1 - eta*mu
  n3: 2*(1 - eta*mu)*eta*mu*q*distance(0)*Y >= 0 by slow
  n4: sq(next(x) - o) <= ((1 - eta*mu)*q*distance(0) + Y)**2 by n2, n3, still
  n5: norm(next(x) - o) <= (1 - eta*mu)*q*distance(0) + Y by root, n4, slow
  next by n5
"""
_CONSTANTS = """\
narrow: 1 + lam_n - middle > 0 by fits, middle > 0
beta0: beta > 0 by cases beta == 1 - lam + middle, beta == 1 + lam_n - middle
  case
    beta > 0 by case, wide, middle > 0
  case
    beta > 0 by case, narrow
apart0: apart > 0 by cases apart == 1 - lam + eta*(L - mu)/2, apart == 1 + lam_n - eta*(L + 3*mu)/2
  case
    apart > 0 by case, wide, eta*(L - mu) >= 0
  case
    apart > 0 by case
ends: apart <= beta - eta*mu by cases beta == 1 - lam + middle, beta == 1 + lam_n - middle
  case
    apart <= beta - eta*mu by case, apart <= 1 - lam + eta*(L - mu)/2
  case
    apart <= beta - eta*mu by case, apart <= 1 + lam_n - eta*(L + 3*mu)/2
let b = 1 - beta, r = eta*sqrt(variance/beta), B = S + (1 - eta*mu)*Z*q
"""
_SPREAD = """\
gone: sq(next(f)) <= sq(N - J(N)) + eta**2*V by noise, mean_noise, K >= 2, V >= 0
off: norm(N - J(N)) <= b*norm(f) + eta*(D/2*norm(y) + gstar) by triangle(W(f) - eta*M*f, -push), shrunk, pushed
drifts: eta*D/2*distance(0) <= apart*Z by Z >= eta*(L - mu)/2*distance(0)/apart, apart0
drifts2: eta*D/2*distance(0)*q <= (beta - eta*mu)*Z*q by drifts, ends
r0: r >= 0
calm0: S - r >= 0 by beta0, L >= mu
decays: (1 - eta*mu)*Z*q >= 0 by slow
far: B >= r by calm0, decays
wide3: beta*r*B >= beta*r*r by far, beta0, r0
held2: beta*r*r*b >= 0 by held, beta0
always II: norm(f) <= S + Z*q
  start by Z >= spread(0), calm0, r0
  on1: b*norm(f) <= b*(S + Z*q) by II, held
  on2: eta*D/2*norm(y) <= eta*D/2*q*distance(0) + eta*D/2*Y by I, L >= mu, eta > 0
  on: norm(N - J(N)) <= B - beta*r by off, on1, on2, drifts2
  two: sq(N - J(N)) <= (B - beta*r)**2 by on, norm(N - J(N)) >= 0
  three: sq(next(f)) <= B**2 by gone, two, wide3, held2
  four: norm(next(f)) <= B by root, three
  next by four
"""
_MEAN = """\
kept: sq(f) <= 2*S**2 + 2*Z**2*q**2 by II, norm(f) >= 0 with S - Z*q
comes: (1 - eta*mu)*eta*D >= 0 by slow, L >= mu
kept2: eta*D/2*(1 - eta*mu)*sq(f) <= eta*D/2*(1 - eta*mu)*(2*S**2 + 2*Z**2*q**2) by kept, comes
less2: eta*D*eta*mu >= 0 by L >= mu
S2: eta*D*(1 - eta*mu)*S**2 <= eta*D*S**2 by less2 with S
settled: (1 - eta*mu)**2*Q + eta*D*S**2 + eta**2*V/K <= Q
P1: mu*P >= D*Z**2 by P >= (L - mu)*Z**2/mu
Q1: D*S**2 + eta*V/K >= 0 by L >= mu with S
Q0: Q >= 0 by Q1
always III: sq(J(x) - o) <= P*q + Q
  start by P >= K*error2(0), Q0
  q1: q <= 1 by smaller_power(1 - eta*mu, t)
  q2: D*Z**2*q**2 <= D*Z**2*q by q1, L >= mu with Z
  P2: eta*(1 - eta*mu)*D*Z**2*q**2 <= eta*mu*(1 - eta*mu)*P*q by P1, q2, slow
  six: (1 - eta*mu)**2*sq(J(x) - o) <= (1 - eta*mu)**2*(P*q + Q) by III with 1 - eta*mu
  seven: sq(J(next(x)) - o) <= (1 - eta*mu)*P*q + Q by went, six, kept2, S2, settled, P2
  next by seven
"""
# The loss of all is L-smooth, L not that of the steps.
_LAST = """\
above: F(J(x)) - F(o) <= L/(2*K)*sq(J(x) - o) by mean_above(x, o)
near2: gap(t) <= L/(2*K)*sq(J(x) - o) by above
last: L/(2*K)*sq(J(x) - o) <= L/(2*K)*(P*q + Q) by III
claim by near2, last
"""
GAP = (
    scaled(
        ONE.replace("delta/Gamma", "eta")
        + _DISTANCE
        + PUSH
        + _CONSTANTS
        + SHRUNK
        + _SPREAD
        + CENTRED
        + MEAN_NOISY
        + _MEAN
    )
    + _LAST
)
