"""Methods of the literature: what is declared is what the papers print, and what is known of them is found."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import mixproof as mx
from mixproof.bounds.algorithms import Algorithm, algorithm, beside, trajectory, with_balance
from mixproof.spectral.errors import InputError

W = np.array([[2, 1, 1], [1, 2, 1], [1, 1, 2]]) / 4
H, C = np.array([[1.0], [3.0], [2.0]]), np.array([[4.0], [-2.0], [1.0]])
X = np.array([[1.0], [0.5], [-2.0]])
ETA = 0.1


def grad(x: np.ndarray) -> np.ndarray:
    return H * (x - C)


def run(name: str | Algorithm, rounds: int = 6) -> list[np.ndarray]:
    method = algorithm(name)
    return [state[method.states[0]] for state in trajectory(method, X, W, grad, ETA, rounds)]


def printed_d2(rounds: int) -> list[np.ndarray]:
    path = [X, W @ (X - ETA * grad(X))]
    for _ in range(rounds - 1):
        now, before = path[-1], path[-2]
        path.append(W @ (2 * now - before - ETA * grad(now) + ETA * grad(before)))
    return path


def printed_tracking(rounds: int) -> list[np.ndarray]:
    """Acc-DNGD with alpha = 1/3, by its own tracker s."""
    a, x, v, y = 1 / 3, X, X, X
    s, path = grad(X), [X]
    for _ in range(rounds):
        x, v = W @ y - ETA * s, (1 - a) * W @ v + a * W @ y - ETA / a * s
        new = (x + a * v) / (1 + a)
        s, y = W @ s + grad(new) - grad(y), new
        path.append(x)
    return path


def printed_pull(rounds: int) -> list[np.ndarray]:
    """Gradient tracking by its tracker y, which push-pull is where R and C are W."""
    x, y, path = X, grad(X), [X]
    for _ in range(rounds):
        new = W @ (x - ETA * y)
        x, y = new, W @ y + grad(new) - grad(x)
        path.append(x)
    return path


def printed_k_gt(rounds: int) -> list[np.ndarray]:
    x, c, path = X, 0 * X, [X]
    for _ in range(rounds):
        z = x
        for _ in range(2):
            z = z - ETA * (grad(z) + c)
        moved = (x - z) / (2 * ETA)
        x, c = W @ z, c - moved + W @ moved
        path.append(x)
    return path


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("d2", printed_d2),
        (with_balance(algorithm("d2")), printed_d2),
        ("acc-dngd-1/3", printed_tracking),
        ("atc-tracking", printed_pull),
        ("k-gt-2", printed_k_gt),
    ],
    ids=["d2", "d2-with-balance", "acc-dngd", "atc-tracking", "k-gt"],
)
def test_a_declaration_runs_as_its_paper_prints_it(name, printed):
    assert np.allclose(run(name), printed(6))


def test_exact_diffusion_is_d2_with_half_of_its_own():
    half = (W + np.eye(3)) / 2
    method = algorithm("d2")
    theirs = [s["x"] for s in trajectory(method, X, half, grad, ETA, 6)]
    assert np.allclose(run("exact-diffusion"), theirs)


def test_two_algorithms_run_beside_each_other():
    both = beside(algorithm("extra"), algorithm("d2"))
    states = [*trajectory(both, X, W, grad, ETA, 6)]
    assert np.allclose([s["x"] for s in states], run("extra"))
    assert np.allclose([s["x_other"] for s in states], run("d2"))
    with pytest.raises(InputError, match="ends in _other"):
        beside(both, algorithm("dgd"))


def test_d2_as_printed_has_a_proof_and_says_where_it_has_none():
    """W's eigenvalues must stay above -1/3: at -1/2 the method diverges."""
    at = {"L": 1, "mu": "1/10", "eta": "1/20"}
    assert mx.prove("d2", lam="1/4", **at).rho < Fraction("0.9951")
    assert not mx.prove("d2", lam="1/2", **at).proved
    assert mx.prove("d2", lam="1/2", lam_n="-1/4", **at).rho < Fraction("0.9951")


def test_methods_without_a_conserved_mean_stay_as_they_are():
    for name in ("dgd", "extra", "nesterov-1/2", "push-sum", "push-pull", "local-2"):
        assert with_balance(algorithm(name)) is algorithm(name) or with_balance(algorithm(name)) == algorithm(
            name
        )


@pytest.mark.parametrize("name", ["pg-extra", "push-pull", "scaffnew", "aug-dgm"])
def test_methods_that_proofs_do_not_know_say_so(name):
    with pytest.raises(InputError, match="a rate is proved of methods"):
        mx.prove(name, L=1, mu="1/10", lam="1/2", eta="1/20")


@pytest.mark.parametrize("divided", [{"x": "mix(x) - q", "q": "q + grad(x)/eta"}])
def test_division_by_the_step_is_said_and_runs(divided):
    method = Algorithm("user's", divided, models=("x",))
    assert "let a state hold eta times" in method.unproved
    assert len(list(trajectory(method, X, W, grad, ETA, 2))) == 3


@pytest.mark.parametrize("name", ["near-dgd-2", "extra", "nids", "atc-tracking", "led-2"])
def test_a_lazy_method_is_the_method_on_half_the_identity(name: str) -> None:
    half = [state["x"] for state in trajectory(algorithm(name), X, (np.eye(3) + W) / 2, grad, ETA, 6)]
    np.testing.assert_allclose(run(f"lazy-{name}"), half)


@pytest.mark.parametrize(("right", "outcome"), [("grad(o) - J(grad(o))", "HOLDS"), ("grad(o)", "REFUTED")])
def test_the_tension_of_composite_losses_is_of_gradients_less_their_mean(right: str, outcome: str) -> None:
    """Of two clients (I - W)^+ is a number; a table says of h'(I - W)^+ h what search and kernel compute."""
    family = mx.families.declared("pg-extra", common=True)
    two = mx.claim(f"tension2*(1 - lam_n) == norm({right})**2", "K <= 2", "lam < 1", family=family, rounds=1)
    assert mx.verify(two, seconds=0.03).outcome.name == outcome
