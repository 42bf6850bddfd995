"""Check the certificate of a worst case, a record of kind `worst-case`.

A certificate names a declared algorithm, its steps, a network (a matrix W, or the spectrum of every symmetric W with
W 1 = 1, for every number K of clients), rounds, the class of mu-strongly convex and L-smooth losses, conditions and an
objective, each a sum of terms. It claims: every run that meets the conditions has objective <= value. Its proof are
multipliers of
    objective = value' - sum_i y_i slack_i - <S, Gram>,      y >= 0, S positive semidefinite, value' <= value
where slacks are those of the conditions, of the inequalities that losses of the class fulfil between any two points,
and of those that W fulfils. Everything but the multipliers is derived here, from the declaration, in exact fractions.

Terms, each a mean over the clients: error2(t) = |wbar(t) - w*|^2, spread2(t) = |w(t) - 1 wbar(t)|^2/K, distance2(t),
their sum, gradients2(t) = |(grad F_k(w_k(t)))_k|^2/K, gap(t) = F(wbar(t)) - F(w*), gstar2 = |(grad F_k(w*))_k|^2/K,
eps0 = (1/K) sum_k F_k(w_k(0)) - F_k^*, eps_star = (1/K) sum_k F_k(w*) - F_k^*.
This file, gram_run.py, dominance.py and psd.py need the standard library alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from .dominance import positive
from .gram_run import Form, Point, Run, fraction
from .psd import NotACertificate, need, readable

__all__ = ["KIND", "NotACertificate", "check"]

KIND = "worst-case"
TERM = re.compile(r"(error2|spread2|distance2|gap|gradients2)\(([0-9]{1,3})\)|gstar2|eps0|eps_star")
KINDS = {"algorithm": dict, "mu": str, "L": str, "step": dict, "rounds": int, "network": dict, "common": bool,
         "conditions": list, "objective": dict, "value": str, "multipliers": dict}  # fmt: skip
ONE = Fraction(1)


class Slack:
    """S as it is summed up: coefficients of products of rows in each block, and of losses, which must cancel."""

    def __init__(self, run: Run):
        self.run = run
        self.rows: list[list[Form]] = [[] for _ in run.sizes]
        self.products: list[dict[tuple[int, int], Fraction]] = [{} for _ in run.sizes]
        self.losses: dict[tuple[str, int], Fraction] = {}

    def row(self, block: int, form: Form) -> int:
        self.rows[block].append(form)
        return len(self.rows[block]) - 1

    def product(self, block: int, u: int, v: int, c: Fraction) -> None:
        """c times the inner product of two rows."""
        key = (u, v) if u <= v else (v, u)
        self.products[block][key] = self.products[block].get(key, Fraction(0)) + c

    def square(self, block: int, form: Form, c: Fraction) -> None:
        place = self.row(block, form)
        self.product(block, place, place, c)

    def loss(self, point: Point, k: int, c: Fraction) -> None:
        if point.valued:
            self.losses[point.name, k] = self.losses.get((point.name, k), Fraction(0)) + c

    def matrix(self, block: int) -> list[list[int]]:
        """S of a block times a positive number that makes 2 S integer."""
        n, rows = self.run.sizes[block], self.rows[block]
        scale = lcm(*(value.denominator for form in rows for value in form.values()))
        whole = [{i: int(value * scale) for i, value in form.items()} for form in rows]
        unit = lcm(*(c.denominator for c in self.products[block].values()))
        # for each row u: the sum of c v over its products with v
        times: list[dict[int, int]] = [{} for _ in rows]
        for (u, v), c in self.products[block].items():
            weight = int(c * unit)
            for i, value in whole[v].items():
                times[u][i] = times[u].get(i, 0) + weight * value
        total = [[0] * n for _ in range(n)]
        for left, right in zip(whole, times):
            for i, a in left.items():
                for j, b in right.items():
                    total[i][j] += a * b
        return [[total[i][j] + total[j][i] for j in range(n)] for i in range(n)]


def check(record: Any) -> dict[str, Any]:
    """{proved, what, reason, value}; raises NotACertificate for what is no certificate."""
    need(type(record) is dict and record.get("kind") == KIND, f"not a record of kind {KIND}")
    for name, kind in KINDS.items():
        need(type(record.get(name)) is kind, f"field {name} is lacking or of the wrong kind")
    with readable("the certificate"):
        reasons = reasons_against(record)
        what = statement(record)
    value = float(fraction(record["value"], "value"))
    return {"proved": not reasons, "what": what, "reason": "; ".join(reasons), "value": value}


def reasons_against(record: Mapping[str, Any]) -> list[str]:
    """What keeps the certificate from being a proof; empty if it is one."""
    objective, conditions, told = record["objective"], record["conditions"], record["multipliers"]
    names = [name for terms in (objective, *(c["terms"] for c in conditions)) for name in terms]
    need(names and len(names) < 40 and all(TERM.fullmatch(name) for name in names), "a term is not known")
    run = begun(Run, record, names)
    slack = Slack(run)
    denominator = fraction(told["denominator"], "denominator")
    need(denominator > 0, "the denominator is not positive")

    def multiplier(number: Any) -> Fraction:
        need(type(number) is int, "a multiplier is no integer")
        return number / denominator

    terms(slack, objective, -ONE)
    value, lowest = Fraction(0), Fraction(0)
    for condition, number in zip(conditions, told["conditions"], strict=True):
        y = multiplier(number)
        terms(slack, condition["terms"], y)
        value += y * fraction(condition["bound"], "bound")
        lowest = min(lowest, y)
    pairs = [(a, b, k, multiplier(number)) for a, b, k, number in told["pairs"]]
    lowest = min([lowest, *(y for *_, y in pairs)])
    interpolation(slack, pairs)
    psd = [(a, b, multiplier(number)) for a, b, number in told["psd"]]
    mixing(slack, psd, [(a, b, multiplier(number)) for a, b, number in told["skew"]])
    n = len(run.mixes)
    P = [[0] * n for _ in range(n)]
    for a, b, y in psd:
        P[a][b] = P[b][a] = int(y * denominator)
    reasons = ["a multiplier is negative"] * (lowest < 0)
    reasons += ["the losses do not cancel"] * any(slack.losses.values())
    reasons += ["the value is smaller than what the multipliers prove"] * (
        value > fraction(record["value"], "value")
    )
    matrices = [P, *(slack.matrix(block) for block in range(len(run.sizes)))]
    return reasons + ["a matrix is not proved positive semidefinite"] * (not all(map(positive, matrices)))


def begun(kind: type[Run], record: Mapping[str, Any], names: Sequence[str]) -> Run:
    """The run, with every point that a term speaks of."""
    kinds = {name.partition("(")[0] for name in names}
    star = bool(kinds - {"spread2", "gradients2", "eps0"})
    run = kind(record, star, minima=bool(kinds & {"eps0", "eps_star"}))
    for name in names:
        if name.startswith("gradients2"):
            run.grad(run.models[int(name[11:-1])])
    for name in dict.fromkeys(name for name in names if name.startswith("gap")):
        x = run.same(run.mean(run.models[int(name[4:-1])]))
        run.points.append(Point(f"mean({name[4:-1]})", x, run.new(), True))
    return run


def terms(slack: Slack, told: Mapping[str, str], factor: Fraction) -> None:
    """Add factor times a sum of terms."""
    run, each = slack.run, Fraction(1, slack.run.copies)
    points = {point.name: point for point in run.points}
    for name, coefficient in told.items():
        c = factor * fraction(coefficient, name)
        kind, _, at = name.partition("(")
        x = run.models[int(at[:-1])] if at else run.models[0]
        if kind in ("error2", "distance2"):
            slack.square(0, run.mean(x), c)
        if kind in ("spread2", "distance2", "gstar2"):
            for block, form in run.deviations(points["star"].g if kind == "gstar2" else x):
                slack.square(block, form, c * each)
        if kind == "gradients2":
            for k in range(run.copies):
                for block, form in run.client(run.grad(x), k):
                    slack.square(block, form, c * each)
        for k in range(run.copies):
            if kind == "gap":  # F(w*) = 0
                slack.loss(points[f"mean({at}"], k, c * each)
            if kind == "eps0":
                slack.loss(points["0"], k, c * each)
            if kind in ("eps0", "eps_star"):  # F_k(w*) = 0
                slack.loss(points["minima"], k, -c * each)


def interpolation(slack: Slack, pairs: Sequence[tuple[int, int, int, Fraction]]) -> None:
    """y times F_k(x_b) - F_k(x_a) + <g_b, dx> + (|dg|^2/L + mu |dx|^2 - 2 mu/L <dg, dx>)/(2 (1 - mu/L)) <= 0.

    Here dx = x_a - x_b and dg = g_a - g_b: what mu-strongly convex and L-smooth losses fulfil.
    """
    run, q = slack.run, slack.run.mu / slack.run.L
    c = 1 / (2 * (1 - q))
    places: dict[tuple[int, int, str], list[tuple[int, int]]] = {}

    def find(p: int, k: int, what: str) -> list[tuple[int, int]]:
        if (p, k, what) not in places:
            rows = run.client(getattr(run.points[p], what), k)
            places[p, k, what] = [(block, slack.row(block, form)) for block, form in rows]
        return places[p, k, what]

    for a, b, k, y in pairs:
        need(
            all(type(i) is int for i in (a, b, k)) and min(a, b) >= 0 <= k < run.copies and a != b,
            "a pair is not known",
        )
        need(run.mu or run.points[a].name != "minima", "nothing is known of where an infimum is attained")
        slack.loss(run.points[b], k, y)
        slack.loss(run.points[a], k, -y)
        for (block, xa), (_, xb), (_, ga), (_, gb) in zip(
            find(a, k, "x"), find(b, k, "x"), find(a, k, "g"), find(b, k, "g")
        ):
            for u, v, factor in (
                (gb, xa, ONE), (gb, xb, -ONE),
                (ga, ga, c / run.L), (gb, gb, c / run.L), (ga, gb, -2 * c / run.L),
                (xa, xa, c * run.mu), (xb, xb, c * run.mu), (xa, xb, -2 * c * run.mu),
                (ga, xa, -2 * c * q), (gb, xb, -2 * c * q), (ga, xb, 2 * c * q), (gb, xa, 2 * c * q),
            ):  # fmt: skip
                if factor:
                    slack.product(block, u, v, y * factor)


def mixing(
    slack: Slack, psd: Sequence[tuple[int, int, Fraction]], skew: Sequence[tuple[int, int, Fraction]]
) -> None:
    """X'Y = Y'X, and (low + high)/2 (X'Y + Y'X) - low high X'X - Y'Y is positive semidefinite, for Y = W X."""
    run = slack.run
    n = len(run.mixes)
    X, Y = ([slack.row(1, mix[side]) for mix in run.mixes] for side in (0, 1))
    for part in (psd, skew):
        need(all(type(i) is int and 0 <= i < n for *place, _ in part for i in place), "a mix is not known")
        need(len({(a, b) for a, b, _ in part}) == len(part), "a multiplier stands twice")
    together = not run.changing or not (skew or any(a != b for a, b, _ in psd))
    need(together, "mixes by different W are compared")
    for a, b, y in psd:
        need(a >= b, "the lower triangle is told")
        twice = y if a == b else 2 * y
        low, high = run.ends
        slack.product(1, X[a], X[b], twice * low * high)
        slack.product(1, Y[a], Y[b], twice)
        slack.product(1, X[a], Y[b], -twice * (low + high) / 2)
        slack.product(1, X[b], Y[a], -twice * (low + high) / 2)
    for a, b, y in skew:
        slack.product(1, X[a], Y[b], y)
        slack.product(1, X[b], Y[a], -y)


def statement(record: Mapping[str, Any]) -> str:
    """What the certificate says, for people."""

    def said(told: Mapping[str, str]) -> str:
        each = {name: name if name.startswith(("error2", "gap")) else f"{name}/K" for name in told}
        return " + ".join(each[name] if c == "1" else f"{c} {each[name]}" for name, c in told.items())

    network, declared = record["network"], record["algorithm"]
    if "spectrum" in network:
        low, high = network["spectrum"]
        K = f"K={network['clients']}" if "clients" in network else "every K"
        W = "W, another one every round," if network.get("changing") else "W"
        nets = f"{K} and every symmetric {W} with W1 = 1 and its other eigenvalues in [{low}, {high}]"
    else:
        nets = f"the given W of {len(network['matrix'])} clients"
    lines = [f"{name} = {text}" for name, text in declared["let"].items()]
    lines += [f"{name} <- {text}" for name, text in declared["next"].items()]
    step = ", ".join(f"{name}={value}" for name, value in record["step"].items())
    given = [f"{said(c['terms'])} <= {c['bound']}" for c in record["conditions"]]
    given += ["a common start"] * record["common"]
    return (
        f"{said(record['objective'])} <= {float(Fraction(record['value'])):.9g} for {'; '.join(lines)} with {step}, "
        f"mu={record['mu']}, L={record['L']}, {nets}, given {', '.join(given)}"
    )
