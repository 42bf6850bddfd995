"""DeceFL and DeFed: ||W w - 1 wbar|| <= lambda ||w - 1 wbar||.

Proof: W w - 1 wbar = (W - J)(w - 1 wbar). Read off the consensus problem, whose first round is w(1) = W
w(0), so the claim speaks of t = 0, with any w there.
"""

from ...families.shared import consensus
from ...theorem import Theorem, Variant

_MAIN = """
let u = x - w0
always I: (1 - t)*sq(u) <= 0
  next by t >= 0 with next(u)
alike: sq(u) <= 0 by I, t == 0
moved: sq(next(x) - J(next(x))) == sq(W(x) - J(x))
    by vanishing(u) times 2*eta*(W(x) - J(x)) - eta**2*(u - J(u))
mixed: norm(next(x) - J(next(x))) <= lam*norm(x - J(x)) by root, moved, mixing(x)
claim by mixed
"""

CONTRACTION = Theorem(
    id="decefl.contraction",
    title="mixing contracts the disagreement by lambda",
    place="DeceFL, main text; DeFed and supplement, after the normalisation of W",
    statement="||W w - 1 wbar|| <= lambda ||w - 1 wbar||",
    family=consensus("decefl"),
    rounds=2,
    variants=(Variant("main", "spread(t + 1) <= lam*spread(t)", assume=("t == 0",), derivation=_MAIN),),
)
