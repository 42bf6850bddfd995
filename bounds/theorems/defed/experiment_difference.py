"""DeFed, experiments: on Fashion-MNIST "the maximum and minimum difference is between 0.5 % and 0.7 %".

Printed accuracies, DeFed / FedAvg: training 97.5 / 98, test 97.3 / 97.75. Taken as printed, the test difference
is 0.45 points, below 0.5. `lower-end-rounded`: if 97.3 and 97.75 are rounded to the decimals that they show,
the test difference can be up to 0.505: then the sentence may be true.
"""

from ...families.shared import constants
from ...theorem import Theorem, Variant
from ...verdict import Severity

EXPERIMENT_DIFFERENCE = Theorem(
    id="defed.experiment-difference",
    title="differences of accuracy between DeFed and FedAvg on Fashion-MNIST",
    place="DeFed, experiments",
    statement="every printed difference lies between 0.5 and 0.7 points",
    family=constants(train="97.5", train_fedavg="98", test="97.3", test_fedavg="97.75"),
    first=None,
    variants=(
        Variant(
            "lower-end",
            "1/2 <= min(train_fedavg - train, test_fedavg - test)",
            statement="no difference is below 0.5",
            severity=Severity.CONSTANT,
            remains="They differ by 0.45 points, which may be 0.5 rounded (`lower-end-rounded`)",
        ),
        Variant(
            "lower-end-rounded",
            "1/2 <= test_fedavg + 1/200 - (test - 1/20)",
            statement="some test accuracies that round to 97.3 and 97.75 differ by at least 0.5",
            derivation="claim",
        ),
        Variant(
            "upper-end",
            "max(train_fedavg - train, test_fedavg - test) <= 7/10",
            statement="no difference is above 0.7",
            derivation="claim",
        ),
    ),
)
