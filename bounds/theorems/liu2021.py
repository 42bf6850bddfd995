"""Liu, Li, Wang, Tang and Yan 2021 (LEAD): compressed messages, and a linear rate.

Setting. y = x - eta grad f(x) - eta d; q = c + Q(y - c), the only message, E Q(z) = z, E ||Q(z) - z||^2 <= C ||z||^2;
c+ = (1 - alpha) c + alpha q; d+ = d + (gamma/(2 eta)) (I - W) q; x+ = x - eta grad f(x) - eta d+. Here Q keeps each
coordinate with the chance `kept` and divides it by that, C = 1/kept - 1; u = eta d, d(0) = 0, c(0) = x(0). f_i
mu-strongly convex and L-smooth, full gradients; beta = 1 - lambda_n, h the clients' gradients at w*.

Statement. a = 4 (1 + C)/(C beta gamma + 2), for eta <= 2/(mu + L), gamma <= 2/((3 C + 1) beta), alpha at least C beta
gamma/(2 (1 + C)), and a alpha at most (2 - beta gamma)/(4 - beta gamma): (1 - a alpha) ||x - x*||^2 + (2 eta^2/gamma)
||d - d*||^2 in the metric of (I - W)^+ + a ||c - x*||^2 shrinks in the mean by rho = max((1 - mu eta (2 - mu eta))/(1 -
a alpha), 1 - gamma (1 - lambda)/2, 1 - alpha), below 1 where a alpha < mu eta (2 - mu eta). It begins at (1 - a alpha +
a) ||x(0) - x*||^2 + (2 eta^2/gamma) h'(I - W)^+ h.

Idea. v = y - x*, D = q - y, eta (d - d*) = (I - W) s: what mixing takes off v pays for what D adds to the models and
duals, and a alpha (1 - (1 + C) alpha) ||y - c||^2, which the copies lose, for C ||y - c||^2, the mean of ||D||^2.
"""

from ..algorithms import Algorithm
from ..families.declared import declared
from ..theorem import Theorem, Variant

_LEAD = Algorithm(
    "lead",
    let={"y": "x - eta*grad(x) - u", "q": "c + sparse(y - c)", "n": "u + gamma/2*(q - mix(q))"},
    next={"x": "x - eta*grad(x) - n", "c": "(1 - alpha)*c + alpha*q", "u": "n"},
    start={"c": "x"},
    balanced=("u",),
    rest={"x": "0", "c": "0", "u": "-eta*h"},
    numbers=("gamma", "alpha"),
)
_PROOF = """
state s: start eta*zh, next s + gamma/2*q
let f = eta*(grad(x) - grad(o)), w = x - o - f, v = y - o, D = q - y, M = s - W(s), z = y - c, k = 1 - a1*alpha
let R = u + eta*grad(o) - M, S = dot(s, M), X = beta*gamma, N = C*X, P = a1*alpha, m = mu*eta*(2 - mu*eta)
let A = v - W(v), E = D - W(D)
gap: 1 - lam**2 > 0 by lam < 1
still: sq(qh) <= 0 by mixing(qh), untouched times qh, untouched times W(qh) over gap
always O: sq(R) <= 0
  start by tension times eta**2*(grad(o) - zh + W(zh)), vanishing(qh) times eta**2*(grad(o) - zh + W(zh))
  next by O
split: sq(w) == sq(v) + 2*dot(v, M) + sq(M) by vanishing(R) times R + 2*(v + M)
moved: sq(next(x) - o) == sq(v) - gamma*dot(v, A) + gamma**2/4*(sq(A) + sq(E))
  by sent(z) times gamma**2/2*(A - W(A)) - gamma*A
dual: 2/gamma*next(S) == 2/gamma*S + 2*dot(v, M) + gamma/2*(dot(v, A) + dot(D, E)) by sent(z) times 2*M + gamma*A
copies: sq(next(c) - o) == (1 - alpha)*sq(c - o) + alpha*sq(v) - alpha*(1 - alpha)*sq(z) + alpha**2*sq(D)
  by sent(z) times 2*alpha*((1 - alpha)*(c - o) + alpha*v)
noise: sq(D) == C*sq(z) by sent_squares(z) times z/kept, sent(z) times 2*z
lossy: C >= 0 by kept <= 1 over kept > 0
sharp: beta > 0 by lam_n <= lam, lam < 1
X_low: X >= 0 by sharp, gamma > 0
N_low: N >= 0 by X_low, lossy
begun: a1*(N + 2) == 4*(1 + C)
least: 2*(1 + C)*alpha >= N by alpha >= C*beta*gamma/(2*(1 + C))
P_low: P*(N + 2) >= 2*N by least, begun times alpha
den: (3*C + 1)*beta > 0 by lossy, sharp
short: 3*N + X <= 2 by gamma <= 2/((3*C + 1)*beta) over den
four: 4 - beta*gamma > 0 by short, N_low
high: P*(4 - X) <= 2 - X by a1*alpha <= (2 - beta*gamma)/(4 - beta*gamma) over four
half: P <= 1/2 by high, X_low over four
kept_k: 1 - a1*alpha > 0 by half
between: (2*P*(N + 2) - 4*N)*(1 - 2*P) >= 0 by P_low, half
NX: N*X >= 0 by N_low, X_low
pos: 6 - 5*N + 2*N*X >= 0 by short, NX, X_low
f1: P*(N + 2)*(6 - 5*N + 2*N*X) >= 2*N*(6 - 5*N + 2*N*X) by P_low, pos
ends: 4 - 6*N - 2*X + N*X >= 0 by short, NX
f2: 2*N*(6 - 5*N + 2*N*X) >= 2*N*(1 + X)*(N + 2) by ends, N_low
few: P*(6 - 5*N + 2*N*X) >= 2*N*(1 + X) by f1, f2 over N + 2 > 0
room: C*(gamma**2/4*k*beta**2 + gamma*beta/2) <= P*(1 - P*(N + 2)/4) by between, few, N_low, X_low
grown: P*(N + 2) == 4*(1 + C)*alpha by begun times alpha
lift: dot(v, A) >= 0 by largest(v), lam <= 1 with v - J(v)
wide_A: sq(A) <= beta*dot(v, A) by spectrum(v)
wide_E: sq(E) <= beta*dot(D, E) by spectrum(D)
most_E: dot(D, E) <= beta*sq(D) by smallest(D)
kg: k*gamma**2/4 >= 0 by kept_k
v1: k*gamma**2/4*sq(A) <= k*gamma**2/4*beta*dot(v, A) by wide_A, kg
c1: k*X <= 4*k - 2 by high
v2: gamma*(4*k - 2 - k*X)*dot(v, A) >= 0 by c1, lift, gamma > 0
e1: k*gamma**2/4*sq(E) <= k*gamma**2/4*beta*dot(D, E) by wide_E, kg
ef: k*gamma**2*beta/4 + gamma/2 >= 0 by kept_k, sharp
e2: (k*gamma**2*beta/4 + gamma/2)*dot(D, E) <= (k*gamma**2*beta/4 + gamma/2)*beta*sq(D) by most_E, ef
e3: C*(gamma**2/4*k*beta**2 + gamma*beta/2)*sq(z) <= P*(1 - P*(N + 2)/4)*sq(z) by room with z
part: k*gamma**2/4*sq(E) + gamma/2*dot(D, E) <= P*(1 - (1 + C)*alpha)*sq(z)
  by e1, e2, e3, noise times (k*gamma**2*beta/4 + gamma/2)*beta, grown times P*sq(z)
let V = k*sq(x - o) + 2/gamma*S + a1*sq(c - o)
fall: next(V) <= sq(w) + 2/gamma*S - sq(M) + a1*(1 - alpha)*sq(c - o)
  by moved times k, dual, copies times a1, split, v1, v2, part, noise times a1*alpha**2
step: eta*(mu + L) <= 2 by eta <= 2/(mu + L) over mu + L > 0
near: sq(w) <= (1 - m)*sq(x - o) by cocoercive(x, o), monotone(x, o), step, eta > 0 with grad(x) - grad(o) - mu*(x - o)
  over mu + L > 0
tall: (1 - lam)*S <= sq(M) by largest(s), lam <= 1 with lam*(s - J(s)) - W(s) + J(s), s - J(s)
S_low: S >= 0 by largest(s), lam <= 1 with s - J(s)
a1_low: a1 >= 0 by lossy
r1: 1 - m <= rho*k by rho >= (1 - mu*eta*(2 - mu*eta))/(1 - a1*alpha) over kept_k
r2: rho >= 1 - gamma*(1 - lam)/2
r3: rho >= 1 - alpha
p1: (1 - m)*sq(x - o) <= rho*k*sq(x - o) by r1 with x - o
p2: (2 - gamma*(1 - lam))*S <= rho*2*S by r2, S_low
q2: 2/gamma*S - (1 - lam)*S <= rho*2/gamma*S by p2 over gamma > 0
p3: a1*(1 - alpha)*sq(c - o) <= rho*a1*sq(c - o) by r3, a1_low with c - o
one: next(V) <= rho*V by fall, near, tall, p1, q2, p3
less: gamma*(1 - lam) <= 2 by short, N_low, lam_n <= lam, gamma > 0
sure: rho >= 0 by r2, less
always I: V <= rho**t*V0
  start by tension times zh, vanishing(qh) times zh
  next by one, I, sure
last: a1*sq(c - o) >= 0 by a1_low with c - o
height: 2/gamma*S >= 0 by S_low, gamma > 0
claim by I, last, height
"""

LEAD = Theorem(
    id="liu2021.lead",
    title="LEAD: linear rate with compressed messages",
    place="Liu, Li, Wang, Tang and Yan 2021, Theorem 1, as commonly cited; the paper itself could not be read",
    statement="the Lyapunov function shrinks by rho in a round, with full gradients",
    family=declared(_LEAD),
    variants=(
        Variant(
            "main",
            "(1 - a1*alpha)*distance2(t) <= rho**t*V0",
            statement="(1 - a alpha) ||x(t) - x*||^2 <= rho^t times the Lyapunov function at first, Q by coordinates",
            assume=(
                "lam < 1",
                "eta <= 2/(mu + L)",
                "gamma <= 2/((3*C + 1)*beta)",
                "alpha >= C*beta*gamma/(2*(1 + C))",
                "a1*alpha <= (2 - beta*gamma)/(4 - beta*gamma)",
            ),
            where={
                "C": "1/kept - 1",
                "beta": "1 - lam_n",
                "a1": "4*(1 + C)/(C*beta*gamma + 2)",
                "rho": "max((1 - mu*eta*(2 - mu*eta))/(1 - a1*alpha), 1 - gamma*(1 - lam)/2, 1 - alpha)",
                "V0": "(1 - a1*alpha + a1)*distance2(0) + 2*eta**2/gamma*tension2",
            },
            derivation=_PROOF,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (LEAD,)
