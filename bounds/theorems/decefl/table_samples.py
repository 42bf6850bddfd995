"""DeceFL, supplement, Tables 2 and 4: test accuracies that are no share of 1,036 samples.

FedAvg and swarm learning end with one model, so that their accuracy on n test samples is k/n, printed to four
decimals: .9874, .9845, .9884, .9865, .9855, .9836. With the 1,036 test samples that data A2 is said to have, .9874 and
.9845 are no k/1036 rounded (`rounded`), .9865 and .9836 none cut off (`cut-off`); all six are k/1035 rounded
(`repaired`), and 20 % of 5,176 is 1035.2. (DeceFL's own columns are averages over local models.) One sample changes
nothing that the tables are used for.
"""

from ...families.shared import constants
from ...theorem import Theorem, Variant
from ...verdict import Severity

_PRINTED = (9874, 9845, 9884, 9865, 9855, 9836)


def _nearest(n: int) -> str:
    """The largest distance of a printed accuracy from the nearest k/n."""
    away = []
    for x in _PRINTED:
        k = x * n // 10000
        away.append(f"min(abs({k}/{n} - {x}/10000), abs({k + 1}/{n} - {x}/10000))")
    return f"max({', '.join(away)})"


def _below(n: int) -> str:
    """The largest excess of the smallest k/n that is at least a printed accuracy."""
    return f"max({', '.join(f'{-(-x * n // 10000)}/{n} - {x}/10000' for x in _PRINTED)})"


_REMAINS = "All six are shares of 1,035 samples, rounded (`repaired`)"

TABLE_SAMPLES = Theorem(
    id="decefl.table-samples",
    title="test accuracies as shares of the test samples",
    place="DeceFL, supplement, data A2 and Tables 2 and 4, columns FedAvg and SL",
    statement="accuracies on 1,036 test samples, to four decimals",
    family=constants(),
    first=None,
    variants=(
        Variant(
            "rounded",
            f"{_nearest(1036)} <= 1/20000",
            statement="each is some k/1036, rounded",
            severity=Severity.CONSTANT,
            remains=_REMAINS,
        ),
        Variant(
            "cut-off",
            f"{_below(1036)} < 1/10000",
            statement="each is some k/1036, cut off",
            severity=Severity.CONSTANT,
            remains=_REMAINS,
        ),
        Variant(
            "repaired",
            f"{_nearest(1035)} <= 1/20000",
            statement="each is some k/1035, rounded",
            derivation="claim",
        ),
    ),
)
