"""Constants of Nedic and Ozdaglar 2009, and the lines that all their bounds rest on.

m = K clients; eta there is `least` here, the smallest positive weight, and self-weights are positive; B0 = (m - 1)
B. Judged here for B = 1: every W(t) is symmetric, doubly stochastic and connected. Let x = least^B0.

Idea. 1 - lambda >= 8 least/m^2 >= x: no connected graph has a smaller gap than the path, and powers of two outgrow
squares. So one round of mixing shrinks distances to the mean by more than the printed (1 - x)^(1/B0).
"""

CONNECTED = ("B == 1", "connected == 1", "own > 0")
B0 = "(K - 1)*B"
C1 = "1 + K/(1 - (1 - least**B0)**(1/B0))*(1 + 1/least**B0)/(1 - least**B0)"
CITED = "as commonly cited; the paper itself could not be read"
GAP = """
half: 2*least <= 1 by least_half
m: B0 == K - 1 by B == 1 times K - 1
let c = least**B0
small: c > 0
parabola: 2*least**3 >= c*(2*least**2 + 2*(K - 2)*least*(1 - least) + (K - 2)*(K - 3)*(1 - least)**2)
  by power_parabola(least, 1, B0 - 1), m times c*(2*least*(1 - least) + (K + B0 - 4)*(1 - least)**2)
whole: (K - 2)*(K - 3) >= 0 by cases K <= 2, K >= 3
  case
    (K - 2)*(K - 3) >= 0 by case
  case
    (K - 2)*(K - 3) >= 0 by case
larger: c*(K - 2)*(K - 3)*(1 - 2*least) >= 0 by whole, half, small
large: c*(K - 2)*least*(1 - 2*least) >= 0 by half, small
cubes: 2*least**3 >= c*least**2*(K**2 - 3*K + 4) by parabola, large, larger
outgrow: 8*least >= K**2*c by cubes, small with K - 2, least*(K - 2), least over least > 0, least > 0
below: c <= least by shorter_power(least, 1, B0)
rest: 1 - c > 0 by below, half
"""
# C_1 is at least m/x
LARGE = """
concave: (1 - c)**(1/B0) <= 1 - c/B0 by concave_power(-c, 1/B0)
open: 1 - (1 - c)**(1/B0) > 0 by concave
most: 1 - (1 - c)**(1/B0) <= 1 by (1 - c)**(1/B0) >= 0
let Q = 1/(1 - (1 - c)**(1/B0)), r = 1/(1 - c)
inverse: Q >= 1 by most
bigger: Q*r >= Q by Q > 0
up: K*(1 + 1/c) > 0 by small
once: K*(1 + 1/c)*Q*r >= K*(1 + 1/c)*Q by bigger, up
twice: K*(1 + 1/c)*Q >= K*(1 + 1/c) by inverse, up
room: K + 1 >= 0 by K > 0
printed: C1 >= K/c by once, twice, room
"""
# y, the distances to the mean, is never longer than R
NEAR_MEAN = f"""{GAP}{LARGE}
let y = x - J(x), R = sqrt(K)*K**2*eta*G/(8*least), g = grad(x) - J(grad(x)), y0 = w0 - J(w0)
wide: K**2*(1 - lam) >= 8*least by spectral_gap
pulled: sq(g) <= K*G**2 by slopes(x) with J(grad(x))
pull: norm(g) <= sqrt(K)*G by root, pulled
stay: lam*R + eta*sqrt(K)*G <= R by wide
mixed: norm(W(x) - J(x)) <= lam*norm(y) by root, mixing(x)
begin: norm(y0) <= sqrt(K)*far(y0) by root, blocks(y0), block_sign(y0)
starts: sqrt(K)*eta*G <= R by wide
always near: norm(y) <= R
  start near by begin, farthest(0) <= eta*G, starts
  next near by near, mixed, pull, stay, triangle(W(x) - J(x), -eta*g)
"""
