"""The worst case of a declared algorithm after T rounds, certified from above and reached from below."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mixproof.spectral.checks import count, of_kind
from mixproof.spectral.errors import InputError
from mixproof.spectral.plots import COLOURS, axes_of

from ...algorithms.declaration import Algorithm
from ...algorithms.library import algorithm as named
from ...kernel.statement import check
from .certificate import certified, value_of
from .derive import derived
from .dual import Windows
from .inputs import Number, exact, initial, pair, rows, validate
from .statement import Statement
from .trace import Trace, trace
from .witness import extremal, witness

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["METRICS", "START", "WorstCase", "worst_case"]

METRICS = ("error2", "spread2", "gap")
CLOSE = Fraction(1, 10**4)
START: Mapping[str, int] = {"error2": 1, "spread2": 0, "gstar2": 1}
LARGE = 45  # vectors in the Gram matrix from which inequalities are windowed, and witnesses not looked for


@dataclass(frozen=True)
class WorstCase:
    """The largest value of a metric after `rounds` rounds over all clients, starts and networks of a class.

    value: an upper bound, proved by `certificate`; value_witness: a value that `witness` attains, None without one;
    both are per client (see `bounds.proofs.gram.statement`). seconds: what finding and checking took.
    The witness has the clients' losses, of curvature mu or L, where the optimum is on a line; else their answers. Both
    are records of the kernel.
    """

    statement: Statement
    metric: str
    rounds: int
    value: float
    value_witness: float | None
    certificate: Mapping[str, Any]
    witness: Mapping[str, Any] | None
    seconds: float

    def summary(self) -> str:
        """Two lines for people."""
        reached = "no witness"
        if self.witness is not None:
            who = "clients on the line reach" if "bend" in self.witness["setting"] else "a witness reaches"
            reached = f"{who} {self.value_witness:.9g}"
        left, _, bound = self.certificate["statement"]["claim"].partition(" <= ")
        told = check(self.certificate)["what"].removeprefix(f"{left} <= {bound}")
        return f"{left} <= {self.value:.9g}{told}\n{reached}; {self.seconds:.3g} s"

    def plot(
        self,
        ax: Axes | None = None,
        *,
        rounds: Sequence[int] | None = None,
        bound: Callable[[int], float] | None = None,
    ) -> Axes:
        """Worst case and witness at several rounds (default: 1, 2, 3, 5, 8, ... up to this one); a bound t -> value.

        Each round is a problem of its own. Raises InputError for a round below 1.
        """
        times = _times(self.rounds) if rounds is None else [count("rounds", t, 1) for t in rounds]
        found = [
            self if t == self.rounds else solved(_at_round(self.statement, self.metric, t)) for t in times
        ]
        ax = axes_of(ax, 4.8, 3.4)
        ax.plot(times, [case.value for case in found], "o-", color=COLOURS[0], label="worst case, certified")
        reached = [(t, case.value_witness) for t, case in zip(times, found) if case.value_witness is not None]
        if reached:
            ax.plot(*zip(*reached), "x", ms=8, color=COLOURS[1], label="reached by exact clients")
        if bound is not None:
            ax.plot(times, [bound(t) for t in times], "--", color=COLOURS[3], label="bound")
        ax.set(xlabel="round T", ylabel=_label(self.metric))
        low, high = ax.dataLim.intervaly
        if high > 10 * low > 0:
            ax.set_yscale("log")
        ax.legend(frameon=False)
        return ax


def worst_case(
    algorithm: Algorithm | str,
    *,
    L: Number,
    mu: Number,
    rounds: int,
    eta: Number | None = None,
    delta: Number | None = None,
    Gamma: Number | None = None,
    spectrum: tuple[Number, Number] | None = None,
    matrix: Sequence[Sequence[Number]] | None = None,
    metric: str = "error2",
    start: Mapping[str, Number] = START,
    witnesses: bool = True,
) -> WorstCase:
    """The worst case of a metric after `rounds` rounds, certified, and clients that come close to it.

    algorithm: declared, or a name of the library; steps eta, or delta/(t + Gamma)
    mu, L: every client is mu-strongly convex and L-smooth, 0 <= mu < L
    spectrum: (low, high): every K, every symmetric W with W 1 = 1 and its other eigenvalues in it; or matrix: this W
    metric: error2 = ||wbar - w*||^2, spread2 = ||w - 1 wbar||^2/K, or gap = F(wbar) - F(w*), at round `rounds`
    start: upper bounds on error2, spread2, distance2 (their sum) at round 0, on gstar2 = ||(grad F_k(w*))_k||^2/K and
        on eps0 = (1/K) sum_k F_k(w_k(0)) - F_k^*; spread2 = 0 is a common start. Numbers may be text, "1/3".
    witnesses: False leaves `witness` out

    Beyond 45 vectors (T = 15 for every K) only inequalities between neighbouring rounds, and with the last one, are
    used: still an upper bound, of gradient descent with eta = 1/(2L) looser by 4e-8 at T = 20 and by about 1e-5 at
    T = 50. Raises InputError for bad input, and where no proof is found: most often the metric is then not bounded by
    the start.

    >>> case = worst_case("dgd", L=1, mu="1/10", eta="1/2", spectrum=("-1/2", "1/2"), rounds=3)
    >>> round(case.value, 6), case.value_witness > 0.999 * case.value
    (0.863473, True)
    """
    declared = named(algorithm)
    of_kind("start", start, Mapping, "a mapping, name -> bound")
    if not isinstance(metric, str) or metric not in METRICS:
        raise InputError("metric", metric, f"one of {', '.join(METRICS)}")
    given = {"eta": eta, "delta": delta, "Gamma": Gamma}
    step = {name: exact(name, value) for name, value in given.items() if value is not None}
    if set(step) not in ({"eta"}, {"delta", "Gamma"}):
        raise InputError("step", ", ".join(step) or "nothing", "either eta, or delta and Gamma")
    bounds = {name: exact(name, value) for name, value in start.items()}
    statement = Statement(
        declared,
        exact("mu", mu),
        exact("L", L),
        step,
        count("rounds", rounds, 1),
        {f"{metric}({rounds})": Fraction(1)},
        tuple(initial(name, bound) for name, bound in bounds.items() if bound or name != "spread2"),
        common=bounds.get("spread2") == 0,
        spectrum=None if spectrum is None else pair("spectrum", spectrum),
        matrix=None if matrix is None else rows(matrix),
    )
    validate(statement)
    return solved(statement, witnesses)


def solved(statement: Statement, witnesses: bool = True) -> WorstCase:
    """The worst case of a statement whose objective is one metric at its last round."""
    began = time.perf_counter()
    run = trace(statement)
    told = certified(run, windows(run))
    (name,) = statement.objective
    exact_value = Fraction(0) if told is None else value_of(statement, told)
    record = None if told is None else derived(statement, exact_value, told)
    if record is None or not check(record)["proved"]:
        raise InputError("metric", name, _why_not(statement))
    value = float(exact_value)
    if Fraction(value) < exact_value:
        value = math.nextafter(value, math.inf)
    best = _best_witness(statement, exact_value) if witnesses else None
    reached, shown = (None, None) if best is None else (float(best[0]), best[1])
    seconds = time.perf_counter() - began
    return WorstCase(
        statement, name.partition("(")[0], statement.rounds, value, reached, record, shown, seconds
    )


def windows(run: Trace) -> Windows:
    """All inequalities while the Gram matrix is small, else those of clients four rounds apart and with the last call,
    and of W two rounds apart.

    Where W changes, nothing ties what different rounds mix.
    """
    if sum(run.space.sizes) <= LARGE:
        return Windows(mixes=0 if run.statement.changing else None)
    rounds = run.statement.rounds
    calls, mixes = -(-(len(run.points) - run.anchors) // rounds), -(-len(run.space.mixes) // rounds)
    return Windows(4 * calls, 0 if run.statement.changing else 2 * max(mixes, 1))


def _best_witness(statement: Statement, value: Fraction) -> tuple[Fraction, dict[str, Any]] | None:
    """The best witness over a few extremal matrices, or the first within rounding of `value`."""
    ends = statement.spectrum or (Fraction(0), Fraction(0))
    best: tuple[Fraction, dict[str, Any]] | None = None
    for W in [statement.matrix] if statement.matrix else extremal(ends):
        if sum(trace(replace(statement, matrix=W, spectrum=None)).space.sizes) > LARGE:
            continue
        found = witness(statement, W)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
        if best is not None and best[0] >= (1 - CLOSE) * value:
            break
    return best


def _why_not(statement: Statement) -> str:
    """Why there is no certificate: where a single network of the class has one, the class is what is too wide."""
    if statement.spectrum is not None and not statement.changing:
        alone = replace(statement, matrix=extremal(statement.spectrum)[0], spectrum=None)
        run = trace(alone)
        if certified(run, windows(run)) is not None:
            return (
                "no proof found over every network of the class, though there is one on a network of two nodes:"
                " give one network, by matrix= or --matrix FILE"
            )
    return (
        "no proof found: the start may not bound it; name a bound on it in start= or --at, such as gstar2=1"
    )


def _at_round(statement: Statement, metric: str, t: int) -> Statement:
    return replace(statement, rounds=t, objective={f"{metric}({t})": Fraction(1)})


def _times(last: int) -> list[int]:
    times = [1, 2]
    while times[-1] < last:
        times.append(times[-1] + times[-2])
    return sorted({t for t in times if t < last} | {last})


def _label(metric: str) -> str:
    return {
        "error2": r"$\|\bar w(T) - w^*\|^2$",
        "spread2": r"$\|w(T) - 1\bar w(T)\|^2/K$",
        "gap": r"$F(\bar w(T)) - F^*$",
    }[metric]
