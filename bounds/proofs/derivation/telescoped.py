"""Guesses on all rounds: what a claim adds from one round to the next, and induction over it.

A claim L(t) <= R(t) holds at every round if it holds at round 0 and L(t + 1) - q L(t) <= R(t + 1) - q R(t), q >= 0:
1 where both sides are sums over rounds, the base of a power where they shrink. Means and minima over rounds are read as
sums first, times the number of rounds, and what is left of a start at round t is taken off it, `gap(0) - gap(t)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from ...kernel.text import Node, inside, nodes, parse, ranged, turned, written
from .completing import completed
from .guesser import Guesser, by, with_squares
from .mean_steps import by_mean_step
from .proving import squares_in

__all__ = ["telescoped"]

T, ONE, COUNT = Node("name", "t"), Node("number", Fraction(1)), Node("name", "rounds of the claim")
LATER = Node("+", None, (T, ONE))


def telescoped(g: Guesser) -> None:
    """The claim by induction over a line of one round, where that is found."""
    tree, end = parse(g.own.claim), g.own.end({**g.book.setting.lets, **g.own.where})
    if end:  # the claim's round is this number
        n = parse(end)
        before = n.kind == "+" and n.parts[1] == ONE
        tree = _replaced(tree, n.parts[0], Node("-", None, (T, ONE))) if before else _replaced(tree, n, T)
    if tree.value not in (("<=",), (">=",), ("==",)) or "t" not in inside(tree, "name"):
        return
    if any(written(node) == "t + 1" for node in _arguments(tree)):
        return
    g.extremes = _extremes(g, tree)
    facts = ["jensen"] if "gap_of_average" in inside(tree, "call") else []
    tree = _replaced(tree, parse("gap_of_average(t)"), parse("mean(s < t, gap(s))"))
    left, sign, right = turned(tree)
    ends = {written(last): last for _, _, last, _ in _ranges(left)}
    if len(ends) == 1 and (count := LATER if T in ends.values() else T):
        facts += [
            f"({written(count)})*{written(node)} {order} {written(node._replace(value='sum'))}"
            for side, kind, order in ((left, "min", "<="), (right, "max", ">="))
            for node in nodes(side)
            if ranged(node) and node.value == kind
        ]
        left, right = _whole(_counted(left, count, "min"), _counted(right, count, "max"))
    signs = [
        name
        for metric in (*_starts(g, right), *_summed(g, left))
        for at in ("t", "t + 1")
        if (name := _sign(g, f"{metric}({at}) >= 0"))
    ]
    g.signs = [*facts, *signs]
    signs += ["end", *_roots_at(g, right, n)] if end else []
    for q in _factors(right):
        for upper in _uppers(g, left, right) if g.left > 0 else ():
            a, b = (_put(side, T, before=True) for side in (left, upper))
            if name := _always(g, a, b, q, sign):
                goal = g.goal(g.own.claim)
                known = [*facts, *signs, name, *g.chains, "everyround"]
                numbers = [] if goal is None else g.numbers(goal.value)
                if g.tried(f"claim{by([*known, *numbers])}") or g.tried(
                    f"claim{by([*known, *numbers])}", wide=True
                ):
                    return


def _extremes(g: Guesser, tree: Node) -> list[str]:
    """The names of lines on maxima and minima over rounds: of the latest round, of one round later, and signs."""
    found = []
    for node in nodes(tree):
        if not (span := ranged(node)) or node.value not in ("max", "min"):
            continue
        name, _, last, body = span
        sign, later = ">=" if node.value == "max" else "<=", written(_put(node, LATER))
        latest = written(_replaced(body, Node("name", name), T))
        told = written(node) if last == T else later
        lines = [f"{told} {sign} {latest}", f"{later} {sign} {written(node)}"]
        found += [one for line in lines if (one := g.named(line))]
        if sign == ">=" and found and (one := g.shown(f"{latest} >= 0")):
            found += [one, *filter(None, [g.named(f"{told} >= 0 by {one}, {', '.join(found[:1])}")])]
    return found


def _roots_at(g: Guesser, side: Node, n: Node) -> list[str]:
    """The names of lines that a root at the present round is at most that at the round which this is."""
    roots = dict.fromkeys(node for node in nodes(side) if node.value == "sqrt")
    facts = by(["root", "end", *g.numbers()])
    found = [g.named(f"{written(node)} <= {written(_replaced(node, T, n))}{facts}") for node in roots]
    return [name for name in found if name]


def _always(g: Guesser, a: Node, b: Node, q: str, sign: str) -> str:
    """The name of the line of one round, where it and the induction over it are found."""
    now, later = ([written(_put(side, at)) for side in (a, b)] for at in (T, LATER))
    one = f"({later[0]}) - ({q})*({now[0]}) {sign} ({later[1]}) - ({q})*({now[1]})"
    roots = {written(node) for node in nodes(parse(one)) if node.value == "sqrt"}
    squares = [*g.differences, *g.pairs(), *(f"{u} - {v}" for u, v in combinations(sorted(roots), 2))]
    extra = [*g.chains, *g.noise(), *_exponentials(g, b)]
    form = f"{now[0]} {sign} {now[1]}"
    name = _by_squares(g, one) or _by_mean_step(g, one) or g.shown(one, squares, extra)
    name = name or (extra and g.shown(one, g.pairs())) or ""
    if not name:
        induction = f"always everyround: {form}\n  start everyround\n  next everyround by everyround, step"
        if any(ranged(node) or "0" in map(written, node.parts) for node in nodes(parse(g.own.claim))):
            g.lacking.append((one, induction))
        return ""
    goal = g.goal(form)
    numbers = [] if goal is None else g.numbers(goal.value)
    for known in ([], numbers):
        start, after = f"start everyround{by(known)}", f"next everyround{by(['everyround', name, *known])}"
        if g.tried(f"always everyround: {form}\n  {start}\n  {after}"):
            return name
    return ""


def _by_mean_step(g: Guesser, line: str) -> str:
    name = f"guess{len(g.steps) + 1}"
    return name if by_mean_step(g, f"{name}: {line}", line) else ""


def _by_squares(g: Guesser, line: str) -> str:
    """The name of the line, by a line on the square of a length and a square that completes what is left."""
    for square, parts in g.squared[:2]:
        goal, found = g.goal(line), completed(g, square, parts, line)
        facts = by([square, *g.noise(), *(g.numbers(goal.value) if goal else ())])
        tries = [(f"{line}{facts}{with_squares(one for _, one in found)}")] if found else []
        tries += [f"{line}{facts} over {over} > 0{with_squares([one])}" for over, one in found]
        for text in tries:
            if name := g.named(text, wide=True):
                return name
    told = [text for text in squares_in(line) if not inside(parse(text), "call")]
    facts = by([*(square for square, _ in g.squared), *g.noise(), *g.numbers()])
    return g.named(f"{line}{facts}{with_squares(told)}") if told and g.squared else ""


def _sign(g: Guesser, claim: str) -> str:
    """The name of a line that says that a metric is >= 0, from where gradients lead or as the least value is known."""
    goal = g.goal(claim)
    if goal is None:
        return ""
    for v in ("next(x)", "x"):
        for fact in (f"mean_least({v})", f"mean_steep({v})"):
            text = f"{claim} by {fact} over L > 0 with J(grad(J({v})))"
            if ("next" in v) == ("+ 1" in claim) and g.known(fact) and (name := g.named(text, wide=True)):
                return name
    return g.shown(claim)


def _ranges(node: Node) -> Iterator[tuple[str, Node, Node, Node]]:
    for one in nodes(node):
        if found := ranged(one):
            yield found


def _arguments(tree: Node) -> Iterator[Node]:
    return (node.parts[0] for node in nodes(tree) if node.kind == "call" and len(node.parts) == 1)


def _factors(right: Node) -> list[str]:
    """1, and the bases of powers of t and of rounds ago."""
    found = []
    for node in nodes(right):
        if node.kind == "**" and "t" in inside(node.parts[1], "name"):
            twice = written(node.parts[1]).replace(" ", "").startswith("2*")
            found.append(f"({written(node.parts[0])}){'**2' if twice else ''}")
        elif node.value == "exp" and "t" in inside(node.parts[0], "name"):
            found.append(f"exp({_grown(node.parts[0])})")
    return list(dict.fromkeys(found)) or ["1"]


def _grown(node: Node) -> str:
    """How much larger a formula is at the next round."""
    return f"({written(_put(node, LATER))}) - ({written(node)})"


def _exponentials(g: Guesser, right: Node) -> list[str]:
    """Facts on exponentials of t: exp(a + b) is a product, and one round's is above its tangent."""
    found = []
    for node in nodes(right):
        if node.value == "exp" and "t" in inside(node.parts[0], "name"):
            grown = _grown(node.parts[0])
            half = f"(({grown})/2)"
            found += [f"exp_sum({written(node.parts[0])}, {grown})", f"exp_tangent({grown})"]
            found += [f"exp_sum({half}, {half})", f"exp_tangent({half})"]
    return [text for text in found if g.known(text)]


def _starts(g: Guesser, right: Node) -> list[str]:
    """The metrics that are read at round 0."""
    metrics = g.book.setting.metrics
    found = (node for node in nodes(right) if node.kind == "call" and node.value in metrics)
    return list(dict.fromkeys(str(node.value) for node in found if written(node.parts[0]) == "0"))


def _summed(g: Guesser, left: Node) -> list[str]:
    """The metrics that the left side sums."""
    found = (
        node for *_, body in _ranges(left) for node in nodes(body) if node.value in g.book.setting.metrics
    )
    return list(dict.fromkeys(str(node.value) for node in found))


def _uppers(g: Guesser, left: Node, right: Node) -> list[Node]:
    """The right side, and with what is left of a start taken off it; of a start of 0, as divisors have it."""
    found = [right]
    for metric in _summed(g, left):
        start = g.value(f"{metric}(0)")
        for node in nodes(right) if start is not None and not start else ():
            below = node.parts[1] if node.kind == "/" else ONE
            below = below.parts[0] if below.kind == "**" else below
            if below.kind == "-" and not inside(below, "call"):
                found += [
                    Node("-", None, (right, parse(f"{c}*{metric}(t)/({written(below)})"))) for c in (1, 2)
                ]
    last = {written(_replaced(body, Node("name", name), T)): body for name, _, _, body in _ranges(left)}
    for inner in (node for text in last for node in nodes(parse(text))) if not g.book.setting.states else ():
        if inner.kind == "/":
            found += [_less_by(right, Node("/", None, (ONE, one))) for one in _factored(inner.parts[1])]
        elif inner.kind == "**" and "t" in inside(inner.parts[1], "name"):
            found.append(_less_by(right, inner))
    for metric in _starts(g, right):
        start = parse(f"{metric}(0)")
        found.append(_replaced(right, start, parse(f"({metric}(0) - {metric}(t))")))
    return found[::-1]


def _factored(node: Node) -> list[Node]:
    """The factors of a product that name the round."""
    if node.kind == "*":
        return [one for part in node.parts for one in _factored(part)]
    return [node] if "t" in inside(node, "name") else []


def _less_by(node: Node, part: Node) -> Node:
    return Node("*", None, (node, Node("-", None, (ONE, part))))


def _replaced(node: Node, old: Node, new: Node) -> Node:
    if node == old:
        return new
    return node._replace(parts=tuple(_replaced(part, old, new) for part in node.parts))


def _put(node: Node, at: Node, before: bool = False) -> Node:
    """A side at round t or t + 1; before: sums end before round t, and the number of their rounds is t."""
    if before:
        node = _replaced(node, COUNT, T)
        if ranged(node) and node.value not in ("max", "min"):
            compared, body = node.parts
            ends = (*compared.parts[:-1], T)
            node = node._replace(
                parts=(compared._replace(parts=ends, value=(*compared.value[:-1], "<")), body)
            )
        return node._replace(parts=tuple(_put(part, at, before) for part in node.parts))
    return _replaced(node, T, at) if at != T else node


def _counted(node: Node, count: Node, bounded: str) -> tuple[Node, int]:
    """A side, which is a formula times a power of the number of rounds: means are sums, and the extremes that bound
    them so."""
    if node == count:
        return ONE, 1
    if ranged(node) and node.value in ("mean", bounded):
        return node._replace(value="sum"), -1
    known = node.kind in ("+", "-", "*", "/", "neg")
    told = [_counted(part, count, bounded) for part in node.parts] if known else []
    if node.kind in ("+", "-"):
        return node._replace(parts=_whole(*told)), min(k for _, k in told)
    if node.kind in ("*", "/"):
        (a, j), (b, k) = told
        if ONE in (a, b) and (node.kind == "*" or b == ONE):
            return (a if b == ONE else b), j + k if node.kind == "*" else j - k
        return node._replace(parts=(a, b)), j + k if node.kind == "*" else j - k
    return (node._replace(parts=(told[0][0],)), told[0][1]) if told else (node, 0)


def _whole(*told: tuple[Node, int]) -> tuple[Node, ...]:
    """What is multiplied by the number of rounds, with as few factors of it as can be."""
    least = min(k for _, k in told)
    found = []
    for node, k in told:
        for _ in range(k - least):
            node = COUNT if node == ONE else Node("*", None, (COUNT, node))
        found.append(node)
    return tuple(found)
