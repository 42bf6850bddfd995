"""A few vectors, and sums of vectors that are random."""

from __future__ import annotations

from ..table import Family, Kind, Table
from ..text import need

RANDOM = {
    "random": (
        "that depend on each other as they like, M_i = E X_i",
        {"mean": "dot(sum(i, X[i] - M[i]), sum(i, M[i])) == 0"},
    ),
    "martingale": (
        "whose means M_i, given X_1, ..., X_(i-1), depend on these",
        {"apart": "dot(X[i] - M[i], X[j] - M[j]) == same(i, j)*sq(X[i] - M[i])"},
    ),
}

PASSED = "(q + (own - q)*same({0}, j))"


def pushed() -> Table:
    """The table of `pushed`: each of n vectors of sum 0 goes to one place, drawn independently of the others.

    P_ij, own for j = i and q else, is the chance that i is sent to j, and g_ij is v_i then, 0 else. So E <g_ij, v_k> =
    P_ij <v_i, v_k>, and at one place j E <g_ij, g_kj> = P_ij P_kj <v_i, v_k> for i != k, P_ij |v_i|^2 for i = k. v
    is not random. Products at two places, which are no independent ones, are not said.
    """
    return Table(
        "n vectors v_i of sum 0, each of which is sent to one place, drawn independently: its own with the chance "
        "own, each other one with the chance q; g_ij = v_i if i is sent to j, else 0",
        dict.fromkeys(("n", "own", "q"), 0),
        {
            "n": "n > 0",
            "two": "n >= 2",
            "own_low": "own >= 0",
            "own_high": "own <= 1",
            "others": "own + (n - 1)*q == 1",
            "centred": "sq(sum(i, v[i])) == 0",
            "sent": f"dot(g[i, j], v[k]) == {PASSED.format('i')}*dot(v[i], v[k])",
            "met": f"dot(g[i, j], g[k, j]) == ((1 - same(i, k))*{PASSED.format('i')}*{PASSED.format('k')}"
            f" + same(i, k)*{PASSED.format('i')})*dot(v[i], v[k])",
        },
        natural=("n",),
        vectors={"v": {"arity": 1}, "g": {"arity": 2}},
        size="n",
        lets={"potential": "sum(i, sq(v[i]))", "pushed2": "sum(j, sq(v[j] + sum(i, g[i, j])))/4"},
    )


def of(kind: Kind) -> Table:
    """The table of the family `vectors`; inner products are means where vectors are random.

    M_i is the mean of X_i: of random ones E X_i, the fact `mean`; of a martingale E(X_i | X_1, ..., X_(i-1)), so that
    X_i - M_i is orthogonal to all that is made of those before it, X_j - M_j of j < i among them: `apart`.
    """
    told = kind.options.get("kind")
    need(told in ("vectors", "pushed", *RANDOM), "kind is vectors, random, martingale or pushed")
    if told == "pushed":
        return pushed()
    if told in RANDOM:
        about, independent = RANDOM[told]
        return Table(
            f"n random vectors X_i {about}, E|X_i - M_i|^2 <= sigma2 for all i",
            {"n": 0, "sigma2": 0},
            {
                "n": "n > 0",
                "one": "n >= 1",
                "level": "sigma2 >= 0",
                "variance": "sq(X[i] - M[i]) <= sigma2",
                **independent,
            },
            natural=("n",),
            vectors={"X": {"arity": 1}, "M": {"arity": 1}},
            size="n",
            lets={"sum2": "sq(sum(i, X[i]))", "mean_sum2": "sq(sum(i, M[i]))"},
        )
    return Table(
        "n vectors v_i, p_i >= 0 with sum 1, alpha > 0; v_1 and v_2 are a and b; S of them drawn without replacement, "
        "d_i = v_i if i is drawn, else 0 (c = 1 where S <= n, else 0), and S with "
        "replacement by p, k_i = v_i as often as i is drawn",
        {"n": 0, "S": 0, "c": 0, "alpha": 0, "p": 1},
        {
            "n": "n > 0",
            "two": "n >= 2",
            "S": "S >= 1",
            "alpha": "alpha > 0",
            "p": "p[i] >= 0",
            "enough_low": "c >= 0",
            "enough_high": "c <= 1",
            "enough": "(1 - c)*(S - n) >= 1 - c",
            "drawn": "c*n*dot(d[i], v[j]) == c*S*dot(v[i], v[j])",
            "pairs": "c*n*(n - 1)*dot(d[i], d[j]) == c*(S*(S - 1) + same(i, j)*S*(n - S))*dot(v[i], v[j])",
            "often": "dot(k[i], v[j]) == S*p[i]*dot(v[i], v[j])",
            "often_pairs": "dot(k[i], k[j]) == (S*(S - 1)*p[i]*p[j] + same(i, j)*S*p[i])*dot(v[i], v[j])",
        },
        natural=("n", "S"),
        vectors={"v": {"arity": 1}, "d": {"arity": 1}, "k": {"arity": 1}, "a": {}, "b": {}},
        rows={"p": (0,)},
        size="n",
        lets={
            "sum2": "sq(sum(i, v[i]))",
            "squares": "sum(i, sq(v[i]))",
            "first2": "sq(a)",
            "second2": "sq(b)",
            "first_two2": "sq(a + b)",
            "scatter2": "sum(i, sq(v[i] - mean(j, v[j])))",
            "weighted_scatter2": "sum(i, p[i]*sq(v[i] - sum(j, p[j]*v[j])))",
            "without2": "sq(sum(i, d[i])/S - mean(i, v[i]))",
            "with2": "sq(sum(i, k[i])/S - sum(j, p[j]*v[j]))",
        },
    )


TABLES = {"vectors": Family(of, "Xi p alpha v drift kick own", "kind")}
