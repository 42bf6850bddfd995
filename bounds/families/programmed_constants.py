"""Constants of `programmed` runs, in floats, by the names that the kernel gives them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .links import Links
from .network import norm_off_average, primitive, tension2

__all__ = ["constants"]

OF_CLIENTS = (
    *("K", "d", "m", "L", "mu", "L_mean", "mu_mean", "sharpest", "flattest", "G"),
    *("eta", "delta", "Gamma"),
    *("minima_sum", "minima_min", "minima_max", "tilde_minima_sum", "tilde_minima_min", "tilde_minima_max"),
)
OF_MATRICES = (
    *("B", "own", "least", "lam", "lam_n", "lam_later", "lam_windows", "lam_all_windows"),
    *("connected", "primitive", "union_connected"),
    *("edges", "degree", "degree_min", "diameter", "algebraic_connectivity"),
)
OF_LINKS = (
    *("rho_mean", "rho2", "lam2", "lam_low", "scatter_top", "scatter_max", "largest_weight"),
    *("weights_primitive", "links_primitive", "mean_connected", "unreliable"),
)


def constants(run: Any) -> dict[str, Callable[[], Any]]:
    """name -> function of nothing, of what the setting of a run has."""
    clients, told, network = run._clients, run._values, run.network
    parts = [
        (part, name) for part in (clients, run._model.steps) for name in OF_CLIENTS if _there(part, name)
    ]
    found: dict[str, Callable[[], Any]] = {name: partial(getattr, part, name) for part, name in parts}
    if "W" in told:
        found |= {name: partial(getattr, network, name) for name in OF_MATRICES}
        found["tension2"] = lambda: _tension2(run)
    if "P" in told:
        links = Links(told["W"], told["P"])
        found |= {name: partial(getattr, links, name) for name in OF_LINKS}
    if "draw" in told:
        W, q = told["W"], told["draw"][:, None, None]
        found["rho_mean"] = lambda: norm_off_average((q * W).sum(0))
        found["rho2"] = lambda: norm_off_average((q * (W @ W)).sum(0))
    for name, word in (("R", "pull"), ("C", "push")):
        if name in told:
            found[f"{word}_least"] = partial(_least, told[name])
            found[f"{word}_primitive"] = partial(_primitive, told[name])
    for name in ("pace", "activity"):
        if name in told:
            found[f"{name}_min"], found[f"{name}_max"] = told[name].min, told[name].max
    if "pace" in told:
        found["pace_L"] = lambda: (told["pace"] * run._losses.curves[1]).max()
    for name, value in told.items():
        if not np.ndim(value):
            found.setdefault(name, partial(float, value))
    at = partial(_at_the_start, run)
    found |= {"gstar": lambda: np.sqrt(at("sq(scale(grad(o)))")), "eps0": lambda: at("heights(start)")}
    found["Fstar"] = lambda: at("F(o)") + clients.tilde_minima_sum
    found["Fstar_mean"] = lambda: found["Fstar"]() / clients.K
    if "v" in told:
        found["sigma2"] = lambda: at("sq(noise)/K")
    return found


def _least(A: np.ndarray) -> float:
    return float(A[A > 0].min())


def _primitive(A: np.ndarray) -> float:
    return float(all(map(primitive, A)))


def _there(clients: Any, name: str) -> bool:
    try:
        return getattr(clients, name) is not None
    except (AttributeError, ArithmeticError, KeyError):
        return False


def _at_the_start(run: Any, text: str) -> float:
    return float(run.measured(text, table=True)(0))


def _tension2(run: Any) -> float:
    """`network.tension2` of the gradients at w*."""
    states = run._states(np.zeros(1, dtype=int))[0]
    star = np.array([run._losses.wstar] * run._K)
    plain = type(states)(run._K, run._d)
    return tension2(run.network, plain.sure(run._losses.grad(plain, plain.constant(star)))[0])
