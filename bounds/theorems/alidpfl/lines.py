"""Lines that derivations over the table of the family `local-steps` share: d = w - v, k what drives them apart."""

# Kind of noise -> what it adds to k; the facts that bound its length, and that it is not negative; the last term's
# constant and what a step adds to the average, with facts that bound it.
_KICKS = {
    "none": ("", "", "", "{off}", "0", ""),
    "path": (
        " + z - zv",
        ", {size}_triangle(grad(y) - J(grad(u)), z - zv), {size}_triangle(z, -zv), {size}_even(zv), {size}_mean(zv)",
        " by {size}_sign(z), norm(zv) >= 0",
        "xi",
        "noise",
        ", mass_triangle(J(grad(y) - grad(u)), J(z) - zv), mass_triangle(J(z), -zv), mass_even(zv), mass_mean(zv),"
        " mass_mean(z), mass_jensen(z)",
    ),
    "shared": (
        " + z - J(z)",
        ", {size}_triangle(grad(y) - J(grad(u)), z - J(z))",
        " by {size}_sign(z - J(z))",
        "{off}",
        "0",
        "",
    ),
}
_AWAY = """
let b = 1 + eta*beta, d = w - v, k = grad(y) - J(grad(u)){kick}, off = {off}
some: off >= 0{sign}{of}
moved: {size}(next(w) - next(v)) <= (1 - restart)*{size}(d) + eta*{size}(k)
  by {size}_triangle((1 - restart)*d, -eta*k), {size}_kept(d), {size}_even(eta*k), {size}_step(k)
pulled: {size}(k) <= (1 - restart)*steepest*{size}(d) + off
  by {size}_triangle(grad(y) - grad(u), grad(u) - J(grad(u))), {size}_lipschitz(y, u), {size}_kept(d),
  {size}_heterogeneity(u){facts}{of}
step: {size}(next(w) - next(v)) <= (1 - restart)*b*{size}(d) + eta*off
  by moved, pulled, assume1, {size}_sign(d), restart <= 1, eta > 0
always near: {size}(d) <= off*(b**since - 1)/beta
  start near by {size}_zero(w)
  after: {size}(next(w) - next(v)) <= off*(b**next(since) - 1)/beta by cases restart <= 0, restart >= 1
    case
      never: restart*since <= 0 by case, since_low
      power: b**since <= b**((1 - restart)*since) by longer_power(b, since, (1 - restart)*since)
      whole: {size}(next(w) - next(v)) <= b*{size}(d) + eta*off by step, restart >= 0, {size}_sign(d), b > 0
      grown: b*{size}(d) + eta*off <= off*(b*b**since - 1)/beta by near, b > 0
      shown: {size}(next(w) - next(v)) <= off*(b**next(since) - 1)/beta by whole, grown, power, b > 0, some
    case
      power: b**((1 - restart)*since) >= 1 by longer_power(b, 0, (1 - restart)*since)
      shown: {size}(next(w) - next(v)) <= off*(b**next(since) - 1)/beta
        by step, power, some, case, {size}_sign(d), restart <= 1
  next near by after
"""
# How far the average is: h(x), with the last term eta*steady*x.
_MEAN = """
let a = J(w) - v, steady = {steady}, jolt = {jolt}
slid: mass(next(a)) <= (1 - restart)*mass(a) + eta*mass(J(k))
  by mass_triangle((1 - restart)*a, -eta*J(k)), mass_kept(a), mass_even(eta*J(k)), mass_step(J(k))
calm: mass(J(grad(y) - grad(u))) <= (1 - restart)*beta*mass(d)
  by mass_mean(grad(y) - grad(u)), mass_jensen(grad(y) - grad(u)), mass_lipschitz(y, u), mass_kept(d), assume1,
  mass_sign(d), restart <= 1
met: mass(J(k)) <= (1 - restart)*beta*mass(d) + jolt by calm{jolted}
drift: mass(next(a)) <= (1 - restart)*(mass(a) + eta*beta*mass(d)) + eta*jolt by slid, met, eta > 0
bent: eta*beta*mass(d) <= eta*off*(b**since - 1) by near
always side: mass(a) <= off*(b**since - 1)/beta - eta*steady*since
  start side by mass_zero(w)
  after: mass(next(a)) <= off*(b**next(since) - 1)/beta - eta*steady*next(since) by cases restart <= 0, restart >= 1
    case
      never: restart*since <= 0 by case, since_low
      power: b**since <= b**((1 - restart)*since) by longer_power(b, since, (1 - restart)*since)
      whole: mass(next(a)) <= mass(a) + eta*beta*mass(d) + eta*jolt
        by drift, restart >= 0, mass_sign(a), mass_sign(d), eta*beta > 0
      grown: mass(next(a)) <= off*(b*b**since - 1)/beta - eta*steady*(since + 1) by whole, side, bent
      shown: mass(next(a)) <= off*(b**next(since) - 1)/beta - eta*steady*next(since)
        by grown, power, b > 0, some, never, restart >= 0, since_low, eta > 0
    case
      power: b**((1 - restart)*since) >= 1 by longer_power(b, 0, (1 - restart)*since)
      gone: (1 - restart)*(mass(a) + eta*beta*mass(d)) <= 0 by case, mass_sign(a), mass_sign(d), eta*beta > 0
      left: (1 - restart)*since <= 0 by case, since_low
      shown: mass(next(a)) <= off*(b**next(since) - 1)/beta - eta*steady*next(since)
        by drift, gone, power, b > 0, some, left, eta > 0
  next side by after
close: norm(a) <= off*(b**since - 1)/beta - eta*steady*since by side, mass_mean(a)
"""


# Of the losses, which are C-Lipschitz.
LOSSES = """
wide: abs(F(J(w)) - F(v)) <= C*norm(a)
  by cases abs(F(J(w)) - F(v)) == F(J(w)) - F(v), abs(F(J(w)) - F(v)) == F(v) - F(J(w))
  case
    shown: abs(F(J(w)) - F(v)) <= C*norm(a) by case, steady(w, v)
  case
    shown: abs(F(J(w)) - F(v)) <= C*norm(a) by case, steady(v, w)
claim by wide, close, C > 0
"""


def away(size: str, off: str, noise: str = "none") -> str:
    """`near`: size(d) <= off ((1 + eta beta)^x - 1)/beta, by shares (mass) or at one client (one)."""
    kick, facts, sign, *_ = (part.format(size=size, off=off) for part in _KICKS[noise])
    of = ", noise_of_one" if noise == "path" and size == "one" else ""
    return _AWAY.format(size=size, off=off, kick=kick, facts=facts, sign=sign, of=of if sign else "")


def average(off: str, noise: str = "none") -> str:
    """`close`: how far the averages are from v."""
    *_, steady, jolt, jolted = (part.format(size="mass", off=off) for part in _KICKS[noise])
    return away("mass", off, noise) + _MEAN.format(steady=steady, jolt=jolt, jolted=jolted)
