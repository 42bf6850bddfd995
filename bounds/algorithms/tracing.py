"""A declared algorithm as linear forms, in the mean of the clients and in their disagreement.

With W = sum of nu_i v_i v_i' over an orthonormal eigenbasis, one vector of which is 1/sqrt(K), every round splits: in
the mean W is 1 and what is balanced is zero; in each other direction W is its eigenvalue nu. Models are shifted by w*;
a gradient is u + h, u_k = grad F_k(y_k) - grad F_k(w*) and h_k = grad F_k(w*), whose mean is zero. For a method that
comes to rest at w* its states are counted from there and h is gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .declaration import Algorithm
from .evaluate import Operations, after
from .forms import Form

__all__ = ["Trace", "arithmetic_of_forms", "disagreement", "mean"]


@dataclass(frozen=True)
class Trace:
    """One round in one direction.

    basis: the vectors: states, then "u1", "u2", ... one an oracle call, "v1", ... one a mix (`norm`), then "h"
    next: state -> form over the basis
    oracles: (point y, its gradient u) as forms
    mixes: (z, v) as forms, where v stands for W z; empty unless traced with `norm`
    """

    states: tuple[str, ...]
    basis: tuple[str, ...]
    next: dict[str, Form]
    oracles: tuple[tuple[Form, Form], ...]
    mixes: tuple[tuple[Form, Form], ...]

    def row(self, form: Form, eta: Any = 0, nu: Any = 0) -> list[Any]:
        """A form's coefficients over the basis, at these numbers."""
        values = form.at(eta, nu)
        return [values.get(vector, 0) for vector in self.basis]


def mean(algorithm: Algorithm) -> Trace:
    """The round in the mean of the clients: balanced states and h are zero there."""
    return _trace(algorithm, "mean")


def disagreement(algorithm: Algorithm, norm: bool = False) -> Trace:
    """The round in one direction of disagreement; `norm`: mix(z) is a vector of its own instead of nu z."""
    return _trace(algorithm, "norm" if norm else "nu")


def arithmetic_of_forms() -> Any:
    from ..arithmetic import Arithmetic

    return Arithmetic("forms", Form.scalar, {"power": _power})


def _power(base: Form, exponent: Form) -> Form:
    raise TypeError("a power that is no integer")


def _trace(algorithm: Algorithm, how: str) -> Trace:
    states = tuple(
        s
        for s in algorithm.states
        if s not in algorithm.scales and (how != "mean" or s not in algorithm.balanced)
    )
    forms = {s: Form.of(s) if s in states else Form({}) for s in algorithm.states}
    # push-sum's weights at their limit: in the variables x/s they are 1 (library.push_sum says what that proves)
    forms |= {s: Form.scalar(1) for s in algorithm.scales}
    gradients: dict[Any, tuple[Form, Form]] = {}
    mixed: dict[Any, tuple[Form, Form]] = {}

    def grad(y: Form) -> Form:
        y = _vector(y)
        u = gradients.setdefault(y.key, (y, Form.of(f"u{len(gradients) + 1}")))[1]
        return u + Form.of("h") if algorithm.rest is None and how != "mean" else u

    def mix(z: Form) -> Form:
        if algorithm.scales and z.is_scalar:  # W s: scales stay what they are
            return z
        z = _vector(z)
        if how == "mean" or not z.terms:
            return z
        if how == "nu":
            return z.times_nu()
        return mixed.setdefault(z.key, (z, Form.of(f"v{len(mixed) + 1}")))[1]

    def average(z: Form) -> Form:
        return _vector(z) if how == "mean" else Form({})

    words = Operations(mix, grad, average, share=lambda u: u)
    moved = after(algorithm, forms, words, Form.scalar(1, eta=1), arithmetic_of_forms())
    new = [u for _, u in gradients.values()] + [v for _, v in mixed.values()]
    basis = [*states, *(next(iter(form.terms))[0] for form in new)]
    if algorithm.rest is None and how != "mean" and gradients:
        basis.append("h")
    return Trace(
        states,
        tuple(basis),
        {s: _vector(form) for s, form in moved.items() if s not in algorithm.scales},
        tuple(gradients.values()),
        tuple(mixed.values()),
    )


def _vector(form: Form) -> Form:
    if form.terms and form.is_scalar:
        raise TypeError("a number where a vector belongs")
    return form
