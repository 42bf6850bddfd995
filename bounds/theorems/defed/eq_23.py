"""DeFed, (23), inside the proof of Proposition 1: E[g' grad F(wbar)] = E||grad F(wbar)||^2.

g averages gradients taken at the clients' own models w_k, not at wbar, and is scaled by m_k/m: the two sides
differ as soon as the clients disagree (`proof`, `unscaled`), and by a factor K even where they agree
(`agreeing`). With F = (1/K) sum F~_k, whose minimum is DeFed's second value of F*, the factor K goes and the
disagreement stays (`mean`, `mean-agreeing`). `repaired`: equality holds for unscaled gradients at agreeing
models. Proof of both: there g is an unbiased estimate of grad F(wbar). "Agreeing models" are round 0 of a run from
one point: whatever that point is, and one round of any run that meets itself there.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..fixed_step import AGREEING
from ..supplement import CONNECTED

_AGREE = "for unscaled gradients at agreeing models (`repaired`); else the difference is of first order in the spread"

_PULLED = """
pulled: sq(grad(x) - grad(J(x))) <= 0 by lipschitz(x, J(x)), alike, CURVATURE**2 >= 0
claim by vanishing(grad(x) - grad(J(x))) times J(grad(J(x)))
"""


def _of(
    label: str,
    statement: str,
    scaled: bool,
    common: bool,
    severity: Severity | None = None,
    remains: str = "",
    mean: bool = False,
) -> Variant:
    """Proved where it has no severity."""
    return Variant(
        label,
        f"alignment(t){('/K' if mean else '')} == global_gradient2(t){('/K**2' if mean else '')}",
        statement=statement,
        assume=(*((CONNECTED,) if severity else ()), *(("t == 0",) if common else ())),
        family=gossip(scaled=scaled, fixed=True, common=common, offsets=False),
        derivation="" if severity else AGREEING + _PULLED.replace("CURVATURE", "sharpest" if scaled else "L"),
        severity=severity,
        remains=remains,
    )


EQ_23 = Theorem(
    id="defed.eq-23",
    title="average gradient against the gradient of the average",
    place="DeFed, proof of Proposition 1, (23)",
    statement="E[g' grad F(wbar)] = E||grad F(wbar)||^2",
    family=gossip(scaled=True, fixed=True, offsets=False),
    rounds=0,
    variants=(
        _of(
            "proof",
            "gradients scaled by m_k/m, any models",
            True,
            False,
            Severity.SUBSTANCE,
            f"True {_AGREE}",
        ),
        _of(
            "agreeing",
            "gradients scaled by m_k/m, w_k = wbar (round 0 of a common start)",
            True,
            True,
            Severity.CONSTANT,
            "E[g' grad F(wbar)] = ||grad F(wbar)||^2/K",
        ),
        _of(
            "mean",
            "gradients scaled by m_k/m, F = (1/K) sum F~_k, any models",
            True,
            False,
            Severity.SUBSTANCE,
            "True where the models agree (`mean-agreeing`)",
            mean=True,
        ),
        _of("mean-agreeing", "as `mean`, w_k = wbar (round 0 of a common start)", True, True, mean=True),
        _of(
            "unscaled", "gradients not scaled, any models", False, False, Severity.SUBSTANCE, f"True {_AGREE}"
        ),
        _of("repaired", "gradients not scaled, w_k = wbar (round 0 of a common start)", False, True),
    ),
)
