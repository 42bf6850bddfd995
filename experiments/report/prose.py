"""Docstrings and sentences as HTML, with the ASCII mathematics of the sources in usual symbols."""

from __future__ import annotations

import re
from html import escape

from .symbols import GREEK

__all__ = ["paragraphs", "prose"]

LETTERS = {
    **GREEK,
    **{"Sigma": "Σ", "Phi": "Φ", "grad": "∇", "sqrt": "√"},
    **{"wbar": "w̄", "xbar": "x̄", "zbar": "z̄", "W_hat": "Ŵ", "Wtilde": "W̃"},
}
WORDS = re.compile(
    rf"(?<![\w.])(?<!\w-)({'|'.join(sorted(LETTERS, key=len, reverse=True))})(?![A-Za-z-]|\.\w)"
)
SIGNS = (
    *(("sum_", "Σ_"), ("<=>", "⇔"), ("<=", "≤"), (">=", "≥"), ("!=", "≠")),
    *((" -> ", " → "), ("||", "‖"), (" (x) ", " ⊗ ")),
)
LEAD = re.compile(
    r"(?:Setting|Statement|Variants|Why|Repair|Idea|(?:The printed )?[Pp]roof)\b[^.:]{0,60}[.:](?=\s)"
)
GROUP = re.compile(r"-?\d+\.\d+|-?[A-Za-z0-9]+|[Ͱ-Ͽ]|\*")


def paragraphs(text: str) -> str:
    """A docstring: paragraphs with their first words in bold, indented displays on lines of their own."""
    shown = []
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        if all(line.startswith(" ") or not line for line in lines):
            shown.append("<p class='display'>" + "<br>".join(prose(line.strip()) for line in lines) + "</p>")
            continue
        joined = " ".join(line.strip() for line in lines)
        lead = LEAD.match(joined)
        bold = f"<b>{prose(lead[0])}</b>" if lead else ""
        shown.append(f"<p>{bold}{prose(joined[lead.end() :] if lead else joined)}</p>")
    return "".join(shown)


def prose(text: str) -> str:
    """A sentence, escaped: Greek letters, relations, indices and powers set; `code` between backticks left alone.

    >>> prose("||w_k(t)||^2 <= zeta/(t + Gamma), see `eq-5`")
    '‖w<sub>k</sub>(t)‖<sup>2</sup> ≤ ζ/(t + Γ), see <code>eq-5</code>'
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a lone backtick means nothing
        return _signs(text)
    return "".join(f"<code>{escape(part)}</code>" if i % 2 else _signs(part) for i, part in enumerate(parts))


def _signs(text: str) -> str:
    text = WORDS.sub(lambda found: LETTERS[found[0]], text)
    for plain, sign in SIGNS:
        text = text.replace(plain, sign)
    return _scripts(re.sub(r"(?<=[A-Za-zζφ])~(?=[_\s,;:)/^(=]|$)", "\u0303", text))


def _scripts(text: str) -> str:
    """The text escaped, with every `_index` and `^power` raised or lowered."""
    shown, at = "", 0
    while at < len(text):
        sign, before = text[at], text[at - 1] if at else " "
        group = _group(text, at + 1) if sign in "_^" and not before.isspace() else ""
        if group and (sign == "^" or before.isalnum() or before in ")]*̃̄̂"):
            tag = "sup" if sign == "^" else "sub"
            inside = group[1:-1] if group[0] == "{" else group
            shown += f"<{tag}>{_scripts(inside)}</{tag}>"
            at += 1 + len(group)
        else:
            shown += escape(sign)
            at += 1
    return shown


def _group(text: str, at: int) -> str:
    """What an index or power at this place holds: a word, a star, or everything in one pair of brackets."""
    if text[at : at + 1] in ("{", "("):
        depth = 0
        for end in range(at, len(text)):
            depth += (text[end] in "{(") - (text[end] in "})")
            if depth == 0:
                return text[at : end + 1]
        return ""
    found = GROUP.match(text, at)
    return found[0] if found else ""
