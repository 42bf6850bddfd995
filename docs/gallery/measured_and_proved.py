"""
Measured below proved
=====================

A run of logistic regression on digits, ten clients, and the curve that is proved for its constants. Step and `l2` were
chosen so that the bound says something: with 0.1 or 2 for `l2` and a step of 0.5/L it grows from round to round.
"""

from matplotlib import pyplot as plt

import mixproof as mx
from mixproof.bounds import certified_curve
from mixproof.experiments.learning.data import load
from mixproof.experiments.learning.partition import iid
from mixproof.experiments.learning.problems import logistic
from mixproof.spectral.plots import COLOURS

digits = load("digits").binary().standardized()
problem = logistic(digits.X_train, digits.y_train, iid(len(digits.y_train), 10), l2=2.0)
W = mx.optimize("regular:n=10,degree=4").weights
L, mu, lam, best = problem.L.max(), problem.mu.min(), mx.spectrum(W).enclosure[1], problem.minimum()
run = mx.simulate(problem, "dgd", mixing=W, eta=0.05 / L, rounds=600)
gstar = 1.001 * float((problem.gradients_at(best.w) ** 2).sum() ** 0.5)
start = run.mean_error[0, 0] + best.error
proved = certified_curve(L=L, mu=mu, lam=lam, K=10, rounds=600, eta=0.05 / L, error=start, gstar=gstar)

figure, ax = plt.subplots(figsize=(5, 3.6), layout="constrained")
ax.semilogy(proved.rounds, proved.error, "--", color=COLOURS[0], label="proved: error of the mean")
ax.semilogy(run.rounds, run.mean_error[0], color=COLOURS[0], label="measured: error of the mean")
ax.semilogy(proved.rounds[1:], proved.spread[1:], "--", color=COLOURS[3], label="proved: disagreement")
ax.semilogy(run.rounds[1:], run.consensus_error[0, 1:], color=COLOURS[3], label="measured: disagreement")
ax.set(xlabel="round", ylabel="Euclidean norm")
ax.legend(frameon=False)
