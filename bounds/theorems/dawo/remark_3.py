"""dawo, Remark 3: sums over all devices by repeated multiplication with E W_hat, "because Wbar^infinity = 11'/M".

Powers of E W_hat tend to 11'/M if and only if rho(E W_hat) < 1. `feasible`, for any W that (10) allows: false, W = I
never mixes, and two clients with w = p = 1 swap for ever. `assumption-3`, where rho(E W_hat^2) < 1: true, as
rho(E W_hat)^2 is at most that (`dawo.proposition-2:lower-bound`).
"""

from ...families.lossy_learning import lossy
from ...theorem import Theorem, Variant
from ...verdict import Severity

_DERIVED = """
low: rho_mean**2 < 1 by links(z), rho2 < 1, z_size, z_length, z_length times rho2, z_attains times z,
    z_attains times W_mean(z) with W_hat(z) - W_mean(z)
claim by low over 1 + rho_mean > 0
"""

REMARK_3 = Theorem(
    id="dawo.remark-3",
    title="powers of the mean matrix average",
    place="dawo, Remark 3",
    statement="Wbar^infinity = 11'/M",
    family=lossy(),
    first=None,
    variants=(
        Variant(
            "feasible",
            "rho_mean < 1",
            statement="rho(E W_hat) < 1 for every feasible W",
            severity=Severity.MISSING,
            remains="True where the weights leave a connected graph with a positive self-weight.",
        ),
        Variant(
            "assumption-3",
            "rho_mean < 1",
            statement="rho(E W_hat) < 1 where rho(E W_hat^2) < 1",
            assume=("rho2 < 1",),
            derivation=_DERIVED,
        ),
    ),
)
