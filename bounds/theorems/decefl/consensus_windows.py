"""(38) of DeceFL over windows of B rounds, at every round, and the bound under a fixed step.

From a window's first round W alone takes the disagreement to a, and the steps add e. For t + Gamma >= 1 the bound of
every round of the window bounds e (`E`); else t = 0 and B = 1, where the models are their own anchors and e vanishes
(`F`). {first}, {start} and {scale}, a factor of both sides, are what differs for the rounds before a window has ended.
"""

_LINES = """
let T = t + Gamma, G = Gamma + 1, V = varrho, b = 1 + delta/Gamma, g = {scale}
let y = x - J(x), c = w0 - J(w0), D = norm(c)
fits: B*(1 + delta*G) < (1 - LAM)*G by 1/(Gamma + 1) + delta < (1 - LAM)/B over B*G > 0
small: delta <= 1 by fits, B >= 1, LAM >= 0, delta*G >= 0 over G > 0
apart: norm(y - c) <= norm(y) + D by triangle(y, -c)
mixed: norm(W(y)) <= norm(y) by root, shorter(y)
pull: norm(eta*(y - c)) <= eta*(norm(y) + D) by root, apart
always S: norm(y) + D <= 2*D*b**t
  grown: norm(next(y)) <= norm(y) + eta*(norm(y) + D) by triangle(W(y), -eta*(y - c)), mixed, pull
  next by grown, S
{first}
last: V*(1 - B/G - (LAM + B*delta)) >= B*D by V >= B/(1 - B/G - (LAM + B*delta))*D
above: V >= 0 by last over 1 - B/G - (LAM + B*delta) > 0
low: LAM >= 0 by windows_low, windows_order
loose: LAM*G + B*delta*G > 0 by low
last2: V*(G - B - (LAM + B*delta)*G) >= B*D*G by last over G > 0
loose2: V*(LAM + B*delta)*G >= 0 by above, low
keeps: V*T >= (T + B)*((LAM + B*delta)*V + B*delta*D)
    by last, small, B >= 1, t >= 0, above over G > 0
let d = y - carried + J(first(x)), e = ahead(d), a = ahead(carried) - J(x)
always N: norm(y - c) <= t*2*D*b**t
  rest: t*2*D*b**t*b >= 0
  next by triangle(next(y), -c), next S, rest
window F: norm(d) <= (t - first(t))*delta/Gamma*(first(t) + B - 1)*2*D*b**t
  kept: norm(W(d)) <= norm(d) by root, shorter(d)
  steps: norm(eta*(y - c)) <= delta/Gamma*(first(t) + B - 1)*2*D*b**t by N, t <= first(t) + B - 1
  next by triangle(W(d), -eta*(y - c)), kept, steps, F, first(t) <= t, B >= 1
far: norm(a) <= LAM*norm(y) by root, window
both: norm(ahead(y)) <= norm(a) + norm(e) by triangle(a, e)
near: norm(y) <= norm(y - c) + D by triangle(y - c, c)
always I: g*T*norm(y) <= g*V by windows
  start by {start}
  window E: norm(d) <= (t - first(t))*first(eta*(V/T + D))
    bounded: norm(y) <= V/T by I over g*T > 0
    sooner: V/T <= first(V/T) by first(t) <= t, above
    slower: eta <= first(eta) by first(t) <= t
    kept: norm(W(d)) <= norm(d) by root, shorter(d)
    drawn: eta*(norm(y) + D) <= first(eta*(V/T + D)) by bounded, sooner, slower
    next by triangle(W(d), -eta*(y - c)), kept, pull, drawn, E
  now: T*norm(y) <= V by I over g > 0
  main: T**2*norm(ahead(y)) <= LAM*V*T + B*delta*V + B*delta*D*T by both, far, E, now, T > 0, LAM >= 0
  goal: (T + B)*norm(ahead(y)) <= V by cases T >= 1, T <= 1
    case
      held: B*delta*V*(T + B) >= 0 by above
      long: (T + B)*norm(ahead(y)) <= V by main, T + B > 0, keeps, T > 0, T >= 1, held over T**2 > 0
    case
      zero: t <= 0 by cases t <= 0, t >= 1
        case
          zero1: t <= 0
        case
          zero2: t <= 0 by t >= 1, T <= 1 over Gamma > 0
      single: B <= 1 by cases B <= 1, B >= 2
        case
          single1: B <= 1
        case
          single2: B <= 1 by fits, T <= 1, B >= 2, B >= 1, t >= 0 over loose
      enough: V >= G*D by last2, loose2, T <= 1, t >= 0, B >= 1, above, D*G >= 0
      begun: norm(y) <= D by near, N, zero, 2*D*b**t >= 0
      none: norm(e) <= 0 by F, zero, single, B*delta/Gamma*2*D*b**(t + B) >= 0
      lam1: LAM <= 1
      short: norm(ahead(y)) <= D by both, far, none, begun, lam1, norm(y) >= 0
      lasts: T + B <= G by zero, single
      brief: (T + B)*norm(ahead(y)) <= V by short, lasts, enough, T + B > 0, D >= 0
  next by goal, g > 0
claim by I over g*T > 0
"""
_FIRST = """whole: Gamma*b**B >= g by longer_power(b, 1, B)
room: (2*Gamma*b**B - g)*D >= 0 by whole
top: g*V >= (Gamma + B - 1)*(2*Gamma*b**B - g)*D by V >= (Gamma + B - 1)*(2*b**(B - 1) - 1)*D, g > 0"""


def _over(first: str, start: str, scale: str) -> str:
    return _LINES.format(first=first, start=start, scale=scale).replace("LAM", "lam_all_windows")


REPAIRED = _over(
    _FIRST, "top, S, g*T > 0, longer_power(b, t + 1, B), T*D >= 0, room, t <= B - 1", "Gamma + delta"
)
EVERY_ROUND = _over(
    "unit: B <= 1 by B == 1\ntop: V >= Gamma*D",
    "top, near, N, T > 0, t <= B - 1, unit, D + T*2*D*b**t >= 0",
    "1",
)
FIXED = """
let b = 1 + eta, y = x - J(x), c = w0 - J(w0), D = norm(c), d = y - carried + J(first(x)), a = ahead(carried) - J(x)
let V = max(2*b**(B - 1) - 1, eta*B/(1 - lam_all_windows - eta*B))*D
last: V*(1 - lam_all_windows - eta*B) >= eta*B*D by V >= eta*B/(1 - lam_all_windows - eta*B)*D
low: lam_all_windows >= 0 by windows_low, windows_order
apart: norm(y - c) <= norm(y) + D by triangle(y, -c)
pull: norm(eta*(y - c)) <= eta*(norm(y) + D) by root, apart
always S: norm(y) + D <= 2*D*b**t
  mixed: norm(W(y)) <= norm(y) by root, shorter(y)
  next by triangle(W(y), -eta*(y - c)), mixed, pull, S
top: b*V >= (2*b**B - b)*D by V >= (2*b**(B - 1) - 1)*D, b > 0
far: norm(a) <= lam_all_windows*norm(y) by root, window
both: norm(ahead(y)) <= norm(a) + norm(ahead(d)) by triangle(a, ahead(d))
always I: b*norm(y) <= b*V by windows
  start by top, S, longer_power(b, t + 1, B), D >= 0
  window E: norm(d) <= (t - first(t))*eta*(V + D)
    bounded: norm(y) <= V by I over b > 0
    kept: norm(W(d)) <= norm(d) by root, shorter(d)
    next by triangle(W(d), -eta*(y - c)), kept, pull, bounded, E
  now: norm(y) <= V by I over b > 0
  later: norm(ahead(y)) <= V by both, far, E, now, low, last
  next by later, b > 0
claim by I over b > 0
"""
