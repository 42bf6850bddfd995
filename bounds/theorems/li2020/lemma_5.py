"""Li et al. 2020, Lemma 5: the variance that drawing clients adds.

Statement. At an averaging round t + 1, K clients drawn, E||g_k||^2 <= G^2, eta_t <= 2 eta_(t+E), not rising.
Scheme I: E||vbar - wbar||^2 <= (4/K) eta_t^2 E^2 G^2. Scheme II with p_k = 1/N: <= (N - K)/(N - 1) (4/K)
eta_t^2 E^2 G^2.

Idea: the variance of the average is (1/K) sum p_k ||v_k - vbar||^2 with replacement, and (N - K)/(N - 1) times as much
without, p_k = 1/N (`scaffold.client-sampling`); v_k is E steps of mean square at most 4 eta_t^2 G^2 from the last
average. Scheme II divides by N - 1, and so speaks of N >= 2.
"""

from ...theorem import Theorem, Variant
from ..local_rounds import APART
from .lines import DREW, SPREAD
from .setting import G2, SLOW, SOURCE, WITH, WITHOUT


def _lines(sampling: str) -> str:
    return f"{APART}{SPREAD}{DREW[sampling]}claim by drew\n"


LEMMA_5 = Theorem(
    id="li2020.lemma-5",
    title="variance that drawing clients adds",
    place=f"Lemma 5; {SOURCE}",
    statement=(
        "E||vbar_(t+1) - wbar_(t+1)||^2 <= (4/K) eta_t^2 E^2 G^2; without replacement times (N - K)/(N - 1)"
    ),
    family=WITH,
    rounds=2,
    variants=(
        Variant(
            "scheme-1",
            "sampling2(t + 1) <= 4/S*step(t)**2*H**2*G2",
            statement="K = S clients drawn with replacement",
            assume=(SLOW,),
            where={"G2": G2},
            derivation=_lines("with"),
        ),
        Variant(
            "scheme-2",
            "sampling2(t + 1) <= (N - S)/(N - 1)*4/S*step(t)**2*H**2*G2",
            statement="K = S of N clients drawn without replacement, p_k = 1/N",
            assume=(SLOW, "N >= 2"),
            where={"G2": G2},
            family=WITHOUT,
            derivation=_lines("without"),
        ),
    ),
)
