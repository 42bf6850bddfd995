"""The method `fast`: any-time and certified, in up to four phases, each of which goes on from the best weights so far.

- `cuts`, for the mean on symmetric networks: one weight for all links that symmetry does not tell apart; often it
  closes the gap alone.
- `lowrank`, for the mean and w >= 0 on large sparse networks: closes the gap to a few percent in a fraction of the time
  of the others, and its weights and multipliers are where the splitting starts.
- `splitting`, on any network: best where links are many and mixing is quick.
- `interior`, for the mean, and `moment_interior`, up to some thousand links: any gap above rounding, on any network.
  The splitting is given a share of the work that it takes, so that together they take little more than the quicker one.
  Small networks go to it after a few cuts.

Budgets are work, counted from the sizes alone: the answer does not depend on the machine's speed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..method import Answer, Request
from ..norms import AffineNorm
from ..objectives import Mean
from ..problem import Problem
from ..result import Status
from .anytime import Anytime, tolerance
from .cuts import reduce_by_orbits
from .interior import close_gap, likely_links
from .learning import learn
from .lowrank import LowRankDual, climb
from .moment_interior import close_moment_gap
from .norm_cuts import by_cuts
from .norms import MOST_ROWS, least_norm
from .small import MOST as SMALLEST
from .small import one_weight, solve_small
from .splitting import MAX_ITERATIONS, split

__all__ = ["fast"]

MOST_NODES, MOST_LINKS = 2000, 6000  # of the interior-point method: a gigabyte
MOST_LINKS_OF_MOMENT = 2000  # keeps a dozen arrays of links by links
SHARE, LEAST = 0.25, 1e8  # of its work that the splitting is given, and work that it has in any case
EARLY = (
    2e7  # work after which it leaves a dense network to the interior-point method, if few links carry weight
)
SMALL = 5e7  # work of the interior-point method up to which the phases before it cost more than they save


def fast(request: Request) -> Answer:
    """The method `fast` of `optimize`."""
    if isinstance(request.problem.objective, AffineNorm):
        few = sum(request.problem.objective.affine(request.network).base.shape) <= MOST_ROWS
        return (least_norm if few else by_cuts)(request)
    if not request.problem.objective.is_modulus:
        return learn(request)
    problem, run = request.problem, Anytime(request)
    with run.stoppable():
        mean = not problem.objective.counts_losses
        if not mean and not problem.spread.any():
            _by_the_mean(run)
        if request.start is not None or (request.deadline is not None and problem.n <= MOST_NODES):
            run.first_look()
        elif request.before is not None:
            run.take_known()
        if not run.finished():
            for phase in _phases(problem, mean):
                phase(problem, run)
                if run.finished():
                    break
            else:
                run.status = Status.INEXACT
    return run.answer()


def _phases(problem: Problem, mean: bool) -> list[Callable[[Problem, Anytime], None]]:
    """What is tried on such a problem, in this order, until the gap is closed."""
    interior = close_gap if mean else close_moment_gap
    within_reach = _within_reach(problem)
    if within_reach and _interior(problem.n, problem.m) <= SMALL:
        symmetric = [one_weight, solve_small] if problem.n <= SMALLEST else [one_weight]
        return [*(symmetric if mean else []), interior, _first_order]
    return [*([reduce_by_orbits] if mean else []), _first_order, *([interior] if within_reach else [])]


def _first_order(problem: Problem, run: Anytime) -> None:
    """The methods of first order."""
    mean, dual = not problem.objective.counts_losses, None
    if problem.is_sparse and mean and not problem.signed:
        dual = LowRankDual(problem, run.start(), tolerance(run.request.gap))
        climb(dual, run)
    if not run.finished():
        most = _iterations(problem, max(SHARE * _interior(problem.n, problem.m), LEAST))
        early = _iterations(problem, EARLY) if mean and most < MAX_ITERATIONS else MAX_ITERATIONS
        split(problem, run, dual, most, lambda done: done >= early and _few_links(problem, run))


def _by_the_mean(run: Anytime) -> None:
    """On reliable links the second moment is rho squared: offer the mean's optimum, for half of the gap, as
    d(rho^2) = 2 rho d rho.

    For Y = U U' - V V' of the mean, U and V belong to eigenvalues near rho and -rho, and the linearisation at w of
    <U U' + V V', (I - J - L)^2> has the slopes 2 rho c_e: the mean's cover, times 2 rho.
    """
    request, problem, mean = run.request, run.request.problem, Mean()
    half = replace(request, gap=request.gap / 2, share=request.share / 2, progress=None)
    answer = fast(replace(half, problem=replace(problem, objective=mean)))
    given = answer.certificate
    assert isinstance(given, Certificate)
    rho = mean.lower_bound(request.network, given, problem.signed)
    both = np.hstack([given.plus, given.minus])
    cover = None if given.cover is None else 2 * rho * given.cover
    W = mean.matrix(request.network, answer.weights, problem.signed)
    run.due(answer.iterations)
    run.status = answer.status if answer.status is Status.INTERRUPTED else None
    proof = partial(certify, problem, both, both[:, :0], answer.weights, cover)
    run.look(answer.weights, lambda _: mean.value(W) ** 2, proof)


def _within_reach(problem: Problem) -> bool:
    """Whether the interior-point method applies."""
    most = MOST_LINKS_OF_MOMENT if problem.objective.counts_losses else MOST_LINKS
    return problem.n <= MOST_NODES and problem.m <= most


def _few_links(problem: Problem, run: Anytime) -> bool:
    """Whether few enough links may carry weight for the interior-point method to be quicker from here on."""
    links = len(likely_links(problem, run))
    return links < problem.m and _interior(problem.n, links) <= LEAST


def _interior(n: float, m: float) -> float:
    """Work of the interior-point method; a unit is what one core of 2024 does in about a nanosecond."""
    return 15 * (0.8 * n**3 + 0.011 * m**3 + 5 * m**2 + 2e6)


def _iterations(problem: Problem, work: float) -> int:
    """Iterations of the splitting that are this work; no limit where the interior-point method does not apply."""
    if not _within_reach(problem):
        return MAX_ITERATIONS
    n = float(problem.n)
    iteration = 4e3 * n if problem.is_sparse else 0.4 * n**3 + 2e5
    return int(work / iteration)
