"""Online push-sum, and geometric convolutions."""

from __future__ import annotations

from ..table import Family, Kind, Table
from ..text import need

SHARES = "rows of W sum to 1, W >= 0, another W at every round; every weight > 0"
OUT_DEGREE = "the entries of a row of W are 0, or 1 over the number of those that are not, and W_ii is not 0"
LOSSES = "convex losses on the line that change from round to round, subgradients of length G or less"
# Entries of W are at least 1/n where they are not 0, and self-loops keep what a node has reached. A set of nodes that a
# node has reached, if not all, has an arc that leaves it, so that a node reaches all within n - 1 rounds, by a path of
# at most n - 1 such entries: a weight, a sum of n entries of a product of n - 1 factors or more, is at least n^-(n-1);
# before, the self-loops alone leave as much.
FLOOR = {"floor": ("", "n**n*w[j] >= n"), "next_floor": ("", "n**n*w2[j] >= n")}
# Hence products of m factors leave at most 2 q^m, q = 1 - n^-n, of sum_i |v_i| where sum_i v_i = 0 (ops, Lemma 7). far
# is the largest q^-m sum_j |sum_i A[i, j] d_i| over products A of the next m factors, m >= 0, of d_i = w_i (x_i - Z), Z
# the mean of all w_i x_i, lengths of random vectors being root mean squares; so it is at least sum_i |d_i|.
FAR = {
    "forgets": ("", "far2 <= (1 - n**(-n))*(far + 4*gamma*sum(i, norm(h[i] + e[i])))"),
    "nearest": ("", "sum(i, norm(w[i]*(x[i] - mean(k, w[k]*x[k])))) <= far"),
    "next_nearest": ("", "sum(i, norm(w2[i]*(x2[i] - mean(k, w2[k]*x2[k])))) <= far2"),
    "near": ("", "sum(i, sq(w[i]*(x[i] - mean(k, w[k]*x[k])))) <= far**2"),
    "next_near": ("", "sum(i, sq(w2[i]*(x2[i] - mean(k, w2[k]*x2[k])))) <= far2**2"),
}
# On the line and without noise: forgetting, the largest Dobrushin coefficient of all W, bounds what a round leaves of
# sum_i |v_i| where sum_i v_i = 0; here v_i = w_i (x_i - Z) - gamma (h_i - w_i mean h). least_so_far is the least weight
# of all rounds until now.
APART = "sum(i, norm(w[i]*(x[i] - mean(l, w[l]*x[l]))))"
DOBRUSHIN = {
    "shrinks": (
        "",
        "sum(i, norm(w2[i]*(x2[i] - mean(l, w2[l]*x2[l]))))"
        f" <= forgetting*({APART} + 2*gamma*sum(i, norm(h[i] + e[i])))",
    ),
    "next_squares": (
        "",
        "sum(i, sq(w2[i]*(x2[i] - mean(l, w2[l]*x2[l])))) <= sum(i, norm(w2[i]*(x2[i] - mean(l, w2[l]*x2[l]))))**2",
    ),
    "forgetting_low": ("", "forgetting >= 0"),
    "least_sign": ("", "least_next > 0"),
    "least_falls": ("", "least_next <= least_so_far"),
    "least_of": ("", "least_next <= w2[j]"),
    "least_now": ("", "sum(l, at_least[l]*w2[l]) <= w2[j]"),
    "play": ("", "play2 == sum(j, at_play[j]*norm(x2[j] - next(z)))"),
    "at_play": ("", "at_play[j] >= 0"),
    "at_play_one": ("", "at_play[j] <= 1"),
}
# x_i - z = -gamma sum_s sum_j D_ts[j, i] g_s^(j) with the influences D_ts of all gradients before, as W acts on all
# that was sent alike; share[i] is the sum of the moduli |D_ts[j, i]|, and slopes are at most G.
INFLUENCE = {"influenced": ("", "norm(x[i] - z) <= gamma*G*share[i]"), "share": ("", "share[i] >= 0")}
# Round s counts at node i with the influences D_ts[j, i] of what node j was sent then, passed over w[i] less 1/n. norm2
# is the squared norm of the matrix of all D_rs, s < r <= t + 1; rows and columns are the largest sums of the lengths of
# D_rs over s and over r.
PASSED = "sum(i, (passed[past, node, i] + same(past, now)*same(node, i))*W[i, j])"
REACHED = "sum(i, sq(over_rounds(past, sum(node, influences[past, node, i]*sent[past, node]))))"
HISTORY = {
    "passes": ("", f"passed2[past, node, j] == {PASSED}"),
    "sends": ("", "sent[now, i] == h[i] + e[i]"),
    "norm2": ("", f"sum(upto <= t + 1, {REACHED}) <= norm2_now*sum(upto <= t, sum(i, sq(h[i] + e[i])))"),
    "norm2_sign": ("", "norm2_now >= 0"),
    "sizes": ("", "size_of[past]**2 == sum(i, sum(node, influences[past, node, i]**2))"),
    "size_sign": ("", "size_of[past] >= 0"),
    "next_rows": ("", "over_rounds(past, size_of2[past]) <= rows2"),
    "rows_grow": ("", "rows2 >= rows"),
    "columns": ("", "sum(upto <= t + 1, size_of[past]) <= columns2*(before[past] + same(past, now))"),
}
# DOL: the same W and losses, no weights. Its subgradients are those of push-sum where its models are the same.
DOL = {
    "dol_models": ("", "dol2[j] == sum(i, W[i, j]*(dol[i] - gamma*(pull[i] + e[i])))"),
    "dol_pull": ("", "pull[i] == h[i]"),
    "at_dol": ("", "at_dol[i] >= 0"),
    "at_dol_one": ("", "at_dol[i] <= 1"),
}
# Symmetric W with ||W - J|| <= lam: all weights are 1.
MIXES = "sum(j, sq(x2[j] - mean(k, x2[k]))) <= lam**2*sum(i, sq({0}[i] - mean(k, {0}[k])))".replace(
    "{0}[i]", "x[i] - gamma*(h[i] + e[i])"
).replace("{0}[k]", "x[k] - gamma*(h[k] + e[k])")


def push_sum(kind: Kind) -> Table:
    """Push-sum: node j holds a weight w[j] and a model x[j] = z[j]/w[j].

    Every node has its own vectors, and an inner product is a mean over the noise; u is one comparator, any fixed point,
    for all rounds up to the horizon: x* of as many rounds as a metric names. h are subgradients of the expected losses
    at x, or elsewhere where the option `point` says so, e noise of mean zero that is independent of the past and over
    nodes. Next round's values have names and equations, so that nothing is divided. later_regret and later_gain
    begin at round 1, where late turns from 0 to 1 and the models are first[j]. at_least is 1 at a node of the least
    weight one round later, at_play at one that is farthest from the average then, at_error the sign of w[j] - 1 at a
    node where that is largest in size.
    """
    options = {"algorithm": "ops", "point": "x", "centre": "mean", **kind.options}
    need(
        options["algorithm"] == "ops" and options["point"] in ("x", "z"),
        "push-sum with these options has no table for derivations",
    )
    need(options["centre"] in ("mean", "sum"), "the centre is mean or sum")
    share = "/n" if options["centre"] == "mean" else ""
    own = kind.parameters
    domain = kind.domains.get("W", "rows")
    need(domain in ("rows", "out-degree", "averaging", "mixing"), "a domain of W is not known")
    equal = domain == "averaging"
    spread = domain == "out-degree"  # every node sends 1/(number of its out-neighbours), to itself too
    doubly = equal or domain == "mixing"  # symmetric: its columns sum to 1, too
    history = options["centre"] == "mean"
    return Table(
        f"online push-sum from z = 0; {SHARES}; {LOSSES}; the comparator u is x* of the rounds that are counted"
        + ("; W the plain average" if equal else "; W symmetric" if doubly else "")
        + (f"; {OUT_DEGREE}" if spread else "")
        + ("; gradient noise of mean zero, independent of the past and over nodes" if "v" in own else ""),
        {
            **dict.fromkeys(("n", "gamma", "G", "sigma2", "lam", "late", "later_regret", "later_gain"), 0),
            **dict.fromkeys(("connected", "own", "far", "far2", "play", "play2", "reach2_of_all"), 0),
            **dict.fromkeys(("forgetting", "least_so_far", "least_next"), 0),
            **({"passed": 3, "passed2": 3} if history else {}),
            **dict.fromkeys(("before", "size_of", "size_of2") if history else (), 1),
            **dict.fromkeys(("norm2_now", "rows", "rows2", "columns2") if history else (), 0),
            **dict.fromkeys(
                ("w", "w2", "fx", "fu", "at_least", "at_error", "at_play", "share", "at_dol", "at_identity"),
                1,
            ),
            "W": 2,
        },
        {
            "nodes": "n > 0",
            "one_node": "n >= 1",
            "gamma": "gamma > 0",
            "G": "G >= 0",
            "sigma2": "sigma2 >= 0" if "v" in own else "sigma2 == 0",
            "shares": "W[i, j] >= 0",
            **({"equal": "n*W[i, j] == 1"} if equal else {}),
            "weight": "w[j] > 0",
            "next_weight": "w2[j] > 0",
            "weights": "w2[j] == sum(i, W[i, j]*w[i])",
            "models": "w2[j]*x2[j] == sum(i, W[i, j]*(w[i]*x[i] - gamma*(h[i] + e[i])))",
            **({"convex": "fx[i] - fu[i] <= dot(h[i], x[i] - u)"} if options["point"] == "x" else {}),
            "slopes": "sq(h[i]) <= G**2",
            "noise": "sq(e[i]) <= sigma2",
            "opening": "(1 - late)*x2[j] == (1 - late)*first[j]",
            "inside": "sq(first[j] - u) <= reach2_of_all",
            "at_least": "at_least[j] >= 0",
            "at_one": "sum(j, at_least[j]) == 1",
            "far2": "far2 >= 0",
            **({"mixes": MIXES, "lam": "lam >= 0"} if doubly else {}),
        },
        natural=("n",),
        moving=(
            "W",
            "w2",
            "fx",
            "fu",
            "at_least",
            "at_error",
            "far2",
            "least_next",
            "play2",
            "at_play",
            "share",
            "at_dol",
            *(("passed2", "size_of2", "norm2_now", "rows2", "columns2", "at_identity") if history else ()),
        ),
        vectors={
            "u": {},
            **({"sent": {"arity": 2, "needs": frozenset({"e"})}} if history else {}),
            "h2": {"moving": True, "arity": 1, "needs": frozenset({"e"})},
            "e": {"fresh": True, "spread": True, "moving": True, "arity": 1},
            "first": {"arity": 1, "needs": frozenset({"e"})},
            **{
                name: {"moving": True, "arity": 1, "needs": frozenset({"e"})}
                for name in ("x2", "dol2", "pull2")
            },
        },
        states={
            "w": "w2[j]",
            "x": "x2[j]",
            "h": "h2[j]",
            "dol": "dol2[j]",
            "pull": "pull2[j]",
            "late": "1",
            "far": "far2",
            "least_so_far": "least_next",
            "play": "play2",
            **({"passed": "passed2[s, j, i]", "before": "before[s] + same(s, now)"} if history else {}),
            **({"rows": "rows2", "size_of": "size_of2[s]"} if history else {}),
            "later_regret": "later_regret + late*sum(i, fx[i] - fu[i])",
            "later_gain": "later_gain + late*(sq(z - u) - sq(next(z) - u))",
        },
        start={
            "w": "1",
            "x": "0*u",
            "dol": "0*u",
            "late": "0",
            "far": "0",
            "least_so_far": "1",
            "play": "0",
            **({"passed": "0", "before": "0", "rows": "0", "size_of": "0"} if history else {}),
            "later_regret": "0",
            "later_gain": "0",
        },
        indices={
            **dict.fromkeys(("w", "x", "h", "dol", "pull"), ("j",)),
            **({"passed": ("s", "j", "i"), "before": ("s",), "size_of": ("s",)} if history else {}),
        },
        rounds=dict.fromkeys(("passed", "passed2", "before", "sent", "size_of", "size_of2"), (0,))
        if history
        else {},
        rows={"W": (0, 1) if doubly else (1,)},
        size="n",
        rules=(FLOOR | FAR if spread else {})
        | (HISTORY if history else {})
        | (
            {}
            if "v" in own or options["centre"] == "sum"
            else DOBRUSHIN | INFLUENCE | (DOL if options["point"] == "x" else {})
        ),
        premises=(dict.fromkeys(FLOOR | FAR, "connected == 1") if spread else {})
        | {"dol_pull": "sq(x[j] - dol[j]) <= 0"},
        lets={
            "z": f"sum(i, w[i]*x[i]){share}",
            **({"influences[s, j, i]": "passed[s, j, i]/w[i] - before[s]/n"} if history else {}),
        },
        horizon={
            **dict.fromkeys(("regret", "reach2", "gains"), (1, 1)),
            **dict.fromkeys(("regret_from_0", "radius2_from_0"), (0, 0)),
            **dict.fromkeys(("excess", "average_term", "gain"), (0, 1)),
        },
        metrics={
            "regret_from_0": "sum(s < t, sum(i, fx[i] - fu[i]))",
            "regret": "next(later_regret)",
            "gains": "next(later_gain)",
            "reach2": "reach2_of_all",
            "radius2_from_0": "sq(u)",
            "inverse_weights": "sum(s < t, sum(i, 1/w[i]))",
            "excess": "sum(i, fx[i] - fu[i])",
            "network_term": "sum(i, dot(h[i], x[i] - z))",
            "average_term": "sum(i, dot(h[i], z - u))",
            "gain": "sq(z - u) - sq(next(z) - u)",
            "deviation": "sum(i, sq(x[i] - z))",
            "deviations": "sum(1 <= s <= t + 1, deviation(s))",
            "weights_error": "sum(j, at_error[j]*(w[j] - 1))",
            "network_terms": "sum(1 <= s <= t, network_term(s))",
            "least_weight": "least_so_far",
            "farthest_play": "play",
            "dol_distance": "sum(i, at_dol[i]*norm(x[i] - dol[i]))",
            "influence": "sum(s < t, sum(i, share[i]))",
            "slopes1": "sum(i, norm(h[i]))",
            "smallest_weight": "sum(j, at_least[j]*w2[j])",
            "slopes2": "sum(i, sq(h[i]))",
            "slopes2_from_1": "sum(1 <= s <= t, sum(i, sq(h[i])))",
            "gradients2": "sum(s <= t, sum(i, sq(h[i] + e[i])))",
            **(
                {
                    "influence_norm2": "norm2_now",
                    "schur": "rows2*columns2",
                    "identity_error": "sum(i, at_identity[i]*(norm(x2[i] - next(z)) - gamma*norm(over_rounds(s, "
                    "sum(j, next(influences[s, j, i])*sent[s, j])))))",
                }
                if history
                else {}
            ),
        },
    )


def convolution(kind: Kind) -> Table:
    """a <- rho a + b from 0, b >= 0 at every round."""
    return Table(
        "a sequence a <- rho a + b from 0; inputs b from round to round",
        {"rho": 0, "a": 0, "b": 0},
        {"rho_low": "rho >= 0", "rho_high": "rho <= 1", "b": "b >= 0"},
        moving=("b",),
        states={"a": "rho*a + b"},
        start={"a": "0"},
        metrics={
            "squares": "sum(s <= t, a**2)",
            "sums": "sum(s <= t, a)",
            "inputs": "sum(s < t, b)",
            "inputs2": "sum(s < t, b**2)",
        },
    )


TABLES = {
    "push-sum": Family(push_sum, "W b g gamma", "algorithm point centre", domains="W"),
    "push-sum-noise": Family(push_sum, "W b g gamma v", "algorithm point centre", domains="W"),
    "push-sum-sequence": Family(push_sum, "W b g gamma", "algorithm point centre", domains="W"),
    "convolution": Family(convolution, "b rho"),
}
