"""Lines that derivations of Choco-Gossip share: y what the models differ by, u what the copies lack."""

OPENED = """
let y = x - J(x), u = x - h, a = (1 - gamma)*y + gamma*W(y), b = gamma*(u - W(u)), c = u + b, p = gamma*(W(y) - y)
let g = gamma*delta, r = gamma**2*beta**2
wide: delta > 0 by lam < 1
narrow: delta <= 1 by lam >= 0
rise: beta >= 0 by lam_n <= lam, lam <= 1
high: beta <= 2 by lam_n_low, lam <= 1
ends: dot(u, u - W(u)) <= beta*sq(u) by smallest(u)
"""
# (1), over what divides it: a is what mixing leaves of y, b what the copies' lack adds.
SPREAD = """
gd: g > 0 by wide
room: 1 - g >= 0 by whole, narrow, gamma > 0, wide
lean: dot(y, W(y)) <= lam*sq(y) by largest(y)
square: sq(W(y)) <= lam**2*sq(y) by mixing(y)
near: sq(a) <= (1 - g)**2*sq(y) by lean, square, whole, gamma > 0
still: sq(u - W(u)) <= beta*dot(u, u - W(u)) by spectrum(u)
off: sq(u - W(u)) <= beta**2*sq(u) by still, ends, rise
flat: sq(b - J(b)) <= r*sq(u) by off
split: g*sq(a + b - J(b)) <= g*(1 + g/2)*sq(a) + (g + 2)*sq(b - J(b)) with g/2*a - (b - J(b))
kept_a: g*(1 + g/2)*sq(a) <= g*(1 + g/2)*(1 - g)**2*sq(y) by near, gd
comes: (g + 2)*sq(b - J(b)) <= (g + 2)*r*sq(u) by flat, gd
moved_g: g*spread2(t + 1) <= g*sq(a + b - J(b)) by gd
"""
# (2): c is u and what mixing makes of it, p what y adds.
UNSENT = """
grow: sq(c) <= (1 + gamma*beta)**2*sq(u) by ends, spectrum(u), rise
still_y: sq(y - W(y)) <= beta*dot(y, y - W(y)) by spectrum(y)
ends_y: dot(y, y - W(y)) <= beta*sq(y) by smallest(y)
off_y: sq(p) <= r*sq(y) by still_y, ends_y, rise
lost: unsent2(t + 1) <= (1 - omega)*sq(c + p) by kept(next(x) - h)
split_u: omega*sq(c + p) <= omega*(1 + omega/2)*sq(c) + (omega + 2)*sq(p) with omega/2*c - p
left: 1 - omega >= 0 by omega_high
lost_o: omega*unsent2(t + 1) <= (1 - omega)*(omega*(1 + omega/2)*sq(c) + (omega + 2)*sq(p)) by lost, split_u, left
"""
_SLOW = """
D_delta: D >= 8*delta by wide, omega_high with beta
D_beta: D >= 4*beta**2 by wide, omega_high with beta, delta
D_pos: D > 0 by D_delta, wide
slow: gamma*D <= delta*omega by assume2 over D > 0
short: 8*gamma <= 1 by slow, D_delta, omega_high, gamma > 0, wide over delta > 0
whole: gamma <= 1 by short
"""
_SUM = """
drop: (1 + g/2)*(1 - g)**2 <= 1 - g by room, gd
stays: g*(1 + g/2)*(1 - g)**2*sq(y) <= g*(1 - g)*sq(y) by drop, gd with y
spread: g*spread2(t + 1) <= g*(1 - g)*sq(y) + (g + 2)*r*sq(u) by moved_g, split, kept_a, stays, comes
faster: (1 + gamma*beta)**2 <= 1 + 8*gamma by high, short, rise, gamma > 0
grown: sq(c) <= (1 + 8*gamma)*sq(u) by grow, faster with u
two: (1 - omega)*(omega + 2) <= 2
part_c: omega*(1 - omega)*(1 + omega/2)*sq(c) <= omega*(1 - omega/2)*sq(c) with c
part_u: omega*(1 - omega/2)*sq(c) <= omega*(1 - omega/2)*(1 + 8*gamma)*sq(u) by grown, omega_high
part_p: (1 - omega)*(omega + 2)*sq(p) <= 2*sq(p) by two with p
unsent: omega*unsent2(t + 1) <= omega*(1 - omega/2)*(1 + 8*gamma)*sq(u) + 2*r*sq(y)
  by lost_o, part_c, part_u, part_p, off_y
of_y: 4*r <= omega*g by slow, D_beta, gamma > 0
of_u: 2*(g + 2)*gamma*beta**2 + gamma*(16*delta - 8*delta*omega + delta**2) <= delta*omega
  by slow, whole, gamma > 0, wide with beta
of_u2: (g + 2)*r + g*(1 - omega/2)*(1 + 8*gamma) <= g*(1 - g/2) by of_u, gamma > 0
sum_y: omega*g*(1 - g)*sq(y) + 2*g*r*sq(y) <= g*omega*(1 - g/2)*sq(y) by of_y, gd with y
sum_u: omega*(g + 2)*r*sq(u) + g*omega*(1 - omega/2)*(1 + 8*gamma)*sq(u) <= g*omega*(1 - g/2)*sq(u)
  by of_u2, omega_low with u
first_o: omega*g*spread2(t + 1) <= omega*g*(1 - g)*sq(y) + omega*(g + 2)*r*sq(u) by spread, omega_low
second_g: g*omega*unsent2(t + 1) <= g*omega*(1 - omega/2)*(1 + 8*gamma)*sq(u) + 2*g*r*sq(y) by unsent, gd
both: g*omega*(spread2(t + 1) + unsent2(t + 1)) <= g*omega*(1 - g/2)*(sq(y) + sq(u)) by first_o, second_g, sum_y, sum_u
go: g*omega > 0 by gd, omega_low
half: 1 - g/2 >= 0 by room, gd
step: spread2(t + 1) + unsent2(t + 1) <= (1 - g/2)*(spread2(t) + unsent2(t)) by both over go
"""
_ANY_STEP = """
always rate: spread2(t) + unsent2(t) <= (1 - g/2)**t*(spread2(0) + unsent2(0))
  next rate by step, rate, half
claim by rate
"""
_STEP = """
D_high: D <= 41 by narrow, high, rise, wide, omega_low
long: 41*gamma >= {steps} by exact, D_high, gamma > 0
slower: g/2 >= {fall} by long, wide
all: spread2(t) + unsent2(t) >= 0 with y, u
later: spread2(t + 1) + unsent2(t + 1) <= (1 - {fall})*(spread2(t) + unsent2(t)) by step, slower, all
most: 1 - {fall} >= 0 by slower, half, narrow, omega_high, wide, omega_low
always rate: spread2(t) + unsent2(t) <= (1 - {fall})**t*(spread2(0) + unsent2(0))
  next rate by later, rate, most
claim by rate
"""

# Lengths in the place of squares: nothing is split, so no weights of a splitting are paid for.
BY_LENGTHS = f"""{OPENED}
let rest = sqrt(1 - omega), top = 4*beta**2 + 2*delta*beta*rest + delta**2
positive: beta > 0 by wide
large: top > 0 by positive, wide
unit: rest <= 1 by root, omega > 0
whole: gamma <= 1
{SPREAD}
mixed: norm(a) <= (1 - g)*norm(y) by root, near, room
pushed: norm(b - J(b)) <= gamma*beta*norm(u) by root, flat, rise, gamma > 0
models: norm(next(x) - J(next(x))) <= (1 - g)*norm(y) + gamma*beta*norm(u) by triangle(a, b - J(b)), mixed, pushed
{UNSENT}
own: norm(c) <= (1 + gamma*beta)*norm(u) by root, grow, rise, gamma > 0
other: norm(p) <= gamma*beta*norm(y) by root, off_y, rise, gamma > 0
whole_move: norm(c + p) <= (1 + gamma*beta)*norm(u) + gamma*beta*norm(y) by triangle(c, p), own, other
copies: norm(next(x) - next(h)) <= rest*norm(c + p) by root, lost
kept: rest*norm(c + p) <= rest*((1 + gamma*beta)*norm(u) + gamma*beta*norm(y)) by whole_move, rest >= 0
of_y: delta*rest*gamma*beta <= delta*gamma*beta by unit, rise, gd
part_y: delta*rest*gamma*beta*norm(y) <= delta*gamma*beta*norm(y) by of_y, norm(y) >= 0
of_u: (2*gamma*beta**2 + delta*rest*(1 + gamma*beta))*norm(u) <= delta*(1 - g/2)*norm(u) by norm(u) >= 0
weighed: 2*beta*norm(next(x) - J(next(x))) <= 2*beta*((1 - g)*norm(y) + gamma*beta*norm(u)) by models, rise
second: delta*norm(next(x) - next(h)) <= delta*rest*((1 + gamma*beta)*norm(u) + gamma*beta*norm(y))
  by copies, kept, wide
fall: next(2*beta*norm(y) + delta*norm(u)) <= (1 - g/2)*(2*beta*norm(y) + delta*norm(u))
  by weighed, second, part_y, of_u
less: 1 - g/2 >= 0 by room, gd
always I: 2*beta*norm(y) + delta*norm(u) <= (1 - g/2)**t*start(2*beta*norm(y) + delta*norm(u))
  next by fall, I, less
claim by I over 2*beta > 0
"""


def rate(power: int = 0) -> str:
    """e_t <= (1 - gamma delta/2)^t e_0, or with delta^(1 + power) omega/82 for the step delta^power omega/D."""
    slow = _SLOW
    if power:
        product, facts = {1: ("delta*omega", ""), 2: ("delta**2*omega", ", narrow, wide, omega_low")}[power]
        exact = f"exact: gamma*D == {product} by assume2\nslow: gamma*D <= delta*omega by exact{facts}"
        slow = slow.replace("slow: gamma*D <= delta*omega by assume2 over D > 0", exact)
    end = _STEP.format(steps=product, fall=f"delta**{1 + power}*omega/82") if power else _ANY_STEP
    return f"{OPENED}{slow}{SPREAD}{UNSENT}{_SUM}{end}"
