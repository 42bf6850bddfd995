"""Row-stochastic matrices of directed networks alone: the products A(t) = W(0) ... W(t)."""

from __future__ import annotations

import re

from ..exact import STANDARD
from ..families.networks import row_matrices
from ..formal import Operator
from ..table import Family, Kind, Table
from ..text import need
from .networks import LOOK
from .online import OUT_DEGREE
from .printed import arrays, printed, told

# P is W(0) ... W(t-1), and N the fewest rounds, 1 at least, that make every product of N matrices in a row positive.
# tau is the largest sum of moduli of the difference of two rows, whose entries sum to 0, and lowest the least entry.
# A set of nodes that a node has reached, if not all, has an arc that leaves it, and self-loops keep what is reached: so
# each reaches all within n - 1 rounds, or within 2 (n - 1) where any two rounds in a row have all arcs, by a path of N
# weights. An entry of such a product B is at least their product e; other factors on the left average its rows, and two
# rows that are apart by v are apart by v B = v (B - e 1 1') after it.
FORGETS = {
    "reach": ("", "N <= n"),
    "reach_sharp": ("", "(n - 1)*(n - 1 - N) >= 0"),
    "tau_low": ("u", "tau(u) >= 0"),
    "tau_first": ("", "tau(unit) <= 2"),
    "shorter": ("", "tau(V(P)) <= tau(P)"),
    "lowest_low": ("", "lowest(P) >= 0"),
    "low_of": ("", "low >= lowest(V(P))"),
    "half_of": ("", "4*half <= tau(V(P))"),
    "off_of": ("", "2*off <= tau(V(P))"),
    "frobenius_of": ("", "frobenius <= n*tau(V(P))**2"),
    "wide": ("", "tau(ahead(P)) <= (1 - n*e)*tau(P)"),
    "wide_low": ("", "lowest(ahead(P)) >= e"),
}


def products(kind: Kind) -> Table:
    """The table of the family `row-matrices`; W0 is W(0), and W the factor of the round after the present one.

    half and low are half_spread and smallest of the present round, half0 and low0 of round 0; at[i, k, j] is 1 where
    two entries i and k of a column j are farthest apart, at_least[j] at the least sum of a column, 0 elsewhere. In a
    column j of W, or of W0, pick[k, j], or pick0[k, j], is 1 for one k at which the entry is not 0, if there is one.
    """
    domain = kind.domains.get("W", "rows")
    if isinstance(domain, list):
        found = row_matrices(told(kind, "n S"), {}, STANDARD)
        return printed(f"row-stochastic matrices as printed: {arrays(kind)}", found, LOOK, "error smallest")
    need(domain in ("rows", "out-degree"), "a domain of W is not known")
    uniform = domain == "out-degree"
    some = {f"{name}_column": ("", f"sum(k, {name}[k, j]) == 1") for name in ("pick", "pick0")}
    least = "n**(-N)" if uniform else "least**N"
    forgets = {name: (places, re.sub(r"\be\b", least, text)) for name, (places, text) in FORGETS.items()}
    floor = {"floor": ("", "n**n*sum(i, A[i, j]) >= n")} if uniform else {}
    # of two matrices in turn whose graphs together are connected each window of two rounds has both
    if uniform and kind.sizes["S"] == 2:
        floor |= {
            "floor_of_two": ("", "n**(2*n)*sum(i, A[i, j]) >= n**2"),
            "reach_of_two": ("", "N <= 2*n - 1"),
            "wide_of_two": forgets["wide"],
        }
    return Table(
        "row-stochastic W >= 0, A(t) = W(0) ... W(t)" + (f"; {OUT_DEGREE}" if uniform else ""),
        dict.fromkeys(("n", "N", "least", "connected", "union_connected", "own", "off", "frobenius"), 0)
        | {**dict.fromkeys(("half", "half0", "half2", "low", "low0", "low2"), 0), "at_least": 1, "at": 3}
        | dict.fromkeys(("A", "W", "W0", "pick", "pick0"), 2),
        {
            **{
                "nodes": "n > 0",
                "one_node": "n >= 1",
                "least": "least > 0",
                "own": "own > 0" if uniform else "own >= 0",
            },
            **{"least_high": "least <= 1", "window": "N >= 1", "half_low": "half >= 0"},
            **{"W": "W[i, j] >= 0", "W0": "W0[i, j] >= 0"},
            **{"pick": "pick[i, j] >= 0", "pick0": "pick0[i, j] >= 0"},
            **{"picked": "W[i, j] >= least*pick[i, j]", "picked0": "W0[i, j] >= least*pick0[i, j]"},
            **{"apart0": "W0[i, j] - W0[k, j] <= 2*half0", "at": "at[i, k, j] >= 0"},
            "farthest": "2*half == sum(i, sum(k, sum(j, at[i, k, j]*(A[i, j] - A[k, j]))))",
            **{"low0": "W0[i, j] >= low0", "high0": "W0[i, j] <= 1 - (n - 1)*low0"},
            **{"at_least": "at_least[j] >= 0", "at_one": "sum(j, at_least[j]) == 1"},
        },
        natural=("n", "N"),
        moving=("W", "V", "pick", "half2", "low2", "at", "at_least", "off", "frobenius"),
        vectors={"unit": {}},
        operators={"V": Operator(symmetric=False, left=False, right=False)},
        functions=("tau", "lowest"),
        window="N",
        states={"P": "V(P)", "A": "sum(k, A[i, k]*W[k, j])", "half": "half2", "low": "low2"},
        start={"P": "unit", "A": "W0[i, j]", "half": "half0", "low": "low0"},
        indices={"A": ("i", "j")},
        rows={"W": (1,), "W0": (1,)},
        size="n",
        rules={**some, **floor, **forgets},
        premises={
            **dict.fromkeys((*some, "floor"), "connected == 1"),
            **dict.fromkeys(("floor_of_two", "reach_of_two", "wide_of_two"), "union_connected == 1"),
            **dict.fromkeys(("reach", "reach_sharp", "wide", "wide_low"), "own*connected > 0"),
        },
        metrics={
            "half_spread": "half",
            "smallest": "low",
            "error": "off",
            "frobenius2": "frobenius",
            "least_total": "sum(j, at_least[j]*sum(i, A[i, j]))",
        },
    )


TABLES = {"row-matrices": Family(products, "W", domains="W")}
