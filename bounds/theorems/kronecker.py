"""Lemma 1 of DeFed and of DeceFL's supplement (cited there): eigenvalues of sum_ij c_ij A^i (x) D^j.

For P(u, v) = sum c_ij u^i v^j they are P(lambda_r, theta_s), lambda of A, theta of D. Proof: bring A and D
to triangular form; products and powers of triangular matrices are triangular, A^i (x) D^j is block
triangular, and its diagonal holds the products. Checked here on triangular A and D through power sums
(traces of powers), t = 1 .. size.
"""

from ..domains import REAL
from ..families.matrices import KroneckerRun
from ..family import Family, Parameter
from ..theorem import Theorem, Variant

_FAMILY = Family(
    "kronecker",
    {"p": (1, 2, 3), "q": (1, 2), "n": (1, 2)},
    (Parameter("A", ("p", "p"), REAL), Parameter("D", ("q", "q"), REAL), Parameter("c", ("n", "n"), REAL)),
    KroneckerRun,
)


def _lemma(id: str, place: str) -> Theorem:
    return Theorem(
        id=id,
        title="eigenvalues of polynomials in Kronecker products",
        place=place,
        statement="the eigenvalues of sum_ij c_ij A^i (x) D^j are P(lambda_r, theta_s)",
        family=_FAMILY,
        rounds=6,
        first=1,
        variants=(
            Variant(
                "main",
                "trace(t) == power_sum(t)",
                statement="trace of the matrix to the power t = sum of P(lambda_r, theta_s)^t",
                proved=True,
            ),
        ),
    )


DEFED_LEMMA_1 = _lemma("defed.lemma-1", "DeFed, Lemma 1")
DECEFL_SI_LEMMA_1 = _lemma("decefl.si-lemma-1", "DeceFL, supplement, Lemma 1")
