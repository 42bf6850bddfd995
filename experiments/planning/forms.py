"""The forms of a run, and steps with which none of them can diverge.

`combine-then-adapt` is x <- W x - eta grad(x) (DGD), `adapt-then-combine` x <- W(x - eta grad(x)) (diffusion): the same
messages and gradients. Others are declared algorithms (`bounds.algorithms`), by name.

A step is stable where two runs on the same links never move apart, whatever convex, L-smooth losses the nodes have: by
the mean value theorem the gradients at two points differ by H times the points' difference, with a symmetric
block-diagonal H between 0 and L. The difference of two runs is multiplied in every round by

    combine-then-adapt   W - eta H      of norm at most 1 for eta <= (1 + lambda_n)/L, as then lambda_n - eta L >= -1
    adapt-then-combine   W (I - eta H)  of norm at most 1 for eta <= 2/L, whatever W

also where links fail: a round's I - W_hat has fewer terms than that of all links up, so its lambda_n is not below that
one's. Both are sharp, for quadratics of one curvature L. For a W that stays, from the literature,

    extra                eta < (1 + lambda_n)/L    Shi, Ling, Wu and Yin 2015 (`shi2015.lyapunov`)
    nids                 eta < 2/L                 Li, Shi and Yan 2019; `nids.step-range`

For other methods the step beyond which quadratics of one curvature diverge (`bounds.proofs.lyapunov.necessary`), which
no proof can pass; `proved_step` is the largest with a proof of linear convergence, where mu > 0.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from fractions import Fraction
from typing import NamedTuple

from mixproof.bounds.algorithms import Algorithm, algorithm
from mixproof.spectral import MixingMatrix, spectrum
from mixproof.spectral.checks import of_kind
from mixproof.spectral.errors import InputError

__all__ = ["FORMS", "Form", "form_of", "is_memoryless", "outwards", "proved_step", "stable_step"]

FORMS = {"combine-then-adapt": "dgd", "adapt-then-combine": "diffusion"}
EIGENVALUE_DIGITS = 10**4  # to which the ends of a spectrum are rounded outwards for a proof
CURVATURE_DIGITS = 9  # significant ones, to which L and mu are rounded outwards for a proof


class Form(NamedTuple):
    """A name as users give it, and its declaration."""

    name: str
    method: Algorithm


def form_of(run: str | Algorithm) -> Form:
    """The form of this name, or of a declared algorithm. Raises InputError for an unknown name, and for a method that
    does not mix or takes no gradient.

    >>> form_of("adapt-then-combine").method.text
    'x <- mix(x - eta*grad(x))'
    """
    if isinstance(run, Algorithm):
        method = run
    else:
        of_kind("run", run, str, "the name of a form or of a declared algorithm, or an Algorithm")
        try:
            method = algorithm(FORMS.get(run, run))
        except InputError as error:
            raise InputError("run", run, f"{', '.join(FORMS)} or a declared algorithm ({error})") from None
    name = next((name for name, inner in FORMS.items() if inner == method.name), method.name)
    if not (method.uses("mix") and method.uses("grad")):
        raise InputError("run", name, "a method that mixes and takes gradients")
    return Form(name, method)


def is_memoryless(method: Algorithm) -> bool:
    """Whether a round's models are all that the next one starts from."""
    return len(method.states) == 1


def stable_step(form: Form, W: MixingMatrix, L: float, mu: float = 0.0) -> tuple[float | None, str]:
    """A limit for steps with this W, and what it is: `proved` or `necessary`; None where nothing is known.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> W = mixing_matrix(parse_network("ring:n=4"), "metropolis")           # lambda_n = -1/3
    >>> round(stable_step(form_of("combine-then-adapt"), W, 2)[0], 6), stable_step(form_of("nids"), W, 2)
    (0.333333, (1.0, 'proved'))
    """
    lossy, name = W.network.is_lossy, form.name
    if name == "adapt-then-combine" or (name == "nids" and not lossy):
        return 2 / L, "proved"
    found = spectrum(W)
    if name == "combine-then-adapt" or (name == "extra" and not lossy):
        return max(1 + max(found.lambda_min_enclosure[0], -1.0), 0.0) / L, "proved"
    if lossy:
        return None, "necessary"
    from mixproof.bounds.proofs.lyapunov.constants import Constants
    from mixproof.bounds.proofs.lyapunov.necessary import necessary_step

    edge = 1 - Fraction(
        1, EIGENVALUE_DIGITS
    )  # nothing is rounded outwards: what diverges has to be among the runs
    lo, hi = (min(max(Fraction(end), -edge), edge) for end in (found.lambda_min, found.lambda2))
    limit = necessary_step(
        form.method, Constants(Fraction(mu or L / 1000), Fraction(L), lo, hi, (Fraction(1),))
    )
    return (None if limit is None else limit[0]), "necessary"


def proved_step(form: Form, W: MixingMatrix, L: float, mu: float) -> float | None:
    """The largest step with a proof of linear convergence for the spectrum of this W, which takes seconds; None
    where none is found, links fail or mu = 0."""
    if not mu > 0 or W.network.is_lossy:
        return None
    from mixproof.bounds.proofs import prove

    found = spectrum(W)
    lam, lam_n = _spectrum_outwards(found.lambda2, found.lambda_min)
    above, below = outwards(L, mu)
    try:
        proof = prove(
            form.method,
            L=above,
            mu=below,
            lam=lam,
            lam_n=lam_n,
            step_limit=True,
        )
    except InputError:  # a method that no certificate covers
        return None
    return None if proof.step_proved is None else float(proof.step_proved)


def outwards(L: float, mu: float) -> tuple[Fraction, Fraction]:
    """L not below, mu not above the decimals that the floats print as: what is proved for these holds for those.

    >>> outwards(0.1, 1 / 3)
    (Fraction(1, 10), Fraction(333333333, 1000000000))
    """
    up, down = (Context(CURVATURE_DIGITS, way) for way in (ROUND_CEILING, ROUND_FLOOR))
    return Fraction(up.create_decimal(repr(float(L)))), Fraction(down.create_decimal(repr(float(mu))))


def _spectrum_outwards(high: float, low: float) -> tuple[Fraction, Fraction]:
    """lambda_2 and lambda_n as fractions, rounded outwards inside (-1, 1)."""
    D = EIGENVALUE_DIGITS
    return (
        min(Fraction(int(max(high, 0.0) * D) + 1, D), Fraction(D - 1, D)),
        max(Fraction(int(low * D) - 1, D), Fraction(1 - D, D)),
    )
