"""Float coordinates for the solver: models instead of the gradients that made them, so that the SDP is sparse.

A model is a start minus a long sum of gradients; a gradient is a difference of two models. With models as the basis
every inequality involves a few of its vectors only, and the solver splits the matrices along that pattern. Where a step
is short, models of neighbouring rounds are too close to tell gradients by, and the run's own basis is better.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from .forms import Form
from .trace import Trace

__all__ = ["Coordinates", "models_first"]

SHORT = Fraction(1, 20)  # of 1/L: shorter steps leave models that are no basis in floats


def models_first(trace: Trace) -> bool:
    """Whether the steps are long enough for models as a basis."""
    statement = trace.statement
    return min(map(statement.eta, range(statement.rounds))) * statement.L >= SHORT


class Coordinates:
    """Rows of floats for forms, over a basis of models and of what they leave over, in units of usual lengths.

    models: False for the basis of the run: starts, gradients and what mixing returns.
    """

    def __init__(self, trace: Trace, models: bool = True):
        self.trace, self.space = trace, trace.space
        self.sizes = self.space.sizes
        # newest vector of a model -> the model
        self._pivots: list[dict[int, Form]] = [{} for _ in self.sizes]
        self._lengths = [np.array(scales) for scales in self.space.scales]
        stacks = [point.x for point in trace.points] + trace.models[-1:] if models else []
        for stack in stacks:
            for k in range(self.space.copies):
                for block, form in self.space.rows(stack, k):
                    newest = max(form, default=None)
                    if newest is not None and newest not in self._pivots[block]:
                        self._pivots[block][newest] = form
                        self._lengths[block][newest] = 1.0

    def row(self, block: int, form: Form) -> np.ndarray:
        """The form's coefficients, (size of the block,)."""
        pivots, result = self._pivots[block], np.zeros(self.sizes[block])
        while form:
            newest = max(form)
            model = pivots.get(newest) or Form({newest: Fraction(1)})
            factor = form[newest] / model[newest]
            result[newest] = float(factor) * self._lengths[block][newest]
            form = form.plus(model, -factor)
        return result

    def points(self, block: int, what: str) -> np.ndarray:
        """`what` (x or g) of every point and client, (points, copies, size of the block)."""
        result = np.zeros((len(self.trace.points), self.space.copies, self.sizes[block]))
        for p, point in enumerate(self.trace.points):
            for k in range(self.space.copies):
                for b, form in self.space.rows(getattr(point, what), k):
                    if b == block:
                        result[p, k] = self.row(block, form)
        return result

    def vectors(self, block: int) -> np.ndarray:
        """The space's own basis vectors, (size, size): for a Gram matrix back in that basis."""
        rows = [self.row(block, Form({index: Fraction(1)})) for index in range(self.sizes[block])]
        return np.array(rows).reshape(self.sizes[block], self.sizes[block])
