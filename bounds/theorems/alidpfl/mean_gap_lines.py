"""Lines of ALI-DPFL's repaired bound on the mean gap of local steps with noise (`bounds.calculators.repaired_tau`)."""

# m is the average, a how far the clients are from it; p counts their steps since it was last taken.
# One step, before the noise and what drives a client from the average are told.
STEP = """short: 4*L*eta <= 1 by assume1, assume2, eta > 0
p_low: p >= 0
Q_low: Q >= 0 by mean_least(w)
pulled: 2*dot(J(grad(y)), m - o) >= 2*Q - L*sq(a) by above(m, y), convex(o, y)
climb: sq(J(grad(y))) <= 2*L**2*sq(a) + 4*L*Q by lipschitz(y, m), mean_steep(w)
  with J(grad(y)) - 2*J(grad(m)), grad(y) - grad(m) - J(grad(y) - grad(m))
stepped: sq(J(next(w)) - o) == sq(m - o - eta*J(grad(y))){overlap}{by_mean_noise}
fall: sq(J(next(w)) - o) <= sq(m - o) - eta*Q + 3/2*eta*L*sq(a){overlap}
  by stepped, pulled, climb, short, Q_low, L > 0, eta > 0 with a
fallen: sq(J(next(w)) - o) <= sq(m - o) - eta*Q + 3/2*eta*beta*sq(a){overlap}
  by fall, assume1, eta > 0 with a
let e = a - eta*(grad(y) - grad(m)), f = grad(m) - J(grad(m))
inward: L*dot(grad(y) - grad(m), a) >= sq(grad(y) - grad(m)) by cocoercive_convex(y, m)
closer: sq(e) <= sq(a) by inward, short, eta > 0 over L > 0 with grad(y) - grad(m)
"""
NOISE = {"overlap": " + eta**2*overlap*s**2", "by_mean_noise": " by mean_noise times eta**2"}
MEAN_GAP = f"""
let m = J(w), Q = F(J(w)) - F(o), a = y - J(y), p = (1 - restart)*since, L = steepest, X = sqrt(xi2)
{STEP.format(**NOISE)}apart: norm(f) <= X by root, spread(w)
near: norm(e) <= norm(a) by root, closer
led: norm(e - eta*f) <= norm(e) + eta*norm(f) by triangle(e, -eta*f)
left: norm(e - eta*f) <= norm(a) + eta*X by led, near, apart, eta > 0
about: sq(next(w) - J(next(w))) <= sq(e - eta*f) + eta**2*s**2
  by noise with J(grad(y)) - J(grad(m)), J(n), eta*J(grad(y) - grad(m) + n)
let xi_eta = eta**2*xi2, s_eta = eta**2*s**2, A = (tau - 1)*((2*tau - 1)*xi_eta/3 + s_eta)
let B = since*(since - 1)*((2*since - 1)*xi_eta/3 + s_eta), B1 = p*(p + 1)*((2*p + 1)*xi_eta/3 + s_eta)
always drift: norm(w - m) <= eta*X*since + eta*s*sqrt(since)
  and total: eta*sum(r < t, gap(r)) + sq(m - o) <= (w0 - wstar)**2 + t*overlap*s_eta + 3/2*eta*beta*((t - since)*A + B)
  start total by line
  here: norm(a) <= eta*X*p + eta*s*sqrt(p) by cases restart <= 0, restart >= 1
    case
      same_a: norm(a) <= norm(w - m) by root, restart_whole, restart_low with w - m
      never: restart*since <= 0 by case, since_low
      never_X: eta*X*restart*since <= 0 by never
      longer: sqrt(since) <= sqrt(p) by root, never
      longer_s: eta*s*sqrt(since) <= eta*s*sqrt(p) by longer, s > 0
      here: norm(a) <= eta*X*p + eta*s*sqrt(p) by same_a, drift, longer_s, never_X
    case
      none: sq(a) <= 0 by restart_whole, case with w - m
      here: norm(a) <= eta*X*p + eta*s*sqrt(p) by root, none with eta*X*p + eta*s*sqrt(p)
  one_more: sq(e - eta*f) <= (eta*X*(p + 1) + eta*s*sqrt(p))**2 by left, here
  root_up: sqrt(p) <= sqrt(p + 1) by root
  wider: (eta*X*(p + 1) + eta*s*sqrt(p))**2 + eta**2*s**2 <= (eta*X*(p + 1) + eta*s*sqrt(p + 1))**2 by root_up, p_low
  after: norm(next(w) - next(m)) <= eta*X*(p + 1) + eta*s*sqrt(p + 1) by root, about, one_more, wider
  V1: sq(a) <= (eta*X*p + eta*s*sqrt(p))**2 by here, norm(a) >= 0
  V: sq(a) <= 2*(p**2*xi_eta + p*s_eta) by V1 with eta*X*p - eta*s*sqrt(p)
  held: (t - since)*A + B + sq(a) <= (t - p)*A + B1 by V,
    restart_whole times xi_eta*since**3, restart_whole times restart*xi_eta*since**3,
    restart_whole times xi_eta*since**2, restart_whole times s_eta*since**2,
    ends times xi_eta*since**2, ends times xi_eta*since*tau, ends times xi_eta*tau**2, ends times xi_eta*since,
    ends times xi_eta*tau, ends times xi_eta, ends times s_eta*since, ends times s_eta*tau, ends times s_eta
  held_eta: 3/2*eta*beta*((t - since)*A + B + sq(a)) <= 3/2*eta*beta*((t - p)*A + B1) by held, eta*beta > 0
  next drift by after
  next total by total, fallen, held_eta
whole: B <= since*A by cases since <= 0, since >= 1
  case
    whole: B <= since*A by since == 0 times A, since == 0 times (since - 1)*((2*since - 1)*xi_eta/3 + s_eta)
  case
    room: tau - since >= 0 by within
    grown: (tau - since)*(2*tau + 2*since - 3) >= 0 by room, case, local
    second: since*(tau - since)*(2*tau + 2*since - 3)*xi_eta >= 0 by grown, since_low
late: t > 0 by end
most: eta*sum(r < t, gap(r)) <= (w0 - wstar)**2 + t*overlap*s_eta + 3/2*eta*beta*t*A
  by total, whole, eta*beta > 0 with m - o
final: eta*t*mean_gap(t) <= (w0 - wstar)**2 + t*overlap*s_eta + 3/2*eta*beta*t*A by most, late
three: eta*3*mean_gap(t) <= (w0 - wstar)**2 + 3*overlap*s_eta + 3/2*eta*beta*3*A
  by final, end times mean_gap(t), end times overlap*s_eta, end times eta*beta*A
claim by three, eta > 0
"""
