"""Lines over the table of the family `noisy-steps`: the variance of sampling, and what grows with the steps."""

# B <= m, the second assumption; B == m leaves no variance.
_SAMPLED = """
few: 1 - q >= 0 by rate, assume2 over m > 0
sampled: var <= (1 - q)*C**2/B by batch, assume1, few, largest >= 0, C > 0 over B > 0
var_low: var >= 0 by batch_sign
one_low: var_one >= 0 by one_sign
mean_low: var_mean >= 0 by averaged_sign
let dev = (1 - q)*C**2/B + noise**2
dev_low: dev >= 0 by few
inside: 1 + 2*sigma**2/B - q >= 0 by few
"""
_GROWN = "grown: ((eta*beta + 1)**t - 1)/beta >= eta*t by bernoulli(eta*beta, t)\nlate: t >= 1\n"
_FULL = "none: (1 - q)*C**2/B == 0 by rate times C**2/(B*m), assume2 times C**2/(B*m)\n"
_CLIENT = """
let g = ((eta*beta + 1)**t - 1)/beta, b = bias_one
mid: eta*sqrt(t**2*b**2 + t*(var_one + noise**2 + central_noise**2)) <= eta*t*(b + {n}) by root, {facts}
led: eta*t*(b + {n}) <= g*(b + {n}) by grown, b >= 0, {n} >= 0
claim by mid, led
"""
_OWN = "own: var_one <= dev - noise**2 by one, sampled\n"

GRADIENT = f"{_SAMPLED}wide: deviation_rms <= sqrt(dev) by root, sampled\nclaim by wide\n"
GRADIENT_OF_ALL = f"{_SAMPLED}{_FULL}wide: deviation_rms <= noise by root, sampled, none\nclaim by wide\n"
APART = f"""{_SAMPLED}{_GROWN}spread: var_mean <= ((1 - q)*C**2/B)/N by averaged, sampled over N > 0
wide: apart_rms(t) <= eta*averaged*sqrt(t) by root, spread
more: (xi + n)*(((eta*beta + 1)**t - 1)/beta - eta*t) >= 0 by grown, xi >= 0, n >= 0
claim by wide, more
"""
_DEVIATION = "square: n**2 == dev + central_noise**2\n" + _CLIENT.format(
    n="n", facts="own, late, b >= 0, n >= 0, dev_low"
)
CLIENT = f"{_SAMPLED}{_GROWN}{_OWN}{_DEVIATION}"
_TWICE = "own: var_one <= 0 by one, sampled, none\n" + _CLIENT.format(
    n="2*noise", facts="own, late, b >= 0, noise > 0"
)
CLIENT_OF_ALL = f"{_SAMPLED}{_GROWN}{_FULL}{_TWICE}"
CLIENT_SHARP = f"""{_SAMPLED}{_GROWN}{_OWN}let g = ((eta*beta + 1)**t - 1)/beta, b = bias_one
let c = (eta*beta + 1)**2, p = (eta*beta + 1)**(2*t)
always powers: p >= 1 + t*(c - 1)
  next powers by powers, c > 0
many: (p - 1)/(c - 1) >= t by powers over c - 1 > 0
mid: eta*sqrt(t**2*b**2 + t*(var_one + noise**2 + central_noise**2)) <= eta*(t*b + n*sqrt((p - 1)/(c - 1)))
  by root, own, many, late, b >= 0, n >= 0
led: eta*t*b <= g*b by grown, b >= 0
claim by mid, led
"""
