"""The second moment on reliable links is rho squared: the weights of the mean's optimum, and its dual matrix.

There phi(w) = ||I - J - L(w)||^2. For Y = U U' - V V' of the mean, U and V belong to eigenvalues near rho and -rho, and
the linearisation at w of <U U' + V V', (I - J - L)^2> has the slopes 2 rho c_e: the mean's cover, times 2 rho.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mixproof.spectral.mixing import MixingMatrix

from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..method import Answer, Request
from ..objectives import Mean
from ..result import Status
from .anytime import Anytime

__all__ = ["by_the_mean"]


def by_the_mean(run: Anytime, solve: Callable[[Request], Answer]) -> None:
    """Offer the answer of `solve` for the mean; for half of the gap, as d(rho^2) = 2 rho d rho."""
    request, problem = run.request, run.request.problem
    mean = replace(problem, objective=Mean())
    answer = solve(
        replace(request, problem=mean, gap=request.gap / 2, share=request.share / 2, progress=None)
    )
    given = answer.certificate
    assert isinstance(given, Certificate)
    rho = Mean().lower_bound(request.network, given, problem.signed)
    both = np.hstack([given.plus, given.minus])
    cover = None if given.cover is None else 2 * rho * given.cover
    W = MixingMatrix.from_edge_weights(request.network, answer.weights, signed=problem.signed)
    run.due(answer.iterations)
    run.status = answer.status if answer.status is Status.INTERRUPTED else None
    run.look(
        answer.weights,
        lambda _: Mean().value(W) ** 2,
        lambda: certify(problem, both, both[:, :0], answer.weights, cover),
    )
