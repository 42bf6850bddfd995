"""What tables of gradient methods share: facts of smooth, strongly convex losses and of mixing, metrics, constants.

Vectors are stacked models, one block a client; o is w* at every client. F is the sum of the clients' losses, each at
its own model, so that F(J(x)) is K times the loss of the mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..formal import Operator
from ..table import Table, renamed


def contraction(W: str, rho: str) -> tuple[str, str]:
    """The rule that rho bounds the norm of W - J."""
    return "u", f"sq({W}(u) - J(u)) <= {rho}**2*sq(u - J(u))"


def at_most(W: str, bound: str) -> tuple[str, str]:
    """The rule that no eigenvalue of W off the ones is above the bound."""
    return "u", f"dot(u, {W}(u)) - sq(J(u)) <= {bound}*sq(u - J(u))"


# Losses F_k that are mu-strongly convex and L-smooth.
SMOOTH = {
    "monotone": ("u v", "dot(grad(u) - grad(v), u - v) >= mu*sq(u - v)"),
    "smooth": ("u v", "dot(grad(u) - grad(v), u - v) <= L*sq(u - v)"),
    "cocoercive": ("u v", "(L + mu)*dot(grad(u) - grad(v), u - v) >= L*mu*sq(u - v) + sq(grad(u) - grad(v))"),
    "cocoercive_convex": ("u v", "L*dot(grad(u) - grad(v), u - v) >= sq(grad(u) - grad(v))"),
    "lipschitz": ("u v", "sq(grad(u) - grad(v)) <= L**2*sq(u - v)"),
    "below": ("u v", "F(u) >= F(v) + dot(grad(v), u - v) + mu/2*sq(u - v)"),
    "above": ("u v", "F(u) <= F(v) + dot(grad(v), u - v) + L/2*sq(u - v)"),
    "interpolation": (
        "u v",
        "2*(L - mu)*(F(u) - F(v) - dot(grad(v), u - v))"
        " >= sq(grad(u) - grad(v)) + mu*L*sq(u - v) - 2*mu*dot(grad(u) - grad(v), u - v)",
    ),
    "interpolation_convex": ("u v", "2*L*(F(u) - F(v) - dot(grad(v), u - v)) >= sq(grad(u) - grad(v))"),
    "least": ("u", "F(u) >= minima_sum"),
    "steep": ("u", "sq(grad(u)) <= 2*L*(F(u) - minima_sum)"),
    "curved": ("u", "sq(grad(u)) >= 2*mu*(F(u) - minima_sum)"),
}
# The loss of all at every client's model: mean_F(u) is (1/K) sum_k F(u_k), F the mean loss. steep_sum(u) is the sum of
# 2 L_k (F_k(u_k) - F_k^*), curved_sum(u) that of 2 mu_k (F_k(u_k) - F_k^*).
OF_LOSSES = frozenset({"F", "mean_F", "own_F", "steep_sum", "curved_sum"})
EVERYWHERE_LEVEL = {
    "mean_F_above": ("u v", "K*mean_F(u) <= F(J(v)) + dot(J(grad(J(v))), J(u) - J(v)) + L/2*sq(u - J(v))"),
    "mean_F_least": ("u", "K*mean_F(u) >= F(o)"),
}
EVERYWHERE = EVERYWHERE_LEVEL | {
    "mean_F_below": ("u v", "K*mean_F(u) >= F(J(v)) + dot(J(grad(J(v))), J(u) - J(v)) + mu/2*sq(u - J(v))"),
    "own_steep": ("u", "sq(grad(u)) <= steep_sum(u)"),
    "steep_most": ("u", "steep_sum(u) <= 2*L*(F(u) - minima_sum)"),
    "own_curved": ("u", "sq(grad(u)) >= curved_sum(u)"),
    "curved_least": ("u", "curved_sum(u) >= 2*mu*(F(u) - minima_sum)"),
}
# The mean loss, read at vectors whose blocks are all equal: J(grad(J(u))) is its gradient there.
MEAN = {
    "mean_cocoercive": (
        "u v",
        "(L + mu)*dot(grad(J(u)) - grad(J(v)), J(u) - J(v))"
        " >= L*mu*sq(J(u) - J(v)) + sq(J(grad(J(u))) - J(grad(J(v))))",
    ),
    "mean_cocoercive_convex": (
        "u v",
        "L*dot(grad(J(u)) - grad(J(v)), J(u) - J(v)) >= sq(J(grad(J(u))) - J(grad(J(v))))",
    ),
    "mean_interpolation_convex": (
        "u v",
        "2*L*(F(J(u)) - F(J(v)) - dot(grad(J(v)), J(u) - J(v))) >= sq(J(grad(J(u))) - J(grad(J(v))))",
    ),
    "mean_steep": ("u", "sq(J(grad(J(u)))) <= 2*L*(F(J(u)) - F(o))"),
    "mean_curved": ("u", "sq(J(grad(J(u)))) >= 2*mu*(F(J(u)) - F(o))"),
}
# F is mu_mean-strongly convex and L_mean-smooth, the means of the clients' constants by their shares.
MEANS = {"mu_mean": "mu_mean >= mu", "L_mean": "L_mean <= L", "means": "L_mean >= mu_mean"}


def overall(rules: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """The rules of F among these, by the means of the clients' constants."""
    of_all = {
        name.replace("mean_", "overall_"): rule
        for name, rule in rules.items()
        if name.startswith("mean_") and name not in EVERYWHERE
    }
    return renamed(of_all, L="L_mean", mu="mu_mean")


OVERALL = overall(
    MEAN
    | {
        "mean_monotone": ("u v", "dot(grad(J(u)) - grad(J(v)), J(u) - J(v)) >= mu*sq(J(u) - J(v))"),
        "mean_below": ("u v", "F(J(u)) >= F(J(v)) + dot(grad(J(v)), J(u) - J(v)) + mu/2*sq(J(u) - J(v))"),
        "mean_above": ("u v", "F(J(u)) <= F(J(v)) + dot(grad(J(v)), J(u) - J(v)) + L/2*sq(J(u) - J(v))"),
    }
)
DIAGONAL = Operator(left=False, right=False)  # a factor of each client's own
# own_L(u) and own_mu(u) are u with client k's part times L_k, mu_k.
OWN_ABOVE = {
    "own_smooth": ("u v", "dot(grad(u) - grad(v), u - v) <= dot(own_L(u - v), u - v)"),
    "own_lipschitz": ("u v", "sq(grad(u) - grad(v)) <= sq(own_L(u - v))"),
    "own_above": ("u v", "F(u) <= F(v) + dot(grad(v), u - v) + dot(own_L(u - v), u - v)/2"),
    "own_L_most": ("u", "dot(own_L(u), u) <= L*sq(u)"),
    "own_L_square": ("u", "sq(own_L(u)) <= L*dot(own_L(u), u)"),
}
OWN = OWN_ABOVE | {
    "own_monotone": ("u v", "dot(grad(u) - grad(v), u - v) >= dot(own_mu(u - v), u - v)"),
    "own_cocoercive": (
        "u v",
        "dot(grad(u) - grad(v), own_L(u - v) + own_mu(u - v))"
        " >= dot(own_L(u - v), own_mu(u - v)) + sq(grad(u) - grad(v))",
    ),
    "own_below": ("u v", "F(u) >= F(v) + dot(grad(v), u - v) + dot(own_mu(u - v), u - v)/2"),
    "own_mu_least": ("u", "dot(own_mu(u), u) >= mu*sq(u)"),
    "own_order": ("u", "dot(own_L(u), u) >= dot(own_mu(u), u)"),
}
# W symmetric with rows that sum to 1 and eigenvalues from -1 to 1; lam the norm of W - J, lam_n its least eigenvalue.
MIXING = {
    "mixing": contraction("W", "lam"),
    "shorter": ("u", "sq(W(u)) <= sq(u)"),
    "spectrum": ("u", "dot(u - W(u), W(u) - lam_n*u) >= 0"),
    "spectrum_flat": ("u", "dot(lam*(u - J(u)) - (W(u) - J(u)), W(u) - J(u) - lam_n*(u - J(u))) >= 0"),
    "largest": ("u", "dot(u - J(u), W(u)) <= lam*sq(u - J(u))"),
    "smallest": ("u", "dot(u, W(u)) >= lam_n*sq(u)"),
}
# Client k's gradient times its share m_k/m: F is the sum of the scaled losses F~_k, grad stacks their gradients. F~_k
# is flattest-strongly convex and sharpest-smooth; the loss of all, F(J(x)), whose gradient is K J(grad(J(x))), is
# mu-strongly convex and L-smooth, as the shares sum to 1. own_grad stacks the gradients of the F_k themselves, own_F
# sums the F_k, steep_sum(x) is the sum of 2 L_k (F_k - F_k^*), curved_sum(x) that of 2 mu_k (F_k - F_k^*).
SCALED = renamed(SMOOTH, L="sharpest", mu="flattest", minima_sum="tilde_minima_sum") | {
    "mean_cocoercive": (
        "u v",
        "(L + mu)*dot(grad(J(u)) - grad(J(v)), J(u) - J(v))"
        " >= L*mu*sq(J(u) - J(v))/K + K*sq(J(grad(J(u))) - J(grad(J(v))))",
    ),
    "mean_below": ("u v", "F(J(u)) >= F(J(v)) + dot(grad(J(v)), J(u) - J(v)) + mu/(2*K)*sq(J(u) - J(v))"),
    "mean_above": ("u v", "F(J(u)) <= F(J(v)) + dot(grad(J(v)), J(u) - J(v)) + L/(2*K)*sq(J(u) - J(v))"),
    "mean_steep": ("u", "K*sq(J(grad(J(u)))) <= 2*L*(F(J(u)) - F(o))"),
    "mean_curved": ("u", "K*sq(J(grad(J(u)))) >= 2*mu*(F(J(u)) - F(o))"),
    "mean_lipschitz": ("u v", "K*sq(J(grad(u)) - J(grad(v))) <= L**2*sq(u - v)"),
    "share": ("u", "sq(grad(u)) <= sq(own_grad(u))"),
    "own_steep": ("u", "sq(own_grad(u)) <= steep_sum(u)"),
    "own_curved": ("u", "sq(own_grad(u)) >= curved_sum(u)"),
    "curved_least": ("u", "curved_sum(u) >= 2*mu*(own_F(u) - minima_sum)"),
    "own_least": ("u", "own_F(u) >= minima_sum"),
}
CURVATURE = {"mu": "mu > 0", "L": "L > 0", "order": "L >= mu"}
NETWORK = {
    "K": "K > 0",
    "clients": "K >= 2",
    "lam_low": "lam >= 0",
    "lam_high": "lam <= 1",
    "lam_n_low": "lam_n >= -lam",
    "lam_n_high": "lam_n <= lam",
}
# Of B rounds in a row, each a window: lam_all_windows bounds the product of their W less J, lam_windows where the first
# of them is 1 or later. Mixing alone carries x from the first round of a window to `ahead(carried)`.
WINDOWS = {
    "window_rounds": "B >= 1",
    "windows_low": "lam_windows >= 0",
    "windows_order": "lam_windows <= lam_all_windows",
    "windows_high": "lam_all_windows <= 1",
}
OVER_WINDOWS = {
    "window": ("", "sq(ahead(carried) - J(x)) <= lam_all_windows**2*sq(x - J(x))"),
    "window_later": ("", "t*sq(ahead(carried) - J(x)) <= t*lam_windows**2*sq(x - J(x))"),
}
WINDOWED = "; lam_all_windows bounds the products of B rounds, lam_windows those that begin at rounds t >= 1"


def run_of(
    about: str, program: Mapping[str, str], let: Mapping[str, str], start: Mapping[str, str], common: bool
) -> Table:
    """The run of a program in its own words: state -> its next value; `let` names what several lines use.

    start: state -> its text at round 0, over the model at round 0 and what follows from it; the first state is the
    model, and is known to metrics as x.
    """
    model = next(iter(program))
    return Table(
        about,
        vectors={"w0": {"still": common}},
        states=program,
        start={name: "w0" if name == model else start.get(name, "0*w0") for name in program},
        lets={**({} if model == "x" else {"x": model}), **let},
    )


def over_windows(table: Table) -> Table:
    """The table of a W that changes, with its windows of B rounds; `about` says them where it speaks of W."""
    return table.more(
        numbers=dict.fromkeys(("B", "lam_windows", "lam_all_windows"), 0),
        facts=WINDOWS,
        natural=("B",),
        states={"carried": "W(carried)"},
        window="B",
        opened={"carried": "x"},
        rules=OVER_WINDOWS,
    )


def with_average(table: Table) -> Table:
    """With the sum of the models of all rounds: a convex loss at their average is at most the average of the losses."""
    return table.more(
        states={"total": "total + x"},
        start={"total": "0*x"},
        rules={"jensen": ("", "t*gap_of_average(t) <= sum(past < t, gap(past))")},
        metrics={"gap_of_average": table.metrics["gap"].replace("F(J(x))", "F(J(total)/t)")},
    )


def with_potential(table: Table, W: str, top: str, moving: bool = False) -> Table:
    """With the vector of mean 0 that I - W takes to the gradients at w*.

    These have mean 0, and W is symmetric with W J = J and no eigenvalue above `top` beside that of the ones; so where
    top < 1, I - W is invertible on vectors of mean 0.
    """
    return table.more(
        vectors={"potential": {"flat": True, "moving": moving}},
        rules={"potential": ("", f"potential - {W}(potential) == grad(o)")},
        premises={"potential": f"{top} < 1"},
    )


STEPS = {"eta": "eta > 0", "delta": "delta > 0", "Gamma": "Gamma > 0"}
METRICS = {
    "spread2": "sq(x - J(x))",
    "spread": "norm(x - J(x))",
    "error2": "sq(J(x) - o)/K",
    "error": "norm(J(x) - o)/sqrt(K)",
    "distance2": "sq(x - o)",
    "distance": "norm(x - o)",
}
LOSSES = {
    "gap": "(F(J(x)) - F(o))/K",
    "local_gaps": "F(x) - minima_sum",
    "gradients2": "sq(grad(x))",
    "mean_gradient2": "sq(J(grad(x)))/K",
    "global_gradient2": "sq(J(grad(J(x))))/K",
    "dissimilarity2": "sq(grad(J(x)) - J(grad(J(x))))/K",
    "alignment": "dot(J(grad(x)), grad(J(x)))/K",
}
OF_CLIENTS = {"F_of_clients": "mean_F(x) - F(o)/K"}
EVERYWHERE_METRICS = OF_CLIENTS | {
    "steep_gaps": "steep_sum(x)",
    "curved_gaps": "curved_sum(x)",
}
CONSTANTS = {"gstar": "norm(grad(o))", "eps0": "start(F(x)) - minima_sum", "Fstar": "F(o)/K"}
# What stays true of losses that are not convex: each client's least value is attained, o is a minimizer of their mean.
LEVEL = {name: SMOOTH[name] for name in ("lipschitz", "smooth", "above", "least", "steep")} | {
    "mean_steep": MEAN["mean_steep"],
    "mean_least": ("u", "F(J(u)) >= F(o)"),
}
CONVEX = {
    "convex": ("u v", "F(u) >= F(v) + dot(grad(v), u - v)"),
    **{name: SMOOTH[name] for name in ("above", "lipschitz", "cocoercive_convex", "interpolation_convex")},
    **{name: MEAN[name] for name in ("mean_cocoercive_convex", "mean_interpolation_convex", "mean_steep")},
    "mean_least": LEVEL["mean_least"],
}
# The largest length of one client's block.
BLOCKS = {
    "block": ("u", "far(u) <= norm(u)"),
    "block_sign": ("u", "far(u) >= 0"),
    "blocks": ("u", "sq(u) <= K*far(u)**2"),
    "block_off_mean": ("u", "K*far(u - J(u))**2 <= (K - 1)*sq(u - J(u))"),
    "block_mixing": ("u", "far(W(u)) <= far(u)"),
    "block_triangle": ("u v", "far(u + v) <= far(u) + far(v)"),
}
# Where the graph of every W is connected and clients keep a share of their own: 1 - lambda_2 is at least `least` times
# the second eigenvalue of a Laplacian, which is at least 8/K^2 (`networks.GRAPHS`), and 1 + lambda_K at least 2 own.
OF_GRAPHS = {"spectral_gap": ("", "K**2*(1 - lam) >= 8*least"), "least_half": ("", "2*least <= 1")}
ONE_W = "the same W in every round"
WEIGHTS = "W symmetric, nonnegative, its rows sum to 1"
DOUBLY = "W nonnegative, its rows and columns sum to 1"
SIGNED = "W symmetric, entries of either sign, its rows sum to 1, its eigenvalues from -1 to 1"
ABOUT = f"{WEIGHTS}; every F_k mu-strongly convex and L-smooth; F the mean of the F_k"


# What a table has of a network with one W, or one a round, and of clients: convex ones, and those of any curvature.
ON_A_NETWORK: dict[str, Any] = {
    "numbers": dict.fromkeys(("K", "lam", "lam_n"), 0),
    "facts": NETWORK,
    "natural": ("K",),
    "operators": {"W": Operator()},
    "rules": MIXING,
}
_CLIENTS: dict[str, Any] = {
    "vectors": {"o": {"still": True}},
    "gradients": ("grad",),
    "flat_at": "o",
    "lets": CONSTANTS,
}
CONVEX_CLIENTS = _CLIENTS | {
    "numbers": dict.fromkeys(("mu", "L", "mu_mean", "L_mean", "minima_sum"), 0),
    "facts": CURVATURE | MEANS,
    "operators": dict.fromkeys(("own_L", "own_mu"), DIAGONAL),
    "functions": ("F", "mean_F", "steep_sum", "curved_sum"),
    "rules": SMOOTH | MEAN | OVERALL | EVERYWHERE | OWN,
    "metrics": LOSSES | EVERYWHERE_METRICS,
}
SMOOTH_CLIENTS = _CLIENTS | {
    "numbers": dict.fromkeys(("L", "minima_sum"), 0),
    "facts": {"L": CURVATURE["L"]},
    "operators": {"own_L": DIAGONAL},
    "functions": ("F", "mean_F"),
    "rules": LEVEL | EVERYWHERE_LEVEL | OWN_ABOVE,
    "metrics": LOSSES | OF_CLIENTS,
}


def convex(L: str) -> dict[str, tuple[str, str]]:
    """Rules of losses that are convex and L-smooth, L a number of that name."""
    return renamed(CONVEX, L=L)
