"""Settings of answers: against the clients that gave them, and chi2 against the smallest losses that have them."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize

from mixproof.bounds import Setting
from mixproof.bounds.families.shared import gossip

from .answers import IN_THE_PLANE, ON_THE_LINE, answers

CASES = [(gossip(fixed=True, noisy=False), ON_THE_LINE), (gossip(scaled=True, noisy=False), IN_THE_PLANE)]
T = 3


def runs(family, clients):
    settings = [family.from_json(told) for told in (clients, answers(clients, T))]
    return [family.exact(setting) for setting in settings]


@pytest.mark.parametrize(("family", "clients"), CASES)
def test_answers_of_known_clients_say_what_their_run_says(family, clients):
    run, told = runs(family, clients)
    names = [
        "K",
        "d",
        "L",
        "mu",
        "sharpest",
        "flattest",
        "eps0",
        "Fstar",
        "minima_sum",
        "lam",
        "lam_n",
        "sigma2",
    ]
    for name in names:
        assert getattr(told, name) == getattr(run, name), name
    assert float(told.gstar) == pytest.approx(float(run.gstar))
    for name in ("spread2", "error2", "distance2"):
        assert [getattr(told, name)(t) for t in range(T + 1)] == [
            getattr(run, name)(t) for t in range(T + 1)
        ], name
    for name in ("gradients2", "local_gaps", "tilde_gaps"):
        assert [getattr(told, name)(t) for t in range(T)] == [getattr(run, name)(t) for t in range(T)], name
    assert told.gap(T) == run.gap(T)


@pytest.mark.parametrize(("family", "clients"), CASES)
def test_floats_read_the_same_at_many_rounds_at_once(family, clients):
    settings = (family.from_json(said) for said in (clients, answers(clients, T)))
    run, told = (family.start(one.sizes, one.values, T + 2) for one in settings)
    rounds = np.arange(T)
    for name in ("spread2", "error2", "gradients2", "local_gaps"):
        assert getattr(told, name)(rounds) == pytest.approx(getattr(run, name)(rounds)), name


def test_what_answers_do_not_tell_is_refused():
    _, told = runs(*CASES[0])
    unknown = (
        "fedavg_distance2",
        "global_gradient2",
        "dissimilarity2",
        "alignment",
        "F_of_clients",
        "gap_of_average",
    )
    for name in ("gap", *unknown):
        with pytest.raises(ArithmeticError):
            getattr(told, name)(1)
    for late in ("gradients2", "local_gaps"):
        with pytest.raises(ArithmeticError):
            getattr(told, late)(T)


@pytest.mark.parametrize(
    ("name", "place", "change"),
    [("pull", (0, 0, 0), "1/100"), ("rise", (1, 1), "-1/100"), ("c", (0, 0), 1), ("pull", (1, T, 0), "1/10")],
)
def test_answers_that_no_loss_of_the_class_gives_are_refused(name, place, change):
    family, clients = CASES[0]
    told = answers(clients, T)
    setting = family.from_json(told)
    changed = deepcopy(setting.values)
    changed[name][place] += Fraction(change)
    with pytest.raises(ArithmeticError):
        dir(family.exact(Setting(setting.sizes, changed)))


def test_a_class_that_is_too_narrow_is_refused():
    family, clients = CASES[0]
    for mu, L in (("11/10", 2), (1, "19/10"), (2, 2), (3, 2)):
        setting = family.from_json(answers(clients, T, mu, L))
        with pytest.raises(ArithmeticError):
            dir(family.exact(setting))


def smallest(points, pulls, rises, mu, L):
    """The gradient of the smallest loss with these answers, by a quadratic program over the weights of the u_i."""
    u = pulls - mu * points
    psi = (u * points).sum(1) - rises + mu * (points**2).sum(1) / 2 - (u**2).sum(1) / (2 * (L - mu))
    n = len(u)
    simplex = {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(n)}

    def gradient(x):
        def lower(p):
            y = p @ u
            return psi @ p - x @ y + y @ y / (2 * (L - mu)), psi - u @ x + u @ y / (L - mu)

        found = minimize(
            lower, np.full(n, 1 / n), jac=True, bounds=[(0, 1)] * n, constraints=simplex, tol=1e-12
        )
        return mu * x + found.x @ u

    return gradient


@pytest.mark.parametrize("start", ["w0", "c"])
def test_the_smallest_losses_have_the_answers_and_keep_below_chi2(start):
    """From afar gradients fall from the first round on; from the clients' own minima they grow from 0."""
    family, clients = CASES[1]
    mu, L = Fraction(9, 10), Fraction(5, 2)  # a wider class, so that other losses have the answers too
    setting = family.from_json(answers(clients | {"w0": clients[start]}, T, mu, L))
    told = family.start(setting.sizes, setting.values, T)
    known = told.clients.losses
    losses = [
        smallest(x, g, f, float(mu), float(L)) for x, g, f in zip(known.points, known.pulls, known.rises)
    ]
    for loss, x, g in zip(losses, known.points, known.pulls):
        assert np.array([loss(place) for place in x]) == pytest.approx(g, abs=1e-5)
    w, met = told.start, []
    for t in range(40):
        pull = np.array([loss(x) for loss, x in zip(losses, w)])
        met.append((pull**2).sum(1).max())
        w = told.network.W[0] @ w - told.step(t) / 2 * pull
    assert (np.argmax(met) >= T) == (start == "c")
    bound = float(family.exact(setting).chi2)
    assert 0.2 * bound < max(met) <= bound * (1 + 1e-6)
