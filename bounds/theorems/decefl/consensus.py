"""DeceFL, main text C and supplement section 4: the consensus problem, min (1/2) sum_k (w - w_k(0))^2.

FedAvg form (main (8)): `fedavg-mean`, `fedavg-spread`, `fedavg-rate`. Swarm learning: `swarm-mean`,
`swarm-spread` (30) (limits: `decefl.swarm-limit`). DeceFL: main (9) mixes w_k(t) instead of w_j(t)
(`main-literal`), which never leaves the start; SI (32) mixes w_j(t). Assumption 4 with windows of B rounds;
1/(Gamma+1) + delta < (1-lambda)/B, delta/Gamma < 1. (38): ||w(t) - 1 wbar(t)|| <= varrho/(t+Gamma), varrho
= max{Gamma, B/(1 - B/(Gamma+1) - (lambda + B delta))} ||w(0) - 1 w*||. As (57), the induction starts at t =
0 and steps over B rounds: `eq-38` fails for W(0) = I, `eq-38-all-windows` with lambda over all windows
fails for B = 2 (first window W(1) W(0) = J W(0) with W(0) = I). (39) is an identity between zeros: wbar(t)
= w* throughout.

Repair of (38). lambda over all windows and Gamma in varrho replaced by (Gamma + B - 1)(2 (1 +
delta/Gamma)^(B-1) - 1). Proof. ||W(t) - eta I|| <= 1 + eta off the average, so s(t+1) <= (1+eta) s(t) + eta
s(0) and s(t) + s(0) <= 2 s(0) (1 + delta/Gamma)^(B-1) for t <= B - 1. For t + 1 >= B, s(t+1) <= lambda
s(t+1-B) + eta_{t+1-B} sum of B terms (s(j) + s(0)) <= [lambda varrho + B delta varrho/(t+1-B+Gamma) + B
delta s(0)]/(t+1-B+Gamma), which is <= varrho/(t+1+Gamma) as varrho (1 - B/(Gamma+1) - lambda - B delta) >=
B s(0) >= B delta s(0); where Gamma < 1, B = 1 and the term at t = 0 vanishes because w(0) is its own
anchor. The limits get no variant of their own, as no finite run decides them. They are true: "linear
convergence to a neighbourhood" follows from the displays, and main (9)'s "w_k(t) -> w* for any gamma, Gamma
> 0" (SI (32), one graph) from s(t+1) <= (lambda + eta_t) s(t) + eta_t s(0), eta_t -> 0, lambda < 1; the
curves of SI Fig. 1 and "exponentially" are about a figure whose steps are not printed.
"""

from ...families import consensus
from ...theorem import Theorem, Variant

_BOX = "delta/Gamma < 1"
_WINDOWS = ("1/(Gamma + 1) + delta < (1 - lam_windows)/B", _BOX)
_ALL = ("1/(Gamma + 1) + delta < (1 - lam_all_windows)/B", _BOX)
_LAST = "B/(1 - B/(Gamma + 1) - (lam_windows + B*delta))"
_VARRHO = f"max(Gamma, {_LAST})*distance(0)"
_VARRHO_ALL = _VARRHO.replace("lam_windows", "lam_all_windows")
_VARRHO_REPAIRED = f"max((Gamma + B - 1)*(2*(1 + delta/Gamma)**(B - 1) - 1), {_LAST})*distance(0)".replace(
    "lam_windows", "lam_all_windows"
)


def _eq_38(label: str, statement: str, assume: tuple[str, ...], varrho: str, proved: bool = False) -> Variant:
    where = {"varrho": varrho}
    return Variant(
        label, statement, "spread(t)", "varrho/(t + Gamma)", assume=assume, where=where, proved=proved
    )


_FEDAVG, _SWARM = consensus("fedavg"), consensus("swarm")

CONSENSUS = Theorem(
    id="decefl.consensus",
    title="FedAvg, swarm learning and DeceFL on the consensus problem",
    place="DeceFL, main text C, (8), (9); supplement section 4, (17)-(39)",
    statement="||w(t) - 1 wbar(t)|| <= varrho/(t + Gamma) and the recursions on the way",
    family=consensus("decefl"),
    rounds=12,
    variants=(
        Variant(
            "fedavg-mean",
            "wbar(t+1) - w* = (1 - eta)(wbar(t) - w*)",
            "mean_error(t + 1)",
            "(1 - step(t))*mean_error(t)",
            relation="==",
            family=_FEDAVG,
            proved=True,
            note="Both sides are 0: the average starts at w* and stays there",
        ),
        Variant(
            "fedavg-spread",
            "||w(t+1) - 1 wbar(t+1)|| <= sigma ||w(t) - 1 wbar(t)|| + eta ||w(0) - 1 w*||, sigma = ||J "
            "- eta I||",
            "spread(t + 1)",
            "max(abs(1 - step(t)), step(t))*spread(t) + step(t)*distance(0)",
            family=_FEDAVG,
            proved=True,
        ),
        Variant(
            "fedavg-rate",
            "O(1/t): ||w(t+1) - 1 wbar(t+1)|| <= eta_t ||w(0) - 1 w*|| when delta/Gamma < 1",
            "spread(t + 1)",
            "step(t)*distance(0)",
            assume=(_BOX,),
            family=_FEDAVG,
            proved=True,
        ),
        Variant(
            "swarm-mean",
            "p'w(t+1) - w* = (1 - eta)(p'w(t) - w*) + eta (p'w(0) - w*)",
            "swarm_error(t + 1)",
            "(1 - step(t))*swarm_error(t) + step(t)*swarm_error(0)",
            relation="==",
            family=_SWARM,
            proved=True,
        ),
        Variant(
            "swarm-spread",
            "(30): ||w(t+1) - 1 p'w(t+1)|| <= min{|1-eta|, eta} ||w(t) - 1 p'w(t)|| + eta ||w(0) - 1 "
            "p'w(0)||",
            "swarm_spread(t + 1)",
            "min(abs(1 - step(t)), step(t))*swarm_spread(t) + step(t)*swarm_spread(0)",
            assume=("delta/Gamma <= 1",),
            family=_SWARM,
            proved=True,
            note=(
                "True along a run because the models stay between their start and p'w(0); the factor itself"
                " is not the norm of the map"
            ),
        ),
        Variant(
            "main-literal",
            "main (9) as printed, sum_j W_kj w_k(t), with the rate of (38)",
            "spread(t)",
            "varrho/(t + Gamma)",
            assume=("1/(Gamma + 1) + delta < 1 - lam", _BOX),
            where={"varrho": "max(Gamma, 1/(1 - 1/(Gamma + 1) - (lam + delta)))*distance(0)"},
            family=consensus("literal"),
            note="The clients never move: w_k(t) = w_k(0)",
        ),
        _eq_38("eq-38", "(38), lambda = max over t >= B as Assumption 4 prints it", _WINDOWS, _VARRHO),
        _eq_38("eq-38-all-windows", "(38), lambda over all windows", _ALL, _VARRHO_ALL),
        _eq_38(
            "repaired",
            "(38) with lambda over all windows and a first entry that covers the rounds before the "
            "first window",
            _ALL,
            _VARRHO_REPAIRED,
            proved=True,
        ),
        Variant(
            "eq-39",
            "(39): wbar(t+1) - w* = (1 - eta)(wbar(t) - w*)",
            "mean_error(t + 1)",
            "(1 - step(t))*mean_error(t)",
            relation="==",
            proved=True,
            note="Both sides are 0: the average starts at w* and stays there",
        ),
    ),
)
