"""Nedic, Olshevsky and Shi 2017, the rate of DIGing on undirected networks that may change every round.

Setting. x(t+1) = W(t) x(t) - alpha y(t), y(t+1) = W(t) y(t) + grad(t+1) - grad(t), y(0) = grad(0). W(t) doubly
stochastic, ||W(t) - J|| <= delta < 1 at every round (B = 1 of the paper); f_i mu_i-strongly convex and L-smooth,
mubar the mean of the mu_i, kappa = L/mubar. J_1 = 3 kappa (1 + 4 sqrt(n) sqrt(kappa)). The paper's W(t) need not be
symmetric; those of the search are.

Statement. For 0 < alpha <= 1.5 (1 - delta)^2/(mubar J_1) DIGing converges R-linearly with the rate max(sqrt(1 -
alpha mubar/1.5), sqrt(alpha mubar J_1/1.5) + delta) (printed as the first on shorter and the second on longer
steps). The constant is not given. Judged is a finite form: errors, suitably weighted, shrink by the first of the
two, rho, in every round (which is more); mubar is the smallest mu_i, which makes the step shorter and rho larger.

Proof. Scale L to 1, let a = mubar, s = 1 - delta; then alpha <= s^2 sqrt(a)/(2 (sqrt(a) + 4 sqrt(n))), at most s^2
sqrt(a)/11.3 for n >= 2. The three errors of a round satisfy z(t+1) <= G z(t) with the G of `qu2018.system`, whose
proof holds for W(t); lambda = 1 - a alpha. With y = a alpha/1.5 <= .06, rho >= 1 - y/2 - y^2/2, so rho - lambda >=
.6 a alpha, and rho >= 1 - .4 a alpha >= 1 - .04 s. Take v = [.9 s/alpha, 1, 1/(.6 a)]. Row 3: alpha = .6 a
alpha/(.6 a). Row 2: .9 s <= s - .04 s. Row 1: (rho - delta - alpha) .9 s/alpha >= .86 s .9 s/alpha >= 8.7/sqrt(a),
while 2 + alpha + alpha/(.6 a) <= 2.1 + .15/sqrt(a). So G v <= rho v, and z <= c v implies z(t+1) <= c rho v.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant

CITED = "as commonly cited; only the abstract could be read"
CHANGING = declared("DIGing", changing=True)
_LARGEST = "max(added_spread({0})/(9*(1 - lam)/10), spread({0}), 3*sqrt(K)*error({0})*mu/(5*L))"

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
            proved=True,
        ),
    ),
)
