"""Lines at the end of a run of K intervals, over the table of the family `local-steps`."""

# At k*tau the interval k ends: k - 1 averages were taken, and smallest_theta speaks of v there.
_AT_END = """always begins: t*(since - 1) >= 0
  next begins by since_low, restart <= 1
counted: ({k} - done)*tau == since by end, count
last_high: done <= {k} - 1 by cases done <= {k} - 1, done >= {k}
  case
    last_high: done <= {k} - 1 by case
  case
    none: since <= 0 by counted, case, local
    late: t >= 1 by end, local, {k} >= 1
    never: t <= 0 by begins, none, late
    last_high: done <= {k} - 1 by never, late, {k} >= 1, done >= 0
last_low: done >= {k} - 1 by cases done <= {k} - 2, done >= {k} - 1
  case
    long: since >= 2*tau by counted, case, local
    never: tau <= 0 by long, within
    last_low: done >= {k} - 1 by never, local
  case
    last_low: done >= {k} - 1 by case
full: since >= tau by counted, last_high
ends_here: upto >= 1 by not_upto, end{within}
tall: theta(t) >= smallest_theta by smallest, restart == 1 times upto*(theta(t) - smallest_theta),
  upto == 1 times theta(t) - smallest_theta
"""
AT_END = _AT_END.format(k="K", within="")
HELD = """power: b**since <= b**tau by longer_power(b, since, tau)
held: norm(a) <= h by close, power, full, xi >= 0, eta > 0
"""
SIZES = """grows: b**tau >= 1 + tau*eta*beta by bernoulli(b - 1, tau)
Ch: C*h >= 0 by C > 0
"""
PRODUCT = f"""{AT_END}high: theta(t) >= lam by tall, assume3
claim by high, assume4, lam > 0
"""
AVERAGED = f"""{AT_END}{HELD}high: theta(t) >= lam by tall, assume3
more: final_gap - theta(t) <= C*h by steady(w, v), held, C > 0
h_low: h >= 0 by held
Ch: C*h >= 0 by h_low, C > 0
product: final_gap*theta(t) >= lam**2 by high, assume4, lam > 0
scaled: C*h*final_gap*theta(t) >= C*h*lam**2 by product, Ch
gained: C*h*final_gap*theta(t) >= (final_gap - theta(t))*lam**2 by scaled, more, lam**2 > 0
claim by gained, lam > 0
"""
# Within an interval v descends from its average; the v that ended the one before is as high as smallest_theta says.
BETWEEN = """short: steepest*eta <= 1 by assume1, assume2, eta > 0
always falls: F(v) <= F(opened)
  start falls by line
  drop: F(next(v)) <= F(u) - eta*(1 - steepest*eta/2)*sq(J(grad(u))) by above(next(v), u)
  fall: F(next(v)) <= F(u) by drop, short, eta > 0 with J(grad(u))
  after: F(next(v)) <= F(next(opened)) by cases restart <= 0, restart >= 1
    case
      stays: sq(u - v) <= 0 by restart_whole, restart == 0 times sq(v - J(w))
      level: F(u) <= F(v) by convex(v, u), vanishing(u - v) times grad(u)
      keeps: sq(next(opened) - opened) <= 0 by restart_whole, restart == 0 times sq(opened - J(w))
      same_level: F(opened) <= F(next(opened))
        by convex(next(opened), opened), vanishing(next(opened) - opened) times grad(opened)
      shown: F(next(v)) <= F(next(opened)) by fall, level, falls, same_level
    case
      begins_anew: sq(u - next(opened)) <= 0 by restart_whole, restart == 1 times sq(v - opened)
      level: F(u) <= F(next(opened)) by convex(next(opened), u), vanishing(u - next(opened)) times grad(u)
  next falls by after
let D = F(closed) - F(o) - smallest_theta
always ended: done*reached*D >= 0
  start ended by line
  after: (done + restart)*upto*next(D) >= 0 by cases restart <= 0, restart >= 1
    case
      keeps: sq(next(closed) - closed) <= 0 by restart_whole, restart == 0 times sq(closed - v)
      level: F(closed) <= F(next(closed))
        by convex(next(closed), closed), vanishing(next(closed) - closed) times grad(closed)
      shown: (done + restart)*upto*next(D) >= 0 by cases upto <= 0, upto >= 1
        case
          shown: (done + restart)*upto*next(D) >= 0 by upto == 0 times (done + restart)*next(D)
        case
          high: done*D >= 0 by ended, reached == 1 times done*D
          higher: done*next(D) >= 0 by high, level, done >= 0
          shown: (done + restart)*upto*next(D) >= 0
            by higher, upto == 1 times (done + restart)*next(D), restart == 0 times next(D)
    case
      is_v: sq(next(closed) - v) <= 0 by restart_whole, restart == 1 times sq(closed - v)
      level: F(v) <= F(next(closed)) by convex(next(closed), v), vanishing(next(closed) - v) times grad(v)
      high: upto*(F(v) - F(o) - smallest_theta) >= 0
        by smallest, restart == 1 times upto*(F(v) - F(o) - smallest_theta)
      higher: upto*next(D) >= 0 by high, level, upto >= 0
      shown: (done + restart)*upto*next(D) >= 0 by higher, done >= 0, restart >= 0
  next ended by after
"""


def pair(k: str) -> str:
    """`both`: at the end of interval k >= 2 its average and the v before it are at least lam above the minimum."""
    end = _AT_END.format(k=k, within=f", local, {k} <= K")
    return f"""{BETWEEN}{end}taken: done >= 1 by last_low, {k} >= 2
passed: done > 0 by taken
D_high: D >= 0 by ended, reached == 1 times done*D over passed
high: closed_gap(t) >= lam by D_high, assume3
tall_one: opened_gap(t) >= lam by falls, tall, assume3
both: opened_gap(t)*closed_gap(t) >= lam**2 by high, tall_one, lam > 0
"""


PAIR = f"""more: K - 1 > 0 by assume4
few: least_pair <= K by pair_high over more
{pair("least_pair")}claim by both
"""
FIRST_PAIR = f"""always lost: done*(C*h - F(opened) + F(closed)) >= 0
  start lost by line
  after: (done + restart)*(C*h - F(next(opened)) + F(next(closed))) >= 0 by cases restart <= 0, restart >= 1
    case
      one: sq(next(opened) - opened) <= 0 by restart_whole, restart == 0 times sq(opened - J(w))
      level: F(next(opened)) <= F(opened)
        by convex(opened, next(opened)), vanishing(next(opened) - opened) times grad(next(opened))
      two: sq(next(closed) - closed) <= 0 by restart_whole, restart == 0 times sq(closed - v)
      same_level: F(closed) <= F(next(closed))
        by convex(next(closed), closed), vanishing(next(closed) - closed) times grad(closed)
      kept: done*(C*h - F(next(opened)) + F(next(closed))) >= 0 by lost, level, same_level, done >= 0
      shown: (done + restart)*(C*h - F(next(opened)) + F(next(closed))) >= 0
        by kept, restart == 0 times C*h - F(next(opened)) + F(next(closed))
    case
      on: restart > 0 by case
      full: since >= tau by ends over on
      power: b**since <= b**tau by longer_power(b, since, tau)
      held: norm(a) <= h by close, power, full, xi >= 0, eta > 0
      one: sq(next(opened) - J(w)) <= 0 by restart_whole, restart == 1 times sq(opened - J(w))
      level: F(next(opened)) <= F(J(w))
        by convex(J(w), next(opened)), vanishing(next(opened) - J(w)) times grad(next(opened))
      two: sq(next(closed) - v) <= 0 by restart_whole, restart == 1 times sq(closed - v)
      same_level: F(v) <= F(next(closed))
        by convex(next(closed), v), vanishing(next(closed) - v) times grad(v)
      near_one: C*h - F(next(opened)) + F(next(closed)) >= 0 by steady(w, v), held, C > 0, level, same_level
      shown: (done + restart)*(C*h - F(next(opened)) + F(next(closed))) >= 0 by near_one, done >= 0, restart >= 0
  next lost by after
{pair("2")}apart: first_gap - first_theta <= C*h by lost over passed
{SIZES}\
scaled: C*h*first_gap*first_theta >= C*h*lam**2 by both, Ch
gained: C*h*first_gap*first_theta >= (first_gap - first_theta)*lam**2 by scaled, apart, lam**2 > 0
claim by gained, lam > 0
"""
