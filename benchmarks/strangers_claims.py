"""False and true claims as researchers would write them, from docs/NOTATION.md alone and without sight of the search.

Each says in one sentence why it is false or true. That a claim is false was computed with NumPy by an evaluator of its
own; a claim for which that did not succeed is not here. The file was frozen before mixproof was run on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mixproof.bounds.algorithms import Algorithm, algorithm, beside
from mixproof.families import (
    CONSTANT_WEIGHTS,
    QUANTISED,
    RANDOM_PAIRS,
    compressed,
    consensus,
    declared,
    federated,
    gossip,
    lossy,
    matrices,
    points,
    row_matrices,
    scalars,
    vectors,
)

__all__ = ["FALSE", "FAMILIES", "TRUE", "Said"]

AVERAGING = Algorithm("averaging", {"x": "mix(x)"})
TWICE = Algorithm("two rounds of mixing", {"x": "mix(mix(x)) - eta*grad(x)"})
MOMENTUM = Algorithm("heavy ball", {"x": "mix(x) - eta*grad(x) + (x - y)/2", "y": "x"}, start={"y": "x"})
LAZY = Algorithm("half a step", {"x": "(x + mix(x))/2 - eta*grad(x)"})
FAMILIES = {
    "dgd": gossip(fixed=True, noisy=False),
    "common": gossip(fixed=True, common=True, noisy=False),
    "decaying": gossip(noisy=False),
    "noisy": gossip(fixed=True),
    "noisy common": gossip(fixed=True, common=True),
    "changing": gossip(fixed=True, noisy=False, changing=True),
    "scaled": gossip(fixed=True, noisy=False, scaled=True),
    "averaging": declared(AVERAGING),
    "twice": declared(TWICE),
    "momentum": declared(MOMENTUM),
    "lazy": declared(LAZY),
    "DGD": declared("dgd"),
    "DGD common": declared("dgd", common=True),
    "DGD decaying": declared("dgd", step="delta/(t + Gamma)"),
    "DGD lossy": declared("dgd", lossy=True),
    "diffusion": declared("diffusion"),
    "extra": declared("extra"),
    "diging": declared("diging"),
    "atc": declared("atc-tracking"),
    "nids": declared("nids"),
    "d2": declared("d2"),
    "fedavg": declared("fedavg"),
    "dented": declared("dgd", "dented"),
    "beside": declared(beside(algorithm("diffusion"), algorithm("dgd"))),
    "averaging lossy": declared(AVERAGING, lossy=True),
    "matrices": matrices(),
    "lossy": lossy(),
    "pairs": RANDOM_PAIRS,
    "top": compressed("top"),
    "random": compressed("random"),
    "quantised": QUANTISED,
    "constant": CONSTANT_WEIGHTS,
    "full": federated("full"),
    "uniform": federated("full", uniform=True),
    "points": points(),
    "vectors": vectors(),
    "consensus": consensus("decefl"),
    "rows": row_matrices(),
    "numbers": scalars("n", "a b c"),
    "unit": scalars("n", "x"),
}


@dataclass(frozen=True)
class Said:
    """A claim on the family of that name; first: None where it speaks of no round; where: its definitions."""

    family: str
    text: str
    assume: tuple[str, ...]
    first: int | None
    where: Mapping[str, str]

    def arguments(self) -> dict[str, Any]:
        """The keywords of `mixproof.claim`."""
        return {"family": FAMILIES[self.family], "first": self.first, "where": dict(self.where)}


def read(text: str) -> Iterator[Said]:
    """The claims of a text: a line each, what is assumed after bars, `#` before the reason, the family in brackets."""
    family = ""
    for line in re.sub(r"\n  \| ", " | ", text).split("\n"):
        if line.startswith("["):
            family = line[1:-1]
        elif line and not line.startswith("    #"):
            first = None if line.startswith("once: ") else 0
            claim, *parts = line.removeprefix("once: ").split(" | ")
            where = dict(part.split(" = ") for part in parts if " = " in part)
            yield Said(family, claim, tuple(part for part in parts if " = " not in part), first, where)


FALSE = tuple(
    read("""
[dgd]
spread(t) <= lam**t*spread(0) + eta*gstar/(1 - lam) | lam < 1 | eta <= (1 + lam_n)/L
    # far from w* gradients differ by more than at w*; K=2, d=2, t=2: 6.14881 against 5.97497 (lam=0.969,
    # lam_n=-0.969, mu/L=0.001, eta*L=0.0281)
spread(t + 1) <= (lam - eta*mu)*spread(t) | gstar == 0 | eta*mu <= lam | eta <= (1 + lam_n)/L
    # curvatures differ: clients drift apart from a common start; K=6, d=2, t=1: 2.96389 against 1.94213
    # (lam=0.75, lam_n=-0.314, mu/L=1, eta*L=0.343)
gap(t + 1) <= gap(t) | eta <= 1/(2*L)
    # at wbar = w* with clients apart the next mean leaves w*; K=5, d=1, t=9: 0.000168749 against 1.35956e-05
    # (lam=0.77, lam_n=0.397, mu/L=0.5, eta*L=0.5)
error2(t + 1) <= (1 - eta*mu)*error2(t) | eta <= 1/(2*L) | t >= 1
    # the gradients are at the clients' models, not at the mean; K=6, d=1, t=9: 0.159882 against 0.158094
    # (lam=0.866, lam_n=-0.866, mu/L=0.3, eta*L=0.45)
distance2(t + 1) <= (1 - eta*mu)**2*distance2(t) + eta**2*gstar**2 | eta <= (1 + lam_n)/(L + mu)
    # the cross term is missing; K=7, d=2, t=1: 32.8788 against 32.0985 (lam=0.79, lam_n=0.603, mu/L=1,
    # eta*L=0.0801)
distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar | eta <= 2/(L + mu)
    # a negative eigenvalue of W asks for 1 + lam_n in the place of 2; K=5, d=1, t=4: 42.8506 against 41.3868
    # (lam=0.5, lam_n=0.5, mu/L=0.001, eta*L=2)
distance(t) <= (1 - eta*mu)**t*distance(0) + 9*gstar/(10*mu) | eta <= (1 + lam_n)/(L + mu) | lam <= 9/10
    # K=2, W_11 = .95, both curvatures mu, eta = .95/mu: .905 gstar/mu in the limit; K=2, d=1, t=1: 1.3435 against
    # 1.27279 (lam=0.9, lam_n=0.9, mu/L=1, eta*L=0.95)
spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t) | lam < 1
    # Young's factor 1/(1 - lam) is missing; K=4, d=2, t=1: 65.1419 against 62.0193 (lam=0.333, lam_n=-0.333,
    # mu/L=1, eta*L=0.5)
spread2(t + 1) <= (1 + lam)/2*spread2(t) + 13*eta**2*gradients2(t)/(20*(1 - lam)) | 9/10 <= lam < 1
    # (1 + lam)/((1 - lam)*(1 + 2*lam)) is needed, .66/(1 - lam) and more; two clients, lam = .95,
    # both curvatures 1: 2.05989 against 2.05938
spread(t + 1) <= lam*spread(t) + 9/10*eta*sqrt(gradients2(t))
    # equality where gradients sum to 0, with 1 for 9/10; K=7, d=2, t=3: 5.55668 against 5.5163 (lam=0.857,
    # lam_n=2.78e-16, mu/L=0.5, eta*L=0.595)
mean(s < t, global_gradient2(s)) <= 2*gap(0)/(eta*t) | t >= 1 | eta <= 1/L
    # the consensus error is missing; K=4, d=2, t=2: 0.0459092 against 4.73054e-32 (lam=0.5, lam_n=0.5, mu/L=0.3,
    # eta*L=1)
gap_of_average(t) <= error2(0)/(2*eta*t) | t >= 1 | eta <= 1/(2*L)
    # heterogeneous clients stop short of w*; K=6, d=1, t=4: 0.0800739 against 0.0733083 (lam=0.803, lam_n=0.591,
    # mu/L=0.001, eta*L=0.5)
gap(t) - gap(t + 1) >= eta/2*global_gradient2(t) | eta <= 1/L | lam == 0
    # with W = J the clients still step at models of their own; K=2, d=2, t=3: -0.0032959 against 0 (lam=0,
    # lam_n=0, mu/L=0.5, eta*L=1)
distance2(t) <= distance2(0) | eta <= 21*(1 + lam_n)/(20*L) | gstar == 0
    # on the last eigenvector a step multiplies by lam_n - eta*L < -1; K=5, d=2, t=7: 256.32 against 229.02
    # (lam=0.963, lam_n=0.903, mu/L=0.001, eta*L=2)
distance2(t) <= 100*distance2(0) | eta <= 101*(1 + lam_n)/(100*L) | gstar == 0
    # grows by up to 1.02 a round where lam_n is near 1; K=2, d=1, t=118: 204.443 against 200 (lam=0.98,
    # lam_n=0.98, mu/L=1, eta*L=2)
local_gaps(t + 1) <= local_gaps(t) | eta <= (1 + lam_n)/L
    # mixing pulls clients off their own minimizers; K=5, d=1, t=0: 131.59 against 0 (lam=0.809, lam_n=-0.809,
    # mu/L=0.1, eta*L=0.191)
gradients2(t + 1) <= gradients2(t) | eta <= (1 + lam_n)/L
    # from their own minimizers, where all gradients are 0, mixing moves the clients; K=2, d=1, t=1: 0.193438
    # against 0.151043 (lam=0.5, lam_n=-0.5, mu/L=0.3, eta*L=0.25)
error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L*spread2(t)/(3*K) | eta <= 1/L
    # one client in K of curvature L, the others near 0: (1 - 1/K)/2 > 1/3 from K = 4; K=6, d=1, t=0: 0.491399
    # against 0.491332 (lam=0, lam_n=-5.58e-18, mu/L=0.0001, eta*L=0.02)
global_gradient2(t) <= 19/10*L*gap(t)
    # 2*L*gap is reached by curvature L; K=2, d=1, t=0: 62.8981 against 59.7531 (lam=0.98, lam_n=0.98, mu/L=1,
    # eta*L=2)
global_gradient2(t) >= 21/10*mu*gap(t)
    # 2*mu*gap is reached by curvature mu; K=7, d=1, t=0: 6.68592 against 7.02021 (lam=0.669, lam_n=-0.669,
    # mu/L=1, eta*L=0.5)
gap(t) <= (L + mu)/4*error2(t)
    # two clients of curvature L and one of mu; K=6, d=2, t=1: 0.0445589 against 0.0352071 (lam=0.2, lam_n=-0.2,
    # mu/L=0.01, eta*L=2)
F_of_clients(t) <= gap(t) + L*spread2(t)/(3*K)
    # 2 for 3 is reached; K=4, d=1, t=1: 4.30469 against 3.58477 (lam=0.89, lam_n=0.47, mu/L=1, eta*L=0.5)
F_of_clients(t) >= gap(t) + 11*mu*spread2(t)/(20*K)
    # 1/2 for 11/20 is reached by curvature mu; K=2, d=1, t=1: 2 against 2.2 (lam=0.98, lam_n=0.98, mu/L=1,
    # eta*L=2)
dissimilarity2(t) <= 2*L*local_gaps(t)/K
    # the right side is at the clients' models, the left at the mean; K=6, d=2, t=1: 5.45611 against 5.22719
    # (lam=0.75, lam_n=-0.314, mu/L=1, eta*L=0.25)
gradients2(t) >= (L + mu)*local_gaps(t)
    # a client of curvature mu has 2*mu; K=2, d=1, t=0: 0.00222222 against 0.0025 (lam=0.875, lam_n=0.875,
    # mu/L=0.5, eta*L=1)
steep_gaps(t) <= 99/50*L*local_gaps(t)
    # equal curvatures: 2*L; K=2, d=1, t=0: 9 against 8.91 (lam=0.875, lam_n=-0.875, mu/L=1, eta*L=0.1)
mean_gradient2(t) <= 2*L*gap(t)
    # at wbar = w* with clients apart the left is positive; K=5, d=1, t=0: 32.9213 against 20.0572 (lam=0.809,
    # lam_n=-0.809, mu/L=0.001, eta*L=0.1)
mean_gradient2(t) <= 2*global_gradient2(t) + L**2*spread2(t)/(3*K)
    # the mean gradient moves by L/2 of the root mean square spread: 1/2 > 1/3; K=2, d=2, t=0: 0.00456865 against
    # 0.00422406 (lam=0.75, lam_n=-0.75, mu/L=0.00758, eta*L=1.98)
alignment(t) >= global_gradient2(t)/2 - L**2*spread2(t)/(9*K)
    # 1/8 is what is needed as mu -> 0; K=2, d=1, t=0: 0 against 0.170488 (lam=0.875, lam_n=0.875, mu/L=0.001,
    # eta*L=2)
alignment(t) >= 0
    # clients far apart turn the mean gradient round; K=5, d=2, t=2: -17.4271 against 0 (lam=0.809, lam_n=-0.809,
    # mu/L=0.1, eta*L=0.25)
gap(t) <= 19/40*sqrt(global_gradient2(t)*error2(t))
    # quadratics reach 1/2; K=2, d=1, t=0: 0.389961 against 0.370463 (lam=0.5, lam_n=-0.5, mu/L=0.00128, eta*L=2)
error2(t) <= distance2(t)/(K + 1)
    # equal models: distance2 = K*error2; K=6, d=1, t=0: 12.3669 against 11.886 (lam=0.955, lam_n=0.776, mu/L=1,
    # eta*L=0.5)
distance2(t) <= spread2(t) + error2(t)
    # K is missing; K=2, d=1, t=0: 7.5124 against 6.0062 (lam=0.25, lam_n=-0.25, mu/L=0.1, eta*L=0.0405)
eps0 + minima_sum >= K*Fstar
    # each client may start at its own minimizer; K=4, d=2, t=0: 16 against 100 (lam=0.333, lam_n=-0.333, mu/L=1,
    # eta*L=0.667)
gstar**2 <= 19/10*L*(K*Fstar - minima_sum)
    # curvature L: 2*L; K=2, d=1, t=0: 0.516897 against 0.504693 (lam=0.5, lam_n=0.5, mu/L=0.947, eta*L=0.845)
gstar**2 >= (L + mu)*(K*Fstar - minima_sum)
    # curvature mu of the clients that matter: 2*mu; K=3, d=1, t=0: 0.395 against 0.935 (lam=0.5, lam_n=-0.5,
    # mu/L=0.1, eta*L=1)
spread(t) <= spread(0) + eta*t*gstar | eta <= (1 + lam_n)/L | distance(0) >= 1
    # a start far from w* with unequal curvatures; K=4, d=1, t=1: 7.32201 against 4.56461 (lam=2.78e-16,
    # lam_n=-3.2e-16, mu/L=0.3, eta*L=1)
error(t) <= error(0) | gstar == 0 | eta <= (1 + lam_n)/L
    # clients apart from each other move a mean that is at w*; K=2, d=2, t=1: 0.0147718 against 0 (lam=0.875,
    # lam_n=-0.875, mu/L=0.9, eta*L=0.125)
[common]
spread(2) <= eta*sqrt(1 + lam**2)*sqrt(gradients2(0)) | eta <= 1/L
    # 1 + lam where the gradient keeps its direction; K=2, d=1, t=0: 1.15506 against 1.13061 (lam=0.75,
    # lam_n=0.75, mu/L=1, eta*L=0.1)
spread(t) <= eta*sqrt(gradients2(0))/(1 - lam) | eta <= 1/L | lam < 1
    # lam_n near -1 and eta*L near 1: factor near -2; K=2, d=1, t=12: 440.153 against 387.464 (lam=0.969,
    # lam_n=-0.969, mu/L=0.9, eta*L=0.9)
spread2(t) <= eta**2*gradients2(0)/(1 - lam**2) | eta <= (1 + lam_n)/L | lam < 1
    # steps of one sign add up as 1/(1 - lam), not as squares; K=3, d=1, t=2: 33.0809 against 26.5563 (lam=0.58,
    # lam_n=-0.58, mu/L=1, eta*L=0.21)
spread(t) <= eta*gstar/(1 - lam) | eta <= (1 + lam_n)/L | lam < 1
    # gstar is at w*, the start elsewhere; K=6, d=1, t=15: 0.494153 against 0.490512 (lam=0.833, lam_n=0.333,
    # mu/L=0.001, eta*L=0.01)
error2(t) <= error2(0) | eta <= (1 + lam_n)/(2*L)
    # start at w*: heterogeneous clients leave it; K=2, d=1, t=2: 0.0397865 against 0 (lam=0.75, lam_n=0.75,
    # mu/L=0.9, eta*L=0.875)
spread(1) <= 4/5*eta*sqrt(gradients2(0))
    # start at w*: gradients sum to 0, spread(1) is eta*gstar; K=5, d=2, t=0: 0.101376 against 0.0815269
    # (lam=0.809, lam_n=-0.809, mu/L=0.001, eta*L=0.00912)
mean_gradient2(t) <= global_gradient2(t) | t >= 1 | eta <= 1/L
    # the spread may make the mean gradient longer; K=2, d=1, t=2: 0.00143301 against 0.000588445 (lam=0.153,
    # lam_n=-0.153, mu/L=0.928, eta*L=1)
gap(t) <= (1 - eta*mu)**(2*t)*gap(0) | eta <= 1/L | gstar == 0
    # equal minimizers, unequal curvatures: the clients of small curvature hold the mean back; K=2, d=1, t=11:
    # 0.281493 against 0.245342 (lam=0.75, lam_n=-0.75, mu/L=0.001, eta*L=0.9)
[decaying]
step(t)/step(t + 1) <= 1 + 1/(t + Gamma + 1)
    # it is 1 + 1/(t + Gamma); K=4, d=2, t=0: 1.5 against 1.33333 (lam=0.945, lam_n=0.678, mu/L=0.01,
    # eta*L=0.000764)
step(t) <= 19/10*step(t + 1) | Gamma >= 1
    # 2 at t = 0, Gamma = 1; K=5, d=2, t=0: 0.5 against 0.475 (lam=0.781, lam_n=-0.264, mu/L=1, eta*L=2)
sum(s < t, step(s)**2) <= delta**2/Gamma
    # Gamma = 2: .645 > .5 in the limit, from t = 6; K=5, d=1, t=2: 2.8125 against 2.25 (lam=0.5, lam_n=0.5,
    # mu/L=0.3, eta*L=0.01)
sum(s < t, step(s)) <= delta*log((t + Gamma)/Gamma) + delta/(2*Gamma)
    # Gamma = 1: Euler's constant .577 > .5; K=2, d=1, t=2: 2.66667 against 2.60944 (lam=0.75, lam_n=-0.75,
    # mu/L=1, eta*L=0.1)
spread(t) <= lam**t*spread(0) + step(t)*gstar/(1 - lam) | lam < 1 | step(0) <= (1 + lam_n)/L
    # gradients away from w*; K=6, d=1, t=1: 3 against 2.56155 (lam=0.854, lam_n=-0.521, mu/L=1, eta*L=0.00534)
error2(t) <= Gamma*error2(0)/(t + Gamma) | delta == 1/mu | Gamma >= L/mu
    # heterogeneous clients leave w*; K=7, d=2, t=2: 0.00540737 against 0 (lam=0.833, lam_n=-0.167, mu/L=0.01,
    # eta*L=0.5)
gap(t + 1) <= gap(t) + L*spread2(t)/(14*K) | step(0) <= 1/L
    # two clients of curvatures L and near 0: 1/12; K=2, d=1, t=0: 0.398049 against 0.397986 (lam=0.875,
    # lam_n=0.875, mu/L=0.00112, eta*L=2)
spread(t + 1) <= lam*spread(t) + step(t + 1)*sqrt(gradients2(t))
    # the step of round t, not of the next; K=2, d=2, t=0: 2.10393 against 1.68315 (lam=0.875, lam_n=0.875,
    # mu/L=0.55, eta*L=0.01)
distance(t) <= distance(0) + gstar*sum(s < t, step(s)) | delta <= Gamma/L
    # with lam_n < 0 a step of 1/L is too long; K=2, d=1, t=5: 5.00191 against 4.75344 (lam=0.875, lam_n=-0.875,
    # mu/L=1, eta*L=0.01)
[DGD decaying]
moved2(t) <= spread2(t)*(1 - lam_n)**2 + step(t)**2*gradients2(t)
    # the cross term is missing; K=2, d=1, t=0: 5.002 against 3 (lam=0, lam_n=0, mu/L=0.001, eta*L=1)
[noisy]
noise2(t) <= sigma2/(K + 1)
    # sigma2/K; K=4, d=1, t=0: 0.325 against 0.26 (lam=0.707, lam_n=-0.707, mu/L=1, eta*L=0.5)
mean(s < t, global_gradient2(s)) <= 2*gap(0)/(eta*t) + eta*L*sigma2/K + L**2*mean(s < t, spread2(s))/(5*K) | t >= 1
  | eta <= 1/L
    # 1/4 is needed as mu -> 0; K=2, d=1, t=21: 2.44101e-05 against 2.4212e-05 (lam=0.9, lam_n=0.9, mu/L=0.001,
    # eta*L=0.5)
gap(t) <= gap(0) + eta**2*L*sigma2*t/(2*K) | eta <= 1/L
    # the consensus error is missing; K=5, d=2, t=7: 9.11707 against 6.89741 (lam=0.809, lam_n=-0.809, mu/L=0.505,
    # eta*L=1)
spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam) | lam < 1
    # the noise K*sigma2 is missing; K=5, d=2, t=0: 1.01075 against 0.0686703 (lam=0.812, lam_n=-0.226,
    # mu/L=0.0422, eta*L=0.1)
error2(t + 1) <= error2(t) + eta**2*sigma2/K | eta <= 1/L
    # the consensus error is missing; K=7, d=1, t=7: 0.274598 against 0.265384 (lam=0.901, lam_n=-0.901,
    # mu/L=0.01, eta*L=0.5)
[noisy common]
error2(t) <= (1 - eta*mu)**(2*t)*error2(0) + eta*sigma2/(2*mu*K) | gstar == 0 | eta <= 1/L
    # eta*sigma2/(mu*(2 - eta*mu)*K) is reached; K=7, d=1, t=8: 0.000607498 against 0.000594536 (lam=0.833,
    # lam_n=-0.167, mu/L=0.9, eta*L=0.25)
spread2(t) <= eta**2*K*sigma2/(1 - lam**2) | gstar == 0 | mu == L | lam < 1 | eta <= 1/L | error2(0) == 0
    # with lam_n < 0 the factor is lam_n - eta*L; K=3, d=2, t=5: 14.9232 against 14.6519 (lam=0.5, lam_n=-0.5,
    # mu/L=1, eta*L=0.5)
spread2(1) <= eta**2*gradients2(0) + eta**2*(K - 2)*sigma2
    # K - 1; K=2, d=2, t=0: 1.75 against 1.705 (lam=0.5, lam_n=0.5, mu/L=1, eta*L=0.5)
[changing]
once: lam < 1 | union_connected == 1
    # each W(t) may be disconnected
spread(t) <= lam**(t + 1)*spread(0) | gstar == 0 | error2(0) == 0 | mu == L | eta <= (1 + lam_n)/L
    # t for t + 1, at t = 0; K=7, d=1, t=0: 12.4786 against 12.0666 (lam=0.967, lam_n=-0.901, mu/L=1,
    # eta*L=0.0495)
distance2(t) <= distance2(0) | gstar == 0 | eta <= 11*(1 + lam_n)/(10*L)
    # lam_n - eta*L < -1; K=2, d=1, t=1: 113.046 against 101 (lam=0.75, lam_n=0.75, mu/L=0.01, eta*L=1.93)
spread(t + 1) <= lam_n*spread(t) + eta*sqrt(gradients2(t)) | lam_n >= 0
    # lam, not the smallest eigenvalue; K=2, d=1, t=2: 1.41421 against 0.883883 (lam=1, lam_n=0.5, mu/L=1,
    # eta*L=1)
[scaled]
gap(t) <= L/4*error2(t)
    # F sums shares that add to 1: L/2; K=5, d=1, t=2: 2.00952e-07 against 1.75833e-07 (lam=0.809, lam_n=-0.809,
    # mu/L=0.5, eta*L=0.25)
spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))/K
    # a client may hold more than 1/K of the data; K=2, d=1, t=1: 0.0777326 against 0.0762643 (lam=0.761,
    # lam_n=-0.761, mu/L=0.9, eta*L=0.596)
once: sharpest <= L/K
    # a client may hold more than 1/K of the data; K=4, d=1, t=0: 0.0714286 against 0.025 (lam=1, lam_n=-1,
    # mu/L=1, eta*L=0.1)
distance2(t) <= distance2(0) | gstar == 0 | eta <= 21*(1 + lam_n)/(20*sharpest)
    # lam_n - eta*sharpest < -1; K=2, d=2, t=6: 211.361 against 201 (lam=0.98, lam_n=0.98, mu/L=0.3, eta*L=3.12)
[averaging]
sum(s < t, spread(s)) <= spread(0)/(1 - lam**2) | lam < 1
    # 1/(1 - lam) in the limit; K=2, d=2, t=3: 11.5625 against 11.4286 (lam=0.75, lam_n=0.75, mu/L=1, eta*L=2)
spread(t) <= spread(0)*exp(-21*t*(1 - lam)/20) | lam > 1/2
    # lam > exp(-1.05*(1 - lam)) from lam = .91; K=2, d=2, t=1: 1.96 against 1.95844 (lam=0.98, lam_n=0.98,
    # mu/L=1, eta*L=2)
spread(t + 2) <= lam_n**2*spread(t)
    # the largest modulus counts; K=3, d=1, t=0: 2.82843 against 2.55349e-32 (lam=0.667, lam_n=5.55e-17, mu/L=1,
    # eta*L=0.25)
moved2(t) <= (1 - lam)**2*spread2(t)
    # 1 - lam_n on the last eigenvector; K=6, d=1, t=0: 128.865 against 3.04254e-29 (lam=1, lam_n=-1, mu/L=0.9,
    # eta*L=2.22e-16)
links2(t) >= (1 - lam**2)*spread2(t)
    # 1 - lam on the second eigenvector; K=2, d=1, t=0: 2.25 against 3.9375 (lam=0.75, lam_n=0.75, mu/L=1,
    # eta*L=0.5)
farthest(t + 1) <= lam*farthest(t)
    # lam is of the Euclidean norm: three clients; K=6, d=1, t=2: 1.25926 against 1.03704 (lam=0.667,
    # lam_n=-0.333, mu/L=0.01, eta*L=0.25)
farthest2(t) <= spread2(t)/2
    # 2/3 with three clients; K=3, d=1, t=0: 1.77778 against 1.33333 (lam=5.55e-17, lam_n=2.29e-17, mu/L=1,
    # eta*L=2)
farthest2(t) >= spread2(t)/(K - 1)
    # two clients share the spread; K=2, d=2, t=0: 9 against 18 (lam=0, lam_n=0, mu/L=0.95, eta*L=0.573)
largest(x - J(x)) <= lam**t*largest(w0 - J(w0))
    # lam is of the Euclidean norm; K=5, d=1, t=1: 1.75 against 1.5 (lam=0.75, lam_n=-0.25, mu/L=0.3, eta*L=0.1)
sq(x - w0) <= spread2(0)
    # holds at even rounds of a swap, at odd ones it is 4; K=7, d=1, t=1: 13.451 against 9 (lam=0.901,
    # lam_n=-0.901, mu/L=1, eta*L=0.1)
sq(x - w0) <= 7/2*spread2(0)
    # 4 where two clients swap; K=7, d=1, t=1: 32.5231 against 31.5 (lam=0.901, lam_n=-0.901, mu/L=0.3,
    # eta*L=1.54)
dot(x - J(x), w0 - J(w0)) >= 0
    # two clients that swap; K=2, d=1, t=1: -1.5 against 0 (lam=0.75, lam_n=-0.75, mu/L=0.5, eta*L=1.33)
spread(t) <= spread(0)/2 | t >= 1/(1 - lam)*3/5 | lam < 1
    # lam**t is exp(-.6) > 1/2 in the limit; log 2 = .693; K=2, d=1, t=5: 1.53873 against 1.5 (lam=0.875,
    # lam_n=0.875, mu/L=1, eta*L=1)
spread(t) <= spread(0)/10 | t >= 22/10/(1 - lam) | lam < 1
    # log 10 = 2.303
[DGD]
eta*(local_gaps(t + 1) - local_gaps(t)) + (links2(t + 1) - links2(t))/2 <= -moved2(t)/10 | eta <= (1 + lam_n)/L
    # at the limit of the step nothing is left of the decrease; K=2, d=1, t=0: -2.1401 against -23.4835
    # (lam=0.969, lam_n=-0.969, mu/L=0.667, eta*L=0.0156)
eta*(local_gaps(t + 1) - local_gaps(t)) + (links2(t + 1) - links2(t))/2 <= 0 | eta <= 23*(1 + lam_n)/(20*L)
    # beyond the limit of the step; K=3, d=2, t=1: 0.00292068 against 0 (lam=0.503, lam_n=-0.503, mu/L=0.01,
    # eta*L=0.571)
worst_gap(t) <= gap(t) + L*farthest2(t)/2
    # the gradient at the mean counts too; K=2, d=1, t=0: 1.1025 against 1.0025 (lam=0.75, lam_n=0.75, mu/L=1,
    # eta*L=1.75)
added_spread(t) <= eta*gstar | eta <= (1 + lam_n)/L
    # gradients away from w*; K=4, d=1, t=0: 0.587622 against 0.291354 (lam=0.746, lam_n=0.381, mu/L=0.9,
    # eta*L=0.138)
moved2(t + 1) <= lam*moved2(t) | eta <= (1 + lam_n)/L
    # the mean's move shrinks by 1 - eta*mu only; K=3, d=1, t=3: 2.06093 against 1.85152 (lam=0.5, lam_n=-0.5,
    # mu/L=0.001, eta*L=0.5)
moved2(t + 1) <= moved2(t) | eta <= 6/5*(1 + lam_n)/L
    # lam_n - eta*L < -1; K=2, d=1, t=0: 4.5674 against 4.52768 (lam=0.969, lam_n=-0.969, mu/L=0.9, eta*L=0.0375)
moved_mean2(t) <= eta**2*global_gradient2(t)
    # gradients are at the clients' models; K=3, d=2, t=1: 2.50294 against 2.1193 (lam=0.274, lam_n=-0.274,
    # mu/L=0.5, eta*L=0.726)
once: tension2 <= gstar**2/(1 - lam_n) | connected == 1
    # 1 - lam, not 1 - lam_n; K=6, d=1, t=0: 85.5333 against 69.5596 (lam=0.911, lam_n=-0.244, mu/L=1, eta*L=0.1)
once: tension2 >= gstar**2/(1 - lam) | lam < 1
    # 1 - lam is the other side; K=2, d=1, t=0: 27.125 against 189.875 (lam=0.75, lam_n=-0.75, mu/L=0.95,
    # eta*L=0.5)
next(V) <= (1 - eta*mu)*V | eta <= (1 + lam_n)/L | gstar == 0 | V = sq(x - o) + sq(x - J(x))
    # unequal curvatures pull the clients apart; K=2, d=1, t=0: 147.831 against 145.35 (lam=0.875, lam_n=-0.875,
    # mu/L=1, eta*L=0.1)
norm(next(x) - x) <= eta*norm(grad(x))
    # mixing moves too; K=2, d=1, t=0: 5.02494 against 4.5 (lam=0.5, lam_n=0.5, mu/L=1, eta*L=1.5)
F(J(x)) <= F(x)
    # each client may be at its own minimizer; K=7, d=2, t=1: 47.3086 against 37.7978 (lam=0.901, lam_n=-0.901,
    # mu/L=1, eta*L=0.099)
dot(grad(x) - grad(o), x - o) >= (L + mu)/2*sq(x - o)
    # curvature mu; K=6, d=1, t=1: 35.7638 against 64.5458 (lam=0.854, lam_n=-0.521, mu/L=0.001, eta*L=0.331)
worst_gap_of_average(t) <= distance2(0)/(2*eta*K*t) | t >= 1 | eta <= (1 + lam_n)/L
    # clients stop at models of their own; K=2, d=1, t=2: 0.109278 against 0.0968 (lam=0, lam_n=0, mu/L=1,
    # eta*L=0.5)
[DGD common]
farthest(t) <= eta*gstar/(1 - lam) | lam < 1 | eta <= (1 + lam_n)/L
    # gradients away from w*; K=2, d=1, t=1: 0.07875 against 0 (lam=0.75, lam_n=0.75, mu/L=0.1, eta*L=0.175)
[DGD lossy]
spread2(t + 1) <= rho2*spread2(t) + eta**2*gradients2(t)
    # the cross term is missing
[diffusion]
distance2(t) <= distance2(0) | eta <= 41/(20*L) | gstar == 0
    # the mean of equal clients: 1 - eta*L < -1; K=2, d=1, t=1: 10.0603 against 10 (lam=0.75, lam_n=-0.75, mu/L=1,
    # eta*L=2.05)
distance(t) <= (1 - eta*mu)**t*distance(0) + 9*lam*gstar/(10*mu) | eta <= 2/(L + mu)
    # equal curvatures, eta = 1/mu: lam*gstar/mu; K=2, d=2, t=1: 21.2132 against 19.0919 (lam=0.75, lam_n=0.75,
    # mu/L=1, eta*L=1)
spread(t + 1) <= lam*spread(t) + 9/10*eta*lam*sqrt(gradients2(t))
    # equality with 1; K=2, d=2, t=0: 11.8434 against 11.0907 (lam=0.98, lam_n=0.98, mu/L=0.001, eta*L=0.5)
spread2(t + 1) <= lam**2*(spread2(t) + eta**2*gradients2(t))
    # the cross term is missing; K=7, d=2, t=4: 10.525 against 10.0679 (lam=0.874, lam_n=0.366, mu/L=0.001,
    # eta*L=0.25)
gap(t + 1) <= gap(t) | eta <= 1/L | t >= 1
    # gradients at the clients' models; K=6, d=1, t=1: 0.000374421 against 0.000112885 (lam=0.977, lam_n=0.765,
    # mu/L=0.3, eta*L=0.1)
spread(t) <= eta*lam*gstar/(1 - lam) | lam < 1 | eta <= 1/L | t >= 10
    # with unequal curvatures the mean is still far from w* at late rounds where mu is small; K=7, d=2, t=10:
    # 8.13708e-05 against 0 (lam=0.979, lam_n=0.855, mu/L=0.65, eta*L=1)
error2(t) <= error2(0) + spread2(0)/K | eta <= 1/L
    # heterogeneous clients started at w* leave it; K=2, d=2, t=2: 3.12337e-05 against 0 (lam=0.875, lam_n=-0.875,
    # mu/L=0.1, eta*L=0.1)
[beside]
sq(x - J(x)) <= sq(x_other - J(x_other)) | eta <= 1/L
    # W x - eta g may be flat where W (x - eta g) is not; K=7, d=2, t=1: 73.409 against 71.7467 (lam=0.964,
    # lam_n=0.816, mu/L=0.5, eta*L=0.5)
[extra]
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= 1/L
    # lam_n near -1: stable to (5 + 3*lam_n)/(4*L) only; K=7, d=1, t=7: 1519.92 against 900 (lam=0.901,
    # lam_n=-0.901, mu/L=1, eta*L=0.9)
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= (11 + 6*lam_n)/(8*L)
    # stable to (5 + 3*lam_n)/(4*L) only; K=4, d=1, t=97: 317.373 against 300 (lam=0.707, lam_n=-0.707, mu/L=1,
    # eta*L=0.76)
distance2(t + 1) <= distance2(t) | gstar == 0 | eta <= (1 + lam_n)/(2*L)
    # the second state lets the distance rise; K=7, d=1, t=1: 251.373 against 240.848 (lam=0.901, lam_n=-0.901,
    # mu/L=1, eta*L=0.0248)
error2(t) <= (1 - eta*mu)**t*error2(0) | eta <= (1 + lam_n)/(4*L)
    # clients apart from each other; K=2, d=2, t=10: 0.0470859 against 0.039377 (lam=0.98, lam_n=0.98, mu/L=0.9,
    # eta*L=0.495)
sq(q) <= eta**2*gstar**2 | eta <= (1 + lam_n)/(2*L)
    # overshoots, and from a start apart it is more; K=3, d=2, t=2: 0.000416848 against 0 (lam=0.5, lam_n=-0.5,
    # mu/L=0.9, eta*L=0.25)
next(V) <= V | eta <= (1 + lam_n)/(2*L) | V = sq(x - o) + sq(q + eta*grad(o))
    # the second state needs the norm of (I - W)^+; K=4, d=1, t=0: 129.11 against 103.909 (lam=1, lam_n=1,
    # mu/L=0.3, eta*L=1)
[diging]
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= (1 + lam_n)/(2*L)
    # (1 + lam_n)**2/(2*L) where lam_n < 0; K=2, d=2, t=24: 11995.1 against 10003 (lam=0.969, lam_n=-0.969,
    # mu/L=0.95, eta*L=0.0156)
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= 11*(1 + lam_n)**2/(20*L)
    # 10 for 11; K=2, d=2, t=19: 2092.78 against 1800 (lam=0.969, lam_n=0.969, mu/L=0.182, eta*L=2.13)
spread(t) <= lam*spread(0) + eta*norm(p + grad(x)) | t >= 1 | eta <= (1 - lam)**2/(4*L)
    # the tracker of the round before, and it was longer; K=6, d=2, t=1: 0.000143113 against 0.000118965
    # (lam=0.933, lam_n=0.664, mu/L=0.01, eta*L=0.000113)
sq(p + grad(x) - J(grad(x))) <= sq(grad(w0)) | eta <= (1 - lam)**2/(4*L)
    # x apart from each other move gradients first by mixing; K=4, d=1, t=1: 2.61034 against 2.11792 (lam=0.667,
    # lam_n=-0.333, mu/L=0.5, eta*L=0.0278)
error2(t + 1) <= error2(t) | eta <= (1 - lam)**2/(4*L) | spread2(0) == 0
    # clients drift apart before they are pulled back; K=2, d=1, t=3: 1.37945e-07 against 4.98073e-08 (lam=0.75,
    # lam_n=0.75, mu/L=0.1, eta*L=0.0156)
[atc]
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= 21/(10*L)
    # the mean of equal clients diverges beyond 2/L; K=2, d=1, t=6: 1.2722 against 1 (lam=0.875, lam_n=-0.875,
    # mu/L=1, eta*L=2)
distance2(t + 1) <= distance2(t) | gstar == 0 | eta <= 1/(4*L)
    # the tracker overshoots; K=4, d=1, t=7: 1.8945 against 1.48076 (lam=0.707, lam_n=-0.707, mu/L=1, eta*L=0.25)
[nids]
distance2(t + 1) <= distance2(t) | eta <= 1/L
    # the second state starts off its rest; K=5, d=2, t=2: 7.73672 against 4.41473 (lam=0.809, lam_n=-0.809,
    # mu/L=0.01, eta*L=0.5)
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= 21/(10*L)
    # 2/L is the limit; K=4, d=1, t=75: 960.295 against 900 (lam=0.78, lam_n=-0.373, mu/L=0.001, eta*L=2.1)
error2(t) <= error2(0) | eta <= 1/L
    # clients apart from each other; K=2, d=1, t=1: 2.61523 against 2.61361 (lam=0.25, lam_n=-0.25, mu/L=0.5,
    # eta*L=0.02)
[d2]
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= 1/(2*L) | lam_n >= -2/5
    # D2 needs lam_n > -1/3; K=2, d=1, t=23: 228.809 against 200 (lam=0.4, lam_n=-0.4, mu/L=1, eta*L=0.01)
distance2(t + 1) <= distance2(t) | gstar == 0 | eta <= 1/L | lam_n >= 0
    # two rounds of memory; K=5, d=1, t=2: 0.161155 against 0.0387932 (lam=0.5, lam_n=0.5, mu/L=0.3, eta*L=1)
[twice]
distance2(t) <= distance2(0) | gstar == 0 | eta <= 11/(10*L)
    # lam_i = 0: factor -1.1; K=3, d=1, t=5: 124.998 against 109 (lam=0.667, lam_n=5.55e-17, mu/L=1, eta*L=1.1)
spread(t + 1) <= lam**2*spread(t) + 9/10*eta*sqrt(gradients2(t))
    # equality with 1; K=2, d=2, t=0: 8.84666 against 8.22199 (lam=0.347, lam_n=-0.347, mu/L=0.505, eta*L=0.5)
spread(t + 1) <= lam**3*spread(t) + eta*sqrt(gradients2(t))
    # lam**2; K=4, d=1, t=5: 2.59742 against 2.57418 (lam=0.707, lam_n=-0.707, mu/L=0.18, eta*L=0.25)
[momentum]
distance2(t) <= 100*distance2(0) | gstar == 0 | eta <= 21*(2 + lam_n)/(20*L)
    # 2 + lam_n is the limit; K=2, d=1, t=10: 1295.13 against 900 (lam=0.98, lam_n=0.98, mu/L=0.624, eta*L=3.13)
error2(t + 1) <= error2(t) | gstar == 0 | mu == L | eta <= 1/L
    # heavy ball swings; K=4, d=2, t=1: 0.175625 against 3.08149e-32 (lam=0.333, lam_n=-0.333, mu/L=1, eta*L=1)
distance2(t) <= (1 - eta*mu)**t*distance2(0) | gstar == 0 | eta <= 1/(2*L) | lam_n >= 0
    # momentum 1/2 rests at the first step, and swings; K=7, d=1, t=18: 3.43865e-05 against 3.43323e-05
    # (lam=0.958, lam_n=0.451, mu/L=1, eta*L=0.5)
[lazy]
distance2(t) <= distance2(0) | gstar == 0 | eta <= (7 + 3*lam_n)/(4*L)
    # (6 + 2*lam_n)/4 is the limit; K=4, d=2, t=1: 223.848 against 113.01 (lam=0.985, lam_n=0.915, mu/L=0.771,
    # eta*L=2.44)
spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))
    # (1 + lam_2)/2, not lam; K=7, d=2, t=1: 6.3836 against 5.89256 (lam=0.833, lam_n=-0.167, mu/L=1, eta*L=0.833)
[fedavg]
gap(t) <= error2(0)/(5*eta*t) | t >= 1 | eta <= 1/L
    # Huber losses reach 1/(4*t + 2) (Drori and Teboulle)
error2(t + 1) <= (1 - eta*mu)**2*error2(t) | eta <= 11/(5*(L + mu))
    # 2 for 11/5; K=2, d=1, t=0: 0.000141874 against 7.00563e-05 (lam=0.75, lam_n=-0.75, mu/L=0.947, eta*L=1.13)
gap(t + 1) <= gap(t) | eta <= 41/(20*L)
    # 2/L; K=7, d=1, t=0: 0.416025 against 0.377347 (lam=0.901, lam_n=-0.901, mu/L=1, eta*L=2.05)
spread2(t) <= eta**2*gstar**2 | t >= 1
    # gradients away from w*; K=4, d=2, t=1: 67.9057 against 39.6608 (lam=0.667, lam_n=0.333, mu/L=0.01,
    # eta*L=1.98)
[dented]
F_of_clients(t) >= gap(t)
    # Jensen's inequality needs convexity
[matrices]
once: lam <= 1 - own
    # a path of three, or W near I; K=2, d=2, t=0: 0.75 against 0.125 (lam=0.75, lam_n=0.75, mu/L=1, eta*L=2)
once: lam_n >= own - 1/2
    # two clients: 2*own - 1; K=2, d=2, t=0: -0.25 against -0.125 (lam=0.25, lam_n=-0.25, mu/L=0.5, eta*L=0.01)
once: lam <= 1 - K*least | connected == 1 | own > 0
    # a path; K=6, d=1, t=0: 0.75 against -0.5 (lam=0.75, lam_n=-0.314, mu/L=0.3, eta*L=0.1)
once: lam <= 1 - 2*least/K | connected == 1 | own > 0 | lam_n >= 0
    # Metropolis on a path of five (lazy or not); K=5, d=1, t=0: 0.989035 against 0.988518 (lam=0.989,
    # lam_n=0.896, mu/L=1, eta*L=0.1)
once: lam <= 1 - 1/K | connected == 1 | own > 0 | least >= 1/K
    # Metropolis on a path of four: .805 > .75; K=7, d=2, t=0: 0.96699 against 0.857143 (lam=0.967, lam_n=0.366,
    # mu/L=0.001, eta*L=1)
once: algebraic_connectivity <= degree_min
    # the complete graph: K > K - 1; K=2, d=1, t=0: 2 against 1 (lam=0.5, lam_n=-0.5, mu/L=1, eta*L=1)
once: algebraic_connectivity >= 6/(5*diameter) | connected == 1
    # a path of seven: .198 < .2; K=7, d=1, t=0: 0.198062 against 0.2 (lam=0.901, lam_n=-0.901, mu/L=1, eta*L=1)
once: diameter <= K/2 | connected == 1
    # a path; K=3, d=2, t=0: 2 against 1.5 (lam=0.833, lam_n=0.5, mu/L=0.001, eta*L=0.5)
once: diameter*degree >= K - 1 | connected == 1
    # the Wagner graph of 8 nodes: 2*3 < 7
once: algebraic_connectivity <= 2*edges/K
    # the complete graph: K > K - 1; K=2, d=1, t=0: 2 against 1 (lam=0.875, lam_n=-0.875, mu/L=1, eta*L=0.1)
once: lam >= own
    # W = J; K=5, d=1, t=0: 5.55112e-17 against 0.2 (lam=5.55e-17, lam_n=-1.41e-16, mu/L=1, eta*L=0.25)
once: 1 - lam >= least*algebraic_connectivity | connected == 1
    # bipartite without loops: lam = 1; K=4, d=1, t=0: 0.666667 against 1.33333 (lam=0.333, lam_n=-0.333, mu/L=1,
    # eta*L=2)
once: lam_n <= own - 1/K
    # W near I; K=6, d=1, t=0: 0.610507 against 0.577175 (lam=0.963, lam_n=0.611, mu/L=0.001, eta*L=1.61)
farthest_column2(t) <= lam**(2*t)/2
    # 1 - 1/K at t = 0 with three clients; K=5, d=2, t=0: 0.8 against 0.5 (lam=0.803, lam_n=0.803, mu/L=0.01,
    # eta*L=0.835)
1/K - smallest(t) <= lam**t/K
    # three clients without loops, t = 1: 1/3 > 1/6; K=5, d=1, t=1: 0.2 against 0.187268 (lam=0.936, lam_n=0.397,
    # mu/L=1, eta*L=0.5)
smallest(t) >= least**t | connected == 1 | t >= K - 1
    # no loops: two clients that swap; K=4, d=2, t=3: 0 against 0.125 (lam=1, lam_n=-1, mu/L=1, eta*L=2)
once: edges <= K**2/3
    # complete graph of four: 6 > 5.33; K=5, d=2, t=0: 10 against 8.33333 (lam=0.61, lam_n=-0.00574, mu/L=0.3,
    # eta*L=1.54)
once: lam <= 3/4 | connected == 1 | least >= 1/3 | own > 0
    # Metropolis on a path of four: .805; K=6, d=1, t=0: 0.910684 against 0.75 (lam=0.911, lam_n=-0.244, mu/L=0.5,
    # eta*L=0.00199)
[lossy]
once: rho2 <= rho_mean
    # two clients that swap half of the time: 1 > 0
once: rho2 <= rho_mean**2
    # Jensen is the other way round
once: rho_mean <= lam
    # W = J over links that fail
once: rho_mean >= lam
    # a swap that works half of the time is W = J in the mean
once: rho_mean <= lam + unreliable/2
    # W = J over one link: 1 - p
[averaging lossy]
spread2(t + 1) <= rho_mean*spread2(t)
    # two clients that swap half of the time
spread2(t) <= lam**t*spread2(0)
    # W = J over links that fail
[pairs]
spread2(t) <= lam2**(2*t)*start_norm2
    # one power a round for the mean square
once: lam2 <= 1 - 1/K
    # a path of three: 3/4
[top]
once: lost2 <= (1 - omega)**2*norm2
    # equal coordinates: 1 - omega
once: bias2 <= 0
    # the largest coordinates are no fair sample
spread2(t + 1) <= spread2(t) | gamma <= 1
    # copies lag behind
[random]
once: scaled_lost2 <= 9/10*(1/omega - 1)*norm2
    # equality with 1
[quantised]
once: lost2 <= d*norm2/(5*s**2)
    # d = 4, equal coordinates, s = 1: 1 > 4/5
once: sent <= s**2 + sqrt(d)/2
    # s = 1, five equal coordinates: 2.24 > 2.12
[constant]
once: rho_constant <= 1 - alpha*laplacian_gap | alpha <= 21/(10*(laplacian_top + laplacian_gap))
    # 2 for 21/10
once: rho_constant < 1 | alpha < 2/laplacian_top
    # disconnected links
once: laplacian_top <= K - 1
    # the complete graph and the star: K
[full]
once: sigma2_of_mean <= sigma2_max/N
    # unequal shares
gap(t) <= (L + mu)/4*error2(t)
    # most of the weight at curvature L
[uniform]
once: sigma2_of_mean <= sigma2_max/N**2
    # N clients of the largest variance: sigma2_max/N
[points]
once: climb <= pull + L/2*zx2 - mu*xy2
    # mu/2
once: climb <= pull + 9*L/20*zx2
    # 1/2
once: climb >= pull + mu/2*yz2
    # the gradient is at x, not at y
once: moved2 <= (1 - eta*mu)**2*xy2 | eta <= 21/(10*(L + mu))
    # 2 for 21/10
once: moved2 <= (1 - eta*mu)*xy2 | eta <= 2/L
    # eta = 2/L: factor 1
once: growth2 <= 9/5*L*gap
    # 2
[vectors]
once: sum2 <= (n - 1)*squares
    # equal vectors: n
once: first_two2 <= (1 + alpha)*first2 + (1 + 1/(2*alpha))*second2 | alpha > 0
    # 1/alpha
once: scatter2 <= (1 - 1/n)*squares
    # vectors that sum to 0
once: without2 <= (n - S)/(S*n**2)*scatter2 | n >= 2
    # n*(n - 1) for n**2
once: weighted_scatter2 <= 2*scatter2/5
    # two vectors of equal weight: 1/2
[consensus]
spread(t) <= lam**t*spread(0)
    # the clients are pulled to their starts
spread(t) <= spread(0)
    # two clients that swap: 1 + 2*step(1) in round 2
[rows]
error(t) <= 5/4*half_spread(t)
    # three nodes, a column (1, 0, 0): 4/3
frobenius2(t) <= n*error(t)**2
    # two nodes that keep their own: 1 > 1/2
[unit]
once: 1/(1 - x) <= 1 + x + 2*x**2 | x <= 11/20
    # x <= 1/2 is needed
once: (1 - x)**n <= 1 - n*x + n*(n - 1)*x**2/3 | x <= 1
    # 1/2 for small x
once: (1 - x)**n <= 1/(1 + n*x + 2*n**2*x**2/3) | x <= 1
    # n >= 4, small x
once: log(1 + x) >= x - x**2/3
    # 1/2 for small x
once: log(1 + x) <= x - x**2/2 + x**3/4
    # x**3/3 for small x
once: exp(x) <= 1 + x + x**2 | x <= 2
    # true to 1.793 only
once: sqrt(1 + x) <= 1 + x/2 - x**2/10 | x <= 1
    # x = 1: 1.414 > 1.4
once: x**2*(1 - x)**n <= 1/(2*(n + 1)**2) | x <= 1
    # n = 1, x = 2/3: .148 > .125
once: sum(1 <= s <= n, 1/s**2) <= 8/5
    # 1.645 in the limit, from n = 22
once: sum(1 <= s <= n, 1/sqrt(s)) <= 2*sqrt(n) - 7/5 | n >= 10
    # n = 10: 5.02 > 4.92
once: (1 - 1/n)**n <= 9/25
    # 1/e = .368, from n = 23
[numbers]
once: a*b <= c*a**2/2 + b**2/(3*c)
    # 1/2
once: sqrt(a**2 + b**2) >= 3*(a + b)/4
    # a = b: .707
once: max(a, b) <= (a + b)/2 + abs(a - b)/3
    # 1/2
once: (a + b + c)**2 <= 14/5*(a**2 + b**2 + c**2)
    # 3
""")
)
TRUE = tuple(
    read("""
[dgd]
distance(t + 1) <= (1 - eta*mu)*distance(t) + eta*gstar | eta <= (1 + lam_n)/(L + mu)
    # x - o moves by W - eta*H, eigenvalues in [lam_n - eta*L, 1 - eta*mu], H a mean Hessian, and eta*grad(o)
distance(t) <= (1 - eta*mu)**t*distance(0) + gstar/mu | eta <= (1 + lam_n)/(L + mu)
    # the geometric sum of the line above
distance2(t) <= distance2(0) | gstar == 0 | eta <= (1 + lam_n)/L
    # the eigenvalues of W - eta*H are in [-1, 1]
spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam) | 0 < lam < 1
    # Young with lam/(1 - lam)
spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))
    # triangle inequality
error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L**2*spread2(t)/(mu*K) | eta <= 2/(L + mu)
    # Young over the contraction of the mean's step
global_gradient2(t) <= 2*L*gap(t)
    # descent lemma
global_gradient2(t) >= 2*mu*gap(t)
    # Polyak-Lojasiewicz
gap(t) <= L/2*error2(t)
    # descent lemma at w*
gap(t) >= mu/2*error2(t)
    # strong convexity
F_of_clients(t) <= gap(t) + L*spread2(t)/(2*K)
    # descent lemma at the mean, linear terms cancel
F_of_clients(t) >= gap(t) + mu*spread2(t)/(2*K)
    # strong convexity at the mean
distance2(t) == spread2(t) + K*error2(t)
    # Pythagoras
gradients2(t) <= steep_gaps(t)
    # each client's descent lemma
curved_gaps(t) <= gradients2(t)
    # each client's strong convexity
mean_gradient2(t) <= gradients2(t)/K
    # Jensen
mean_gradient2(t) <= 2*global_gradient2(t) + 2*L**2*spread2(t)/K
    # |a + b|**2 <= 2*|a|**2 + 2*|b|**2
alignment(t) >= global_gradient2(t)/2 - L**2*spread2(t)/(2*K)
    # 2<a, b> = |a|**2 + |b|**2 - |a - b|**2
gap(t) <= sqrt(global_gradient2(t)*error2(t))
    # convexity and Cauchy-Schwarz
error2(t) <= distance2(t)/K
    # Jensen
once: gstar**2 <= 2*L*(K*Fstar - minima_sum)
    # each client's descent lemma at w*
gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2*spread2(t)/(2*K) | eta <= 1/L
    # descent lemma with a biased gradient
[common]
spread(1) <= eta*sqrt(gradients2(0))
    # W leaves a common start as it is
spread(2) <= eta*(1 + lam)*sqrt(gradients2(0)) | eta <= 2/L
    # gradients do not grow in the first step
once: eps0 + minima_sum >= K*Fstar
    # a common start is no better than w*
dissimilarity2(0) <= gradients2(0)/K
    # a variance is at most the mean square
[decaying]
step(t)/step(t + 1) <= 1 + 1/(t + Gamma)
    # equality
sum(s < t, step(s)**2) <= delta**2/(Gamma - 1) | Gamma > 1
    # 1/(s + G)**2 <= 1/(s + G - 1) - 1/(s + G)
sum(s < t, step(s)) >= delta*log((t + Gamma)/Gamma)
    # integral
spread(t + 1) <= lam*spread(t) + step(t)*sqrt(gradients2(t))
    # triangle inequality
step(t) <= 2*step(2*t)
    # 2*t + Gamma <= 2*(t + Gamma)
[noisy]
noise2(t) == sigma2/K
    # independent noise
mean(s < t, global_gradient2(s)) <= 2*gap(0)/(eta*t) + eta*L*sigma2/K + L**2*mean(s < t, spread2(s))/K | t >= 1
  | eta <= 1/L
    # descent lemma, summed
spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam) + eta**2*(K - 1)*sigma2 | 0 < lam < 1
    # Young, and (K - 1)*sigma2 of the noise is off the mean
[noisy common]
spread2(1) <= eta**2*gradients2(0) + eta**2*(K - 1)*sigma2
    # noise off the mean
[changing]
spread(t + 1) <= lam*spread(t) + eta*sqrt(gradients2(t))
    # lam is the largest over the rounds
distance2(t) <= distance2(0) | gstar == 0 | eta <= (1 + lam_n)/L
    # each W(t) - eta*H is no expansion
[scaled]
gap(t) <= L/2*error2(t)
    # F is a weighted mean of the losses
once: sharpest <= L
    # shares are at most 1
[averaging]
spread(t) <= lam**t*spread(0)
    # powers of W - J
sum(s < t, spread2(s)) <= spread2(0)/(1 - lam**2) | lam < 1
    # geometric sum
spread(t) <= spread(0)*exp(-t*(1 - lam))
    # lam <= exp(lam - 1)
moved2(t) <= (1 - lam_n)**2*spread2(t)
    # eigenvalues of I - W
moved2(t) >= (1 - lam)**2*spread2(t)
    # eigenvalues of I - W off the mean
links2(t) <= (1 - lam_n)*spread2(t)
    # eigenvalues of I - W
links2(t) >= (1 - lam)*spread2(t)
    # eigenvalues of I - W off the mean
farthest(t + 1) <= farthest(t)
    # rows of W are convex weights
farthest2(t) <= (1 - 1/K)*spread2(t)
    # the others' deviations sum to its negative
sq(x - w0) <= 4*spread2(0)
    # eigenvalues of W**t - I are in [-2, 0]
largest(x) <= largest(w0)
    # convex weights
[DGD]
eta*(local_gaps(t + 1) - local_gaps(t)) + (links2(t + 1) - links2(t))/2 <= 0 | eta <= (1 + lam_n)/L
    # a gradient step of length 1 on a function of smoothness eta*L + 1 - lam_n <= 2
moved2(t + 1) <= moved2(t) | eta <= (1 + lam_n)/L
    # x(t+2) - x(t+1) = (W - eta*H)(x(t+1) - x(t))
once: tension2 <= gstar**2/(1 - lam) | lam < 1
    # eigenvalues of (I - W)^+
added_spread(t) <= eta*sqrt(gradients2(t))
    # what a round adds is the gradients off their mean
[DGD lossy]
spread2(t + 1) <= 2*rho2*spread2(t) + 2*eta**2*gradients2(t)
    # |a + b|**2 <= 2*|a|**2 + 2*|b|**2
[diffusion]
distance2(t) <= distance2(0) | gstar == 0 | eta <= 2/L
    # W and I - eta*H are no expansions
distance(t) <= (1 - eta*mu)**t*distance(0) + lam*gstar/mu | eta <= 2/(L + mu)
    # gradients at w* have mean 0: W shortens them by lam
spread(t + 1) <= lam*spread(t) + eta*lam*sqrt(gradients2(t))
    # triangle inequality
[extra]
sq(J(q)) <= 0
    # each update of q has mean 0
[diging]
sq(J(p)) <= 0
    # the tracker keeps its mean
[atc]
sq(J(next(x)) - J(x)) == eta**2*sq(J(grad(x)))
    # the mean follows the mean gradient
[nids]
moved_mean2(t) == eta**2*mean_gradient2(t)
    # r has mean 0
[twice]
distance2(t) <= distance2(0) | gstar == 0 | eta <= 1/L
    # W**2 - eta*H has eigenvalues in [-1, 1]
spread(t + 1) <= lam**2*spread(t) + eta*sqrt(gradients2(t))
    # triangle inequality
[lazy]
distance2(t) <= distance2(0) | gstar == 0 | eta <= 1/L
    # (I + W)/2 has eigenvalues in [0, 1]
[fedavg]
gap(t) <= error2(0)/(4*eta*t) | t >= 1 | eta <= 1/L
    # the mean follows gradient descent: 1/(4*t*eta*L + 2) (Drori and Teboulle)
error2(t + 1) <= (1 - eta*mu)**2*error2(t) | eta <= 2/(L + mu)
    # gradient descent
[matrices]
once: lam_n >= 2*own - 1
    # Gershgorin
once: lam_n <= own
    # Rayleigh quotient of a unit vector
once: lam >= (K*own - 1)/(K - 1)
    # trace
once: edges >= K - 1 | union_connected == 1
    # a spanning tree
once: algebraic_connectivity >= 4/(K*diameter) | union_connected == 1
    # Mohar 1991
once: algebraic_connectivity <= K*degree_min/(K - 1)
    # Fiedler 1973
smallest(t) <= 1/K
    # columns sum to 1
farthest_column2(t) <= (1 - 1/K)*lam**(2*t)
    # e_i - 1/K has squared length 1 - 1/K
[lossy]
once: rho2 >= rho_mean**2
    # Jensen
once: rho2 <= rho_mean | own >= 1/2
    # every W_hat is then positive semidefinite with eigenvalues to 1
once: rho_mean <= 1 - (1 - unreliable)*(1 - lam)
    # I - E W_hat lies between (1 - unreliable)*(I - W) and I - W
[pairs]
spread2(t) <= lam2**t*start_norm2
    # Boyd et al. 2006
once: lam2 >= 1 - 1/(K - 1)
    # the trace of I - E W is 1
[top]
once: lost2 <= (1 - omega)*norm2
    # the dropped coordinates are the smallest
[random]
once: lost2 == (1 - omega)*norm2
    # each coordinate is dropped with chance 1 - omega
[quantised]
once: lost2 <= d*norm2/(4*s**2)
    # variance of a rounding is at most 1/4
once: second2 <= (1 + min(d/s**2, sqrt(d)/s))*norm2
    # Alistarh et al. 2017
[constant]
once: rho_constant < 1 | alpha < 2/laplacian_top | links_connected == 1
    # eigenvalues 1 - alpha*l in (-1, 1)
once: laplacian_top <= K
    # the complement's Laplacian is positive semidefinite
[uniform]
once: sigma2_of_mean <= sigma2_max/N
    # a mean of N variances over N
[points]
once: climb <= pull + L/2*zx2 - mu/2*xy2
    # descent lemma and strong convexity at x
once: moved2 <= (1 - eta*mu)**2*xy2 | eta <= 2/(L + mu)
    # contraction of a gradient step
once: growth2 <= 2*L*gap
    # each smooth convex loss, averaged
[vectors]
once: without2 == (n - S)/(S*n*(n - 1))*scatter2 | n >= 2
    # sampling without replacement
once: weighted_scatter2 <= scatter2
    # the weighted mean is the best centre for its weights, which are at most 1
[rows]
error(t) <= 2*half_spread(t)
    # the mean lies between the extremes
[unit]
once: (1 - x)**n <= 1/(1 + n*x) | x <= 1
    # Bernoulli
once: sum(1 <= s <= n, 1/s) <= 1 + log(n)
    # integral
once: x*(1 - x)**n <= 1/(n + 1) | x <= 1
    # the largest value is at x = 1/(n + 1)
[numbers]
once: sqrt(a*b) >= 2*a*b/(a + b)
    # geometric and harmonic mean
once: (a + b)**3 <= 4*(a**3 + b**3)
    # power means
""")
)
