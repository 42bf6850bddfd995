"""The last resort of a search that found no counterexample: the worst case over all clients, where it came closest.

At the constants, W, step and round of the tightest setting, a semidefinite program knows the largest left over right
over all smooth, strongly convex clients (`proofs.gram`), which clients of a drawn shape need not reach. Its optimum,
made a setting in rational numbers, is replayed as any other: the replay alone decides.

The solver's last digits differ from machine to machine, and so do the setting and its sides; what is said of them is
rounded down to four digits. Claims that are proved in their docstring or by a kept derivation never get here, so no
verdict of the library depends on a solver.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mixproof.spectral.errors import InputError

from .. import Family, Setting, Theorem, Variant
from ..arithmetic import enclosure, middle
from ..dependencies import needed
from ..formula import parse, relations
from ..proofs.gram.attained import MOST, attained
from ..proofs.gram.inputs import Number
from .evaluation import Evaluation
from .replay import Replay, replay, witness

__all__ = ["Worst", "reached", "worst_case"]

CLIENTS = 3  # at most
FLATTER = 1000  # of a claim that reads no mu, clients this many times as flat as they are sharp
DIGITS = 4
SHORT = 10**12


@dataclass(frozen=True)
class Worst:
    """A setting that comes close to a worst case, of this form of the claim's family, and its exact replay."""

    setting: Setting
    form: Family
    replay: Replay

    @property
    def ratio(self) -> float:
        """left/right, rounded down to four digits."""
        ratio = middle(self.replay.left) / middle(self.replay.right)
        unit = 10.0 ** (DIGITS - 1 - math.floor(math.log10(ratio)))
        return math.floor(ratio * unit) / unit

    @property
    def evaluation(self) -> Evaluation:
        """Both sides, as an evaluation has them."""
        left, right = middle(self.replay.left), middle(self.replay.right)
        return Evaluation(0.0, math.log(self.ratio), self.replay.t, left, right, {})

    @property
    def said(self) -> str:
        """What is reached, and by which clients."""
        clients = (
            "clients told by a few answers" if "N" in self.setting.sizes else "clients on the line that bend"
        )
        return f"{clients} reach {self.ratio:g} at round {self.replay.t}"

    def record(self, theorem: Theorem, variant: Variant) -> Mapping[str, Any]:
        """The record that the kernel replays: a witness where the claim is broken, else both sides."""
        return witness(theorem, variant, self.setting, self.replay)


def worst_case(theorem: Theorem, variant: Variant, tightest: Setting, t: int) -> Worst | None:
    """The worst case at the constants of that setting and at round t, round 10 at most.

    None where there is none to ask for: an equality, another family, W that change, more than three clients, unequal
    shares, a right side that is no maximum of sums.
    """
    family = theorem.family_of(variant)
    if variant.relation == "==" or all(form.drawn for form in family.also):
        return None
    if len({*tightest.values.get("samples", ())}) > 1:
        return None
    (W,) = tightest.values["W"]
    if len(W) > CLIENTS:
        return None
    values = _constants(family, variant, tightest)
    try:
        return reached(theorem, variant, values, min(t, MOST), W.tolist())
    except InputError:
        return None


def reached(
    theorem: Theorem,
    variant: Variant,
    values: Mapping[str, Number],
    t: int,
    W: Sequence[Sequence[Fraction]],
) -> Worst | None:
    """What exact clients reach of the worst case; None where none are found of whom the claim speaks.

    values, W: as in `proofs.prove_claim`, which also says when InputError is raised.
    """
    setting = attained(theorem, variant, values, t, W)
    if setting is None:
        return None
    form = theorem.family_of(variant).form({*setting.sizes, *setting.values})
    if not all(parameter.allows(setting.values[parameter.name]) for parameter in form.parameters):
        return None
    result = replay(theorem, variant, setting, t)
    if result.unmet is not None or not (enclosure(result.left)[0] > 0 and enclosure(result.right)[0] > 0):
        return None
    return Worst(setting, form, result)


def _constants(family: Family, variant: Variant, setting: Setting) -> dict[str, Fraction]:
    """What the claim means by the names that a worst case is asked at, as short fractions, near them at least."""
    now = family.exact(setting).at(0, variant.where)
    own = [name for name in ("eta", "delta", "Gamma") if name in setting.values]
    shared = ["m"] if "samples" in setting.values else []
    names = ("L", "mu", "lam", "lam_n", *own, *shared)
    values = {name: enclosure(now.read(name))[0].limit_denominator(SHORT) for name in names}
    compared = [side for text in variant.assume for a, _, b in relations(text) for side in (a, b)]
    read = needed([parse(variant.left), parse(variant.right), *compared], variant.where)
    if not read & {"mu", "flattest"}:
        values["mu"] = values["L"] / FLATTER
    return values
