"""dawo, experiments: rho(E W_hat) = 0 "corresponds to the scenario where W = 11'/M and P = 11'".

`if`: that scenario has rho(E W_hat) = 0 (E W_hat = 11'/M), true. `only-if`: false, E W_hat = 11'/M needs only w_ij
p_ij = 1/M: two clients, w = 1, p = 1/2, which do not mix at all (rho(E W_hat^2) = 1). So rho(E W_hat) = 0 is
compatible with the best network and with one that never agrees.
"""

from ...families.lossy_learning import lossy
from ...theorem import Theorem, Variant
from ...verdict import Severity

_DERIVED = """
still: sq(W(z)) <= 0 by fixed(z), 1 + lam == 1 times lam*sq(z)
value: dot(z, W_mean(z)) == m by z_attains times z, z_length times m
apart: dot(z, W(z)) == 0 by vanishing(W(z)) times z
up: m <= 0 by lost(z), value, apart, unreliable == 0 times 2*sq(z)
down: m >= 0 by lost_sign(z), value, apart
none: rho_mean**2 <= 0 by up, down, z_size
zero: rho_mean <= 0 by root, none
claim by zero
"""

RHO_ZERO = Theorem(
    id="dawo.rho-zero",
    title="when the mean matrix averages in one round",
    place="dawo, experiments, Figs. 2 and 3",
    statement="rho(E W_hat) = 0 corresponds to W = 11'/M and P = 11'",
    family=lossy(),
    first=None,
    variants=(
        Variant(
            "if",
            "1 + rho_mean <= 1",
            statement="W = 11'/M over reliable links has rho(E W_hat) = 0",
            assume=("1 + lam == 1", "unreliable == 0"),
            derivation=_DERIVED,
        ),
        Variant(
            "only-if",
            "unreliable <= 0",
            statement="rho(E W_hat) = 0 only over reliable links",
            assume=("rho_mean <= 0",),
            examples=({"K": 2, "S": 1, "W": [[[0, 1], [1, 0]]], "P": [[0, "1/2"], ["1/2", 0]]},),
            severity=Severity.SUBSTANCE,
            remains="rho(E W_hat) = 0 does not need reliable links; rho(E W_hat^2) = 0 does.",
        ),
    ),
)
