"""
How large a step can be proved
==============================

The largest step with a proof of a linear rate, for all clients with L = 1 and mu = 1/10 and a fixed symmetric
matrix of norm lambda off the mean. Crosses: a step that makes some clients diverge.
"""

from matplotlib import pyplot as plt

import mixproof as mx
from mixproof.spectral.plots import COLOURS

figure, ax = plt.subplots(figsize=(5, 3.6), layout="constrained")
lambdas = ["3/10", "6/10", "9/10"]
for colour, marker, method in zip(COLOURS, "os", ("diging", "nids")):
    found = [mx.prove(method, L=1, mu="1/10", lam=lam, tier="fixed", step_limit=True) for lam in lambdas]
    x = [float(proof.at.hi) for proof in found]
    ax.semilogy(x, [float(proof.step_proved) for proof in found], marker=marker, color=colour, label=method)
    (crosses,) = ax.semilogy(x, [float(proof.step_diverging) for proof in found], "x", color="0.15", ms=8)
crosses.set_label("some clients diverge")
ax.set(xlabel="lambda", ylabel="largest step with a proof, in units of 1/L")
ax.legend(frameon=False)
