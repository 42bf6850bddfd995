"""DeceFL, supplement (24)-(31): where swarm learning converges on the consensus problem.

wbar_sl = p'w. `main`: with eta_t = delta/(t + Gamma), delta/Gamma <= 1, both ||w - 1 wbar_sl|| and |wbar_sl - w*| tend
to 0 like 1/t, w* the mean of the starts. The recursion printed beside it, wbar_sl(t+1) - w* = (1-eta)(wbar_sl(t) - w*)
+ eta (wbar_sl(0) - w*), is right and has one solution: wbar_sl(t) = wbar_sl(0) for all t. So |wbar_sl - w*| never
moves, and no constant C makes it <= C/t, unless p'w(0) = w* already. The variant asks for the decay of its own
starting value; any other constant fails at a later round. `repaired`: the clients converge to p'w(0), at the rate 1/t.
Idea: the factor of w_k(0) - wbar_sl(0) stays in [0, 1] while eta <= 1. The summary's "clients converge to the weighted
average of the initial conditions" is this, and contradicts `main` for p_j != 1/K.
"""

from ...families.shared import consensus
from ...theorem import Theorem, Variant
from ...verdict import Severity

# Models stay between their starts and p'w(0), and so come within eta times their first distance of p'w(0).
CLOSER = """\
always P: dot(x, p) == dot(w0, p)
  next by P times 1 - eta, shares times dot(x, p)
always I: dot(d, e - d) >= 0
  far: dot(e - d, e - eta*(e - d)) >= dot(e - d, d) by small with e - d
  moved: dot(next(d), e - next(d)) == eta*dot(e - d, e - eta*(e - d)) by shares, P
  next by far, I, eta >= 0, moved
near: sq(e - d) <= sq(e) by I with d
moved2: sq(next(d)) == eta**2*sq(e - d) by shares
closer: norm(next(d)) <= eta*norm(e) by root, near, eta**2 >= 0, moved2
"""

_SPREAD = f"""
let d = x - dot(x, p)*one, e = w0 - dot(w0, p)*one
small: eta <= 1 by delta/Gamma <= 1, t >= 0
{CLOSER}\
claim by closer
"""

_REPAIRED = """
equal: sq(K*p - one) <= 0 by alike, weights_spread == 0 times K**3*weights_spread
always I: dot(x, p) == dot(w0, p)
  next by I times 1 - eta, shares times dot(x, p)
none: swarm_error(t) == 0 by I, vanishing(K*p - one) times w0
magnitude: abs(swarm_error(t)) <= 0
    by cases abs(swarm_error(t)) == swarm_error(t), abs(swarm_error(t)) == 0 - swarm_error(t)
  case
    abs(swarm_error(t)) <= 0 by case, none
  case
    abs(swarm_error(t)) <= 0 by case, none
claim by magnitude
"""

_CONSTANT = """
always I: dot(x, p) == dot(w0, p)
  next by I times 1 - eta, shares times dot(x, p)
claim by I
"""

_RANGE = ("delta/Gamma <= 1",)

EQUAL_WEIGHTS = {"K": 2, "S": 1, "p": ["1/2", "1/2"], "w0": [0, 1], "delta": "1/2", "Gamma": 1}

SWARM_LIMIT = Theorem(
    id="decefl.swarm-limit",
    title="limit of swarm learning on the consensus problem",
    place="DeceFL, supplement, section 4, (24)-(31) and summary",
    statement="|p'w(t) - w*| -> 0 and ||w(t) - 1 p'w(t)|| -> 0 at the rate 1/t",
    family=consensus("swarm"),
    rounds=12,
    variants=(
        Variant(
            "main",
            "abs(swarm_error(t)) <= Gamma*abs(swarm_error(0))/(t + Gamma)",
            statement="|p'w(t) - w*| decays like 1/(t + Gamma)",
            assume=_RANGE,
            severity=Severity.SUBSTANCE,
            remains="The clients meet at the rate 1/t, at p'w(0) instead of w* (`spread`)",
            note="p'w(t) stays where it starts, so no constant repairs the rate; the limit is p'w(0), not w*",
        ),
        Variant(
            "constant",
            "swarm_error(t) == swarm_error(0)",
            statement="p'w(t) = p'w(0), the solution of the printed recursion",
            assume=_RANGE,
            derivation=_CONSTANT,
        ),
        Variant(
            "spread",
            "swarm_spread(t + 1) <= step(t)*swarm_spread(0)",
            statement="||w(t) - 1 p'w(t)|| decays like 1/t: at t + 1 it is at most eta_t times its start",
            assume=_RANGE,
            derivation=_SPREAD,
        ),
        Variant(
            "repaired",
            "abs(swarm_error(t)) <= 0",
            statement="with p_j = 1/K, |p'w(t) - w*| is 0 throughout and the clients reach w*",
            assume=(*_RANGE, "weights_spread == 0"),
            derivation=_REPAIRED,
            examples=(EQUAL_WEIGHTS,),
        ),
    ),
)
