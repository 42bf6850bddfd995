"""Methods of decentralized learning, one pure step each.

A step maps all models x (..., K, d) of round t to those of round t + 1; leading axes are seeds. `gradient`
maps an array of that shape to the stacked client gradients. Nothing else is read, so the same functions run
on float64 and on object arrays of Fractions, which is what an exact replay needs. A `Method` is a step with its state,
which may hold more than the models.
"""

from .adaptive import Estimates as Estimates
from .adaptive import best_tau as best_tau
from .adaptive import drift as drift
from .base import Gradient as Gradient
from .base import Method as Method
from .base import Round as Round
from .base import State as State
from .base import average as average
from .base import mix as mix
from .declared import declared as declared
from .gossip import ALGORITHMS as ALGORITHMS
from .gossip import DECEFL as DECEFL
from .gossip import DEFED as DEFED
from .gossip import FEDAVG as FEDAVG
from .gossip import SWARM as SWARM
from .gossip import decefl as decefl
from .gossip import fedavg as fedavg
from .lossy import UnreliableLinks as UnreliableLinks
from .lossy import effective as effective
from .private import PRIVATE as PRIVATE
from .push_sum import ONLINE_GOSSIP as ONLINE_GOSSIP
from .push_sum import PUSH_SUM as PUSH_SUM
from .push_sum import online_gossip as online_gossip
from .push_sum import push_sum as push_sum
from .words import Words as Words
