"""Derivations of the variants `certified` of DeceFL's and DeFed's theorems: `decefl.certified` says what they show.

V is the variance of all clients' noise in a round, N + o the next model but for that noise.
"""

from textwrap import indent

__all__ = ["CENTRED", "DISTANCE", "DRIFT", "MEAN", "ONE", "PUSH", "ROUND", "SHRUNK", "SPREAD"]

# (1), with u = (I - W)(f + eta z/2), z the potential of g: what W - eta mu does to f, l1, to D f - k, l2, to k, l3.
ONE = """
shorter: eta <= delta/Gamma by t >= 0
fits: 1 + lam_n - delta/Gamma*(L + mu) > 0 by delta/Gamma < (1 + lam_n)/(L + mu)
let y = x - o, f = y - J(y), g = grad(o), p = grad(x) - g - mu*y, k = p - J(p), D = L - mu, z = potential
let s = 1 + lam_n - eta*(L + mu), span = 2 - eta*(L + mu), c = 1 - lam_n, N = W(x) - eta*grad(x) - o
let u = f - W(f) + eta/2*g, v = D*f - k + eta*D/2*z
wide: 1 - lam > 0 by lam < 1
wide2: c > 0 by wide, lam_n <= lam
s0: s >= 1 + lam_n - delta/Gamma*(L + mu) by shorter
s1: s > 0 by s0, fits
S1: span > 0 by s1, wide2
slow: 1 - eta*mu > 0 by s1, wide2, L >= mu
l0: c*dot(u, f + eta/2*z) >= sq(u)
  by spectrum(f + eta/2*z), potential times f, potential times z, potential times W(f), potential times W(z),
  potential times g
l0s: s*span*c*dot(u, f + eta/2*z) >= s*span*sq(u) by l0, s1, S1
let turn = span*dot(u, f + eta/2*z) - sq(u) - eta*dot(u, g)
let bent = (1 - eta*(L + mu))*sq(k) + dot(k, W(k)) - eta*D*dot(k, g)
l1: 4*s*turn + eta**2*c*sq(g) >= 0 by l0s with 2*s*u - eta*c*g over c > 0
l2: dot(v, v - W(v)) >= 0 by largest(v), lam <= 1 with v - J(v)
l3: 4*s*bent + eta**2*D**2*sq(g) >= 0 by smallest(k), s1 with 2*s*k - eta*D*g
l4: (1 - lam)*dot(g, z) <= sq(g) by largest(z), potential times z, wide with g - (1 - lam)*z
let rest = eta**2*(span + eta*D)/4*dot(g, z) + eta**2/4*sq(g)
core: D*((1 - eta*mu)**2*sq(y) - sq(N)) >= D*(turn - rest) + eta*dot(v, v - W(v)) + eta*bent
  by cocoercive(x, o), slow, S1, potential times f, potential times z, potential times k, potential times g with J(p)
core4: 4*s*D*((1 - eta*mu)**2*sq(y) - sq(N)) >= 4*s*(D*(turn - rest) + eta*dot(v, v - W(v)) + eta*bent) by core, s1
turn4: D*(4*s*turn + eta**2*c*sq(g)) >= 0 by l1, L >= mu
flat4: s*eta*dot(v, v - W(v)) >= 0 by l2, s1, eta > 0
bent4: eta*(4*s*bent + eta**2*D**2*sq(g)) >= 0 by l3, eta > 0
down: 4*s*D*((1 - eta*mu)**2*sq(y) - sq(N)) >= -eta**2*D*(span + eta*D)*(sq(g) + s*dot(g, z))
  by core4, turn4, flat4, bent4
r: R*s*(1 - lam) >= s + 1 - lam by s0, fits, wide
fit: (1 - lam)*(sq(g) + s*dot(g, z)) <= R*s*(1 - lam)*sq(g) by l4, r, s1 with g
fit2: sq(g) + s*dot(g, z) <= R*s*sq(g) by fit over 1 - lam > 0
most: R*s > 0 by r, s1, wide over 1 - lam > 0
less: (span + eta*D)*(sq(g) + s*dot(g, z)) <= 2*R*s*sq(g) by fit2, slow, most with g
one: sq(N) <= (1 - eta*mu)**2*sq(y) + eta**2*R/2*sq(g) by cases L > mu, L <= mu
  case
    sq(N) <= (1 - eta*mu)**2*sq(y) + eta**2*R/2*sq(g) by down, less, eta**2*(L - mu) >= 0 over L - mu > 0, s > 0
  case
    none: sq(p) <= 0 by cocoercive(x, o), L == mu times dot(y, p)
    bare: (1 - eta*mu)**2*sq(y) - sq(N) >= turn - rest
      by vanishing(p) times p, vanishing(p) times g, vanishing(p) times y, vanishing(p) times W(y),
      potential times f, potential times z, potential times g,
      L == mu times eta*dot(y, y - W(y)) + eta**2*dot(g, y) + eta**3/4*dot(g, z)
    all: 4*s*((1 - eta*mu)**2*sq(y) - sq(N)) >= -eta**2*(span + eta*D)*(sq(g) + s*dot(g, z))
      by bare, l1, s1, L >= mu with g
    sq(N) <= (1 - eta*mu)**2*sq(y) + eta**2*R/2*sq(g) by all, less, eta**2 >= 0 over s > 0
"""
# Without noise: its variance V, and what the spread settles below but for it, Z.
_QUIET = """
let V = 0, Z = zeta
after: sq(next(x) - o) <= (1 - eta*mu)**2*sq(y) + eta**2*(R/2*sq(g) + V) by one
"""
# (5).
DISTANCE = """
long: delta*(L + mu) < Gamma*(1 + lam_n) by fits
short: delta*mu < Gamma by long, wide2, L >= mu
pos: delta*mu - 1 > 0 by delta*mu > 1
decays: decay > 0 by short, pos
let E = delta**2*(gstar**2*R/2 + V)/(Gamma*decay), T = t + Gamma
square: X**2 >= E by X >= sqrt(E), sqrt(E) >= 0
drive: Gamma*decay*X**2 >= delta**2*(gstar**2*R/2 + V) by square, decays
begun: sq(start(x) - o) <= X**2 by X >= distance(0), distance(0) >= 0
moved: T**2*sq(next(x) - o) <= (T - delta*mu)**2*sq(y) + delta**2*(gstar**2*R/2 + V) by after
always I: T*sq(x - o) <= Gamma*X**2
  start by begun
  n1: T**3*sq(next(x) - o) <= ((T - delta*mu)**2 + decay*T)*Gamma*X**2 by moved, I, drive, t >= 0 with T - delta*mu
  n2: T**3*sq(next(x) - o) <= (T**2 - T)*Gamma*X**2 by n1 with X
  next by n2, t >= 0 with X over T > 0, T > 0
small: sq(y) <= X**2 by I, t >= 0 with X over T > 0
within: norm(y) <= X by root, small
"""
# (2): h is what the gradients differ from g and from M y. (6), by what g + D X and the root in `later` grant.
PUSH = """
let M = (L + mu)/2, h = grad(x) - g - M*y, push = eta*(h - J(h)) + eta*g
near: norm(h) <= D/2*norm(y) by root, cocoercive(x, o), L >= mu
own: norm(h - J(h)) <= norm(h) by root with J(h)
pushed: norm(push) <= eta*(D/2*norm(y) + gstar) by triangle(eta*(h - J(h)), eta*g), near, own
"""
DRIFT = (
    PUSH
    + """\
steps: delta*(L + mu)/2 - 1 > 0 by pos, L >= mu
let Q = gstar**2 + (1 - lam)*Gamma*pull**2/(delta*(L + mu)/2 - 1)
extra: (1 - lam)*Gamma*pull**2/(delta*(L + mu)/2 - 1) >= 0 by wide, steps with pull
inside: Q >= 0 by extra with gstar
firsts: first > 0 by long, pos, L >= mu over Gamma > 0
pulls: delta*(gstar + pull) >= 0 by L >= mu
let A = (1 - lam)*Z - delta*gstar, B = (delta*(L + mu)/2 - 1)*Z
lows: first*Z >= delta*(gstar + pull) by firsts
Zpos: Z >= 0 by lows, pulls over first > 0
swing: T*(1 + lam_n) - (delta*M + 1) >= T*first by steps, t >= 0
swung: (T*(1 + lam_n) - (delta*M + 1))*Z >= T*delta*(gstar + pull) by swing, lows, Zpos
Bpos: B >= 0 by steps, Zpos
plain: norm(push) <= eta*(gstar + pull) by pushed, within, L >= mu
even: delta*(L - mu)/2*norm(y) <= delta*pull by within, delta*(L - mu) >= 0
rise: delta*(L - mu)/2*T*norm(y) <= A*T + B
  by cases min(delta*(gstar + pull), delta*later/2) == delta*(gstar + pull),
    min(delta*(gstar + pull), delta*later/2) == delta*later/2
  case
    c0: (1 - lam)*Z >= delta*(gstar + pull) by case over 1 - lam > 0
    delta*(L - mu)/2*T*norm(y) <= A*T + B by even, c0, Bpos, T > 0
  case
    c1: 2*(1 - lam)*Z - delta*gstar >= delta*sqrt(Q)
    c2: (2*(1 - lam)*Z - delta*gstar)**2 >= delta**2*Q by c1, delta*sqrt(Q) >= 0
    wider: gstar <= sqrt(Q) by root, extra
    Apos: A >= 0 by c1, wider
    both: 4*B*A >= delta**2*Gamma*pull**2 by c2 over 1 - lam > 0
    drawn: T*(delta*(L - mu)/2*norm(y))**2 <= 4*B*A by I, both with delta*(L - mu)
    forth: A*T + B >= 0 by Apos, Bpos, T > 0
    peak: 4*B*A*T <= (A*T + B)**2 with A*T - B
    under: (delta*(L - mu)/2*T*norm(y))**2 <= 4*B*A*T by drawn, T > 0
    delta*(L - mu)/2*T*norm(y) <= A*T + B by root, under, peak, forth
let b = max(lam - eta*M, eta*M - lam_n), left = T - 1 - T*b
"""
)
SHRUNK = """\
shrunk: norm(W(f) - eta*M*f) <= b*norm(f) by cases 2*eta*M <= lam + lam_n, 2*eta*M >= lam + lam_n
  case
    below: norm(W(f) - eta*M*f) <= (lam - eta*M)*norm(f)
      by root, spectrum_flat(f), largest(f), smallest(f), case, lam_n <= lam
    norm(W(f) - eta*M*f) <= b*norm(f) by below, b >= lam - eta*M
  case
    below: norm(W(f) - eta*M*f) <= (eta*M - lam_n)*norm(f)
      by root, spectrum_flat(f), largest(f), smallest(f), case, lam_n <= lam
    norm(W(f) - eta*M*f) <= b*norm(f) by below, b >= eta*M - lam_n
held: b >= 0 by b >= lam - eta*M, b >= eta*M - lam_n, lam_n <= lam
"""
ROUND = (
    """
always II: T*norm(f) <= zeta
  start by zeta >= Gamma*spread(0)
"""
    + indent(SHRUNK, "  ")
    + """\
  pulled: T**2*norm(push) <= left*Z by cases b == lam - eta*M, b == eta*M - lam_n
    case
      T**2*norm(push) <= left*Z by pushed, rise, case times T*Z over T > 0
    case
      T**2*norm(push) <= left*Z by plain, swung, case times T*Z over T > 0
  off: T**2*norm(N - J(N)) <= T*b*T*norm(f) + left*Z by triangle(W(f) - eta*M*f, -push), shrunk, pulled, T**2 > 0
  on: T**2*norm(N - J(N)) <= T*b*zeta + left*Z by off, II, held, T > 0
"""
)
# (3), in `centred`.
CENTRED = """
mine: norm(J(h)) <= norm(h) by root with h - J(h)
own2: norm((1 - eta*M)*(J(x) - o)) <= (1 - eta*M)*norm(J(x) - o) by root, S1
centred: norm(J(N)) <= (1 - eta*M)*norm(J(x) - o) + eta*D/2*norm(y)
  by triangle((1 - eta*M)*(J(x) - o), -eta*J(h)), own2, near, mine
"""
SPREAD = (
    ONE
    + _QUIET
    + DISTANCE
    + DRIFT
    + ROUND
    + """\
  next by on, Zpos over T**2 > 0
claim certified by II
"""
)
# (7).
MEAN = (
    SPREAD
    + CENTRED
    + """\
far: T - delta*M > 0 by S1 over 1/T > 0
centred1: T*norm(J(N)) <= (T - delta*M)*norm(J(x) - o) + delta*D/2*norm(y) by centred
sharp: delta*L - 1 > 0 by pos, L >= mu
top: (delta*mu - 1)*(delta*L - 1) > 0 by pos, sharp
big: delta*(L - mu)/2*zeta <= zeta_mean*sqrt(K*(delta*mu - 1)*(delta*L - 1))
  by zeta_mean >= delta*(L - mu)/2*zeta/sqrt(K*(delta*mu - 1)*(delta*L - 1))
Upos: zeta_mean*sqrt(K) >= 0 by zeta_mean >= Gamma*error(0), error(0) >= 0
lower: delta*(L - mu)/2*zeta >= 0 by Zpos, L >= mu
upper: zeta_mean*sqrt(K*(delta*mu - 1)*(delta*L - 1)) >= 0 by zeta_mean >= Gamma*error(0), error(0) >= 0
big2: (delta*(L - mu)/2*zeta)**2 <= zeta_mean**2*K*(delta*mu - 1)*(delta*L - 1) by big, lower, upper
enough: delta*D/2*sqrt(zeta_mean**2*K + zeta**2) <= (delta*M - 1)*zeta_mean*sqrt(K) by root, big2, steps, Upos
apart: T**2*sq(f) <= zeta**2 by II, T*norm(f) >= 0, Zpos
always III: T*norm(J(x) - o) <= zeta_mean*sqrt(K)
  start by zeta_mean >= Gamma*error(0)
  kept: T**2*sq(J(x) - o) <= zeta_mean**2*K by III, T*norm(J(x) - o) >= 0, Upos
  whole: T*norm(y) <= sqrt(zeta_mean**2*K + zeta**2) by root, kept, apart
  drawn: delta*D/2*T*norm(y) <= (delta*M - 1)*zeta_mean*sqrt(K) by whole, enough, delta*(L - mu) >= 0
  down2: T**2*norm(J(N)) <= (T - 1)*zeta_mean*sqrt(K) by centred1, III, drawn, far, T > 0
  next by down2, Upos over T**2 > 0
claim certified-mean by III
"""
)
