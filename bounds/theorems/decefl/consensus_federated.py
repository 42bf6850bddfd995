"""DeceFL, consensus problem: the variants of FedAvg's form, main (8), and of swarm learning, SI (24)-(31).

The limits of swarm learning: `decefl.swarm-limit`.

FedAvg and swarm learning: y = w - 1 wbar obeys y(t+1) = eta (y(0) - y(t)), so y(t) = theta y(0) with theta in [0, 1]
while eta <= 1; under swarm learning w - 1 p'w obeys it too. For a fixed eta > 1, theta(4) = eta (1 - eta + eta^2)
exceeds it (`swarm-spread-any-step`). The `-fixed` variants add up geometric series.
"""

from ...families.shared import consensus
from ...theorem import Variant
from ...verdict import Severity
from .swarm_limit import CLOSER

# (30) for one round: both derivations for swarm learning go on from it.
NEARER = f"""{CLOSER}\
low: min(abs(1 - eta), eta) >= 0 by cases min(abs(1 - eta), eta) == abs(1 - eta), min(abs(1 - eta), eta) == eta
  case
    min(abs(1 - eta), eta) >= 0 by case, abs(1 - eta) >= 1 - eta, small
  case
    min(abs(1 - eta), eta) >= 0 by case, eta > 0
nearer: norm(next(d)) <= min(abs(1 - eta), eta)*norm(d) + eta*norm(e) by closer, low, norm(d) >= 0
"""

_SWARM_FIXED = f"""
let d = x - dot(x, p)*one, e = w0 - dot(w0, p)*one
small: eta <= 1
{NEARER}\
half: 1 - factor > 0 by cases 2*eta <= 1, 2*eta >= 1
  case
    1 - factor > 0 by case, factor <= eta
  case
    size: abs(1 - eta) <= 1 - eta by cases abs(1 - eta) == 1 - eta, abs(1 - eta) == eta - 1
      case
        abs(1 - eta) <= 1 - eta by case
      case
        abs(1 - eta) <= 1 - eta by case, small
always G: norm(d) <= factor**t*norm(e) + eta*(1 - factor**t)/(1 - factor)*norm(e)
  next by nearer, half, G, low
claim by G
"""

_SWARM_SPREAD = f"""
let d = x - dot(x, p)*one, e = w0 - dot(w0, p)*one
small: eta <= 1 by delta/Gamma <= 1, t >= 0
{NEARER}\
claim by nearer
"""

_FEDAVG_FIXED = """
let y = x - J(x), N = norm(w0 - J(w0))
step: norm(next(y)) <= eta*norm(y) + eta*N by triangle(-eta*y, eta*(w0 - J(w0)))
positive: factor >= 0 by factor >= eta
slower: norm(next(y)) <= factor*norm(y) + eta*N by step, factor >= eta, norm(y) >= 0
below: 1 - factor > 0 by factor < 1
always I: norm(y) <= factor**t*N + eta*(1 - factor**t)/(1 - factor)*N
  next by slower, below, I, positive
claim by I
"""

_FEDAVG_RATE = """
let y = x - J(x), v = w0 - J(w0)
small: eta <= 1 by delta/Gamma < 1, t >= 0
always I: dot(y, v - y) >= 0
  far: dot(v - y, v - eta*(v - y)) >= dot(v - y, y) by small with v - y
  next by far, I, eta >= 0
near: sq(v - y) <= sq(v) by I with y
claim_line: norm(next(y)) <= eta*norm(v) by root, near, eta**2 >= 0
claim by claim_line
"""

_FEDAVG_SPREAD = """
let y = x - J(x)
step: norm(next(y)) <= eta*norm(y) + eta*norm(w0 - J(w0)) by triangle(-eta*y, eta*(w0 - J(w0)))
claim by step, max(abs(1 - eta), eta) >= eta, norm(y) >= 0
"""

BOX = "delta/Gamma < 1"
_FEDAVG, _SWARM = consensus("fedavg"), consensus("swarm")
_SIGMA, _FACTOR = "max(abs(1 - eta), eta)", "min(abs(1 - eta), eta)"
_SERIES = "factor**t*{0} + eta*(1 - factor**t)/(1 - factor)*{1}"

# eta_0 = 8/5, then 4/3, 8/7, 1: with the last one the first factor is 0, and the models still move.
LONG_STEP = {"K": 2, "S": 1, "p": ["2/3", "1/3"], "w0": [0, 1], "delta": 8, "Gamma": 5}

FEDERATED = (
    Variant(
        "fedavg-mean",
        "mean_error(t + 1) == (1 - step(t))*mean_error(t)",
        family=_FEDAVG,
        derivation="claim",
        note="Both sides are 0: the average starts at w* and stays there",
    ),
    Variant(
        "fedavg-spread",
        "spread(t + 1) <= max(abs(1 - step(t)), step(t))*spread(t) + step(t)*distance(0)",
        family=_FEDAVG,
        derivation=_FEDAVG_SPREAD,
    ),
    Variant(
        "fedavg-rate",
        "spread(t + 1) <= step(t)*distance(0)",
        statement="O(1/t): ||w(t+1) - 1 wbar(t+1)|| <= eta_t ||w(0) - 1 w*|| when delta/Gamma < 1",
        assume=(BOX,),
        family=_FEDAVG,
        derivation=_FEDAVG_RATE,
    ),
    Variant(
        "fedavg-fixed",
        f"spread(t) <= {_SERIES.format('spread(0)', 'distance(0)')}",
        statement="fixed eta with sigma < 1: ||w(t) - 1 wbar(t)|| <= sigma^t ||w(0) - 1 wbar(0)|| + eta (1 - "
        "sigma^t)/(1 - sigma) ||w(0) - 1 w*||",
        assume=("factor < 1",),
        where={"factor": _SIGMA},
        family=consensus("fedavg", fixed=True),
        derivation=_FEDAVG_FIXED,
    ),
    Variant(
        "swarm-mean",
        "swarm_error(t + 1) == (1 - step(t))*swarm_error(t) + step(t)*swarm_error(0)",
        family=_SWARM,
        derivation="claim by shares, one",
    ),
    Variant(
        "swarm-spread",
        "swarm_spread(t + 1) <= min(abs(1 - step(t)), step(t))*swarm_spread(t) + step(t)*swarm_spread(0)",
        assume=("delta/Gamma <= 1",),
        family=_SWARM,
        derivation=_SWARM_SPREAD,
        note=(
            "True along a run because the models stay between their start and p'w(0); the factor itself"
            " is not the norm of the map"
        ),
    ),
    Variant(
        "swarm-spread-any-step",
        "swarm_spread(t + 1) <= min(abs(1 - step(t)), step(t))*swarm_spread(t) + step(t)*swarm_spread(0)",
        statement="(30) for every eta > 0, as |1 - eta| suggests",
        assume=("0 < weights_spread < 1/2",),
        severity=Severity.MISSING,
        remains="True for steps up to 1, which the paper asks for in the next sentence (`swarm-spread`)",
        examples=(LONG_STEP,),
        family=_SWARM,
    ),
    Variant(
        "swarm-fixed",
        f"swarm_spread(t) <= {_SERIES.format('swarm_spread(0)', 'swarm_spread(0)')}",
        statement="fixed eta <= 1, f = min{|1-eta|, eta}: ||w(t) - 1 p'w(t)|| <= (f^t + eta (1 - f^t)/(1 - "
        "f)) ||w(0) - 1 p'w(0)||",
        assume=("eta <= 1",),
        where={"factor": _FACTOR},
        family=consensus("swarm", fixed=True),
        derivation=_SWARM_FIXED,
    ),
)
