"""Lines that derivations of Li et al. share, over the table of the family `federated`: steps delta/(t + Gamma)."""

from ..local_rounds import APART, STEP
from .setting import G2

_BASE = """
base: mu*gamma >= 8*L by gamma >= 8*L/mu, mu > 0
short: 4*L*eta <= 1 by assume1, assume2, base, mu > 0
"""
# What drawing clients adds: their models before the average are steps from the last one.
SPREAD = """let r = t + Gamma, V = r*(x - J(x)) - delta*(g - J(g))
along: norm(r*(x - J(x))) <= r*norm(x - J(x)) by root
across: norm(delta*J(g) - delta*g) <= delta*R by root, delta > 0 with delta*J(g)
reach: norm(V) <= r*norm(x - J(x)) + delta*R by triangle(r*(x - J(x)), delta*J(g) - delta*g), along, across
close: q*norm(V) <= r*delta*(since + 1)*R by reach, near, q_low, since_low, R >= 0, delta > 0, r > 0
sign: r*delta*(since + 1)*R + q*norm(V) >= 0 by R >= 0, q_low, since_low, delta > 0, r > 0, norm(V) >= 0
far: q**2*sq(V) <= r**2*delta**2*(since + 1)**2*G2 by close, sign
at_end: restart*q**2*sq(V) <= restart*r**2*delta**2*H**2*G2
  by far, restart >= 0, ends times (since + 1 + H)*r**2*delta**2*G2
double: r**2 <= 4*q**2 by twice, q_low, r > 0
later: restart*r**2*sq(V) <= 4*restart*r**2*delta**2*H**2*G2 by at_end, double, restart >= 0 with V
most: restart*sq(V) <= 4*delta**2*H**2*G2 by later, restart <= 1, some over r**2 > 0 with delta*H
off: restart*sq(y - J(y)) <= 4*eta**2*H**2*G2 by most over r**2 > 0
"""
DREW = {
    "with": "drew: restart*sq(d) <= 4/S*eta**2*H**2*G2 by off, drawn over S > 0\n",
    "without": """
one_more: N - 1 > 0 by N >= 2
fewer: (N - S)*restart*sq(y - J(y)) <= (N - S)*4*eta**2*H**2*G2 by off, few
drew: restart*sq(d) <= (N - S)/(N - 1)*4/S*eta**2*H**2*G2
""",
}
_DRAWN = {"with": " + 4/S*H**2*G2", "without": " + (N - S)/(N - 1)*4/S*H**2*G2"}
# eta = 2/(mu z), z = t + Gamma; b bounds what a step adds over eta^2.
_STEP = """
let b = sigma2_of_mean + 3/2*(H - 1)**2*G2{extra}, v = 4*b/mu**2 + gamma*error2(0), z = t + Gamma
sharp: error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*noise2(t) + 3*apart2(t)/8{off}
  by {drawn}stepped, pulled, climb, above_zero, short, L > 0, eta > 0 with x - m
alone: error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*(sigma2_of_mean + 3/2*(H - 1)**2*G2){off}
  by sharp, apart, mean_noise
step: error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*b by alone{drew}
eight: gamma >= 8 by gamma >= 8*L/mu, L >= mu over mu > 0
z_large: z - 2 >= 0 by assume2, eight
scaled: z*error2(t + 1) <= (z - 2)*error2(t) + 4/mu**2*b/z by step, assume1, mu > 0, z > 0
noise_low: sigma2_of_mean >= 0 by mean_noise with J(n)
b_low: b >= 0 by some, noise_low with H - 1
v_low: v >= 0 by b_low, eight with w0 - o
let c = 4*b/mu**2
c_less: c <= v by eight with w0 - o
z_one: z - 1 > 0 by z_large
z_two: z*(z - 1) > 0 by z_one, z > 0
more: next(G2) >= G2
b_rises: next(v) >= v by more with H - 1
first: start(G2) >= 0 by start(G2) >= first_top, first_top
b_first: start(b) >= 0 by first, noise_low with H - 1
"""
FALLS = {
    "main": """
always falls: (gamma + t)*error2(t) <= v
  start falls by b_first
  room: (z - 1)*error2(t) <= v by falls, assume2
  led: z*(z - 1)*(z - 2)*error2(t) <= z*(z - 2)*v by room, z_large, z > 0
  cut: (z - 1)*c <= (z - 1)*v by c_less, z_one
  rest: z*(z - 1)*(z - 2)*error2(t) + (z - 1)*c <= z*(z - 1)*v by led, cut, v_low
  under: (z - 2)*error2(t) + c/z <= v by rest over z_two
  reached: z*error2(t + 1) <= v by scaled, under
  after: z*error2(t + 1) <= next(v) by reached, b_rises
  next falls by after, assume2 times error2(t + 1)
""",
    "proof": """
always falls: (gamma + t)*error2(t) <= v
  start falls by b_first
  room: z*error2(t) <= v by falls, assume2
  led: z*(z - 2)*error2(t) <= (z - 2)*v by room, z_large
  rest: z*(z - 2)*error2(t) + c <= (z - 1)*v by led, c_less
  under: (z - 2)*error2(t) + c/z <= (z - 1)*v/z by rest over z > 0
  bounded: z*error2(t + 1) <= (z - 1)*v/z by scaled, under
  after: (z + 1)*error2(t + 1) <= v by bounded, v_low over z**2 > 0
  after2: (z + 1)*error2(t + 1) <= next(v) by after, b_rises
  next falls by after2, assume2
""",
}
_END = "close_by: F(m) <= F(o) + L/2*error2(t) by above(m, o)\n"
SHARPER = "claim by close_by, falls, L > 0\n"
_AS_STATED = """
some_gap: Fstar >= 0 by least(o)
wide: b <= {B} by some, some_gap, L > 0 with H - 1
highest: v <= 4*({B})/mu**2 + gamma*error2(0) by wide, mu > 0
claim by close_by, falls, highest, L > 0
"""


def rate(steps: str = "main", sampling: str = "", end: str = "") -> str:
    """O(1/T) for the steps of the statement (main) or one larger (proof); sampling: with or without replacement."""
    drawn = f"{SPREAD}{DREW[sampling]}" if sampling else ""
    told = {
        "extra": _DRAWN.get(sampling, ""),
        "off": " + restart*sq(d)" if sampling else "",
        "drawn": "restart_whole times sq(d), " if sampling else "",
        "drew": ", drew" if sampling else "",
    }
    opened = f"{_BASE}let G2 = {G2}\n{APART}{drawn}{STEP}"
    stated = end or _AS_STATED.format(B="B + C" if sampling else "B")
    return f"{opened}{_STEP.format(**told)}{FALLS[steps]}{_END}{stated}"
