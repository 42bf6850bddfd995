"""A declared algorithm as linear forms, in the mean of the clients and in their disagreement.

With W = sum of nu_i v_i v_i' over an orthonormal eigenbasis, one vector of which is 1/sqrt(K), every round splits: in
the mean W is 1 and what is balanced is zero; in each other direction W is its eigenvalue nu. Models are shifted by w*;
a gradient is u + h, u_k = grad F_k(y_k) - grad F_k(w*) and h_k = grad F_k(w*), whose mean is zero. For a method that
comes to rest at w* its states are counted from there and h is gone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mixproof.spectral.errors import InputError

from ..kernel.exact import STANDARD
from .evaluate import Operations, after
from .forms import Form

if TYPE_CHECKING:
    from .declaration import Algorithm

__all__ = ["FORMS", "Trace", "disagreement", "mean"]

MEAN = "mean "  # no name of a state holds a space


@dataclass(frozen=True)
class Trace:
    """One round in one direction.

    basis: the vectors: states, then "grad 1", ... one an oracle call, "mix 1", ... one a mix (`norm`), then "h"
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
    return _trace(algorithm, norm=False)[0]


def disagreement(algorithm: Algorithm, norm: bool = False) -> Trace:
    """The round in one direction of disagreement; `norm`: mix(z) is a vector of its own instead of nu z."""
    return _trace(algorithm, norm)[1]


def _power(base: Form, exponent: Form) -> Form:
    raise TypeError("a power that is no integer")


FORMS = replace(
    STANDARD, rational=Form.scalar, functions={"power": _power}
)  # numbers of a text that is traced


def _trace(algorithm: Algorithm, norm: bool) -> tuple[Trace, Trace]:
    """Both directions at once: a vector is a form over "x" (disagreement) and "mean x", so that two oracle calls are
    one only where their points agree in both."""
    if algorithm.unproved:
        raise InputError("algorithm", algorithm.name, algorithm.unproved)
    gradients: dict[Any, Form] = {}
    points: list[Form] = []
    mixed: dict[Any, Form] = {}
    origins: list[Form] = []

    def grad(y: Form) -> Form:
        y = _vector(y)
        if y.key not in gradients:
            name = f"grad {len(points) + 1}"
            points.append(y)
            gradients[y.key] = Form.of(name) + Form.of(f"{MEAN}{name}")
        return gradients[y.key] + Form.of("h") if algorithm.rest is None else gradients[y.key]

    def mix(z: Form) -> Form:
        if algorithm.scales and z.is_scalar:  # W s: scales stay what they are
            return z
        apart, together = _split(_vector(z))
        if not norm or not apart.terms:
            return apart.times_nu() + together
        if apart.key not in mixed:
            origins.append(apart)
            mixed[apart.key] = Form.of(f"mix {len(origins)}")
        return mixed[apart.key] + together

    def state(name: str) -> Form:
        return Form.of(name) if name in algorithm.balanced else Form.of(name) + Form.of(MEAN + name)

    # push-sum's weights at their limit: in the variables x/s they are 1 (library.PUSH_SUM says what that proves)
    forms = {s: Form.scalar(1) if s in algorithm.scales else state(s) for s in algorithm.states}
    words = Operations(mix, grad, average=lambda z: _split(_vector(z))[1], share=lambda u: u)
    moved = after(algorithm, forms, words, Form.scalar(1, eta=1), FORMS)
    moved = {s: _vector(form) for s, form in moved.items() if s not in algorithm.scales}
    calls = [f"grad {i + 1}" for i in range(len(points))]
    free = tuple(s for s in moved if s not in algorithm.balanced)
    inputs = ("h",) if algorithm.rest is None and points else ()
    means = {s: _plain(_split(form)[1]) for s, form in moved.items()}
    for s in algorithm.balanced:
        if means[s].terms:
            raise InputError("balanced", s, f"its mean does not stay zero: {algorithm.next[s]}")
    return (
        Trace(
            free,
            (*free, *calls),
            {s: means[s] for s in free},
            tuple((_plain(_split(y)[1]), Form.of(u)) for y, u in zip(points, calls)),
            (),
        ),
        Trace(
            tuple(moved),
            (*moved, *calls, *(f"mix {i + 1}" for i in range(len(origins))), *inputs),
            {s: _split(form)[0] for s, form in moved.items()},
            tuple((_split(y)[0], Form.of(u)) for y, u in zip(points, calls)),
            tuple((z, mixed[z.key]) for z in origins),
        ),
    )


def _split(form: Form) -> tuple[Form, Form]:
    """(what lives in the disagreement, what lives in the mean)."""
    together = {key: value for key, value in form.terms.items() if key[0].startswith(MEAN)}
    return Form({key: v for key, v in form.terms.items() if key not in together}), Form(together)


def _plain(form: Form) -> Form:
    return Form({(vector.removeprefix(MEAN), i, j): value for (vector, i, j), value in form.terms.items()})


def _vector(form: Form) -> Form:
    if form.terms and form.is_scalar:
        raise TypeError("a number where a vector belongs")
    return form
