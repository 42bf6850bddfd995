"""What is known of one variant of a theorem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from mixproof.spectral.showing import Shown

from .figures import draw_sides
from .severity import Severity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .theorem import Theorem

__all__ = ["BASIS", "Outcome", "Severity", "Verdict"]


class Outcome(Enum):
    """The word of a verdict; the value is the sentence that follows it, completed with the numbers."""

    REFUTED = "false: an exact setting meets every assumption and breaks the claim"
    PROVED = "true: the kernel checks a derivation of all that the claim says"
    HOLDS = "survived the search for a counterexample, or is proved in prose: the sentence says which"
    VACUOUS = "says nothing: no setting meets its assumptions, or its bound is never informative"
    UNDECIDED = "not decided; this is not a pass"


# how the sentence of a claim that survived ends, by its `basis`
BASIS = {"docstring": "; proved in the statement's docstring", "search": "; searched, not proved"}


@dataclass(frozen=True, repr=False)
class Verdict(Shown):
    """One variant's verdict.

    ratio: largest left/right met (for REFUTED: of the witness); left, right: both sides there, as floats
    exact: both sides of the witness as exact text, None unless refuted; setting: exact numbers, as JSON
    tried: settings evaluated; looked: rounds and sizes of those that met the assumptions and could be compared
    seconds: of CPU; witness: the whole witness record, None unless refuted
    severity: name of a `Severity`, how grave a refutation is, where that is known; remains: what is true instead
    basis: what a claim that is not refuted rests on: a "certificate", the library's derivation (PROVED), a proof in the
        statement's "docstring", or the "search" alone; None where nothing is said of its truth
    certified: a derivation, if there is one: `whole`, `covers` (words), `file` in the library, else its `record`
    stated: the theorem that was verified, None in a verdict from a file or another process
    """

    id: str
    variant: str
    outcome: Outcome
    sentence: str
    ratio: float | None
    left: float | None
    right: float | None
    exact: Mapping[str, Any] | None
    setting: Mapping[str, Any] | None
    tried: int
    seconds: float
    seed: int
    witness: Mapping[str, Any] | None = None
    looked: Mapping[str, Any] | None = None
    severity: str | None = None
    remains: str = ""
    basis: str | None = None
    certified: Mapping[str, Any] | None = None
    stated: Theorem | None = field(default=None, compare=False)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw both sides of the claim over the rounds, in the setting found: the counterexample, or the tightest one.

        Raises InputError where there is no setting, or the verdict is not from `mixproof.verify`.
        """
        return draw_sides(self, ax)

    def to_json(self) -> dict[str, Any]:
        """The fields of the command line's contract."""
        return {
            "id": self.id,
            "variant": self.variant,
            "verdict": self.outcome.name,
            "sentence": self.sentence,
            "ratio": self.ratio,
            "left": self.left,
            "right": self.right,
            "exact": self.exact,
            "setting": self.setting,
            "tried": self.tried,
            "looked": self.looked,
            "seconds": round(self.seconds, 3),
            "seed": self.seed,
            "severity": self.severity,
            "remains": self.remains,
            "basis": self.basis,
            "certified": self.certified,
        }

    def title(self) -> str:
        return f"{self.id}:{self.variant} {self.outcome.name}"

    def shown(self) -> list[tuple[str, str]]:
        """What a person reads first; `to_json` has everything."""
        numbers = [
            (name, f"{x:.6g}")
            for name in ("left", "right", "ratio")
            if (x := getattr(self, name)) is not None
        ]
        setting = [] if self.setting is None else [("setting", str(dict(self.setting)))]
        grave = [] if self.severity is None else [("severity", Severity[self.severity].value)]
        left = [("what remains", self.remains)] if self.remains else []
        return [
            ("because", self.sentence),
            *grave,
            *left,
            *numbers,
            *setting,
            ("tried", f"{self.tried} settings, {self.seconds:.2g} s"),
        ]
