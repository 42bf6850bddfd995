"""The algorithms of decentralized learning, declared.

Those with a point of rest converge to w* with a constant step; the others end at a floor c ||h||^2 around it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from mixproof.spectral.checks import count, of_kind
from mixproof.spectral.errors import InputError

from ..hints import guess
from .declaration import Algorithm
from .literature import LINEARISED_ADMM, METHODS, accelerated_tracking, delayed, k_gt, led, momentum, near_dgd
from .rewritten import lazy

__all__ = [
    "ALGORITHMS",
    "accelerated_gossip",
    "algorithm",
    "chebyshev",
    "chebyshev_gossip",
    "local_steps",
    "nesterov",
]

# Nedic and Ozdaglar 2009; DeceFL, main text, (1)-(2)
DGD = Algorithm("dgd", {"x": "mix(x) - eta*grad(x)"})

# adapt, then combine: Chen and Sayed 2012
DIFFUSION = Algorithm("diffusion", {"x": "mix(x - eta*grad(x))"})

# DeFed (5), DeceFL's supplement (2): each gradient times the client's share m_k/m of the samples
DEFED = Algorithm("defed", {"x": "mix(x) - eta*share(grad(x))"})

# DeceFL's supplement (24)-(25): a leader averages, each client subtracts its gradient at its own model
SWARM = Algorithm("swarm", {"x": "average(x) - eta*grad(x)"})

# DeFed, Algorithm 1, all clients taking part: one step from the server's model
FEDAVG = Algorithm("fedavg", let={"s": "average(x)"}, next={"x": "s - eta*grad(s)"})

# Shi, Ling, Wu and Yin 2015; q sums up half of what a model differed from its neighbours'
EXTRA = Algorithm(
    "extra",
    let={"m": "mix(x)"},
    next={"x": "m - eta*grad(x) - q", "q": "q + (x - m)/2"},
    balanced=("q",),
    rest={"x": "0", "q": "-eta*h"},
)

# gradient tracking, Qu and Li 2018, Nedic, Olshevsky and Shi 2017: the tracker is y = p + grad(x)
DIGING = Algorithm(
    "diging",
    let={"u": "grad(x)"},
    next={"x": "mix(x) - eta*(p + u)", "p": "mix(p + u) - u"},
    balanced=("p",),
    rest={"x": "0", "p": "-h"},
)

# gradient tracking, adapt then combine: Xu et al. 2015 (Aug-DGM), Di Lorenzo and Scutari 2016 (NEXT)
ATC_TRACKING = Algorithm(
    "atc-tracking",
    let={"u": "grad(x)"},
    next={"x": "mix(x - eta*(p + u))", "p": "mix(p + u) - u"},
    balanced=("p",),
    rest={"x": "0", "p": "-h"},
)

# Li, Shi and Yan 2019 (NIDS); Yuan, Ying, Zhao and Sayed 2019 (exact diffusion)
NIDS = Algorithm(
    "nids",
    let={"n": "x - eta*grad(x) + r", "m": "(n + mix(n))/2"},
    next={"x": "m", "r": "m - n + r"},
    balanced=("r",),
    rest={"x": "0", "r": "eta*h"},
)

# Nedic and Olshevsky 2016 (subgradient-push), ops Algorithm 1 (x there is z, and x/s what is applied). Here mix is by a
# COLUMN-stochastic A. Provable with linear forms is the motion once the weights s have reached their limit s = K pi,
# A pi = pi: in z = x/s it is z <- R (z - eta grad(z)/s), R = S^-1 A S row-stochastic with pi'R = pi', so all that is
# proved holds in the norm sum_k pi_k z_k^2, with lam = ||R - 1 pi'|| in that norm and curvatures mu/max s, L/min s
# (`shares`: 1/s). The rounds before that are not covered.
PUSH_SUM = Algorithm(
    "push-sum",
    let={"z": "x/s"},
    next={"x": "mix(x - eta*grad(z))", "s": "mix(s)"},
    scales=("s",),
)


def local_steps(E: int) -> Algorithm:
    """E gradient steps of every client, then one exchange. Raises InputError for E < 1.

    >>> print(local_steps(2).text)
    y1 = x - eta*grad(x)
    y2 = y1 - eta*grad(y1)
    x <- mix(y2)
    """
    points = ["x", *(f"y{i}" for i in range(1, count("E", E, 1) + 1))]
    let = {y: f"{before} - eta*grad({before})" for before, y in pairwise(points)}
    return Algorithm(f"local-{E}", {"x": f"mix({points[-1]})"}, let)


def nesterov(beta: Fraction | str) -> Algorithm:
    """DGD with Nesterov's extrapolation: y = x + beta (x - the model before).

    Raises InputError unless 0 <= beta < 1.
    """
    b = _fraction("beta", beta)
    return Algorithm(
        f"nesterov-{b}",
        let={"y": f"x + {b}*(x - before)"},
        next={"x": "mix(y) - eta*grad(y)", "before": "x"},
        start={"before": "x"},
    )


def accelerated_gossip(beta: Fraction | str) -> Algorithm:
    """Averaging with a shift register, x <- (1 + beta) W x - beta (the model before). Cao, Spielman and Yeh 2006.

    Raises InputError unless 0 <= beta < 1. The models agree at the mean of the start; there is no gradient.
    """
    b = _fraction("beta", beta)
    text = f"(1 + {b})*mix(x) - {b}*before"
    return Algorithm(f"accelerated-gossip-{b}", {"x": text, "before": "x"}, start={"before": "x"})


def chebyshev_gossip(times: int, lam: Fraction | str) -> Algorithm:
    """A round of `times` exchanges, x <- T_n(W/lam)/T_n(1/lam) x, the best polynomial for eigenvalues in [-lam, lam].

    Arioli and Scott 2014. Raises InputError unless times >= 1 and 0 < lam < 1.
    """
    value = _fraction("lam", lam)
    if not value:
        raise InputError("lam", lam, "lies in (0, 1)")
    ratio, let, points = chebyshev(times, 1 / value), {}, ["x"]
    for n in range(1, times + 1):
        if n == 1:
            text = "mix(x)"
        else:
            a = 2 / value * ratio[n - 1] / ratio[n]
            text = f"{a}*mix({points[-1]}) - {ratio[n - 2] / ratio[n]}*{points[-2]}"
        let[f"y{n}"] = text
        points.append(f"y{n}")
    return Algorithm(f"chebyshev-gossip-{times}-{value}", {"x": points[-1]}, let)


def chebyshev(times: int, x: Fraction) -> list[Fraction]:
    """T_0(x), T_1(x), ..., T_times(x). Raises InputError for times < 1."""
    found = [Fraction(1), x]
    for _ in range(count("times", times, 1) - 1):
        found.append(2 * x * found[-1] - found[-2])
    return found


def _fraction(name: str, value: Fraction | str) -> Fraction:
    try:
        number = Fraction(value)
    except (ValueError, TypeError, ZeroDivisionError):
        raise InputError(name, value, "is a fraction such as 1/2") from None
    if not 0 <= number < 1:
        raise InputError(name, value, "lies in [0, 1)")
    return number


ALGORITHMS = (DGD, DIFFUSION, DEFED, SWARM, FEDAVG, EXTRA, DIGING, ATC_TRACKING, NIDS, PUSH_SUM, *METHODS)

FAMILIES = {
    "local": local_steps,
    "nesterov": nesterov,
    "accelerated-gossip": accelerated_gossip,
    "chebyshev-gossip": chebyshev_gossip,
    "near-dgd": near_dgd,
    "delayed": delayed,
    "led": led,
    "k-gt": k_gt,
    "dlm": lambda e: replace(LINEARISED_ADMM.at(e=e), name=f"dlm-{e}"),
    "dmsgd": lambda beta: momentum(_fraction("beta", beta)),
    "acc-dngd": lambda alpha: accelerated_tracking(_fraction("alpha", alpha)),
}


def algorithm(name: str | Algorithm) -> Algorithm:
    """The declared algorithm of this name, in capitals or not; families take their numbers after a dash, and `lazy-`
    before a name puts (I + W)/2 for W. An Algorithm is itself.

    >>> [algorithm(name).name for name in ("EXTRA", "local-3", "chebyshev-gossip-2-1/2")]
    ['extra', 'local-3', 'chebyshev-gossip-2-1/2']

    Raises InputError, with the names there are.
    """
    if isinstance(name, Algorithm):
        return name
    of_kind("algorithm", name, str, "an Algorithm, or the name of one")
    asked, name = name, name.lower()
    for known in ALGORITHMS:
        if known.name == name:
            return known
    if name.startswith("lazy-"):
        return lazy(algorithm(name.removeprefix("lazy-")))
    for stem, make in FAMILIES.items():
        if name.startswith(f"{stem}-"):
            numbers = name[len(stem) + 1 :].split("-")
            try:
                values = [int(n) if n.isdigit() else Fraction(n) for n in numbers]
                return make(*values)  # type: ignore[operator]
            except (ValueError, TypeError, ZeroDivisionError) as error:
                if isinstance(error, InputError):
                    raise
    names = [*(known.name for known in ALGORITHMS), *(f"{stem}-..." for stem in (*FAMILIES, "lazy"))]
    raise InputError("algorithm", asked, f"is none of {', '.join(names)}{guess(name, names)}")
