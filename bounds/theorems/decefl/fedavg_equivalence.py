"""DeceFL: with W = (1/K) 11' it becomes FedAvg and swarm learning, so the convergence proof covers those too.

`algorithm-1`: FedAvg as DeFed's Algorithm 1 takes gradients at the common model w(t); DeceFL takes them at each
client's own w_k(t), which differs from the average after one round. The two agree for one round and part at the
second (for unequal clients). `consensus-form`: FedAvg as the consensus section writes it (main (8)), with
gradients at w_k(t): identical, term by term. `swarm`, and so "swarm learning is mathematically the same as
centralised learning": swarm learning mixes with weights p; W = J mixes with equal weights, so they agree only
for p_j = 1/K (`swarm-equal-weights`); for three clients or fewer a spread of weights below 1/2 leaves none of
them without weight. Proof of the two that hold: (1/K) 11' w is the vector of averages that both algorithms then
move by the same gradients. No repair of `algorithm-1`: the algorithms are different; with one local step they
share the rate, not the iterates.
"""

from ...families.shared import consensus, gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..two_clients import two_clients

_SWARM_EQUAL_WEIGHTS = """
equal: sq(K*p - one) <= 0 by alike, weights_spread == 0 times K**3*weights_spread
always I: sq(x - z) <= 0
  next by vanishing(K*p - one) times dot(one, next(x - z))*x, mean(x) times next(x - z),
    vanishing(x - z) times K*(J(next(x - z)) - eta*next(x - z)) over K > 0
none: norm(x - z) <= 0 by root, I
claim by norm(x - z) == 0
"""

_CONSENSUS_FORM = """
always I: sq(x - z) <= 0
  next by vanishing(x - z) times J(next(x - z)) - eta*next(x - z)
none: norm(x - z) <= 0 by root, I
claim by norm(x - z) == 0
"""

# After one round from 0 the clients stand at 1/2 and 0, where DeceFL takes its next gradients; FedAvg at 1/4.
TWO_ROUNDS = two_clients("1/2", a=[1, "1/2"], c=[1, 0], start=[0], eta="1/2")
UNEQUAL = {"K": 2, "S": 1, "p": ["2/3", "1/3"], "w0": [0, 1], "delta": "1/2", "Gamma": 1}

FEDAVG_EQUIVALENCE = Theorem(
    id="decefl.fedavg-equivalence",
    title="DeceFL on the complete graph against FedAvg and swarm learning",
    place="DeceFL, main text and supplement, summary of the consensus section",
    statement="with W(t) = (1/K) 11' for all t DeceFL becomes FedAvg and swarm learning",
    family=gossip(noisy=False, offsets=False, common=True, fixed=True, turned=False),
    rounds=4,
    variants=(
        Variant(
            "algorithm-1",
            "fedavg_distance2(t) == 0",
            statement="the averages of DeceFL with W = J and of FedAvg (DeFed's Algorithm 1) agree, equal start "
            "and equal m_k",
            assume=("lam == 0", "eta <= 1/L"),
            severity=Severity.SUBSTANCE,
            remains="The first round agrees, and so does FedAvg as the consensus section writes it (`consensus-form`)",
            examples=(TWO_ROUNDS,),
        ),
        Variant(
            "consensus-form",
            "complete_distance(t) == 0",
            statement="main (8) is DeceFL with W = J",
            family=consensus("fedavg"),
            derivation=_CONSENSUS_FORM,
        ),
        Variant(
            "swarm",
            "complete_distance(t) == 0",
            statement="swarm learning with weights p is DeceFL with W = J",
            assume=("0 < weights_spread < 1/2",),
            family=consensus("swarm"),
            severity=Severity.MISSING,
            remains="True for equal weights p_j = 1/K (`swarm-equal-weights`)",
            examples=(UNEQUAL,),
        ),
        Variant(
            "swarm-equal-weights",
            "complete_distance(t) == 0",
            statement="swarm learning with p_j = 1/K is DeceFL with W = J",
            assume=("weights_spread == 0",),
            family=consensus("swarm"),
            derivation=_SWARM_EQUAL_WEIGHTS,
        ),
    ),
)
