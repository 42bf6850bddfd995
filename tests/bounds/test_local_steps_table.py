"""The table of local steps beside its family: facts, states, metrics and rules on drawn runs; forged derivations."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from mixproof.bounds import claim
from mixproof.bounds.families.local_steps import local_steps
from mixproof.bounds.proofs.derivation import prove
from mixproof.bounds.theorems.alidpfl.interval_lines import CLOSER, DESCENT, SLOPE
from mixproof.bounds.theorems.alidpfl.lines import average, away

from ..slow import sampled
from .texts import Texts, table_of

NOISE = ("none", "path", "shared", "signs")
LATER = {
    "inverse_jumps",
    "final_gap",
    "average_gap",
    "final_theta",
    "first_gap",
    "first_theta",
    "smallest_product",
}


class Draw(Texts):
    """One round of a run; the client of `one` is where client_excess is largest."""

    def __init__(self, run: Any, table: Any, t: int, *vectors: Any) -> None:
        p = np.array(run._p, dtype=float)
        signs = np.array(run._signs, dtype=float) if run._noise == "signs" else np.zeros((1, len(p)))
        state, tau, K = run._at(t), run._tau, run._K
        shape = len(state.mean) * len(signs), len(p)

        def stacked(v: Any) -> Any:
            v = np.asarray(v, dtype=float)
            return np.broadcast_to(np.repeat(v if v.ndim == 2 else v.reshape(-1, 1), len(signs), 0), shape)

        def long(v: Any) -> Any:  # a value on fewer paths
            v = np.asarray(v, dtype=float)
            return stacked(np.repeat(v, len(state.mean) // len(v)))

        done = max(0, (t - 1) // tau)
        excess = abs(state.local[0] - state.central[0]) - run.client_xi * (
            ((1 + run.eta * run.beta) ** state.steps - 1) / run.beta
        )
        one = int(np.argmax(excess))
        pairs = [(run.gap(k * tau) * run.theta(k * tau), k + 1) for k in range(1, K)] or [(0, 2)]
        slope = float(run._slope(state.central[0]) + run.u)
        if run._noise == "signs":  # the root of the mean square
            slope = float((run._slope(state.central) ** 2).mean()) ** 0.5
        jumps = (
            [
                1 / run.gap(k * tau) - 1 / run.theta(k * tau) if run.gap(k * tau) * run.theta(k * tau) else 0
                for k in range(1, 10 // tau + 1)
            ]
            if run._noise != "signs"
            else []
        )
        known = {name: float(getattr(run, name)) for name in table.numbers if hasattr(run, name)}
        here = {
            **known,
            **{"N": float(len(p)), "restart": float(state.steps == tau), "since": float(state.steps)},
            **{"done": float(done), "xi_one": float(run.client_xi[one]), "t": float(t), "K": float(K)},
            **{"before": float(t < K * tau), "upto": float(t <= K * tau), "reached": float(t <= K * tau + 1)},
            **{"slope": slope, "least_pair": float(min(pairs)[1])},
            **{
                "jump": float(jumps[t // tau - 1]) if jumps and t and t % tau == 0 else 0.0,
                "jumps": float(sum(jumps[: min(done, K - 1)])),
                "w": stacked(state.local),
                "v": stacked(state.central),
                "n": np.tile(signs, (len(state.mean), 1)),
            },
            "lately": float(sum(run.gap(r) for r in range(done * tau, t))),
            **{"opened": long(run._at(done * tau).mean), "closed": long(run._at(done * tau).central)},
            **{"o": np.full(shape, float(run.wstar)), "begun": np.full(shape, float(run.w0))},
            **{
                "z": np.broadcast_to(np.asarray(run._z, dtype=float), shape),
                "zv": np.full(shape, float(run.u)),
            },
            **{name: np.broadcast_to(v, shape) for name, v in zip("uv", vectors) if vectors},
        }

        def mean(v: Any) -> float:
            return float((p * v).sum(-1).mean())

        words = {
            "J": lambda v: 0 * v + (p * v).sum(-1, keepdims=True),
            "grad": lambda v: run._slopes(v),
            "F": lambda v: mean(run._loss_of(v)),
            "dot": lambda a, b: mean(a * b),
            "sq": lambda a: mean(a * a),
            "norm": lambda a: mean(a * a) ** 0.5,
            "abs": abs,
            "mass": lambda a: mean(abs(a)),
            "one": lambda a: float(abs(np.broadcast_to(a, shape)[0, one])),
        }
        super().__init__(here, words)
        self.let({name: text for name, text in table.lets.items() if name not in {*here, *LATER}})


def losses(run: Any) -> Any:
    """F_i at every client's own model."""

    def of(w: Any) -> Any:
        slope = run._slopes(w)
        return slope * slope / (2 * run._a) + run.C * (abs(w - run._c) - abs(slope) / run._a)

    return of


def drawn(noise: str, **sizes: tuple[int, ...]) -> Any:
    """Runs and their tables, from seeds."""
    random = Random(noise)
    family = local_steps(noise, **({"K": (1, 2, 3)} if noise != "signs" else {}), **sizes)
    table = table_of(claim("gap(t) >= 0", family=family))
    for _ in range(15):
        setting = family.sample(random)
        run = family.start(setting.sizes, setting.values, 4)
        run._loss_of = losses(run)
        yield random, run, table


@pytest.mark.parametrize("noise", NOISE)
def test_facts_and_metrics_are_true_of_drawn_runs(noise: str) -> None:
    for _, run, table in drawn(noise):
        for t in range(4 if noise == "signs" else 9):
            here = Draw(run, table, t)
            for text in table.facts.values():
                assert here.meets(text), (t, text)
            for metric, text in table.metrics.items():
                if metric in ("mean_gap", "opened_gap", "closed_gap", "jumped"):
                    continue
                if (
                    metric == "noisy_slope" and noise == "signs"
                ):  # known in the first interval, up to its sign
                    if t <= run._tau:
                        assert abs(run.noisy_slope(t)) == pytest.approx(here.read(text))
                    continue
                assert float(here.read(text)) == pytest.approx(
                    float(getattr(run, metric)(t)), rel=1e-7, abs=1e-7
                ), metric


@pytest.mark.parametrize("noise", NOISE)
def test_states_move_as_the_run_does(noise: str) -> None:
    for _, run, table in drawn(noise):
        for t in range(2 if noise == "signs" else 7):
            here, after = Draw(run, table, t), Draw(run, table, t + 1)
            for name, text in table.states.items():
                one, other = (np.asarray(x, dtype=float) for x in (here.read(text), after.read(name)))
                if noise == "signs" and one.ndim:  # a step has more paths
                    one, other = np.sort(np.unique(one.round(9))), np.sort(np.unique(other.round(9)))
                assert np.allclose(one, other), (t, name)


@pytest.mark.parametrize("noise", NOISE)
def test_rules_are_true_of_drawn_vectors(noise: str) -> None:
    for random, run, table in drawn(noise):
        for t in (0, 1, 3):
            paths = Draw(run, table, t).read("w").shape
            u, v = (np.array([[random.uniform(-3, 3) for _ in range(paths[1])]] * paths[0]) for _ in "uv")
            here = Draw(run, table, t, u, v)
            for name, (_, text) in table.rules.items():
                assert here.meets(text), (name, t)


def test_what_a_whole_run_is_read_by() -> None:
    for _, run, table in drawn("none"):
        tau, K = run._tau, run._K
        end, second = Draw(run, table, K * tau), Draw(run, table, 2 * tau)
        assert float(end.read("F(v) - F(o)")) == pytest.approx(float(run.final_theta), abs=1e-9)
        if all(run.gap(k * tau) * run.theta(k * tau) > 0 for k in range(1, K)):
            jumped = float(end.read(table.metrics["jumped"]))
            assert jumped == pytest.approx(float(run.inverse_jumps), rel=1e-9)
        if K > 1:
            assert float(second.read(table.metrics["opened_gap"])) == pytest.approx(
                float(run.first_gap), abs=1e-9
            )
            assert float(second.read(table.metrics["closed_gap"])) == pytest.approx(
                float(run.first_theta), abs=1e-9
            )
            pair = Draw(run, table, int(second.read("least_pair")) * tau)
            product = pair.read(f"({table.metrics['opened_gap']})*({table.metrics['closed_gap']})")
            assert float(product) == pytest.approx(float(run.smallest_product), abs=1e-9)


NEAR = away("one", "xi_one") + "claim by near\n"
ONE_INTERVAL = local_steps(tau=(4,))
SMOOTH = "steepest <= beta"
H = "xi*(((eta*beta + 1)**x(t) - 1)/beta - eta*x(t))"
CASES = {
    "client": ("client_excess(t) <= 0", (SMOOTH,), NEAR, True),
    "client, curvature": ("client_excess(t) <= 0", ("steepest <= 2*beta",), NEAR, False),
    "mean": (f"apart(t) <= {H}", (SMOOTH,), average("xi") + "claim by close\n", True),
    "closer": ("distance(t + 1) <= distance(t)", (SMOOTH, "eta*beta <= 1", "t < tau"), CLOSER, True),
    "closer, step": ("distance(t + 1) <= distance(t)", (SMOOTH, "eta*beta <= 3", "t < tau"), CLOSER, False),
    "closer, rounds": (
        "distance(t + 1) <= distance(t)",
        (SMOOTH, "eta*beta <= 1", "t <= tau"),
        CLOSER,
        False,
    ),
    "descent": (
        "theta(t + 1) - theta(t) <= eta*(beta*eta/2 - 99/100)*noisy_slope(t)**2",
        (SMOOTH, "eta*beta <= 1", "t < tau"),
        DESCENT,
        True,
    ),
    "descent, less": (
        "theta(t + 1) - theta(t) <= eta*(beta*eta/2 - 101/100)*noisy_slope(t)**2",
        (SMOOTH, "eta*beta <= 1", "t < tau"),
        DESCENT,
        False,
    ),
    "slope": ("theta(t) <= abs(noisy_slope(t))*distance(t)", (), SLOPE, True),
    "slope, less": ("theta(t) <= 99/100*abs(noisy_slope(t))*distance(t)", (), SLOPE, False),
}


@pytest.mark.parametrize("name", sampled(CASES, 2))
def test_forged_derivations_are_not_accepted(name: str) -> None:
    told, given, text, true = CASES[name]
    stated = claim(told, *given, family=ONE_INTERVAL)
    assert prove(stated, stated.variants[0], text).proved == true


def test_the_largest_of_the_clients_is_read_at_one_round() -> None:
    stated = claim("client_excess(t + 1) <= client_excess(t)", SMOOTH, family=ONE_INTERVAL)
    assert "different comparators" in prove(stated, stated.variants[0], NEAR).reason


def test_a_statement_of_no_round_speaks_of_the_one_that_it_reads() -> None:
    family = local_steps(K=(1, 2, 3))
    stated = claim("final_gap >= 0", family=family, first=None)
    assert prove(stated, stated.variants[0], "claim by mean_least(w)").proved
    stated = claim("final_gap <= first_gap", family=family, first=None)
    assert (
        "a round is a number, or t, t + 1, up to t + 3" in prove(stated, stated.variants[0], "claim").reason
    )
