"""What a declaration must keep: linear updates, balance, the shift of models, the point of rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mixproof.spectral.errors import InputError

from ..formula import parse
from .evaluate import OPERATIONS, PLAIN, Operations, after
from .forms import Form
from .tracing import FORMS, disagreement

if TYPE_CHECKING:
    from .declaration import Algorithm

__all__ = ["consistent"]


def consistent(algorithm: Algorithm) -> None:
    """Raises InputError where the declaration contradicts itself."""
    try:
        _linear(algorithm) if algorithm.unproved else disagreement(algorithm)
    except TypeError as error:
        raise InputError("next", algorithm.name, f"an update is linear; this has {error}") from None
    _shares(algorithm)
    _scales(algorithm)
    _shift(algorithm)
    starts(algorithm)
    if algorithm.rest is not None:
        _rest(algorithm, algorithm.rest)


def _linear(algorithm: Algorithm) -> None:
    """Raises TypeError where an update is not linear in vectors; every word gives a new one."""

    def word(z: Form) -> Form:
        if z.terms and z.is_scalar and not algorithm.scales:
            raise TypeError("a number where a vector belongs")
        return z if z.is_scalar else Form.of("vector")

    more: dict[str, Any] = (
        dict.fromkeys(OPERATIONS, word) | {"chance": Form.scalar(1)} | _numbers(algorithm, Form.scalar)
    )
    words = Operations(word, word, word, word, {name: more[name] for name in more.keys() - {*PLAIN}})
    states = {s: Form.scalar(1) if s in algorithm.scales else Form.of(s) for s in algorithm.states}
    moved = after(algorithm, states, words, Form.scalar(Fraction(3, 7)), FORMS)
    if any(form.terms and form.is_scalar for s, form in moved.items() if s not in algorithm.scales):
        raise TypeError("a number where a vector belongs")


def starts(algorithm: Algorithm) -> dict[str, tuple[Fraction, Fraction]]:
    """state -> (a, b): it starts at a times the first state plus the number b."""
    first = algorithm.states[0]
    found = {first: (Fraction(1), Fraction(0))}
    for state in algorithm.states[1:]:
        text = algorithm.start.get(state, "1" if state in algorithm.scales else "0")
        try:
            form = parse(text).evaluate({first: Form.of(first)}.__getitem__, FORMS)
        except (KeyError, TypeError):
            raise InputError("start", text, f"a multiple of {first}, or a number") from None
        row = form.at()
        found[state] = (Fraction(row.get(first, 0)), Fraction(row.get("", 0)))
        wanted = {True: (1, 0), False: (0, 0)}[state in (algorithm.models or ())]
        if state not in algorithm.scales and found[state] != wanted:
            rule = f"{state} starts at {first if wanted[0] else 0}: it is {'a' if wanted[0] else 'no'} model"
            raise InputError("start", text, rule)
    return found


def _numbers(algorithm: Algorithm, number: Callable[[Fraction], Any]) -> dict[str, Any]:
    """Values at which what holds of the algorithm's numbers is looked at."""
    return {name: number(Fraction(2 * i + 5, 7 * i + 11)) for i, name in enumerate(algorithm.numbers)}


def _shares(algorithm: Algorithm) -> None:
    texts = [text.replace(" ", "") for text in algorithm.lines.values()]
    shared = sum(text.count("share(grad(") for text in texts)
    if shared and shared != sum(text.count("grad(") for text in texts):
        raise InputError("share", algorithm.name, "all gradients of a method are scaled by shares, or none")


def _scales(algorithm: Algorithm) -> None:
    """A scale s is mixed and serves to take gradients at x/s, no more: what `library` says of push-sum needs it."""
    for scale in algorithm.scales:
        if algorithm.next[scale].replace(" ", "") not in (f"mix({scale})", f"push({scale})"):
            raise InputError("scales", scale, f"its update is mix({scale}) or push({scale})")
    if algorithm.unproved:  # nothing is proved of it, and a run divides by what the text says
        return
    at: set[str] = set()
    for name, text in algorithm.lines.items():
        names, plain = parse(text).names, text.replace(" ", "")
        if not names & {*algorithm.scales, *at}:
            continue
        if name in algorithm.let and plain in {
            f"{x}/{s}" for x in algorithm.states for s in algorithm.scales
        }:
            at.add(name)
        elif name not in {f"next {s}" for s in algorithm.scales if plain == f"mix({s})"}:
            for point in at:
                plain = plain.replace(f"grad({point})", "")
            if any(re.search(rf"\b{used}\b", plain) for used in (*algorithm.scales, *at)):
                rule = f"{', '.join(algorithm.scales)} serve(s) for points x/s of gradients only, each a let line"
                raise InputError("scales", text, rule)
    if at and any(
        f"grad({x})" in text.replace(" ", "") for x in algorithm.states for text in algorithm.lines.values()
    ):
        raise InputError("scales", algorithm.name, "gradients are taken at x/s")


def _shift(algorithm: Algorithm) -> None:
    """Every model moved by one vector: models move by it, gradients are taken where models are, nothing else moves."""
    models = algorithm.models or ()

    def grad(point: Fraction) -> Fraction:
        if point != 1:
            raise InputError("grad", algorithm.name, "is taken at a model: its point moves with the origin")
        return Fraction(0)

    def still(z: Fraction) -> Fraction:
        if z:
            raise InputError(
                "models",
                algorithm.name,
                "coins, paces, self_mix, top and sparse are of what does not move with the origin",
            )
        return z

    if algorithm.uses("prox"):  # r does not move with the origin
        return

    def backward(point: Fraction) -> Fraction:
        grad(point)
        return point

    scaling = ("paced", "sometimes", "active", "self_mix", "top", "sparse")
    more: dict[str, Any] = dict.fromkeys(scaling, still) | {"backward": backward}
    more |= (
        dict.fromkeys(("pull", "push"), lambda z: z)
        | {"chance": Fraction(3, 7)}
        | _numbers(algorithm, Fraction)
    )
    same = Operations(lambda z: z, grad, lambda z: z, lambda z: z, more)
    before = {s: Fraction(int(s in models or s in algorithm.scales)) for s in algorithm.states}
    for eta in (Fraction(1, 3), Fraction(22, 7)):
        for state, moved in after(algorithm, before, same, eta).items():
            if moved != before[state]:
                kind = "is a model and must move" if state in models else "is no model and must not move"
                raise InputError("models", state, f"{kind} with the origin: {algorithm.next[state]}")


def _rest(algorithm: Algorithm, rest: Mapping[str, str]) -> None:
    """At rest a round changes nothing, whatever W is (so `mix` meets zero only, or cancels)."""
    names = {"h": Form.of("h"), "eta": Form.scalar(1, eta=1), **_numbers(algorithm, Form.scalar)}
    mixed: dict[object, Form] = {}

    def grad(y: Form) -> Form:
        if y.terms:
            raise InputError("rest", algorithm.name, "every gradient is taken at w* there")
        return names["h"]

    def mix(z: Form) -> Form:
        return mixed.setdefault(z.key, Form.of(f"mix {len(mixed) + 1}")) if z.terms else z

    if algorithm.uses("prox"):
        raise InputError("rest", algorithm.name, "is said of methods without prox")

    def backward(z: Form) -> Form:
        """0, where z = eta h: the gradient there is h."""
        if (z - Form.scalar(1, eta=1) * names["h"]).terms:
            raise InputError(
                "rest", algorithm.name, "every backward step ends at w* there, and begins at eta*h"
            )
        return Form({})

    more: dict[str, Any] = dict.fromkeys({*OPERATIONS} - {*PLAIN}, mix) | {
        "chance": Form.scalar(Fraction(3, 7)),
        "backward": backward,
        **_numbers(algorithm, Form.scalar),
    }
    words = Operations(mix, grad, lambda z: Form({}), lambda u: u, more)
    try:
        at = {s: parse(text).evaluate(names.__getitem__, FORMS) for s, text in rest.items()}
    except (KeyError, TypeError):
        raise InputError("rest", str(dict(rest)), "multiples of h, such as 0, -h or eta*h") from None
    if any(form.is_scalar and form.terms for form in at.values()):
        raise InputError("rest", str(dict(rest)), "multiples of h, such as 0, -h or eta*h")
    at |= {s: Form.scalar(1) for s in algorithm.scales}
    moved = after(algorithm, at, words, Form.scalar(1, eta=1), FORMS)
    for state in rest:
        if moved[state].key != at[state].key:
            raise InputError(
                "rest", f"{state}: {rest[state]}", "a round moves it, so this is no point of rest"
            )
