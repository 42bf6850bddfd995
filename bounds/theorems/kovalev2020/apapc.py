"""APAPC, accelerated: a linear rate from gradients of the losses.

Setting. PAPC (`papc`) with the gradient at y = tau x + (1 - tau) f, f+ = y + (2 tau/(2 - tau)) (x+ - x), and a division
by 1 + eta mu: x' = (x - eta (grad F(y) - mu y) - u)/(1 + eta mu), u+ = u + G x', x+ the same with u+;
eta = 1/(4 tau L).

Statement. The error is O((1 + r)^-k) for r <= eta mu, r <= (2/11) tau (1 - lambda): with the best tau <= 1, r is of the
order of min(sqrt((1 - lambda) mu/L), 1 - lambda).

Idea. F at f falls as in Nesterov's method; what (1/2) ||x+ - x||^2, eta mu ||x+ - y||^2 and eta times the Bregman
distance of y to x* leave pays for the dual part, as the three add up to ||eta (y+ - y*)||^2.
"""

from ...algorithms import Algorithm
from ...families.declared import declared
from ...theorem import Theorem, Variant

_APAPC = Algorithm(
    "apapc",
    let={
        "y": "tau*x + (1 - tau)*f",
        "p": "x - eta*grad(y) - u",
        "z": "gain*p + (1 - gain)*y",
        "n": "u + (z - mix(z))/2",
        "m": "gain*(p - n + u) + (1 - gain)*y",
    },
    next={"x": "m", "f": "y + beta*(m - x)", "u": "n"},
    start={"f": "x"},
    balanced=("u",),
    numbers=("tau", "beta", "gain"),
)
# y is the point of the gradient, f the paper's x_f, z its x^(k+1/2), u eta times its y; k is what W adds up, V falls
_ACCELERATED = """
state k: start 2*eta*zh, next k + z - o
let e = x - o, E = next(x) - o, d = next(x) - x, g = grad(y) - grad(o), b = y - next(x), q = z - o
let P = (k - W(k))/2, Q = (q - W(q))/2, N = dot(k, k - W(k))/2, D = F(f) - F(o) - dot(grad(o), f - o)
let Y = F(y) - F(o) - dot(grad(o), y - o), i = 1 + eta*mu, M = N - sq(P)/i
let V = i*sq(e) + eta*(2/tau - 1)*D + (1 + r)*M
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always C: sq(u - P + eta*grad(o)) <= 0
  start by tension times grad(o) - qh - zh + W(zh), vanishing(qh) times grad(o) - zh + W(zh), vanishing(qh) times qh
  next by C
short: 4*tau*eta*L == 1 by eta == 1/(4*tau*L)
prox: i*sq(E) == sq(e) + eta*mu*sq(y - o) - eta*mu*sq(b) - 2*eta*dot(g, E) - 2*dot(next(P), E) - sq(d)
  by gain*(1 + eta*mu) == 1, vanishing(u - P + eta*grad(o)) times E
dual: i*(next(N) - N - 2*dot(next(P), E) + dot(q, Q)) == sq(next(P)) - sq(P) + sq(Q)
  by gain*(1 + eta*mu) == 1 times dot(next(P), Q)
pos: dot(q, q - W(q)) >= 0 by largest(q), lam <= 1 with q - J(q)
half: sq(Q) <= dot(q, Q) by spectrum(q), pos, lam_n >= -lam, lam <= 1
paid: next(M) - M <= 2*dot(next(P), E) over i > 0
narrow: beta*L <= 2*tau*L by beta*(2 - tau) == 2*tau, tau <= 1, L > 0
up: F(next(f)) <= F(y) + beta*dot(grad(y), d) + L*beta**2/2*sq(d) by above(next(f), y)
at_o: F(o) >= F(y) + dot(grad(y), o - y) + mu/2*sq(y - o) by below(o, y)
at_f: F(f) >= F(y) + dot(grad(y), f - y) by below(f, y), mu > 0 with f - y
slope: sq(g) <= 2*L*Y by interpolation_convex(y, o)
let S = 2/tau - 1
coupled: S*beta == 2 by beta*(2 - tau) == 2*tau over tau > 0
long: S*beta**2*L*sq(d) <= 4*tau*L*sq(d) by coupled, narrow with d
sign_S: S >= 0 by tau <= 1 over tau > 0
below_f: S*next(D) <= S*Y + 2*dot(g, d) + 2*tau*L*sq(d) by up, long, sign_S, coupled times dot(g, d)
old_f: (2/tau - 2)*(Y - D) <= (2/tau - 2)*dot(g, y - f) by at_f, tau <= 1
step: -2*dot(g, E) <= (2/tau - 2)*D - S*next(D) - Y - mu*sq(y - o) + 2*tau*L*sq(d) by below_f, old_f, at_o
let G = sq(d)/2 + eta*mu*sq(b) + 2*tau*eta**2*sq(g), loss = sq(d)/2 + eta*mu*sq(b) + eta*Y
let T = 8*tau + 4*tau*eta*mu + 2
one: i*sq(E) + eta*S*next(D) + next(M) <= sq(e) + eta*(2/tau - 2)*D + M - loss
  by prox, paid, step, short times sq(d), eta > 0
let h = eta*mu*b - d - eta*g
tie: sq(next(P)) == sq(h)
  by vanishing(u - P + eta*grad(o)) times next(P) + h,
  gain*(1 + eta*mu) == 1 times dot(x - y - eta*grad(y) - u + P - next(P), next(P) + h)
curb: eta*Y >= 2*tau*eta**2*sq(g) by slope, short over L > 0
split: 4*tau*sq(h) <= T*G by eta*mu > 0 with d + 2*b, d - 4*tau*eta*g, b + 2*tau*eta*g
fits: T <= 11 by tau <= 1, short, L >= mu
some: G >= 0 with d, b, g
size: T*G <= 11*G by fits, some
worth: 4*tau*sq(next(P)) <= 11*loss by tie times 4*tau, split, size, curb
far_k: (1 - lam)*dot(k, k - W(k)) <= sq(k - W(k))
  by largest(k), lam <= 1 with lam*(k - J(k)) - W(k) + J(k), k - J(k)
low: dot(k, k - W(k)) >= 0 by largest(k), lam <= 1 with k - J(k)
wide_N: 2*tau*(1 - lam)*next(N) <= 4*tau*sq(next(P)) by next far_k, tau > 0
rated: 11*r*next(N) <= 2*tau*(1 - lam)*next(N) by 11*r <= 2*tau*(1 - lam), next low
top: next(M) <= next(N) by i > 0 with next(P) over i > 0
top_r: r*next(M) <= r*next(N) by top
fall: r*next(M) <= loss by rated, wide_N, worth, top_r
small: r*(2 - 2*tau) <= tau by 11*r <= 2*tau*(1 - lam), tau <= 1, r > 0, lam >= 0
high: D >= 0 by below(f, o), mu > 0 with f - o
part: (1 + r)*(2/tau - 2)*D <= S*D by small, high over tau > 0
near: (1 + r)*sq(e) <= i*sq(e) by r <= eta*mu with e
all: (1 + r)*next(V) <= V by one, fall, part, near, r > 0, eta > 0
grow: (1 + r)**t >= 0
let R = (1 + eta*mu + (2 - tau)/(8*tau**2))*distance2(0) + 2*(1 + r)*eta**2*tension2
weigh: eta*S*L/2 == (2 - tau)/(8*tau**2) by short times (2 - tau)/(8*tau**2)
begin: eta*S*(F(w0) - F(o) - dot(grad(o), w0 - o)) <= (2 - tau)/(8*tau**2)*sq(w0 - o)
  by above(w0, o), sign_S, eta > 0, weigh times sq(w0 - o)
cut: start(M) <= start(N) by i > 0 with start(P) over i > 0
always I: (1 + r)**t*V <= R
  start by begin, cut, tension times 2*eta**2*zh, vanishing(qh) times 2*eta**2*zh, r > 0
  next by all, I, grow
left: sq(P) <= N by spectrum(k), low, lam_n >= -lam, lam <= 1
rest: M >= 0 by left, low, eta*mu > 0 over i > 0
kept: i*sq(e) <= V by rest, high, sign_S, eta > 0, r > 0
claim by I, kept, grow
"""
_ALL = ("lam < 1", "tau <= 1", "eta == 1/(4*tau*L)", "gain*(1 + eta*mu) == 1", "beta*(2 - tau) == 2*tau")
_EXAMPLES = (
    {
        **{
            "K": 2,
            "S": 1,
            "d": 1,
            "W": [[["1/2", "1/2"], ["1/2", "1/2"]]],
            "a": [[1], [1]],
            "c": [[1], [-1]],
        },
        **{"s": [0, 0], "w0": [[3], [0]], "tau": 1, "eta": "1/4", "gain": "4/5", "beta": 2, "r": "2/11"},
    },
    {
        **{"K": 3, "S": 1, "d": 1, "a": [[1], [4], [2]], "c": [[1], [-1], [0]], "s": [0, 0, 0]},
        "W": [[["3/4", "5/18", "-1/36"], ["5/18", "4/9", "5/18"], ["-1/36", "5/18", "3/4"]]],
        **{"w0": [[3], [0], [1]], "tau": "1/2", "eta": "1/8", "gain": "8/9", "beta": "2/3", "r": "2/99"},
    },
    {
        **{
            "K": 2,
            "S": 1,
            "d": 1,
            "W": [[["3/4", "1/4"], ["1/4", "3/4"]]],
            "a": [[1], [9]],
            "c": [[5], [-1]],
        },
        **{
            "s": [0, 0],
            "w0": [[0], [0]],
            "tau": "1/3",
            "eta": "1/12",
            "gain": "12/13",
            "beta": "2/5",
            "r": "1/33",
        },
    },
)

APAPC = Theorem(
    id="kovalev2020.apapc",
    title="APAPC: accelerated linear rate from gradients of the losses",
    place="Kovalev, Salim and Richtarik 2020, the theorem on APAPC, as commonly cited; the paper itself could not be "
    "read; the rate in numbers of our own",
    statement="error O((1 + (1/4) min(1/sqrt(kappa chi), 1/chi))^-k)",
    family=declared(_APAPC, free=("r",), signed=True),
    variants=(
        Variant(
            "rate",
            "(1 + r)**t*(1 + eta*mu)*distance2(t) <= (1 + eta*mu + (2 - tau)/(8*tau**2))*distance2(0) + 2*(1 + "
            "r)*eta**2*tension2",
            statement="(1 + r)^k ||x(k) - x*||^2 is bounded for r <= eta mu, 11 r <= 2 tau (1 - lambda)",
            assume=(*_ALL, "r <= eta*mu", "11*r <= 2*tau*(1 - lam)"),
            examples=_EXAMPLES,
            derivation=_ACCELERATED,
        ),
    ),
)
