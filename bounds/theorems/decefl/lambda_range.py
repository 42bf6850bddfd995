"""DeceFL and DeFed: lambda = ||W - (1/K) 11'|| lies in the open interval (0, 1) "from algebraic graph theory".

Setting. W symmetric, rows sum to 1, W_ij > 0 exactly where i and j exchange information, the graph
connected. `positive` fails for W = J (complete graph with equal weights), which both papers use: lambda =
0. The theorems assume lambda in (0, 1), so they do not cover W = J, and the claim that their proof "also
covers" FedAvg through W = J fails with it (`covers-fedavg`). `below-one` fails where no client weighs its
own model: K = 2 that swap models, lambda = 1 (and lambda_n = -1 against the footnote's lambda_n > -1). With
positive self-weights (`repaired`) lambda < 1. `primitive`: all that is needed; with W_kk = 0 for
all k it asks for an odd cycle, so for K >= 3. How far below 1, and why: `decefl.si-assumption-3-remark`.
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .si_assumption_3_remark import NOT_BIPARTITE, SELF_WEIGHTS, SWAP

_CONNECTED = ("connected == 1",)


LAMBDA_RANGE = Theorem(
    id="decefl.lambda-range",
    title="lambda lies in (0, 1)",
    place="DeceFL, main text and its footnote; DeFed and the supplement after the normalisation of W",
    statement="0 < lambda < 1 for every connected graph",
    family=matrices(),
    first=None,
    variants=(
        Variant(
            "positive",
            "0 < lam",
            assume=_CONNECTED,
            severity=Severity.MISSING,
            remains="lambda > 0 for every W but J = (1/K) 11'",
        ),
        Variant(
            "below-one",
            "lam < 1",
            assume=_CONNECTED,
            severity=Severity.MISSING,
            remains="True where some client keeps a part of its own model, or the graph has an odd cycle (`primitive`)",
            examples=(SWAP,),
        ),
        Variant(
            "footnote",
            "-1 < lam_n",
            assume=_CONNECTED,
            severity=Severity.MISSING,
            remains="True where some client keeps a part of its own model, or the graph has an odd cycle",
            examples=(SWAP,),
        ),
        Variant(
            "covers-fedavg",
            "0 < lam",
            statement="W = (1/K) 11' meets the theorems' assumption lambda > 0",
            assume=(*_CONNECTED, "lam <= 0"),
            severity=Severity.TYPO,
            remains="The theorems extend to lambda = 0 by letting lambda tend to 0 in their bounds",
        ),
        Variant(
            "repaired",
            "lam < 1",
            statement="lambda < 1 when every client keeps a positive self-weight",
            assume=(*_CONNECTED, "own > 0"),
            derivation=SELF_WEIGHTS,
        ),
        Variant(
            "primitive",
            "lam < 1",
            statement="lambda < 1 when the graph is not bipartite, self-weights counted as loops: W_kk = 0 is allowed",
            assume=(*_CONNECTED, "primitive == 1"),
            derivation=NOT_BIPARTITE,
        ),
    ),
)
