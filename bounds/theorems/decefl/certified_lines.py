"""Derivations of the variants `certified` of DeceFL's Theorem 1: `decefl.certified` says what they show."""

__all__ = ["MEAN", "SPREAD"]

# (1), with u = (I - W)(f + eta z/2), z the potential of g: what W - eta mu does to f, l1, to D f - k, l2, to k, l3.
_ONE = """
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
down: 4*s*D*((1 - eta*mu)**2*sq(y) - sq(N)) >= -eta**2*D*(span + eta*D)*(sq(g) + s*dot(g, z))
  by core, l1, l2, l3, s1, L >= mu, eta > 0
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
positive: R > 0 by most, s1 over s > 0
"""
# (5).
_DISTANCE = """
long: delta*(L + mu) < Gamma*(1 + lam_n) by fits
short: delta*mu < Gamma by long, wide2, L >= mu
pos: delta*mu - 1 > 0 by delta*mu > 1
decays: decay > 0 by short, pos
let E = delta**2*(gstar**2*R/2)/(Gamma*decay)
square: X**2 >= E by X >= sqrt(E), sqrt(E) >= 0
drive: Gamma*decay*X**2 >= delta**2*(gstar**2*R/2) by square, decays
begun: sq(start(x) - o) <= X**2 by X >= distance(0), distance(0) >= 0
moved: (t + Gamma)**2*sq(next(x) - o) <= (t + Gamma - delta*mu)**2*sq(y) + delta**2*(gstar**2*R/2) by one
room: (t + Gamma - delta*mu)**2 + decay*(t + Gamma) <= (t + Gamma)**2 - (t + Gamma) by t >= 0
always I: (t + Gamma)*sq(x - o) <= Gamma*X**2
  start by begun
  n1: (t + Gamma)**3*sq(next(x) - o) <= ((t + Gamma - delta*mu)**2 + decay*(t + Gamma))*Gamma*X**2
    by moved, I, drive, t >= 0 with t + Gamma - delta*mu
  n2: (t + Gamma)**3*sq(next(x) - o) <= ((t + Gamma)**2 - (t + Gamma))*Gamma*X**2 by n1, room with X
  next by n2, t >= 0 with X over t + Gamma > 0, t + Gamma > 0
Xpos: X >= 0 by X >= distance(0), distance(0) >= 0
small: sq(y) <= X**2 by I, t >= 0 with X over t + Gamma > 0
within: norm(y) <= X by root, small, Xpos
"""
# (2): h is what the gradients differ from g and from M y. (6), by what g + D X and the root in `later` grant.
_SPREAD = """
let M = (L + mu)/2, h = grad(x) - g - M*y
near: norm(h) <= D/2*norm(y) by root, cocoercive(x, o), L >= mu
own: norm(h - J(h)) <= norm(h) by root with J(h)
push: norm(eta*(h - J(h)) + eta*g) <= eta*(D/2*norm(y) + gstar) by triangle(eta*(h - J(h)), eta*g), near, own
steps: delta*(L + mu)/2 - 1 > 0 by pos, L >= mu
let Q = gstar**2 + (1 - lam)*Gamma*pull**2/(delta*(L + mu)/2 - 1)
extra: (1 - lam)*Gamma*pull**2/(delta*(L + mu)/2 - 1) >= 0 by wide, steps with pull
inside: Q >= 0 by extra with gstar
firsts: first > 0 by long, pos, L >= mu over Gamma > 0
lowest: zeta >= low by zeta >= low
highest: zeta >= high by zeta >= high
pulls: delta*(gstar + pull) >= 0 by L >= mu, Xpos
let A = (1 - lam)*zeta - delta*gstar, B = (delta*(L + mu)/2 - 1)*zeta
lows: first*zeta >= delta*(gstar + pull) by lowest, firsts
Zpos: zeta >= 0 by lows, pulls over first > 0
swing: (t + Gamma)*(1 + lam_n) - (delta*M + 1) >= (t + Gamma)*first by steps, t >= 0
swung: ((t + Gamma)*(1 + lam_n) - (delta*M + 1))*zeta >= (t + Gamma)*delta*(gstar + pull) by swing, lows, Zpos
Bpos: B >= 0 by steps, Zpos
plain: norm(eta*(h - J(h)) + eta*g) <= eta*(gstar + pull) by push, within, L >= mu
even: delta*(L - mu)/2*norm(y) <= delta*pull by within, delta*(L - mu) >= 0
rise: delta*(L - mu)/2*(t + Gamma)*norm(y) <= A*(t + Gamma) + B
  by cases min(delta*(gstar + pull), delta*later/2) == delta*(gstar + pull),
    min(delta*(gstar + pull), delta*later/2) == delta*later/2
  case
    c0: (1 - lam)*zeta >= delta*(gstar + pull) by highest, case over 1 - lam > 0
    delta*(L - mu)/2*(t + Gamma)*norm(y) <= A*(t + Gamma) + B by even, c0, Bpos, t + Gamma > 0
  case
    c0: 2*(1 - lam)*zeta >= delta*later by highest, case
    c1: 2*(1 - lam)*zeta - delta*gstar >= delta*sqrt(Q) by c0
    c2: (2*(1 - lam)*zeta - delta*gstar)**2 >= delta**2*Q by c1, delta*sqrt(Q) >= 0
    wider: gstar <= sqrt(Q) by root, extra
    Apos: A >= 0 by c1, wider
    both: 4*B*A >= delta**2*Gamma*pull**2 by c2 over 1 - lam > 0
    drawn: (t + Gamma)*(delta*(L - mu)/2*norm(y))**2 <= 4*B*A by I, both with delta*(L - mu)
    delta*(L - mu)/2*(t + Gamma)*norm(y) <= A*(t + Gamma) + B by root, drawn, Apos, Bpos, t + Gamma > 0
      with A*(t + Gamma) - B
let T = t + Gamma
always II: T*norm(f) <= zeta
  start by zeta >= Gamma*spread(0)
  fall: T**2*norm(N - J(N)) <= (T - 1)*zeta by cases 2*eta*M <= lam + lam_n, 2*eta*M >= lam + lam_n
    case
      shrunk: norm(W(f) - eta*M*f) <= (lam - eta*M)*norm(f)
        by root, spectrum_flat(f), largest(f), smallest(f), case, lam_n <= lam
      off: norm(N - J(N)) <= (lam - eta*M)*norm(f) + eta*D/2*norm(y) + eta*norm(g)
        by triangle(W(f) - eta*M*f, -eta*(h - J(h)) - eta*g), push, shrunk
      T**2*norm(N - J(N)) <= (T - 1)*zeta by off, case, lam_n <= lam, II, rise
    case
      shrunk: norm(W(f) - eta*M*f) <= (eta*M - lam_n)*norm(f)
        by root, spectrum_flat(f), largest(f), smallest(f), case, lam_n <= lam
      off: norm(N - J(N)) <= (eta*M - lam_n)*norm(f) + eta*(gstar + pull)
        by triangle(W(f) - eta*M*f, -eta*(h - J(h)) - eta*g), plain, shrunk
      T**2*norm(N - J(N)) <= (T - 1)*zeta by off, case, lam_n <= lam, II, swung
  next by fall, Zpos over T**2 > 0
claim certified by II
"""
SPREAD = _ONE + _DISTANCE + _SPREAD
# (3) and (7).
MEAN = (
    SPREAD
    + """
mine: norm(J(h)) <= norm(h) by root with h - J(h)
own2: norm((1 - eta*M)*(J(x) - o)) <= (1 - eta*M)*norm(J(x) - o) by root, S1
centred: norm(J(N)) <= (1 - eta*M)*norm(J(x) - o) + eta*D/2*norm(y)
  by triangle((1 - eta*M)*(J(x) - o), -eta*J(h)), own2, near, mine
far: t + Gamma - delta*M > 0 by S1 over 1/(t + Gamma) > 0
centred1: (t + Gamma)*norm(J(N)) <= (t + Gamma - delta*M)*norm(J(x) - o) + delta*D/2*norm(y) by centred
sharp: delta*L - 1 > 0 by pos, L >= mu
top: (delta*mu - 1)*(delta*L - 1) > 0 by pos, sharp
big: delta*(L - mu)/2*zeta <= zeta_mean*sqrt(K*(delta*mu - 1)*(delta*L - 1))
  by zeta_mean >= delta*(L - mu)/2*zeta/sqrt(K*(delta*mu - 1)*(delta*L - 1))
Upos: zeta_mean*sqrt(K) >= 0 by zeta_mean >= Gamma*error(0), error(0) >= 0
left: delta*(L - mu)/2*zeta >= 0 by Zpos, L >= mu
right: zeta_mean*sqrt(K*(delta*mu - 1)*(delta*L - 1)) >= 0 by zeta_mean >= Gamma*error(0), error(0) >= 0
big2: (delta*(L - mu)/2*zeta)**2 <= zeta_mean**2*K*(delta*mu - 1)*(delta*L - 1) by big, left, right
enough: delta*D/2*sqrt(zeta_mean**2*K + zeta**2) <= (delta*M - 1)*zeta_mean*sqrt(K) by root, big2, steps, Upos
held: (t + Gamma)**2*sq(f) <= zeta**2 by II, (t + Gamma)*norm(f) >= 0, Zpos
always III: (t + Gamma)*norm(J(x) - o) <= zeta_mean*sqrt(K)
  start by zeta_mean >= Gamma*error(0)
  kept: (t + Gamma)**2*sq(J(x) - o) <= zeta_mean**2*K by III, (t + Gamma)*norm(J(x) - o) >= 0, Upos
  whole: (t + Gamma)*norm(y) <= sqrt(zeta_mean**2*K + zeta**2) by root, kept, held
  drawn: delta*D/2*(t + Gamma)*norm(y) <= (delta*M - 1)*zeta_mean*sqrt(K) by whole, enough, delta*(L - mu) >= 0
  down2: (t + Gamma)**2*norm(J(N)) <= (t + Gamma - 1)*zeta_mean*sqrt(K) by centred1, III, drawn, far, t + Gamma > 0
  next by down2, Upos over (t + Gamma)**2 > 0
claim certified-mean by III
"""
)
