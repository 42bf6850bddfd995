"""Runs on mixing matrices that change from round to round, in every form that `simulate` takes."""

import numpy as np
import scipy

from mixproof.experiments.learning.algorithms import DECEFL
from mixproof.experiments.learning.problems import Quadratic
from mixproof.experiments.learning.simulate import Diminishing, simulate
from mixproof.spectral import embed
from mixproof.spectral.mixing import MixingMatrix

from .small_runs import PATH, W, problem


def test_schedules_and_forms_of_mixing():
    task = problem()
    options = {"eta": 0.1, "rounds": 7}
    as_list = simulate(task, DECEFL, mixing=[W, PATH], **options)
    as_function = simulate(task, DECEFL, mixing=lambda t: (W, PATH)[t % 2], **options)
    assert (as_list.final == as_function.final).all()
    fixed = simulate(task, DECEFL, mixing=W, **options)
    for other in (MixingMatrix.from_matrix(W), scipy.sparse.csr_array(W), W[None]):
        assert np.allclose(simulate(task, DECEFL, mixing=other, **options).final, fixed.final, rtol=1e-12)
    both = simulate(task, DECEFL, mixing=np.stack([W, PATH]), seeds=2, **options)
    assert np.allclose(both.final[0], fixed.final[0], rtol=1e-12)


def test_a_node_that_is_away_trains_alone():
    task = problem()
    run = simulate(task, DECEFL, mixing=[embed(np.full((2, 2), 0.5), [0, 1], 3)], eta=0.3, rounds=500)
    assert np.linalg.norm(run.final[0, 2] - task.local_minima[2].w) < 1e-8
    assert np.linalg.norm(run.final[0, 0] - task.local_minima[0].w) > 1e-2


def test_decefl_converges_on_the_supplements_edge_varying_schedule():
    """DeceFL's supplement, 5.2.3: every step joins four of eight nodes in a path, the others train alone."""
    small = np.array([[2, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 2]]) / 3
    paths = [[3, 4, 6, 7], [1, 8, 6, 7], [1, 8, 5, 2], [1, 8, 6, 7], [3, 4, 6, 7]]
    schedule = [embed(small, [node - 1 for node in path], 8) for path in paths]
    product = np.linalg.multi_dot(schedule)
    assert np.round(product[0], 4).tolist() == [0.4815, 0, 0, 0.0370, 0.1111, 0.0370, 0.0370, 0.2963]
    rng = np.random.default_rng(0)
    task = Quadratic(np.ones((8, 1, 1)), rng.normal(size=(8, 1)))
    run = simulate(task, DECEFL, mixing=schedule, eta=Diminishing(2.0, 20.0), rounds=4000)
    for errors in (run.consensus_error[0], run.mean_error[0]):
        # O(1/t): ten times the rounds, a tenth of the error
        assert errors[3990:].max() < 0.15 * errors[390:400].max() + 1e-12
