"""`prove`: the smallest linear rate that can be proved for a declared algorithm, for all rounds."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mixproof.spectral.errors import InputError

from ...algorithms import Algorithm
from ...algorithms import algorithm as named
from .conditions import Conditions
from .constants import TIERS, Constants, constants, fraction
from .find import Found, above, at_rate, levels, smallest_rate
from .limits import at_limit, unsuitable
from .means import mean_bound, meanless
from .necessary import necessary_step
from .reached import diverging_step, largest_rate
from .steps import largest_step

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Proof", "prove"]

CLOSE = Fraction(99, 100)  # a step this close to one that diverges needs no stronger assumption
NEAR = 1e-4  # a rate this close to one that is reached needs no stronger assumption on W


@dataclass(frozen=True)
class Proof:
    """What was proved of an algorithm, and how far from what is reached that is.

    tier: what is assumed of W: "norm", "sym" or "fixed"; "" where nothing was proved
    rho: the proved rate, V(t+1) <= rho^2 V(t); None where no proof was found, which says nothing of the algorithm, and
        of losses that are not strongly convex (mu <= 0), where what is proved bounds a mean over rounds
    rho_found: a rate that two quadratic clients reach, exact: no smaller one is true for matrices of the tier
    floor: of K ||mean error||^2 + spread^2 in the end, times ||(grad F_k(w*))_k||^2; None: it goes to zero
    noise: (p, q): gradient noise adds at most sigma^2 (p + (K-1) q) to V a round; None where not asked for
    step_proved, step_diverging: with `step_limit`; step_formula: the necessary limit of quadratics of one curvature l,
        binding at these constants, nu an eigenvalue of W
    seconds: CPU time of the search; certificate: a derivation; witness, divergence: of kind growth; all records of the
        kernel; what: the sentence that it says of the derivation
    """

    algorithm: str
    at: Constants
    tier: str
    rho: Fraction | None
    rho_found: Fraction | None
    floor: float | None = None
    noise: tuple[Fraction, Fraction] | None = None
    step_proved: Fraction | None = None
    step_diverging: Fraction | None = None
    step_formula: str | None = None
    seconds: float = 0.0
    certificate: dict[str, Any] | None = field(default=None, repr=False)
    witness: dict[str, Any] | None = field(default=None, repr=False)
    divergence: dict[str, Any] | None = field(default=None, repr=False)
    what: str = field(default="", repr=False)

    @property
    def proved(self) -> bool:
        return self.certificate is not None

    @property
    def bytes(self) -> int:
        """Size of the derivation as a file."""
        return 0 if self.certificate is None else len(json.dumps(self.certificate))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the proved rate over the rounds beside the rate that is reached; InputError where nothing was proved."""
        from ...figures import draw_rate

        return draw_rate(self, ax)

    def __repr__(self) -> str:
        lines = [self.what or f"{self.algorithm}: no proof found; there may be one"]
        if self.rho is not None:
            lines.append(f"proved: rate {float(self.rho):.7f}, tier {self.tier}, {self.bytes} bytes")
        elif self.proved:
            lines.append(f"proved: a mean over rounds, tier {self.tier}, {self.bytes} bytes")
        if self.rho_found is not None:
            lines.append(_reached(self.rho_found))
        if self.step_proved is not None:
            lines.append(f"largest step proved: {float(self.step_proved):.6g}")
        if self.step_diverging is not None:
            lines.append(f"smallest step found to diverge: {float(self.step_diverging):.6g}")
        if self.step_formula is not None:
            where = ", for every eigenvalue nu of W where this is positive" * ("nu" in self.step_formula)
            lines.append(f"necessary for quadratics of curvature l: eta < {self.step_formula}{where}")
        return "\n".join([*lines, f"{self.seconds:.2f} CPU s"])

    def to_json(self) -> dict[str, Any]:
        """The fields of `mixproof prove --json`; numbers as floats."""
        shown: dict[str, Any] = {
            "algorithm": self.algorithm,
            "proved": self.proved,
            "tier": self.tier or None,
        }
        if self.rho is not None:
            shown["rho"] = float(self.rho)
        for name in ("rho_found", "step_proved", "step_diverging", "floor"):
            value = getattr(self, name)
            if value is not None or name == "floor":
                shown[name] = None if value is None else float(value)
        if self.step_formula is not None:
            shown["step_formula"] = self.step_formula
        if self.noise is not None:
            shown["noise"] = [float(value) for value in self.noise]
        return shown | {"what": self.what, "seconds": self.seconds, "bytes": self.bytes}


def prove(
    algorithm: Algorithm | str,
    *,
    L: Any,
    mu: Any,
    lam: Any,
    eta: Any = None,
    lam_n: Any = None,
    tier: str | None = None,
    rate: Any = None,
    step_limit: bool = False,
    share: Any = (1, 1),
    r2: Any = None,
    noise: bool = False,
) -> Proof:
    """A proof for every number of clients, every dimension and all mu-strongly convex, L-smooth losses.

    With mu = 0, losses that are convex alone, it bounds the mean over the rounds of the gap at the mean model; with mu
    from -L to 0, smooth losses of curvature mu at least, that of the squared gradient there.

    algorithm: declared, or the name of one of the library
    L, mu, lam, eta: fractions (`"1/10"`, Fraction); eta may be a pair, for every step between
    lam, lam_n: the eigenvalues of W beside the 1 lie in [lam_n, lam]; lam_n is -lam unless said
    tier: what is assumed of W. "norm": doubly stochastic, ||W - J|| <= lam, may change every round; "sym": symmetric,
        may change; "fixed": symmetric, one W. None: the weakest whose rate is within 1e-4 of what is reached, else
        the best
    rate: prove this one instead of the smallest
    step_limit: the largest step with a proof, and the smallest that diverges, instead of a rate at eta
    share: the range of the clients' factors, for methods with share(grad(...)) and for push-sum (1 over its weights)
    r2: W is random, independent of the past, doubly stochastic, E W'W - J <= r2, its mean as lam and lam_n say
    noise: also what gradient noise adds (tier sym, one gradient a round)

    Raises InputError for constants out of range and for a tier that does not fit the algorithm.

    >>> proof = prove("diging", L=1, mu="1/10", lam="1/2", eta="1/10")
    >>> proof.tier, round(float(proof.rho), 5), round(float(proof.rho_found), 5)
    ('norm', 0.99, 0.99)
    """
    known = at_limit(named(algorithm))
    if step_limit and (rate is not None or eta is not None):
        raise InputError("step_limit", "eta or rate", "finds the step itself, and any rate below 1 will do")
    if not step_limit and eta is None:
        raise InputError("eta", None, "a step, or step_limit")
    step = 1 if step_limit else eta
    at = constants(L=L, mu=mu, lam=lam, lam_n=lam_n, eta=step, share=share, r2=r2, means=True)
    if at.mu <= 0 and (why := meanless(known, at, tier, rate is not None or step_limit or noise)):
        raise InputError("mu", str(at.mu), why)
    wanted = None if rate is None else fraction("rate", rate)
    if wanted is not None and not 0 <= wanted < 1:
        raise InputError("rate", str(wanted), "lies in [0, 1)")
    tiers = _tiers(known, at, tier, noise)
    began = time.process_time()
    try:
        if at.mu <= 0:
            bound = mean_bound(known, at, tiers)
            proof = Proof(known.name, at, "", None, None)
            if bound is not None:
                proof = replace(proof, tier=bound.tier, certificate=bound.record, what=bound.what)
        elif step_limit:
            limit = necessary_step(known, at)
            proof = replace(_steps(known, at, tiers), step_formula=limit[1].formula if limit else None)
        elif wanted is not None:
            tried = (at_rate(Conditions(known, at, *level), wanted, noise) for level in levels(tiers))
            found = next((one for one in tried if one is not None), None)
            tier = found.conditions.tier if found else tiers[-1]
            proof = _proof(known, at, found, largest_rate(known, at, tier))
        else:
            proof = _smallest(known, at, tiers, noise)
    except OverflowError:
        raise InputError("algorithm", known.name, "with numbers of the size that floats have") from None
    return replace(proof, seconds=time.process_time() - began)


def _reached(rate: Fraction) -> str:
    """What a rate of quadratic clients says: whether they converge at all, and how fast.

    >>> _reached(Fraction(7, 2))
    'diverges: the error of some quadratic clients grows by the factor 3.5000000 a round'
    """
    if rate < 1:
        return f"reached by quadratic clients: rate {float(rate):.7f}"
    if rate == 1:
        return "does not converge: the error of some quadratic clients keeps its size"
    return f"diverges: the error of some quadratic clients grows by the factor {float(rate):.7f} a round"


def _tiers(algorithm: Algorithm, at: Constants, tier: str | None, noise: bool) -> Sequence[str]:
    if tier is not None:
        if tier not in TIERS:
            raise InputError("tier", tier, f"is none of {', '.join(TIERS)}")
        if why := unsuitable(algorithm, at, tier, noise):
            raise InputError("tier", tier, why)
        return (tier,)
    reasons = {t: unsuitable(algorithm, at, t, noise) for t in TIERS}
    if all(reasons.values()):
        raise InputError("algorithm", algorithm.name, "; ".join(f"{t}: {why}" for t, why in reasons.items()))
    return [t for t in TIERS if not reasons[t]]


def _smallest(algorithm: Algorithm, at: Constants, tiers: Sequence[str], noise: bool) -> Proof:
    """The weakest tier that does nearly as well as one can, else the best of them."""
    best: Found | None = None
    reached = largest_rate(algorithm, at, "fixed")
    for tier, degree in levels(tiers):
        conditions = Conditions(algorithm, at, tier, degree)
        rate = smallest_rate(conditions)
        if rate is None or (best is not None and rate > best.rho - NEAR):
            continue
        tried = (at_rate(conditions, rho, noise) for rho in above(rate))
        found = next((one for one in tried if one is not None), None)
        if found is None:
            continue
        best = found
        if best.rho <= float(Fraction(reached["rate"])) + NEAR:
            break
    tier = best.conditions.tier if best else tiers[-1]
    return _proof(algorithm, at, best, reached if tier == "fixed" else largest_rate(algorithm, at, tier))


def _steps(algorithm: Algorithm, at: Constants, tiers: Sequence[str]) -> Proof:
    """The largest step over the tiers, with the smallest that diverges for matrices of its tier."""
    best: Found | None = None
    diverging = diverging_step(algorithm, at, "fixed")
    limit = Fraction(diverging["eta"]) if diverging else 4 / at.sector[0]
    for tier, degree in levels(tiers):
        if best is not None and best.step > CLOSE * limit:
            break
        found = largest_step(algorithm, at, tier, degree, limit)
        if found is not None and (best is None or found.step > best.step * Fraction(1001, 1000)):
            best = found
    if best is not None and best.conditions.tier != "fixed":
        diverging = diverging_step(algorithm, at, best.conditions.tier) or diverging
    step = Fraction(diverging["eta"]) if diverging else None
    if best is None:
        return Proof(algorithm.name, at, "", None, None, step_diverging=step, divergence=diverging)
    at = replace(at, eta=(best.step,))
    proof = _proof(algorithm, at, best, largest_rate(algorithm, at, best.conditions.tier))
    return replace(proof, step_proved=best.step, step_diverging=step, divergence=diverging)


def _proof(algorithm: Algorithm, at: Constants, found: Found | None, witness: dict[str, Any]) -> Proof:
    reached = Fraction(witness["rate"])
    if found is None:
        return Proof(algorithm.name, at, "", None, reached, witness=witness)
    floor = float(found.floor / (1 - found.rho**2)) if found.floor else None
    return Proof(
        algorithm.name,
        at,
        found.conditions.tier,
        found.rho,
        reached,
        floor,
        found.noise,
        certificate=found.record,
        witness=witness,
        what=found.what,
    )
