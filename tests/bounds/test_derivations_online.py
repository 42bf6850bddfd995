"""Push-sum, convolutions, and what they need of the kernel: indices of states and sums, one comparator a statement."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds import kept
from mixproof.bounds.arithmetic import fraction
from mixproof.bounds.families.digraphs import AVERAGING
from mixproof.bounds.families.mixing_domain import MIXING
from mixproof.bounds.families.pushsum_proof import PushSumProof
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.poly import Poly
from mixproof.bounds.kernel.statement import check
from mixproof.bounds.kernel.table import Kind, Table
from mixproof.bounds.kernel.tables import online
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.kernel_run import KernelRun
from mixproof.bounds.proofs.derivation import stated_as
from mixproof.bounds.theorems import of_paper

from .evaluated import Evaluated

NUMBERS = Table(
    "numbers",
    {"n": 0, "v": 1, "A": 2},
    {"n": "n > 0", "v": "v[i] >= 0", "A": "A[i, j] >= 0"},
    size="n",
)


def difference(text: str) -> Poly:
    return Book(NUMBERS).compared(text, "now").value


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("sum(i, exp(sum(j, A[i, j]*v[j])))", "sum(k, exp(sum(i, A[k, i]*v[i])))", True),
        ("sum(i, exp(sum(j, A[i, j]*v[j])))", "sum(i, exp(sum(j, A[j, i]*v[j])))", False),
        (
            "sum(k, v[k]*sum(i, A[i, k]*exp(sum(j, A[i, j]))))",
            "sum(i, exp(sum(k, A[i, k]))*sum(j, A[i, j]*v[j]))",
            True,
        ),
        (
            "sum(k, v[k]*sum(i, A[i, k]*exp(sum(j, A[i, j]))))",
            "sum(k, v[k]*sum(i, A[i, k]*exp(sum(j, A[k, j]))))",
            False,
        ),
    ],
)
def test_a_sum_inside_a_function_keeps_its_own_index(left: str, right: str, same: bool) -> None:
    assert (not difference(f"{left} == {right}")) == same


def test_a_definition_does_not_read_an_index_of_the_place_where_it_is_used() -> None:
    book = Book(NUMBERS)
    book.let("y[i]", "2*v[i]")
    assert not book.compared("sum(j, y[j]) == 2*sum(i, v[i])", "now").value
    with pytest.raises(Refused, match="i is no index of loose"):
        book.let("loose", "v[i]")
    with pytest.raises(Refused, match="another number of indices"):
        book.compared("sum(i, y) >= 0", "now")


def test_what_is_positive_now_alone_divides_now_alone() -> None:
    book = Book(NUMBERS, first=1)
    with pytest.raises(Refused, match="the divisor t"):
        book.compared("1/t >= 0", "now")
    book.step({"name": "late", "claim": "t > 0", "proof": {"terms": [[1, ["t >= 1"]], [1, ["1 > 0"]]]}})
    assert book.compared("t*(1/t) == 1", "now") is not None
    told = {"always": [["I", "1/t >= 0"]], "start": [{}], "lines": [], "next": [{}]}
    with pytest.raises(Refused):
        book.step(told)


def mean(array: Any) -> Any:
    """Over the paths of the noise."""
    return array.mean(0)


@pytest.mark.parametrize(("noisy", "centre"), list(itertools.product((True, False), ("mean", "sum"))))
def test_the_table_of_push_sum_is_true_of_runs(noisy: bool, centre: str) -> None:
    """Its equations and domains on drawn settings, and its metrics, written out, against the run's."""
    draw = np.random.default_rng(3)
    for n, last in itertools.product((1, 2), range(3)):
        W = draw.random((2, n, n))
        values: dict[str, Any] = {
            "W": W / W.sum(2, keepdims=True),
            "g": draw.normal(size=(2, n)),
            "b": draw.normal(size=(2, n)),
            "gamma": np.array(0.3),
        } | ({"v": draw.normal(size=n)} if noisy else {})
        run = PushSumProof({"n": n, "S": 2, "P": 2}, values, 3, centre=centre)
        told = online.push_sum(Kind("push-sum", {"centre": centre}, frozenset(values), {"n": n}))
        assert told.metrics["radius2_from_0"] == "sq(u)"
        assert (told.facts["sigma2"] == "sigma2 == 0") == (not noisy)
        share = 1 if centre == "sum" else n
        signs = np.array(np.meshgrid(*[[1, -1]] * n)).reshape(n, -1).T if noisy else np.zeros((1, n))
        noise = mean((signs * values.get("v", 0)) ** 2).sum()
        slopes = [mean(now.slopes**2).sum() for now in run._history]
        assert run.gradients2(last) == pytest.approx(sum(slopes[: last + 1]) + (last + 1) * noise)
        assert run.slopes2_from_1(last) == pytest.approx(sum(slopes[1 : last + 1]))
        for T, shift in ((last, 0), (last, 1)):
            u, regret, inverse = run._best(0, T + shift)[1], 0.0, 0.0
            for t in range(T + shift):
                now, later, a, b = run._history[t], run._history[t + 1], *run._losses_at(t)
                h, w, M = now.slopes, now.omega, run._W(t)
                e = np.tile(signs * values.get("v", 0 * a), (len(h), 1))
                x, h = np.repeat(now.x, len(signs), 0), np.repeat(h, len(signs), 0)
                assert later.omega == pytest.approx(w @ M) and (w > 0).all()
                assert later.omega * later.x == pytest.approx((w * x - run.gamma * (h + e)) @ M)
                fx, fu = mean(a * abs(x - b)), a * abs(u - b)
                assert (fx - fu <= mean(h * (x - u)) + 1e-9).all()
                assert (mean(h**2) <= run.G**2 + 1e-9).all() and (mean(e**2) <= run.sigma2 + 1e-9).all()
                assert mean(e) == pytest.approx(0 * a) and mean(h * e) == pytest.approx(0 * a)
                z, z2 = (w * x).sum(1)[:, None] / share, (later.omega * later.x).sum(1)[:, None] / share
                if shift and t == T:
                    written = {
                        "excess": (fx - fu).sum(),
                        "network_term": mean(h * (x - z)).sum(),
                        "average_term": mean(h * (z - u)).sum(),
                        "gain": mean((z - u) ** 2).sum() - mean((z2 - u) ** 2).sum(),
                        "deviation": mean((x - z) ** 2).sum(),
                        "slopes2": mean(h**2).sum(),
                    }
                    for name, value in written.items():
                        assert getattr(run, name)(t) == pytest.approx(value), name
                regret, inverse = regret + (fx - fu).sum(), inverse + (1 / w).sum()
            if not shift:
                assert run.regret_from_0(T) == pytest.approx(regret)
                assert run.radius2_from_0(T) == pytest.approx(u**2)
                assert run.inverse_weights(T) == pytest.approx(inverse)


def test_regret_from_round_1_is_as_the_table_has_it() -> None:
    """Regret and gains of rounds 1, ..., t; models of round 1 within reach of their comparator."""
    draw = np.random.default_rng(5)
    W = draw.random((2, 3, 3))
    values = {"W": W / W.sum(2, keepdims=True), "g": draw.normal(size=(3, 3)), "b": draw.normal(size=(3, 3))}
    run = PushSumProof({"n": 3, "S": 2, "P": 3}, {**values, "gamma": np.array(0.3)}, 5)
    for T in range(1, 5):
        u, later_regret, later_gain = run._best(1, T + 1)[1], 0.0, 0.0
        for t in range(1, T + 1):
            a, b = run._losses_at(t)
            later_regret += (a * abs(run._history[t].x[0] - b) - a * abs(u - b)).sum()
            z, z2 = (run._history[s].omega @ run._history[s].x[0] / 3 for s in (t, t + 1))
            later_gain += (z - u) ** 2 - (z2 - u) ** 2
        assert run.gains(T) == pytest.approx(later_gain)
        assert run.regret(T) == pytest.approx(later_regret)
        assert (run._history[1].x - u).max() ** 2 <= run.reach2(T) + 1e-9


@given(
    st.lists(st.fractions(Fraction(1, 9), 3), min_size=1, max_size=5),
    st.fractions(Fraction(1, 9), Fraction(9, 10)),
)
def test_the_table_of_convolutions_is_true_of_runs(b: list[Fraction], rho: Fraction) -> None:
    run = KernelRun("convolution", {"m": len(b), "b": list(map(str, b)), "rho": str(rho)}, {})
    a, squares, sums = Fraction(0), Fraction(0), Fraction(0)
    for t in range(6):
        squares, sums = squares + a**2, sums + a
        told = [fraction(getattr(run, name)(t)) for name in ("squares", "sums", "inputs", "inputs2")]
        assert told == [squares, sums, sum(b[:t]), sum(x**2 for x in b[:t])]
        a = rho * a + (b[t] if t < len(b) else 0)


def test_metrics_of_different_comparators_do_not_meet() -> None:
    (stated,) = (one for one in of_paper("ops") if one.id == "ops.theorem-2")
    variant = next(one for one in stated.variants if one.label == "repaired")
    record = {"kind": "derivation", "steps": [], "conclusion": {}}

    def reason(left: str, right: str, *assume: str) -> str:
        told = replace(variant, claim=f"{left} == {right}", assume=assume)
        return str(check({**record, "statement": stated_as(stated, told)})["reason"])

    assert reason("radius2_from_0(t)", "radius2_from_0(t)") == ""
    assert "different comparators" in reason("radius2_from_0(t)", "radius2_from_0(t + 1)")
    assert "different comparators" in reason("0", "0", "regret_from_0(t) <= 1", "excess(t) <= 1")
    assert "different comparators" in reason("regret(t)", "regret_from_0(t + 1)")
    assert "different comparators" not in reason("excess(t)", "regret_from_0(t + 1)")
    assert "is read at t or t + 1" in reason("radius2_from_0(0)", "radius2_from_0(0)")
    assert "next in a statement" in reason("next(radius2_from_0(t))", "next(radius2_from_0(t))")


def test_of_gradients_elsewhere_convexity_is_not_granted() -> None:
    kind = Kind("push-sum", {"point": "z"}, frozenset(), {"n": 2})
    assert "convex" not in online.push_sum(kind).facts
    with pytest.raises(Refused, match="no table"):
        online.push_sum(replace(kind, options={"point": "y"}))


def test_columns_that_sum_to_1_are_granted_where_the_domain_does() -> None:
    (stated,) = (one for one in of_paper("ops") if one.id == "ops.linear-in-n")
    variant = next(one for one in stated.variants if one.label == "repaired")
    record = json.loads((kept.FOLDER / "ops.linear-in-n.repaired.json").read_text())
    assert check(record)["proved"] and record["statement"] == stated_as(stated, variant)
    told = record["statement"]
    for domains in ({}, {"W": "rows"}, {"W": "out-degree"}, {"V": "mixing"}):
        assert not check({**record, "statement": {**told, "domains": domains}})["proved"]
    assert "domain" in check({**record, "statement": {**told, "domains": {"W": "columns"}}})["reason"]


@given(st.lists(st.fractions(-1, 2), min_size=6, max_size=6))
def test_the_domains_grant_what_tables_use(coordinates: list[Fraction]) -> None:
    shape = (2, 3, 3)
    W = MIXING.assemble(MIXING.retract(coordinates, shape), shape)
    assert (W.transpose(0, 2, 1) == W).all() and (W.sum(1) == 1).all() and (W >= 0).all()
    assert (AVERAGING.assemble([], shape) * 3 == 1).all()


def test_what_connected_graphs_grant_push_sum() -> None:
    """FLOOR at its worst, and FAR as it is defined, over drawn connected graphs of out-degree weights."""
    draw = np.random.default_rng(7)
    for n in (1, 2, 3, 4) * 6:
        graphs = []
        while len(graphs) < 3 * n + 9:
            links = np.minimum((draw.random((n, n)) < 0.3) + np.eye(n), 1)
            if (np.linalg.matrix_power(links, n) > 0).all():
                graphs.append(links / links.sum(1, keepdims=True))
        q, gamma, w, x = 1 - n**-n, 0.3, np.ones(n), np.zeros(n)

        def far(d: Any, first: int, graphs: list[Any] = graphs, q: float = q) -> float:
            """The largest q^-m sum_j |sum_i A[i, j] d_i|, where the graphs at hand have that many factors."""
            sizes = [float(abs(d).sum())]
            for m, W in enumerate(graphs[first:], 1):
                d = d @ W
                sizes.append(float(abs(d).sum()) / q**m if q else 0.0)
            return max(sizes)

        for t in range(n + 2):
            g, W = draw.normal(size=n), graphs[t]
            d = w * x - w * (w * x).sum() / n
            w2 = w @ W
            x2 = (w * x - gamma * g) @ W / w2
            d2 = w2 * x2 - w2 * (w2 * x2).sum() / n
            assert (n**n * w >= n - 1e-9).all() and (n**n * w2 >= n - 1e-9).all()
            assert abs(d2).sum() <= far(d2, t + 1) + 1e-9
            assert far(d2, t + 1) <= q * (far(d, t) + 4 * gamma * abs(g).sum()) + 1e-9
            # what far is bounded by at the start of a run, whatever comes
            assert far(d, t) <= 2 * abs(d).sum() + 1e-9 and (d**2).sum() <= far(d, t) ** 2 + 1e-9
            w, x = w2, x2


def test_what_symmetric_mixing_grants_push_sum() -> None:
    draw = np.random.default_rng(8)
    for n in (2, 3, 5):
        A = np.triu(draw.random((n, n)), 1) / n
        W = A + A.T
        W = W + np.diag(1 - W.sum(1))
        lam = np.linalg.norm(W - 1 / n, 2)
        y = draw.normal(size=(n, 2))
        x2 = W.T @ y
        assert ((x2 - x2.mean(0)) ** 2).sum() <= lam**2 * ((y - y.mean(0)) ** 2).sum() + 1e-9


def test_what_dobrushin_coefficients_grant_push_sum() -> None:
    """The rules of runs without noise, read at drawn rounds of drawn weights, some of them 0."""
    draw = np.random.default_rng(11)
    told = online.push_sum(Kind("push-sum", {}, frozenset({"W", "b", "g", "gamma"}), {"n": 4}, {"W": "rows"}))
    rules = {name: told.rules[name] for name in online.DOBRUSHIN | online.INFLUENCE}
    for n in (1, 2, 3, 4) * 8:
        W = draw.random((3, n, n)) * (draw.random((3, n, n)) < 0.6) + np.eye(n) * draw.random() / 5 + 1e-9
        W = W / W.sum(2, keepdims=True)
        forgetting = max(abs(a - b).sum() for M in W for a in M for b in M) / 2
        gamma, w, x, least, sent = 0.3, np.ones(n), np.zeros(n), 1.0, list[Any]()
        for t in range(6):
            share = sum((abs(A / w - 1 / n).sum(0) for A in sent), np.zeros(n))
            sent = [A @ W[t % 3] for A in [*sent, np.eye(n)]]
            h = draw.uniform(-3, 3, size=n) * (draw.random(n) < 0.7)
            w2 = w @ W[t % 3]
            x2 = (w * x - gamma * h) @ W[t % 3] / w2
            far = abs(x2 - (w2 * x2).sum() / n)
            values: dict[str, Any] = {
                "n": float(n),
                "gamma": gamma,
                "forgetting": forgetting,
                "least_so_far": least,
            }
            least = min(least, w2.min())
            values |= {"w": w, "x": x, "w2": w2, "x2": x2, "h": h, "e": 0 * h, "least_next": least}
            values |= {"at_least": np.eye(n)[w2.argmin()], "at_play": np.eye(n)[far.argmax()]}
            values |= {
                "play2": far.max(),
                "z2": (w2 * x2).sum() / n,
                "share": share,
                "G": 3.0,
                "z": (w * x).sum() / n,
            }
            here = Evaluated(n, values, {"norm": abs}, {})
            for name, (_, text) in rules.items():
                read = re.sub(r"\bsq\(", "square(", text.replace("next(z)", "z2"))
                read = re.sub(r"mean\(l, (.*?)\)", r"(sum(l, \1)/n)", read)
                assert here.excess(read) <= 1e-7, (name, read)
            w, x = w2, x2


def test_models_without_weights_are_followed_as_the_table_has_them() -> None:
    """DOL's round, and that its subgradients are push-sum's where all models are the same, over drawn runs."""
    draw, same = np.random.default_rng(5), 0
    for n in (1, 2, 3) * 6:
        W = draw.random((2, n, n))
        W = W + W.swapaxes(1, 2) if n % 2 else W
        W = W / W.sum(2, keepdims=True) if n % 3 else np.full((2, n, n), 1 / n)
        values = {
            "W": W,
            "g": draw.normal(size=(2, n)),
            "b": draw.normal(size=(2, n)),
            "gamma": np.array(0.3),
        }
        run = PushSumProof({"n": n, "S": 2, "P": 2}, values, 4)
        for t in range(4):
            now, dol, after = run._history[t], run._unweighted._history[t], run._unweighted._history[t + 1]
            assert after.x == pytest.approx((dol.x - run.gamma * dol.slopes) @ run._W(t))
            assert run.dol_distance(t) == pytest.approx(abs(now.x - dol.x).max())
            if np.array_equal(now.x, dol.x):
                same += 1
                assert np.array_equal(now.slopes, dol.slopes)
    assert same > 10
