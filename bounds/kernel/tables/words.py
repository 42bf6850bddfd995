"""Words of a declared algorithm beside mixing and gradients: what is true of each, added to the table of the method."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field, replace

from ..formal import Operator
from ..table import Table
from ..text import need
from .smooth import DIAGONAL, OF_LOSSES


@dataclass(frozen=True)
class Word:
    """A linear map (operators), or any map of vectors; numbers, facts and rules as in `Table`.

    arrays: what a setting has for it; about: a sentence on it
    """

    about: str
    arrays: tuple[str, ...] = ()
    operators: dict[str, Operator] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    rules: dict[str, tuple[str, str]] = field(default_factory=dict)
    numbers: tuple[str, ...] = ()
    natural: tuple[str, ...] = ()

    @property
    def random(self) -> bool:
        return any(operator.mean for operator in self.operators.values())


def between(word: str, low: str, high: str) -> dict[str, tuple[str, str]]:
    """Rules of factors from low to high, one a client."""
    return {
        f"{word}_least": ("u", f"dot(u, {word}(u)) >= {low}*sq(u)"),
        f"{word}_most": ("u", f"dot(u, {word}(u)) <= {high}*sq(u)"),
        f"{word}_square": ("u", f"sq({word}(u)) <= {high}*dot(u, {word}(u))"),
    }


def ordered(name: str, high: str = "") -> dict[str, str]:
    """Facts of the least and the largest of positive numbers."""
    facts = {f"{name}_low": f"{name}_min >= 0", f"{name}_order": f"{name}_max >= {name}_min"}
    return facts | ({f"{name}_high": f"{name}_max <= {high}"} if high else {})


# each client's own step at its own smoothness
STEEPEST_PACE = {"paced_L": ("u", "dot(own_L(paced(u)), paced(u)) <= pace_L*dot(u, paced(u))")}
WORDS = {
    "pull": Word("pull(z) = R z, R with rows of shares", ("R",), {"pull": Operator(False, False, True)}),
    "push": Word("push(z) = C z, C with columns of shares", ("C",), {"push": Operator(False, True, False)}),
    "paced": Word(
        "paced(z) is z_k times a factor of the client's own, from pace_min to pace_max, pace_L the largest of the "
        "factors times L_k",
        ("pace",),
        {"paced": DIAGONAL},
        ordered("pace") | {"pace_L": "pace_L > 0"},
        between("paced", "pace_min", "pace_max") | STEEPEST_PACE,
        ("pace_min", "pace_max", "pace_L"),
    ),
    "self_mix": Word(
        "self_mix(z) is W_kk z_k, own the smallest W_kk",
        (),
        {"self_mix": DIAGONAL},
        {"own_low": "own >= 0", "own_high": "own <= 1"},
        between("self_mix", "own", "1"),
        ("own",),
    ),
    "active": Word(
        "active(z) is z_k with a chance of the client's own, from activity_min to activity_max, else 0, a coin a "
        "client and round; means over them",
        ("activity",),
        {
            "active": Operator(left=False, right=False, mean="active_mean", second="active_mean"),
            "active_mean": DIAGONAL,
        },
        ordered("activity", "1"),
        between("active_mean", "activity_min", "activity_max"),
        ("activity_min", "activity_max"),
    ),
    "sparse": Word(
        "sparse(z) is each coordinate over kept with the chance kept, else 0, a coin each; means over them",
        ("kept",),
        {
            "sparse": Operator(left=False, right=False, mean="sparse_mean", second="sparse_second"),
            **dict.fromkeys(("sparse_mean", "sparse_second"), DIAGONAL),
        },
        {"kept_low": "kept > 0", "kept_high": "kept <= 1"},
        {"sent": ("u", "sparse_mean(u) == u"), "sent_squares": ("u", "kept*sparse_second(u) == u")},
        ("kept",),
    ),
    "top": Word(
        "top(z) keeps the coordinate of largest size of each z_k, of d",
        facts={"d": "d >= 1"},
        rules={
            "kept": ("u", "d*sq(u - top(u)) <= (d - 1)*sq(u)"),
            "split": ("u", "dot(top(u), u - top(u)) == 0"),
        },
        numbers=("d",),
        natural=("d",),
    ),
    "backward": Word(
        "backward(z) + eta grad(backward(z)) = z",
        rules={"backward": ("u", "backward(u) + eta*grad(backward(u)) == u")},
    ),
    "prox": Word(
        "prox(z) the proximal map of eta r, r convex and the same for every client; w* minimizes the mean of the F_k "
        "plus r",
        ("l1", "low", "span", "radius", "total"),
        facts={"stays": "prox(o - eta*J(grad(o))) == o"},
        rules={"firm": ("u v", "sq(prox(u) - prox(v)) <= dot(prox(u) - prox(v), u - v)")},
    ),
}


def taken(called: Set[str]) -> set[str]:
    """The names that a program with these words may not give to what it defines."""
    used = [WORDS[name] for name in called & WORDS.keys()]
    return {*WORDS, *(name for word in used for name in (*word.operators, *word.numbers, *word.arrays))}


def with_words(table: Table, called: Set[str], parameters: Set[str], fixed: bool, changing: bool) -> Table:
    """The table with these words; of maps that are random, inner products are means. fixed: whether the step is."""
    known = [WORDS[name] for name in sorted(called & WORDS.keys())]
    if not known:
        return table
    for word in known:
        table = table.more(
            word.about,
            numbers=dict.fromkeys(word.numbers, 0),
            natural=word.natural,
            facts=word.facts,
            operators=word.operators,
            rules=word.rules,
        )
    maps = tuple(name for name in ("top", "prox", "backward") if name in called)
    moving = {name for word in known for name, op in word.operators.items() if op.mean}
    moving |= called & {"pull", "push", "self_mix"} if changing else set()
    table = table.more(gradients=maps, moving=sorted(moving))
    if any(word.random for word in known):
        table = table.without("far")
    need(fixed or not called & {"prox", "backward"}, "a proximal map of steps that change has no table yet")
    if "prox" in called:
        need("grad" in table.gradients, "prox(...) without gradients has no table for derivations yet")
        table = beside_r(table, parameters & {*WORDS["prox"].arrays})
    return table if "W" in parameters else table.without("W", "lam", "lam_n", "zh", "qh")


def beside_r(table: Table, told: Set[str]) -> Table:
    """w* is not where gradients sum to 0, no loss is read, and zh is (I - W)^+ of the gradients less their mean."""
    pulled = {"tension": "zh - W(zh) == grad(o) - J(grad(o)) - qh"} if "tension" in table.facts else {}
    signs = {name: f"{name} {'>=' if name == 'l1' else '>'} 0" for name in sorted(told - {"low"})}
    table = table.without(*OF_LOSSES).more(numbers=dict.fromkeys(sorted(told), 0), facts=pulled | signs)
    return replace(table, flat_at="")
