"""DeceFL, supplement, node-varying experiment: 20 % of the data for test, 8 local sets of 414 samples each.

Data A2 has 5,176 samples, 4,140 of them for training and 1,036 for test. 8 x 414 = 3,312 of the training samples are
used; nothing printed says that it is all of them (4,140 is 10 x 414, and 828 are left over), so what is judged is that
the numbers fit.
"""

from ...families.shared import constants
from ...theorem import Theorem, Variant

NODE_VARYING_SAMPLES = Theorem(
    id="decefl.node-varying-samples",
    title="sizes of the local sets in the node-varying experiment",
    place="DeceFL, supplement, node-varying experiment and data A2",
    statement="8 local sets of 414 samples out of 4,140 training samples, 20 % of 5,176 for test",
    family=constants(sets="8", each="414", training="4140", total="5176", test="1036"),
    first=None,
    variants=(
        Variant("part", "sets*each <= training", derivation="claim"),
        Variant("parts", "training + test == total", derivation="claim"),
        Variant(
            "split",
            "abs(4*total/5 - training) < 1",
            statement="4,140 is 80 % of 5,176 to less than one sample",
            derivation="claim",
        ),
    ),
)
