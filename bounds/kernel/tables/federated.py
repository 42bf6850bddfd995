"""Federated averaging: local steps, and averages of all clients, or of a few that are drawn, from time to time."""

from __future__ import annotations

from ..table import Family, Kind, Table
from ..text import need
from .smooth import CURVATURE, MEAN, SMOOTH, STEPS

# Of the draw: d is what the average of the drawn clients is off by, and y has the models before it.
DRAWN = {
    "with": {"drawn": "S*sq(d) == sq(y - J(y))"},
    "without": {"few": "S <= N", "drawn": "S*(N - 1)*sq(d) == (N - S)*sq(y - J(y))"},
}
# often[i] says how often client i is drawn, in the mean, share_of[i] its share, sent[i] the model that it sends, which
# the server weighs by shares where clients are drawn without replacement, and alike where by shares; averaged is 1
# after an average.
OFTEN = {"with": "often[i] == S*share_of[i]", "without": "N*often[i] == S"}
SERVER = {"with": "sum(i, often[i]*sent[i])/S", "without": "N*sum(i, often[i]*share_of[i]*sent[i])/S"}
# Rounds: since counts those since the last average, restart is 1 where this round ends with one, and 0 elsewhere.
ROUNDS = {
    "local": "H >= 1",
    "restart_low": "restart >= 0",
    "restart_high": "restart <= 1",
    "restart_whole": "restart**2 == restart",
    "since_low": "since >= 0",
    "young": "since <= t",
    "before": "since <= H - 1",
    "ends": "restart*since == restart*(H - 1)",
    "goes_on": "(1 - restart)*since <= (1 - restart)*(H - 2)",
}
VARIANCES = {"variance_low": "sigma2_mean >= 0", "variance": "sigma2_mean <= sigma2_max"}
# The largest mean square of a client's stochastic gradient, by itself and one round later.
LARGEST = {"top": "sq(g) <= top", "first_top": "first_top >= 0", "next_top": "next_top >= 0"}


def of(kind: Kind) -> Table:
    """The table of the family `federated`, as its options and parameters say."""
    own, sampling = kind.parameters, kind.options.get("sampling")
    need(sampling in ("full", *DRAWN), "sampling is full, with or without")
    need(("eta" in own) != ("delta" in own), "the step is eta, or delta/(t + Gamma)")
    if sampling == "without" and "p" in own:
        return unbiased("without")
    return federated(str(sampling), "eta" in own, "v" in own, "p" not in own, kind.sizes["C"] == 1)


def unbiased(sampling: str) -> Table:
    """What is known of draws by any shares: how often each client is drawn."""
    few = {"few": DRAWN[sampling]["few"]} if sampling == "without" else {}
    return Table(
        f"N clients of any shares p_i that sum to 1, S of them drawn {sampling} replacement at each average",
        {**dict.fromkeys(("N", "S", "averaged"), 0), "often": 1, "share_of": 1},
        {"N": "N > 0", "S": "S >= 1", "often": OFTEN[sampling], "averaged": "averaged >= 0"} | few,
        natural=("N", "S"),
        moving=("averaged",),
        vectors={"sent": {"arity": 1, "moving": True}},
        rows={"share_of": (0,)},
        size="N",
        metrics={"bias2": f"averaged*sq({SERVER[sampling]} - sum(i, share_of[i]*sent[i]))"},
    )


def federated(sampling: str, fixed: bool, noisy: bool, uniform: bool, identical: bool) -> Table:
    """x <- y = x - eta (grad F_k(x_k) + noise), and at the end of every H rounds the server's average of y.

    Inner products weigh a client by its share, so that the average by shares is the orthogonal projection J, a vector
    that is the same at all clients is as long as one block, and F is the mean of the losses by shares.
    """
    step = ("eta",) if fixed else ("delta", "Gamma")
    drawn = sampling != "full"
    size_drawn = ("S",) if drawn else ()
    facts = {
        "N": "N > 0",
        "one_client": "N >= 1",
        **CURVATURE,
        **{name: STEPS[name] for name in step},
        **ROUNDS,
    }
    facts |= VARIANCES | LARGEST | (DRAWN[sampling] | {"S": "S >= 1"} if drawn else {})
    facts["of_mean"] = "N*sigma2_of_mean == sigma2_mean" if uniform else "sigma2_of_mean <= sigma2_mean"
    facts["noise"] = "sq(n) == sigma2_mean" if noisy else "sigma2_mean == 0"
    facts["mean_noise"] = "dot(n, J(n)) == sigma2_of_mean" if noisy else "sigma2_of_mean == 0"
    numbers = ["N", "H", "mu", "L", "sigma2_max", "sigma2_mean", "sigma2_of_mean", "restart", "since", *step]
    numbers += ["top", "first_top", "next_top", "drawn2", *size_drawn]
    same = {"same_loss": ("u", "grad(J(u)) - J(grad(J(u))) == 0*u")} if identical else {}
    draw = unbiased(sampling) if drawn else Table("")
    clients = {"with": "S drawn with replacement", "without": "S drawn without replacement", "full": "all"}
    shares = "equal shares" if uniform else "shares that sum to 1, those of the draws where clients are drawn"
    return Table(
        f"federated averaging of N clients from one start, {shares}; every H rounds all take the average of "
        f"{clients[sampling]} of them; every F_k mu-strongly convex and L-smooth, its least value 0"
        + (", the same for all clients" if identical else "")
        + f"; F their mean by shares; {'a fixed step' if fixed else 'step delta/(t + Gamma)'}; "
        + (
            "gradient noise of mean zero, independent of the past and over clients"
            if noisy
            else "full gradients"
        ),
        {**draw.numbers, **dict.fromkeys(numbers, 0)},
        {**draw.facts, **facts},
        natural=("N", "H", "restart", "since", *size_drawn),
        moving=("restart", "next_top", *draw.moving),
        rows=draw.rows,
        vectors={
            **draw.vectors,
            **{"o": {"still": True}, "w0": {"still": True}},
            **({"n": {"fresh": True, "moving": True}} if noisy else {}),
            **({"d": {"fresh": True, "moving": True, "still": True}} if drawn else {}),
        },
        states={
            "x": f"y - restart*(y - J(y){' - d' if drawn else ''})",
            "total": "total + J(x)",
            "since": "(1 - restart)*(since + 1)",
            "top": "next_top",
            "drawn2": "restart*sq(d)" if drawn else "0",
        },
        start={"x": "w0", "total": "0*w0", "since": "0", "top": "first_top", "drawn2": "0"},
        size="N",
        gradients=("grad",),
        functions=("F",),
        flat_at="o",
        rules={**SMOOTH, **MEAN, **same, "jensen": ("", "t*gap_of_average(t) <= sum(s < t, gap(s))")},
        lets={
            **({} if fixed else {"eta": "delta/(t + Gamma)"}),
            "g": "grad(x) + n" if noisy else "grad(x)",
            "y": "x - eta*g",
            "minima_sum": "0",
            "Fstar": "F(o)",
            "sigma2_star": "sq(grad(o)) + sigma2_mean",
        },
        metrics={
            **draw.metrics,
            "step": "eta",
            "error2": "sq(J(x) - o)",
            "gap": "F(J(x)) - F(o)",
            "gap_of_average": "F(total/t) - F(o)",
            "apart2": "sq(x - J(x))",
            "pull": "dot(J(x) - o, grad(x))",
            "noise2": "dot(n, J(n))" if noisy else "0",
            "largest_gradient2": "top",
            "sampling2": "drawn2",
        },
    )


TABLES = {"federated": Family(of, "Gamma c delta eta left p right v w0", "sampling")}
