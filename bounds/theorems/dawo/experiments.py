"""dawo, experiments: what the printed numbers decide.

`dawo.parameters`: the CNN (28 x 28 inputs; 5x5 convolutions to 10 and 20 channels, each with 2x2 max pooling; fully
connected 50, 10) has 21,880 parameters: 260 + 5020 + 16050 + 510 = 21,840 in these layers, and 40 in a batch
normalisation of 20 channels: true. With batch normalisation after both convolutions it would be 21,900.
`dawo.experiments`: "accuracy decreases monotonically with rho(E W_hat)" (Figs. 2 and 3) and "test accuracy decreases
as v increases" while "optimized rho(E W_hat) decreases (from 0.54 when v = 2 to 0.15 when v = 10)" (Figs. 6 and 7)
contradict each other if the first is read as a rule across networks: at v = 10 both rho and accuracy are lower.
Printed accuracies would be needed to say which sentence is at fault; the formula p = exp(-r d^v) supports the fall of
rho, since d < 1 for most pairs in the unit square makes p grow with v.
"""

from ...families.shared import constants
from ...theorem import Theorem, Variant

PARAMETERS = Theorem(
    id="dawo.parameters",
    title="parameters of the CNN",
    place="dawo, experiments",
    statement="the CNN has 21,880 parameters",
    family=constants(printed="21880"),
    first=None,
    variants=(
        Variant(
            "one-normalisation",
            "batch normalisation after the second convolution",
            "10*(25 + 1) + 20*(250 + 1) + 2*20 + 50*(320 + 1) + 10*(50 + 1)",
            "printed",
            relation="==",
            proved=True,
        ),
        Variant(
            "two-normalisations",
            "batch normalisation after both convolutions",
            "10*(25 + 1) + 2*10 + 20*(250 + 1) + 2*20 + 50*(320 + 1) + 10*(50 + 1)",
            "printed",
            relation="==",
        ),
    ),
)
EXPERIMENTS = Theorem(
    id="dawo.experiments",
    title="accuracy and rho as v grows",
    place="dawo, experiments, Figs. 2, 3, 6 and 7",
    statement="accuracy falls as rho(E W_hat) grows; from v = 2 to 10 rho falls from 0.54 to 0.15, accuracy too",
    family=constants(rho_2="0.54", rho_10="0.15", accuracy_change="-1"),
    first=None,
    variants=(
        Variant(
            "main",
            "rho and accuracy move in opposite directions from v = 2 to 10 (accuracy_change: the printed sign)",
            "(rho_10 - rho_2)*accuracy_change",
            "0",
            note="The first sentence is read as a rule across networks; within one, nothing printed decides it",
        ),
    ),
)
