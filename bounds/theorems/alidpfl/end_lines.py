"""Lines at the end of a run of K intervals, over the table of the family `local-steps`."""

# At T = K tau the last of K intervals ends: K - 1 averages were taken, and smallest_theta speaks of v there.
AT_END = """always begins: t*(since - 1) >= 0
  next begins by since_low, restart <= 1
counted: (K - done)*tau == since by end, count
last_high: done <= K - 1 by cases done <= K - 1, done >= K
  case
    last_high: done <= K - 1 by case
  case
    none: since <= 0 by counted, case, local
    late: t >= 1 by end, local, K >= 1
    never: t <= 0 by begins, none, late
    last_high: done <= K - 1 by never, late, K >= 1, done >= 0
last_low: done >= K - 1 by cases done <= K - 2, done >= K - 1
  case
    long: since >= 2*tau by counted, case, local
    never: tau <= 0 by long, within
    last_low: done >= K - 1 by never, local
  case
    last_low: done >= K - 1 by case
full: since >= tau by counted, last_high
restarts: restart >= 1 by goes_on, full
ends_here: upto >= 1 by not_upto, end
tall: theta(t) >= smallest_theta by smallest, restart == 1 times upto*(theta(t) - smallest_theta),
  upto == 1 times theta(t) - smallest_theta
"""
HELD = """power: b**since <= b**tau by longer_power(b, since, tau)
held: norm(a) <= h by close, power, full, xi >= 0, eta > 0
"""
PRODUCT = f"""{AT_END}high: theta(t) >= lam by tall, assume3
claim by high, assume4, lam > 0
"""
AVERAGED = f"""{AT_END}{HELD}high: theta(t) >= lam by tall, assume3
more: final_gap - theta(t) <= C*h by steady(w, v), held, C > 0
h_low: h >= 0 by held
Ch: C*h >= 0 by h_low, C > 0
product: final_gap*theta(t) >= lam**2 by high, assume4, lam > 0
X: final_gap > 0 by assume4, lam > 0
Y: theta(t) > 0 by high, lam > 0
scaled: C*h*final_gap*theta(t) >= C*h*lam**2 by product, Ch
gained: C*h*final_gap*theta(t) >= (final_gap - theta(t))*lam**2 by scaled, more, lam**2 > 0
claim by gained, X, Y, lam > 0
"""
