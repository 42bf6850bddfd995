"""What is new: variants proved by the kernel that are sharper, or more general, than what is printed.

A ratio compares two variants' own formulas, ours over the printed one, at a grid of constants; it is computed and never
typed. Metrics of a run are numbers there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mixproof.spectral.errors import InputError

from ..formula import parse, relations
from ..theorem import Theorem, Variant, scope
from . import theorem

__all__ = ["SHARPER", "Sharper"]


@dataclass(frozen=True)
class Sharper:
    """A printed variant and ours, `ID:VARIANT` each.

    grid: name -> values, formulas over the names before it; a name that is called is a metric, the same at all rounds
    limit: empty to compare the right sides, else what both bound from above in an assumption: the larger is ours
    over: formulas that the printed right side and ours are divided by first
    says: what is better, in a phrase
    """

    printed: str
    ours: str
    says: str
    grid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    limit: str = ""
    over: tuple[str, str] = ("1", "1")

    def variants(self) -> tuple[tuple[Theorem, Variant], tuple[Theorem, Variant]]:
        return _named(self.printed), _named(self.ours)

    def sides(self) -> tuple[str, str]:
        """The formulas that are compared: ours has to be the smaller; of a limit, the printed one."""
        (_, printed), (_, ours) = self.variants()
        if not self.limit:
            return printed.right, ours.right
        return _limit(printed, self.limit), _limit(ours, self.limit)

    def points(self) -> Iterator[dict[str, Any]]:
        """The constants of the grid's points."""
        for texts in itertools.product(*self.grid.values()):
            known: dict[str, Any] = {}
            for name, text in zip(self.grid, texts):
                known[name] = parse(text).evaluate(known.__getitem__)
            yield known

    def ratios(self) -> list[float]:
        """Ours over the printed at the grid's points, or the printed limit over ours: at most 1 if ours is sharper."""
        found = []
        for known in self.points():
            first, second = (
                self._value(variant, side, over, known)
                for (_, variant), side, over in zip(self.variants(), self.sides(), self.over)
            )
            found.append(first / second if self.limit else second / first)
        return found

    def _value(self, variant: Variant, side: str, over: str, known: Mapping[str, Any]) -> float:
        def lookup(name: str) -> Any:
            if name not in known:
                raise InputError("grid", name, f"is not in the grid of {self.ours}")
            return known[name]

        called = frozenset().union(*(each.called for each in (*variant.formulas, parse(side))))
        find = scope(
            variant,
            lambda name: _metric(lookup(name)) if name in called else lookup(name),
            known.get("t"),
        )
        return float(parse(side).evaluate(find)) / float(parse(over).evaluate(find))


def _metric(value: float) -> Any:
    return lambda t: value


def _named(name: str) -> tuple[Theorem, Variant]:
    id, _, label = name.partition(":")
    stated = theorem(id)
    return stated, stated.variant(label)


def _limit(variant: Variant, bounded: str) -> str:
    for text in variant.assume:
        for left, relation, right in relations(text):
            if left.text.replace(" ", "") == bounded.replace(" ", "") and relation in ("<", "<="):
                return right.text
    raise InputError("limit", bounded, f"no assumption of {variant.label} bounds it from above")


_LAM = ("3/10", "6/10", "9/10", "99/100")
_RUN = {"gap": ("1",), "spread2": ("0", "1"), "t": ("1", "10", "1000")}
_SI = {
    **{"K": ("2", "10", "100"), "m": ("K", "10*K"), "L": ("1",), "mu": ("1/2", "1/10", "1/100"), "lam": _LAM},
    **{"eta": ("K/(2*m*L)", "K/(20*m*L)"), "chi2": ("1",), "sigma2": ("0", "1/10")},
    **{"Fstar": ("1",), "tilde_minima_sum": ("1/2",), **_RUN},
}
_ANGLES = {"norm2": ("1", "4"), "normr2": ("1",), "inner": ("1/2", "9/10"), "p2": ("1", "5")}
_LOSSY = {
    **{"K": ("2", "10", "100"), "omega": ("1",), "rho2": ("1/10", "1/2", "9/10", "99/100")},
    **{"eta": tuple(f"{share}*(1 - sqrt(rho2))/(6*sqrt(K)*omega)" for share in ("1/10", "1/2", "99/100"))},
    **{"alpha2": ("0", "1"), "beta2": ("0", "1"), **_RUN, "spread2": ("0",)},
}
_BENT = {**_LOSSY, "alpha2": ("0",), "beta2": ("0",)}
_DPSGD = {
    **{"K": ("2", "10", "100"), "L": ("1",), "lam": _LAM},
    **{"eta": tuple(f"{share}*(1 - lam)/(sqrt(18*K)*L)" for share in ("1/10", "1/2", "99/100"))},
    **{
        "gap": ("1",),
        "dissimilarity2": ("1/100", "1", "100"),
        "global_gradient2": ("1",),
        "t": ("10", "1000"),
    },
}
_PUSH = {
    **{
        "n": ("2", "3", "5"),
        "gamma": ("1/1000", "1/10", "1"),
        "G": ("1",),
        "sigma2": ("0", "1"),
        "t": ("1", "10", "1000"),
    },
    **{"radius2_from_0": ("1",), "reach2": ("1",), "inverse_weights": ("n*t",)},
}
_NONCONVEX = {
    **{"K": ("2", "10", "100"), "L": ("1",), "eta": ("1/(4*L)", "1/(40*L)"), "sigma2": ("0", "1")},
    **{"spread2": ("1", "100"), "global_gradient2": ("0",)},
}
_FLOOR = {
    **{"L": ("1",), "mu": ("1/2", "1/10", "1/100"), "error2": ("0", "1"), "sigma2_of_mean": ("1/10", "1")},
    **{"t": ("1", "10", "1000")},
}
_STEPS = {
    "K": ("2", "10", "100"),
    "m": ("K", "10*K"),
    "L": ("1",),
    "lam": _LAM,
    "omega": ("1",),
    "rho2": ("1/10", "9/10"),
}

SHARPER = (
    Sharper(
        "decefl.si-proposition-1:statement-scaled",
        "decefl.si-proposition-1:repaired",
        "m/K times the rate, 1/m of the floor, no heterogeneity",
        _SI,
    ),
    Sharper(
        "decefl.si-proposition-1:statement-scaled",
        "decefl.si-proposition-1:repaired-sharp",
        "the same with a smaller consensus error, lambda = 0 too",
        _SI,
    ),
    Sharper(
        "decefl.si-proposition-1:statement-scaled",
        "decefl.si-proposition-1:repaired-sharp",
        "steps 2 m times as long",
        _STEPS,
        "eta",
    ),
    Sharper("decefl.si-eq-54:proof", "decefl.si-eq-54:sharp", "a maximum for a sum, no K, no 2", _SI),
    Sharper(
        "decefl.si-theorem-1:proof",
        "decefl.si-theorem-1:proof-long-step",
        "steps twice as long",
        _STEPS,
        "delta/Gamma",
    ),
    Sharper(
        "defed.theorem-1:proof", "defed.theorem-1:long-step", "steps twice as long", _STEPS, "delta/Gamma"
    ),
    Sharper(
        "dawo.eq-28:main",
        "dawo.eq-28:sharp",
        "the noise falls with the square of the step",
        {**_LOSSY, "alpha2": ("1",), "gap": ("0",), "gradient2": ("0",)},
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
        {"K": ("2", "3", "10"), "lam": _LAM, "t": ("1", "5")},
    ),
    Sharper("dawo.eq-40:main", "dawo.eq-40:sharp", "4 for 32, at any angle of the vectors", _ANGLES),
    Sharper("dawo.eq-41:main", "dawo.eq-41:sharp", "4 for 32, at any angle of the vectors", _ANGLES),
    Sharper(
        "dawo.theorem-1:equal-start",
        "dawo.theorem-1:repaired",
        "no M beside the steps, 2 for 9, any start",
        _LOSSY,
    ),
    Sharper(
        "dawo.theorem-1:equal-start",
        "dawo.theorem-1:repaired",
        "steps 3 sqrt(M) times as long",
        _STEPS,
        "eta",
    ),
    Sharper(
        "dawo.theorem-1:equal-start", "dawo.theorem-1:repaired-equal-start", "Minkowski for Young", _LOSSY
    ),
    Sharper("dawo.theorem-1:equal-start-bent", "dawo.theorem-1:repaired-bent", "any start", _BENT),
    Sharper(
        "ops.theorem-2:squared-comparator-from-0",
        "ops.theorem-2:repaired",
        "no C, q, delta_min: any row-stochastic W(t); at weights that stay 1",
        _PUSH,
    ),
    Sharper(
        "ops.theorem-2:squared",
        "ops.theorem-2:repaired-inside",
        "the same for rounds 1 to T, all vectors inside",
        {**_PUSH, "inverse_weights": ("n*(t + 1)",)},
    ),
    Sharper(
        "alidpfl.maximum:upper-bound", "alidpfl.maximum:repaired", "the largest value itself", {"x": ("1/2",)}
    ),
    Sharper(
        "nesterov2004.sublinear-rate:corollary",
        "nesterov2004.sublinear-rate:sharp",
        "a quarter for large t",
        {"L": ("1",), "eta": ("1/L",), "error2": ("1",), "t": ("0", "1", "10", "1000")},
    ),
    Sharper(
        "gower2019.theorem-3-1:main",
        "gower2019.theorem-3-1:sharp",
        "half of the floor, where noise does not depend on the model",
        {**_FLOOR, "eta": ("1/(2*L)", "1/(20*L)")},
    ),
    Sharper(
        "gower2019.theorem-3-1:main",
        "gower2019.theorem-3-1:sharp",
        "steps twice as long",
        {"L": ("1",)},
        "eta",
    ),
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
        _DPSGD,
        over=("D2", "1"),
    ),
    Sharper(
        "lian2017.theorem-1:not-convex",
        "lian2017.theorem-1:sharp",
        "no n, 1 for 9, 1/2 for D_1 on the left",
        _DPSGD,
    ),
    Sharper(
        "khaled2020.different-data:main",
        "khaled2020.different-data:sharper",
        "6/5, 6/5 and 6 for 4, 20 and 16, where noise does not depend on the model",
        {
            **{
                "N": ("1", "10", "100"),
                "L": ("1",),
                "H": ("1", "2", "10"),
                "eta": ("1/(8*L*H)", "1/(80*L*H)"),
            },
            **{"error2": ("1",), "sigma2_star": ("1/10", "1"), "t": ("10", "1000")},
        },
    ),
    Sharper(
        "koloskova2020.descent-nonconvex:main",
        "koloskova2020.descent-nonconvex:sharp",
        "half the disagreement, twice the descent",
        {**_NONCONVEX, "sigma2": ("0",)},
    ),
    Sharper(
        "koloskova2020.descent-nonconvex:noisy",
        "koloskova2020.descent-nonconvex:noisy-sharp",
        "half of the noise too",
        _NONCONVEX,
    ),
    Sharper(
        "koloskova2020.descent-nonconvex:main",
        "koloskova2020.descent-nonconvex:sharp",
        "steps four times as long",
        _NONCONVEX,
        "eta",
    ),
)
