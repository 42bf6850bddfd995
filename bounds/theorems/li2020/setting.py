"""What the statements of Li et al. share."""

from ...families.federated import federated

SOURCE = "arXiv v4; as commonly cited: of the source only the beginning could be read"

ALL_CLIENTS = federated()
WITH, WITHOUT = federated("with", noisy=False), federated("without", noisy=False, uniform=True)

G2 = "max(s <= t, largest_gradient2(s))"  # the smallest G^2 of Assumption 4 that the run allows
B = f"sigma2_of_mean + 6*L*Fstar + 8*(H - 1)**2*{G2}"
B_SHARPER = f"sigma2_of_mean + 3/2*(H - 1)**2*{G2}"
SLOW = "Gamma >= H"  # eta_t <= 2 eta_(t+E) at every t
