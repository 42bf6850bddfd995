"""dawo, experiments: what the printed numbers decide.

`dawo.parameters`: the CNN (28 x 28 inputs; 5x5 convolutions to 10 and 20 channels, each with 2x2 max pooling; fully
connected 50, 10) has 21,880 parameters: 260 + 5020 + 16050 + 510 = 21,840 in these layers, and 40 in a batch
normalisation of 20 channels: true. (With batch normalisation after both convolutions, which is not said, it would be
21,900.)

Not stated: "accuracy decreases monotonically with rho(E W_hat)" (Figs. 2 and 3) beside "test accuracy decreases as v
increases" while rho falls from 0.54 at v = 2 to 0.15 at v = 10 (Figs. 6 and 7). The two sentences disagree only if the
first is read as a rule across networks, which nobody printed; within one network nothing printed decides it.
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
            "10*(25 + 1) + 20*(250 + 1) + 2*20 + 50*(320 + 1) + 10*(50 + 1) == printed",
            statement="batch normalisation after the second convolution",
            derivation="claim",
        ),
    ),
)
