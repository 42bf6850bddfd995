"""Two weightings of the same lossy links (dawo): subgradients at vectors, and convexity.

w[i, j] and w2[i, j] are the weights of the links in W[0] and W[1], p[i, j] their chances to work, 0 for i = j; W_mean
and W_other are E W_hat of both, I minus the Laplacian of w p and of w2 p.
"""

from __future__ import annotations

from ..formal import Operator
from ..table import Family, Kind, Table
from ..text import need
from .projection import SWEEP
from .smooth import at_most, contraction

NUMBERS = {"K": 0, "rho_mean": 0, "rho_other": 0, "w": 2, "w2": 2, "p": 2}
DOMAINS = {
    **{"K": "K > 0", "clients": "K >= 2", "rho_mean": "rho_mean >= 0", "rho_mean_high": "rho_mean <= 1"},
    "rho_other": "rho_other >= 0",
    **{"w": "w[i, j] >= 0", "w_top": "w[i, j] <= 1", "w_row": "sum(j, w[i, j]) <= 1"},
    **{"w2": "w2[i, j] >= 0", "w2_top": "w2[i, j] <= 1", "w2_row": "sum(j, w2[i, j]) <= 1"},
    **{"p": "p[i, j] >= 0", "p_top": "p[i, j] <= 1"},
}
MEANS = {
    "mean": contraction("W_mean", "rho_mean"),
    "other": contraction("W_other", "rho_other"),
}
ABOUT = (
    "two symmetric doubly stochastic W, nonnegative, over links that fail independently with chance 1 - p_ij"
)


def two(kind: Kind) -> Table:
    """The table of the family `links` for two W and the one halfway between them.

    h and k, of length 1 and off the mean, attain rho of the halfway E W_hat and E W_hat^2; c_i are the coordinates of
    k.
    """
    need(kind.sizes["S"] == 2, "three mixing matrices over lossy links have no table for derivations")
    scatter = "sum(i, sum(j, {}**2*p[i, j]*(1 - p[i, j])*(c[i] - c[j])**2))"
    return Table(
        f"{ABOUT}; rho_mean and rho2, rho_other and rho2_other, rho_halfway and rho2_halfway are rho of E W_hat and "
        "E W_hat^2 for the first W, for the second and for their mean",
        {**NUMBERS, **dict.fromkeys(("rho2", "rho2_other", "rho_halfway", "rho2_halfway", "m"), 0), "c": 1},
        {
            **DOMAINS,
            "halfway": "rho_halfway >= 0",
            "length": "sq(h) == 1",
            "attains": "W_mean(h) + W_other(h) == 2*m*h",
            "size": "m**2 == rho_halfway**2",
            "second_length": "sq(k) == 1",
            "second_attains": "rho2_halfway == sq((W_mean(k) + W_other(k))/2) + "
            + scatter.format("((w[i, j] + w2[i, j])/2)"),
            "scatter": "dot(k, W_second(k)) - sq(W_mean(k)) == " + scatter.format("w[i, j]"),
            "scatter_other": "dot(k, W_second_other(k)) - sq(W_other(k)) == " + scatter.format("w2[i, j]"),
        },
        natural=("K",),
        vectors={"h": {"flat": True}, "k": {"flat": True}},
        operators=dict.fromkeys(("W_mean", "W_other", "W_second", "W_second_other"), Operator()),
        rules={
            **MEANS,
            "links": at_most("W_second", "rho2"),
            "links_other": at_most("W_second_other", "rho2_other"),
        },
    )


def subgradient(kind: Kind) -> Table:
    """The table of the family `subgradient`: v and r are its vectors v and vr, less their means.

    a[i, j] = v_i - v_j and b[i, j] = r_i - r_j are their products with e[i, j], which is 1 at i and -1 at j; g and gr
    are the slopes p_ij (v_i - v_j)^2/|v|^2 at v and r; m is 1 at a link where slope_ratio is attained, 0 elsewhere.
    Sums over pairs i < j are half of those over i, j.
    """
    need(
        kind.options.get("centred", True) is True,
        "vectors that are not centred have no table for derivations",
    )
    form = "dot(v, {0}(v)) == sq(v) - sum(i, sum(j, {1}[i, j]*p[i, j]*a[i, j]**2))/2"
    return Table(
        f"{ABOUT}; vectors v and vr less their means; rho_mean, lam2 and lam_low are rho, the second and the least "
        "eigenvalue of E W_hat of the first W, rho_other and lam2_other those of the second",
        {**NUMBERS, **dict.fromkeys(("lam2", "lam_low", "lam2_other", "slope_ratio", "gamma"), 0)}
        | {"a": 2, "b": 2, "g": 2, "gr": 2, "m": 2, **SWEEP.numbers},
        {
            **DOMAINS,
            "gamma": "gamma > 0",
            "second_top": "lam2 <= rho_mean",
            "least_bottom": "lam_low >= -rho_mean",
            "apart": "dot(e[i, j], v) == a[i, j]",
            "apart_r": "dot(e[i, j], r) == b[i, j]",
            "pair": "sq(e[i, j]) <= 2",
            "form": form.format("W_mean", "w"),
            "form_other": form.format("W_other", "w2"),
            "slopes": "sq(v)*g[i, j] == p[i, j]*a[i, j]**2",
            "slopes_r": "sq(r)*gr[i, j] == p[i, j]*b[i, j]**2",
            "at": "m[i, j] >= 0",
            "at_one": "sum(i, sum(j, m[i, j])) <= 1",
            **SWEEP.facts,
            "moved": "2*sq(moved - other) == sum(i, sum(j, (w2[i, j] - w[i, j] - gamma*g[i, j])**2))",
            "steepest": "slope_ratio*(sq(v)*sq(r))**2"
            " == sum(i, sum(j, m[i, j]*(sq(r)*a[i, j]**2 - sq(v)*b[i, j]**2)**2))",
        },
        natural=("K",),
        moving=SWEEP.moving,
        vectors={"v": {"flat": True}, "r": {"flat": True}, "e": {"arity": 2}, **SWEEP.vectors},
        states=SWEEP.states,
        start=SWEEP.start,
        alike=SWEEP.alike,
        operators=dict.fromkeys(("W_mean", "W_other"), Operator()),
        rules={
            **MEANS,
            "second": at_most("W_mean", "lam2"),
            "least": ("u", "dot(u, W_mean(u)) >= lam_low*sq(u)"),
            "second_other": at_most("W_other", "lam2_other"),
            "planar": (
                "u",
                "W_mean(W_mean(u - J(u))) == (lam2 + lam_low)*W_mean(u - J(u)) - lam2*lam_low*(u - J(u))",
            ),
        },
        premises={"planar": "K <= 3"},  # off the mean there are at most two eigenvalues
        metrics=SWEEP.metrics,
        lets={
            **{**SWEEP.lets, "sweep_apart2": "left2(K)"},
            **{"norm2": "sq(v)", "normr2": "sq(r)", "inner": "dot(v, r)", "form": "dot(v, W_mean(v))"},
            "quotient": "dot(v, W_mean(v))/sq(v)",
            "quotientr": "dot(r, W_mean(r))/sq(r)",
            "quotient_other": "dot(v, W_other(v))/sq(v)",
            "residual2": "sq(W_mean(v) - quotient*v)",
            "turned2": "sq(W_mean(W_mean(v)))*sq(v) - dot(W_mean(W_mean(v)), v)**2",
            "residualr2": "sq(W_mean(r) - quotientr*r)",
            "gain": "sum(i, sum(j, g[i, j]*(w2[i, j] - w[i, j])))/2",
            "gainr": "sum(i, sum(j, gr[i, j]*(w2[i, j] - w[i, j])))/2",
            "slope_gap": "sum(i, sum(j, (g[i, j] - gr[i, j])**2))",
            "slope2": "sum(i, sum(j, g[i, j]**2))/2",
            "p2": "sum(i, sum(j, p[i, j]**2))",
            "apart2": "sum(i, sum(j, (w2[i, j] - w[i, j])**2))/2",
            "moved_apart2": "sum(i, sum(j, (w2[i, j] - w[i, j] - gamma*g[i, j])**2))/2",
        },
    )


TABLES = {"subgradient": Family(subgradient, "P W v vr gamma", "centred")}
