"""DeceFL, supplement, (56), inside the proof of Theorem 3: the consensus error over one window of B rounds.

E||w(t+1) - 1 wbar(t+1)||^2 <= lambda^2 (1 + B Y) E||w(t+1-B) - 1 wbar(t+1-B)||^2 + eta_{t-B+1}^2 (B + 1/Y) B K
chi^2 with Y = (1/lambda^2 - 1)/(2B). Written here with the window's first round r = t + 1 - B >= 0 for t.

As printed lambda is a maximum over t >= B, so the window that ends at t = B - 1 is not in it: with W(0) = W(1)
= I the display fails at t = 1, where the induction of (57), which starts at t = 0, uses it first. For t >= B it
is true (`from-B`), and with lambda over every window throughout. There W alone takes the difference to the mean from
the window's first round to a, ||a|| <= lambda ||.||; what the gradients add is, in mean square, no longer than B
eta_{t-B+1} chi, as no W of a window expands; and Young's inequality parts the two.

On the way ||(W_B(t) (x) I) w - 1 wbar|| <= rho(W_B(t) - J) ||w - 1 wbar|| is printed. It is true with the
spectral norm for rho, which is Assumption 4's sigma_max, and not with the spectral radius: W_B(t) need not be
symmetric. Where clients 1 and 2 average, then 2 and 3, of three, the norm is 1/2 and the radius 1/4.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import KNOWN_CHI2
from ..two_clients import two_clients
from .windows import ALL, MIXES, RECURSION, over

_RIGHT = "lam**2*(1 + B*Y)*spread2(t) + step(t)**2*(B + 1/Y)*B*K*chi2"
_Y = "(1/lam**2 - 1)/(2*B)"


# Two rounds without mixing, outside every window that the printed lambda looks at.
STANDSTILL = two_clients(
    0,
    0,
    "1/3",
    head=1,
    B=2,
    a=[1, 1],
    c=[0, 0],
    w0=[0, 1],
    o=[0, 0],
    v=[0, 0],
    samples=[1, 1],
    delta=1,
    Gamma=100,
)


DERIVED = """
clients2: (B*eta*chi)**2*(K - 1) >= 0
claim by recursion, clients2, open over Y > 0
"""
LATER = "later: t > 0 by t >= 1\nmixes: sq(a) <= LAM**2*spread2(t) by window_later over t > 0"


def _over(windows: str, label: str, statement: str, *scope: str, proved: bool = True) -> Variant:
    return Variant(
        label,
        f"spread2(t + B) <= {_RIGHT.replace('lam', windows)}",
        statement=statement,
        assume=(f"0 < {windows} < 1", KNOWN_CHI2, *scope),
        where={"Y": _Y.replace("lam", windows)},
        derivation=over(windows, RECURSION, DERIVED, mixes=MIXES if windows == ALL else LATER)
        if proved
        else "",
        severity=None if proved else Severity.MISSING,
        remains=""
        if proved
        else "True from t = B on (`from-B`), and for every t with lambda over all windows (`repaired`)",
        examples=(STANDSTILL,),
    )


SI_EQ_56 = Theorem(
    id="decefl.si-eq-56",
    title="consensus recursion over a window",
    place="DeceFL, supplement, proof of Theorem 3, (56)",
    statement=(
        "E||w(t+1)-1 wbar(t+1)||^2 <= lambda^2(1+BY) E||w(t+1-B)-1 wbar(t+1-B)||^2 + eta_{t-B+1}^2 "
        "(B+1/Y) B K chi^2"
    ),
    family=gossip(scaled=True, turned=False, changing=True),
    rounds=10,
    variants=(
        _over(
            "lam_windows",
            "proof",
            "r >= 0, lambda = max over t >= B, as Assumption 4 prints it",
            proved=False,
        ),
        _over("lam_windows", "from-B", "r >= 1, so t >= B, lambda = max over t >= B", "t >= 1"),
        _over("lam_all_windows", "repaired", "r >= 0, so t >= B - 1, lambda = max over t >= B - 1"),
    ),
)
