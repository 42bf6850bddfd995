"""DeFed, (23), inside the proof of Proposition 1: E[g' grad F(wbar)] = E||grad F(wbar)||^2.

g averages gradients taken at the clients' own models w_k, not at wbar, and is scaled by m_k/m: the two sides
differ as soon as the clients disagree (`proof`, `unscaled`), and by a factor K even where they agree
(`agreeing`). With F = (1/K) sum F~_k, whose minimum is DeFed's second value of F*, the factor K goes and the
disagreement stays (`mean`, `mean-agreeing`). `repaired`: equality holds for unscaled gradients at agreeing
models. Proof of both: there g is an unbiased estimate of grad F(wbar).
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ..supplement import CONNECTED


def _of(
    label: str, statement: str, scaled: bool, common: bool, proved: bool = False, mean: bool = False
) -> Variant:
    return Variant(
        label,
        statement,
        "alignment(t)" + ("/K" if mean else ""),
        "global_gradient2(t)" + ("/K**2" if mean else ""),
        relation="==",
        assume=() if proved else (CONNECTED,),
        family=gossip(scaled=scaled, fixed=True, common=common, offsets=False),
        proved=proved,
    )


EQ_23 = Theorem(
    id="defed.eq-23",
    title="average gradient against the gradient of the average",
    place="DeFed, proof of Proposition 1, (23)",
    statement="E[g' grad F(wbar)] = E||grad F(wbar)||^2",
    family=gossip(scaled=True, fixed=True, offsets=False),
    rounds=0,
    variants=(
        _of("proof", "gradients scaled by m_k/m, any models", True, False),
        _of("agreeing", "gradients scaled by m_k/m, w_k = wbar", True, True),
        _of("mean", "gradients scaled by m_k/m, F = (1/K) sum F~_k, any models", True, False, mean=True),
        _of("mean-agreeing", "as `mean`, w_k = wbar", True, True, proved=True, mean=True),
        _of("unscaled", "gradients not scaled, any models", False, False),
        _of("repaired", "gradients not scaled, w_k = wbar", False, True, proved=True),
    ),
)
