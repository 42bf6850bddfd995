"""dawo, Appendix B: "Wtilde is diagonally dominant. The eigenvalues can be estimated as its diagonal elements and
lambda_1(Wtilde) ~ max_i wtilde_ii".

Dominance with equality is that of a graph Laplacian, and only says that the eigenvalues lie in [0, 2 max wtilde_ii]:
two clients have diagonal x, x and eigenvalues 0, 2x. `main` reads "~" as an upper bound, as the appendix uses it;
`repaired` has the factor 2 (Gershgorin's circles: centre wtilde_ii, radius wtilde_ii). `lower`: lambda_1 >= max
wtilde_ii always (Rayleigh).
"""

from ...families.lossy_learning import lossy
from ...theorem import Theorem, Variant
from ...verdict import Severity

_LOWER = """
claim by scatter(e), e_attains, e_length times scatter_top
"""
_GERSHGORIN = """
chance: w[i, j]**2*p[i, j]*(1 - p[i, j]) >= 0 by p, p_top with w[i, j]
twice: scatter_top <= 2*sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*(b[i]**2 + b[j]**2))) by chance, top_attains
  with b[i] + b[j] sum i j
rows: 2*sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*b[i]**2)) <= scatter_max by diagonal, top_length with b[i] sum i
alike: w[i, j]**2*p[i, j]*(1 - p[i, j]) == w[j, i]**2*p[j, i]*(1 - p[j, i])
  by w_pairs times (w[i, j] + w[j, i])*p[i, j]*(1 - p[i, j]), p_pairs times w[j, i]**2*(1 - p[i, j] - p[j, i])
columns: sum(i, sum(j, w[i, j]**2*p[i, j]*(1 - p[i, j])*(b[j]**2 - b[i]**2))) == 0 by alike times b[j]**2 sum i j
claim by twice, rows, columns
"""

WTILDE = Theorem(
    id="dawo.wtilde-spectrum",
    title="largest eigenvalue of Wtilde against its diagonal",
    place="dawo, Appendix B",
    statement="lambda_1(Wtilde) ~ max_i wtilde_ii",
    family=lossy(),
    first=None,
    variants=(
        Variant(
            "main",
            "scatter_top <= scatter_max",
            statement="lambda_1(Wtilde) <= max wtilde_ii",
            severity=Severity.CONSTANT,
            remains="True with the repaired form.",
        ),
        Variant(
            "lower",
            "scatter_max <= scatter_top",
            statement="max wtilde_ii <= lambda_1(Wtilde)",
            derivation=_LOWER,
        ),
        Variant(
            "repaired",
            "scatter_top <= 2*scatter_max",
            statement="lambda_1(Wtilde) <= 2 max wtilde_ii",
            derivation=_GERSHGORIN,
        ),
    ),
)
