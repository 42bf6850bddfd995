"""Gossip gradient descent."""

from __future__ import annotations

from typing import Any

from ..table import Family, Kind, Table
from ..text import need
from .smooth import (
    ABOUT,
    CONVEX_CLIENTS,
    METRICS,
    ON_A_NETWORK,
    ONE_W,
    SCALED,
    STEPS,
    WEIGHTS,
    WINDOWED,
    over_windows,
    overall,
    with_average,
    with_potential,
)

SELF_WEIGHTS = {"own_low": "own >= 0", "own_high": "own <= 1", "own_spectrum": "lam_n >= 2*own - 1"}
LATER = {"later_low": "lam_later >= 0", "later_high": "lam_later <= lam"}
SHARES = {
    "samples": "m >= K",
    "flat": "flattest > 0",
    "flattest_low": "m*flattest >= mu",
    "flattest_high": "K*flattest <= L",
    "sharpest_low": "sharpest >= flattest",
    "sharpest_high": "sharpest <= L",
}
MINIMA = {
    "minima_low": "minima_sum >= K*minima_min",
    "minima_high": "minima_sum <= K*minima_max",
    "weighted_low": "tilde_minima_sum >= minima_min",
    "weighted_high": "tilde_minima_sum <= minima_max",
    "tilde_low": "tilde_minima_sum >= K*tilde_minima_min",
    "tilde_high": "tilde_minima_sum <= K*tilde_minima_max",
}
SCALED_LOSSES = {
    "gap": "F(J(x)) - F(o)",
    "tilde_gaps": "F(x) - tilde_minima_sum",
    "steep_gaps": "steep_sum(x)",
    "curved_gaps": "curved_sum(x)",
    "local_gaps": "own_F(x) - minima_sum",
    "gradients2": "sq(own_grad(x))",
    "mean_gradient2": "sq(J(grad(x)))/K",
    "global_gradient2": "K*sq(J(grad(J(x))))",
    "alignment": "dot(J(grad(x)), grad(J(x)))",
}
OF_SAMPLES = ("m", "sharpest", "flattest", "minima_min", "minima_max", "tilde_minima_min", "tilde_minima_max")
SCALED_CLIENTS: dict[str, Any] = {
    **CONVEX_CLIENTS,
    "numbers": CONVEX_CLIENTS["numbers"] | dict.fromkeys((*OF_SAMPLES, "tilde_minima_sum"), 0),
    "natural": ("m",),
    "operators": {},
    "gradients": ("grad", "own_grad"),
    "functions": ("F", "own_F", "steep_sum", "curved_sum"),
    "rules": SCALED | overall(SCALED),
    "lets": {"gstar": "norm(grad(o))", "Fstar": "F(o)", "Fstar_mean": "F(o)/K"},
    "metrics": SCALED_LOSSES,
}
NOISE = {"noise": "sq(n) == K*sigma2", "mean_noise": "dot(n, J(n)) == sigma2"}
SHARED_NOISE = {
    "variances": "variances >= 0",
    "shares_squared": "variances <= K*sigma2",
    "noise": "sq(n) == variances",
    "mean_noise": "K*dot(n, J(n)) == variances",
}
# Of clients on the line, client by client: its model and F_k' there, its minimizer, and the mean curvatures of F_k from
# there to the minimizer and to both ends of the hull of all starts and minimizers, where |F_k'| is at most hull_slope.
ON_THE_LINE = {
    "slopes": "sq(grad(x)) == sum(i, slope[i]**2)",
    "weights": "weight[i, j] >= own*same(i, j)",
    "bends": "slope[i] == bend[i]*(place[i] - minimizer[i])",
    "bend_low": "bend[i] >= 0",
    "bend_high": "bend[i] <= sharpest",
    "start_low": "place0[i] >= hull_low",
    "start_high": "place0[i] <= hull_high",
    "minimizer_low": "minimizer[i] >= hull_low",
    "minimizer_high": "minimizer[i] <= hull_high",
    "slope_high": "slope[i] <= hull_slope - bend_up[i]*(hull_high - place[i])",
    "slope_low": "slope[i] >= bend_down[i]*(place[i] - hull_low) - hull_slope",
    "bend_up": "bend_up[i] >= 0",
    "bend_down": "bend_down[i] >= 0",
}
KNOWN = "step(0)*sharpest <= own"  # where chi2, the bound on E|g_k|^2, is known for every round


def of(kind: Kind) -> Table:
    """The table of the family `gossip`, as its options and parameters say."""
    own, scaled = kind.parameters, bool(kind.options.get("scaled"))
    need(("eta" in own) != ("delta" in own), "the step is eta, or delta/(t + Gamma)")
    need(
        ("samples" in own) == scaled, "gradients are scaled by the shares of samples, or there are no samples"
    )
    return gossip("eta" in own, "start" in own, "v" in own, kind.sizes["S"] > 1, scaled, "s" not in own)


def gossip(
    fixed: bool = False,
    common: bool = False,
    noisy: bool = False,
    changing: bool = False,
    scaled: bool = False,
    line: bool = False,
) -> Table:
    """Gossip gradient descent: x <- W x - eta (grad F_k(x_k) + noise), each gradient times m_k/m where `scaled`.

    line: models in one dimension, where chi2 is known
    """
    step = ("eta",) if fixed else ("delta", "Gamma")
    clients = (
        f"{WEIGHTS}; every F_k mu-strongly convex and L-smooth; F the sum of the F_k times m_k/m, and so client k's "
        "gradient"
        if scaled
        else ABOUT
    )
    about = f"gossip gradient descent, {clients}; {'a fixed step' if fixed else 'step delta/(t + Gamma)'}"
    about += (
        "; gradient noise of mean zero, independent of the past and over clients, its mean variance sigma2"
        if noisy
        else "; full gradients"
    )
    about += "; one start for all" if common else ""
    about += (
        "; W may differ from round to round, lam and lam_n bound all of them" if changing else f"; {ONE_W}"
    )
    about += f", lam_later those of rounds t >= 1{WINDOWED}" if changing else ""
    pull = "grad(x) + n" if noisy else "grad(x)"
    table = Table(
        about,
        states={"x": f"W(x) - eta*({pull})" if noisy else f"W(x) - eta*{pull}"},
        lets={} if fixed else {"eta": "delta/(t + Gamma)"},
    )
    table = table.more(**(SCALED_CLIENTS if scaled else CONVEX_CLIENTS)).more(**ON_A_NETWORK)
    table = table.more(
        numbers=dict.fromkeys(("own", *step), 0),
        facts={**SELF_WEIGHTS, **{name: STEPS[name] for name in step}},
        metrics={**METRICS, "step": "eta"},
    )
    lets = {} if scaled else {"sharpest": "L", "flattest": "mu"}
    table = table.more(facts=SHARES | MINIMA if scaled else {}, lets=lets)
    if common:
        table = table.more(vectors={"w0": {"still": True}}, start={"x": "w0"})
    if noisy:
        table = table.more(
            numbers=dict.fromkeys(("sigma2", *(["variances"] if scaled else [])), 0),
            facts={"sigma2": "sigma2 >= 0", **(SHARED_NOISE if scaled else NOISE)},
            vectors={"n": {"fresh": True, "moving": True}},
            metrics={"noise2": "variances/K**2" if scaled else "sigma2/K"},
        )
    if changing:
        later = ("u", "t*sq(W(u) - J(u)) <= t*lam_later**2*sq(u - J(u))")
        table = table.more(
            numbers={"lam_later": 0}, facts=LATER, moving=("W",), rules={"mixing_later": later}
        )
    if line:
        most = "chi2" if scaled else "K*chi2"
        table = table.more(
            f"models in one dimension, chi2 at least every E|g_k|^2 along the run where {KNOWN}, and at w*",
            numbers={"chi2": 0},
            facts={"chi2": "chi2 >= 0"},
            rules={
                "bounded": ("", f"sq({pull}) <= {most}"),
                "bounded_at_minimum": ("", f"sq(grad(o)) <= {most}"),
            },
            premises={"bounded": KNOWN},
        )
    table = with_potential(table, "W", "lam", changing)
    table = over_windows(table) if changing else table
    table = on_the_line(table, changing) if line and not noisy and not scaled else table
    return table if noisy else with_average(table)


def on_the_line(table: Table, changing: bool) -> Table:
    """With the models of the clients one by one: x <- sum_j W_ij x_j - eta F_i'(x_i)."""
    of_clients = ("place", "place0", "minimizer", "slope", "bend", "bend_up", "bend_down")
    return table.more(
        "hull_slope the largest |F_k'| on the hull of starts and minimizers",
        numbers={
            **dict.fromkeys(of_clients, 1),
            "weight": 2,
            **dict.fromkeys(("hull_low", "hull_high", "hull_slope"), 0),
        },
        facts={"hull_slope": "hull_slope >= 0"},
        rows={"weight": (0, 1)},
        moving=("slope", "bend", "bend_up", "bend_down", *(("weight",) if changing else ())),
        states={"place": "sum(i, weight[j, i]*place[i]) - eta*slope[j]"},
        start={"place": "place0[j]"},
        indices={"place": ("j",)},
        rules={name: ("", text) for name, text in ON_THE_LINE.items()},
    )


TABLES = {
    "gossip": Family(of, "Gamma L W a after bend c delta eta mu o pull rise s samples start v w0", "scaled")
}
