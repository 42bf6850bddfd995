"""Lines over windows of B rounds that derivations of (56), (57), SI Theorem 3 share; LAM stands for lam_all_windows.

GROWS is what gradients, all of which is h, add in a window; RECURSION is (56) with its constants in lambda alone.
SHORTENS says how much (57)'s bound falls over a window, from the condition on Gamma; WINDOW is one window of (57), for
a number BOUND that is at least zeta and at least MOST, (t + Gamma)^2 E||w - 1 wbar||^2. DECAYS is (57) at every round.
"""

ALL = "lam_all_windows"
MIXES = "mixes: sq(a) <= LAM**2*spread2(t) by window"
GROWS = """
let h = grad(x) + n, d = x - J(x) - carried + J(first(x)), chi = sqrt(chi2)
open: 1 - LAM**2 > 0 by LAM < 1
small: norm(h - J(h)) <= chi by root, bounded with J(h)
window D: norm(d) <= (t - first(t))*first(eta)*chi
  slower: eta <= first(eta) by first(t) <= t
  mixed: norm(W(d)) <= norm(d) by root, shorter(d)
  pulled: norm(eta*(h - J(h))) <= first(eta)*chi by root, small, slower
  next by triangle(W(d), -eta*(h - J(h))), mixed, pulled, D
"""
RECURSION = f"""{GROWS}\
let e = ahead(d), a = ahead(carried) - J(x)
added: sq(e) <= (B*eta*chi)**2 by D, B*eta*chi >= 0, norm(e) >= 0
parted: 2*LAM**2*(1 - LAM**2)*sq(a + e) <= (1 - LAM**2)*(1 + LAM**2)*sq(a) + 2*LAM**2*(1 + LAM**2)*sq(e)
    with (1 - LAM**2)*a - 2*LAM**2*e
MIXES
recursion: 2*(1 - LAM**2)*sq(a + e) <= (1 - LAM**2)*(1 + LAM**2)*spread2(t) + 2*(1 + LAM**2)*(B*eta*chi)**2
    by parted, mixes, added, open, 1 + LAM**2 >= 0 over LAM**2 > 0
"""
SHORTENS = """
let G = Gamma + 1, r = sqrt(2*(1 + LAM**2))
begun: spread2(0) >= 0 with start(x - J(x))
beyond: G*(1 - LAM**2) > B*(2 + r) by Gamma > B*(2 + r)/(1 - LAM**2) - 1, open
half: 2*(G - B) > G*r by beyond over 2 + r > 0
more: G - B > 0 by half
more2: (G - B)**2 > 0 by more
wide: 2*(G - B)**2 > G**2*(1 + LAM**2) by half, G*r >= 0
room: (2*(G - B)**2 - G**2*(1 + LAM**2))*(1 - LAM**2) > 0 by wide, open
enough: zeta*(2*(G - B)**2 - G**2*(1 + LAM**2))*(1 - LAM**2) >= 2*G**2*(1 + LAM**2)*delta**2*B**2*K*chi2
    by G**2*(1 + LAM**2) > 0
several: delta**2*B**2*(K - 1)*chi2*(1 + LAM**2) >= 0
later: (T + B)*(G - B) <= T*G by B >= 1, t >= 0, B >= 0
sign: (T + B)*(G - B) >= 0 by more, T + B >= 0
later2: (T + B)**2*(G - B)**2 <= T**2*G**2 by later, sign
wider: (1 - LAM**2)*(1 + LAM**2) > 0 by open
square: spread2(t + B) >= 0 with ahead(x) - J(ahead(x))
"""
WINDOW = """
one: 2*(1 - LAM**2)*T**2*spread2(t + B) <= (1 - LAM**2)*(1 + LAM**2)*BOUND + 2*(1 + LAM**2)*delta**2*B**2*K*chi2
    by recursion, MOST, T**2 > 0, several, wider
two: BOUND*(2*(G - B)**2 - G**2*(1 + LAM**2))*(1 - LAM**2) >= 2*G**2*(1 + LAM**2)*delta**2*B**2*K*chi2
    by enough, BOUND >= zeta, room
three: G**2*T**2*spread2(t + B) <= (G - B)**2*BOUND by one, G**2 > 0, two over 2*(1 - LAM**2) > 0
four: (T + B)**2*spread2(t + B) <= BOUND by three, later2, square over more2
"""
_INSIDE = (
    WINDOW.replace("BOUND >= zeta, ", "")
    .replace("BOUND", "zeta")
    .replace("MOST", "now")
    .replace("\n", "\n  ")
)
DECAYS = f"""
let y = x - J(x), c = sqrt(spread2(0)), q = delta/Gamma*sqrt(K*chi2), z = sqrt(zeta)
pull: norm(eta*(h - J(h))) <= q by root, small, K >= 2
always S: norm(y) <= c + t*q
  mixed: norm(W(y)) <= norm(y) by root, shorter(y)
  next by triangle(W(y), -eta*(h - J(h))), mixed, pull, S
top: (Gamma + B - 1)*(c + (B - 1)*q) <= z by root, zeta >= (Gamma + B - 1)**2*(c + (B - 1)*q)**2
always I: T*norm(y) <= z by windows
  start by top, S, t <= B - 1
  now: T**2*spread2(t) <= zeta by I, T*norm(y) >= 0{_INSIDE}
  five: (T + B)*norm(ahead(y)) <= z by root, four
  next by five
decays: T**2*spread2(t) <= zeta by I, T*norm(y) >= 0
"""


def over(windows: str, *lines: str, mixes: str = MIXES) -> str:
    """The lines of a derivation, for the constant of that name."""
    return "".join(lines).replace("MIXES", mixes).replace("LAM", windows)
