"""Koloskova, Stich and Jaggi 2019 (Choco-SGD), two lemmas of Theorem 4: the mean model, and how far nodes stray.

Setting. Nodes take stochastic gradients of mean variance sigma^2, independent over nodes, and average by a method that
keeps the mean; f_i mu-strongly convex and L-smooth; e = f(xbar) - f*. Here they average by W in full: the mean model
moves alike however messages are compressed.

Statement. E||xbar+ - x*||^2 <= (1 - eta mu/2) ||xbar - x*||^2 + eta^2 sigma^2/n - 2 eta (1 - 2 L eta) e + eta (2 eta
L^2 + L + mu) (1/n) sum_i ||xbar - x_i||^2, for every step (`mean`). With eta_t = b/(a + t), a >= 5/p, and r_0 = 0:
r_(t+1) <= (1 - p/2) r_t + (2/p) eta_t^2 A implies r_t <= (20/p^2) eta_t^2 A; judged is that a round keeps the bound
(`consensus`), r the mean square of what nodes stray, p the rate of averaging.

Idea. (1 - p/2) 20/p^2 + 2/p = (20/p^2)(1 - 2p/5), and the square of a step falls by less in a round.
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ..koloskova2020.descent_convex import MEAN_STEP
from .average import CITED

_STEP, _NEXT = "(b/(a + t))**2", "(b/(a + t + 1))**2"
_KEPT = f"""
let s = a + t, v = {_STEP}*A
begun: p*s >= 5 by a >= 5/p, p > 0, t >= 0
half: 1 - p/2 >= 0 by p <= 1
held: (1 - p/2)*r <= (1 - p/2)*20/p**2*v by assume4, half
core: (1 - 2*p/5)*(s + 1)**2 <= s**2 by begun, p > 0, p <= 1
claim consensus by assume3, held, core
"""

SGD = Theorem(
    id="choco2019.sgd",
    title="Choco-SGD: the mean model, and how far nodes stray",
    place=f"Koloskova, Stich and Jaggi 2019, the lemmas of Theorem 4, {CITED}",
    statement="E||xbar+ - x*||^2 after a step; r_t <= (20/p^2) eta_t^2 A for steps b/(a + t)",
    family=gossip(fixed=True, offsets=False),
    variants=(
        Variant(
            "mean",
            "error2(t + 1) - (1 - eta*mu/2)*error2(t) <= eta**2*sigma2/K - 2*eta*(1 - 2*L*eta)*gap(t) "
            "+ eta*(2*eta*L**2 + L + mu)/K*spread2(t)",
            statement="the error after a step less (1 - eta mu/2) times the error before it",
            derivation=f"{MEAN_STEP.format(mean_noise='mean_noise')}claim mean by stepped, pull, climb, eta > 0\n",
        ),
        Variant(
            "consensus",
            f"r2 <= 20/p**2*{_NEXT}*A",
            statement="a round keeps r <= (20/p^2) eta^2 A",
            assume=("p > 0", "a >= 5/p", f"r2 <= (1 - p/2)*r + 2/p*{_STEP}*A", f"r <= 20/p**2*{_STEP}*A"),
            family=scalars("", "a b A r r2", p=UNIT),
            derivation=_KEPT.replace("assume2", "assume3").replace("by assume4, half", "by assume4, half"),
        ),
    ),
)
