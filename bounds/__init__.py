"""Theorems as executable objects: families of settings, variants of claims, verdicts.

The theorems themselves are in `mixproof.bounds.theorems`: `ALL`, and `theorem(id)`.
"""

from mixproof.spectral.showing import public as _public

from .calculators.certified_curve import CertifiedCurve as CertifiedCurve
from .calculators.certified_curve import certified_curve as certified_curve
from .calculators.privacy import PrivacyLoss as PrivacyLoss
from .calculators.privacy import privacy_loss as privacy_loss
from .calculators.privacy import supported_steps as supported_steps
from .calculators.regret import regret_bound as regret_bound
from .calculators.regret import regret_step as regret_step
from .calculators.regret_constants import OnlineConstants as OnlineConstants
from .calculators.regret_constants import computed_constants as computed_constants
from .calculators.regret_constants import printed_constants as printed_constants
from .calculators.repaired_tau import repaired_best_tau as repaired_best_tau
from .calculators.repaired_tau import repaired_G as repaired_G
from .calculators.tau import G as G
from .calculators.tau import LocalConstants as LocalConstants
from .calculators.tau import TauChoice as TauChoice
from .calculators.tau import best_tau as best_tau
from .calculators.tau import gap_function as gap_function
from .claim import claim as claim
from .evaluate import evaluate as evaluate
from .evaluate import needs as needs
from .family import Family as Family
from .family import Parameter as Parameter
from .family import Setting as Setting
from .formula import Formula as Formula
from .papers import PAPERS as PAPERS
from .papers import Paper as Paper
from .theorem import Theorem as Theorem
from .theorem import Variant as Variant
from .verdict import Outcome as Outcome
from .verdict import Severity as Severity
from .verdict import Verdict as Verdict


def __dir__() -> list[str]:
    return _public(globals())
