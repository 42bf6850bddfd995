"""The comparison of weights: a row's numbers by other routes, its bounds against runs, its pictures."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from matplotlib.figure import Figure

from mixproof.experiments.cli.main import main
from mixproof.experiments.compare_bounds import cells, meaning, true_bounds
from mixproof.spectral import MixingMatrix, Network, layout, parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt import METHODS, optimize
from mixproof.weightopt.comparison import compare
from mixproof.weightopt.comparison_rows import Compared, rows, summary
from mixproof.weightopt.figures import draw_convergence, draw_weights
from mixproof.weightopt.learners import label_disagreement

LOSSY = "geometric:n=8,r=3,v=2,seed=1"


@pytest.fixture(scope="module")
def found() -> dict[str, list[Compared]]:
    return {network: compare(network) for network in ("er:n=8,p=0.4,seed=2", LOSSY)}


@pytest.mark.parametrize("network", ["er:n=8,p=0.4,seed=2", LOSSY])
def test_every_method_answers_with_the_same_fields(found: dict[str, list[Compared]], network: str) -> None:
    table = rows(found[network], true_bounds)
    lossy = parse_network(network).is_lossy
    assert {row["method"] for row in table} <= {*METHODS, "fast (second-moment)", "fast (learning)"}
    assert ("fast (second-moment)" in {row["method"] for row in table}) == lossy
    assert [round(row["rho_mean"], 6) for row in table] == sorted(round(row["rho_mean"], 6) for row in table)
    best = min(row["rho_second_moment"] for row in table)
    for one, row in zip(found[network], table):
        W, n = one.best.weights, one.best.weights.n
        assert summary(one.best).items() <= {**row, "method": one.best.method}.items()
        p = 1.0 if W.network.reliability is None else W.network.reliability
        mean = MixingMatrix.from_edge_weights(W.network, W.weights * p).dense()
        rho = abs(np.linalg.eigvalsh(mean - 1 / n)).max()
        assert row["rho_mean"] == pytest.approx(rho, abs=1e-9)
        moment = row["rho_second_moment"]
        assert moment >= rho**2 - 1e-9 if lossy else moment == pytest.approx(rho**2, abs=1e-9)
        assert row["rho"] == pytest.approx(moment if row["objective"] == "second-moment" else rho, abs=1e-9)
        value = row.get("value", row["rho"])
        assert row["gap"] == (row["enclosure"][1] - row["lower_bound"]) / row.get("value", 1) >= 0
        assert row["enclosure"][0] <= value <= row["enclosure"][1]
        same = [other["lower_bound"] for other in table if other["objective"] == row["objective"]]
        assert (
            row["above"] == row["enclosure"][1] - max(same) <= row["gap"] * row.get("value", 1) * (1 + 1e-12)
        )
        assert (row["messages"] is not None) == row["method"].startswith("distributed")
        if row["objective"] == "second-moment":
            assert moment <= best + 1e-5
    by_rho2 = sorted(table, key=lambda row: row["rho_second_moment"])
    rounds = [row["rounds"] for row in by_rho2 if row["rounds"] is not None]
    assert lossy or rounds == sorted(rounds)


def test_learning_s_row_is_first_in_the_order_that_it_predicts(found: dict[str, list[Compared]]) -> None:
    for entries in found.values():
        table = rows(entries)
        (best,) = (row for row in table if row["method"] == "fast (learning)")
        assert best["accuracy_order"] == 1 and best["disagreement"] == pytest.approx(best["value"], rel=1e-9)
        ordered = sorted(table, key=lambda row: row["accuracy_order"])
        values = [np.inf if row["disagreement"] is None else row["disagreement"] for row in ordered]
        assert values == sorted(values)


def test_weights_that_a_gradient_step_makes_swing_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "ring:n=20", "--method", "fast", "--method", "learning"]) == 0
    printed = capsys.readouterr().out
    assert "fast: lambda_n = -0.95" in printed and "fast (learning): lambda_n" not in printed
    fast, learned = rows(compare("ring:n=20", ["fast", "learning"]))
    assert fast["disagreement"] is None and "swing" in fast["warning"] and learned["warning"] is None
    assert (fast["accuracy_order"], learned["accuracy_order"]) == (2, 1)


def test_labels_decide_what_learns_best(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # a path of eight nodes: a half of it has never seen the other's label
    labels = np.repeat(np.eye(2), 4, axis=0)
    methods = ["metropolis", "fast", "learning"]
    found = compare("path:n=8", methods, labels=labels)
    knowing = {row["method"]: row for row in found.rows()}
    blind = {row["method"]: row for row in rows(compare("path:n=8", methods))}
    learned = knowing["fast (learning)"]
    assert (
        learned["disagreement"]
        == pytest.approx(learned["value"], rel=1e-9)
        != blind["fast (learning)"]["value"]
    )
    apart = {one.name: label_disagreement(one.best.weights, labels) for one in found}
    assert sorted(apart, key=apart.__getitem__) == sorted(
        knowing, key=lambda name: knowing[name]["accuracy_order"]
    )
    assert label_disagreement(found.best.weights, np.ones((8, 2))) == pytest.approx(0, abs=1e-12)
    np.savetxt(tmp_path / "labels.csv", labels, delimiter=",")
    words = ["compare", "path:n=8", "--labels", str(tmp_path / "labels.csv"), "--method", "metropolis"]
    assert main([*words, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["disagreement"] == knowing["metropolis"]["disagreement"]
    with pytest.raises(InputError, match=r"labels=.*a row for each of 8 nodes"):
        compare("path:n=8", methods, labels=np.eye(2))


def test_rounds_of_a_path() -> None:
    (row,) = rows(compare("path:n=5", ["fast"]), true_bounds)
    assert row["rho"] == pytest.approx(0.809017, abs=1e-5) and row["rounds"] == 33
    (never,) = rows(compare("ring:n=4", ["max-degree"]), true_bounds)
    assert never["rounds"] is None and set(never["bounds"].values()) == {None}


def test_a_curve_ends_where_the_method_ends(found: dict[str, list[Compared]]) -> None:
    for one in [*found["er:n=8,p=0.4,seed=2"], *found[LOSSY]]:
        seconds, messages, value, bound = one.curve.T
        assert (seconds > 0).all() and seconds[-1] == one.best.seconds
        assert (value[-1], bound[-1]) == (one.best.value, one.best.lower_bound)
        if one.best.messages is None:
            assert np.isnan(messages).all()
        else:
            assert messages[-1] == pytest.approx(one.best.messages) and (messages >= 0).all()
        if one.best.iterations and one.best.method != "cvxpy":
            assert len(one.curve) > 2
            assert (bound <= one.best.value + 1e-9).all()  # a lower bound at every moment


def test_better_weights_mean_better_bounds(found: dict[str, list[Compared]]) -> None:
    for network, names in ((LOSSY, "dawo"), ("er:n=8,p=0.4,seed=2", "decefl")):
        table = sorted(rows(found[network], true_bounds), key=lambda row: row["rho_second_moment"])
        for name in table[0]["bounds"]:
            values = [row["bounds"][name] for row in table if row["bounds"][name] is not None]
            assert name.startswith(names) and values[0] <= min(values) * (1 + 1e-3)


def test_pictures_are_drawn(found: dict[str, list[Compared]], tmp_path: Path) -> None:
    for draw in (draw_convergence, draw_weights):
        png, pdf = draw(found[LOSSY], LOSSY, tmp_path)
        assert png.read_bytes()[:4] == b"\x89PNG" and pdf.read_bytes()[:4] == b"%PDF"
    only = compare("ring:n=5", ["uniform"])
    assert all(
        file.is_file() for draw in (draw_convergence, draw_weights) for file in draw(only, "ring", tmp_path)
    )
    assert len(list(tmp_path.iterdir())) == 8


def test_nodes_lie_where_the_network_says_or_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    lossy = parse_network(LOSSY)
    assert np.array_equal(layout.places_of(lossy), lossy.positions)
    for text in ("grid:rows=3,cols=4", "star:n=6", "path:n=2", "complete:n=5"):
        network = parse_network(text)
        places = layout.places_of(network)
        apart = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(network.n)
        assert places.shape == (network.n, 2) and apart.min() > 0.1
    monkeypatch.setattr(layout, "SMALL", 3)
    assert np.isfinite(layout.places_of(parse_network("ring:n=5"))).all()


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["compare", "ring:n=5", "--method", "fast", "--method", "uniform"]
    assert main([*words, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    fields = {
        "method",
        "objective",
        "rho",
        "lower_bound",
        "gap",
        "iterations",
        "seconds",
        "messages",
        "status",
    }
    assert [row["method"] for row in table] == ["fast", "uniform"]
    assert all(fields | {"rounds", "rho_mean", "rho_second_moment", "bounds"} <= row.keys() for row in table)
    assert main([*words, "--out", str(tmp_path / "new")]) == 0
    printed = capsys.readouterr().out
    assert meaning(table) in " ".join(printed.split()) and all(name in printed for name in cells(table)[0])
    written = [line.removeprefix("wrote ") for line in printed.splitlines() if line.startswith("wrote ")]
    assert len(written) == 4 and all(Path(name).stat().st_size > 1000 for name in written)


def test_optimize_says_the_same_as_compare(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimize", "path:n=4", "--method", "metropolis", "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    (row,) = rows(compare("path:n=4", ["metropolis"]), true_bounds)
    assert {**summary(optimize(parse_network("path:n=4"), method="metropolis")), "seconds": 0} == {
        **{key: alone[key] for key in summary(compare("path:n=4", ["metropolis"])[0].best)},
        "seconds": 0,
    }
    assert alone.keys() - {"file"} <= row.keys()


def test_an_interrupt_ends_the_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(request: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(METHODS, "metropolis", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compare("path:n=4", ["metropolis", "fast"])


def test_a_large_semidefinite_program_is_left_out_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        "mixproof.weightopt.comparison._run", lambda graph, name, objective, shares: asked.append(name)
    )
    monkeypatch.setattr("mixproof.weightopt.comparison.sorted", lambda found, key: found, raising=False)
    for network, methods in (("path:n=60", None), ("path:n=61", None), ("path:n=61", ["cvxpy"])):
        compare(network, methods)
    assert asked == [*METHODS, "fast", *(name for name in METHODS if name != "cvxpy"), "fast", "cvxpy"]


def test_what_cannot_be_compared_is_named() -> None:
    with pytest.raises(InputError, match=r"^method=magic"):
        compare("path:n=3", ["magic"])
    with pytest.raises(InputError, match="regular"):
        compare("path:n=3", ["uniform"])
    with pytest.raises(InputError, match="undirected"):
        compare("directed:n=5,max_out=2,seed=0")
    with pytest.raises(InputError, match="link"):
        compare(Network(1, np.zeros((0, 2), np.int64)))


def test_a_comparison_is_shown_on_one_screen() -> None:
    found = compare(nx.path_graph(["a", "b", "c"]), ["metropolis", "fast"])
    lines = repr(found).splitlines()
    assert lines[0] == "Comparison on 3 nodes, 2 links" and len(lines) == 4
    assert lines[2].split()[0] == "fast" == found[0].name and ">relative gap</th>" in found._repr_html_()
    assert found.best is found[0].best and [row["method"] for row in found.rows()] == ["fast", "metropolis"]
    assert found.best.weights.network.names == ("a", "b", "c")
    assert not found.plot().lines  # solved without a search
    ax = Figure().subplots()
    told: list[str] = []
    searched = compare("er:n=8,p=0.4,seed=2", ["metropolis", "fast"], progress=told.append)
    assert told == ["metropolis", "fast"]
    assert searched.plot(ax) is ax and [line.get_label() for line in ax.lines] == ["fast"]
    assert found.best.plot(ax) is ax and "optimum" in ax.get_title()
    assert len(repr(found.best).splitlines()) <= 10 and "optimum" in found.best._repr_html_()
