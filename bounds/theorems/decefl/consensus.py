"""DeceFL, main text C and supplement section 4: the consensus problem, min (1/2) sum_k (w - w_k(0))^2.

FedAvg form (main (8)) and swarm learning: see `consensus_federated`. DeceFL: main (9) mixes w_k(t) instead of
w_j(t) (`main-literal`), which never leaves the start; SI (32) mixes w_j(t). Assumption 4 with windows of B
rounds; 1/(Gamma+1) + delta < (1-lambda)/B, delta/Gamma < 1. (38): ||w(t) - 1 wbar(t)|| <= varrho/(t+Gamma),
varrho = max{Gamma, B/(1 - B/(Gamma+1) - (lambda + B delta))} ||w(0) - 1 w*||. True for B = 1 with lambda over
every round (`eq-38-every-round`). As (57), the induction starts at t = 0 and steps over B rounds: `eq-38` fails
for W(0) = I, `eq-38-all-windows` with lambda over all windows fails for B = 2 (first window W(1) W(0) = J W(0)
with W(0) = I). (39) is an identity between zeros: wbar(t) = w* throughout.

Fixed steps of DeceFL (`fixed`): for t >= B the recursion below gives s(t) <= (lambda + eta B) max_{j<t} s(j) +
eta B s(0). At eta = (1-lambda)/B itself, which the supplement allows, there need be no limit: for B = 1 and
lambda_n = -lambda the disagreement along that eigenvector alternates between y(0) and -lambda y(0) for ever.

Repair of (38). lambda over all windows and Gamma in varrho replaced by (Gamma + B - 1)(2 (1 +
delta/Gamma)^(B-1) - 1): s(t) + s(0) grows by 1 + delta/Gamma a round at most, which bounds the rounds before
the end of the first window; from window to window varrho (1 - B/(Gamma+1) - lambda - B delta) >= B s(0) does
(`consensus_windows`). At B = 1 this first entry is Gamma. The limits get no variant of their own, as no finite
run decides them. They are true: main (9)'s "w_k(t) -> w*" for gamma/Gamma < 1 - sigma'^2 (read as SI (32), one
graph) from s(t+1) <= (lambda + eta_t) s(t) + eta_t s(0), eta_t -> 0, lambda < 1, though lambda + eta_t may be
above 1 for of the order of Gamma rounds and the models first swing apart where lambda_n < 0; the curves of SI
Fig. 1 and "exponentially" are about a figure whose steps are not printed.
"""

from collections.abc import Mapping
from typing import Any

from ...families.shared import consensus
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .consensus_federated import BOX, FEDERATED
from .consensus_windows import EVERY_ROUND, FIXED, REPAIRED

_WINDOWS = ("0 < lam_windows", "1/(Gamma + 1) + delta < (1 - lam_windows)/B", BOX)
_ALL = ("1/(Gamma + 1) + delta < (1 - lam_all_windows)/B", BOX)
_LAST = "B/(1 - B/(Gamma + 1) - (lam_windows + B*delta))"
_VARRHO = f"max(Gamma, {_LAST})*distance(0)"
_VARRHO_ALL = _VARRHO.replace("lam_windows", "lam_all_windows")
_VARRHO_REPAIRED = f"max((Gamma + B - 1)*(2*(1 + delta/Gamma)**(B - 1) - 1), {_LAST})*distance(0)".replace(
    "lam_windows", "lam_all_windows"
)


# W(0) = I: the first round leaves the models where they are, and the bound shrinks.
STILL_AT_FIRST = {
    "K": 2,
    "S": 2,
    "head": 1,
    "B": 1,
    "W": [[[1, 0], [0, 1]], [["2/3", "1/3"], ["1/3", "2/3"]]],
    "w0": [0, 1],
    "delta": "1/100",
    "Gamma": 100,
}
STILL_EVERY_SECOND = {**STILL_AT_FIRST, "head": 0, "B": 2}
_REMAINS = (
    "True for B = 1 with lambda over every round, and in general with a larger first entry (`repaired`)"
)


def _eq_38(
    label: str,
    statement: str,
    assume: tuple[str, ...],
    varrho: str,
    *examples: Mapping[str, Any],
    derivation: str = "",
) -> Variant:
    """Derived where it comes without a counterexample."""
    return Variant(
        label,
        "spread(t) <= varrho/(t + Gamma)",
        statement=statement,
        assume=assume,
        where={"varrho": varrho},
        derivation=derivation,
        severity=Severity.CONSTANT if examples else None,
        remains=_REMAINS if examples else "",
        examples=examples,
    )


CONSENSUS = Theorem(
    id="decefl.consensus",
    title="FedAvg, swarm learning and DeceFL on the consensus problem",
    place="DeceFL, main text C, (8), (9); supplement section 4, (17)-(39)",
    statement="||w(t) - 1 wbar(t)|| <= varrho/(t + Gamma) and the recursions on the way",
    family=consensus("decefl"),
    rounds=12,
    variants=(
        *FEDERATED,
        Variant(
            "main-literal",
            "spread(t) <= varrho/(t + Gamma)",
            statement="main (9) as printed, sum_j W_kj w_k(t), with the rate of (38)",
            assume=("0 < lam", "1/(Gamma + 1) + delta < 1 - lam", BOX),
            where={"varrho": "max(Gamma, 1/(1 - 1/(Gamma + 1) - (lam + delta)))*distance(0)"},
            family=consensus("literal"),
            severity=Severity.TYPO,
            remains="Meant is w_j for w_k, as SI (32) prints it",
            note="The clients never move: w_k(t) = w_k(0)",
        ),
        _eq_38(
            "eq-38",
            "(38), lambda = max over t >= B as Assumption 4 prints it",
            _WINDOWS,
            _VARRHO,
            STILL_AT_FIRST,
        ),
        _eq_38(
            "eq-38-all-windows",
            "(38), lambda over all windows",
            ("0 < lam_all_windows", *_ALL),
            _VARRHO_ALL,
            STILL_EVERY_SECOND,
        ),
        _eq_38(
            "eq-38-every-round",
            "(38) for B = 1, lambda over every round",
            ("B == 1", *_ALL),
            _VARRHO_ALL,
            derivation=EVERY_ROUND,
        ),
        _eq_38(
            "repaired",
            "(38) with lambda over all windows and a first entry that covers the rounds before the "
            "first window",
            _ALL,
            _VARRHO_REPAIRED,
            derivation=REPAIRED,
        ),
        Variant(
            "fixed",
            "spread(t) <= max(2*(1 + eta)**(B - 1) - 1, eta*B/(1 - lam_all_windows - eta*B))*distance(0)",
            statement="fixed eta < (1 - lambda)/B, lambda over all windows: ||w(t) - 1 wbar(t)|| <= max{2 "
            "(1+eta)^(B-1) - 1, eta B/(1 - lambda - eta B)} ||w(0) - 1 w*||",
            assume=("eta < (1 - lam_all_windows)/B",),
            family=consensus("decefl", fixed=True),
            derivation=FIXED,
        ),
        Variant(
            "eq-39",
            "mean_error(t + 1) == (1 - step(t))*mean_error(t)",
            derivation="claim",
            note="Both sides are 0: the average starts at w* and stays there",
        ),
    ),
)
