"""Claims typed in LaTeX: what is read, what is refused, and that nothing is read as something else."""

from __future__ import annotations

import json
import random
import re

import pytest

import mixproof as mx
from mixproof.bounds import Family
from mixproof.bounds.theorems import ALL
from mixproof.experiments.cli.main import main
from mixproof.experiments.report.latex import formula

EXACT = mx.families.gossip(fixed=True, noisy=False)
NOISY = mx.families.gossip()
DECLARED = mx.families.declared("DGD")


@pytest.mark.parametrize(
    ("family", "typed", "read"),
    [
        (EXACT, r"\sum_{k=1}^K \|x_k(t+1) - \bar x(t+1)\|^2 \le \lambda^2 L", "spread2(t + 1) <= lam**2*L"),
        (EXACT, r"\frac{1}{K}\sum_i \|w_i^{(t)} - \bar w^{(t)}\|^2 \leq 1", "1/K*spread2(t) <= 1"),
        (DECLARED, r"\max_k \|x_k^t - \bar x^t\| \le \frac{\eta\sqrt{2L}}{\mu}", "farthest(t) <= eta*sqrt(2*L)/mu"),
        (EXACT, r"\left\|\bar{x}_{t} - x^\star\right\|^2 \leq (1-\mu/L)^t K", "error2(t) <= (1 - mu/L)**t*K"),
        (NOISY, r"\mathbb{E}\left[\|\bar x_t - x^*\|^2\right] \le \eta_t \sigma^2", "error2(t) <= step(t)*sigma2"),
        (EXACT, r"F(\bar x(t)) - F^* \le \sum_{s=0}^{t-1} \lambda^{t-s} L", "gap(t) <= sum(s < t, lam**(t - s)*L)"),
        (EXACT, r"\sum_k (F(x_k(t)) - F(x^*)) \le \mu\left(1 - \frac12\right)", "K*F_of_clients(t) <= mu*(1 - 1/2)"),
        (EXACT, r"\|\mathbf{x}(t) - \bar{\mathbf x}(t)\| < \sqrt[3]{L}.", "spread(t) < L**(1/3)"),
        (DECLARED, r"\|\mathbf{x}(t+1) - \mathbf x(t)\|^2 = 2\,\mathrm{spread}^2(t)", "moved2(t) == 2*spread2(t)"),
        (EXACT, r"e^{-\mu t} \ge \max\{\lambda, |\lambda_n|\} \log(2)", "exp(-mu*t) >= max(lam, abs(lam_n))*log(2)"),
    ],
)  # fmt: skip
def test_what_theorems_print_is_read(family: Family, typed: str, read: str) -> None:
    found = mx.from_latex(typed, family)
    assert found.text == read
    mx.claim(found.text, family=family)
    assert mx.from_latex(found.latex, family).text == read  # the echo says the same
    assert str(found).startswith(f"read as {read}\nthat is ")


@pytest.mark.parametrize(
    ("family", "typed", "said"),
    [
        (DECLARED, r"\|x_k(t) - \bar x(t)\|^2 \le 1", r"no range; it may be \\sum_k, spread2.* or \\max_k, farthest2"),
        (EXACT, r"\|x_t - x^*\|^2 \le 1", r"x has no client; it may be \\mathbf\{x\}, of all or \\bar x or x_k"),
        (NOISY, r"\|\bar x_t - x^*\|^2 \le 1", r"is random here.*it may be \\mathbb\{E\}"),
        (NOISY, r"\mathbb{E}[\|\bar x_t - x^*\|] \le 1", "names are of mean squares"),
        (NOISY, r"\mathbb{E}[(\|\bar x_t - x^*\|^2)^2] \le 1", "of an expectation there stands one"),
        (NOISY, r"\mathbb{E}[\|\bar x_t - x^*\|^2 \|\bar x_t - x^*\|^2] \le 1", "of an expectation there stands one"),
        (EXACT, r"\|\bar{\mathbf x}(t) - \mathbf x^*\|^2 \le 1", "no name of family gossip is  means-star"),
        (EXACT, r"\eta/2L \le 1", r"it may be \\frac\{a\}\{b\} c or \\frac\{a\}\{b c\}"),
        (EXACT, r"\lambda(t+1) \le 1", r"it may be lam \\cdot \(t \+ 1\) or lam, a constant"),
        (EXACT, r"\|x_k^2\| \le 1", r"of round 2 or a square"),
        (EXACT, r"\lambda_2 \le 1", r"no lambda_2; did you mean lam"),
        (EXACT, r"\sum_{k=1}^n \|x_k(t) - x^*\|^2 \le 1", "no n; did you mean K"),
        (EXACT, r"\sum_k \eta \|x_k(t) - x^*\|^2 \le 1", "no factor with it"),
        (EXACT, r"2 F(\bar x(t)) - F^* \le 1", r"models stand in norms, or in \(F"),
        (EXACT, r"1 - F(\bar x(t)) - F^* \le 1", r"models stand in norms, or in \(F"),
        (EXACT, r"F(\bar x(t)) - F^* L \le 1", "a summand by itself"),
        (EXACT, r"\|\bar x(t+1) - x_k(t)\| \le 1", "two rounds in one norm"),
        (EXACT, r"\|\bar x - x^*\| \le 1", "at which round"),
        (EXACT, r"\lambda \in (0, 1)", r"write a range as 0 < \\lambda < 1"),
        (EXACT, r"\mathcal{O}(1/t) \ge 1", "hides a constant"),
        (EXACT, r"\lambda^t", "no comparison"),
        (EXACT, r"\frac{1}{2 \le \lambda", "stands where }|is out of place"),
    ],
)  # fmt: skip
def test_what_may_be_read_in_two_ways_is_refused_with_the_readings(
    family: Family, typed: str, said: str
) -> None:
    with pytest.raises(mx.InputError, match=said):
        mx.from_latex(typed, family)


@pytest.mark.parametrize("part", range(4))
def test_what_the_library_writes_is_read_as_it_was_or_refused(part: int) -> None:
    texts = {(v.compared, s.family.name): (s, v) for s in ALL for v in s.variants}
    chosen = random.Random(part).sample(sorted(texts), 25)
    read = 0
    for text, family in chosen:
        stated, variant = texts[text, family]
        try:
            found = mx.from_latex(formula(text), stated.family, variant.where)
        except mx.InputError:
            continue
        assert found.latex == formula(text)
        read += 1
    assert read >= 12


PIECES = r"""
\frac{1}{2} \frac \sqrt{ } { ( ) \left( \right) [ ] \| || | ^ _ + - * / \cdot \le = < , . 2 12 t s k x w \bar
\mathbf{x} x_k(t) \bar{x}(t+1) x^* \lambda \eta \mu L K F F^* \nabla f \mathbb{E}[ \sum_{s=0}^{t-1} \sum_k \max_k
\sum_{ \min e^ \exp( \mathrm{gap}(t) \mathrm{ \text{ \alpha \infty \in & $ \\ # é λ ≤ \left
"""
TYPED = (
    r"\sum_{k=1}^K \|x_k(t+1) - \bar x(t+1)\|^2 \le \lambda^2 \left(1 - \frac{1}{2L}\right)^t",
    r"F(\bar x(t)) - F^* \le \frac{1}{t}\sum_{s=0}^{t-1} \|\nabla F(\bar x(s))\|^2 + \max\{\eta, |\lambda_n|\}",
)


def test_any_text_is_read_or_refused_in_one_sentence() -> None:
    drawn, pieces = random.Random(0), PIECES.split()
    texts = [" ".join(drawn.choices(pieces, k=drawn.randint(1, 12))) for _ in range(250)]
    for _ in range(250):
        text = drawn.choice(TYPED)
        for _ in range(drawn.randint(1, 3)):
            at = drawn.randrange(len(text))
            text = text[:at] + drawn.choice(["", drawn.choice(pieces), text[at] * 2]) + text[at + 1 :]
        texts.append(text)
    texts += [
        "(" * 200 + "1",
        r"\frac" * 500,
        "{" * 2000,
        "9" * 2000 + r" \le 1",
        "^" * 50,
        "",
        r"\sqrt[" * 300,
    ]
    read = 0
    for text in texts:
        try:
            found = mx.from_latex(text, EXACT)
            read += mx.from_latex(found.latex, EXACT).text == found.text
        except mx.InputError as error:
            assert re.search(r"\w", str(error)) and "\n" not in str(error).replace(text, "")
    assert read >= 8  # of which some change nothing but spaces


def test_the_command_shows_both_notations(capsys: pytest.CaptureFixture[str]) -> None:
    typed = r"\|\bar x(t) - x^*\|^2 \le (1 - \eta\mu)^t"
    assert main(["names", "gossip:fixed,no-noisy", "--latex", typed, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (
        found["text"] == "error2(t) <= (1 - eta*mu)**t"
        and {"error2", "eta", "mu"} == found["meanings"].keys()
    )
