"""A page a printed proof: its lines with their status, the first false one, and the proof that is repaired."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from mixproof.bounds import PAPERS
from mixproof.bounds.printed import ALL, NOT_TYPED, Examined, Part, examine
from mixproof.bounds.printed.examined import repaired
from mixproof.bounds.proofs.derivation.proving import Line
from mixproof.bounds.proofs.derivation.reading import Told, read
from mixproof.experiments.report.mathml import formula, name
from mixproof.experiments.tables import markdown_table

from .papers import badge, formulas, plain

__all__ = ["pages"]

# colours of verdicts
WORDS = {
    "proved": "PROVED",
    "refuted": "REFUTED",
    "open": "UNDECIDED",
    "follows": "UNDECIDED",
    "unsaid": "VACUOUS",
}
ABOUT = """Each proof is typed as it is printed, in the [language of derivations](../../guides/derivations.md). A
line is *proved* from the facts that are named with it, *refuted* by a setting that meets the statement's assumptions
and that the kernel replays at every build, or *open*, neither; it *follows* where it was shown from lines above it that
are false or open; *unsaid* is what the language cannot say. By command: `mixproof prove ID --printed`."""


def pages() -> dict[str, str]:
    """File name -> text: one page a printed proof, and their list."""
    found = [examine(printed) for printed in ALL]
    texts = {f"{one.printed.theorem}.md": "\n".join(_page(one)) for one in found}
    return texts | {"index.md": _index(found)}


def _index(found: list[Examined]) -> str:
    rows = [
        (f"[{one.printed.place}]({one.printed.theorem}.md)", len(one.printed.parts), plain(one.verdict))
        for one in found
    ]
    table = markdown_table(
        ("proof", "printed lines", "what the kernel finds"), rows, numbers=("printed lines",)
    )
    listed = [one.printed.theorem for one in found]
    rest = [f"- {plain(place)}: {plain(why)}." for place, why in NOT_TYPED.items()]
    lines = ["# The first false line", "", ABOUT, "", table, "", "Not typed:", "", *rest, ""]
    lines += ["```{toctree}", ":hidden:", *listed, "```", ""]
    return "\n".join(lines)


def _page(one: Examined) -> Iterator[str]:
    printed = one.printed
    lets = [told for told in _all(read(printed.text)) if told.kind == "let"]
    first = printed.parts[0].rows.start
    yield from (f"# {printed.place}", "", f"{PAPERS[printed.paper].citation}.", "")
    yield from (f"**{plain(one.verdict[0].upper() + one.verdict[1:])}.**".replace("..", "."), "")
    if one.first_false is not None:
        yield from _first_false(one, one.first_false)
    if printed.note:
        yield from (f"{plain(printed.note)}.", "")
    yield from ("<div class='claim'>", *_lets([told for told in lets if told.number < first]), "</div>", "")
    for part in printed.parts:
        yield from _part(one, part, [told for told in lets if told.number in part.rows])
    yield from _repaired(one)


def _first_false(one: Examined, part: Part) -> Iterator[str]:
    """The first false line, as printed and as it was refuted, with a link to its place in the proof."""
    refuted = next(line for line in one.of(part) if line.status == "refuted")
    yield from (
        "<div class='claim'>",
        f"<p><a href='#first-false-line'>{escape(part.place)}</a>, as printed: ",
    )
    yield f"{escape(part.words)}</p>"
    yield from (*_line(one, refuted), "</div>", "")


def _all(block: list[Told]) -> Iterator[Told]:
    for told in block:
        yield told
        yield from _all(told.block)


def _lets(lets: list[Told]) -> Iterator[str]:
    for told in lets:
        for key, text in told.claims:
            yield f"<p class='where'>let {name(key)} = {formula(text)}</p>"


def _part(one: Examined, part: Part, lets: list[Told]) -> Iterator[str]:
    status = one.status(part)
    mark = " (the first false line)" if part == one.first_false else ""
    if mark:
        yield from ("<a id='first-false-line'></a>", "")
    yield from (f"## {part.place} {badge(WORDS[status], status)}{mark}", "")
    yield from (f"Printed: {plain(part.words)}.", "")
    if part.read:
        yield from (f"Read: {plain(part.read)}.", "")
    if part.unsaid:
        yield from (f"Not said: {plain(part.unsaid)}.", "")
    yield from ("<div class='claim'>", *_lets(lets))
    for line in one.of(part):
        yield from _line(one, line)
    yield from ("</div>", "")


def _line(one: Examined, line: Line) -> Iterator[str]:
    when, colon, claim = line.text.rpartition(": ")
    by = f"by {escape(', '.join(line.by))}" if line.by else ""
    yield f"<p>{badge(WORDS[line.status], line.status)} {when}{colon}{formula(claim)}</p>"
    for text in filter(None, (by, escape(one.why(line)))):
        yield f"<p class='where'>{text}</p>"
    if line.witness:
        setting = escape(json.dumps(line.witness["setting"]))
        yield f"<details><summary>the setting, at t = {line.witness['t']}</summary><code>{setting}</code></details>"


def _repaired(one: Examined) -> Iterator[str]:
    stated, variant, found = repaired(one.printed)
    proved = found is not None and found["proved"]
    word = "PROVED" if proved else "UNDECIDED"
    yield from (f"## Repaired {badge(word)}", "")
    yield from (f"`{stated.id}:{variant.label}`: {plain(variant.statement or stated.statement)}.", "")
    yield from ("<div class='claim'>", *formulas(variant), "</div>", "")
    if proved:
        yield from (
            "Its proof, of which the kernel accepts every line:",
            "",
            "```text",
            variant.derivation.strip(),
            "```",
            "",
        )
