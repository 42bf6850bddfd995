"""
Three objectives, one network
=============================

Weights that mix fastest on average, that shrink the mean square fastest where links fail, and that let nodes
learn best.
"""

from matplotlib import pyplot as plt

import mixproof as mx
from mixproof.weightopt import objective_value

figure, axes = plt.subplots(1, 3, figsize=(11, 3.6), layout="constrained")
for ax, objective in zip(axes, ("mean", "second-moment", "learning")):
    best = mx.optimize("geometric:n=12,r=4,v=2,seed=1", objective)
    best.plot(ax)
    ax.set_title(f"{objective}: rho = {objective_value(best.weights):.4f}", fontsize=9)
