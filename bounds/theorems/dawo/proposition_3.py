"""dawo, Proposition 3, (13): rho(W') >= rho(W) + Tr(G(W' - W)) for every symmetric doubly stochastic W', with G = vv'
for a unit eigenvector v of rho = lambda_2(W), G = -vv' for one of -rho = lambda_M(W) (W, W' the mean matrices).

Tr(vv'W) is the quotient v'Wv/|v|^2. `lambda-2`, `lambda-M`: true for v orthogonal to 1, as |v'W'v| <= rho(W') |v|^2.
`any-eigenvector`: "v'1 = 0 because 1 is the eigenvector for eigenvalue 1" holds only where lambda_2 < 1. On a network
that W disconnects lambda_2 = 1, v = 1/sqrt(M) is a unit eigenvector of it, G = 11'/M, and (13) says rho(W') >= 1 for
every W'. Repair: ask for v'1 = 0.
"""

from ...families.subgradients import subgradient
from ...theorem import Theorem, Variant
from ...verdict import Severity

_EIGENVECTOR = ("norm2 > 0", "residual2 <= 0")
_PROOF = """
m: norm(W_other(v)) <= rho_other*norm(v) by root, other(v)
claim lambda-2 by cauchy(v, W_other(v)), m, norm2 > 0, 1 + quotient == 1 + rho_mean
claim lambda-M by cauchy(-v, W_other(v)), m, norm2 > 0, 1 - quotient == 1 + rho_mean
"""

PROPOSITION_3 = Theorem(
    id="dawo.proposition-3",
    title="subgradients of rho",
    place="dawo, Proposition 3, (13)",
    statement="rho(W') >= rho(W) + Tr(G(W' - W)), G = vv' if rho = lambda_2, -vv' if rho = -lambda_M",
    family=subgradient(),
    first=None,
    variants=(
        Variant(
            "lambda-2",
            "rho_mean + quotient_other - quotient <= rho_other",
            statement="rho = lambda_2, v orthogonal to 1",
            assume=(*_EIGENVECTOR, "1 + quotient == 1 + rho_mean"),
            derivation=_PROOF,
        ),
        Variant(
            "lambda-M",
            "rho_mean - quotient_other + quotient <= rho_other",
            statement="rho = -lambda_M, v orthogonal to 1",
            assume=(*_EIGENVECTOR, "1 - quotient == 1 + rho_mean"),
            derivation=_PROOF,
        ),
        Variant(
            "any-eigenvector",
            "rho_mean + quotient_other - quotient <= rho_other",
            statement="rho = lambda_2, any unit eigenvector",
            assume=(*_EIGENVECTOR, "1 + quotient == 1 + rho_mean"),
            family=subgradient(centred=False),
            examples=(
                {
                    **{"K": 2, "S": 2, "P": [[0, 1], [1, 0]], "v": [1, 1]},
                    "W": [[[1, 0], [0, 1]], [["1/2", "1/2"], ["1/2", "1/2"]]],
                },
            ),
            severity=Severity.MISSING,
            remains="True for unit eigenvectors of the eigenvalue that decides rho.",
        ),
    ),
)
