"""A derivation that nobody wrote: lines are guessed from the claim and its family's table, and found like any others.

Guesses, general ones first: the claim as one line, over the table's rules at the vectors of a round; lengths one round
later by the triangle inequality, and their squares; invariants of all rounds, made of the claim's own sides. A guess
that is not found is dropped; what remains is a record, and the kernel alone says what it proves.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ...kernel import wording
from ...kernel.facts import Fact
from ...kernel.poly import Poly, Vector
from ...kernel.statement import check, statement
from ...kernel.text import Node, Refused, inside, nodes, parse, ranged, turned, written
from ...theorem import Theorem, Variant
from .binding import stated_as
from .guesser import SQUARES, Guesser, by, with_squares
from .lengths import lengths
from .mean_steps import mean_step
from .proving import Line, Proved, decided, recorded
from .telescoped import telescoped

__all__ = ["EFFORT", "unaided"]

EFFORT = 4_000_000  # units of work that all guesses together may take, some 10 microseconds each
CHOICES = 6  # of max, min and abs, so that a claim has 64 cases at most
# what a round does to a metric, as textbooks have it: (metrics that the claim speaks of, line)
LEMMAS = (
    ("gap", "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t)"),
    ("gap", "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2/(2*K)*spread2(t)"),
    ("gap error2", "2*eta*gap(t + 1) + error2(t + 1) <= error2(t)"),
    ("spread2 gradients2", "spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam)"),
    ("error2 spread2", "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L**2/(mu*K)*spread2(t)"),
)


def unaided(stated: Theorem, variant: Variant, effort: int = EFFORT) -> Proved:
    """A derivation of the variant that nobody wrote, or the line that lacked; effort: units of work, of all guesses."""
    spoken = stated_as(stated, variant)
    try:
        own = statement(spoken)
        guesser = Guesser(own.book(), own, variant.label, effort)
    except Refused as error:
        return Proved(False, "", (), reason=f"no proof found: {error}")
    for guess in (_signs, mean_step, _alone, _numbers, _indices, lengths, telescoped, _rounds):
        if guesser.conclusion is None and guesser.left > 0:
            guess(guesser)
    if guesser.conclusion is None:
        opened = guesser.open
        if lacking := _missing(guesser):
            return lacking
        why = "no guess could be read" if opened is None else f"{opened.text}: {opened.why}"
        return Proved(False, "", () if opened is None else (opened,), reason=f"no proof found: {why}")
    record = recorded(spoken, [step for step, _ in guesser.steps], guesser.conclusion)
    if not check(record)["proved"]:  # a line rests on what was read for one that was not found
        again = Guesser(own.book(), own, variant.label, effort)
        for text, wide in guesser.texts:
            again.tried(text, wide)
        guesser = guesser if again.conclusion is None else again
        record = recorded(spoken, [step for step, _ in guesser.steps], guesser.conclusion)
    record = _shortest(record)
    kept = [line for step, lines in guesser.steps if step in record["steps"] for line in lines]
    return decided(stated, variant, (*kept, guesser.lines[-1]), record)


def _missing(g: Guesser) -> Proved | None:
    """The line of one round from which the claim would follow, where there is one."""
    for line, induction in g.lacking[:4]:
        g.left, goal = EFFORT, g.goal(line)
        if goal is None or "step" in g.book.facts:
            continue
        with g.book.apart():
            g.book.add("step", Fact(goal.value))
            facts = by(["everyround", "step", *g.signs, *g.numbers(goal.value)])
            if g.tried(induction) and (g.tried(f"claim{facts}") or g.tried(f"claim{facts}", wide=1)):
                why = f"no proof found; the line that is missing is {line}"
                return Proved(False, "", (Line(1, line, "open", why),), reason=why)
    return None


def _shortest(record: dict[str, Any]) -> dict[str, Any]:
    """The record without the steps that it does not need."""
    for step in reversed(record["steps"]):
        without = {**record, "steps": [one for one in record["steps"] if one is not step]}
        if check(without)["proved"]:
            record = without
    return record


def _signs(g: Guesser) -> None:
    """What stands in divisors, roots, powers and logarithms is > 0, or >= 0; steps are short."""
    if any(
        (ranged(node) and node.value != "sum") or node.value == "gap_of_average"
        for text in g.spoken()
        for node in nodes(parse(text))
    ):
        g.signed("t > 0")
    if any("eps0" in inside(parse(text), "name") for text in g.spoken()):
        g.named("eps0 >= 0 by least(w0)") or g.named("eps0 >= 0 by least(x0)")
    for text in g.spoken():
        for node in reversed(list(nodes(parse(text)))):
            inner = None
            if node.kind == "/":
                inner = node.parts[1]
            elif node.value in ("sqrt", "log") or (node.kind == "**" and node.parts[1].kind != "number"):
                inner = node.parts[0]
            elif node.value == "exp":
                told = f"{written(node)} >= 1"
                g.show(
                    f"guess{len(g.steps) + 1}: {told}", told, extra=[f"exp_tangent({written(node.parts[0])})"]
                )
            if inner is not None and inner.value in g.book.setting.metrics:
                _squared(g, inner)
            elif inner is not None and (inner.kind != "call" or node.value == "log"):
                _positive(g, inner)
    for i, text in enumerate(g.own.assume, 1):
        tree = parse(text)
        if tree.value in (("<=",), ("<",)) and tree.parts[1].kind == "/" and tree.parts[0].kind != "/":
            above, below = map(written, tree.parts[1].parts)
            told = f"({written(tree.parts[0])})*({below}) {tree.value[0]} {above}"
            g.tried(f"given{i}: {told} by assume{i} over {below} > 0")
    L, mu = g.curvatures()
    if g.value(f"eta*{L}") is not None:
        g.signed(f"eta*{L} <= 1") or g.signed(f"eta*({L} + {mu}) <= 2")
        _sign(g, f"1 - eta*{mu}")


def _squared(g: Guesser, metric: Node) -> None:
    """A metric that a root is taken of: it is a squared length, or a sum of them."""
    text, ahead = parse(g.book.setting.metrics[str(metric.value)]), written(metric.parts[0]) == "t + 1"
    if text.value == "sq":
        g.named(f"norm({g.ahead(written(text.parts[0]), int(ahead))}) >= 0")
    else:
        _sign(g, written(metric))


def _positive(g: Guesser, node: Any) -> None:
    """The sign of a formula, after those of its factors."""
    if node.kind == "number" or (node.kind == "name" and node.value not in g.own.where):
        return
    if node.value in g.book.setting.metrics:
        _squared(g, node)
    for part in node.parts if node.kind == "*" else node.parts[:1] if node.kind == "**" else ():
        _positive(g, part)
    if node.kind != "call":
        _sign(g, written(node))


def _sign(g: Guesser, text: str) -> None:
    for relation in (">", ">="):
        told = f"{text} {relation} 0"
        if g.known(told) is not None or g.signed(told):
            return


def _alone(g: Guesser) -> None:
    """The claim as one line."""
    g.show("claim", g.own.claim, _apart(g))


def _apart(g: Guesser) -> list[str]:
    """Differences of the parts of what is made in a round: squares that split the square of their sum."""
    space, found = g.book.space, []
    taken = [p for name, places in g.taken_at().items() if name != "grad" for p in places]
    for told in ("next(x) - J(next(x))", *(f"{v} - J({v})" for v in g.mixed()), *taken):
        value = g.value(told)
        kinds: dict[str, list[Any]] = {}
        for term, c in value.terms.items() if isinstance(value, Vector) else ():
            if not space.generators[term[2]].fresh:
                kinds.setdefault(term[2], []).append((term, c))
        parts = [wording.of_vector(space, Vector(terms)) for terms in kinds.values()]
        found += [f"{a} - ({b})" for a, b in combinations(parts, 2)]
    return found


def _numbers(g: Guesser) -> None:
    """Claims about numbers: tangents of powers, exponentials, logarithms; squares of differences."""
    if g.book.setting.vectors:
        return
    facts, things = [], []
    for node in (node for text in g.spoken() for node in nodes(parse(text))):
        told = [written(part) for part in node.parts]
        if node.kind == "**" and node.parts[1].kind != "number":
            b, n = told
            facts += [f"bernoulli({b} - 1, {n})", f"smaller_power({b}, {n})", f"exp_power({b} - 1, {n})"]
            g.named(f"({b})*(2 - ({b})) >= 0{by(g.numbers())}", wide=True)
            facts += [f"power_product({b}, 2 - ({b}), {n})", f"smaller_power(({b})*(2 - ({b})), {n})"]
            facts += [f"bernoulli(1 - ({b}), {n})"]
            if "exp" in inside(parse(g.own.claim), "call"):
                g.named(f"{b} <= exp({b} - 1) by exp_tangent({b} - 1)")
                facts.append(f"increasing_power({b}, exp({b} - 1), {n})")
        elif node.kind == "call" and node.value == "exp":
            facts += [
                f"exp_tangent({told[0]})",
                f"exp_tangent(-({told[0]}))",
                f"exp_sum({told[0]}, -({told[0]}))",
            ]
        elif node.kind == "call" and node.value == "log":
            facts += [f"log_tangent({told[0]})", f"log_below({told[0]})"]
            one = g.shown(f"{told[0]} >= 1")
            if one and (least := g.named(f"1/({told[0]}) <= 1 by {one} over {told[0]} > 0")):
                facts.append(least)
        elif node.kind == "call" and node.value == "sqrt":
            things.append(written(node))
            things += [f"sqrt({name})" for name in sorted(inside(node, "name"))]
    names = sorted(inside(parse(g.own.claim), "name"))
    things += [f"{a}*{b}" for a in names for b in things if b not in (f"sqrt({a})", a)][:12]
    things += [*names, *(f"{a}*{b}" for a, b in combinations(names, 2))]
    known = [text for text in facts if g.known(text) is not None]
    squares = [f"{a} - {b}" for a, b in combinations(dict.fromkeys(things), 2)]
    if not g.show("claim", g.own.claim, squares, known) and not (known and g.tried(f"claim{by(known)}")):
        _root_apart(g)
        _choices(g)


def _root_apart(g: Guesser) -> None:
    """A claim that has one root, on its smaller side: by the squares of that and of the rest."""
    goal = g.goal(g.own.claim)
    roots = {a for key in goal.value for a, _ in key if g.book.space.atoms[a][0] == "r"} if goal else set()
    terms = [key for key in goal.value if {a for a, _ in key} & roots] if goal else []
    if goal is None or len(terms) != 1 or goal.value[terms[0]] > 0:
        return
    root = Poly({terms[0]: -goal.value[terms[0]]})
    told = [wording.full(g.book.space, value) for value in (root, goal.value + root)]
    numbers = g.numbers(goal.value)
    if (sign := g.signed(f"{told[1]} >= 0")) and (name := g.root(f"{told[0]} <= {told[1]}", sign, *numbers)):
        g.tried(f"claim by {name}")


def _choices(g: Guesser) -> None:
    """The claim in every case of each max, min and abs that it speaks of, the inner ones first."""
    found: dict[str, list[str]] = {}
    orders: list[str] = []
    for node in (node for text in g.spoken() for node in reversed(list(nodes(parse(text))))):
        if node.kind != "call" or node.value not in ("max", "min", "abs"):
            continue
        chosen, told = written(node), [written(part) for part in node.parts]
        found[chosen] = [told[0], f"-({told[0]})"] if node.value == "abs" else told
        orders += [f"{chosen} {'<=' if node.value == 'min' else '>='} {value}" for value in found[chosen]]
    if not 0 < len(found) <= CHOICES:
        return
    given = [f"assume{i}" for i, _ in enumerate(g.own.assume, 1)]
    known = [text for text in (*dict.fromkeys(orders), *given) if g.known(text) is not None]
    if name := g.named("\n".join(_cases(g.own.claim, list(found.items()), known))):
        g.tried(f"claim by {name}")


def _cases(claim: str, choices: list[tuple[str, list[str]]], facts: list[str], path: str = "") -> list[str]:
    """The lines of a claim that is proved in each case of the first choice, and there in each of the others."""
    if not choices:
        return [f"{claim}{by(facts)}"]
    (chosen, values), *rest = choices
    lines = [f"{claim} by cases {', '.join(f'{chosen} == {value}' for value in values)}"]
    for i, value in enumerate(values):
        name = f"taken{path}_{i}"
        inner = [f"{name}: {chosen} == {value} by case", *_cases(claim, rest, [name, *facts], f"{path}_{i}")]
        lines += ["  case", *(f"    {line}" for line in inner)]
    return lines


def _indices(g: Guesser) -> None:
    """Claims about vectors with an index, summed over two: by what is known of them, equations times the claim's
    vectors that have none, and squares of what each is off their mean, or off the others."""
    setting, goal = g.book.setting, g.goal(g.own.claim)
    many = {name for name, told in setting.vectors.items() if told.get("arity") == 1}
    many |= {name for name, told in setting.indices.items() if len(told) == 1}
    if goal is None or not many:
        return
    used = {name for atom in g.atoms(goal.value) if atom[0] == "<" for name in (atom[2], atom[4])} & many
    facts, sums = [], []
    for name, text in setting.facts.items():
        tree, value = parse(text), g.book.facts[name].value
        if isinstance(value, Vector) and inside(tree, "index") & used:
            found = [n for n in nodes(tree) if n.kind == "+" and all(p.kind == "index" for p in n.parts)]
            used |= {name for node in found for name in inside(node, "index")}
            sums += [written(node) for node in found]
            steps = [f"mean(i, {written(node)})" for node in found] if found else []
            steps += [told for v in _unindexed(g) for told in ([v, f"next({v})"] if g.moves(v) else [v])]
            facts += [f"{name} times {v}" for v in steps if found]
    for name, text in setting.facts.items():
        if inside(parse(text), "index") & many <= used and isinstance(g.book.facts[name].value, Poly):
            facts += [name] if inside(parse(text), "index") & used else []
    sums = sums or [f"{name}[i]" for name in sorted(used)]
    means = [f"{v} - mean(k, {v.replace('[i]', '[k]')})" for v in sums]
    pairs = [f"{v} - ({v.replace('[i]', '[j]')})" for v in sums] + [f"sum(i, {v})" for v in sums]
    known = [*facts, *g.numbers()]
    g.tried(f"claim{by(known)}{with_squares(means)} sum i j") or g.tried(
        f"claim{by(known)}{with_squares(pairs)} sum i j"
    )


def _unindexed(g: Guesser) -> list[str]:
    """The vectors without an index that the claim's metrics name."""
    setting, found, new = g.book.setting, dict[str, None](), [g.own.claim]
    while new:
        tree = parse(new.pop())
        for name in sorted(inside(tree, "name", "call") - found.keys()):
            found[name] = None
            new += [told for told in (setting.metrics.get(name), setting.lets.get(name)) if told]
    return [name for name in found if name not in setting.metrics and isinstance(g.value(name), Vector)]


def _rounds(g: Guesser) -> None:
    """Invariants: the claim itself, cleared of divisors that name t, or with what is left of the start."""
    tree = parse(g.own.claim)
    if tree.value not in (("<=",), (">=",)) or "t" not in inside(tree, "name"):
        return
    left, _, right = turned(tree)
    ahead = [
        node
        for node in nodes(tree)
        if node.kind == "call" and len(node.parts) == 1 and node.parts[0].kind == "+"
    ]
    if ahead:
        return
    spoken = {name for text in g.spoken() for name in inside(parse(text), "call")}
    for metrics, line in LEMMAS:
        if spoken >= {*metrics.split()} and (goal := g.goal(line)) is not None:
            known = by([*g.chains, *g.noise(), *g.numbers(goal.value)])
            if name := g.named(f"{line}{known}{with_squares(g.differences)}", wide=True) or g.shown(line):
                g.chains.append(name)
    starts = dict.fromkeys(
        written(node)
        for node in nodes(tree)
        if node.kind == "call" and node.value in g.book.setting.metrics and written(node.parts[0]) == "0"
    )
    for text in starts:
        metric = text.partition("(")[0]
        if name := g.shown(f"{metric}(t) >= 0"):
            g.chains.append(name)
        for node in nodes(tree):
            if node.kind == "**" and written(node.parts[1]) in ("t", "2*t", "2 * t"):
                q = f"({written(node.parts[0])}){'**2' if written(node.parts[1]) != 't' else ''}"
                if name := g.shown(f"{metric}(t + 1) <= {q}*{metric}(t)", extra=g.chains):
                    g.chains.append(name)
    a, b = written(left).replace("<= t,", "< t,"), right
    forms = [f"{a} <= {written(b)}"]
    if b.kind == "/" and "t" in inside(b.parts[1], "name"):
        forms.append(f"({a})*({written(b.parts[1])}) <= {written(b.parts[0])}")
    for form in list(forms):
        lower, _, upper = form.partition(" <= ")
        for text in starts:
            metric = text.partition("(")[0]
            forms.append(f"{lower} <= {upper.replace(text, f'({text} - {metric}(t))')}")
    goal = g.goal(g.own.claim)
    for form in forms:
        if _always(g, form):
            facts = ["rounds", *g.chains, "everyround"]
            numbers = [] if goal is None else g.numbers(goal.value)
            if g.tried(f"claim{by([*facts, *numbers])}") or g.show("claim", g.own.claim, extra=facts):
                return


def _always(g: Guesser, form: str) -> bool:
    """Whether the form is found to hold at every round, by induction."""
    try:
        goals = [g.book.compared(form, time) for time in ("start", "now", "next")]
    except Refused as error:
        g.open = Line(1, form, "open", str(error))
        return False
    largest = [
        f"{written(node)} >= {written(part)}"
        for node in nodes(parse(form))
        if node.kind == "call" and node.value == "max" and not ranged(node)
        for part in node.parts
    ]
    numbers = g.numbers(goals[2].value)
    rules = g.instances(goals[2].value)
    squares = [text for text in SQUARES if g.value(text) is not None]
    lasting = [name for name in (*g.chains, *numbers) if name not in g.book.facts or g.book.facts[name].every]
    models = [*lasting, "rounds", *g.models(goals[2].value)]
    readings = [[*lasting, *largest], [*lasting, *largest, *rules]]
    if any(atom[0] == "f" for atom in g.atoms(goals[2].value)):
        readings.insert(1, models)
    few = [*g.chains[:2], *g.extremes, *numbers]
    if g.chains:
        readings.insert(0, few)
    for facts in readings:
        text = (
            f"always everyround: {form}\n"
            f"  start everyround{by([*largest, *g.numbers(goals[0].value)])}\n"
            f"  next everyround{by(['everyround', *facts])}{with_squares(squares)}"
        )
        if g.tried(text, wide=facts not in (models, few)):
            return True
    return False
