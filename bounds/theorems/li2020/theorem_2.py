"""Li et al. 2020, Theorem 2 (and 3): O(1/T) of FedAvg, K clients drawn at every averaging round.

Statement. Steps, kappa, gamma and B as in Theorem 1, and C = (4/K) E^2 G^2 for Scheme I, C = (N - K)/(N - 1)
(4/K) E^2 G^2 for Scheme II with p_k = 1/N: E F(wbar_T) - F* <= kappa/(gamma + T - 1) (2 (B + C)/mu + (mu
gamma/2) E||wbar_1 - w*||^2).

`-sharper`, which the paper does not state: 3/2 for 8 in B, which needs no Gamma, as in Theorem 1.

Idea: at an averaging round E||wbar - w*||^2 = E||vbar - w*||^2 + E||wbar - vbar||^2 (Lemma 4), the last at most eta_t^2
C (Lemma 5): B + C for B in `li2020.theorem-1`. Scheme II divides by N - 1, and so speaks of N >= 2.
"""

from ...theorem import Theorem, Variant
from .lines import SHARPER, rate
from .setting import B_SHARPER, G2, SOURCE, WITH, WITHOUT, B
from .theorem_1 import GAMMA

_BOUND = "L/mu/(gamma + t)*(2*(B + C)/mu + mu*gamma/2*error2(0))"
_STEPS = ("delta == 2/mu", f"Gamma == {GAMMA} + 1")
_C = f"4/S*H**2*{G2}"

THEOREM_2 = Theorem(
    id="li2020.theorem-2",
    title="O(1/T) of FedAvg, some clients taking part",
    place=f"Theorem 2 and 3; {SOURCE}",
    statement="E F(wbar_T) - F* <= kappa/(gamma + T - 1) (2(B + C)/mu + (mu gamma/2) E||wbar_1 - w*||^2)",
    family=WITH,
    rounds=2,
    variants=(
        Variant(
            "scheme-1",
            f"gap(t) <= {_BOUND}",
            statement="K = S clients drawn with replacement",
            assume=_STEPS,
            where={"gamma": GAMMA, "B": B, "C": _C},
            derivation=rate(sampling="with"),
        ),
        Variant(
            "scheme-2",
            f"gap(t) <= {_BOUND}",
            statement="K = S of N clients drawn without replacement, p_k = 1/N",
            assume=(*_STEPS, "N >= 2"),
            where={"gamma": GAMMA, "B": B, "C": f"(N - S)/(N - 1)*{_C}"},
            family=WITHOUT,
            derivation=rate(sampling="without"),
        ),
        *(
            Variant(
                f"{scheme}-sharper",
                f"gap(t) <= {_BOUND}",
                statement="without Gamma in B, and with 3/2 for 8: not in the paper",
                assume=(*_STEPS, *more),
                where={"gamma": GAMMA, "B": B_SHARPER, "C": c},
                family=family,
                derivation=rate(sampling=sampling, end=SHARPER),
            )
            for scheme, sampling, family, c, more in (
                ("scheme-1", "with", WITH, _C, ()),
                ("scheme-2", "without", WITHOUT, f"(N - S)/(N - 1)*{_C}", ("N >= 2",)),
            )
        ),
    ),
)
