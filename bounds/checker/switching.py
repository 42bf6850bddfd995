"""Divergence under matrices that change, checked: `check(record)`, standard library only, in exact fractions.

K clients F_k = l_k x^2/2 in one dimension, mu <= l_k <= L, and a cycle of symmetric W, W 1 = 1, ||W - J|| <= lam. The
states move by one matrix a round, from w* = 0; if the product over the cycle has an eigenvalue of modulus at least
rate^n, then from some start (balanced states balanced) they grow as rate^t. With rate > 1 no V decreases along every
sequence of such W: the method has no rate there.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .psd import Matrix, need, number, numbers, positive
from .rate_record import listed
from .rates import characteristic, inside, times
from .tracer import Form, Round, at, balance, declaration, degree, trace

__all__ = ["check"]

CLIENTS, CYCLE = 6, 8


def check(record: Any) -> dict[str, Any]:
    """{"proved", "what", "reason"} of a witness. Raises NotACertificate for what is none."""
    need(isinstance(record, dict) and record.get("kind") == "switching-witness", "no witness of divergence")
    algorithm = declaration(record.get("algorithm"))
    mu, L, lam, eta, rate = (number(key, record.get(key)) for key in ("mu", "L", "lam", "eta", "rate"))
    curvatures = numbers("curvatures", record.get("curvatures"))
    K = len(curvatures)
    need(2 <= K <= CLIENTS, f"2 to {CLIENTS} clients")
    Ws = [
        [numbers("matrices", row) for row in listed("matrices", W)]
        for W in listed("matrices", record.get("matrices"))
    ]
    need(1 <= len(Ws) <= CYCLE and all([len(r) for r in W] == [K] * K for W in Ws), "matrices of K rows each")
    signs = "nonnegative" if all(w >= 0 for W in Ws for row in W for w in row) else "signed"
    what = (
        f"{algorithm['name']}, eta={eta}: {K} quadratic clients with curvatures in [{mu}, {L}] and {len(Ws)} {signs} "
        f"symmetric W in turn, ||W - J|| <= {lam}, grow as {float(rate):.9g}^t"
    )
    why = ""
    if not (0 < mu <= L and eta > 0 and rate > 0 and lam >= 0) or not all(mu <= l <= L for l in curvatures):
        why = "a constant is out of its range"
    elif not all(_mixes(W, lam) for W in Ws):
        why = "a matrix is not symmetric with W 1 = 1 and ||W - J|| <= lam"
    else:
        made = trace(algorithm, norm=False)
        balance(algorithm, made)
        product = _motion(algorithm, made, eta, Ws[0], curvatures)
        for W in Ws[1:]:
            product = times(_motion(algorithm, made, eta, W, curvatures), product)
        if inside(characteristic(product), rate ** len(Ws)):
            why = "every eigenvalue is smaller"
    return {"proved": not why, "what": what, "reason": why}


def _mixes(W: Matrix, lam: Fraction) -> bool:
    """lam^2 - (W - J)^2 >= 0 for a symmetric W with W 1 = 1."""
    K = len(W)
    if any(sum(row) != 1 for row in W) or any(W[i][j] != W[j][i] for i in range(K) for j in range(i)):
        return False
    A = [[w - Fraction(1, K) for w in row] for row in W]
    square = times(A, A)
    return positive([[lam**2 * int(i == j) - square[i][j] for j in range(K)] for i in range(K)])


def _motion(
    algorithm: dict[str, Any], made: Round, eta: Fraction, W: Matrix, curvatures: list[Fraction]
) -> Matrix:
    """What a round does to all states of all clients; of a balanced one the last client's is minus the others'."""
    K = len(W)
    kept = {s: K - 1 if s in algorithm["balanced"] else K for s in algorithm["next"]}
    width, place, rows = sum(kept.values()), 0, {}
    for s, n in kept.items():
        unit = [[Fraction(int(j == place + i)) for j in range(width)] for i in range(n)]
        rows[s] = unit if n == K else [*unit, [-sum(column, Fraction(0)) for column in zip(*unit)]]
        place += n
    J = [[Fraction(1, K)] * K for _ in range(K)]
    powers = [[[Fraction(int(i == j)) - Fraction(1, K) for j in range(K)] for i in range(K)]]
    most = max([degree(y[0], 2) for y, _ in made.calls] + [degree(f[0], 2) for f in made.next.values()])
    for _ in range(most):
        powers.append(times(W, powers[-1]))  # W^j (I - J)

    def value(pair: tuple[Form, Form]) -> Matrix:
        total = [[Fraction(0)] * width for _ in range(K)]
        for j, power in enumerate([*powers, J]):
            form = pair[1] if j == len(powers) else {key: v for key, v in pair[0].items() if key[2] == j}
            for name, factor in at(form, eta, Fraction(1)).items():
                if name != "h":  # zero: every client has its minimum at 0
                    moved = times(power, rows[name])
                    total = [[a + factor * b for a, b in zip(x, y)] for x, y in zip(total, moved)]
        return total

    for i, (y, _) in enumerate(made.calls):
        rows[f"grad {i + 1}"] = [[l * v for v in row] for l, row in zip(curvatures, value(y))]
    return [row for s, n in kept.items() for row in value(made.next[s])[:n]]
