"""Lines of ALI-DPFL's bound on the mean gap by how much gradients differ at w* alone (`certified`).

As `mean_gap_lines`, but what drives a client from the mean is at most sqrt(2 beta gap) + g, and an interval's gaps so
far, `lately`, bound by the Cauchy-Schwarz inequality what the first leaves. Young's inequality with q parts the two.
"""

from .mean_gap_lines import NOISE, STEP

_ONE_STEP = f"""
let m = J(w), Q = F(J(w)) - F(o), a = y - J(y), p = (1 - restart)*since, S = (1 - restart)*lately, L = steepest
let G = norm(grad(o)), near_by = grad(m) - grad(o) - J(grad(m) - grad(o)), k = 2*beta
{STEP}level: sq(grad(m) - grad(o)) <= 2*L*Q by interpolation_convex(m, o)
level_beta: sq(near_by) <= k*Q by level, assume1, Q_low with J(grad(m) - grad(o))
off: norm(near_by) <= sqrt(k*Q) by root, level_beta
apart: norm(f) <= sqrt(k*Q) + G by triangle(near_by, grad(o)), off
near: norm(e) <= norm(a) by root, closer
led: norm(e - eta*f) <= norm(e) + eta*norm(f) by triangle(e, -eta*f)
left: norm(e - eta*f) <= norm(a) + eta*(sqrt(k*Q) + G) by led, near, apart, eta > 0
about: sq(next(w) - J(next(w))) <= sq(e - eta*f){{s2}}
  by {{noise}}with J(grad(y)) - J(grad(m)){{J_noise}}
"""
# U and V bound the square of what is not due to the gaps by U p^2 + V p; A is an interval's mean of these.
_HERE = """here: norm(a) <= eta*sqrt(k*p*S) + eta*G*p{s_p} by cases restart <= 0, restart >= 1
  case
    same_a: norm(a) <= norm(w - m) by root, restart_whole, restart_low with w - m
    never: restart*since <= 0 by case, since_low
    never_G: eta*G*restart*since <= 0 by never, G_low
    same_root: sqrt(k*since*lately) <= sqrt(k*p*S) by root, restart == 0 times since*lately
    root_eta: eta*sqrt(k*since*lately) <= eta*sqrt(k*p*S) by same_root, eta > 0
    {longer}here: norm(a) <= eta*sqrt(k*p*S) + eta*G*p{s_p} by same_a, drift, root_eta, never_G{longer_s}
  case
    none: sq(a) <= 0 by restart_whole, case with w - m
    some: eta*sqrt(k*p*S) + eta*G*p{s_p} >= 0 by eta > 0, G_low, p_low{some_s}
    here: norm(a) <= eta*sqrt(k*p*S) + eta*G*p{s_p} by root, none, some
"""
_DRIFT = """
k_low: k > 0 by L > 0, assume1
G_low: eta*G >= 0
always lately_low: lately >= 0
  next lately_low by lately_low, Q_low, restart <= 1
S_low: S >= 0 by lately_low, restart <= 1
longer_low: k*(p + 1)*(S + Q) >= 0 by S_low, Q_low, p_low, k_low
always drift: norm(w - m) <= eta*sqrt(k*since*lately) + eta*G*since{s_since}
  {here}one_more: norm(e - eta*f) <= eta*(sqrt(k*p*S) + sqrt(k*Q)) + eta*G*(p + 1){s_p} by left, here
  mixed: k*(p*Q + S)/2 >= 0 by p_low, Q_low, S_low, k_low
  cross: sqrt(k*p*S)*sqrt(k*Q) <= k*(p*Q + S)/2 by root, mixed with k*(p*Q - S)
  summed: sqrt(k*p*S) + sqrt(k*Q) <= sqrt(k*(p + 1)*(S + Q)) by root, cross
  at_most: norm(e - eta*f) <= eta*sqrt(k*(p + 1)*(S + Q)) + eta*G*(p + 1){s_p} by one_more, summed, eta > 0
  {after}next drift by after
"""
_TOTAL = """
let R2 = (w0 - wstar)**2, tt = tau*(tau - 1), total = sum(r < t, gap(r)), U = {U}, V = {V}, Y = eta*G*p{s_p}
let A = (tau - 1)*((2*tau - 1)*U/6 + V/2), B = since*(since - 1)*((2*since - 1)*U/6 + V/2)
let B1 = p*(p + 1)*((2*p + 1)*U/6 + V/2), psi = tt*(total - lately) + since*(since - 1)*lately
U_low: U >= 0
V_low: V >= 0
tt_low: tt >= 0 by local
room: 1 - q > 0 by assume3
late: t > 0 by end{T_by}
q_low: q >= 0 by eta*beta > 0
paid: (1 - q)**2*eta*t*mean_gap(t) <= (1 - q)*(R2 + t*{ov}) + 3/2*eta*beta*t*A by cases tau <= 1, tau >= 2
  case
    p_high: p <= 0 by goes_on, case, restart <= 1
    always calm: eta*total + sq(m - o) <= R2 + t*{ov}
      start calm by line
      {deeper}no_root: sqrt(k*p*S) <= 0 by root, p_high, k_low, S_low
      {no_s}none: norm(a) <= 0 by here, no_root, p_high, G_low, eta > 0{no_s_by}
      alone: sq(a) <= 0 by none, norm(a) >= 0
      next calm by calm, fallen, alone, eta*beta > 0
    averaged: t*mean_gap(t) == total by late
    now: eta*total <= R2 + t*{ov} by calm with m - o
    less: (1 - q)**2*eta*total <= (1 - q)**2*(R2 + t*{ov}) by now, room
    room_q: (1 - q)**2*(R2 + t*{ov}) <= (1 - q)*(R2 + t*{ov}) by room, q_low{ov_low} with w0 - wstar
    A_low: A >= 0 by local, U_low, V_low
    paid: (1 - q)**2*eta*t*mean_gap(t) <= (1 - q)*(R2 + t*{ov}) + 3/2*eta*beta*t*A
      by less, room_q, A_low, eta*beta > 0, averaged times (1 - q)**2*eta
  case
    big: tt > 0 by case
    wide: q > 0 by cases q <= 0, q > 0
      case
        none: eta**2*beta**2*tt <= 0 by q == 0 times q
        some: eta**2*beta**2*tt > 0 by big, eta*beta > 0
        wide: q > 0 by none, some, q_low
      case
        wide: q > 0 by case
    weight: (1 - q)*tt >= 0 by room, tt_low
    weight_q: (1 - q)*q*eta >= 0 by room, q_low, eta > 0
    weight_B: 3/2*eta*beta*tt >= 0 by tt_low, eta*beta > 0
    let start_sum = (1 - q)*tt*(R2 + t*{ov}), drifts = 3/2*eta*beta*tt*((t - since)*A + B)
    always growing: (1 - q)*tt*(eta*total + sq(m - o)) <= start_sum + (1 - q)*q*eta*psi + drifts
      start growing by line
      {deeper}far: sq(a) <= (eta*sqrt(k*p*S) + Y)**2 by here, norm(a) >= 0
      young_q: q*(1 - q)*(eta*sqrt(k*p*S) + Y)**2 <= (1 - q)*eta**2*k*p*S + q*Y**2
        with (1 - q)*eta*sqrt(k*p*S) - q*Y
      rest_of: Y**2 <= U*p**2 + V*p{Y_by}
      far_q: q*(1 - q)*sq(a) <= q*(1 - q)*(eta*sqrt(k*p*S) + Y)**2 by far, q_low, room
      rest_q: q*Y**2 <= q*(U*p**2 + V*p) by rest_of, q_low
      parted: q*(1 - q)*sq(a) <= (1 - q)*eta**2*k*p*S + q*(U*p**2 + V*p) by far_q, young_q, rest_q
      shared: 3/2*eta*beta*tt*(1 - q)*sq(a) <= 2*(1 - q)*q*eta*p*S + 3/2*eta*beta*tt*(U*p**2 + V*p)
        by parted, weight_B over q > 0
      held: (t - since)*A + B + U*p**2 + V*p <= (t - p)*A + B1 by
        restart_whole times U*since**3, restart_whole times restart*U*since**3, restart_whole times U*since**2,
        restart_whole times V*since**2, ends times U*since**2, ends times U*since*tau, ends times U*tau**2,
        ends times U*since, ends times U*tau, ends times U, ends times V*since, ends times V*tau, ends times V
      more: p*(p + 1)*Q >= 0 by p_low, Q_low
      gaps: psi + 2*p*S <= tt*(total - S) + p*(p + 1)*(S + Q) by more, restart_whole times since*lately,
        restart_whole times since**2*lately, restart_whole times restart*since**2*lately,
        ends times since*lately, ends times tau*lately, ends times lately
      fallen_tt: (1 - q)*tt*(eta*Q + sq(J(next(w)) - o) - sq(m - o) - {ov}) <= 3/2*eta*beta*tt*(1 - q)*sq(a)
        by fallen, weight
      gaps_q: (1 - q)*q*eta*(psi + 2*p*S) <= (1 - q)*q*eta*(tt*(total - S) + p*(p + 1)*(S + Q))
        by gaps, weight_q
      held_tt: 3/2*eta*beta*tt*((t - since)*A + B + U*p**2 + V*p) <= 3/2*eta*beta*tt*((t - p)*A + B1)
        by held, weight_B
      next growing by growing, fallen_tt, shared, gaps_q, held_tt
    averaged: t*mean_gap(t) == total by late
    whole: B <= since*A by cases since <= 0, since >= 1
      case
        whole: B <= since*A by since == 0 times A, since == 0 times (since - 1)*((2*since - 1)*U/6 + V/2)
      case
        left_of: tau - since >= 0 by within
        grown: (tau - since)*(2*tau + 2*since - 3) >= 0 by left_of, case, local
        second: since*(tau - since)*(2*tau + 2*since - 3)*U >= 0 by grown, since_low, U_low
    fill: since*(since - 1) <= tt by cases since <= 0, since >= 1
      case
        fill: since*(since - 1) <= tt by since == 0 times since - 1, tt_low
      case
        left_of: tau - since >= 0 by within
        fill: since*(since - 1) <= tt by left_of, local, case
    psi_high: psi <= tt*total by fill, lately_low
    psi_q: (1 - q)*q*eta*psi <= (1 - q)*q*eta*tt*total by psi_high, weight_q
    whole_tt: 3/2*eta*beta*tt*((t - since)*A + B) <= 3/2*eta*beta*tt*t*A by whole, weight_B
    ahead_of: (1 - q)*tt*sq(m - o) >= 0 by weight with m - o
    all: (1 - q)*tt*eta*total <= start_sum + (1 - q)*q*eta*tt*total + 3/2*eta*beta*tt*t*A
      by growing, psi_q, whole_tt, ahead_of
    paid: (1 - q)**2*eta*t*mean_gap(t) <= (1 - q)*(R2 + t*{ov}) + 3/2*eta*beta*t*A
      by all, averaged times (1 - q)**2*eta*tt over tt > 0
both: (1 - q)**2 > 0 by room
positive: (1 - q)*eta*{T} > 0 by room, eta > 0{T_by}
many: eta*{T}*(1 - q)**2 > 0 by both, eta > 0{T_by}
ended: (1 - q)**2*eta*{T}*{gap} <= (1 - q)*(R2 + {T}*{ov}) + 3/2*eta*beta*{T}*A
  by paid, end times (1 - q)**2*eta*mean_gap(t), end times eta*beta*A{ended_ov}
claim by ended over many
"""

_QUIET = dict.fromkeys(
    ("overlap", "by_mean_noise", "s2", "noise", "J_noise", "s_since", "s_p", "longer", "longer_s", "some_s"),
    "",
) | {
    "after": """after: norm(next(w) - next(m)) <= eta*sqrt(k*(p + 1)*(S + Q)) + eta*G*(p + 1)
    by root, about, at_most, norm(e - eta*f) >= 0
  """,
    **{
        "U": "eta**2*G**2",
        "V": "0",
        "ov": "0",
        "T": "K*tau",
        "T_by": ", K > 0, tau > 0",
        "gap": "average_gap",
    },
    **dict.fromkeys(("Y_by", "ov_low", "no_s", "no_s_by", "ended_ov"), ""),
}
_NOISY = NOISE | {
    "s2": " + eta**2*s**2",
    "noise": "noise ",
    "J_noise": ", J(n), eta*J(grad(y) - grad(m) + n)",
    "s_since": " + eta*s*sqrt(since)",
    "s_p": " + eta*s*sqrt(p)",
    "longer": """longer: sqrt(since) <= sqrt(p) by root, never
    longer_s: eta*s*sqrt(since) <= eta*s*sqrt(p) by longer, s > 0
    """,
    "longer_s": ", longer_s",
    "some_s": ", s > 0",
    "after": """spare: eta*sqrt(k*(p + 1)*(S + Q)) >= eta*(sqrt(k*p*S) + sqrt(k*Q)) by summed, eta > 0
  G_room: eta*G*(p + 1) + eta*(sqrt(k*p*S) + sqrt(k*Q)) >= 0 by G_low, p_low, eta > 0
  far_low: eta*sqrt(k*(p + 1)*(S + Q)) + eta*G*(p + 1) >= 0 by spare, G_room
  root_up: sqrt(p) <= sqrt(p + 1) by root
  crossed: eta*s*{far_by}*(sqrt(p + 1) - sqrt(p)) >= 0 by root_up, far_low, s > 0
  squared: sq(e - eta*f) <= ({far_by} + eta*s*sqrt(p))**2 by at_most, norm(e - eta*f) >= 0
  after: norm(next(w) - next(m)) <= {far_by} + eta*s*sqrt(p + 1) by root, about, squared
  """.replace("{far_by}", "(eta*sqrt(k*(p + 1)*(S + Q)) + eta*G*(p + 1))"),
    **{"U": "2*eta**2*G**2", "V": "2*eta**2*s**2", "Y_by": " with eta*G*p - eta*s*sqrt(p)"},
    **{"ov": "overlap*eta**2*s**2", "ov_low": ", overlap > 0", "T": "3", "T_by": "", "gap": "mean_gap(3)"},
    "no_s": "no_s: sqrt(p) <= 0 by root, p_high\n      ",
    "no_s_by": ", no_s, s > 0",
    "ended_ov": ", end times (1 - q)*overlap*eta**2*s**2",
}


def _lines(words: dict[str, str]) -> str:
    here, deeper = (_HERE.format(**words).replace("\n", "\n" + " " * n) for n in (2, 6))
    return (_ONE_STEP + _DRIFT + _TOTAL).format(**words, here=here, deeper=deeper)


CERTIFIED, CERTIFIED_NOISY = _lines(_QUIET), _lines(_NOISY)
