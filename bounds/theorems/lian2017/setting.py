"""What the statements of Lian et al. share."""

from ...families.declared import declared
from ...families.shared import gossip

SOURCE = "arXiv v5; as commonly cited: the source could not be read"
NOISY = gossip(fixed=True, common=True, offsets=False)
NOT_CONVEX = declared("dgd", "dented", common=True)
# What is sharper holds for W that change, too.
NOISY_CHANGING = gossip(fixed=True, common=True, offsets=False, changing=True)
NOT_CONVEX_CHANGING = declared("dgd", "dented", common=True, changing=True)

ZETA2 = "max(s < t, dissimilarity2(s))"
GRADIENTS2 = "mean(s < t, global_gradient2(s))"
D2 = "1 - 18*eta**2*K*L**2/(1 - lam)**2"
