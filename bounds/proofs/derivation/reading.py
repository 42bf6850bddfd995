"""The text of a derivation: one statement a line, blocks by indentation.

    let y = x - o, h = grad(x) - grad(o)
    short: eta*(L + mu) <= 1 + lam_n by step_rule, t >= 0
    norm(a*y - eta*h) <= (a - eta*mu)*norm(y) by root, cocoercive(x, o)
    always I: norm(x - o) <= R
      start by R >= distance(0)
      next by triangle(y, z), I
    window I: norm(x - carried) <= (t - first(t))*g
      next by ...
    always I: norm(x - J(x)) <= R by windows
      next by ...
    m >= 0 by cases a >= b, a <= b
      case
        ...
      case
        ...
    claim by I

After `by` facts, or `root`; after `over` what the line is multiplied by; after `with` squares; after `times`
(of a fact that is an equation) its multiplier; after `sum` the indices over which terms may be summed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...kernel.derivation import TIMES
from ...kernel.text import Refused, need

_PARTS = re.compile(r"\b(by|over|with|sum)\b(?!\()")
_LABEL = re.compile(r" *([A-Za-z][A-Za-z0-9_]*) *: *(.*)", re.S)


@dataclass
class Told:
    """One line: what it is, its own name, its claim and what it names."""

    kind: str  # line, let, always, window, windows, start, next, cases, case, claim
    number: int
    name: str = ""
    claim: str = ""
    by: list[str] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    squares: list[str] = field(default_factory=list)
    indices: list[str] = field(default_factory=list)
    root: bool = False
    block: list[Told] = field(default_factory=list)
    claims: list[tuple[str, str]] = field(default_factory=list)


def read(text: str) -> list[Told]:
    """The statements of a text. Raises Refused, naming the line, for what is none."""
    lines: list[tuple[int, int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        body = raw.split("#")[0].rstrip()
        if not body.strip():
            continue
        indent = len(body) - len(body.lstrip())
        hangs = (
            lines and body.lstrip().startswith(("by ", "over ", "with ", "and ")) and indent > lines[-1][1]
        )
        if hangs or (lines and lines[-1][2].endswith((",", "+", "-", "*", "<=", ">=", "==", " by", " and"))):
            lines[-1] = (lines[-1][0], lines[-1][1], f"{lines[-1][2]} {body.strip()}")
        else:
            lines.append((number, indent, body.strip()))
    found, rest = _block(lines, lines[0][1] if lines else 0)
    need(not rest, "line {}: its indentation fits no block", rest[0][0] if rest else 0)
    return found


def _block(lines: list[tuple[int, int, str]], indent: int) -> tuple[list[Told], list[tuple[int, int, str]]]:
    found: list[Told] = []
    while lines and lines[0][1] >= indent:
        number, own, body = lines[0]
        if own > indent:
            need(
                found and found[-1].kind in (*TIMES, "cases", "case"),
                "line {}: it is indented under no block",
                number,
            )
            found[-1].block, lines = _block(lines, own)
            continue
        try:
            found.append(_statement(number, body))
        except Refused as error:
            raise Refused(f"line {number}: {error}") from None
        lines = lines[1:]
    return found, lines


def split(text: str, at: str = ",") -> list[str]:
    """The parts between commas that stand in no bracket."""
    parts, depth, last = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == at and depth == 0:
            parts.append(text[last:i].strip())
            last = i + 1
    parts.append(text[last:].strip())
    return [part for part in parts if part]


def _statement(number: int, body: str) -> Told:
    word = body.split()[0].rstrip(":")
    if word == "let":
        claims = []
        for part in split(body[3:]):
            name, sign, meaning = part.partition("=")
            need(sign and meaning.strip(), "let is followed by name = formula, ...: {}", part)
            claims.append((name.strip(), meaning.strip()))
        return Told("let", number, claims=claims)
    if word == "state":
        found = re.fullmatch(r"state +(\w+) *: *start +(.*), *next +(.*)", body)
        need(found, "a state is written `state s: start FORMULA, next FORMULA`")
        assert found is not None
        return Told("state", number, found[1], claims=[("start", found[2]), ("next", found[3])])
    if word == "case":
        return Told("case", number)
    pieces = _PARTS.split(body)
    head, clauses = pieces[0].strip(), dict(zip(pieces[1::2], pieces[2::2]))
    told = Told("line", number)
    told.by, told.over, told.squares = (split(clauses.get(name, "")) for name in ("by", "over", "with"))
    told.indices = clauses.get("sum", "").split()
    if "root" in told.by:
        told.by.remove("root")
        told.root = True
    if word in ("always", "window"):
        told.kind = "windows" if told.by == ["windows"] else word
        for part in re.split(r"\band\b", head[len(word) :]):
            label = _LABEL.fullmatch(part)
            need(label, "{} is followed by name: claim", word)
            assert label is not None
            told.claims.append((label[1], label[2].strip()))
        return told
    if word in ("start", "next") and re.fullmatch(r"(start|next)( +\w+)?", head):
        told.kind, told.name = word, head[len(word) :].strip()
        return told
    if re.fullmatch(r"claim( +[\w.-]+)?", head):
        told.kind, told.name = "claim", head[5:].strip()
        return told
    label = _LABEL.fullmatch(head)
    told.name, told.claim = (label[1], label[2].strip()) if label else ("", head)
    need(told.claim, "a line has no claim")
    if told.by and told.by[0].startswith("cases "):
        told.kind, told.by[0] = "cases", told.by[0][6:].strip()
    return told
