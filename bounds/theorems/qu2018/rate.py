"""Qu and Li 2018, the step with a stated rate: eta = (alpha/beta^2) ((1 - sigma)/6)^2.

Setting, z and G(eta) as in `system`.

Statement. For this step rho(G(eta)) <= 1 - (1/2) ((alpha/beta) (1 - sigma)/6)^2 =: r, so the errors are O(r^t). A
finite form: with the weights v = [71/(2 a s), 1, 2/a], a = alpha/beta and s = 1 - sigma, the largest of beta-scaled
z_i/v_i shrinks by r every round (`finite`). That rho(G) <= r, for all a and s, is `spectral-radius`: r I - G has
nonnegative leading minors; here its determinant, for beta = 1.

With beta = 1, eta = a s^2/36 and r = 1 - a eta/2, so that G v <= r v row by row, the third as an equality; a
nonnegative G has rho(G) <= r then.
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .long_step import LONG_STEP
from .system import CITED, LARGEST, ROWS, TRACKING

_TRACKER = "added_spread({0})/(eta*L)/(71*L/(2*mu*(1 - lam)))"
_LARGEST = f"max({_TRACKER}, spread({{0}}), sqrt(K)*error({{0}})*mu/(2*L))"

_FINITE_PROOF = f"""
let S = 1 - lam
S_low: S > 0
unit: S**2 <= 1 by S_low
fixed: 36*L**2*eta == mu*S**2 by assume2 times 36*L**2
small: 36*L*eta <= S**2 by fixed, order with S over L > 0
tiny: 36*L*eta <= 1 by small, unit
short: eta*(L + mu)/2 <= 1 by tiny, order, eta > 0
{ROWS}
let b = 1 - (mu/L*(1 - lam)/6)**2/2, off = sqrt(K)*error(t)*mu/(2*L)
let tracked = added_spread(t)/(eta*L)/(71*L/(2*mu*(1 - lam)))
let M = start(max(tracked, spread(t), off)), P = b**t*M
rate: b == 1 - eta*mu/2 by fixed times mu/(72*L**2)
slow: eta*mu <= 1/36 by small, unit, order, eta > 0
shrunk: 1 - eta*mu >= 0 by slow
second: lam*72 + 71*S <= 72*b by rate, small, order, S_low, unit
first: 71*L**2*(lam + L*eta) + 2*mu*S*L*(eta*L + 2) + 4*eta*L**3*S <= 71*L**2*b by rate, small, tiny, order, S_low
always I: 2*mu*S*norm(f) <= 71*L**2*P and II: norm(y) <= P and III: mu*norm(e) <= 2*L*P
  next I by tracker, I, II, III, first
  next II by models, I, II, second, fixed
  next III by centre, II, III, shrunk, rate times L*P
{LARGEST}"""
_DETERMINANT_PROOF = """
let s = 1 - sigma
s_low: s > 0
s_high: s <= 1
unit: s**2 <= 1 by s_low, s_high
small: eta <= s**2/36 by a <= 1 with s
tiny: eta <= 1/36 by small, unit
s_square: s**2 > 0 by s_low
pos: eta > 0 by s_square, assume1
sign: r - lambda_ > 0 by pos, assume1
low: a*eta <= s/36 by small, s_low, s_high, a <= 1, a >= 0, pos
room: r - sigma >= 71/72*s by low
second: r - sigma > 0 by room, s_low
less: r - sigma - eta >= 69/72*s by room, small, s_low, s_high
pushed: eta*(2 + eta) + eta*s**2/18 <= s**2/10 by small, tiny, unit, pos
wide: s**2/10 <= (r - sigma - eta)*(r - sigma) by room, less, s_low
both: eta*(2 + eta)*(r - lambda_) + eta**3 <= (r - sigma - eta)*(r - lambda_)*(r - sigma) by pushed, wide, sign
divisor: (r - lambda_)*(r - sigma) > 0 by sign, second
claim by both over (r - lambda_)*(r - sigma) > 0
"""

RATE = Theorem(
    id="qu2018.rate",
    title="Gradient tracking: a step and its linear rate",
    place=f"Qu and Li 2018, the linear rate, {CITED}",
    statement="rho(G(eta)) <= 1 - (1/2) (alpha (1 - sigma)/(6 beta))^2 at eta = (alpha/beta^2) ((1 - sigma)/6)^2",
    family=TRACKING,
    variants=(
        Variant(
            "finite",
            f"{_LARGEST.format('t')} <= (1 - (mu/L*(1 - lam)/6)**2/2)**t*{_LARGEST.format('0')}",
            statement="the errors, suitably weighted, shrink by that rate every round",
            assume=("lam < 1", "eta == mu/L**2*((1 - lam)/6)**2"),
            derivation=_FINITE_PROOF,
        ),
        LONG_STEP,
        Variant(
            "spectral-radius",
            "(eta*(2 + eta)*(r - lambda_) + eta**3)/((r - lambda_)*(r - sigma)) <= r - sigma - eta",
            statement="det(r I - G) >= 0, beta = 1",
            assume=("0 < a", "sigma < 1"),
            where={"eta": "a*((1 - sigma)/6)**2", "lambda_": "1 - a*eta", "r": "1 - (a*(1 - sigma)/6)**2/2"},
            family=scalars(a=UNIT, sigma=UNIT),
            derivation=_DETERMINANT_PROOF,
        ),
    ),
)
