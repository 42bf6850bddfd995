"""Theorems as executable objects: families of settings, variants of claims, verdicts.

The theorems themselves are in `bounds.theorems`: `ALL`, and `theorem(id)`.
"""

from .arithmetic import EXACT as EXACT
from .arithmetic import FLOAT as FLOAT
from .arithmetic import Arithmetic as Arithmetic
from .evaluate import evaluate as evaluate
from .evaluate import needs as needs
from .family import Family as Family
from .family import Parameter as Parameter
from .family import Setting as Setting
from .formula import Formula as Formula
from .online import regret_bound as regret_bound
from .online import regret_step as regret_step
from .online_constants import OnlineConstants as OnlineConstants
from .online_constants import computed_constants as computed_constants
from .online_constants import printed_constants as printed_constants
from .privacy import PrivacyLoss as PrivacyLoss
from .privacy import privacy_loss as privacy_loss
from .privacy import supported_steps as supported_steps
from .repaired_tau import repaired_best_tau as repaired_best_tau
from .repaired_tau import repaired_G as repaired_G
from .tau import G as G
from .tau import LocalConstants as LocalConstants
from .tau import TauChoice as TauChoice
from .tau import best_tau as best_tau
from .tau import gap_function as gap_function
from .theorem import Theorem as Theorem
from .theorem import Variant as Variant
from .theorem import claim as claim
from .verdict import Outcome as Outcome
from .verdict import Verdict as Verdict
