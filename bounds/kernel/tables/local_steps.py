"""Local steps between averages (ALI-DPFL), on the line, beside gradient descent that starts anew at every average."""

from __future__ import annotations

from typing import Any

from ..table import Family, Kind, Table
from ..text import need
from .smooth import convex

# since counts the steps since the last average, done the averages; restart is 1 where the next step is from one more.
INTERVALS = {
    "local": "tau >= 1",
    "restart_low": "restart >= 0",
    "restart_high": "restart <= 1",
    "restart_whole": "restart**2 == restart",
    "since_low": "since >= 0",
    "within": "since <= tau",
    "young": "since <= t",
    "ends": "restart*since == restart*tau",
    "goes_on": "(1 - restart)*since <= (1 - restart)*(tau - 1)",
    "done_low": "done >= 0",
    "count": "t == done*tau + since",
}
# A run has K intervals, and ends at K*tau: before is 1 in rounds before that, upto also there,
# reached a round longer, 0 elsewhere. Of an interval's last theta and the first of the next, number least_pair, the
# product is least; jump is how much larger the inverse of theta is at an average, where both have one.
RUN = {
    "intervals": "K >= 1",
    "before_low": "before >= 0",
    "before_high": "before <= upto",
    "before_whole": "before**2 == before",
    "before_end": "before*(K*tau - t - 1) >= 0",
    "not_before": "(1 - before)*(t - K*tau) >= 0",
    "upto_high": "upto <= 1",
    "upto_whole": "before*upto == before",
    "reached_low": "reached >= upto",
    "reached_high": "reached <= 1",
    "upto_end": "upto*(K*tau - t) >= 0",
    "not_upto": "(1 - upto)*(t - K*tau - 1) >= 0",
    "smallest": "upto*restart*smallest_theta <= upto*restart*(F(v) - F(o))",
    "farthest_low": "farthest >= 0",
    "first_farthest": "sq(begun - o) <= farthest**2",
    "later_farthest": "before*restart*sq(J(w) - o) <= before*restart*farthest**2",
    "pair_low": "least_pair >= 2",
    "pair_high": "(K - 1)*(K - least_pair) >= 0",
    "jump": "restart*jump*pair**2 == restart*pair*(F(v) - F(J(w)))",
}
SIGNS = {
    "eta": "eta > 0",
    "beta": "beta > 0",
    "C": "C > 0",
    "lam": "lam > 0",
    "steepest": "steepest > 0",
    "xi": "xi >= 0",
    "xi_one": "xi_one >= 0",
}
LOSSES = {
    **convex("steepest"),
    "steady": ("u v", "F(J(u)) - F(J(v)) <= C*norm(J(u) - J(v))"),
}
# Of no noise, or of one realization: mass(u) is the mean length of the clients' blocks by shares, one(u) the length at
# the client where client_excess is largest.
LENGTHS = {
    f"{name}_{rule}": (places, text.replace("size", name).replace("apart", apart))
    for name, apart in (("mass", "xi"), ("one", "xi_one"))
    for rule, (places, text) in {
        "triangle": ("u v", "size(u + v) <= size(u) + size(v)"),
        "sign": ("u", "size(u) >= 0"),
        "zero": ("u", "size(0*u) == 0"),
        "even": ("u", "size(-u) == size(u)"),
        "step": ("u", "size(eta*u) == eta*size(u)"),
        "kept": ("u", "size((1 - restart)*u) == (1 - restart)*size(u)"),
        "mean": ("u", "size(J(u)) == norm(J(u))"),
        "lipschitz": ("u v", "size(grad(u) - grad(v)) <= steepest*size(u - v)"),
        "heterogeneity": ("u", "size(grad(J(u)) - J(grad(J(u)))) <= apart"),
    }.items()
} | {"mass_jensen": ("u", "norm(J(u)) <= mass(u)")}
ENDS = {
    "final_theta": "theta(K*tau)",
    "first_gap": "opened_gap(2*tau)",
    "first_theta": "closed_gap(2*tau)",
    "inverse_jumps": "jumped(K*tau)",
    "smallest_product": "opened_gap(least_pair*tau)*closed_gap(least_pair*tau)",
}
# kind of noise -> the noise of a step at the clients and at v, and its constants
NOISE = {
    "none": ("", "", {}),
    "path": (" + z", " + zv", {"noise": "mass(z) + norm(zv)"}),
    "shared": (" + z", " + J(z)", {"noise_apart": "mass(z - J(z))"}),
    "signs": (" + n", "", {}),
}


def of(kind: Kind) -> Table:
    """The table of the family `local-steps`, as its options and parameters say."""
    noise = kind.options.get("noise")
    need(noise in NOISE, "the noise is none, path, shared or signs")
    return local_steps(str(noise))


def local_steps(noise: str) -> Table:
    """w <- y - eta (grad F_k(y_k) + noise), v <- u - eta (grad F(u) + noise); y and u are w and v, or the average of w.

    opened is the average from which the present interval began, closed is v at the end of the one before.

    Inner products weigh a client by its share, so that the average by shares is the orthogonal projection J, a vector
    that is the same at all clients is as long as one block, and F is the mean of the losses by shares. lately sums the
    gaps of the models since the last average, its own among them.
    """
    random = noise == "signs"
    clients, centre, lets = NOISE[noise]
    vectors: dict[str, Any] = {"o": {"still": True}, "begun": {"still": True}}
    facts = {"N": "N > 0", **INTERVALS, **SIGNS, "line": "sq(begun - o) == (w0 - wstar)**2"}
    facts["slope_size"] = f"slope**2 == sq(J(grad(v)){centre})"  # where v is random, the mean square
    numbers = ["N", "tau", "K", "eta", "beta", "C", "lam", "steepest", "xi", "xi_one", "w0", "wstar"]
    numbers += ["restart", "since", "done", "lately", "slope"]
    if noise in ("path", "shared"):
        vectors |= {"z": {}, **({"zv": {"still": True}} if noise == "path" else {})}
    if noise == "path":
        numbers.append("noise_of_one")
        facts["noise_of_one"] = "one(z) + norm(zv) <= noise_of_one"
    if random:
        vectors["n"] = {"fresh": True, "moving": True}
        numbers += ["s", "overlap", "xi2"]
        facts |= {
            "s": "s > 0",
            "noise": "sq(n) == s**2",
            "mean_noise": "dot(n, J(n)) == overlap*s**2",
            "overlap_low": "overlap > 0",
            "overlap_high": "overlap <= 1",
            "xi2": "xi2 >= 0",
        }
    else:
        numbers += ["before", "upto", "reached", "smallest_theta", "farthest", "least_pair", "jump", "jumps"]
        facts |= RUN
    told = {
        "none": "no noise",
        "path": "noise z at the clients and zv at v, the same in every step",
        "shared": "noise z at the clients and its mean at v, the same in every step",
        "signs": "noise of mean zero and variance s**2 at every client, independent of the past and over clients",
    }
    return Table(
        "local steps of N clients on the line from one start, shares that sum to 1, back to the average after every "
        "tau of them; every F_k convex, C-Lipschitz and steepest-smooth, F their mean by shares; v descends on F and "
        f"starts again at every average; {told[noise]}; xi the mean by shares of the largest |F_k' - F'|",
        dict.fromkeys(numbers, 0),
        facts,
        natural=("N", "tau", "K", "restart", "since", "done", "least_pair", "before", "upto", "reached"),
        moving=("restart", "slope", "before", "jump"),
        vectors=vectors,
        states={
            "w": f"y - eta*(grad(y){clients})",
            "v": f"u - eta*(J(grad(u)){centre})",
            "since": "(1 - restart)*since + 1",
            "done": "done + restart",
            "lately": "(1 - restart)*lately + F(J(w)) - F(o)",
            "opened": "opened + restart*(J(w) - opened)",
            "closed": "closed + restart*(v - closed)",
            **(
                {}
                if random
                else {"upto": "before", "reached": "upto", "jumps": "jumps + before*restart*jump"}
            ),
        },
        start={
            **dict.fromkeys(("w", "v", "opened", "closed"), "begun"),
            "since": "0",
            "done": "0",
            "lately": "0",
        }
        | ({} if random else {"upto": "1", "reached": "1", "jumps": "0"}),
        alike=("v", "opened", "closed"),
        size="N",
        gradients=("grad",),
        functions=("F",) if random else ("F", "mass", "one"),
        flat_at="o",
        rules={
            **LOSSES,
            **({"spread": ("u", "sq(grad(J(u)) - J(grad(J(u)))) <= xi2")} if random else LENGTHS),
        },
        lets={
            "y": "w - restart*(w - J(w))",
            "u": "v - restart*(v - J(w))",
            "gstar2": "sq(grad(o))",
            "average_gap": "mean_gap(K*tau)",
            "final_gap": "gap(K*tau)",
            **({} if random else {"pair": "(F(J(w)) - F(o))*(F(v) - F(o))", **ENDS}),
            **lets,
        },
        metrics={
            "gap": "F(J(w)) - F(o)",
            "mean_gap": "mean(r < t, gap(r))",
            "noisy_slope": "slope",
            **(
                {}
                if random
                else {
                    "x": "since",
                    "theta": "F(v) - F(o)",
                    "opened_gap": "F(opened) - F(o)",
                    "closed_gap": "F(closed) - F(o)",
                    "jumped": "jumps",
                    "distance": "norm(v - o)",
                    "apart": "norm(J(w) - v)",
                    "loss_apart": "abs(F(J(w)) - F(v))",
                    "client_excess": "one(w - v) - xi_one*((1 + eta*beta)**since - 1)/beta",
                }
            ),
        },
        horizon={} if random else {"client_excess": (0, 0)},
    )


TABLES = {"local-steps": Family(of, "C a beta c eta lam p s u w0 z", "noise")}
