"""The derivation of the variant `certified` of dawo's Theorem 1: `dawo.certified` says what it shows.

Q is I - E W_hat applied to y, r what noise adds to S, q is (1 - eta mu)^t; P and H are the gradient of f at xbar and
the mean of the clients' gradients.
"""

__all__ = ["CERTIFIED"]

CERTIFIED = """
sloped: eta*(omega + mu) < 1 + lam_n by eta < (1 + lam_n)/(omega + mu)
s1: sigma > 0 by sloped
wide: 1 - lam2 > 0 by lam2**2 <= rho2, rho2 < 1 with 1 - lam2
slow: shrunk > 0 by s1, lam_n <= lam2, wide, omega >= mu
let y = x - o, f = y - J(y), g = grad(o), p = grad(x) - g - mu*y, D = omega - mu, z = potential, a = shrunk
let N = W_hat(x) - eta*grad(x) - o, Q = y - W_mean(y), w = sigma*y - eta*g + eta*a*z, v = D*y - p
dual: dot(p, v) >= 0 by cocoercive(x, o)
below1: dot(v, v - W_mean(v)) >= 0 by second(v), lam2 <= 1 with v - J(v)
top: dot(w, w - W_mean(w)) >= 0 by second(w), lam2 <= 1 with w - J(w)
keep: eta*(1 - lam_n)*dot(p, v) >= 0 by dual, eta > 0, wide, lam_n <= lam2
joint: D*dot(y - W_hat(y) + eta*p, W_hat(y) - lam_n*y + eta*v) >= 0
  by spectrum(y), omega >= mu, below1, smallest(p), eta > 0, keep, dual, eta**2*(omega - mu) >= 0
let bulk = a**2*sq(y) - sigma*(dot(y, Q) + eta*dot(p, y)) + 2*eta*dot(Q + eta*p, g) - 2*eta*a*dot(y, g) + eta**2*sq(g)
within: D*sq(N) <= D*bulk
  by joint
let mixed = sigma**2*dot(y, Q) - 2*sigma*eta*dot(Q, g) + 2*sigma*eta*a*dot(y, g)
opened: dot(w, w - W_mean(w)) == mixed + eta**2*dot(g, g - W_mean(g)) - 2*eta**2*a*sq(g) + eta**2*a**2*dot(g, z)
  by potential times y, potential times g, potential times z, potential times x, potential times o
inner: sigma*D*sq(N) <= sigma*D*bulk
  by within, s1
topD: D*dot(w, w - W_mean(w)) >= 0 by top, omega >= mu
low: eta**2*D*(dot(g, W_mean(g)) - lam_n*sq(g)) >= 0 by smallest(g), omega >= mu, eta > 0
kept: sigma**2*eta*dot(p, v) >= 0 by dual, s1, eta > 0
square: eta*sq(sigma*p - eta*D*g) >= 0 by eta > 0 with sigma*p - eta*D*g
core: D*(sigma*(a**2*sq(y) - sq(N)) + eta**2*a**2*dot(g, z)) >= 0 by inner, topD, opened times D, low, kept, square
l4: (1 - lam2)*dot(g, z) <= sq(g) by second(z), potential times z, wide with g - (1 - lam2)*z
turns: eta**2*a**2 >= 0 with eta*a
both: sigma*(1 - lam2) > 0 by s1, wide
one: sq(N) <= a**2*sq(y) + eta**2*a**2*sq(g)/(sigma*(1 - lam2)) by cases omega > mu, omega <= mu
  case
    c1: sigma*(a**2*sq(y) - sq(N)) + eta**2*a**2*dot(g, z) >= 0 by core over omega - mu > 0
    c2: sigma*(1 - lam2)*(a**2*sq(y) - sq(N)) + eta**2*a**2*sq(g) >= 0 by c1, l4, wide, turns
  case
    none: sq(p) <= 0 by cocoercive(x, o), omega == mu times dot(y, p)
    let rest = sigma*dot(y - W_hat(y), W_hat(y) - lam_n*y) + eta**2*(dot(g, W_mean(g)) - lam_n*sq(g))
    bare: sigma*(a**2*sq(y) - sq(N)) + eta**2*a**2*dot(g, z) == dot(w, w - W_mean(w)) + rest
      by opened, vanishing(p) times p, vanishing(p) times g, vanishing(p) times y, vanishing(p) times W_mean(y),
      omega == mu times sigma*eta*dot(y, Q), omega == mu times eta**3*sq(g)
    c1: sigma*(a**2*sq(y) - sq(N)) + eta**2*a**2*dot(g, z) >= 0
      by bare, top, spectrum(y), s1, smallest(g), eta**2 >= 0
    c2: sigma*(1 - lam2)*(a**2*sq(y) - sq(N)) + eta**2*a**2*sq(g) >= 0 by c1, l4, wide, turns
let V = variance, q = (1 - eta*mu)**t, d0 = sqrt(K*error2(0) + spread2(0)), E = (gstar*shrunk)**2/(sigma*(1 - lam2))
after: sq(next(x) - o) <= a**2*sq(y) + eta**2*(E + V) by one, noise, eta**2 >= 0
E0: E >= 0 by both with gstar*shrunk
driven: eta*(E + V) >= 0 by E0, eta > 0
still: a**2*Y**2 + eta**2*(E + V) <= Y**2
Y0: Y >= 0
always I: norm(y) <= q*d0 + Y
  start by Y0
  n1: sq(y) <= (q*d0 + Y)**2 by I, norm(y) >= 0
  n2: sq(next(x) - o) <= a**2*(q*d0 + Y)**2 + eta**2*(E + V) by after, n1 with a
  n3: 2*a*eta*mu*q*d0*Y >= 0 by slow, Y0
  n4: sq(next(x) - o) <= (a*q*d0 + Y)**2 by n2, n3, still
  n5: norm(next(x) - o) <= a*q*d0 + Y by root, n4, slow, Y0
  next by n5
let M = (omega + mu)/2, h = grad(x) - g - M*y, push = eta*(h - J(h)) + eta*g
near: norm(h) <= D/2*norm(y) by root, cocoercive(x, o), omega >= mu
own: norm(h - J(h)) <= norm(h) by root with J(h)
pushed: norm(push) <= eta*(D/2*norm(y) + gstar) by triangle(eta*(h - J(h)), eta*g), near, own
most: 1 + lam_n > 0 by sloped, eta*(omega + mu) > 0
let B2 = rho2 - 2*middle*(rho2 + lam_n)/(1 + lam_n) + middle**2
real: (1 + lam_n)*B2 >= 0 by cases lam_n >= 0, lam_n <= 0
  case
    w1: lam_n**2 <= rho2 by lam2**2 <= rho2, lam_n <= lam2, case
    (1 + lam_n)*B2 >= 0 by w1, s1, most with lam_n - middle
  case
    (1 + lam_n)*B2 >= 0 by case, s1, most, rho2 >= 0, middle > 0
real2: B2 >= 0 by real over 1 + lam_n > 0
early: 1 - middle > 0 by sloped, lam_n <= lam2, wide
ahead1: a >= 1 - middle by omega >= mu, eta > 0
mid: a**2 >= (1 - middle)**2 by ahead1, early, slow
mid2: (1 + lam_n)*(a**2 - (1 - middle)**2) >= 0 by mid, most
steep: sigma*((1 + lam_n)*lam2 - lam_n - rho2) >= 0 by s1, rho2 <= (1 + lam_n)*lam2 - lam_n
lower2: a**2 - B2 >= sigma*(1 - lam2) over 1 + lam_n > 0
strict: (a - b)*(a + b) > 0 by lower2, both
b0: b >= 0
apart0: apart > 0 by strict over a + b > 0
beta0: beta > 0 by apart0, eta*mu > 0
let r = eta*sqrt(variance/beta), B = S + a*Z*q
shrunk2: (1 + lam_n)*sq(W_hat(f) - eta*M*f) <= (1 + lam_n)*B2*sq(f)
  by links(f), spectrum(f), s1, middle > 0
shrunk3: sq(W_hat(f) - eta*M*f) <= B2*sq(f) by shrunk2 over 1 + lam_n > 0
narrowed: norm(W_hat(f) - eta*M*f) <= b*norm(f) by root, shrunk3, b0
off: norm(N - J(N)) <= b*norm(f) + eta*(D/2*norm(y) + gstar) by triangle(W_hat(f) - eta*M*f, -push), narrowed, pushed
gone: sq(next(f)) <= sq(N - J(N)) + eta**2*V by noise, eta**2 >= 0 with J(n)
first0: spread2(0) >= 0 with start(x - J(x))
drifts2: eta*D/2*d0*q <= apart*Z*q
calm: beta*(S - r) == eta*(gstar + D/2*Y)
DY: D*Y >= 0 by Y0, omega >= mu
pull0: eta*(gstar + D/2*Y) >= 0 by eta > 0
heats: beta*r**2 == eta**2*V
far: B >= r
br: beta*r >= 0 by beta0
wide3: beta*r*B >= beta*r*r by far, br
held2: beta*r*r*b >= 0 by b0, beta0 with r
S0: S >= 0
always II: norm(f) <= S + Z*q
  start by Z >= sqrt(spread2(0)), S0
  on1: b*norm(f) <= b*(S + Z*q) by II, b0
  on2: eta*D/2*norm(y) <= eta*D/2*q*d0 + eta*D/2*Y by I, omega >= mu, eta > 0
  on: norm(N - J(N)) <= B - beta*r by off, on1, on2, drifts2, calm
  two: sq(N - J(N)) <= (B - beta*r)**2 by on, norm(N - J(N)) >= 0
  three: sq(next(f)) <= B**2 by gone, two, wide3, held2, heats
  four: norm(next(f)) <= B by root, three
  next by four
kept2: sq(f) <= 2*S**2 + 2*Z**2*q**2 by II, norm(f) >= 0 with S - Z*q
let P = J(grad(J(x))), H = J(grad(x)), G = D**2/4*Z**2/(mu*(2 - eta*mu)), U = eta**2*omega*alpha2/2 + eta*D**2/4*S**2
near2: sq(P - H) <= D**2/4*sq(f) by cocoercive(x, J(x)) with grad(x) - grad(J(x)) - M*f - H + P
fall: F(J(next(x))) <= F(J(x)) - eta/2*sq(P) + eta/2*sq(P - H) + eta**2*omega/2*alpha2
  by above(J(next(x)), J(x)), eta*omega <= 1, mean_noise with H
factor: eta*D**2 >= 0 by eta > 0 with D
kept3: eta*D**2*sq(f) <= eta*D**2*(2*S**2 + 2*Z**2*q**2) by kept2, factor
near3: eta/2*sq(P - H) <= eta*D**2/8*sq(f) by near2, eta > 0
round: F(J(next(x))) <= F(J(x)) - eta/2*sq(P) + U + eta*D**2/4*Z**2*q**2 by fall, near3, kept3
always III: K*gap(t) + K*eta/2*gradients2_before(t) <= K*gap(0) + t*U + G*(1 - q**2)
  next by III, round
G0: G >= 0 with D*Z
G1: G*q**2 >= 0 by G0 with q
end: K*eta/2*gradients2_before(t) <= K*gap(0) + t*U + G by III, mean_least(x), G1
later: t > 0 by t >= 1
claim by end over t > 0
"""
