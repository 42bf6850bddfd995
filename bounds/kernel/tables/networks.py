"""Symmetric doubly stochastic matrices alone, of one weight for all links, and over links that fail more often."""

from __future__ import annotations

from ..exact import STANDARD
from ..families.networks import matrices
from ..formal import Operator
from ..table import Family, Kind, Table
from .printed import arrays, printed, told
from .smooth import OF_GRAPHS, contraction

# Entries of the W that lam is attained at: self[i] of a client's own model, w[i, j] of the link ij, 0 for i = j. link
# and loop are 1 where these are positive, and least is at most each that is. y, of length 1 and off the mean, has the
# coordinates a_i, and W y = s lam y.
ENTRIES = {
    **{"w": "w[i, j] >= 0", "w_pairs": "w[i, j] == w[j, i]", "row": "self[i] + sum(j, w[i, j]) == 1"},
    **{"link": "w[i, j] >= least*link[i, j]", "loop": "self[i] >= least*loop[i]", "self": "self[i] >= own"},
    **{"y": "sum(i, a[i]**2) == 1", "sign": "s**2 == 1"},
    "attains": "s*lam == sum(i, self[i]*a[i]**2) + sum(i, sum(j, w[i, j]*a[i]*a[j]))",
}
# fiedler: no connected graph has a smaller second eigenvalue of its Laplacian than the path, 2 (1 - cos(pi/K)) (Fiedler
# 1973), which is at least 8/K^2, as sin(s) >= s sqrt(8)/pi on [0, pi/4]. odd: from any client a walk of d links leads
# to an odd cycle of c, a loop for c = 1, and back around it, with d + c <= K; 2 a_i is an alternating sum of a_j + a_k
# along it, so that Cauchy and Schwarz bound each a_i^2 by K/4 times the sum of (a_j + a_k)^2 over links plus 2 a_j^2
# over loops.
GRAPHS = {
    "fiedler": "K**2*sum(i, sum(j, link[i, j]*(a[i] - a[j])**2)) >= 16*sum(i, a[i]**2)",
    "odd": "K**2*(sum(i, sum(j, link[i, j]*(a[i] + a[j])**2)) + 4*sum(i, loop[i]*a[i]**2)) >= 2*sum(i, a[i]**2)",
    "own_least": "least <= own",
}
# e, of length 1, is 1 at the client whose column of W(t - 1) ... W(0) is farthest from the mean at the round t that is
# read; column is that column at earlier rounds.
# Of B rounds that begin where lam, lam_later and lam_windows are attained, the products P, Q and R; V is the first of
# R's. yl, of length 1, attains lam_later at the first W of Q's, and z attains lam_windows at R.
WINDOWS = {
    "window": ("u", "P(u) == W(u)"),
    "later_window": ("u", "Q(u) == W_later(u)"),
    "widest_window": ("u", "R(u) == V(u)"),
}


# V are the entries of W(t), and entries those of least_column, of node j; near is 1 at nodes that are at most t links
# from j, and else 0. remote are the entries of the column of a node b that is as far from a node a as the diameter
# says, and off is 1 at nodes that are more than t links from b, and else 0.
DISTANCES = {
    "weights": ("", "V[k, l] >= 0"),
    "entry_of": ("", "dot(e_i, least_column) == sum(k, at_i[k]*entries[k])"),
    "at_i": ("", "at_i[k] >= 0"),
    "one_i": ("", "sum(k, at_i[k]) == 1"),
    "at_j": ("", "at_j[k] >= 0"),
    "begins_near": ("", "at_j[k] >= near0[k]"),
    "spreads": ("", "least*near2[k] <= sum(l, V[k, l]*near[l])"),
    "all_near": ("", "near[k] >= 1"),
    "at_b": ("", "at_b[k] >= 0"),
    "begins_off": ("", "at_b[k]*off0[k] <= 0"),
    "off_sign": ("", "off2[k] >= 0"),
    "stays_off": ("", "V[k, l]*off2[k] <= V[k, l]*off[l]"),
    "still_off": ("", "at_a[k] <= off[k]"),
    "at_a": ("", "at_a[k] >= 0"),
    "least_entry": ("", "dot(e_i, least_column) <= sum(k, at_a[k]*remote[k])"),
}
STATES = {
    "entries": "sum(l, V[k, l]*entries[l])",
    "remote": "sum(l, V[k, l]*remote[l])",
    "near": "near2[k]",
    "off": "off2[k]",
}
STARTS = {"entries": "at_j[k]", "remote": "at_b[k]", "near": "near0[k]", "off": "off0[k]"}
BEFORE = "t + 1 <= diameter"


LOOK = 21  # rounds at which products of printed matrices are computed


def of_print(kind: Kind) -> Table:
    """The table of printed matrices. No entry of a product is less than the least one before a stochastic W."""
    found, compared = (
        matrices(told(kind, "K S"), {}, STANDARD),
        " product_error" * ("printed" in kind.domains),
    )
    return printed(
        f"the matrices as printed: {arrays(kind)}", found, LOOK, f"smallest{compared}", growing="smallest"
    )


def alone(kind: Kind) -> Table:
    """The table of the family `matrices`.

    least_column is a column of W(t-1) ... W(0) that holds its smallest entry; W_now is W(t).
    """
    if kind.domains:
        return of_print(kind)
    of = {
        name: f"sq({name}(u) - J(u)) <= {bound}**2*sq(u - J(u))"
        for name, bound in {
            "P": "lam_all_windows",
            "Q": "lam_windows",
            "R": "lam_windows",
            "V": "lam_later",
        }.items()
    }
    constants = ("lam", "lam_later", "lam_windows", "lam_all_windows")
    return Table(
        "symmetric W, nonnegative, their rows sum to 1; lam the largest norm of W - J, over all rounds, lam_later that "
        "over rounds from 1 on, lam_windows and lam_all_windows those of products of B rounds that begin at round 1 or "
        "later, at round 0 or later; own and least the least self-weight and positive entry",
        dict.fromkeys(("K", "B", *constants, "own", "least", "connected", "primitive", "s", "diameter"), 0)
        | {"w": 2, "link": 2, "self": 1, "loop": 1, "a": 1, "V": 2}
        | dict.fromkeys(("at_i", "at_j", "at_a", "at_b", "near0", "near2", "off0", "off2"), 1)
        | dict.fromkeys(STATES, 1),
        {
            **{"K": "K > 0", "clients": "K >= 2", "B": "B >= 1", "own": "own >= 0", "least": "least > 0"},
            **{name: f"{name} >= 0" for name in constants},
            **{f"{name}_high": f"{name} <= 1" for name in constants},
            **ENTRIES,
            **{"top": "sq(h) == 1", "top_attains": "sq(W(h) - J(h)) == lam**2"},
            **{"later": "sq(yl) == 1", "later_attains": "sq(W_later(yl)) == lam_later**2"},
            **{"widest": "sq(z) == 1", "widest_attains": "sq(R(z)) == lam_windows**2"},
            **{"unit": "sq(e) == 1", "unit_mean": "K*sq(J(e)) == 1"},
            **{"row_at": "sq(e_i) == 1", "column_at": "sq(e_j) == 1", "entry": "K*dot(e_i, J(e_j)) == 1"},
        },
        natural=("K", "B", "diameter"),
        moving=("W_now", "V", "near2", "off2"),
        vectors={
            "h": {"flat": True},
            "yl": {"flat": True},
            "z": {"flat": True},
            "e": {},
            "e_i": {},
            "e_j": {},
        },
        states={"column": "W_now(column)", "least_column": "W_now(least_column)"} | STATES,
        start={"column": "e", "least_column": "e_j"} | STARTS,
        indices=dict.fromkeys(STATES, ("k",)),
        horizon={"farthest_column2": (0, 0), "smallest": (0, 0)},
        metrics={"farthest_column2": "sq(column - J(column))", "smallest": "dot(e_i, least_column)"},
        operators={
            **dict.fromkeys(("W", "W_later", "V", "W_now"), Operator()),
            **dict.fromkeys("PQR", Operator(symmetric=False)),
        },
        rules={
            **{name: ("", text) for name, text in GRAPHS.items()},
            **WINDOWS,
            **{f"product_{name}": ("u", text) for name, text in of.items()},
            "mixing": contraction("W_now", "lam"),
            **OF_GRAPHS,
            **{
                name: rule
                for name, rule in DISTANCES.items()
                if name != "spreads" or kind.sizes.get("S") == 1
            },
        },
        premises={
            **dict.fromkeys(("still_off", "least_entry"), BEFORE),
            **{"spreads": "own > 0", "all_near": "t >= diameter"},
        }
        | dict.fromkeys(OF_GRAPHS, "own*connected > 0")
        | {"fiedler": "connected == 1", "odd": "primitive == 1", "own_least": "own > 0"}
        | dict.fromkeys(WINDOWS, "B == 1"),
    )


def constant(kind: Kind) -> Table:
    """The table of the family `constant-weights`: W = I - alpha lap; y, z and h, of length 1, attain its constants."""
    off = "u - J(u)"
    return Table(
        "W = I - alpha lap, lap the Laplacian of symmetric links >= 0; laplacian_top and laplacian_gap its largest "
        "eigenvalue and the least of the others than that of the vector 1, rho_constant the norm of W - J",
        dict.fromkeys(
            ("K", "alpha", "laplacian_top", "laplacian_gap", "rho_constant", "links_connected", "m"), 0
        ),
        {
            **{"K": "K > 0", "clients": "K >= 2", "alpha": "alpha > 0", "rho": "rho_constant >= 0"},
            **{"gap": "laplacian_gap >= 0", "order": "laplacian_gap <= laplacian_top"},
            **{"y": "sq(y) == 1", "y_attains": "lap(y) == laplacian_top*y"},
            **{"z": "sq(z) == 1", "z_attains": "lap(z) == laplacian_gap*z"},
            **{
                "h": "sq(h) == 1",
                "h_attains": "h - alpha*lap(h) == m*h",
                "h_size": "m**2 == rho_constant**2",
            },
        },
        natural=("K",),
        vectors={name: {"flat": True} for name in "yzh"},
        operators={"lap": Operator(left=False, right=False)},
        rules={
            "largest": ("u", f"dot({off}, lap({off})) <= laplacian_top*sq({off})"),
            "least": ("u", f"dot({off}, lap({off})) >= laplacian_gap*sq({off})"),
            "mixing": ("u", f"sq({off} - alpha*lap({off})) <= rho_constant**2*sq({off})"),
            "connected": ("", "laplacian_gap > 0"),
        },
        premises={"connected": "links_connected == 1"},
    )


def worse(kind: Kind) -> Table:
    """The table of the family `worse-links`: links work with chances p y, and weights v = w y stand on links p.

    h, of length 1 and off the mean, has the coordinates a_i and attains rho_moved; least_moved is one of the weights v
    or of what they leave to the client's own model.
    """
    form = "dot(h, {0}(h)) == sum(i, a[i]**2) - sum(i, sum(j, {1}*(a[i] - a[j])**2))/2"
    return Table(
        "symmetric doubly stochastic W, nonnegative, over links that work with chance p_ij, and over worse ones, that "
        "work with chance p_ij y_ij; rho_worse is rho of the mean W over the worse ones, rho_moved that of the weights "
        "w_ij y_ij over the better ones",
        dict.fromkeys(("K", "rho_worse", "rho_moved", "least_moved", "largest_link", "s"), 0)
        | {**dict.fromkeys("wpyv", 2), "a": 1, "at_link": 2, "at_client": 1},
        {
            **{
                "K": "K > 0",
                "clients": "K >= 2",
                "rho_worse": "rho_worse >= 0",
                "largest": "largest_link >= 0",
            },
            **{"w": "w[i, j] >= 0", "w_pairs": "w[i, j] == w[j, i]", "w_row": "sum(j, w[i, j]) <= 1"},
            **{"p": "p[i, j] >= 0", "p_top": "p[i, j] <= largest_link"},
            **{
                "y": "y[i, j] >= 0",
                "y_top": "y[i, j] <= 1",
                "v": "v[i, j] >= 0",
                "v_top": "v[i, j] <= w[i, j]",
            },
            "moved": "v[i, j]*p[i, j] == w[i, j]*p[i, j]*y[i, j]",
            **{"h": "sq(h) == 1", "coordinates": "sq(h) == sum(i, a[i]**2)", "sign": "s**2 == 1"},
            "attains": "dot(h, W_moved(h)) == s*rho_moved",
            "form_moved": form.format("W_moved", "v[i, j]*p[i, j]"),
            "form_worse": form.format("W_worse", "w[i, j]*p[i, j]*y[i, j]"),
            **{"at_link": "at_link[i, j] >= 0", "at_client": "at_client[i] >= 0"},
            "least": "least_moved == sum(i, sum(j, at_link[i, j]*v[i, j]))"
            " + sum(i, at_client[i]*(1 - sum(j, v[i, j])))",
        },
        natural=("K",),
        vectors={"h": {"flat": True}},
        operators=dict.fromkeys(("W_moved", "W_worse"), Operator()),
        rules={"worse": contraction("W_worse", "rho_worse")},
    )


TABLES = {
    "matrices": Family(alone, "W printed", domains="W printed"),
    "constant-weights": Family(constant, "P alpha"),
    "worse-links": Family(worse, "P W Y", one="S"),
}
