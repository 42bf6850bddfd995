"""Scaman et al. 2017, lower bound: what an agent knows reaches the farthest one after D exchanges, and not before.

Setting. Every exchange is a product with a matrix of the graph, so that entry ij of a product of t is what agent i has
of agent j after t exchanges; D is the diameter of the graph. The lower bounds put what one agent alone knows a
distance of D away from another: a round of communication that helps takes D exchanges, whatever the method.

Statement. For t < D some entry of every product of t matrices is 0 (`needed`, for W(t) that change as well). One W
with self-weights is enough: for t >= D no entry of W^t is below its least positive entry to the power t (`enough`).

Idea. Entries move by one link a round; self-weights keep what has arrived.
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from .eigengap import CITED

_NEEDED = """
always P: remote[k] >= 0
  start P by at_b
  carried: V[k, l]*remote[l] >= 0 by weights, P[k == l]
  next P by carried sum l
always Z: remote[k]*off[k] <= 0
  start Z by begins_off
  kept: V[k, l]*remote[l]*off2[k] <= V[k, l]*remote[l]*off[l] by stays_off, P[k == l]
  gone: V[k, l]*remote[l]*off[l] <= 0 by weights, Z[k == l]
  next Z by kept, gone sum l
each: at_a[k]*remote[k] <= remote[k]*off[k] by still_off, P
claim by least_entry, each, Z sum k
"""
_ENOUGH = """
always P: entries[k] >= least**t*near[k]
  start P by begins_near
  carried: V[k, l]*entries[l] >= least**t*V[k, l]*near[l] by weights, P[k == l]
  summed: sum(l, V[k, l]*entries[l]) >= least**t*sum(l, V[k, l]*near[l]) by carried sum l
  reached: least**t*sum(l, V[k, l]*near[l]) >= least**t*least*near2[k] by spreads
  next P by summed, reached
full: entries[k] >= least**t by P, all_near
each: at_i[k]*entries[k] >= at_i[k]*least**t by full, at_i
claim by each, entry_of, one_i times least**t sum k
"""

DIAMETER = Theorem(
    id="scaman2017.diameter",
    title="as many exchanges as the diameter has links",
    place=f"Scaman et al. 2017, the lower bounds, their part on communication, {CITED}; that of Lu and De Sa "
    "2021 is alike",
    statement="no method averages in fewer exchanges than the diameter of its graph has links",
    family=matrices(S=(1, 2, 3), head=(0,), B=(1,)),
    variants=(
        Variant(
            "needed",
            "smallest(t) <= 0",
            statement="fewer than D exchanges leave an entry of 0",
            assume=("t + 1 <= diameter",),
            derivation=_NEEDED,
        ),
        Variant(
            "enough",
            "least**t <= smallest(t)",
            statement="D exchanges with one W that has self-weights leave none",
            assume=("t >= diameter", "own > 0"),
            family=matrices(S=(1,), head=(0,), B=(1,)),
            derivation=_ENOUGH,
        ),
    ),
)
