"""Nedic, Olshevsky and Shi 2017, the rate of DIGing on undirected networks that may change every round.

Setting. x(t+1) = W(t) x(t) - alpha y(t), y(t+1) = W(t) y(t) + grad(t+1) - grad(t), y(0) = grad(0). W(t) doubly
stochastic, ||W(t) - J|| <= delta < 1 at every round (B = 1 of the paper); f_i mu_i-strongly convex and L-smooth,
mubar the mean of the mu_i, kappa = L/mubar. J_1 = 3 kappa (1 + 4 sqrt(n) sqrt(kappa)). W(t) need not be symmetric.

Statement. For 0 < alpha <= 1.5 (1 - delta)^2/(mubar J_1) DIGing converges R-linearly with the rate max(sqrt(1 -
alpha mubar/1.5), sqrt(alpha mubar J_1/1.5) + delta) (printed as the first on shorter and the second on longer
steps). The constant is not given. Judged is a finite form: errors, suitably weighted, shrink by the first of the
two, rho, in every round (which is more); mubar is the smallest mu_i, which makes the step shorter and rho larger.

The three errors of a round satisfy z(t+1) <= G z(t) with the G of `qu2018.system`, whose proof holds for W(t), and G v
<= rho v for v = [.9 s/alpha, 1, 1/(.6 a)], s = 1 - delta, a = mubar and L = 1, as rho >= 1 - .4 a alpha.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant
from ..qu2018.system import LARGEST, ROWS

CITED = "as commonly cited; only the abstract could be read"
CHANGING = declared("DIGing", changing=True, directed=True)
_LARGEST = "max(added_spread({0})/(9*(1 - lam)/10), spread({0}), 3*sqrt(K)*error({0})*mu/(5*L))"

_FINITE_PROOF = f"""
let S = 1 - lam, k = sqrt(L/mu), h = eta*L
S_low: S > 0
S_high: S <= 1
unit: S**2 <= 1 by S_low, S_high
many: sqrt(K) >= 5/4 by root, clients
ill: k >= 1 by root, order over mu > 0
thin: h*(2 + 10*k) <= S**2 by many
less: 12*h <= S**2 by thin, ill
less_k: 10*h*k <= S**2 by thin
tiny: 12*h <= 1 by less, unit
short: eta*(L + mu)/2 <= 1 by tiny, order, eta > 0
{ROWS}
let b = 1 - 2*eta*mu/3, tracked = added_spread(t)/(9*(1 - lam)/10)
let off = 3*sqrt(K)*error(t)*mu/(5*L)
slow: 12*eta*mu <= S**2 by less, order, eta > 0
grown: b >= 0
rate: 1 - 2*eta*mu/5 <= sqrt(b) by root, grown
let M = start(max(tracked, spread(t), off)), P = b**(t/2)*M
second: lam + 9*S/10 <= sqrt(b) by rate, slow, unit, S_low, S_high
square: (h*k)**2 <= S**2/100 by less_k, unit, S_low
first: (lam + h)*9*S/10 + h*(h + 2) + 5/3*(h*k)**2 <= 9*S/10*sqrt(b)
  by rate, square, less, tiny, slow, S_low, S_high, order
shrunk: 1 - eta*mu >= 0
always I: eta*norm(f) <= 9*S/10*P and II: norm(y) <= P and III: 3*mu*norm(e) <= 5*L*P
  next I by tracker, I, II, III, first
  next II by models, I, II, second
  next III by centre, II, III, shrunk, rate
{LARGEST}"""

RATE = Theorem(
    id="diging.rate",
    title="DIGing: linear rate for a range of steps, networks that change",
    place=f"Nedic, Olshevsky and Shi 2017, the theorem on undirected graphs with B = 1, {CITED}",
    statement="R-linear with rate max(sqrt(1 - alpha mubar/1.5), sqrt(alpha mubar J_1/1.5) + delta)",
    family=CHANGING,
    variants=(
        Variant(
            "finite",
            f"{_LARGEST.format('t')} <= (1 - 2*eta*mu/3)**(t/2)*{_LARGEST.format('0')}",
            statement="the errors, suitably weighted, shrink by sqrt(1 - alpha mubar/1.5) every round",
            assume=("lam < 1", "eta <= 3*(1 - lam)**2/(2*mu*J1)"),
            where={"J1": "3*L/mu*(1 + 4*sqrt(K)*sqrt(L/mu))"},
            derivation=_FINITE_PROOF,
        ),
    ),
)
