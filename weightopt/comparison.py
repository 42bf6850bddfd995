"""Every method's weights for one network: the same question, the same measures, one row each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral import Network, as_network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import Table

from .comparison_rows import LEARNING_NODES, Compared, rows
from .goals import objective_value
from .heterogeneity import label_shares
from .optimize import METHODS, optimize
from .result import OptimizedWeights, Status

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .method import Progress

__all__ = ["Comparison", "compare"]

GAP_OF_NODES = 1e-3  # of the methods that run on the nodes, message by message
TIME_LIMIT = 120.0  # seconds, of a method
SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2)  # of its time: a silent method is cut short there
LEARNING = "learning"
SEMIDEFINITE_NODES = 60  # takes a minute and 0.6 GB there, 20 GB at 200: beyond, only when it is named


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Table, Sequence[Compared]):
    """What `compare` found: one `Compared` a method, smallest rho of the mean matrix first; and the labels it knew."""

    found: tuple[Compared, ...]
    labels: Any = None

    @overload
    def __getitem__(self, index: int) -> Compared: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Compared]: ...
    def __getitem__(self, index: int | slice) -> Compared | Sequence[Compared]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    @property
    def best(self) -> OptimizedWeights:
        """The answer of the first."""
        return self.found[0].best

    def rows(self) -> list[dict[str, Any]]:
        """What `mixproof compare --json` prints, without the bounds of theorems: see the function `rows`."""
        return rows(self.found, labels=self.labels)

    def title(self) -> str:
        network = self.best.weights.network
        return f"Comparison on {network.n} nodes, {network.m} links"

    def header(self) -> Sequence[str]:
        return "method", "rho", "objective", "value", "optimum >=", "relative gap", "seconds", "messages"

    def cells(self) -> list[Sequence[str]]:
        cells: list[Sequence[str]] = []
        for name, best in ((one.name, one.best) for one in self.found):
            messages = "-" if best.messages is None else str(best.messages)
            rho, value, bound = (f"{x:.6g}" for x in (_mean(best), best.value, best.lower_bound))
            gap = f"{best.relative_gap:.2e}"
            cells.append((name, rho, best.objective, value, bound, gap, f"{best.seconds:.3g}", messages))
        return cells

    def plot(self, ax: Axes | None = None) -> Axes:
        """Certified gap of each method that searches against seconds; both axes logarithmic."""
        from .figures import draw_gaps

        return draw_gaps(self.found, ax)


def compare(
    network: Any,
    methods: Sequence[str] | None = None,
    *,
    attribute: str | None = None,
    labels: Any = None,
    progress: Callable[[str], object] | None = None,
) -> Comparison:
    """Every method that applies to the network, smallest rho of the mean matrix first.

    Over lossy links also the weights that are best for the exact second moment, and up to 1000 nodes those that are
    best for learning. Methods on the nodes go to a certified gap of 1e-3; a method may take two minutes. network,
    attribute: as `optimize` takes them. methods: names of `weightopt.METHODS`, or `learning`; None for all, the
    semidefinite program up to 60 nodes. labels: (n, classes) counts or shares of what nodes learn, known to `learning`.
    progress: called with each method's name before it is run.
    Raises InputError for an unknown name, labels that are none, or when no method applies; KeyboardInterrupt when one
    was interrupted.

    >>> [compared.name for compared in compare("path:n=3", ["metropolis", "fast"])]
    ['fast', 'metropolis']
    """
    if methods is not None and (isinstance(methods, str) or not isinstance(methods, Iterable)):
        raise InputError("methods", methods, "a list of names")
    if unknown := [
        name for name in methods or () if not isinstance(name, str) or name not in (*METHODS, LEARNING)
    ]:
        raise InputError("method", unknown[0], f"one of {', '.join((*METHODS, LEARNING))}")
    graph = as_network(network, attribute or "p")
    shares = None if labels is None else label_shares(labels, graph.n)
    if methods is None:
        methods = [name for name in METHODS if name != "cvxpy" or graph.n <= SEMIDEFINITE_NODES]
        methods += [LEARNING] if graph.n <= LEARNING_NODES else []
    chosen = dict.fromkeys(methods)
    wanted = [("fast", LEARNING) if name == LEARNING else (name, "mean") for name in chosen]
    wanted += [("fast", "second-moment")] if graph.is_lossy and "fast" in chosen else []
    found, refusal = [], None
    for name, objective in wanted:
        if progress is not None:
            progress(name)
        try:
            found.append(_run(graph, name, objective, shares if objective == LEARNING else None))
        except InputError as error:  # not for this network: uniform weights need a regular one
            refusal = error
    if not found:
        raise refusal or InputError("methods", "none", "at least one")
    return Comparison(tuple(sorted(found, key=lambda one: round(_mean(one.best), 6))), shares)


def _run(graph: Network, name: str, objective: str, shares: NDArray[np.float64] | None) -> Compared:
    def solve(
        network: Network, limit: float = TIME_LIMIT, progress: Progress | None = None
    ) -> OptimizedWeights:
        gap = GAP_OF_NODES if name.startswith("distributed") else None
        known = shares if network is graph else None
        options: dict[str, Any] = {"gap": gap, "time_limit": limit, "progress": progress}
        best = optimize(network, objective, method=name, heterogeneity=known, **options)
        if best.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        return best

    with suppress(InputError):
        solve(parse_network("path:n=3"))  # loads the libraries, which is not timed
    told: list[tuple[float, float, float, float]] = []
    began = time.perf_counter()

    def note(iteration: int, value: float, lower: float) -> None:
        told.append((time.perf_counter() - began, iteration, value, lower))

    best = solve(graph, progress=note)
    each = np.nan if best.messages is None else best.messages / max(best.iterations, 1)
    curve = [(seconds, each * iteration, value, lower) for seconds, iteration, value, lower in told]
    if best.messages and not told:
        curve = [_end(solve(graph, share * best.seconds)) for share in SHARES]
    return Compared(best, np.array([*curve, _end(best)]))


def _end(best: OptimizedWeights) -> tuple[float, float, float, float]:
    messages = np.nan if best.messages is None else float(best.messages)
    return best.seconds, messages, best.value, best.lower_bound


def _mean(best: OptimizedWeights) -> float:
    return best.rho if best.objective == "mean" else objective_value(best.weights)
