"""The cells of the atlas, each a piece of a campaign: largest steps, best rates, a round and a message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mixproof.bounds.algorithms import Algorithm, algorithm, with_balance
from mixproof.bounds.algorithms.library import chebyshev
from mixproof.bounds.proofs.lyapunov import prove
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.proofs.lyapunov.reached import diverging_step, largest_rate
from mixproof.bounds.theorems import theorem
from mixproof.spectral.errors import InputError

from ..campaigns.piece import Piece
from ..campaigns.provenance import source
from ..campaigns.verdicts import Task
from .points import Point, edge_of_steps, prove_at

__all__ = ["EXACT", "PRINTED", "ROUND", "Rate", "Slack", "Step"]

# algorithm -> the statement of the library whose range of steps is the printed one, and the form
PRINTED: Mapping[str, tuple[str, str]] = {
    "dgd": ("yuan2016.bounded-gradients", "main"),
    "extra": ("shi2015.lyapunov", "bounded"),
    "diging": ("diging.rate", "finite"),
    "nids": ("nids.step-range", "bounded"),
}
EXACT = ("extra", "nids", "diging", "atc-tracking")  # methods that come to w* with a fixed step
TRIED = 24  # steps looked at for the best rate, a factor of about 1.2 apart
ROUND = 10  # at which bounds are measured
CERTIFIED = 4  # of these at least are tried to be proved, the best first
SPAN = 100  # between the smallest and the largest of them
NO_LIMIT = 4  # the largest of them where none diverges


@dataclass(frozen=True)
class _Cell(Piece[dict[str, Any]]):
    """One algorithm at L = 1, mu = 1/kappa and ||W - J|| <= lam (one symmetric W)."""

    algorithm: str
    kappa: int
    lam: str

    @property
    def key(self) -> str:
        engine = source("bounds/*.py", "bounds/algorithms/*.py", "bounds/proofs/lyapunov/*.py",
                        "bounds/kernel/**/*.py", "bounds/theorems/**/*.py", "experiments/atlas/cells.py")  # fmt: skip
        return f"atlas {self} source={engine}"

    @property
    def mixed(self) -> Fraction:
        """The norm of what the method mixes by."""
        return Fraction(self.lam)

    def at(self, eta: Fraction | int = 1) -> Any:
        return constants(L=1, mu=Fraction(1, self.kappa), lam=self.mixed, eta=eta)


@dataclass(frozen=True)
class Step(_Cell):
    """The largest step printed, the largest with a proof, the smallest that two quadratic clients diverge at."""

    def work(self) -> dict[str, Any]:
        found = prove(
            self.algorithm, L=1, mu=Fraction(1, self.kappa), lam=self.lam, tier="fixed", step_limit=True
        )
        told = {"proved": found.step_proved, "diverges": found.step_diverging, "printed": self._printed()}
        return {name: None if value is None else float(value) for name, value in told.items()}

    def _printed(self) -> Fraction | None:
        """The largest step that the assumptions of the printed statement allow here."""
        if self.algorithm not in PRINTED:
            return None
        id, label = PRINTED[self.algorithm]
        return edge_of_steps(theorem(id).variant(label), Fraction(1, self.kappa), Fraction(self.lam))

    def __str__(self) -> str:
        return f"step of {self.algorithm} kappa={self.kappa} lam={self.lam}"


@dataclass(frozen=True)
class Rate(_Cell):
    """The best rate with a proof over fixed steps, and per message: rho^(1/messages).

    Of `TRIED` steps the few are proved that quadratic clients find the best, and more until one is. With `exchanges` of
    them for each exchange of the method, by Chebyshev's polynomial: that of W has its other eigenvalues in
    [-1/T, 1/T], T = T_n(1/lam) (Arioli and Scott 2014), and is such a W again.
    """

    exchanges: int = 1

    @property
    def name(self) -> str:
        """The method as tables show it."""
        return self.algorithm + (f", {self.exchanges} exchanges" if self.exchanges > 1 else "")

    @property
    def mixed(self) -> Fraction:
        return 1 / chebyshev(self.exchanges, 1 / Fraction(self.lam))[-1]

    @property
    def known(self) -> Algorithm:
        """What is proved: the method, with what keeps the mean 0 as a state."""
        return with_balance(algorithm(self.algorithm))

    def work(self) -> dict[str, Any]:
        known = self.known
        messages = algorithm(self.algorithm).messages * self.exchanges
        rates = {eta: largest_rate(known, self.at(eta), "fixed")["rate"] for eta in self._steps(known)}
        reached = {eta: Fraction(rate) for eta, rate in rates.items()}
        proved: dict[Fraction, float] = {}
        for tried, eta in enumerate(sorted(reached, key=reached.__getitem__)):
            if tried >= CERTIFIED and proved:
                break
            found = prove(known, L=1, mu=Fraction(1, self.kappa), lam=self.mixed, eta=eta, tier="fixed")
            if found.rho is not None and float(found.rho) < 1:
                proved[eta] = float(found.rho)
        told: dict[str, Any] = dict.fromkeys(("rho", "per_message", "eta", "reached"))
        if proved:
            eta, rho = min(proved.items(), key=lambda item: item[1])
            told = {"rho": rho, "per_message": rho ** (1 / messages)}
            told |= {"eta": float(eta), "reached": float(reached[eta])}
        return {**told, "messages": messages}

    def _steps(self, known: Algorithm) -> list[Fraction]:
        """Those looked at, up to the smallest that quadratic clients diverge at."""
        limit = diverging_step(known, self.at(), "fixed", accuracy=1e-2)
        top = 0.99 * float(Fraction(limit["eta"]) if limit else NO_LIMIT)
        return [Fraction(f"{top / SPAN ** (i / (TRIED - 1)):.4g}") for i in range(TRIED)]

    def __str__(self) -> str:
        return f"rate of {self.name} kappa={self.kappa} lam={self.lam}"


@dataclass(frozen=True)
class Slack(Piece[dict[str, Any]]):
    """How far a bound at round `ROUND` is above the worst case there: 1 over the largest left/right, certified."""

    task: Task
    point: Point

    @property
    def key(self) -> str:
        engine = source("bounds/*.py", "bounds/families/*.py", "bounds/algorithms/*.py", "bounds/proofs/gram/*.py",
                        "bounds/kernel/**/*.py", "experiments/atlas/*.py")  # fmt: skip
        return f"{self} round={ROUND} statement={self.task.key} source={engine}"

    def work(self) -> dict[str, Any]:
        try:
            found = prove_at(*self.task.statement(), self.point, ROUND)
        except InputError as error:
            return {"slack": None, "why": str(error)}
        return {"slack": 1 / found.value if found.value > 0 else None, "why": ""}

    def __str__(self) -> str:
        return f"slack of {self.task} {self.point}"
