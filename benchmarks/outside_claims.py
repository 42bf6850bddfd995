"""Claims of theorems that are not in the library: true ones, and false variations of them, errors planted by hand.

Sources: decentralized gradient descent (Nedic and Ozdaglar 2009; Yuan, Ling and Yin 2016), gossip and averaging
matrices (Boyd, Ghosh, Prabhakar and Shah 2006; Seneta 1981), gradient descent on smooth, strongly convex losses
(Nesterov 2004), lossy links (Fagnani and Zampieri 2009), local steps (Wang et al. 2019), inequalities between
means. Written before the search was tuned to any of them; a false one has a reason beside it where the eye does
not see it at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mixproof.bounds import Family, Theorem, claim
from mixproof.bounds.families.digraphs import row_matrices
from mixproof.bounds.families.local_steps import local_steps
from mixproof.bounds.families.lossy_learning import learning, lossy
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.families.shared import consensus, gossip, matrices

DGD = gossip(fixed=True, noisy=False)
COMMON = gossip(fixed=True, common=True, noisy=False)
SGD = gossip(fixed=True, turned=False)
DECAYING = gossip(noisy=False)
ONE = matrices()
ROWS = row_matrices()
LINKS = learning()
LOSSY = lossy()
LOCAL = local_steps(tau=(1, 2, 3, 4))
PULL = consensus("decefl", fixed=True)
NUMBERS = scalars("n", "x y z")


@dataclass(frozen=True)
class Claim:
    """One claim: `text` for every setting of the family that meets `assume`."""

    family: Family
    text: str
    assume: tuple[str, ...] = ()
    first: int | None = 0

    def theorem(self) -> Theorem:
        return claim(self.text, *self.assume, family=self.family, first=self.first)


def each(family: Family, *claims: str, first: int | None = 0) -> tuple[Claim, ...]:
    """Claims written `text | assumption | assumption`."""
    parts = [[part.strip() for part in written.split("|")] for written in claims]
    return tuple(Claim(family, text, tuple(assume), first) for text, *assume in parts)


@dataclass(frozen=True)
class Collection:
    """Claims that are collected group by group."""

    true: list[Claim] = field(default_factory=list)
    false: list[Claim] = field(default_factory=list)

    def add(
        self, family: Family, first: int | None = 0, true: Sequence[str] = (), false: Sequence[str] = ()
    ) -> None:
        """Claims on one family, written as in `each`."""
        self.true.extend(each(family, *true, first=first))
        self.false.extend(each(family, *false, first=first))


TRUE = (
    *each(
        DGD,
        "distance2(t) == K*error2(t) + spread2(t)",
        "mu*error2(t) <= 2*gap(t)",
        "2*gap(t) <= L*error2(t)",
        "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/sqrt(K) | eta <= 1/L",
        "spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))",
        "distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar | eta <= (1 + lam_n)/(L + mu)",
        "gradients2(t) <= 2*L*local_gaps(t)",
        "2*mu*local_gaps(t) <= gradients2(t)",
        "F_of_clients(t) <= L*distance2(t)/(2*K)",
    ),
    *each(
        COMMON,
        "local_gaps(t) <= eps0 | eta <= (1 + lam_n)/L",
        "gradients2(t) <= 2*L*eps0 | eta <= (1 + lam_n)/L",
    ),
    *each(
        ONE,
        "lam_n >= 2*own - 1",
        "lam >= (K*own - 1)/(K - 1)",
        "lam >= -lam_n",
        "lam <= 1 - K*smallest(1)",
        first=None,
    ),
    *each(ONE, "smallest(t) <= smallest(t + 1)", "smallest(t) <= smallest(t + 1)/2 + 1/(2*K)"),
    *each(ROWS, "half_spread(t) <= forgetting**(t + 1)/2", "error(t) <= forgetting**(t + 1)"),
    *each(
        LINKS,
        "gap(t + 1) <= (1 - eta*omega)**2*gap(t) + eta**2*omega*alpha2/(2*K)",
        "sqrt(spread2(t + 1)) <= (sqrt(rho2) + eta*omega)*sqrt(spread2(t)) + eta*sqrt(K)*(sqrt(beta2) + sqrt(alpha2))",
    ),
    *each(LOSSY, "rho_mean**2 <= rho2", "-lam_low <= rho_mean", first=None),
    *each(LOCAL, "loss_apart(t) <= C*apart(t)", "gap(t) <= C*abs(w0 - wstar) | t == 0"),
    *each(
        NUMBERS,
        "2*x*y/(x + y) <= sqrt(x*y)",
        "1 + n*x <= (1 + x)**n",
        "(x + y + z)**2 <= 3*(x**2 + y**2 + z**2)",
        first=None,
    ),
)

FALSE = (
    *each(
        DGD,
        "distance2(t) == error2(t) + spread2(t)",
        "distance2(t) <= K*error2(t) + spread2(t)/2",
        "gap(t) <= L*error2(t)/4",
        "mu*error2(t) <= gap(t)",
        "gap(t + 1) <= gap(t) | eta <= 1/L",
        "gap(t) <= (1 - eta*mu)**t*gap(0) | eta <= 1/L",
        "error(t + 1) <= (1 - eta*mu)*error(t) | eta <= 1/L",
        "error(t) <= error(0) | eta <= 1/L",
        "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/K | eta <= 1/L",  # true for K <= 4
        "error(t + 1) <= (1 - eta*mu)*error(t) + eta*mu*spread(t)/sqrt(K) | eta <= 1/L",
        "error(t + 1) <= (1 - eta*mu)**2*error(t) + eta*L*spread(t)/sqrt(K) | eta <= 1/L",
        "error(t + 1) <= (1 - eta*mu)*error(t) + eta*L*spread(t)/sqrt(K) | eta <= 5/(2*L)",
        "spread(t + 1) <= lam*spread(t)",
        "spread(t + 1) <= lam**2*spread(t) + eta*sqrt(gradients2(t))",
        "spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t)/K)",
        "spread(t + 1) <= -lam_n*spread(t) + eta*sqrt(gradients2(t))",
        "spread(t) <= lam**t*spread(0) + eta*sqrt(gradients2(0))/(1 - lam) | eta <= (1 + lam_n)/L | lam < 1",
        "distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar | eta <= 2/(L + mu)",
        "distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar/2 | eta <= (1 + lam_n)/(L + mu)",
        "distance(t + 1) <= (1 - eta*mu)*distance(t) | eta <= (1 + lam_n)/(L + mu)",
        "distance(t + 1) <= (1 - eta*L)*distance(t) + eta*gstar | eta <= (1 + lam_n)/(L + mu)",
        "distance(t) <= distance(0) | eta <= (1 + lam_n)/(L + mu)",  # starts near w*
        "distance(t) <= distance(0) + eta*gstar/(1 - lam) | eta <= (1 + lam_n)/L | lam < 1",  # drifts to gstar/mu
        "distance(t + 1) < distance(t) | eta < (1 + lam_n)/(L + mu)",  # at rest
        "gradients2(t) <= L*local_gaps(t)",
        "2*L*local_gaps(t) <= gradients2(t)",
        "gradients2(t) <= gradients2(0) | eta <= (1 + lam_n)/L",
        "local_gaps(t) <= local_gaps(0) | eta <= (1 + lam_n)/L",  # mixing raises it from unequal starts
        "F_of_clients(t) <= L*distance2(t)/(4*K)",
        "F_of_clients(t) <= gap(t)",
        "distance2(t) <= 1000*(distance2(0) + gstar**2/mu**2) | eta <= 51/(25*L)",  # diverges, slowly
    ),
    *each(
        COMMON,
        "local_gaps(t) <= eps0 | eta <= 1/L",
        "gradients2(t) <= L*eps0 | eta <= (1 + lam_n)/L",
        "gradients2(t) <= 2*mu*eps0 | eta <= (1 + lam_n)/L",
        "spread(t) <= eta*sqrt(2*L*eps0) | eta <= (1 + lam_n)/L | lam < 1",
        "spread(t) <= eta*sqrt(2*L*eps0)/(1 - lam**2) | eta <= 1/(100*L) | lam < 1",
        "spread(t) <= 20*eta*sqrt(2*L*eps0) | eta <= (1 + lam_n)/L | lam < 1",  # slow mixing, hundreds of rounds
        "local_gaps(t + 1) <= local_gaps(t) | eta <= (1 + lam_n)/L",
        "error(t) <= error(0) | eta <= (1 + lam_n)/L",
    ),
    *each(
        SGD,
        "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta**2*sigma2/K**2 + eta*L**2/(mu*K)*spread2(t) | eta <= 1/L",
        "error2(t) <= (1 - eta*mu)**t*error2(0) + eta*sigma2/(mu*K) | eta <= 1/L",
        "spread2(t + 1) <= lam**2*spread2(t) + eta**2*(gradients2(t) + sigma2)",
    ),
    *each(
        DECAYING,
        "error2(t) <= error2(0)*(Gamma/(t + Gamma))**2 | delta*mu >= 2 | delta*L <= Gamma",
        "gap(t)*(t + Gamma) <= gap(0)*Gamma | delta*mu >= 1 | delta*L <= Gamma",
        "spread(t)*(t + Gamma) <= spread(0)*Gamma + delta*sqrt(gradients2(0))/(1 - lam) | delta*L <= Gamma | lam < 1",
        "error(t + 1) <= (1 - step(t)*L)*error(t) + step(t)*L*spread(t)/sqrt(K) | delta*L <= Gamma",
    ),
    *each(
        ONE,
        "lam_n >= 3*own - 1",
        "lam > -lam_n",
        "lam < 1 | connected == 1",
        "lam <= 1 - own",
        "own <= lam",
        "lam >= own",
        "lam <= 1 - 1/K**3 | connected == 1 | own > 0",
        "lam_n >= -1/3 | own >= 1/(K + 1)",
        first=None,
    ),
    *each(
        ONE,
        "lam**t <= 1 - (K + (K - 2)*(K - 3)/2)*smallest(t)",  # a factor K for K <= 3, too large from 4 on
        "0 < smallest(t) | connected == 1 | own > 0 | t >= 2",  # a path of 4 takes 3 rounds
        "smallest(t) <= 1/(K + 1)",
        "smallest(t + 1) <= smallest(t)/2 + 1/(2*K) | t >= 1 | own >= 1/2",
    ),
    *each(
        ROWS,
        "half_spread(t) <= forgetting**(t + 2)/2",
        "error(t) <= forgetting**(t + 1)/2",
        "error(t) <= half_spread(t)",
        "half_spread(t) <= (1 - least)**(t + 1)/2",  # a zero entry
        "smallest(t) >= least**(t + 1)",
    ),
    *each(
        LINKS,
        "gap(t + 1) <= (1 - eta*omega)**3*gap(t) + eta**2*omega*alpha2/(2*K) | eta <= 1/omega",
        "gap(t + 1) <= (1 - eta*omega)**2*gap(t) + eta**2*omega*alpha2/(4*K)",
        "gap(t + 1) <= (1 - eta*omega)**2*gap(t) + eta**2*omega*alpha2/(2*K**2)",
        "sqrt(spread2(t + 1)) <= sqrt(rho2)*sqrt(spread2(t)) + eta*sqrt(K)*(sqrt(beta2) + sqrt(alpha2))",
        "sqrt(spread2(t + 1)) <= (rho_mean + eta*omega)*sqrt(spread2(t)) + eta*sqrt(K)*(sqrt(beta2) + sqrt(alpha2))",
        "spread2(t) <= rho2**t*spread2(0)",
    ),
    *each(LOSSY, "rho2 <= rho_mean", "rho2 <= rho_mean**2", "rho_mean <= abs(lam_low)", first=None),
    *each(
        LOCAL,
        "loss_apart(t) <= C*apart(t)/4",
        "gap(t) <= gap(0) | eta*steepest <= 1",
        "apart(t) <= xi*eta**2*steepest*x(t)*(x(t) - 1)/8",
    ),
    *each(PULL, "spread(t) <= lam**t*spread(0) | eta <= 1", "distance(t) <= lam**t*distance(0) | eta <= 1"),
    *each(
        NUMBERS,
        "sqrt(x*y) <= 2*x*y/(x + y)",
        "(1 + x)**n <= 1 + n*x + n*(n - 1)*x**2/2",
        "(x + y + z)**2 <= 2*(x**2 + y**2 + z**2)",
        first=None,
    ),
)

CLAIMS = Collection(list(TRUE), list(FALSE))
