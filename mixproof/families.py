"""The families of settings that a claim can speak of, in one place. `mixproof.names(family)` lists what each knows."""

from mixproof.bounds.families import consensus as consensus
from mixproof.bounds.families import declared as declared
from mixproof.bounds.families import gossip as gossip
from mixproof.bounds.families import matrices as matrices
from mixproof.bounds.families.compressed import QUANTISED as QUANTISED
from mixproof.bounds.families.compressed import compressed as compressed
from mixproof.bounds.families.constant_weights import CONSTANT_WEIGHTS as CONSTANT_WEIGHTS
from mixproof.bounds.families.digraphs import row_matrices as row_matrices
from mixproof.bounds.families.federated import federated as federated
from mixproof.bounds.families.links import metropolis as metropolis
from mixproof.bounds.families.local_steps import local_steps as local_steps
from mixproof.bounds.families.lossy_learning import bent as bent
from mixproof.bounds.families.lossy_learning import curved as curved
from mixproof.bounds.families.lossy_learning import learning as learning
from mixproof.bounds.families.lossy_learning import lossy as lossy
from mixproof.bounds.families.noisy_steps import noisy_steps as noisy_steps
from mixproof.bounds.families.points import points as points
from mixproof.bounds.families.pushsum_proof import push_sum as push_sum
from mixproof.bounds.families.random_pairs import RANDOM_PAIRS as RANDOM_PAIRS
from mixproof.bounds.families.scalars import scalars as scalars
from mixproof.bounds.families.vectors import vectors as vectors
