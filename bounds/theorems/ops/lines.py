"""Lines that derivations of ops share: how small push-sum's weights are, how far models are from their average."""

__all__ = [
    *("DISTANCES", "DOUBLY_STOCHASTIC", "FLOOR", "FORGETS", "LEAST_WEIGHT", "ROOM", "SHRINKS"),
    *("INFLUENCED", "UNROLLED"),
]

# Under (U) of `uniform` every weight is at least n^-(n-1), so that the sum of 1/omega over t rounds is at most n^n t.
FLOOR = """
power: n**n >= 1 by bernoulli(n - 1, n)
lowest: n**n*w[j] >= n by floor
inverse: 1/w[i] <= n**n/n by lowest[j == i]
always count: inverse_weights(t) <= n**n*t
  next by count, inverse sum i
"""
# n^n is less than n C_1 and 1 + n C_2 for the constants that are printed
ROOM = """
whole: n**n*G**2 <= n*C1*G**2 by power, n >= 1
loud: n**n*sigma2 <= (1 + n*C2)*sigma2 by power, n >= 1, sigma2
"""
LEAST_WEIGHT = """
lowest: n**n*w2[j] >= n by next_floor
each: n**n*at_least[j]*w2[j] >= n*at_least[j] by lowest, at_least
all: n**n*smallest_weight(t) >= n by each, at_one sum j
claim row-sums by all, n >= 1
claim omega-uniform by all
"""
# W symmetric, so that all weights are 1: a convolution with ratio lam, as in `lemma_8`
DOUBLY_STOCHASTIC = """
always one: w[j] == 1
  next by weights, one[j == i] times W[i, j] sum i
let Z = mean(k, x[k]), Z2 = mean(k, x2[k]), k[i] = h[i] + e[i] - mean(j, h[j] + e[j])
let D = sum(i, sq(x[i] - Z)), D2 = sum(i, sq(x2[i] - Z2))
kept: 1 - lam > 0 by lam < 1
mixed: D2 <= lam**2*sum(i, sq(x[i] - Z - gamma*k[i])) by mixes
pulled: sum(i, sq(k[i])) <= sum(i, sq(h[i] + e[i])) by n > 0 with mean(i, h[i] + e[i])
young: lam*(1 - lam)*sum(i, sq(x[i] - Z - gamma*k[i])) <= (1 - lam)*D + lam*gamma**2*sum(i, sq(k[i]))
  by n > 0 with lam*gamma*k[i] + (1 - lam)*(x[i] - Z) sum i
round: (1 - lam)*D2 <= lam*(1 - lam)*D + lam**2*gamma**2*sum(i, sq(k[i])) by mixed, kept, lam, young
step: (1 - lam)*D2 <= lam*(1 - lam)*D + lam**2*gamma**2*sum(i, sq(h[i] + e[i])) by round, pulled with lam*gamma
now: deviation(t) == D by one[j == k] times dot(x[k], z - Z) sum k
later: deviation(t + 1) == D2 by next one times dot(x2[j], next(z) - Z2) sum j
always I: (1 - lam)**2*sum(s <= t, deviation(s)) + lam*(1 - lam)*deviation(t) <=
  lam**2*gamma**2*sum(s < t, sum(i, sq(h[i] + e[i])))
  next by I, step, now times lam*(1 - lam), later times 1 - lam, kept
positive: deviation(t + 1) >= 0 by n > 0 with x2[i] - next(z) sum i
both: lam*(1 - lam) >= 0 by kept, lam
last: lam*(1 - lam)*deviation(t + 1) >= 0 by both, positive
claim doubly-stochastic by next I, last over kept, kept
each: sq(h[i] + e[i]) <= G**2 + sigma2 by slopes, noise
always total: sum(s < t, sum(i, sq(h[i] + e[i]))) <= n*t*(G**2 + sigma2)
  next by total, each sum i
late: t > 0 by t >= 1
level: G**2 + sigma2 >= 0 by sigma2
share: deviations(t) <= (gamma*lam/(1 - lam))**2*n*(t + 1)*(G**2 + sigma2) by next total
claim consensus-doubly-stochastic by share, level, t >= 1 over late
"""
# (U): a convolution with ratio 1 - n^-n for far, which bounds sum_i omega_i |x_i - zbar|
DISTANCES = """
power: n**n >= 1 by bernoulli(n - 1, n)
let r = 1 - n**(-n), B = sum(i, norm(h[i] + e[i])), b = 4*gamma*sum(i, norm(h[i] + e[i]))
sign: r >= 0 by power
bulk: B**2 <= n*sum(i, sq(h[i] + e[i])) by n > 0 with norm(h[i] + e[i]) - norm(h[j] + e[j]) sum i j
pushed: b**2 <= 16*gamma**2*n*sum(i, sq(h[i] + e[i])) by bulk with gamma
always F: far >= 0
  next by far2
longer: r*(far + b) + far2 >= 0 by F, sign, far2
squared: far2**2 <= r**2*(far + b)**2 by forgets, longer
young: (1 - r)*r**2*(far + b)**2 <= r*(1 - r)*far**2 + r**2*b**2 by sign with r*b - (1 - r)*far
step: (1 - r)*far2**2 <= r*(1 - r)*far**2 + r**2*16*gamma**2*n*sum(i, sq(h[i] + e[i]))
  by squared, young, pushed with r
always I: (1 - r)**2*sum(s <= t, far**2) + r*(1 - r)*far**2 <= 16*r**2*gamma**2*n*sum(s < t, sum(i, sq(h[i] + e[i])))
  next by I, step
least_weight: n**n*w2[j] >= n by next_floor
twice: n**n*w2[j] + n >= 0 by least_weight
weights2: (n**n*w2[j])**2 >= n**2 by least_weight, twice
each: n**2*sq(x2[j] - next(z)) <= n**n*n**n*sq(w2[j]*(x2[j] - next(z))) by weights2 with x2[j] - next(z)
apart: n**2*deviation(t + 1) <= n**n*n**n*far2**2 by each, next_near with n**n sum j
always K: n**2*sum(s <= t, deviation(s)) <= n**n*n**n*sum(s <= t, far**2)
  next by K, apart
total: (1 - r)**2*sum(s <= t + 1, far**2) <= 16*r**2*gamma**2*n*gradients2(t) by next I
scaled: n**2*(1 - r)**2*deviations(t) <= n**n*n**n*16*r**2*gamma**2*n*gradients2(t) by next K, total
grads: gradients2(t) >= 0
four: 4*n**2 - n >= 0 by n >= 1
moved: r**2*gamma**2*gradients2(t) >= 0 by grads with r*gamma
room: r**2*gamma**2*gradients2(t)*(4*n**2 - n) >= 0 by moved, four
wide: n**n*n**n*16*r**2*gamma**2*gradients2(t)*(4*n**2 - n) >= 0 by room
scaled2: n**2*(1 - r)**2*deviations(t) <= n**n*n**n*64*r**2*gamma**2*n**2*gradients2(t) by scaled, wide
claim by scaled2 over n > 0, n > 0
"""
# (U): two rows of a product of t factors are apart by 4 (1 - n^-n)^t at most, from window to window of N rounds
FORGETS = """
let r = 1 - n**(-n)
whole: n**n >= 1 + n*(n - 1) by bernoulli(n - 1, n)
low_rate: r >= 0
within: N <= n by reach
fewer: n**N <= n**n by longer_power(n, N, n)
full: n**N >= n by longer_power(n, 1, N)
factor: 1 - n*n**(-N) >= 0 by full
kept: r**N >= 1 - N*n**(-n) by bernoulli(-n**(-n), N)
most: N*n**(-n) <= n*n**(-n) by within
lost: n*n**(-n) <= n*n**(-N) by fewer
shrinks: 1 - n*n**(-N) <= r**N by kept, most, lost
always short: tau(P) <= 2
  start short by tau_first
  next short by short, shorter
quarter: 2*(n - 1)*n**(-n) <= 1 by whole with 2*n - 3
always young: r**t >= 1 - t*n**(-n)
  next young by young, low_rate
always I: tau(P) <= 4*r**t by windows
  start I by short, young, t <= N - 1, within, quarter, n**(-n) > 0
  less: (1 - n*n**(-N))*tau(P) <= (1 - n*n**(-N))*4*r**t by I, factor
  rate: (1 - n*n**(-N))*4*r**t <= 4*r**N*r**t by shrinks
  split: 4*r**(t + N) == 4*r**t*r**N by power_sum(r, t, N) times 4
  next I by wide, less, rate, split
always keeps: r**t >= 0
under: r**(t + 1) <= r**t by keeps
"""
# any weights: Dobrushin's coefficient r for how fast the D of all models shrinks, the least weight met for all weights
SHRINKS = """
let D = sum(i, norm(w[i]*(x[i] - mean(k, w[k]*x[k])))), B = sum(i, norm(h[i] + e[i])), r = forgetting
low: r >= 0 by forgetting_low
rest: 1 - r > 0 by forgetting < 1
always lower: least_so_far <= w[j] and sign: least_so_far > 0
  next lower by least_of
  next sign by least_sign
"""
# x_i - zbar is -gamma V_i, V_i what all nodes were sent before times the influences that this has on node i
UNROLLED = """
let V[i] = over_rounds(s, sum(k, influences[s, k, i]*sent[s, k]))
let Z[i] = over_rounds(s, sum(k, passed[s, k, i]*sent[s, k]))
let Z2[i] = over_rounds(s, sum(k, passed2[s, k, i]*sent[s, k]))
always U: sq(w[j]*x[j] + gamma*Z[j]) <= 0 and mass: sum(i, passed[past, node, i]) == before[past]
  each: sq(w[i]*x[i] + gamma*Z[i]) <= 0 by U[j == i]
  next U by models times w2[j]*x2[j] + gamma*Z2[j],
    vanishing(w[i]*x[i] + gamma*Z[i]) times W[i, j]*(w2[j]*x2[j] + gamma*Z2[j]),
    sends times W[i, j]*gamma*(w2[j]*x2[j] + gamma*Z2[j]),
    passes times gamma*dot(sent[past, node], w2[j]*x2[j] + gamma*Z2[j]) sum i past node
  next mass by mass, passes sum j
all: sq(w[l]*x[l] + gamma*Z[l]) <= 0 by U[j == l]
one: sq(w[i]*x[i] + gamma*Z[i]) <= 0 by U[j == i]
apart: sq(x[i] - z + gamma*V[i]) <= 0
  by vanishing(w[i]*x[i] + gamma*Z[i]) times (x[i] - z + gamma*V[i])/w[i],
  vanishing(w[l]*x[l] + gamma*Z[l]) times (x[i] - z + gamma*V[i])/n,
  mass times gamma/n*dot(sent[past, node], x[i] - z + gamma*V[i]) sum l past node
"""
INFLUENCED = f"""{UNROLLED}\
off: deviation(t) == gamma**2*sum(i, sq(V[i])) by vanishing(x[i] - z + gamma*V[i]) times x[i] - z - gamma*V[i] sum i
always A: sum(s < t, deviation(s)) == gamma**2*sum(s < t, sum(i, sq(V[i])))
  next A by A, off
"""
