"""Random rounding, where the norm is rational: every outcome listed."""

from fractions import Fraction
from itertools import product

import pytest

from mixproof.bounds.families.compressed import QUANTISED


@pytest.mark.parametrize("v", [[3, -4], [1, 2, 2], [5]])
@pytest.mark.parametrize("s", [1, 2, 3])
def test_moments_are_those_of_all_outcomes(v, s):
    setting = QUANTISED.from_json({"d": len(v), "s": s, "v": v})
    run = QUANTISED.exact(setting)
    norm = Fraction({2: 5, 3: 3, 1: 5}[len(v)])
    lost = second = sent = Fraction(0)
    for ups in product((0, 1), repeat=len(v)):
        chance, message = Fraction(1), []
        for x, up in zip(v, ups):
            place = s * abs(x) / norm
            chance *= place % 1 if up else 1 - place % 1
            message.append((1 if x > 0 else -1) * norm * (place // 1 + up) / s)
        lost += chance * sum((x - y) ** 2 for x, y in zip(v, message))
        second += chance * sum(y * y for y in message)
        sent += chance * sum(y != 0 for y in message)
    assert [Fraction(str(x)) for x in (run.lost2, run.second2, run.sent)] == [lost, second, sent]
