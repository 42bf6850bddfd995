"""Lines on projections of weights: a device's new row q is nearest, and no feasible weights get farther in a sweep.

q = max(0, y - h), h >= 0 the least height at which sum q <= l. If h > 0 and sum q < l, then at a height that is less by
(l - sum q)/(2 K) the sum is still below l; so h (l - sum q) = 0, and <y - q, w - q> = h (sum w - sum q) -
<q - y + h, w> is at most 0 for every w >= 0 with sum w <= l.
"""

from __future__ import annotations

from textwrap import indent

__all__ = ["SWEPT", "nearest", "tight"]

_TIGHT = """
let D{e} = {room} - sum(j, q{e}[j]), gap{e} = h{e} - lower{e}
left{e}: D{e} >= 0 by within{e}
half{e}: lower{e} >= h{e} - D{e}/(2*K)
down{e}: gap{e} >= 0 by cases lower{e} == h{e} - D{e}/(2*K), lower{e} == 0
  case
    gap{e} >= 0 by case, left{e} over K > 0
  case
    gap{e} >= 0 by case, height{e}
fits{e}: y{e}[j] - lower{e} <= q{e}[j] + gap{e} by above{e}
small{e}: p{e}[j] <= q{e}[j] + gap{e} by lower_set{e}, up_low{e}, up_high{e}, fits{e}, sign{e}, down{e}
most{e}: sum(j, p{e}[j]) <= {room} - D{e}/2 by small{e}, half{e} sum j
none{e}: gap{e}*D{e} <= 0 by most{e}, least{e}, down{e}
tight{e}: h{e}*D{e} <= 0 by cases lower{e} == h{e} - D{e}/(2*K), lower{e} == 0
  case
    square{e}: D{e}**2 <= 0 by none{e}, case times D{e}
    zero{e}: D{e} <= 0 by root, square{e}
  case
    h{e}*D{e} <= 0 by none{e}, case times D{e}
"""
_OBTUSE = """
obtuse{e}: sum(j, (y{e}[j] - q{e}[j])*(w{e}[j] - q{e}[j])) <= 0
  by above{e}, other{e}, set{e} times q{e}[j] - y{e}[j] + h{e}, whole{e} times (y{e}[j] - h{e})**2, height{e},
  other_within{e}, tight{e} sum j
"""


def tight(end: str, room: str) -> str:
    """Lines that h (room - sum q) <= 0."""
    return _TIGHT.format(e=end, room=room)


def nearest(end: str) -> str:
    """Lines that <y - q, w - q> <= 0, where no row is above 1."""
    return tight(end, "1") + _OBTUSE.format(e=end)


SWEPT = f"""
always I: sq(z - other) <= sq(moved - other)
{indent(nearest("_row"), "  ")}
  next I by I, row, obtuse_row with off
"""
