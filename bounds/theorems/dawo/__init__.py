"""dawo: decentralized federated learning with distributed aggregation-weight optimization (Zhai, Yuan, Wang, Li).

The paper's M is K in formulas, its learning rate lambda is eta, rho(E W_hat) is rho_mean and rho(E W_hat^2) is rho2.

Printed and not stated here, because nothing in it can be false or no number depends on it: Assumptions 1 and 2 (P
symmetric, links independent: the model itself); Assumptions 4 and 5 (met by the families; that 5 holds locally because
iterates stay bounded is an observation); (1), (2), (9), (10) (definitions; (9) and (10) are the same); the footnote
with p_ii = 1 (the same map, `dawo.eq-3`); Remark 2 (what a device needs to know of (19)); Remark 5 (that steps run on
the devices); Remark 6 (ratios of acknowledgements); Omega(rho) of the gradient part (only names a step of another
paper, whose result is `dawo.eq-31`); (14), (15), (18), (20), (25) (parts of `dawo.proposition-3`, `dawo.eq-19`,
`dawo.eq-21`, `dawo.eq-24`); (38) (a theorem of another paper, as used in `dawo.proposition-4`). Accuracies of the
experiments are shown in figures without numbers; the order of the schemes, the curves and "small gaps" cannot be
decided from the text. That the final rho falls from 0.54 to 0.15 as v grows is a measurement.
"""

from ...theorem import Theorem
from .algorithm_1 import ALGORITHM_1
from .algorithm_2 import ALGORITHM_2, PROPOSITION_4
from .assumption_3 import ASSUMPTION_3
from .complexity import COMPLEXITY
from .convexity import CONVEXITY
from .eq_11 import EQ_11, EQ_12
from .eq_17 import EQ_16, EQ_17, EQ_19, EQ_21
from .eq_27 import EQ_27
from .eq_28 import EQ_28
from .eq_29 import EQ_29
from .eq_30 import EQ_30
from .eq_31 import EQ_31
from .eq_40 import EQ_39, EQ_40, EQ_41, EQ_42
from .experiments import PARAMETERS
from .larger_r import LARGER_R
from .moments import EQ_3, EQ_7, EQ_32, EQ_35, EQ_36
from .projection_steps import EQ_23, EQ_24, EQ_37
from .proposition_1 import PROPOSITION_1
from .proposition_2 import PROPOSITION_2
from .proposition_3 import PROPOSITION_3
from .remark_1 import REMARK_1
from .remark_3 import REMARK_3
from .remark_4 import REMARK_4
from .rho_zero import RHO_ZERO
from .theorem_1 import THEOREM_1
from .wtilde import WTILDE

__all__ = ["DAWO"]

DAWO: tuple[Theorem, ...] = (
    THEOREM_1,
    REMARK_1,
    PROPOSITION_1,
    EQ_28,
    EQ_29,
    EQ_30,
    EQ_31,
    EQ_3,
    EQ_7,
    EQ_32,
    EQ_35,
    EQ_36,
    PROPOSITION_2,
    WTILDE,
    ASSUMPTION_3,
    CONVEXITY,
    RHO_ZERO,
    EQ_11,
    EQ_12,
    PROPOSITION_3,
    EQ_16,
    EQ_17,
    EQ_19,
    EQ_21,
    REMARK_3,
    REMARK_4,
    ALGORITHM_1,
    EQ_23,
    EQ_24,
    EQ_37,
    PROPOSITION_4,
    ALGORITHM_2,
    EQ_39,
    EQ_40,
    EQ_41,
    EQ_42,
    EQ_27,
    COMPLEXITY,
    PARAMETERS,
    LARGER_R,
)
