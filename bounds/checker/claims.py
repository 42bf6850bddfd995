"""Check the proof of a claim at given constants: left(t) <= right(t) for gossip descent, for a list of rounds.

left and right are of one degree in the run, and right is not negative, so the claim at round t is: right(t) <= 1
implies left(t) <= 1. left may be read at t + 1, right at rounds up to t. The record has the claim's formulas and
constants, and for each round worst cases (see `gram`) whose conditions together contain every run with right(t) <= 1.
Here the formula is read again: as the largest of several sums, of squares q A or of norms sqrt(q A), A a quantity of
the run per client. The smallest F_k^*, where it is subtracted, is read as the mean of them, which is not smaller. A
sum of squares <= 1 is a condition as it stands. Of norms, sqrt(a) + sqrt(b) <= 1 says that b is at most the convex
function (1 - sqrt(a))^2 of a in [0, 1]. Where sqrt(a) lies in the piece [m - h, m + h] of [0, 1], b is at most the
chord of that function between the ends of the piece, that is a/m + b/(1 - m) <= 1 + h^2/(m (1 - m)). There are n equal
pieces. A sum of more norms implies that of its squares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from . import gram
from .claim_sizes import Size, read
from .gram_run import fraction
from .psd import Matrix, NotACertificate, need, positive, readable

__all__ = ["KIND", "NAMES", "NotACertificate", "check"]

KIND = "claim"
LEFT = re.compile(r"(?:(error|spread|distance)(2?)|(gap))\(t( \+ 1)?\)")
PIECES, CASES = 64, 4096  # limits, so that no file keeps the checker busy
NONNEGATIVE = "minima_min >= 0"  # the only assumption that a proof may need beside those on constants
UPDATES = {False: "mix(x) - eta*grad(x)", True: "mix(x) - eta*share(grad(x))"}
NAMES = {"L", "mu", "lam", "lam_n", "K", "m", "delta", "Gamma", "eta"}


def cells(right: Size, power: int, K: Fraction | None, pieces: int) -> list[list[dict[str, Fraction]]]:
    """For each piece of s the conditions, sum of coefficient times quantity <= 1, that right <= 1 implies there."""
    cut = sum(right.root and len(one) == 2 for one in right.sums)
    need(pieces**cut <= CASES, "there are too many pieces to check")
    choices: list[list[dict[str, Fraction]]] = []
    for one in right.sums:
        terms: list[tuple[str, Fraction]] = []
        for (name, p), q in one.items():
            need(p == power or K is not None, "the right side changes with K, and no matrix is given")
            terms.append((name, q * (K or Fraction(1)) ** (p - power)))
        if right.root and len(terms) == 2:
            choices.append([])
            for i in range(pieces):
                m, h = Fraction(2 * i + 1, 2 * pieces), Fraction(1, 2 * pieces)
                chord = 1 + h * h / (m * (1 - m))
                (one_name, a), (other_name, b) = terms
                choices[-1].append({one_name: a / (m * chord), other_name: b / ((1 - m) * chord)})
        else:
            summed: dict[str, Fraction] = {}  # one quantity may stand with several powers of K
            for name, q in terms:
                summed[name] = summed.get(name, Fraction(0)) + q
            choices.append([summed])
    return [list(choice) for choice in product(*choices)]


def implied(
    terms: Mapping[str, Fraction], rounds: int, nonnegative: bool = False
) -> list[dict[str, Fraction]]:
    """Conditions as the terms of a worst case: chi2 bounds the squared gradients of all rounds, F_k(w*) is 0.

    nonnegative: whether no F_k^* is negative.
    """
    plain = {name: q for name, q in terms.items() if name not in ("chi2", "Fstar", "minima", "least") and q}
    gap, least = terms.get("Fstar", Fraction(0)), terms.get("least", Fraction(0))
    need(least <= 0, "the smallest minimum is added: it is only known to be at most the mean of them")
    more = gap + terms.get("minima", Fraction(0)) + least  # of the mean of the F_k^*, beside the gaps
    need(
        more == 0 or (nonnegative and more > 0), "the right side changes when numbers are added to the losses"
    )
    plain |= {"eps_star": gap} if gap else {}
    need(all(q >= 0 for q in plain.values()), "the right side may be negative")
    if "chi2" not in terms:
        return [plain]
    need(terms["chi2"] >= 0, "a bound on the gradients is subtracted")
    return [{**plain, f"gradients2({s})": terms["chi2"]} for s in range(rounds)]


def check(record: Any) -> dict[str, Any]:
    """{proved, what, reason, checked, limits}; raises NotACertificate for what is no proof of a claim."""
    need(type(record) is dict and record.get("kind") == KIND, f"not a record of kind {KIND}")
    with readable("the proof"):
        assume = record.get("assume", [])
        need(type(assume) is list, "assumptions are no list")
        reasons = [reason for entry in record["rounds"] for reason in against(record, entry)]
        need(record["rounds"], "it speaks of no round")
        rounds = ", ".join(str(entry["t"]) for entry in record["rounds"])
        constants = ", ".join(f"{name}={value}" for name, value in record["values"].items())
        where = "".join(f"; {name} = {text}" for name, text in record["where"].items())
        where += f"; {NONNEGATIVE}" * (NONNEGATIVE in assume)
        what = (
            f"{record['left']} <= {record['right']}{where}; at rounds {rounds}, {constants}; {said(record)}"
        )
    return {
        "proved": not reasons,
        "what": f"{record['id']}:{record['variant']}: {what}",
        "reason": "; ".join(reasons),
        "checked": {
            "left": record["left"],
            "relation": "<=",
            "right": record["right"],
            "where": record["where"],
        }
        | ({"assume": record["assume"]} if "assume" in record else {}),
        "limits": {
            "constants": record["values"],
            "rounds": [entry["t"] for entry in record["rounds"]],
            "runs": said(record, by_name=True),
        },
    }


def extremes(W: list[list[Fraction]], lam: Fraction, lam_n: Fraction) -> bool:
    """Whether off the vector of ones lam_n is W's smallest eigenvalue, and lam the largest modulus."""
    K = len(W)
    J = Fraction(1, K)

    def shifted(sign: int, by: Fraction) -> Matrix:  # sign (W - J) + by (I - J) + J
        return [[sign * (W[i][j] - J) + by * ((i == j) - J) + J for j in range(K)] for i in range(K)]

    if any(W[i][j] != W[j][i] for i in range(K) for j in range(K)):
        return False
    least, above, below = shifted(1, -lam_n), shifted(-1, lam), shifted(1, lam)
    attained = not positive(above, strictly=True) or not positive(below, strictly=True)
    inside = positive(least) and positive(above) and positive(below)
    return inside and attained and not positive(least, strictly=True)


def said(record: Mapping[str, Any], by_name: bool = False) -> str:
    """The class, for people; by_name: with lam_n and lam for the ends of a spectrum, where they are its ends."""
    network = record["network"]
    if "spectrum" in network:
        K = f"K={network['clients']}" if "clients" in network else "every K"
        W = "W, another one every round," if network.get("changing") else "W"
        low, high = network["spectrum"]
        values = record["values"]
        if by_name and fraction(values["lam"], "lam") == fraction(high, "spectrum"):  # low is lam_n, always
            low, high = "lam_n", "lam"
        nets = f"{K}, every symmetric {W} with W1 = 1 and its other eigenvalues in [{low}, {high}]"
    else:
        nets = f"the given W of {len(network['matrix'])} clients"
    samples = ["equal samples"] if record["scaled"] else []
    start = ["a common start"] if record["common"] else []
    return ", ".join([nets, "mu-strongly convex and L-smooth losses", "full gradients", *samples, *start])


def follows(terms: Mapping[str, Fraction], known: Mapping[str, Fraction]) -> bool:
    """Whether a sum <= 1 follows from another: no coefficient is negative or larger, as no quantity is negative."""
    positive_sum = all(q >= 0 for q in known.values())
    return terms == known or (positive_sum and all(0 <= q <= known.get(name, 0) for name, q in terms.items()))


def short(q: Fraction, bits: int | None) -> Fraction:
    """q, or the next number below it of so many bits: what follows from the condition has no larger coefficient."""
    if bits is None or q <= 0:
        return q
    unit = Fraction(2) ** (q.numerator.bit_length() - q.denominator.bit_length() - bits)
    return q // unit * unit


def untold(
    record: Mapping[str, Any],
    allowed: list[dict[str, Fraction]],
    objective: str,
    rounds: int,
    step: Mapping[str, Fraction],
    bits: Any,
) -> dict[str, Any]:
    """What the claim says of a worst case, for the fields that the record leaves out.

    bits: to how many the coefficients of its conditions are rounded down; None: not at all.
    """
    need(bits is None or (type(bits) is int and 0 < bits < 100), "bits are no small number")
    conditions: list[dict[str, Any]] = []
    for terms in allowed:
        told = {"terms": {name: str(short(q, bits)) for name, q in terms.items()}, "bound": "1"}
        conditions += [told] * (told not in conditions)
    update = {"start": {}, "let": {}, "next": {"x": UPDATES[record["scaled"]]}, "scales": {}}
    return {
        "kind": gram.KIND,
        "algorithm": update,
        "mu": record["values"]["mu"],
        "L": record["values"]["L"],
        "step": {name: str(value) for name, value in step.items()},
        "rounds": rounds,
        "network": record["network"],
        "common": record["common"],
        "conditions": conditions,
        "objective": {objective: "1"},
    }


def against(record: Mapping[str, Any], entry: Mapping[str, Any]) -> list[str]:
    """What keeps the worst cases of one round from proving the claim there."""
    t, pieces, cases = entry["t"], entry["pieces"], entry["certificates"]
    need(
        type(t) is int and 0 <= t < 200 and type(pieces) is int and 0 < pieces <= PIECES,
        "a round is not known",
    )
    match = LEFT.fullmatch(record["left"])
    need(match is not None, "the left side is not known")
    assert match is not None
    metric, root = (match[3], False) if match[3] else (match[1] + "2", not match[2])
    read_at = t + 1 if match[4] else t
    values = {name: fraction(told, name) for name, told in record["values"].items()}
    need(set(values) <= NAMES, f"values are of {', '.join(sorted(NAMES))}")
    network, scaled, common = record["network"], record["scaled"], record["common"]
    clients = len(network["matrix"]) if "matrix" in network else network.get("clients")
    need(clients is None or (type(clients) is int and clients > 0), "clients are no number of them")
    K = None if clients is None else Fraction(clients)
    need(K is None or values.get("K", K) == K, "K is not that of the network")
    need(
        not scaled or (K is not None and values["m"] % K == 0),
        "with shares of the data, m is a multiple of K",
    )
    if "spectrum" in network:
        low, high = (fraction(end, "spectrum") for end in network["spectrum"])
        need(
            values["lam"] == max(abs(low), abs(high)) and values["lam_n"] == low,
            "lam and lam_n are not the spectrum's",
        )
    else:
        W = [[fraction(w, "W") for w in row] for row in network["matrix"]]
        need(
            extremes(W, values["lam"], values["lam_n"]),
            "lam and lam_n are not those of W, or W is not symmetric",
        )
    # the gradients of gstar are as the steps scale them: by m_k/m = 1/K
    driven = {("gstar2", -1 if scaled else 1): Fraction(1)}
    numbers: dict[str, Any] = {
        "K": Size([{("", 1): Fraction(1)}], False),
        "gstar": Size([driven], True),
        "gstar2": Size([driven], False),
        "sigma2": Fraction(0),
        "noise2": lambda s: Fraction(0),
        "step": lambda s: values["eta"] if "eta" in values else values["delta"] / (s + values["Gamma"]),
        **values,
        "t": Fraction(t),
    }
    need(not set(record["where"]) & set(numbers), "a definition has the name of a constant")
    right = read(record["right"], record["where"], numbers)
    need(isinstance(right, Size) and right.root == root, "left and right are not of one degree")
    rounds, nonnegative = max(read_at, 1), NONNEGATIVE in record.get("assume", [])
    covered = cells(right, 1 if metric in ("spread2", "distance2") else 0, K, pieces)
    need(len(cases) == len(covered), f"round {t} does not have a worst case for each piece")
    step = {name: values[name] for name in (("eta",) if "eta" in values else ("delta", "Gamma"))}
    reasons = []
    for conditions, given in zip(covered, cases):
        allowed = [told for terms in conditions for told in implied(terms, rounds, nonnegative)]
        case = {**untold(record, allowed, f"{metric}({read_at})", rounds, step, entry.get("bits")), **given}
        for condition in case["conditions"]:
            terms = {name: fraction(c, name) for name, c in condition["terms"].items()}
            if (
                not any(follows(terms, known) for known in allowed)
                or fraction(condition["bound"], "bound") < 1
            ):
                reasons.append(f"round {t}: a condition does not follow from right <= 1")
        declared = case["algorithm"]
        same = declared["next"] == {"x": UPDATES[scaled]} and not declared["let"] and case["rounds"] == rounds
        same = same and case["network"] == network and (common is True or case["common"] is False)
        same = same and {name: fraction(x, name) for name, x in case["step"].items()} == step
        same = same and [fraction(case[name], name) for name in ("mu", "L")] == [values["mu"], values["L"]]
        same = same and case["objective"] == {f"{metric}({read_at})": "1"}
        same = same and fraction(case["value"], "value") <= 1
        reasons += [] if same else [f"round {t}: a worst case is of another run, or greater than 1"]
        result = gram.check(case)
        reasons += [] if result["proved"] else [f"round {t}: {result['reason']}"]
    return reasons
