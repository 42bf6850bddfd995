"""Calls of CVXPY: whether memory will do, silence where a proof follows, and how to leave what cannot be stopped."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

from mixproof.spectral.errors import InputError

__all__ = ["NoSolution", "check_memory", "solve", "waiting"]

T = TypeVar("T")


class NoSolution(RuntimeError):
    """The solver returned no point at all."""


def solve(statement: Any, solver: str = "CLARABEL", **options: Any) -> None:
    """Solve a CVXPY problem. Its warning that the answer may be inaccurate is not shown: what is proved of the answer
    says by how much. Raises NoSolution where the solver fails."""
    import cvxpy as cp

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            statement.solve(solver=solver, **options)
        except cp.SolverError as error:
            raise NoSolution(str(error)) from error


def check_memory(size: str, cones: int, order: int, advice: str = "") -> None:
    """InputError where semidefinite cones of this order would fill this machine's memory.

    Of each cone of order k Clarabel keeps dense k(k+1)/2 x k(k+1)/2 matrices: measured, some eight in all.
    """
    needed = 8 * cones * (order * (order + 1) // 2) ** 2 * 8
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > memory:
        rule = f"needs about {needed / 1e9:.0f} GB, there are {memory / 1e9:.0f}{advice}"
        raise InputError("method", size, rule)


def waiting(work: Callable[[], T], seconds: float | None = None) -> T:
    """The result of `work`, done in a thread that Ctrl-C leaves behind: the solvers cannot be told to stop.

    Raises TimeoutError after so many seconds.
    """
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=run, daemon=True).start()
    return outcome.result(seconds)
