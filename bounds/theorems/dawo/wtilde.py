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
            "lambda_1(Wtilde) <= max wtilde_ii",
            "scatter_top",
            "scatter_max",
            severity=Severity.CONSTANT,
            remains="True with the repaired form.",
        ),
        Variant("lower", "max wtilde_ii <= lambda_1(Wtilde)", "scatter_max", "scatter_top", proved=True),
        Variant(
            "repaired", "lambda_1(Wtilde) <= 2 max wtilde_ii", "scatter_top", "2*scatter_max", proved=True
        ),
    ),
)
