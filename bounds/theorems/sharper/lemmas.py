"""Lemmas, mostly on one round: smaller constants and longer steps."""

from __future__ import annotations

from .comparison import Sharper
from .grids import DPSGD, LAM, LOSSY, NONCONVEX, SI

_ANGLES = {"norm2": ("1", "4"), "normr2": ("1",), "inner": ("1/2", "9/10"), "p2": ("1", "5")}

LEMMAS = (
    Sharper(
        "hardt2016.lemma-3-7:strongly-convex",
        "hardt2016.lemma-3-7:sharp",
        "1 - eta gamma for 1 - eta beta gamma/(beta + gamma)",
        {"L": ("1",), "mu": ("1/100", "1/10", "1/2"), "eta": ("1/(10*L)", "1/L"), "xy2": ("1",)},
    ),
    Sharper(
        "koloskova2020.descent-convex:main",
        "koloskova2020.descent-convex:sharp",
        "half of the disagreement, 1 - eta mu for 1 - eta mu/2",
        {**NONCONVEX, "eta": ("1/(12*L)", "1/(120*L)"), "gap": ("0",)},
    ),
    Sharper(
        "koloskova2020.descent-convex:main",
        "koloskova2020.descent-convex:sharp",
        "steps three times as long",
        {"L": ("1",)},
        "eta",
    ),
    Sharper(
        "stich2019.lemma-3-1:main",
        "stich2019.lemma-3-1:sharp",
        "3/4 of the distances, twice the gap on the left",
        {"L": ("1",), "eta": ("1/(4*L)", "1/(40*L)"), "noise2": ("0", "1"), "gap": ("0",), "apart2": ("1",)},
    ),
    Sharper(
        "li2020.lemma-1:main",
        "li2020.lemma-1:sharper",
        "no Gamma, 3/8 for 2",
        {
            "L": ("1",),
            "eta": ("1/(4*L)", "1/(40*L)"),
            "noise2": ("0", "1"),
            "Fstar": ("0", "1"),
            "apart2": ("1",),
        },
    ),
    Sharper(
        "khaled2020.lemma-1:main",
        "khaled2020.lemma-1:sharp",
        "times 1 - 1/M",
        {"N": ("2", "3", "10"), "L": ("1",), "H": ("2", "10"), "eta": ("1/(2*L)",), "sigma2_max": ("1",)},
    ),
    Sharper(
        "khaled2020.lemma-1:main",
        "khaled2020.lemma-1:sharp",
        "steps four times as long",
        {"L": ("1",)},
        "eta",
    ),
    Sharper(
        "karimireddy2019.lemma-3:kept",
        "karimireddy2019.lemma-3:sharp",
        "error feedback: down to a quarter where the compressor keeps much",
        {"delta": ("1/100", "1/2", "99/100"), "G": ("1",)},
    ),
    Sharper(
        "stich2018.lemma-3-2:kept",
        "stich2018.lemma-3-2:sharp",
        "Mem-SGD: a shift of the steps that is shorter by d/k and more",
        {"alpha": ("5", "10"), "q": ("1/100", "1/10", "1/2")},
        "a",
    ),
    Sharper("decefl.si-eq-54:proof", "decefl.si-eq-54:sharp", "a maximum for a sum, no K, no 2", SI),
    Sharper(
        "dawo.eq-28:main",
        "dawo.eq-28:sharp",
        "the noise falls with the square of the step",
        {**LOSSY, "alpha2": ("1",), "gap": ("0",), "gradient2": ("0",)},
    ),
    Sharper(
        "dawo.eq-30:main",
        "dawo.eq-30:sharp",
        "times 1 - 1/M, the share of e_i off the mean",
        {"K": ("2", "3", "10"), "rho2": ("1/2", "9/10"), "t": ("1", "5")},
    ),
    Sharper(
        "lian2017.lemma-5:main",
        "lian2017.lemma-5:sharp",
        "times 1 - 1/K, and W may change",
        {"K": ("2", "3", "10"), "lam": LAM, "t": ("1", "5")},
    ),
    Sharper("dawo.eq-40:main", "dawo.eq-40:sharp", "4 for 32, at any angle of the vectors", _ANGLES),
    Sharper("dawo.eq-41:main", "dawo.eq-41:sharp", "4 for 32, at any angle of the vectors", _ANGLES),
    Sharper("wang2021.lemma-1:main", "wang2021.lemma-1:sharp", "steps twice as long", {"L": ("1",)}, "eta"),
    Sharper(
        "yu2019.deviation:main",
        "yu2019.deviation:sharp",
        "(I - 1)^2 for 4 I^2",
        {"H": ("2", "10"), "eta": ("1",), "largest_gradient2": ("1",), "t": ("10",)},
    ),
    Sharper(
        "pu2021.mean-model:main",
        "pu2021.mean-model:any-step",
        "steps twice as long",
        {"L": ("1",), "mu": ("1/10", "1/2")},
        "eta",
    ),
    Sharper(
        "scaffold.lemma-5:main",
        "scaffold.lemma-5:sharp",
        "(L + mu)/2 for L",
        {"L": ("1",), "mu": ("1/100", "1/10", "1/2"), "pull": ("0",), "zx2": ("1",)},
    ),
    Sharper(
        "scaffold.client-sampling:main",
        "scaffold.client-sampling:exact",
        "an equation, with the scatter for the squares",
        {"n": ("2", "10", "100"), "S": ("1", "n/2"), "squares": ("1",), "scatter2": ("1/2", "1")},
    ),
    Sharper(
        "lian2017.consensus:not-convex",
        "lian2017.consensus:sharp",
        "no n, 2 for 18, no gradient of f",
        DPSGD,
        over=("D2", "1"),
    ),
    Sharper(
        "koloskova2020.descent-nonconvex:main",
        "koloskova2020.descent-nonconvex:sharp",
        "half the disagreement, twice the descent",
        {**NONCONVEX, "sigma2": ("0",)},
    ),
    Sharper(
        "koloskova2020.descent-nonconvex:noisy",
        "koloskova2020.descent-nonconvex:noisy-sharp",
        "half of the noise too",
        NONCONVEX,
    ),
    Sharper(
        "koloskova2020.descent-nonconvex:main",
        "koloskova2020.descent-nonconvex:sharp",
        "steps four times as long",
        NONCONVEX,
        "eta",
    ),
)
