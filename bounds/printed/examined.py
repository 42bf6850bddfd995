"""What becomes of a printed proof: each line proved, refuted by a kept setting that the kernel replays, or open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import Table

from ..kept import derived
from ..kernel.derivation import TIMES
from ..kernel.records import decide
from ..kernel.witness import judge
from ..proofs.derivation import Line, Proved, prove
from ..proofs.derivation.reading import Told, read
from ..search.lines import examined, said, told_of
from ..search.replay import labelled, written
from ..theorem import Theorem, Variant
from ..theorems import theorem
from .declared import Part, Printed

__all__ = ["FOLDER", "Examined", "examine", "keep", "kept"]

WIDE = 22  # of the column of places
FOLDER = Path(__file__).parent / "kept"


@dataclass(frozen=True, repr=False)
class Examined(Table):
    """A printed proof and the status of its lines; `lacking`: row of an open line -> the facts it is proved with.

    A line is proved; refuted, by the setting in its `witness`; open; or it follows, from lines above it of which the
    kernel has no proof.
    """

    printed: Printed
    told: Proved
    lacking: Mapping[int, str]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(
            replace(line, status="follows") if i in self.given else line
            for i, line in enumerate(self.told.lines)
        )

    def of(self, part: Part) -> tuple[Line, ...]:
        """The lines of the language that say a printed one."""
        return tuple(line for line in self.lines if line.number in part.rows)

    def status(self, part: Part) -> str:
        """The worst of its lines; `unsaid` where there is none."""
        found = {line.status for line in self.of(part)}
        return next((word for word in ("refuted", "open", "follows", "proved") if word in found), "unsaid")

    def slip(self, part: Part) -> bool:
        """Whether it is false as printed, and proved in the last way in which it is read."""
        found = self.of(part)
        return self.status(part) == "refuted" and bool(part.read) and found[-1].status == "proved"

    @cached_property
    def first_false(self) -> Part | None:
        return next((part for part in self.printed.parts if self.status(part) == "refuted"), None)

    @cached_property
    def needing(self) -> tuple[Part, ...]:
        """The printed lines that are open for the reasons given, and proved with more."""
        open_ = (part for part in self.printed.parts if self.status(part) == "open")
        return tuple(part for part in open_ if all(x.number in self.lacking for x in self._gaps(part)))

    def _gaps(self, part: Part) -> list[Line]:
        return [line for line in self.of(part) if line.status == "open"]

    @property
    def verdict(self) -> str:
        """One sentence: where the proof breaks, what it lacks, or that the kernel accepts it."""
        if self.told.proved:
            unsaid = ", ".join(self._places("unsaid"))
            but = f", but for what is not said in the language: {unsaid}" if unsaid else ""
            return f"accepted as it stands{but}: {self.told.what}"
        if self.first_false is not None:
            slips = [part.place for part in self.printed.parts if self.slip(part)]
            only = len(slips) == len(self._places("refuted")) and not self._places("open")
            names = " and ".join(slips)
            slip = (
                f"; no other line than {names} is false or open, and the reading given there is proved" * only
            )
            return f"the first false line is {self.first_false.place}{slip}"
        missing, open_ = self._places("unsaid"), self._places("open")
        lacks = [part.place for part in self.needing]
        rest = [place for place in open_ if place not in lacks]
        told = [
            f"lines that need a fact that is not given: {', '.join(lacks)}" * bool(lacks),
            f"open: {', '.join(rest)}" * bool(rest),
            f"not said in the language: {', '.join(missing)}" * bool(missing),
        ]
        return "no line is refuted" + "".join(f"; {part}" for part in told if part)

    def _places(self, status: str) -> list[str]:
        return [part.place for part in self.printed.parts if self.status(part) == status]

    def why(self, line: Line) -> str:
        """The remark beside a line's status: why it is false or open, what it lacks, or what it follows from."""
        if line.number in self.lacking and line.status == "open":
            return f"proved with: {self.lacking[line.number]}"
        if line.status == "follows":
            return f"given {', '.join(self.given[self.lines.index(line)])}"
        return line.why

    @cached_property
    def given(self) -> Mapping[int, tuple[str, ...]]:
        """Index of a proved line -> the lines without a proof that it names, or that those do which it names."""
        names = dict(_names(read(self.printed.text), ()))
        rests: dict[str, tuple[str, ...]] = {}
        found: dict[int, tuple[str, ...]] = {}
        for i, line in enumerate(self.told.lines):
            own = names.get(line.number, ())
            used = {word for fact in line.by for word in re.findall(r"[A-Za-z]\w*", fact)} - {*own}
            under = tuple(dict.fromkeys(name for word in sorted(used) for name in rests.get(word, ())))
            if line.status != "proved":
                under = own or (f"row {line.number}",)
            elif under:
                found[i] = under
            for name in own:
                rests[name] = tuple(dict.fromkeys((*rests.get(name, ()), *under)))
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.printed.theorem,
            "variant": self.printed.variant,
            "place": self.printed.place,
            "verdict": self.verdict,
            "first_false": self.first_false and self.first_false.place,
            "repaired": ":".join(self.printed.mended),
            "lines": [
                {
                    "place": part.place,
                    "words": part.words,
                    "status": self.status(part),
                    "read": part.read or None,
                    "unsaid": part.unsaid or None,
                    "lines": [
                        {
                            "text": line.text,
                            "status": line.status,
                            "why": self.why(line),
                            "by": list(line.by),
                            "witness": dict(line.witness) or None,
                        }
                        for line in self.of(part)
                    ],
                }
                for part in self.printed.parts
            ],
        }

    def title(self) -> str:
        return f"{self.printed.theorem}:{self.printed.variant}, the proof of {self.printed.place}: {self.verdict}"

    def header(self) -> list[str]:
        return ["place", "status", "line", "remark"]

    def cells(self) -> list[Sequence[str]]:
        found: list[Sequence[str]] = []
        for part in self.printed.parts:
            found += [(part.place, line.status, line.text, self.why(line)) for line in self.of(part)] or [
                (part.place, "unsaid", part.words, part.unsaid)
            ]
        return found

    def __repr__(self) -> str:
        rows = [f"{self.printed.theorem}:{self.printed.variant}, the proof of {self.printed.place}"]
        wide = min(WIDE, max(len(part.place) for part in self.printed.parts))
        for part in self.printed.parts:
            lines = self.of(part)
            if not lines:
                rows.append(f"{part.place:{wide}}  unsaid   {part.words}\n{'':{wide + 11}}{part.unsaid}")
            for i, line in enumerate(lines):
                rows.append(f"{part.place if i == 0 else '':{wide}}  {line.status:8s} {line.text}")
                if self.why(line):
                    rows.append(f"{'':{wide + 11}}{self.why(line)}")
        return "\n".join([*rows, self.verdict, f"repaired: {':'.join(self.printed.mended)}"])


@dataclass
class Kept:
    """What the package keeps of a printed proof.

    refuted: text of a line -> the setting that refutes it; printed, amended: what was found of each line, as printed
    and with what it lacks
    """

    refuted: dict[str, Any] = field(default_factory=dict)
    printed: dict[str, Any] = field(default_factory=dict)
    amended: dict[str, Any] = field(default_factory=dict)


def _names(block: Sequence[Told], owners: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Row -> the names under which what stands there is known later."""
    for told in block:
        own = (
            tuple(name for name, _ in told.claims)
            if told.kind in TIMES
            else (told.name,)
            if told.name
            else ()
        )
        inside = told.kind in ("start", "next")
        yield told.number, owners if inside or not own else own
        yield from _names(told.block, own or owners)


def kept(printed: Printed) -> Kept:
    file = FOLDER / f"{printed.theorem}.json"
    return Kept(**json.loads(file.read_text())) if file.is_file() else Kept()


def examine(printed: Printed) -> Examined:
    """The lines, one by one: the kernel checks what is kept of each, and what is not kept is found anew.

    Kept settings are replayed by the kernel; none is searched.
    """
    stated, variant = _stated(printed)
    own = kept(printed)
    told = _read(stated, variant, printed.text, own.printed)
    lines = tuple(_replayed(stated, variant, line, own.refuted) for line in told.lines)
    return _with_gaps(printed, replace(told, lines=lines), own)


def keep(printed: Printed) -> Examined:
    """The same with nothing known before, settings searched for lines that are open, and all of it kept."""
    stated, variant = _stated(printed)
    own = Kept()
    told = _read(stated, variant, printed.text, own.printed)
    lines = tuple(_by_thought(printed, stated, variant, line) for line in told.lines)
    told = examined(stated, variant, replace(told, lines=lines))
    own.refuted |= {line.text: dict(line.witness) for line in told.lines if line.status == "refuted"}
    found = _with_gaps(printed, told, own)
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(asdict(own), indent=0, separators=(",", ":"))
    (FOLDER / f"{printed.theorem}.json").write_text(text + "\n")
    return found


def repaired(printed: Printed) -> tuple[Theorem, Variant, dict[str, Any] | None]:
    """The repaired statement, and what the kernel says of its kept derivation."""
    id, label = printed.mended
    stated = theorem(id)
    variant = stated.variant(label)
    return stated, variant, derived(stated, variant)


def _read(stated: Theorem, variant: Variant, text: str, own: dict[str, Any]) -> Proved:
    told = prove(stated, variant, text, own)
    if not told.lines:
        raise InputError("text", stated.id, f"lines of the language of derivations: {told.reason}")
    return told


def _stated(printed: Printed) -> tuple[Theorem, Variant]:
    stated = theorem(printed.theorem)
    return stated, stated.variant(printed.variant)


def _by_thought(printed: Printed, stated: Theorem, variant: Variant, line: Line) -> Line:
    """Refuted where an example of the text breaks it, in the kernel's word."""
    name = printed.text.splitlines()[line.number - 1].partition(":")[0].strip()
    if line.status != "open" or name not in printed.examples or line.spoken is None:
        return line
    setting, t = printed.examples[name]
    for claim in told_of(stated, variant, line.spoken):
        found = judge(claim, dict(setting), t)
        if found.refuted:
            label = {
                "id": f"a line of {stated.id}:{variant.label}",
                "variant": "line",
                "statement": line.text,
            }
            record = labelled(
                label, claim, setting, t, *(written(side) for side in (found.left, found.right))
            )
            return replace(line, status="refuted", why=said(record), witness=record)
    return line


def _replayed(stated: Theorem, variant: Variant, line: Line, records: Mapping[str, Any]) -> Line:
    """Refuted where the kept record speaks of this very line and the kernel confirms it."""
    record = records.get(line.text)
    if line.status != "open" or record is None or line.spoken is None:
        return line
    if record["claim"] not in told_of(stated, variant, line.spoken) or decide(record).word != "REFUTED":
        return line
    return replace(line, status="refuted", why=said(record), witness=record)


def _with_gaps(printed: Printed, told: Proved, own: Kept) -> Examined:
    """Open lines tried again with what the text adds to the printed reasons."""
    if printed.amended == printed.text or all(line.status != "open" for line in told.lines):
        return Examined(printed, told, {})
    rows = printed.text.splitlines()
    more = prove(*_stated(printed), printed.amended, own.amended)
    proved = {(line.number, line.text) for line in more.lines if line.status == "proved"}
    lacking = {}
    for part in printed.parts:
        added = [rows[n - 1].split("#+ ")[1] for n in part.rows if "#+ " in rows[n - 1]]
        facts = "; ".join(row.removeprefix("by ") for row in added if row.startswith("by "))
        shown = sum(":" in row for row in added)
        for line in told.lines:
            if line.status == "open" and line.number in part.rows and (line.number, line.text) in proved:
                lacking[line.number] = facts + (f" ({shown} lines more show them)" if shown else "")
    return Examined(printed, told, lacking)
