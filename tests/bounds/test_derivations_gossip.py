"""The tables of gossip and of the consensus problem: premises, the problem's run, and lines over windows."""

from __future__ import annotations

import json
import math
from functools import partial, reduce
from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import kept
from mixproof.bounds.families.shared import consensus, gossip
from mixproof.bounds.kernel import wording
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.poly import Poly
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.tables import consensus as problem
from mixproof.bounds.kernel.tables import gossip as table
from mixproof.bounds.kernel.text import Refused, inside, parse
from mixproof.bounds.theorems import theorem

from .evaluated import Evaluated

LATER = ("lam_later", "lam_windows", "lam_all_windows", "B")


def passed(run: Any, t: int) -> Any:
    """W(t + B - 1) ... W(t)."""
    return reduce(
        lambda P, s: run.network.matrix(s) @ P, range(t, t + int(run.network.B)), np.eye(int(run.K))
    )


def test_the_bound_on_gradients_is_known_where_its_premise_is() -> None:
    book = Book(table.gossip(noisy=True, scaled=True, line=True))
    with pytest.raises(Refused, match="not known"):
        book.fact("bounded")
    book.give("short", table.KNOWN, every=False)
    fact = book.fact("bounded")
    assert fact.every and fact.of == {table.KNOWN}
    assert "chi2" not in table.gossip(noisy=True, scaled=True).numbers


def test_a_premise_is_about_every_round() -> None:
    """A bound that is known of this round alone would enter inductions."""
    own = table.gossip(noisy=True, scaled=True, line=True)
    for premise in own.premises.values():
        assert "x" not in inside(parse(premise), "name")


@pytest.mark.parametrize("changing", [False, True])
def test_what_is_known_of_clients_on_the_line(changing: bool) -> None:
    """The rules by client, at models inside and outside of the hull, and how the models move."""
    random, family = Random(5), gossip(noisy=False, turned=False, changing=changing)
    own = table.gossip(changing=changing, line=True)
    for form in (family, *(other for other in family.also if other.drawn)):
        for _ in range(6):
            setting = form.sample(random)
            run = form.start(setting.sizes, setting.values, 3)
            losses = run.clients.losses
            c, K = losses.minimizers[:, 0], int(run.K)

            def slopes(x: Any, losses: Any = losses, c: Any = c) -> Any:
                return losses.pulls(x) if hasattr(losses, "pulls") else losses.curvatures[:, 0] * (x - c)

            def mean_curvature(x: Any, y: Any, slopes: Any = slopes, L: float = float(run.L)) -> Any:
                near = abs(x - y) < 1e-9
                return np.where(near, L, (slopes(x) - slopes(y)) / np.where(near, 1, x - y))

            for t in range(3):
                x, after = (run.state(s).sure[:, 0] for s in (t, t + 1))
                begun = run.state(0).sure[:, 0]
                low, high = (end([*begun, *c]) for end in (min, max))
                known = {
                    **{name: float(getattr(run, name)) for name in ("own", "sharpest", "hull_slope")},
                    **{
                        "place": x,
                        "place0": begun,
                        "minimizer": c,
                        "slope": slopes(x),
                        "bend": mean_curvature(x, c),
                    },
                    **{"hull_low": low, "hull_high": high, "weight": run.network.matrix(t), "x": x},
                    **{
                        "bend_up": mean_curvature(x, high + 0 * x),
                        "bend_down": mean_curvature(x, low + 0 * x),
                    },
                    "eta": float(run.step(t)),
                }
                here = Evaluated(K, known, {"grad": slopes}, {})
                here.check(table.ON_THE_LINE)
                moved = [here.at(own.states["place"], {"j": j}) for j in range(K)]
                assert np.allclose(moved, after)
                inside_ = abs(slopes(np.array([random.uniform(low, high) for _ in range(K)])))
                assert inside_.max() <= known["hull_slope"] * (1 + 1e-9)


@pytest.mark.parametrize("algorithm", ["decefl", "fedavg", "swarm"])
def test_the_consensus_problems_table_is_the_librarys_run(algorithm: str) -> None:
    """Facts, starts, next rounds and metrics, with each client's number for a block."""
    random = Random(4)
    family = consensus(algorithm)
    own = problem.consensus(algorithm)
    for _ in range(20):
        sizes = {name: choices[0] for name, choices in family.sizes.items()} | {"K": random.choice((2, 3))}
        values = {}
        for parameter in family.parameters:
            shape = tuple(sizes[axis] for axis in parameter.shape)
            values[parameter.name] = parameter.domain.sample(shape, random).astype(float)
        run = family.run(sizes, values, 4, **(family.options or {}))
        names: dict[str, Any] = {
            "J": lambda u: np.full(len(u), u.mean()),
            "W": partial(np.matmul, values["W"][0] if "W" in values else None),
            "dot": lambda u, v: float(u @ v),
            "sq": lambda u: float(u @ u),
            "norm": lambda u: float(np.sqrt(u @ u)),
            "one": np.ones(int(run.K)),
            "w0": values["w0"],
            "p": values.get("p"),
            "K": run.K,
        }
        for name in ("delta", "Gamma", *(("lam", "lam_n") if algorithm == "decefl" else ())):
            names[name] = float(getattr(run, name))
        if algorithm == "swarm":
            names["weights_spread"] = run.weights_spread
        assert names["K"] * names["J"](values["w0"]) == pytest.approx(
            names["dot"](values["w0"], names["one"]) * names["one"]
        )
        state = {name: values["w0"] for name in own.start}
        for t in range(4):
            names |= {"t": t, "eta": run.step(t), **state}
            for name, text in own.facts.items():
                sign = next(sign for sign in ("==", "<=", ">=", ">") if sign in text)
                left, right = (eval(side, {"__builtins__": {}}, names) for side in text.split(sign))
                gap = {"==": -abs(right - left), "<=": right - left}.get(sign, left - right)
                assert gap >= -1e-9, name
            for name, text in own.metrics.items():
                value = eval(text, {"__builtins__": {}}, names)
                assert value == pytest.approx(float(getattr(run, name)(t)), rel=1e-9, abs=1e-6), name
            state = {name: eval(text, {"__builtins__": {}}, names) for name, text in own.states.items()}


@pytest.mark.parametrize("label", ["repaired", "fixed", "eq-38-every-round"])
def test_lines_over_windows_hold_on_drawn_runs(label: str) -> None:
    """Every line of the derivation, in runs that meet its assumptions; ahead(x) is the model B rounds later."""
    random, tried, stated = Random(6), 0, theorem("decefl.consensus")
    variant = next(one for one in stated.variants if one.label == label)
    record = json.loads(kept.place(stated, variant).read_text())
    book, family = statement(record["statement"]).book(), stated.family_of(variant)
    book.steps(record["steps"])
    known = {
        name: ([wording.full(book.space, Poly({key: c})) for key, c in fact.value.items()], fact.equal)
        for name, fact in book.facts.items()
        if fact.every
    }
    assert any("ahead(x)" in text for texts, _ in known.values() for text in texts)
    while tried < 15:
        sizes = {name: random.choice(choices) for name, choices in family.sizes.items()}
        values = {}
        for parameter in family.parameters:
            shape = tuple(sizes[axis] for axis in parameter.shape)
            values[parameter.name] = parameter.domain.sample(shape, random).astype(float)
        run = family.run(sizes, values, 12, **(family.options or {}))
        lam, B = float(run.lam_all_windows), int(run.B)
        if lam > 0.95 or (label == "eq-38-every-round" and B > 1):
            continue
        Gamma = random.choice((0.5, 1, 3)) if B == 1 and lam < 0.3 else 2 * B / (1 - lam)
        share = random.uniform(0.1, 0.9)
        numbers = {"Gamma": Gamma, "delta": share * min(Gamma, (1 - lam) / B - 1 / (Gamma + 1))}
        numbers["eta"] = share * (1 - lam) / B
        if numbers["delta"] <= 0 and label != "fixed":
            continue
        tried += 1
        run = run.at(12, **{name: numbers[name] for name in numbers if name in values})
        path = [values["w0"]]
        for t in range(11):
            path.append(run.network.matrix(t) @ path[-1] - run.step(t) * (path[-1] - values["w0"]))
        for t in range(11 - B):
            x, carried, moved = path[t], path[t].copy(), {}
            moved = {id(x): path[t + B], id(carried): passed(run, t) @ x}
            names: dict[str, Any] = {
                **{name: float(getattr(run, name)) for name in (*LATER[1:], "K", "lam", "lam_n")},
                **{**numbers, "t": t, "x": x, "carried": carried, "w0": values["w0"], "one": 0 * x + 1},
                **{
                    "J": lambda u: 0 * u + u.mean(),
                    "sq": lambda u: float(u @ u),
                    "dot": lambda u, v: float(u @ v),
                },
                **{"W": run.network.matrix(t).__matmul__, "max": max},
                **{"sqrt": lambda p: max(p, 0.0) ** 0.5, "ahead": lambda u, moved=moved: moved[id(u)]},
            }
            for name, (texts, equal) in known.items():
                parts = [eval(text, {"__builtins__": {}}, names) for text in texts]
                value = math.fsum(parts)
                room = 1e-6 * (1 + math.fsum(map(abs, parts)))  # a root of what cancels has half the digits
                assert value >= -room and (not equal or value <= room), name
