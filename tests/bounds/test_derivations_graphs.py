"""Derivations on matrices and networks: every fact and rule of their tables on drawn settings."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds import Setting
from mixproof.bounds.families.constant_weights import CONSTANT_WEIGHTS
from mixproof.bounds.families.link_moments import MOMENTS
from mixproof.bounds.families.links import WORSE_LINKS, metropolis, realizations
from mixproof.bounds.families.lossy_learning import lossy
from mixproof.bounds.families.projection import PROJECTION, _onto_simplex
from mixproof.bounds.families.random_pairs import RANDOM_PAIRS
from mixproof.bounds.families.shared import matrices
from mixproof.bounds.families.subgradients import subgradient
from mixproof.bounds.kept import record
from mixproof.bounds.kernel.statement import check, statement
from mixproof.bounds.kernel.table import Kind
from mixproof.bounds.kernel.tables import TABLES
from mixproof.bounds.kernel.tables.links import GRAPHS as CHANCES
from mixproof.bounds.kernel.tables.links import METROPOLIS
from mixproof.bounds.kernel.tables.networks import DISTANCES
from mixproof.bounds.kernel.tables.patterns import ERRORS
from mixproof.bounds.proofs.derivation import stated_as
from mixproof.bounds.theorems import named

from .evaluated import Evaluated, matrix, widest

SEEDS = st.integers(0, 2**20)
FEW = settings(max_examples=25, deadline=None)


def started(family: Any, setting: Setting) -> tuple[Any, Any, int]:
    """The run, its table, and K."""
    run = family.start(setting.sizes, setting.values, 0)
    options = dict(family.options or {})
    kind = Kind(family.name, options, frozenset(p.name for p in family.parameters), dict(setting.sizes))
    return run, TABLES[family.name](kind), setting.sizes["K"]


def known(run: Any, table: Any) -> dict[str, float]:
    """The numbers of a table that the run has, but for the diameter, which a graph that is not connected has not."""
    numbers = {name: places for name, places in table.numbers.items() if name != "diameter"}
    plain = [name for name, places in numbers.items() if not places and hasattr(run, name)]
    return {name: float(getattr(run, name)) for name in plain if getattr(run, name) is not None}


def floats(A: Any) -> Any:
    return np.asarray(A, dtype=float)


def laplacian(A: Any) -> Any:
    return np.diag(A.sum(1)) - A


def words(K: int, **matrices: Any) -> dict[str, Any]:
    return {name: matrix(M) for name, M in {"J": np.full((K, K), 1 / K), **matrices}.items()}


@FEW
@given(subgradient(second=True, step=True).strategy(), SEEDS)
def test_facts_of_two_weightings_at_vectors(setting: Setting, seed: int) -> None:
    run, table, K = started(subgradient(second=True, step=True), setting)
    v, r, p = floats(run._v), floats(run._vr), floats(run.links.P)
    w, w2 = (floats(W) * (1 - np.eye(K)) for W in run.W)
    a, b = v[:, None] - v, r[:, None] - r
    n, m = v @ v, r @ r
    pair = np.eye(K)[:, None, :] - np.eye(K)[None, :, :]
    at = np.zeros((K, K))
    if n and m:
        ratio = (p > 0) * (a**2 / n - b**2 / m) ** 2
        at[np.unravel_index(ratio.argmax(), at.shape)] = float(ratio.max() > 0)
    values = known(run, table) if n and m else {}
    values |= {
        name: float(getattr(run, name)) for name in ("rho_mean", "rho_other", "lam2", "lam_low", "lam2_other")
    }
    values |= {
        "K": K,
        "w": w,
        "w2": w2,
        "p": p,
        "a": a,
        "b": b,
        "v": v,
        "r": r,
        "e": pair,
        "m": at,
        "gamma": float(run.gamma),
    }
    values |= {"g": p * a**2 / (n or 1), "gr": p * b**2 / (m or 1)}
    values.setdefault("slope_ratio", 0.0)
    moved = w + float(run.gamma) * values["g"]
    values |= swept(moved, w2, int(np.random.default_rng(seed).integers(K)))
    here = Evaluated(
        K,
        values,
        words(K, W_mean=np.eye(K) - laplacian(w * p), W_other=np.eye(K) - laplacian(w2 * p)),
        table.lets,
    )
    here.check(table.facts)
    rules = {name: rule for name, rule in table.rules.items() if K <= 3 or name != "planar"}
    here.rules(rules, np.random.default_rng(seed), K)
    if n and m:
        for name in table.lets.keys() - {"lower_row", "sweep_apart2"}:
            assert here.read(name) == pytest.approx(float(getattr(run, name)), rel=1e-6, abs=1e-7), name


def of_pairs(A: Any) -> Any:
    return A[np.triu_indices(len(A), 1)]


def projected(y: Any, w: Any, room: float, end: str) -> dict[str, Any]:
    """A row that is projected, as the table of projections names its parts; w is a row of feasible weights."""
    q, nu = _onto_simplex(y, room)
    h = float(nu) / 2
    lower = max(h - (room - q.sum()) / (2 * len(y)), 0)
    names = {"y": y, "q": q, "w": w, "on": (y > h).astype(float), "h": h}
    names |= {"p": np.maximum(y - lower, 0), "up": (y > lower).astype(float)}
    return {f"{name}{end}": value for name, value in names.items()}


def swept(Y: Any, W: Any, t: int) -> dict[str, Any]:
    """The vectors and numbers of a sweep from Y on when its first t devices have projected whole rows."""
    z = Y.copy()
    for i in range(t):
        z[i] = z[:, i] = projected(z[i], W[i], 1.0, "")["q"]
    row = projected(z[t], W[t], 1.0, "_row")
    off = np.zeros_like(z)
    off[t] = off[:, t] = row["y_row"] - row["q_row"]
    vectors = {"moved": Y, "other": W, "z": z, "off": off}
    return row | {name: of_pairs(A) for name, A in vectors.items()}


@FEW
@given(PROJECTION.strategy(), SEEDS)
def test_facts_of_projections(setting: Setting, seed: int) -> None:
    run, table, K = started(PROJECTION, setting)
    Y, W = floats(run._Y), floats(run._W0)
    values = {"K": K, "room": float(run.room), **swept(Y, W, int(np.random.default_rng(seed).integers(K)))}
    values |= projected(Y[0], W[0], 1.0, "1")
    z, devices = Y.copy(), []
    for i in range(K - 1):
        y, room = np.where(np.arange(K) > i, z[i], 0), 1 - z[i, :i].sum()
        devices.append({"roomd": room, **projected(y, 0 * y, room, "d")})
        z[i, i + 1 :] = z[i + 1 :, i] = devices[-1]["qd"][i + 1 :]
    values |= max(devices, key=lambda d: d["hd"] * abs(d["qd"].sum() - d["roomd"]))
    here = Evaluated(K, values, {}, table.lets)
    here.check(table.facts)
    if values["room"] >= 0:
        here.check({name: text for name, (_, text) in table.rules.items()})
    for name in ("slack", "first2", "first_other2", "other2"):
        assert here.read(name) == pytest.approx(float(getattr(run, name)), rel=1e-6, abs=1e-7), name
    rows = swept(Y, W, K - 1)
    after = rows["z"] - rows["off"] - rows["other"]
    assert after @ after == pytest.approx(float(run.sweep_other2), rel=1e-6, abs=1e-7)


@FEW
@given(lossy(2).strategy(), SEEDS)
def test_facts_of_two_weightings_and_the_one_halfway(setting: Setting, seed: int) -> None:
    run, table, K = started(lossy(2), setting)
    p, (w, w2) = floats(run.links.P), (floats(W) * (1 - np.eye(K)) for W in run.W)
    means = [np.eye(K) - laplacian(A * p) for A in (w, w2, (w + w2) / 2)]
    seconds = [M @ M + 2 * laplacian(A**2 * p * (1 - p)) for M, A in zip(means, (w, w2, (w + w2) / 2))]
    (h, m), (k, _) = widest(means[2]), widest(seconds[2])
    values = known(run, table) | {"w": w, "w2": w2, "p": p, "h": h, "m": m, "k": k, "c": k}
    here = Evaluated(
        K,
        values,
        words(K, W_mean=means[0], W_other=means[1], W_second=seconds[0], W_second_other=seconds[1]),
        {},
    )
    here.check(table.facts)
    here.rules(table.rules, np.random.default_rng(seed), K)


@FEW
@given(MOMENTS.strategy(), SEEDS)
def test_facts_of_patterns_are_those_of_their_enumeration(setting: Setting, seed: int) -> None:
    """A random number is the vector of its values, each times the root of its chance."""
    run, table, K = started(MOMENTS, setting)
    p, w = floats(run.links.P), floats(run.W[0]) * (1 - np.eye(K))
    patterns = [(float(q), floats(W)) for q, W in realizations(run.W[0], run.links.P)]
    roots = np.sqrt([q for q, _ in patterns])
    # links of weight 0 work or not without a trace: their indicators are drawn beside the others
    ups, chances = indicators(p)
    one = np.sqrt(chances)
    x = np.array([[one * (ups[:, i, j] - p[i, j]) for j in range(K)] for i in range(K)])
    mean = sum(q * W for q, W in patterns)
    second = sum(q * W @ W for q, W in patterns)
    assert roots @ roots == pytest.approx(1)
    printed = laplacian(2 * w**2 * p * (1 - p))
    diagonal = np.diag(printed)
    ends = {
        "dominance": 2 * diagonal - abs(printed).sum(1),
        "scatter_min": diagonal,
        "scatter_excess": diagonal - (w**2).sum(0) / 2,
    }
    (y, top), (z, m) = widest(mean @ mean, largest=True), widest(mean)
    up = ups[np.random.default_rng(seed).integers(len(ups))]
    values: dict[str, Any] = known(run, table) | {
        "w": w,
        "p": p,
        "one": one,
        "x": x,
        "y": y,
        "z": z,
        "m": m,
        "up": up,
    }
    values |= {"size": abs(printed - np.diag(diagonal)), "e": np.eye(K)[0]}
    for name, of in ends.items():
        k = int(of.argmax() if name == "scatter_excess" else of.argmin())
        values[f"at_{name}"] = np.eye(K)[k]
        assert values[name] == pytest.approx(of[k], abs=1e-9)
    zero = np.zeros((K, K))
    values |= {f"at_{name}": zero for name in ERRORS} | dict.fromkeys(
        ("in_pattern", "in_mean", "in_second"), zero
    )
    here = Evaluated(K, values, words(K, W_mean=mean, W_second=second), table.lets)
    here.check(table.facts, left_out=("smallest",))
    here.rules(table.rules, np.random.default_rng(seed), K)
    assert top == pytest.approx(float(run.second_of_square), abs=1e-9)
    smallest = []
    for i in range(K):
        for j in range(K):
            at = {"i": i, "j": j}
            assert here.at("dot(H[i, j], one)", at) == pytest.approx(mean[i, j], abs=1e-9)
            assert here.at("sum(k, dot(H[i, k], H[k, j]))", at) == pytest.approx(second[i, j], abs=1e-9)
            assert here.at("w[i, j]*up[i, j] + same(i, j)*(1 - sum(k, w[i, k]*up[i, k]))", at) >= -1e-9
            for name, entry in ERRORS.items():
                assert abs(here.at(entry, at)) <= float(getattr(run, name)) + 1e-9
            smallest += [mean[i, j], second[i, j], *(W[i, j] for _, W in patterns)]
    assert float(run.smallest_entry) == pytest.approx(min(smallest), abs=1e-9)


def indicators(p: Any) -> tuple[Any, Any]:
    """Every pattern of links as a 0/1 matrix, and its chance."""
    K = len(p)
    links = [(i, j) for i in range(K) for j in range(i)]
    ups, chances = [], []
    for bits in np.ndindex(*(2,) * len(links)):
        up, chance = np.zeros((K, K)), 1.0
        for (i, j), bit in zip(links, bits):
            up[i, j] = up[j, i] = bit
            chance *= p[i, j] if bit else 1 - p[i, j]
        ups.append(up)
        chances.append(chance)
    return np.array(ups), np.array(chances)


@FEW
@given(matrices(K=(2, 3, 4, 5), S=(1, 2, 3), head=(0, 1), B=(1, 2)).strategy(), SEEDS)
def test_facts_of_matrices(setting: Setting, seed: int) -> None:
    family = matrices(K=(2, 3, 4, 5), S=(1, 2, 3), head=(0, 1), B=(1, 2))
    run, table, K = started(family, setting)
    draw, J = np.random.default_rng(seed), np.full((K, K), 1 / K)
    B, last = int(setting.sizes.get("B", 1)), 3 * len(run.W) + 3

    def norm(M: Any) -> float:
        return float(np.linalg.norm(M - J, 2))

    def window(t: int) -> Any:
        product = np.eye(K)
        for s in range(t, t + B):
            product = floats(run._W(s)) @ product
        return product

    first = max(range(last), key=lambda t: norm(floats(run._W(t))))
    later = max(range(1, last), key=lambda t: norm(floats(run._W(t))))
    wide = max(range(1, last), key=lambda t: norm(window(t)))
    W, W_later, R = floats(run._W(first)), floats(run._W(later)), window(wide)
    y, eigenvalue = widest(W)
    z = np.linalg.svd(R - J)[2][0] if norm(R) > 1e-9 else widest(np.eye(K))[0]
    w, loops, values = W * (1 - np.eye(K)), np.diag(W), known(run, table)
    values |= {
        "w": w,
        "self": loops,
        "a": y,
        "h": y,
        "s": 1.0 if eigenvalue >= 0 else -1.0,
        "yl": widest(W_later)[0],
    }
    values |= {"link": (w > 0).astype(float), "loop": (loops > 0).astype(float), "z": z}
    t = int(draw.integers(0, last))
    passed = np.linalg.multi_dot([np.eye(K), np.eye(K), *(floats(run._W(s)) for s in reversed(range(t)))])
    farthest = int(np.argmax(((passed - J) ** 2).sum(0)))
    values |= {"e": np.eye(K)[farthest], "column": passed[:, farthest]}
    products = words(K, W=W, W_later=W_later, P=window(first), Q=window(later), R=R, V=floats(run._W(wide)))
    i, j = np.unravel_index(passed.argmin(), passed.shape)
    values |= {"e_i": np.eye(K)[i], "e_j": np.eye(K)[j], "least_column": passed[:, j]}
    products["W_now"] = matrix(floats(run._W(t)))
    here = Evaluated(K, values, products, {})
    assert here.read(table.metrics["farthest_column2"]) == pytest.approx(float(run.farthest_column2(t)))
    assert here.read(table.metrics["smallest"]) == pytest.approx(float(run.smallest(t)))
    here.check(table.facts)
    met = {name: here.met(text) for name, text in table.premises.items() if name not in DISTANCES}
    told = {name: rule for name, rule in table.rules.items() if name not in DISTANCES}
    here.rules({name: rule for name, rule in told.items() if met.get(name, True)}, draw, K)


@pytest.mark.parametrize("K", range(2, 9))
def test_the_bounds_on_graphs_hold_at_their_worst_vectors(K: int) -> None:
    """fiedler and odd on paths, cycles with a tail and drawn graphs: for all vectors, by eigenvalues."""
    draw = np.random.default_rng(K)
    graphs = [np.eye(K, k=1) + np.eye(K, k=-1)]
    for c in range(1, K + 1, 2):  # an odd cycle of c clients, a loop for c = 1, and a path from it
        G = np.eye(K, k=1) + np.eye(K, k=-1)
        G[0, c - 1] = G[c - 1, 0] = 1
        graphs.append(G)
    graphs += [np.minimum(graphs[0] + np.triu(A := draw.random((K, K)) < 0.3) + A.T, 1) for _ in range(20)]
    for G in graphs:
        off, loops = G * (1 - np.eye(K)), np.diag(np.diag(G))
        assert np.linalg.eigvalsh(2 * laplacian(off))[1] >= 16 / K**2 - 1e-9
        if (np.linalg.matrix_power(G, 2 * K) > 0).all() and (np.linalg.matrix_power(G, 2 * K + 1) > 0).all():
            assert np.linalg.eigvalsh(2 * (np.diag(off.sum(1)) + off) + 4 * loops)[0] >= 2 / K**2 - 1e-9


@FEW
@given(CONSTANT_WEIGHTS.strategy(), SEEDS)
def test_facts_of_one_weight_for_all_links(setting: Setting, seed: int) -> None:
    run, table, K = started(CONSTANT_WEIGHTS, setting)
    lap = floats(run._laplacian)
    (y, _), (z, _) = widest(lap, largest=True), widest(-lap, largest=True)
    h, m = widest(np.eye(K) - float(run.alpha) * lap)
    here = Evaluated(K, known(run, table) | {"y": y, "z": z, "h": h, "m": m}, words(K, lap=lap), {})
    here.check(table.facts)
    rules = {name: rule for name, rule in table.rules.items() if name != "connected" or run.links_connected}
    here.rules(rules, np.random.default_rng(seed), K)
    if run.links_connected:
        assert float(run.laplacian_gap) > 0


@FEW
@given(WORSE_LINKS.strategy(), SEEDS)
def test_facts_of_links_that_work_less_often(setting: Setting, seed: int) -> None:
    run, table, K = started(WORSE_LINKS, setting)
    w, p, y, v = (
        floats(run.W[0]) * (1 - np.eye(K)),
        floats(run.links.P),
        floats(setting.values["Y"]),
        floats(run._moved),
    )
    v = v * (1 - np.eye(K))
    moved = np.eye(K) - laplacian(v * p)
    h, eigenvalue = widest(moved)
    left = 1 - v.sum(1)
    by_link = v.min() < left.min()
    at_link, at_client = np.zeros((K, K)), np.zeros(K)
    if by_link:
        at_link[np.unravel_index(v.argmin(), v.shape)] = 1
    else:
        at_client[left.argmin()] = 1
    values = known(run, table) | {
        "w": w,
        "p": p,
        "y": y,
        "v": v,
        "h": h,
        "a": h,
        "at_link": at_link,
        "at_client": at_client,
    }
    values["s"] = 1.0 if eigenvalue >= 0 else -1.0
    here = Evaluated(K, values, words(K, W_moved=moved, W_worse=np.eye(K) - laplacian(w * p * y)), {})
    here.check(table.facts)
    here.rules(table.rules, np.random.default_rng(seed), K)


@FEW
@given(lossy().strategy(), SEEDS)
def test_what_chances_of_links_grant(setting: Setting, seed: int) -> None:
    run, _, K = started(lossy(), setting)
    p, draw = floats(run.links.P), np.random.default_rng(seed)
    chance = float(np.prod([p[i, j] for i in range(K) for j in range(i)]))
    assert (chance > 0) or not float(run.unreliable) < 1
    here = Evaluated(
        K, {"none_lost": chance}, words(K, W=floats(run.W[0]), W_second=floats(run.links.second_moment)), {}
    )
    here.rules({"all_work": CHANCES["all_work"]}, draw, K)
    assert float(run.lam) < 1 or not run.weights_primitive
    assert float(run.lam2) < 1 or not run.mean_connected


@pytest.mark.parametrize("extra", [0, 1])
def test_metropolis_weights_are_as_the_table_has_them(extra: int) -> None:
    draw = np.random.default_rng(extra)
    family = metropolis(extra)
    for K in (2, 3, 4) * 5:
        P = np.triu(draw.random((K, K)) * (draw.random((K, K)) < 0.6), 1)
        setting = {"P": P + P.T}
        run = family.start({"K": K}, setting, 0)
        W = floats(run.W[0])
        client = int(np.diag(W).argmin())
        q = (P + P.T)[client]
        s = np.divide(W[client], q, out=np.zeros(K), where=q > 0)
        facts = {name: text.format(extra) for name, text in METROPOLIS.items()}
        Evaluated(K, {"q": q, "s": s, "own": float(run.own)}, {}, {}).check(facts)


@FEW
@given(RANDOM_PAIRS.strategy(), SEEDS)
def test_facts_of_meetings(setting: Setting, seed: int) -> None:
    run, table, K = started(RANDOM_PAIRS, setting)
    outcomes = [(float(q), floats(W)) for q, W in run._pairs]
    a = []
    for _, W in outcomes:
        values, vectors = np.linalg.eigh(2 * (np.eye(K) - W))
        a.append(np.sqrt(max(values[-1], 0)) * vectors[:, -1])
    draw = np.random.default_rng(seed)
    f, g = draw.normal(size=(2, K))
    q = np.array([q for q, _ in outcomes])
    mean = sum(q * W for q, W in outcomes)
    here = Evaluated(len(a), {"a": np.array(a), "q": q, "f": f, "g": g, "moment_error": 0.0}, {}, {})
    here.check({name: table.facts[name] for name in ("meeting", "moment")})
    assert here.at("sum(i, q[i]*dot(f, g - dot(a[i], g)/2*a[i]))", {}) == pytest.approx(f @ mean @ g)
    # the round after the start, over all outcomes: a vector stands once an outcome, times the root of its chance
    roots, start = np.sqrt(q)[:, None], floats(setting.values["w0"])
    x = np.array([W @ start for _, W in outcomes])
    vectors = {"x": x, "mx": mean @ start + 0 * x, "y": np.linalg.eigh(mean)[1][:, 0] + 0 * x}

    def each(M: Any) -> Any:
        return lambda u: (u.reshape(x.shape) @ M.T).ravel()

    named = {name: (roots * rows).ravel() for name, rows in vectors.items()} | known(run, table)
    words_of = {"J": each(np.full((K, K), 1 / K)), "W_mean": each(mean)}
    over = Evaluated(len(a), named | {"K": K, "outcomes": len(a)}, words_of, {})
    over.check(table.facts, left_out=("meeting", "moment"))
    over.rules(table.rules, draw, x.size)


def positive_after(W: Any) -> int:
    """The fewest rounds that make every product of so many matrices in a row positive; 1 where there are none."""
    S, n = len(W), W.shape[-1]
    for N in range(1, 2 * S * n):
        if all(reduce(np.matmul, [W[(s + r) % S] for r in range(N)]).min() > 0 for s in range(S)):
            return N
    return 1


def forgetting(W: Any, t: int, N: int) -> dict[str, Any]:
    """The words of products at round t: one factor more, a window more, and what is said of their entries."""
    S = len(W)
    window = reduce(np.matmul, [W[(t + r) % S] for r in range(N)])
    return {
        "V": lambda A: A @ W[t % S],
        "ahead": lambda A: A @ window,
        "tau": lambda A: max(abs(row - A).sum(-1).max() for row in np.atleast_2d(A)),
        "lowest": lambda A: A.min(),
    }


@pytest.mark.parametrize(("domain", "S"), [("rows", 2), ("out-degree", 1), ("out-degree", 2)])
def test_facts_of_products_of_directed_matrices(domain: str, S: int) -> None:
    draw = np.random.default_rng(S)
    for n in (1, 2, 3, 4) * 8:
        links = np.minimum(
            (draw.random((S, n, n)) < 0.4)
            + (np.eye(n) if domain == "out-degree" or draw.random() < 0.5 else 0),
            1,
        )
        links[links.sum(2) == 0] = 1
        W = (
            links / links.sum(2, keepdims=True)
            if domain == "out-degree"
            else links * draw.random((S, n, n)) + links / 9
        )
        W = W / W.sum(2, keepdims=True)
        kind = Kind("row-matrices", {}, frozenset("W"), {"n": 4, "S": S}, {"W": domain})
        table, least = TABLES["row-matrices"](kind), W[W > 0].min()
        connected = [(np.linalg.matrix_power(np.eye(n) + M, n) > 0).all() for M in (*W, W.sum(0))]
        picks = [np.eye(n)[M.argmax(0)].T * (M.max(0) > 0) for M in W]
        A = W[0]
        for t in range(2 * n + 3):
            ahead, spread, total = (t + 1) % S, A.max(0) - A.min(0), A.sum(0)
            j, at = int(spread.argmax()), np.zeros((n, n, n))
            at[A[:, j].argmax(), A[:, j].argmin(), j] = 1
            values: dict[str, Any] = {
                "n": n,
                "least": least,
                "W": W[ahead],
                "W0": W[0],
                "A": A,
                "at": at,
            }
            values |= {"pick": picks[ahead], "pick0": picks[0], "at_least": np.eye(n)[total.argmin()]}
            values |= {
                "half": spread.max() / 2,
                "half0": (W[0].max(0) - W[0].min(0)).max() / 2,
                "low0": W[0].min(),
            }
            values |= {"connected": float(all(connected[:-1])), "union_connected": float(connected[-1])}
            values |= {"off": abs(A - total / n).max(), "frobenius": ((A - total / n) ** 2).sum()}
            values["low"] = A.min()
            values |= {"own": min(np.diag(M).min() for M in W), "half": spread.max() / 2}
            before = reduce(np.matmul, (W[s % S] for s in range(t)), np.eye(n))
            values |= {"P": before, "unit": np.eye(n), "N": float(positive_after(W))}
            here = Evaluated(n, values, forgetting(W, t, int(values["N"])), {})
            here.check(table.facts)
            met = {name: here.met(text) for name, text in table.premises.items()}
            here.rules({name: rule for name, rule in table.rules.items() if met.get(name, True)}, draw, n)
            A = A @ W[ahead]


RING = named("defed.ring-matrices:l-2")


def test_constants_of_printed_matrices_are_those_that_numpy_computes() -> None:
    spoken = stated_as(*RING)
    W = np.array([[float(Fraction(x)) for x in row] for row in spoken["domains"]["W"][0]])
    values = np.linalg.eigvalsh(W)
    known = {
        "K": 10,
        "lam": max(abs(values[0]), values[-2]),
        "lam_n": values[0],
        "own": 1 / 3,
        "degree": 2,
        "edges": 10,
    }
    facts = statement(spoken).table.facts
    here = Evaluated(10, known, {}, {})
    for name in known:
        assert here.excess(facts[f"{name}_low"]) <= 1e-12 and here.excess(facts[f"{name}_high"]) <= 1e-12, (
            name
        )


def test_a_derivation_of_printed_matrices_is_of_these_alone() -> None:
    kept = record(*RING)
    assert kept is not None and check(kept)["proved"]
    apart = [[str(int(i == j)) for j in range(10)] for i in range(10)]  # no links, lam = 1
    for change in (
        {"domains": {"W": [apart]}},
        {"domains": {"W": "mixing"}},
        {"sizes": {"K": 10, "S": 1, "B": 2}},
        {"sizes": {"K": 9, "S": 1}},
        {"parameters": ["W", "printed"]},
        {"domains": {}},
    ):
        assert not check({**kept, "statement": {**kept["statement"], **change}})["proved"], change


def test_products_of_printed_row_stochastic_matrices_are_theirs_alone() -> None:
    """The one-peer exponential graph of 8 nodes: exact after three rounds, in any order, and not before."""
    kept = record(*named("ying2021.exponential-graphs:one-peer-8"))
    assert kept is not None and check(kept)["proved"]
    W = kept["statement"]["domains"]["W"]
    told = {**kept["statement"], "domains": {"W": [W[2], W[0], W[1]]}}
    assert check({**kept, "statement": told})["proved"]
    for change in (
        {"domains": {"W": [W[0], W[1], W[1]]}},
        {"assume": ["t == 1"]},
        {"domains": {"W": "rows"}},
    ):
        assert not check({**kept, "statement": {**kept["statement"], **change}})["proved"], change
    for t in range(3):
        A = reduce(
            np.matmul, [np.array([[float(Fraction(x)) for x in row] for row in M]) for M in W[: t + 1]]
        )
        facts = statement(kept["statement"]).table.rules
        here = Evaluated(8, {"error_now": abs(A - A.mean(0)).max(), "smallest_now": A.min()}, {}, {})
        assert all(
            here.excess(facts[f"{name}_{t}_{end}"][1]) <= 1e-12
            for name in ("error", "smallest")
            for end in ("low", "high")
        )


@pytest.mark.parametrize("S", [1, 3])
def test_what_distances_grant_products_of_matrices(S: int) -> None:
    """Entries of products, and which nodes are near, on drawn connected graphs that may change."""
    draw, met = np.random.default_rng(S), set()
    table = TABLES["matrices"](Kind("matrices", {}, frozenset("W"), {"K": 6, "S": S}))
    rules = {name: table.rules[name] for name in DISTANCES if name in table.rules}
    for K in (2, 3, 5, 6) * 8:
        tree = np.zeros((K, K))
        for k in range(1, K):
            tree[k, draw.integers(max(0, k - 2), k)] = 1
        W = [
            np.triu(M + M.T, 1)
            for M in (tree * (draw.random((K, K)) < (1 if S == 1 else 0.6)) for _ in range(S))
        ]
        W = [(M + M.T) * draw.random() / K for M in W]
        W = [M + np.diag(1 - M.sum(1)) for M in W]
        union = (sum(W) > 0) | np.eye(K, dtype=bool)
        reach = [np.linalg.matrix_power(union.astype(int), r) > 0 for r in range(K + 2)]
        if not reach[K].all():
            continue
        apart = sum((~M).astype(int) for M in reach)
        D = int(apart.max())
        a, b = np.unravel_index(apart.argmax(), apart.shape)
        product, eye = np.eye(K), np.eye(K)
        for t in range(D + 3):
            V = W[t % S]
            i, j = np.unravel_index(product.argmin(), product.shape)
            values: dict[str, Any] = {"K": float(K), "t": float(t), "diameter": float(D), "V": V}
            values |= {"least": min(M[M > 1e-12].min() for M in W), "own": min(np.diag(M).min() for M in W)}
            values |= {"at_i": eye[i], "at_j": eye[j], "at_a": eye[a], "at_b": eye[b]}
            values |= {"e_i": eye[i], "least_column": product[:, j]}
            values |= {"entries": product[:, j], "remote": product[:, b]}
            for when, name in ((t, ""), (t + 1, "2"), (0, "0")):
                values |= {
                    f"near{name}": 1.0 * (apart[:, j] <= when),
                    f"off{name}": 1.0 * (apart[:, b] > when),
                }
            here = Evaluated(K, values, {}, {})
            asked = {name: table.premises.get(name) for name in rules}
            held = {name for name, premise in asked.items() if premise is None or here.met(premise)}
            here.rules({name: rules[name] for name in held}, draw, K)
            met |= held
            product = V @ product
    assert met == rules.keys()
