"""Lines that derivations of local SGD share: one step of the average, and how far clients are apart between averages.

They are read over the table of the family `federated`: g stacks the stochastic gradients, y = x - eta g.
"""

# One step of the average, where 4 L eta <= 1.
STEP = """
let m = J(x), e = F(J(x)) - F(o)
stepped: sq(J(y) - o) == sq(m - o - eta*J(grad(x))) + eta**2*noise2(t)
pulled: 2*dot(J(grad(x)), m - o) >= 2*e - L*sq(x - m) + mu*sq(m - o)
  by above(m, x), below(o, x), mu > 0 with x - m
climb: sq(J(grad(x))) <= 2*L**2*sq(x - m) + 4*L*e
  by lipschitz(x, m), mean_steep(x) with J(grad(x)) - 2*J(grad(m)), grad(x) - grad(m) - J(grad(x) - grad(m))
above_zero: e >= 0 by below(m, o) with m - o
"""
# Steps delta/(t + Gamma), the first since the last average delta/q: every client has moved by at most `since` of them
# times R.
APART = """
let q = t - since + Gamma, R = sqrt(G2)
q_low: q > 0 by young, Gamma > 0
some: G2 >= 0 with g
rises: R <= next(R) by root, next(G2) >= G2, some
long: norm(eta*g - J(eta*g)) <= eta*R by root, eta > 0 with eta*J(g)
moved: norm(y - J(y)) <= norm(x - J(x)) + eta*R by triangle(x - J(x), J(eta*g) - eta*g), long
always near: q*norm(x - J(x)) <= delta*since*R
  close: q*norm(y - J(y)) <= delta*(since + 1)*R by moved, near, young, R >= 0, eta > 0, q_low
  after: next(q)*norm(next(x) - J(next(x))) <= delta*next(since)*next(R) by cases restart <= 0, restart >= 1
    case
      thin: norm(next(x) - J(next(x))) <= norm(y - J(y)) by root, restart_whole, restart_low with y - J(y)
      left: norm(next(x) - J(next(x))) >= 0
      gone: restart*norm(next(x) - J(next(x))) <= 0 by case, left
      kept: (q + restart*(since + 1))*norm(next(x) - J(next(x))) <= delta*(since + 1)*R
        by close, thin, gone, since_low, q_low
      shown: next(q)*norm(next(x) - J(next(x))) <= delta*next(since)*next(R)
        by kept, rises, case, restart_low, since_low, delta > 0
    case
      none: norm(next(x) - J(next(x))) <= 0 by root, restart_whole, case with y - J(y)
      low: next(q) >= 0 by young, since_low, case, restart <= 1, Gamma > 0
      shown: next(q)*norm(next(x) - J(next(x))) <= delta*next(since)*next(R)
        by none, low, next(R) >= 0, since_low, restart_low, restart <= 1
  next near by after
twice: 2*q >= t + Gamma by Gamma >= H, before, young
both: delta*since*R + q*norm(x - J(x)) >= 0 by R >= 0, q_low
squares: q**2*apart2(t) <= delta**2*since**2*G2 by near, both
least: q**2*apart2(t) <= delta**2*(H - 1)**2*G2 by squares, before, since_low, some
apart: apart2(t) <= 4*eta**2*(H - 1)**2*G2 by least, twice, before, q_low with x - J(x)
"""
# One loss for all clients: a step brings their models no further apart, noise aside. Where L eta <= 2.
ALIKE = """
let a = x - J(x), h = grad(x) - J(grad(x)), V = (1 - 1/N)*eta**2*sigma2_max
inward: L*dot(h, a) >= sq(h)
  by cocoercive_convex(x, J(x)), same_loss(x) times a, same_loss(x) times grad(x), same_loss(x) times grad(J(x))
  with J(grad(x)) - J(grad(J(x)))
closer: sq(a - eta*h) <= sq(a) by inward, short, eta > 0 over L > 0 with h
many: sigma2_max >= 0 by variance, variance_low
some_noise: V >= 0 by many, one_client with eta
spread: sq(y - J(y)) <= apart2(t) + V by closer, noise, mean_noise, of_mean, variance, one_client
always near: apart2(t) <= since*V
  after: next(apart2(t)) <= next(since)*V by cases restart <= 0, restart >= 1
    case
      shown: next(apart2(t)) <= next(since)*V by spread, near, restart_whole, restart_low, case
    case
      shown: next(apart2(t)) <= next(since)*V by spread, restart_whole, case
  next near by after
nearer: apart2(t) <= (H - 1)*V by near, before, some_noise
less: V <= eta**2*sigma2_max by many with eta
apart: apart2(t) <= (H - 1)*eta**2*sigma2_max by nearer, less, local
"""
# H = 1: an average after every step, so that the clients' models are one, m, at every round.
TOGETHER = """
let m = J(x)
again: restart >= 1 by goes_on, since_low, restart_high, H == 1
always near: sq(x - m) <= 0
  next by again, restart_whole with y - J(y)
"""
