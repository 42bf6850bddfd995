"""Lines over all intervals of a run without noise, over the table of the family `local-steps`: inverse gaps grow."""

from .end_lines import AT_END, HELD, SIZES
from .lines import average

# No step leads away from the minimizer, so v stays within `farthest` of it until the run ends.
WITHIN = f"""short: steepest*eta <= 1 by assume1, assume2, eta > 0
always nearby: upto*(farthest**2 - sq(v - o)) >= 0
  start nearby by first_farthest
  inward: steepest*dot(grad(u), u - o) >= sq(J(grad(u))) by mean_cocoercive_convex(u, o)
  closer: sq(next(v) - o) <= sq(u - o) by inward, short, eta > 0 over steepest > 0 with J(grad(u))
  u_near: before*(farthest**2 - sq(u - o)) >= 0 by cases before <= 0, before >= 1
    case
      shown: before*(farthest**2 - sq(u - o)) >= 0 by before == 0 times farthest**2 - sq(u - o)
    case
      v_near: sq(v - o) <= farthest**2 by nearby, upto == 1 times farthest**2 - sq(v - o)
      m_near: restart*(farthest**2 - sq(J(w) - o)) >= 0
        by later_farthest, before == 1 times restart*(farthest**2 - sq(J(w) - o))
      shown: before*(farthest**2 - sq(u - o)) >= 0
        by v_near, m_near, restart <= 1, before == 1 times farthest**2 - sq(u - o), restart_whole times sq(v - J(w))
  next nearby by closer, u_near, before >= 0
{AT_END}high: theta(t) >= lam by tall, assume3
v_near: sq(v - o) <= farthest**2 by nearby, upto == 1 times farthest**2 - sq(v - o)
steepness: theta(t) <= steepest/2*farthest**2 by above(v, o), v_near, steepest > 0
apart: farthest**2 > 0 by steepness, high, lam > 0 over steepest > 0
"""
# P is the sum of what the averages change: 1/theta(t) >= 1/gap(0) + P + phi eta t, multiplied out.
_GROWTH = """let q = eta*(1 - beta*eta/2), R2 = farthest**2, g0 = gap(0), th = F(v) - F(o), xu = F(u) - F(o)
let P = {P}, M = R2*(1 + g0*P) + g0*q*t, MN = R2*(1 + g0*next(P)) + g0*q*t
q_low: q > 0 by assume2, eta > 0
g0_low: g0 >= 0 by mean_least(begun)
always grown: upto*(g0*R2 - th*M) >= 0
  start grown by line
  x_low: xu >= 0 by mean_least(u)
  y_low: next(th) >= 0 by mean_least(next(v))
  after: before*(g0*R2 - next(th)*next(M)) >= 0 by cases before <= 0, before >= 1
    case
      shown: before*(g0*R2 - next(th)*next(M)) >= 0 by before == 0 times g0*R2 - next(th)*next(M)
    case
      v_near: sq(v - o) <= R2 by nearby, upto == 1 times R2 - sq(v - o)
      m_near: restart*(R2 - sq(J(w) - o)) >= 0 by later_farthest, before == 1 times restart*(R2 - sq(J(w) - o))
      u_near: sq(u - o) <= R2 by v_near, m_near, restart <= 1, restart_whole times sq(v - J(w))
      now: th*M <= g0*R2 by grown, upto == 1 times g0*R2 - th*M
      reopened: xu*MN <= g0*R2 by cases restart <= 0, restart >= 1
        case
          still_u: sq(u - v) <= 0 by restart_whole, restart == 0 times sq(v - J(w)) with v - J(w)
          lower: xu <= th by convex(v, u), vanishing(u - v) times grad(u)
          upper: xu >= th by convex(u, v), vanishing(u - v) times grad(v)
          shown: xu*MN <= g0*R2 by now, xu == th times MN, {still}
        case
          u_moved: sq(u - J(w)) <= 0 by restart_whole, restart == 1 times sq(v - J(w)) with v - J(w)
          lower: xu <= F(J(w)) - F(o) by convex(J(w), u), vanishing(u - J(w)) times grad(u)
          upper: xu >= F(J(w)) - F(o) by convex(u, J(w)), vanishing(u - J(w)) times grad(J(w))
          ended: th >= smallest_theta by smallest, upto == 1 times restart*(th - smallest_theta),
            restart == 1 times th - smallest_theta
          tall: th >= lam by ended, assume3
          on: restart > 0 by case
          th_up: th > 0 by tall, lam > 0
{averaged}
      let G = sq(J(grad(u)))
      drop: F(next(v)) <= F(u) - eta*(1 - steepest*eta/2)*G by above(next(v), u)
      fall: next(th) <= xu - q*G by drop, assume1, eta**2 > 0 with J(grad(u))
      pull: xu <= dot(J(grad(u)), u - o) by convex(o, u)
      square: xu**2 <= G*sq(u - o) by pull, x_low, cauchy(J(grad(u)), u - o)
      most: G*sq(u - o) <= G*R2 by u_near with J(grad(u))
      lost: R2*next(th) <= R2*xu - q*xu**2 by fall, square, most, q_low, apart
      steep: xu <= steepest/2*R2 by above(u, o), u_near, steepest > 0
      eta_x: eta*xu <= R2 by steep, short, apart, eta > 0
      room: q*xu <= R2 by eta_x, x_low, eta*beta > 0, eta > 0
      grew: next(th)*next(M) <= g0*R2 by cases next(M) <= 0, next(M) >= 0
        case
          shown: next(th)*next(M) <= g0*R2 by case, y_low, g0_low, apart
        case
          scaled: R2*next(th)*next(M) <= xu*(R2 - q*xu)*next(M) by lost, case
          less: (R2 - q*xu)*xu*MN <= (R2 - q*xu)*g0*R2 by reopened, room
          shown: next(th)*next(M) <= g0*R2 by scaled, less, g0_low with q*xu over R2 > 0
  next grown by after
full_growth: theta(t)*M <= g0*R2 by grown, upto == 1 times g0*R2 - th*M
"""
_JUMPS = """          bound: xu*MN <= g0*R2 by cases xu <= 0, xu > 0
            case
              none: g0*R2 >= 0 by g0_low, apart
              bound: xu*MN <= g0*R2 by none, xu == 0 times MN
            case
              g_up: F(J(w)) - F(o) > 0 by case, lower
              both: pair > 0 by g_up, th_up
              both_on: restart*pair > 0 by both, on
              known: jump*pair == F(v) - F(J(w)) by jump over both_on
              scaled: th*(F(J(w)) - F(o))*MN <= th*g0*R2
                by now, g_up, known times R2*g0, before == 1 times R2*g0*jump*pair*restart,
                restart == 1 times R2*g0*jump*pair
              g_bound: (F(J(w)) - F(o))*MN <= g0*R2 by scaled over th_up
              bound: xu*MN <= g0*R2 by g_bound, xu == F(J(w)) - F(o) times MN
          shown: xu*MN <= g0*R2 by bound"""
# An average changes the loss by C*h at most: less than the inverse of theta is worth where that is small.
_LOSSES = """          whole: since >= tau by ends over on
          power: b**since <= b**tau by longer_power(b, since, tau)
          held: norm(a) <= h by close, power, whole, xi >= 0, eta > 0
          up: F(J(w)) - F(v) <= C*h by steady(w, v), held, C > 0
          taken: R2*g0*loss >= 0 by loss_low, g0_low, apart
          lost: MN <= M - R2*g0*loss by restart == 1 times R2*g0*loss
          bound: xu*MN <= g0*R2 by cases xu <= lam, xu >= lam
            case
              small: xu <= th by case, tall
              none: g0*R2 >= 0 by g0_low, apart
              bound: xu*MN <= g0*R2 by cases M <= 0, M >= 0
                case
                  less: MN <= 0 by lost, case, taken
                  bound: xu*MN <= g0*R2 by less, x_low, none
                case
                  bound: xu*MN <= g0*R2 by lost, x_low, now, small, case, taken
            case
              product: th*xu >= lam**2 by case, tall, lam > 0
              paid: th*xu*loss >= C*h by product, loss_low
              scaled: th*xu*MN <= th*g0*R2
                by lost, th_up, x_low, now, paid, up, xu == F(J(w)) - F(o) times g0*R2, g0_low, apart
              bound: xu*MN <= g0*R2 by scaled over th_up
          shown: xu*MN <= g0*R2 by bound"""
_LOSS = """let loss = C*h/lam**2
loss_low: loss >= 0 by Ch, lam > 0
"""
UP = """g0_up: g0 > 0 by cases g0 <= 0, g0 > 0
  case
    none: theta(t)*R2 <= 0 by full_growth, g0 == 0 times R2 - theta(t)*(R2*P + q*t)
    shown: g0 > 0 by none, high, lam > 0, apart, g0_low
  case
    shown: g0 > 0 by case
"""


def growth(P: str, averaged: str, change: str) -> str:
    return WITHIN + _GROWTH.format(P=P, averaged=averaged, still=f"restart == 0 times th*R2*g0*({change})")


TELESCOPED = (
    growth("jumps", _JUMPS, "before*jump")
    + UP
    + """finished: theta(t)*(R2*(1 + g0*P) + g0*q*K*tau) <= g0*R2 by full_growth, end times theta(t)*g0*q
claim by finished
"""
)
LESS = average("xi") + SIZES + _LOSS + growth("-done*loss", _LOSSES, "loss")
"""Less: with 1/theta(t) >= 1/gap(0) + phi eta t - (averages so far)*C*h/lam**2."""
GROWN = (
    LESS
    + UP
    + """finished: theta(t)*(R2*(1 - g0*(K - 1)*loss) + g0*q*K*tau) <= g0*R2
  by full_growth, end times theta(t)*g0*q, done == K - 1 times theta(t)*R2*g0*loss
claim by finished
"""
)
BOUNDED = (
    LESS
    + UP
    + HELD
    + """last: final_gap - theta(t) <= C*h by steady(w, v), held, C > 0
let M1 = R2*(1 - g0*(K - 1)*loss) + g0*q*K*tau
before_last: theta(t)*M1 <= g0*R2
  by full_growth, end times theta(t)*g0*q, done == K - 1 times theta(t)*R2*g0*loss
X_up: final_gap > 0 by assume3, lam > 0, final_gap >= lam
th_up: theta(t) > 0 by high, lam > 0
product: final_gap*theta(t) >= lam**2 by high, final_gap >= lam, lam > 0
paid: final_gap*theta(t)*loss >= C*h by product, loss_low
scaled: theta(t)*final_gap*(M1 - R2*g0*loss) <= theta(t)*g0*R2 by before_last, X_up, paid, last, g0_low, apart
after_last: final_gap*(M1 - R2*g0*loss) <= g0*R2 by scaled over th_up
bounded: final_gap*(q*K*tau - R2*K*loss) <= R2 by after_last, X_up, apart over g0_up
positive: K*tau*rate > 0 by rate > 0, K > 0, tau > 0
least: final_gap <= 1/(K*tau*rate) by bounded
"""
)
