"""ALI-DPFL, III-C: clip the whole gradient to norm C, add N(0, sigma^2 C^2 I), and the step "should satisfy DP".

g_i = grad F_i(w) of the whole data set is clipped, not each record's gradient. The noise sigma C is then that of
sensitivity C, which a sum of clipped records has. A clipped mean can turn around when one record is added or removed:
its sensitivity is up to 2C (`sensitivity`, two records with slopes 1 and -3, C = 1), attained in one dimension by C
and -C. `repaired`: it is at most 2C, however the data sets differ, by the triangle inequality. So a step is private,
with the noise multiplier sigma/2 in place of sigma, and four times the Renyi loss; and it gains nothing from sampling
or from more records. Algorithms 1 and 2 clip each record and do not have this flaw.
"""

from ...domains import POSITIVE, REAL
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_SLOPES = {
    "both": "max(min((g_1 + g_2)/2, C), -C)",
    "one": "max(min(g_1, C), -C)",
}

_REPAIRED_PROOF = """
let a = min((g_1 + g_2)/2, C), b = min(g_1, C)
both <= C by cases both == a, both == -C
  case
    both <= C by case, a <= C
  case
    both <= C by case
one <= C by cases one == b, one == -C
  case
    one <= C by case, b <= C
  case
    one <= C by case
abs(both - one) <= 2*C by cases abs(both - one) == both - one, abs(both - one) == one - both
  case
    abs(both - one) <= 2*C by case, both <= C, one >= -C
  case
    abs(both - one) <= 2*C by case, one <= C, both >= -C
claim
"""

CLIPPING = Theorem(
    id="alidpfl.clipping",
    title="sensitivity of a clipped gradient",
    place="ALI-DPFL, section III-C",
    statement="clipped to norm C, with noise of deviation sigma C, a gradient is private at noise multiplier sigma",
    family=scalars(g_1=REAL, g_2=REAL, C=POSITIVE),
    first=None,
    variants=(
        Variant(
            "sensitivity",
            "abs(both - one) <= C",
            statement="with or without the second of two records the clipped mean gradient differs by at most C",
            where=_SLOPES,
            severity=Severity.CONSTANT,
            remains="It differs by at most 2C (`repaired`): the step is private at the noise multiplier sigma/2",
            examples=({"g_1": 1, "g_2": -3, "C": 1},),
        ),
        Variant(
            "repaired",
            "abs(both - one) <= 2*C",
            statement="it differs by at most 2C",
            where=_SLOPES,
            derivation=_REPAIRED_PROOF,
        ),
    ),
)
