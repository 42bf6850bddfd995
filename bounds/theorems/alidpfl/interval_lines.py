"""Lines on one interval, over the table of the family `local-steps`: v descends on F from the average at its start."""

# Before the interval's end, a step is taken from v itself: u = v.
_STAYS = """room: tau - since > 0 by young, t < tau
calm: restart <= 0 by ends over room
stay: sq(u - v) <= 0 by restart_whole, calm with v - J(w)
flat: sq(grad(u) - grad(v)) <= 0 by lipschitz(u, v), stay
"""
_SLOPE = """steep: sq(J(grad(u))) == noisy_slope(t)**2 by slope_size,
  vanishing(grad(u) - grad(v)) times J(grad(u) + grad(v))
"""
_SHORT = "short: steepest*eta <= 1 by assume1, assume2, eta > 0\n"
CLOSER = f"""{_STAYS}{_SHORT}inward: steepest*dot(grad(u), u - o) >= sq(J(grad(u))) by mean_cocoercive_convex(u, o)
closer: sq(next(v) - o) <= sq(u - o) by inward, short, eta > 0 over steepest > 0 with J(grad(u))
same_place: sq(u - o) == sq(v - o) by vanishing(u - v) times u + v - 2*o
nearer: norm(next(v) - o) <= norm(v - o) by root, closer, same_place
claim by nearer
"""
STRICTLY = f"""{_STAYS}{_SLOPE}inward: steepest*dot(J(grad(u)), u - o) >= steepest*(F(u) - F(o)) + sq(J(grad(u)))/2
  by mean_interpolation_convex(o, u)
level: F(u) >= F(v) by convex(u, v), vanishing(u - v) times grad(v)
here: sq(u - o) == sq(v - o) by vanishing(u - v) times u + v - 2*o
thin: steepest*noisy_slope(t)**2/beta <= noisy_slope(t)**2 by assume1 with noisy_slope(t)
most: steepest*dot(J(grad(u)), u - o) >= steepest*theta(t) + noisy_slope(t)**2/2 by inward, level, steep, steepest > 0
pull: dot(J(grad(u)), u - o) >= theta(t) + noisy_slope(t)**2/(2*beta) by most, thin over steepest > 0
claim by pull, here, steep, assume4, eta > 0
"""
DESCENT = f"""{_STAYS}{_SLOPE}drop: F(next(v)) <= F(u) - eta*(1 - steepest*eta/2)*sq(J(grad(u))) by above(next(v), u)
level: F(u) <= F(v) by convex(v, u), vanishing(u - v) times grad(u)
fall: theta(t + 1) - theta(t) <= eta*(steepest*eta/2 - 1)*noisy_slope(t)**2 by drop, level, steep
claim by fall, assume1, eta**2 > 0 with noisy_slope(t)
"""
SLOPE = """let size = abs(noisy_slope(t))
wide: norm(J(grad(v))) <= size by root, slope_size, size >= noisy_slope(t), size >= -noisy_slope(t)
pull: theta(t) <= dot(J(grad(v)), v - o) by convex(o, v)
claim by pull, cauchy(J(grad(v)), v - o), wide, distance(t) >= 0
"""
# The first interval: no average was taken yet.
_FIRST = """always begins: t*(since - 1) >= 0
  next begins by since_low, restart <= 1
first: done <= 0 by cases done <= 0, done >= 1
  case
    first: done <= 0 by case
  case
    late: t >= 1 by count, case, local, since_low
    early: since <= 0 by count, case, local, inside
    never: t <= 0 by begins, early, late
"""
POSITIVE = f"""short: eta*beta < 1 by assume2
less: steepest*eta < 1 by assume1, short, eta > 0
always alive: theta(t) + done > 0
  after: next(theta(t) + done) > 0 by cases restart <= 0, restart >= 1
    case
      more: next(theta(t) + done) > 0 by cases done <= 0, done >= 1
        case
          here: theta(t) > 0 by alive, case
          near: sq(u - v) <= 0 by restart_whole, restart <= 0 with v - J(w)
          flat: sq(grad(u) - grad(v)) <= 0 by lipschitz(u, v), near
          steep: sq(J(grad(u))) == sq(J(grad(v))) by vanishing(grad(u) - grad(v)) times J(grad(u) + grad(v))
          pull: theta(t) <= norm(J(grad(v)))*norm(v - o) by convex(o, v), cauchy(J(grad(v)), v - o)
          far: sq(v - o) > 0 by above(v, o), here over steepest > 0
          some: norm(J(grad(v))) > 0 by pull, here over norm(v - o) > 0
          grown: sq(J(grad(next(v)))) >= (1 - eta*steepest)**2*sq(J(grad(u)))
            by mean_cocoercive_convex(next(v), u), less over eta*steepest > 0
            with J(grad(next(v))) - J(grad(u)) + eta*steepest*J(grad(u))
          rest: 2*steepest*next(theta(t)) >= sq(J(grad(next(v)))) by mean_steep(next(v))
          big: sq(J(grad(v))) > 0 by some
          small: (1 - eta*steepest)**2 > 0 by less
          keep: (1 - eta*steepest)**2*sq(J(grad(v))) > 0 by big, small
          later: 2*steepest*next(theta(t)) >= (1 - eta*steepest)**2*sq(J(grad(v))) by rest, grown, steep
          up: next(theta(t)) > 0 by later, keep over steepest > 0
        case
          rest: next(theta(t)) >= 0 by mean_least(next(v))
          shown: next(theta(t) + done) > 0 by case, rest, restart >= 0
    case
      rest: next(theta(t)) >= 0 by mean_least(next(v))
      shown: next(theta(t) + done) > 0 by case, rest, done >= 0
  next alive by after
inside: t <= tau by assume4
{_FIRST}claim by alive, first
"""
# opened is where v began.
SAME_START = """always same_start: (1 - done)*sq(opened - begun) <= 0
  after: next((1 - done)*sq(opened - begun)) <= 0 by cases restart <= 0, restart >= 1
    case
      shown: next((1 - done)*sq(opened - begun)) <= 0
        by same_start, restart == 0 times sq(opened - begun), restart == 0 times dot(opened - begun, J(w) - opened),
        restart == 0 times sq(J(w) - opened)
    case
      more: done + restart - 1 >= 0 by case, done >= 0
      shown: next((1 - done)*sq(opened - begun)) <= 0 by more with next(opened) - begun
  next same_start by after
"""
NEARBY = f"""{_SHORT}always nearby: sq(v - o) <= sq(opened - o)
  inward: steepest*dot(grad(u), u - o) >= sq(J(grad(u))) by mean_cocoercive_convex(u, o)
  closer: sq(next(v) - o) <= sq(u - o) by inward, short, eta > 0 over steepest > 0 with J(grad(u))
  u_near: sq(u - o) <= sq(next(opened) - o)
    by nearby, restart <= 1, restart_whole times sq(v - J(w)), restart_whole times sq(opened - J(w))
  next nearby by closer, u_near
"""
GROWTH = f"""inside: t <= tau by t < tau
{SAME_START}{NEARBY}{_FIRST}{_STAYS}{_SLOPE}begun_here: sq(opened - begun) <= 0 by same_start, first with opened - begun
close: sq(v - o) <= start(sq(v - o)) by nearby, vanishing(opened - begun) times opened + begun - 2*o
pull: theta(t) <= dot(J(grad(v)), v - o) by convex(o, v)
gap: theta(t) >= 0 by mean_least(v)
drop: F(next(v)) <= F(u) - eta*(1 - steepest*eta/2)*sq(J(grad(u))) by above(next(v), u)
level: F(u) <= F(v) by convex(v, u), vanishing(u - v) times grad(u)
let phi = eta*(1 - beta*eta/2), G = sq(J(grad(v)))
coef: phi > 0 by assume2, eta > 0
fall: theta(t + 1) <= theta(t) - phi*G by drop, level, steep, slope_size, assume1, eta**2 > 0 with J(grad(v))
square: theta(t)**2 <= G*sq(v - o) by pull, gap, cauchy(J(grad(v)), v - o)
above: theta(t) > 0 by fall, assume4, coef with J(grad(v))
away: sq(v - o) > 0 by above(v, o), above over steepest > 0
far: start(sq(v - o)) > 0 by close, away
down: theta(t + 1) <= theta(t) by fall, coef with J(grad(v))
more: theta(t)*theta(t + 1) <= theta(t)**2 by down, above
most: G*sq(v - o) <= G*start(sq(v - o)) by close with J(grad(v))
least: theta(t)*theta(t + 1) <= G*start(sq(v - o)) by more, square, most
claim by fall, least, coef, far
"""

# In round 0 every client is at the start, and so is v.
NOISY_DESCENT = """always together: (1 - t)*sq(w - begun) <= 0 and centre: (1 - t)*sq(v - begun) <= 0
  next together by t >= 0 with next(w) - begun
  next centre by t >= 0 with next(v) - begun
now: t <= 0 by assume2
here: sq(w - begun) <= 0 by together, t == 0 times sq(w - begun)
v_here: sq(v - begun) <= 0 by centre, t == 0 times sq(v - begun)
calm: restart <= 0 by ends, since == 0 times restart over tau > 0
mean_here: sq(J(w) - begun) <= 0 by here with w - J(w)
y_here: sq(y - begun) <= 0
  by restart_whole times sq(w - J(w)), here, restart == 0 times sq(w - J(w)),
  restart == 0 times dot(w - begun, w - J(w))
one: sq(grad(y) - grad(begun)) <= 0 by lipschitz(y, begun), y_here
two: sq(grad(J(w)) - grad(begun)) <= 0 by lipschitz(J(w), begun), mean_here
three: sq(grad(v) - grad(begun)) <= 0 by lipschitz(v, begun), v_here
let G = sq(J(grad(begun))), p1 = grad(J(w)) - grad(begun), p2 = grad(y) - grad(begun)
steep: noisy_slope(t)**2 == G by slope_size, vanishing(grad(v) - grad(begun)) times J(grad(v) + grad(begun))
long: sq(J(grad(y))) == G by vanishing(grad(y) - grad(begun)) times J(grad(y) + grad(begun))
along: dot(J(grad(J(w))), J(grad(y))) == G by vanishing(p1) times J(grad(y)), vanishing(p2) times J(grad(begun))
drop: F(J(next(w))) <= F(J(w)) - eta*dot(J(grad(J(w))), J(grad(y))) + steepest/2*eta**2*(sq(J(grad(y))) + overlap*s**2)
  by above(J(next(w)), J(w)), mean_noise times steepest/2*eta**2
fall: F(J(next(w))) <= F(J(w)) - eta*(1 - steepest*eta/2)*G + steepest/2*eta**2*overlap*s**2
  by drop, along times eta, long times steepest/2*eta**2
less: steepest*G <= beta*G by assume1 with J(grad(begun))
noise_less: steepest*overlap*s**2 <= beta*s**2 by assume1, overlap_high, overlap > 0, steepest > 0, s**2 > 0
claim by fall, less, noise_less, steep, eta**2 > 0
"""
