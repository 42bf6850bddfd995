"""Runs on vectors: what a certificate sums up of one is what a witness measures, in both readings of a vector."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from typing import Any

import pytest

from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.checker import gram
from mixproof.bounds.checker.clients import Given, dot, total
from mixproof.bounds.checker.gram_run import Form, Run

from .known_run import FIXED, PAIR, PATH, Known

TERMS = ["error2(2)", "spread2(2)", "distance2(1)", "gradients2(2)", "gap(1)", "gstar2", "eps0", "eps_star"]


def blocks(slack: gram.Slack) -> list[F]:
    """What each block of a slack adds up to, whose rows are vectors of numbers."""
    return [
        sum((c * dot(rows[u], rows[v]) for (u, v), c in products.items()), F(0))
        for rows, products in zip(slack.rows, slack.products)
    ]


def summed(slack: gram.Slack, losses: list[list[F]]) -> F:
    places = {point.name: i for i, point in enumerate(slack.run.points)}
    return sum(blocks(slack)) + sum(c * losses[places[name]][k] for (name, k), c in slack.losses.items())


def measured(names: list[str], W: list[list[str]], rounds: int = 2) -> tuple[Known, Run, list[list[F]]]:
    """A known run, as numbers, with its losses at all points."""
    known = Known(algorithm("dgd"), W, rounds)
    record = known.witness(dict.fromkeys(names, "1"))
    run = gram.begun(Given, record, names)
    told = iter(record["losses"])
    return known, run, [list(map(F, next(told))) if p.valued else [F(0)] * len(W) for p in run.points]


@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("W", [PAIR, PATH])
def test_a_certificate_sums_up_what_a_witness_measures(W: list[list[str]], name: str) -> None:
    known, run, losses = measured([name, "gap(2)"], W)
    slack = gram.Slack(run)
    gram.terms(slack, {name: "3", "gap(2)": "-1/2"}, F(2, 7))
    expected = F(2, 7) * (3 * known.value(name) - known.value("gap(2)") / 2)
    assert summed(slack, losses) == expected
    assert total(run, losses, {name: "6/7", "gap(2)": "-1/7"}) == expected


def test_a_round_is_read_with_all_its_digits() -> None:
    known, run, losses = measured(["spread2(11)"], PAIR, rounds=11)
    slack = gram.Slack(run)
    gram.terms(slack, {"spread2(11)": "1"}, F(1))
    assert summed(slack, losses) == total(run, losses, {"spread2(11)": "1"}) == known.value("spread2(11)")


def test_an_inequality_of_two_points_is_that_of_its_losses_and_gradients() -> None:
    """For a quadratic of curvature a it is -(L - a)(a - mu)/(2 (L - mu)) |dx|^2."""
    known, run, losses = measured(["distance2(2)", "gap(2)", "eps0"], PATH)
    for a, b in ((0, 2), (3, 2), (2, 4), (4, 1)):
        for k in range(3):
            slack = gram.Slack(run)
            gram.interpolation(slack, [(a, b, k, F(5))])
            curvature = known.a[k, 0]
            dx = [run.points[a].x[k].get(i, 0) - run.points[b].x[k].get(i, 0) for i in range(2)]
            share = (run.L - curvature) * (curvature - run.mu) / (2 * (run.L - run.mu))
            assert summed(slack, losses) == -5 * share * sum(x * x for x in dx)


class Halves(Run):
    """The run of averages and deviations of two clients, on numbers that come in the order they are asked for."""

    def __init__(self, record: dict[str, Any], star: bool, minima: bool, given: list[Iterator[F]]):
        self.given = given
        super().__init__(record, star, minima)

    def fresh(self, block: int) -> Form:
        return {0: next(self.given[block])}


@pytest.mark.parametrize("step", [{"eta": "1/3"}, {"delta": "2", "Gamma": "5"}])
def test_averages_and_deviations_are_those_of_two_clients(step: dict[str, str]) -> None:
    """Two clients on the line, curvatures 1/2 and 1: x is m + d and m - d, and W maps d to nu d."""
    nu, a, c = F(1, 3), (F(1, 2), F(1)), (F(2), F(-1))
    eta = [F(1, 3)] * 3 if "eta" in step else [F(2) / (t + 5) for t in range(3)]
    x = [F(3), F(-1)]
    averages, deviations, models = [], [(-a[0] * c[0] + a[1] * c[1]) / 2], []

    def split(v: list[F]) -> tuple[F, F]:
        return sum(v) / 2, (v[0] - v[1]) / 2

    for t in range(4):
        m, d = split(x)
        models.append((m, d))
        g, h = split([curvature * (y - z) for curvature, y, z in zip(a, x, c)])
        if t < 3:
            averages += [m, g] if t == 0 else [g]
            deviations += [d, nu * d, h] if t == 0 else [nu * d, h]
            x = [m + nu * d - eta[t] * (g + h), m - nu * d - eta[t] * (g - h)]
    run = Halves(
        declared(3, {"spectrum": ["-1/2", "1/2"]}, step), True, False, [iter(averages), iter(deviations)]
    )
    assert [tuple(part.get(0, 0) for part in x) for x in run.models] == models
    assert [(u[0], v[0]) for u, v in run.mixes] == [(d, nu * d) for _, d in models[:3]]
    slack = gram.Slack(run)
    told = {"error2(3)": "1", "spread2(2)": "3", "distance2(1)": "5", "gradients2(0)": "7", "gstar2": "11"}
    gram.terms(slack, told, F(1))
    (m1, d1), (_, d2), (m3, _) = models[1:]
    star, g, h = deviations[0], averages[1], deviations[3]
    assert blocks(slack) == [m3**2 + 5 * m1**2 + 7 * g**2, 3 * d2**2 + 5 * d1**2 + 7 * h**2 + 11 * star**2]


def declared(rounds: int, network: dict[str, Any], step: dict[str, str] = FIXED) -> dict[str, Any]:
    """What a record says of a run of gradient descent."""
    known = Known(algorithm("dgd"), PAIR, 0, step)
    return known.witness({}) | {"rounds": rounds, "network": network}


def test_where_the_spectrum_is_one_number_a_mix_is_known() -> None:
    run = Run(declared(1, {"spectrum": ["1/3", "1/3"]}), False, False)
    mean, deviation = run.models[1]
    assert not run.mixes and mean == {0: F(-1, 3)} and deviation == {0: F(1, 3), 1: F(-1, 3)}


@pytest.mark.parametrize(("changing", "mixes"), [(False, 1), (True, 2)])
def test_equal_points_have_one_gradient_and_one_mix_unless_w_changes(changing: bool, mixes: int) -> None:
    record = declared(1, {"spectrum": ["-1/2", "1/2"], "changing": changing})
    twice = {"x": "mix(x)/2 + mix(x)/2 - eta*grad(x)/3 - 2*eta*grad(x)/3"}
    run = Run(record | {"algorithm": record["algorithm"] | {"next": twice}}, False, False)
    assert len(run.mixes) == mixes and len(run.points) == 1


@pytest.mark.parametrize("common", [False, True])
def test_starts_are_common_if_they_are_said_to_be_and_gradients_at_the_minimum_sum_to_0(common: bool) -> None:
    run = Run(declared(1, {"matrix": PATH}) | {"common": common}, True, False)
    star, start = run.points[0].g, run.models[0]
    assert run.mean(star) == {} and len({*star[0], *star[1]}) == 2
    assert len({axis for form in start for axis in form}) == (1 if common else 3)
    assert not common or all(form == start[0] for form in start)
    assert run.sizes == [2 + (1 if common else 3) + 3]  # and the gradients


def test_without_a_minimum_the_origin_is_the_mean_of_the_starts() -> None:
    apart, common = (
        Run(declared(1, {"matrix": PATH}) | {"common": told}, False, False) for told in (False, True)
    )
    assert apart.mean(apart.models[0]) == {} and apart.models[0][0]
    assert common.models[0] == common.zero
