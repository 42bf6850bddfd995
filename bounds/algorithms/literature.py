"""More methods of the literature, declared as their papers print them; what is written otherwise is said.

Texts that could not be read are declared as later papers quote them. Those with words that need more than one mixing
matrix (push, pull, prox, coins) are run and searched; rates are proved of the others (`Algorithm.unproved`).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from mixproof.spectral.checks import count

from .declaration import Algorithm

__all__ = [
    "METHODS",
    "accelerated_tracking",
    "delayed",
    "k_gt",
    "led",
    "momentum",
    "near_dgd",
]

# Tang, Lian, Yan, Zhang and Liu 2018, Algorithm 1: x(t+1) = W (2 x(t) - x(t-1) - eta g(t) + eta g(t-1)) after
# x(1) = W (x(0) - eta g(0)). y holds x(t-1) - eta g(t-1), x(0) at first, which makes both lines one.
D2 = Algorithm(
    "d2",
    let={"s": "x - eta*grad(x)"},
    next={"x": "mix(x + s - y)", "y": "s"},
    start={"y": "x"},
    rest={"x": "0", "y": "-eta*h"},
)

# Yuan, Ying, Zhao and Sayed 2019: adapt, correct, combine, with (I + W)/2
EXACT_DIFFUSION = Algorithm(
    "exact-diffusion",
    let={"s": "x - eta*grad(x)", "n": "s + x - y"},
    next={"x": "(n + mix(n))/2", "y": "s"},
    start={"y": "x"},
    rest={"x": "0", "y": "-eta*h"},
)

# Shi, Ling, Wu and Yin 2015 (PG-EXTRA): EXTRA's step, then prox
PG_EXTRA = Algorithm(
    "pg-extra",
    let={"m": "mix(x)"},
    next={"x": "prox(m - eta*grad(x) - q)", "q": "q + (x - m)/2"},
    models=("x",),
)

# Li, Shi and Yan 2019, with a nonsmooth part: z(t+1) = z(t) - x(t) + (I + W)/2 (2 x(t) - x(t-1) - eta g(t) +
# eta g(t-1)), x = prox(z). The first round mixes too, where the paper starts at z(1) = x(0) - eta g(0).
PROX_NIDS = Algorithm(
    "prox-nids",
    let={"s": "x - eta*grad(x)", "n": "x + s - y", "c": "z - x + (n + mix(n))/2"},
    next={"x": "prox(c)", "z": "c", "y": "s"},
    start={"z": "x", "y": "x"},
)

# Nedic, Ozdaglar and Parrilo 2010: one step, projected onto an interval; prox is the projection where l1 is not there
PROJECTED = Algorithm("projected-dgd", {"x": "prox(mix(x) - eta*grad(x))"})

# Shi, Ling, Yuan, Wu and Yin 2014 (decentralized ADMM), where every client has as many neighbours:
# W takes the mean of the neighbours, eta = 1/(2 c degree), and q is eta times the dual variable
ADMM = Algorithm(
    "admm",
    let={"n": "backward((x + mix(x))/2 - q)"},
    next={"x": "n", "q": "q + (n - mix(n))/2"},
    balanced=("q",),
    rest={"x": "0", "q": "-eta*h"},
)

# Pu, Shi, Xu and Nedic 2021: R pulls models by rows, C pushes trackers by columns; the tracker is y = p + grad(x)
PUSH_PULL = Algorithm(
    "push-pull",
    let={"u": "grad(x)"},
    next={"x": "pull(x - eta*(p + u))", "p": "push(p + u) - u"},
    models=("x",),
)

# Xin and Khan 2018: the same, combine then adapt
AB = Algorithm(
    "ab",
    let={"u": "grad(x)"},
    next={"x": "pull(x) - eta*(p + u)", "p": "push(p + u) - u"},
    models=("x",),
)

# Nedic, Olshevsky and Shi 2017, Algorithm 2 (x there is z, u is x, v is s)
PUSH_DIGING = Algorithm(
    "push-diging",
    let={"z": "x/s", "u": "grad(z)"},
    next={"x": "push(x - eta*(p + u))", "s": "push(s)", "p": "push(p + u) - u"},
    models=("x",),
    scales=("s",),
)

# Assran, Loizou, Ballas and Rabbat 2019 (SGP), Algorithm 1: gradients are noisy where the setting says so
SGP = Algorithm(
    "sgp",
    let={"z": "x/s"},
    next={"x": "push(x - eta*grad(z))", "s": "push(s)"},
    models=("x",),
    scales=("s",),
)

# Mishchenko, Malinovsky, Stich and Richtarik 2022, Algorithm 2, with W for the server's mean, which is W = 11'/K
SCAFFNEW = Algorithm(
    "scaffnew",
    let={"y": "x - eta*(grad(x) - q)", "d": "sometimes(mix(y - eta/chance*q) - y)"},
    next={"x": "y + d", "q": "q + chance/eta*d"},
    models=("x",),
)

# Gossip with W drawn in every round (`drawn`), each client's gradient with a chance of its own: Lian et al. 2018
# (AD-PSGD) without delays
ASYNCHRONOUS = Algorithm("asynchronous-gossip", {"x": "mix(x) - eta*active(grad(x))"})

# Gradient tracking with steps of the clients' own: Xu, Zhu, Soh and Xie 2015 (Aug-DGM), adapt then combine
AUG_DGM = Algorithm(
    "aug-dgm",
    let={"u": "grad(x)"},
    next={"x": "mix(x - eta*paced(p + u))", "p": "mix(p + u) - u"},
    models=("x",),
)

# Ling, Shi, Wu and Ribeiro 2015 (DLM), by W: x <- x - eta (grad + dual + c (I - W) x), e = eta c; q is eta times the
# dual variable, which adds up c (I - W) x
LINEARISED_ADMM = Algorithm(
    "dlm",
    let={"n": "x - eta*grad(x) - q - e*(x - mix(x))"},
    next={"x": "n", "q": "q + e*(n - mix(n))"},
    balanced=("q",),
    rest={"x": "0", "q": "-eta*h"},
    numbers=("e",),
)

METHODS = (
    *(D2, EXACT_DIFFUSION, PG_EXTRA, PROX_NIDS, PROJECTED, ADMM, PUSH_PULL, AB, PUSH_DIGING, SGP, SCAFFNEW),
    *(ASYNCHRONOUS, AUG_DGM),
)


def near_dgd(times: int) -> Algorithm:
    """Berahas, Bollapragada, Keskar and Wei 2019: a gradient step, then `times` exchanges. InputError for times < 1."""
    text = "x - eta*grad(x)"
    for _ in range(count("times", times, 1)):
        text = f"mix({text})"
    return Algorithm(f"near-dgd-{times}", {"x": text})


def momentum(beta: Fraction) -> Algorithm:
    """Decentralized momentum SGD, Yu, Jin and Yang 2019, as quoted in later papers.

    m <- beta m + grad, a step by m, an exchange of models.
    """
    return Algorithm(
        f"dmsgd-{beta}",
        let={"n": f"{beta}*m + grad(x)"},
        next={"x": "mix(x - eta*n)", "m": "n"},
        models=("x",),
    )


def accelerated_tracking(alpha: Fraction) -> Algorithm:
    """Qu and Li 2020 (Acc-DNGD for strongly convex losses); alpha is sqrt(mu eta) there. The tracker is p + grad(y)."""
    return Algorithm(
        f"acc-dngd-{alpha}",
        let={"y": f"(x + {alpha}*v)/(1 + {alpha})", "u": "grad(y)", "m": "mix(y)"},
        next={
            "x": "m - eta*(p + u)",
            "v": f"(1 - {alpha})*mix(v) + {alpha}*m - {1 / alpha}*eta*(p + u)",
            "p": "mix(p + u) - u",
        },
        balanced=("p",),
        start={"v": "x"},
        rest={"x": "0", "v": "0", "p": "-h"},
    )


def led(steps: int) -> Algorithm:
    """Alghunaim 2024 (local exact diffusion), its second step 1/steps: corrected local steps, then an exchange."""
    points, let = _local(steps, f"q/{steps}")
    return Algorithm(
        f"led-{steps}",
        let={**let, "m": f"mix({points[-1]})"},
        next={"x": "m", "q": f"q + {points[-1]} - m"},
        balanced=("q",),
        rest={"x": "0", "q": f"-{steps}*eta*h"},
    )


def k_gt(steps: int) -> Algorithm:
    """Liu, Lin, Koloskova and Stich 2023 (K-GT), its outer step 1: local steps with a correction c, of which e is eta
    times, tracked over the rounds."""
    points, let = _local(steps, "e")
    return Algorithm(
        f"k-gt-{steps}",
        let={**let, "z": f"(x - {points[-1]})/{steps}"},
        next={"x": f"mix({points[-1]})", "e": "e - z + mix(z)"},
        balanced=("e",),
        rest={"x": "0", "e": "-eta*h"},
    )


def _local(steps: int, correction: str) -> tuple[list[str], dict[str, str]]:
    """The points of corrected local steps, and their lines."""
    points = ["x", *(f"y{i}" for i in range(1, count("steps", steps, 1) + 1))]
    return points, {y: f"{x} - eta*grad({x}) - {correction}" for x, y in pairwise(points)}


def delayed(rounds: int) -> Algorithm:
    """Gossip descent with gradients that are `rounds` rounds old: D-PSGD with delays. InputError for rounds < 1."""
    old = [f"old{i}" for i in range(1, count("rounds", rounds, 1) + 1)]
    memory = {now: before for before, now in pairwise(["x", *old])}
    return Algorithm(
        f"delayed-{rounds}",
        {"x": f"mix(x) - eta*grad({old[-1]})", **memory},
        start=dict.fromkeys(old, "x"),
    )
