"""Privacy both ways, and local steps within budgets."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mixproof as mx
from mixproof.bounds import LocalConstants, repaired_best_tau
from mixproof.bounds.calculators.budgets import Costs, TauRow, noise_for, steps_for
from mixproof.bounds.calculators.privacy import epsilon_above, privacy_loss, renyi_epsilon, supported_steps
from mixproof.experiments.cli.main import main
from mixproof.spectral import InputError

CONSTANTS = LocalConstants(beta=1, rho=1, xi=1, eta=0.1, C=1, sigma=10, B=75, d=40, distance=1)
AT = "beta=1,rho=1,xi=1,eta=0.1,C=1,B=75,d=40,distance=1"


@settings(deadline=None, max_examples=5)
@given(st.floats(0.05, 20), st.integers(1, 5000), st.sampled_from([1e-5, 1e-3]))
def test_noise_steps_and_epsilon_undo_each_other(epsilon, steps, delta):
    """Full batches, whose epsilon has a closed form."""
    found = noise_for(epsilon, 1, steps, delta)
    assert found.epsilon <= epsilon < epsilon_above(1, found.sigma * 0.997, steps, delta)
    most = steps_for(epsilon, 1, found.sigma, delta)
    assert steps * 0.998 - 1 <= most <= steps * 1.01 + 1
    assert epsilon_above(1, found.sigma, most, delta) <= epsilon


def test_sampled_batches_too():
    loss = privacy_loss(0.05, 1.3, 40, 1e-5)
    assert loss.pld_optimistic <= loss.epsilon == epsilon_above(0.05, 1.3, 40, 1e-5)
    assert loss.epsilon <= loss.rdp == renyi_epsilon(0.05, 1.3, 40, 1e-5)
    assert noise_for(loss.epsilon, 0.05, 40, 1e-5).sigma == pytest.approx(1.3, rel=2e-3)


@pytest.mark.slow
def test_steps_of_sampled_batches():
    loss = privacy_loss(0.05, 1.3, 40, 1e-5)
    most = steps_for(loss.epsilon, 0.05, 1.3, 1e-5)
    assert most >= max(40, supported_steps(loss.epsilon, 0.05, 1.3, 1e-5))


def test_every_rule_stays_within_every_budget():
    costs = Costs(communication=5, step=1, total=400)
    found = mx.best_tau((2, 1e-5), 50, noise=10, sample=1, costs=costs, constants=CONSTANTS)
    assert found.chosen.rule == "budget" and {row.rule for row in found.rows} == {
        "budget",
        "repaired",
        "printed",
    }
    assert epsilon_above(1, 10, found.steps, 1e-5) <= 2 < epsilon_above(1, 10, found.steps + 2, 1e-5)
    for row in found.rows:
        assert row.tau * (row.rounds - 1) < row.iterations <= min(row.tau * row.rounds, found.steps)
        assert row.rounds <= 50 and 5 * row.rounds + row.iterations <= 400
    assert found.rows[1].proved == min(row.proved for row in found.rows)


@pytest.mark.parametrize("rounds", [1, 5, 7, 15, 10**6])
def test_without_costs_the_least_number_that_spends_all_steps(rounds):
    found = mx.best_tau((2, 1e-5), rounds, noise=10, sample=1, constants=CONSTANTS)
    least = next(tau for tau in range(1, found.steps + 1) if tau * rounds >= found.steps)
    assert (found.chosen.tau, found.chosen.iterations) == (least, found.steps)
    assert (found.chosen.rounds - 1) * least < found.steps <= found.chosen.rounds * least


def test_the_repaired_rule_is_no_worse_than_with_whole_rounds():
    found = mx.best_tau((2, 1e-5), 5, noise=10, sample=1, constants=CONSTANTS)
    repaired = next(row for row in found.rows if row.rule == "repaired")
    assert repaired.proved <= repaired_best_tau(CONSTANTS, 5, found.steps).value


def test_no_other_number_of_steps_within_the_costs_of_a_last_shorter_round():
    costs = Costs(communication=5, step=2, total=100)
    for tau in range(1, 40):
        most = max(
            (
                steps
                for steps in range(1, 60)
                if 5 * -(-steps // tau) + 2 * steps <= 100 and -(-steps // tau) <= 6
            ),
        )
        assert costs.steps(tau, 6) == most


def test_steps_get_at_least_half_of_the_costs():
    dear = mx.best_tau((50, 1e-5), 1000, noise=10, sample=1, costs=(20, 1, 1000)).chosen
    assert dear.tau >= 20 and dear.rounds * 20 <= 500


@pytest.mark.parametrize(
    "call, word",
    [
        (lambda: noise_for(0, 1, 1, 1e-5), "epsilon=0"),
        (lambda: noise_for(1, 2, 1, 1e-5), "q=2"),
        (lambda: steps_for(1, 0.1, -1, 1e-5), "sigma=-1"),
        (lambda: mx.best_tau((1,), 5), "privacy="),
        (lambda: mx.best_tau((1e-6, 1e-9), 5, noise=0.5, sample=1), "privacy=1e-06,1e-09"),
        (lambda: mx.best_tau((1, 1e-5), 0), "rounds=0"),
        (lambda: mx.best_tau((1, 1e-5), 5, noise=10, costs=(1, 2)), "costs="),
        (lambda: mx.best_tau((1, 1e-5), 5, noise=10, costs=("a", 1, 2)), "costs="),
        (lambda: mx.best_tau((1, 1e-5), 5, noise=10, constants=3), "constants="),
        (lambda: Costs(1, 1, 1), "total=1"),
        (lambda: Costs(-1, 1, 1), "communication=-1"),
    ],
)
def test_bad_input_is_named(call, word):
    with pytest.raises(InputError, match=word):
        call()


def test_the_commands(capsys):
    assert main(["privacy", "--noise", "10", "--steps", "100", "--sample", "1", "--json"]) == 0
    there = json.loads(capsys.readouterr().out)
    assert there["found"] == "epsilon"
    assert (
        main(["privacy", "--epsilon", str(there["epsilon"]), "--steps", "100", "--sample", "1", "--json"])
        == 0
    )
    back = json.loads(capsys.readouterr().out)
    assert back["noise"] == pytest.approx(10, rel=2e-3)
    assert main(["privacy", "--epsilon", str(there["epsilon"]), "--noise", "10", "--sample", "1"]) == 0
    assert "100" in capsys.readouterr().out
    assert main(["privacy", "--noise", "10"]) == 2
    assert "two of --noise, --steps and --epsilon" in capsys.readouterr().err
    words = ["tau", "--privacy", "2,1e-5", "--rounds", "5", "--noise", "10", "--sample", "1", "--at", AT]
    assert main([*words, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (
        said["chosen"] == said["rows"][0]
        and {"rule", "tau", "iterations", "predicted"} <= said["chosen"].keys()
    )
    assert main(words) == 0
    assert "chosen: the rule budget" in capsys.readouterr().out
    for flag, value, rule in (
        ("--privacy", "2", "--privacy=2: 2 numbers"),
        ("--costs", "1,1", "--costs=1,1: 3 numbers"),
        ("--at", "beta=1", "needed, as name=value"),
        ("--at", f"{AT},z=1", "--at=z: one of"),
    ):
        assert main([*words, flag, value]) == 2
        assert rule in capsys.readouterr().err


def test_a_last_round_that_is_shorter_is_shown() -> None:
    row = TauRow("budget", 15, 48, 716, None, None, "")
    assert row.in_rounds == "48, the last of 11" and replace(row, iterations=720).in_rounds == "48"
