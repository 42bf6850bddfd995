"""Indices that count rounds: `over_rounds`, `now`, states of every round before, and lines read one round later."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from mixproof.bounds.kept import FOLDER
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.formal import NOW, ROUND, Space
from mixproof.bounds.kernel.poly import Poly
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.table import Kind, Table
from mixproof.bounds.kernel.tables import TABLES, online
from mixproof.bounds.kernel.text import Refused

# k[s] is how much round s counts at round t, lam^(t - 1 - s); v[s, i] what node i had at round s, b what it has now
TABLE = Table(
    "a convolution at every node",
    {"n": 0, "lam": 0, "k": 1, "b": 1, "w": 1},
    {"n": "n > 0", "lam": "lam >= 0", "high": "1 - lam >= 0", "w": "w[i] >= 0"},
    moving=("b",),
    vectors={"v": {"arity": 2}},
    states={"k": "lam*k[s] + same(s, now)"},
    start={"k": "0"},
    indices={"k": ("s",)},
    rounds={"k": (0,), "v": (0,)},
    size="n",
    rules={"heard": ("", "sq(v[now, i]) <= b[i]"), "dear": ("", "b[i] >= 0")},
)


def value(
    space: Space, p: Poly, at: Callable[[int], Mapping[str, Any]], t: int, bound: Mapping[str, int]
) -> float:
    """A polynomial at round t: at(s) has the arrays of round s, numbers for vectors, and the sizes of both kinds of
    indices, n and T."""
    here = at(t)

    def of(k: int, bound: Mapping[str, int]) -> float:
        atom = space.atoms[k]
        put = {**bound, NOW: t}
        match atom[0]:
            case "s":
                return (
                    float(here[atom[1]][tuple(put[i] for i in atom[2])]) if atom[2] else float(here[atom[1]])
                )
            case "<":
                _, word, g, gi, h, hi = atom
                assert not word
                return float(here[g][tuple(put[i] for i in gi)] * here[h][tuple(put[i] for i in hi)])
            case "=":
                return float(put[atom[1]] == put[atom[2]])
            case "S":
                own = f"#{space.level(atom)}_"
                held = {i for a, _ in atom[2] for i in space.free(a) if i.removeprefix(ROUND).startswith(own)}
                left, total = [(sorted(held), dict(bound))], 0.0
                while left:
                    names, known = left.pop()
                    if not names:
                        total += float(np.prod([of(a, known) ** e for a, e in atom[2]]))
                        continue
                    size = here["T"] if names[0].startswith(ROUND) else here["n"]
                    left += [(names[1:], {**known, names[0]: x}) for x in range(int(size))]
                return total
            case "R":
                key = Poly({atom[1]: 1})
                return sum(value(space, key, at, s, bound) for s in range(t))
            case "i":
                return 1 / value(space, space.parts(atom)[0], at, t, bound)
        raise AssertionError(atom)

    return sum(float(c) * float(np.prod([of(a, bound) ** e for a, e in key])) for key, c in p.items())


def same_text(left: str, right: str) -> bool:
    return not Book(TABLE).compared(f"{left} == {right}", "now").value


CONVOLVED = "over_rounds(s, k[s]*sum(i, w[i]*dot(v[s, i], v[s, i])))"


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (f"next({CONVOLVED})", f"lam*{CONVOLVED} + sum(i, w[i]*sq(v[now, i]))", True),
        (f"next({CONVOLVED})", f"{CONVOLVED} + sum(i, w[i]*sq(v[now, i]))", False),
        (f"next({CONVOLVED})", f"lam*{CONVOLVED}", False),
        (f"start({CONVOLVED})", "0", True),
        (
            "sq(over_rounds(s, k[s]*v[s, i]))",
            "over_rounds(s, over_rounds(r, k[r]*k[s]*dot(v[s, i], v[r, i])))",
            True,
        ),
        ("sq(over_rounds(s, k[s]*v[s, i]))", "over_rounds(s, k[s]**2*sq(v[s, i]))", False),
        ("over_rounds(s, sum(i, k[s]*w[i]))", "over_rounds(s, k[s])*sum(i, w[i])", True),
        ("over_rounds(s, same(s, now)*k[s])", "k[now]", True),
        ("over_rounds(s, same(s, now)*k[s])", "over_rounds(s, k[s])", False),
        ("sum(i, over_rounds(s, k[s]))", "n*over_rounds(s, k[s])", True),
    ],
)
def test_sums_over_rounds_have_one_normal_form(left: str, right: str, equal: bool) -> None:
    assert same_text(left, right) == equal


def test_sums_over_rounds_are_those_of_drawn_runs() -> None:
    """Each text, read now and one round later, in numbers; more rounds than nodes, so that no size is the other's."""
    draw = np.random.default_rng(4)
    n, T = 2, 5
    lam, v, w, b = draw.random(), draw.normal(size=(T, n)), draw.random(n), draw.random((T, n))
    k = [np.array([lam ** (t - 1 - s) if s < t else 0.0 for s in range(T)]) for t in range(T)]

    def at(t: int) -> Mapping[str, Any]:
        return {"n": n, "T": T, "lam": lam, "k": k[t], "b": b[t], "w": w, "v": v, "t": t}

    told: dict[str, Callable[[int], float]] = {
        CONVOLVED: lambda t: sum(lam ** (t - 1 - s) * (w * v[s] ** 2).sum() for s in range(t)),
        "sum(i, w[i]*sq(over_rounds(s, k[s]*v[s, i])))": lambda t: (
            w * sum((lam ** (t - 1 - s) * v[s] for s in range(t)), np.zeros(n)) ** 2
        ).sum(),
        "sum(r < t, over_rounds(s, k[s])*sum(i, b[i]))": lambda t: sum(
            sum(lam ** (r - 1 - s) for s in range(r)) * b[r].sum() for r in range(t)
        ),
        "sum(r < t, sum(i, dot(v[now, i], over_rounds(s, k[s]*v[s, i]))))": lambda t: sum(
            lam ** (r - 1 - s) * (v[r] * v[s]).sum() for r in range(t) for s in range(r)
        ),
        "over_rounds(s, sum(r < t, k[s])*sum(i, sq(v[s, i])))": lambda t: sum(
            sum(lam ** (r - 1 - s) for r in range(s + 1, t)) * (v[s] ** 2).sum() for s in range(t)
        ),
    }
    for text, meant in told.items():
        book = Book(TABLE)
        for t in range(T - 1):
            now = book.at("now").number(text)
            assert value(book.space, now, at, t, {}) == pytest.approx(meant(t)), text
            if "b[" not in text:
                later = book.at("next").number(text)
                assert value(book.space, later, at, t, {}) == pytest.approx(meant(t + 1)), text


@pytest.mark.parametrize(
    "text",
    [
        "sum(s, k[s]) >= 0",  # an index of nodes counts no rounds
        "over_rounds(i, w[i]) >= 0",
        "over_rounds(s, v[s, s]) == over_rounds(s, v[s, s])",
        "over_rounds(s, 1) >= 0",  # of how many rounds is not said
        "over_rounds(s, w[j]) >= 0",
        "sum(i, over_rounds(s, same(s, i)*k[s])) >= 0",
        "next(k[now]) >= 0",  # the present round is not present a round later
        "start(k[now]) >= 0",
        "w[now] >= 0",
        "over_rounds(now, k[now]) >= 0",
    ],
)
def test_rounds_and_nodes_are_not_confused(text: str) -> None:
    with pytest.raises(Refused):
        Book(TABLE).compared(text, "now")


def test_tables_without_rounds_have_no_sums_over_them() -> None:
    plain = Table("numbers", {"n": 0, "w": 1}, {"w": "w[i] >= 0"}, size="n")
    with pytest.raises(Refused):
        Book(plain).compared("over_rounds(s, w[s]) >= 0", "now")


def proved(book: Book, name: str, claim: str, **proof: Any) -> None:
    book.step({"name": name, "claim": claim, "proof": proof})


def test_a_fact_of_the_present_round_is_not_one_of_every_round() -> None:
    book = Book(TABLE)
    proved(book, "here", "k[now] + w[i]*k[now]**2 >= k[now]", terms=[[1, ["w[i] >= 0"], "k[now]"]])
    with pytest.raises(Refused, match="not known of every one"):
        book.fact("here[now == s]")
    assert book.fact("here[i == now]").value == book.facts["here"].value  # now counts no nodes
    book.give("sign", "k[now] >= 0", every=True)
    assert book.evident(book.at("now").number("k[s]")) is None
    with pytest.raises(Refused):
        proved(book, "every", "k[s] >= 0", terms=[[1, ["sign"]]])
    with pytest.raises(Refused, match="one round"):
        proved(book, "all", "over_rounds(s, k[s]) >= 0", terms=[[1, ["sign"], "", "now"]])


def test_the_present_round_is_not_put_into_a_sum_over_rounds() -> None:
    """sum(r < t, k[s]) at s = t is not sum(r < t, k[now]), whose rounds are each their own."""
    book = Book(TABLE)
    book.give("sums", "sum(r < t, k[s]) >= 0", every=True)
    with pytest.raises(Refused, match="not put into"):
        book.fact("sums[s == now]")
    with pytest.raises(Refused, match="not put into"):
        book.at("now").number("over_rounds(s, same(s, now)*sum(r < t, k[s]))")


def test_a_line_of_every_round_is_one_of_the_next() -> None:
    book = Book(TABLE)
    proved(book, "often", "over_rounds(s, k[s]**2) >= 0", terms=[[1, [], "k[s]", "s"]])
    fact = book.fact("next often")
    assert fact.every and fact.value == book.at("next").number("over_rounds(s, k[s]**2)")
    book.give("small", "over_rounds(s, k[s]) <= 3", every=False)
    proved(book, "once", "2*over_rounds(s, k[s]) <= 6", terms=[[2, ["small"]]])
    for text in ("next once", "next small"):
        with pytest.raises(Refused):
            book.fact(text)
    proved(book, "present", "sq(v[now, i]) <= b[i] + 1", terms=[[1, ["heard"]], [1, ["1 > 0"]]])
    with pytest.raises(Refused):
        book.fact("next present")


def test_no_line_of_a_given_round_is_one_of_the_next() -> None:
    gossip = Kind("gossip", {}, frozenset({"W", "eta", "w0"}), {"S": 1})
    book = Book(TABLES["gossip"](gossip), t=3)
    book.give("near", "sq(x) <= 5", every=False)
    proved(book, "line", "2*sq(x) <= 10", terms=[[2, ["near"]]])
    with pytest.raises(Refused, match="present round alone"):
        book.fact("next line")


def influences(draw: np.random.Generator, n: int, T: int) -> Callable[[int], Mapping[str, Any]]:
    """The arrays of a round of push-sum, drawn weights and gradients, some of them 0: T rounds before the last one."""
    W = draw.random((T + 1, n, n)) * (draw.random((T + 1, n, n)) < 0.7) + np.eye(n) * 0.1
    W = W / W.sum(2, keepdims=True)
    h = draw.normal(size=(T + 1, n)) * (draw.random((T + 1, n)) < 0.8)
    w, passed = [np.ones(n)], [np.zeros((T + 1, n, n))]
    for t in range(T + 1):
        own = passed[t].copy()
        own[t] = np.eye(n)
        w, passed = [*w, w[t] @ W[t]], [*passed, own @ W[t]]
    before = [np.array([float(s < t) for s in range(T + 1)]) for t in range(T + 2)]
    D = [p / w[t] - before[t][:, None, None] / n for t, p in enumerate(passed)]
    sizes = [np.sqrt((d**2).sum((1, 2))) for d in D]

    @cache
    def at(t: int) -> Mapping[str, Any]:
        blocks = [[D[r][s].T for s in range(t + 1)] for r in range(1, t + 2)]
        rows = [max([0.0, *(sizes[r].sum() for r in range(1, last + 1))]) for last in (t, t + 1)]
        return {
            **{"n": n, "T": T + 1, "t": t, "W": W[t], "w": w[t], "h": h[t], "e": 0 * h[t], "w2": w[t + 1]},
            **{"passed": passed[t], "passed2": passed[t + 1], "before": before[t], "sent": h},
            **{"size_of": sizes[t], "size_of2": sizes[t + 1], "rows": rows[0], "rows2": rows[1]},
            "norm2_now": np.linalg.norm(np.block(blocks), 2) ** 2,
            "columns2": max(sum(sizes[r][s] for r in range(1, t + 2)) for s in range(t + 1)),
        }

    return at


def test_what_is_known_of_influences_is_true_of_drawn_runs() -> None:
    draw = np.random.default_rng(7)
    for n, T in ((1, 2), (2, 2)):
        at = influences(draw, n, T)
        kind = Kind("push-sum", {}, frozenset({"W", "b", "g", "gamma"}), {"n": n}, {"W": "rows"})
        book = Book(online.push_sum(kind))
        for name in online.HISTORY.keys() - {"sends"}:  # an equation of vectors: what `sent` is
            fact = book.fact(name)
            free = sorted(book.space.indices(fact.value) - {NOW})
            for t in [*range(T)] * 2:
                bound = {i: int(draw.integers(T + 1 if i.startswith(ROUND) else n)) for i in free}
                found = value(book.space, fact.value, at, t, bound)
                assert found >= -1e-9, name
                assert not fact.equal or abs(found) < 1e-9, name


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"ops.{name}.json").read_text())
    return found


NAMES = (
    "theorem-4.repaired",
    "theorem-4.repaired-noise",
    "theorem-4.repaired-exact",
    "lemma-9.identity",
    "step-for-weights.consensus",
)


@pytest.mark.parametrize("name", NAMES)
def test_stronger_claims_are_refused(name: str) -> None:
    """Constants half as large, sums of other rounds, another metric in the place of the one that was bounded."""
    told = record(name)
    assert decide(told).confirmed
    claim = told["statement"]["claim"]
    changes = (
        ("gamma**2*", "gamma**2/2*"),
        ("schur(t)", "influence_norm2(t)"),
        ("influence_norm2(t)", "schur(t)/2"),
        ("gradients2(t)", "slopes2_from_1(t)"),
        ("gradients2(t)", "sum(s < t, slopes2(s))"),
        ("deviations(t)", "deviations(t + 1)"),
        ("identity_error(t)", "identity_error(t) + deviation(t)"),
        ("identity_error(t)", "network_term(t)"),
        ("2*n*R2", "n*R2"),
        ("m*t)", "m*t**2)"),
    )
    forged = {claim.replace(old, new) for old, new in changes} - {claim}
    assert len(forged) >= 2
    for other in sorted(forged)[:3]:
        changed = copy.deepcopy(told)
        changed["statement"]["claim"] = other
        assert not decide(changed).confirmed, other


@pytest.mark.parametrize("name", NAMES)
def test_proofs_without_a_premise_or_with_other_indices_are_refused(name: str) -> None:
    """Every rule on influences left out of the record, `next` left out, and rounds read at other rounds."""
    whole = json.dumps(record(name))
    changes = [(f'"{rule}"', '"n > 0"') for rule in (*online.HISTORY, "mass", "models")]
    changes += [
        ("next off", "off"),
        ("next apart", "apart"),
        ("next round", "round"),
        ("sent[past, node]", "sent[now, node]"),
        ("passed2[s, k, i]", "passed[s, k, i]"),
        ("over_rounds(s, sum(k, influences", "sum(k, over_rounds(k, influences"),
        ("same(s, now)", "same(s, s)"),
        ("sum(r <= t, ", "sum(r < t, "),
    ]
    forged = {whole.replace(old, new) for old, new in changes} - {whole}
    assert len(forged) >= 5
    for text in sorted(forged)[:6]:
        assert not decide(json.loads(text)).confirmed
