"""Moments over all patterns of links that fail (dawo, (3) to (7), (16), (30) and (32) to (36)), entry by entry.

Random numbers are vectors whose inner product is the mean of their product: x[i, j] is the indicator that link ij
works, less its chance p[i, j], so that its product with `one`, which is 1, has mean 0. Entries of W_hat follow from the
weights w[i, j] of the links, 0 for i = j.
"""

from __future__ import annotations

from ..table import Family, Kind, Table
from .links import LINKS, LOSSY
from .smooth import contraction

PAIR = "same(i, k)*same(j, l) + same(i, l)*same(j, k) - same(i, k)*same(j, k) - same(i, l)*same(j, l)"
LETS = {
    "H[i, j]": "w[i, j]*(p[i, j]*one + x[i, j]) + same(i, j)*(one - sum(k, w[i, k]*(p[i, k]*one + x[i, k])))",
    "M[i, j]": "w[i, j]*p[i, j] + same(i, j)*(1 - sum(k, w[i, k]*p[i, k]))",  # (7)
    "V[i, j]": "sum(k, dot(H[k, i], H[k, j]) - M[k, i]*M[k, j])",  # (34)
}
# What each error is the largest size of, over the entries ij.
ERRORS = {
    # (3): a message that is lost is replaced by the receiver's own value; up[i, j] is 1 if link ij works
    "round_error": "same(i, j)*(1 - sum(k, w[i, k]))"
    " + sum(k, w[i, k]*(up[i, k]*same(k, j) + (1 - up[i, k])*same(i, j)))"
    " - (w[i, j]*up[i, j] + same(i, j)*(1 - sum(k, w[i, k]*up[i, k])))",
    "mean_error": "dot(H[i, j], one) - M[i, j]",
    "weights_error": f"same(i, j) + sum(k, sum(l, w[k, l]*p[k, l]*({PAIR})))/2 - dot(H[i, j], one)",
    "moment_error": "sum(k, dot(H[i, k], H[k, j]) - M[i, k]*M[k, j]) - V[i, j]",
    "off_error": "(1 - same(i, j))*(V[i, j] + 2*w[i, j]**2*(p[i, j] - p[i, j]**2))",
    "diagonal_error": "same(i, j)*(V[i, j] - 2*sum(k, w[k, i]**2*(p[k, i] - p[k, i]**2)))",
}
SCATTER = "2*w[k, i]**2*(p[k, i] - p[k, i]**2)"
LETS |= {"D[i]": f"sum(k, {SCATTER})"}  # (36)
# What each is the least, or the largest, of over the clients.
EXTREMES = {
    "dominance": "D[i] - sum(k, size[k, i])",
    "scatter_min": "D[i]",
    "scatter_excess": "D[i] - sum(k, w[k, i]**2)/2",
}
# The smallest entry is one of W_hat in a pattern, of E W_hat or of E W_hat^2.
SMALLEST = {
    "up": "up[i, j] >= 0",
    "up_top": "up[i, j] <= 1",
    "products": "dot(H[i, k], H[k, j]) >= 0",
    "smallest": "smallest_entry == sum(i, sum(j, in_pattern[i, j]*(w[i, j]*up[i, j]"
    " + same(i, j)*(1 - sum(k, w[i, k]*up[i, k]))) + in_mean[i, j]*M[i, j]"
    " + in_second[i, j]*sum(k, dot(H[i, k], H[k, j]))))",
}
# y and z, of length 1, attain the second eigenvalue of (E W_hat)^2 and rho of E W_hat.
SPECTRA = {
    **{
        "client": "sq(e) == 1",
        "client_mean": "K*sq(J(e)) == 1",
        "y": "sq(y) == 1",
        "z": "sq(z) == 1",
        "rho_mean": "rho_mean >= 0",
        "rho2": "rho2 >= 0",
    },
    "y_attains": "dot(y, W_mean(W_mean(y))) == second_of_square",
    "z_attains": "W_mean(z) == m*z",
    "z_size": "m**2 == rho_mean**2",
}
RULES = {
    "links": LINKS["links"],
    "mean": contraction("W_mean", "rho_mean"),
    "square": ("u", "dot(u, W_mean(W_mean(u))) - sq(J(u)) <= second_of_square*sq(u - J(u))"),
}


def of(kind: Kind) -> Table:
    """The table of the family `link-moments`.

    An error is attained at one entry, where at_... is the sign of what it is the size of, 0 elsewhere; dominance,
    scatter_min and scatter_excess at a client, likewise. y follows one client's vector e through the rounds: the client
    at which product2 is attained.
    """
    facts = {
        **{"K": "K > 0", "clients": "K >= 2", "one": "sq(one) == 1", "x_pairs": "x[i, j] == x[j, i]"},
        **{"w": "w[i, j] >= 0", "w_pairs": "w[i, j] == w[j, i]", "w_row": "sum(j, w[i, j]) <= 1"},
        **{"p": "p[i, j] >= 0", "p_pairs": "p[i, j] == p[j, i]", "p_top": "p[i, j] <= 1"},
        **{"no_loop": "w[i, i] == 0", "no_link": "p[i, i] == 0"},
        "link": "dot(x[i, j], x[k, l])"
        " == (same(i, k)*same(j, l) + same(i, l)*same(j, k))*p[i, j]*(1 - p[i, j])",
    }
    numbers = dict.fromkeys(("K", "rho2", "rho_mean", "second_of_square"), 0) | dict.fromkeys(
        ("w", "p", "up"), 2
    )
    for name, entry in ERRORS.items():
        numbers |= {name: 0, f"at_{name}": 2}
        facts[f"{name}_size"] = f"{name} == sum(i, sum(j, at_{name}[i, j]*({entry})))"
    for name, entry in EXTREMES.items():
        numbers |= {name: 0, f"at_{name}": 1}
        facts |= {f"at_{name}": f"at_{name}[i] >= 0", f"one_{name}": f"sum(i, at_{name}[i]) == 1"}
        facts[f"{name}_value"] = f"{name} == sum(i, at_{name}[i]*({entry}))"
    facts |= {"size": "size[i, j] >= 0", "off_size": f"size[k, i]**2 == ({SCATTER})**2"}
    numbers |= {"size": 2, "smallest_entry": 0, "in_pattern": 2, "in_mean": 2, "in_second": 2, "m": 0}
    facts |= (
        {name: f"{name}[i, j] >= 0" for name in ("in_pattern", "in_mean", "in_second")} | SMALLEST | SPECTRA
    )
    return Table(
        "W_hat a symmetric doubly stochastic W, nonnegative, over links that fail independently with chance 1 - p_ij; "
        "means over all patterns of links",
        numbers,
        facts,
        natural=("K",),
        moving=("W_hat",),
        vectors={
            "one": {},
            "x": {"arity": 2, "fresh": True, "moving": True},
            "e": {},
            "y": {"flat": True},
            "z": {"flat": True},
        },
        states={"d": "W_hat(d) - J(d)"},
        start={"d": "e"},
        horizon={"product2": (0, 0)},
        operators=LOSSY,
        rules=RULES,
        lets=LETS,
        metrics={"product2": "sq(d)"},
    )


TABLES = {"link-moments": Family(of, "P W", one="S")}
