"""Messages that are cut short: gossip that keeps k of d coordinates, and a vector rounded at random.

An index counts coordinates. A random number is a vector whose inner product is the mean of the product, 1 is `one`:
a space beside that of the models, on which W, J and keep are the identity.
"""

from __future__ import annotations

from ..formal import Operator
from ..table import Family, Kind, Table
from ..text import need
from .smooth import MIXING, NETWORK, WEIGHTS

# The message of one vector v: mask[j] is 1 where it keeps coordinate j, and 0 elsewhere.
LARGEST = {
    "mask": "mask[j]**2 == mask[j]",
    "size": "sum(j, mask[j]) == k",
    "order": "mask[i]*(1 - mask[j])*(v[i]**2 - v[j]**2) >= 0",
}
DRAWN = {
    "one": "sq(one) == 1",
    "mask": "sq(mask[j]) == dot(mask[j], one)",
    "size": "sum(j, mask[j]) == k*one",
    "alike": "dot(mask[i], one) == dot(mask[j], one)",
}


def of(kind: Kind) -> Table:
    """Choco-Gossip; x the values at round t, h the copies after that round's messages, keep what a message keeps.

    The compressor loses at most 1 - omega of the squared length of what it is given: by its largest coordinates in
    every outcome, by random ones in the mean, so that inner products are means.
    """
    need(kind.options.get("compressor") in ("top", "random"), "a compressor is top or random")
    top = kind.options["compressor"] == "top"
    lets = {
        "norm2": "sum(j, v[j]**2)",
        "lost2": "sum(j, v[j]**2*sq(one - mask[j]))",
        "scaled_lost2": "sum(j, v[j]**2*sq(one - mask[j]/omega))",
        "bias2": "sum(j, v[j]**2*(1 - dot(mask[j], one)/omega)**2)",
    }
    return Table(
        f"x <- x + gamma (W - I) h, h <- h + Q(x - h), h = Q(x) at first; {WEIGHTS}; Q keeps k of d coordinates, omega "
        f"= k/d, the {'largest' if top else 'random'} ones; v the first value of a node, mask_j = 1 where Q(v) keeps "
        "v_j, else 0",
        {
            **dict.fromkeys(("K", "d", "k", "lam", "lam_n", "gamma", "omega"), 0),
            "v": 1,
            **({"mask": 1} if top else {}),
        },
        {
            **NETWORK,
            "gamma": "gamma > 0",
            "omega_low": "omega > 0",
            "omega_high": "omega <= 1",
            "d": "d > 0",
            "share": "omega*d == k",
            **(LARGEST if top else DRAWN),
        },
        natural=("K", "d", "k"),
        vectors={"w0": {}} if top else {"w0": {}, "one": {}, "mask": {"arity": 1}},
        states={"x": "x + gamma*(W(h) - h)", "h": "h + keep(next(x) - h)"},
        start={"x": "w0", "h": "keep(w0)"},
        operators={"W": Operator()},
        size="d",
        gradients=("keep",),
        rules={**MIXING, "kept": ("u", "sq(u - keep(u)) <= (1 - omega)*sq(u)")},
        lets={"norm2": lets["norm2"], "lost2": "sum(j, v[j]**2*(1 - mask[j])**2)"} if top else lets,
        metrics={"spread2": "sq(x - J(x))", "unsent2": "sq(x - h)", "mean2": "sq(J(x))/K"},
    )


def rounded(kind: Kind) -> Table:
    """A vector rounded at random: coordinate i, of size r a[i]/s, is sent as r low[i]/s or as r (low[i] + 1)/s.

    up[i] is the chance of the upper level, some[i] is 1 where low[i] > 0, and 0 elsewhere.
    """
    return Table(
        "v, not 0, of d coordinates; r = |v|, a_i = s |v_i|/r; v_i is sent as r sign(v_i)/s times low_i or low_i + 1, "
        "the whole numbers around a_i, with the mean v_i; some_i = 1 where low_i > 0, else 0",
        {**dict.fromkeys(("d", "s", "r"), 0), **dict.fromkeys(("a", "low", "some"), 1)},
        {
            "d": "d > 0",
            "s": "s > 0",
            "one_level": "s >= 1",
            "r": "r > 0",
            "a": "a[i] >= 0",
            "squares": "sum(i, a[i]**2) == s**2",
            "low": "low[i] >= 0",
            "low_whole": "low[i]**2 >= low[i]",
            "up": "up[i] >= 0",
            "up_high": "up[i] <= 1",
            "some": "some[i]**2 == some[i]",
            "none": "low[i]*(1 - some[i]) == 0",
            "from_one": "some[i] <= low[i]",
        },
        natural=("d", "s"),
        size="d",
        lets={
            "up[i]": "a[i] - low[i]",
            "norm2": "r**2",
            "second2": "r**2/s**2*sum(i, (1 - up[i])*low[i]**2 + up[i]*(low[i] + 1)**2)",
            "lost2": "r**2/s**2*sum(i, (1 - up[i])*(low[i] - a[i])**2 + up[i]*(low[i] + 1 - a[i])**2)",
            "sent": "sum(i, (1 - up[i])*some[i] + up[i])",
        },
    )


TABLES = {"compressed": Family(of, "W gamma w0", "compressor", one="S"), "quantised": Family(rounded, "v")}
