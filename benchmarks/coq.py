"""Claim: the kept derivations are accepted by Coq too, a second kernel that shares no line with the first.

    python -m benchmarks.coq [--answers FILE [--kept]] [PART_OF_A_NAME ...]

It needs coqc (Debian's coq, 8.16). The prelude, with which every file begins, is read once; then Coq is asked for the
rest of each file, the shortest first, and goes back to the prelude's end. Its answers are kept in FILE, each under a
digest of the very text that was compiled, so that an interrupted run continues and a changed export is compiled again;
with --kept nothing is compiled, and what has no answer yet is counted apart. Printed: versions, counts by paper, what
Coq refuses (each a bug), why others are not exported, and a row for each file: lines beyond the prelude, CPU seconds of
Coq beyond the prelude's.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import tempfile
from collections import Counter, defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from mixproof.bounds.kept import kept
from mixproof.bounds.proofs.coq import Unsupported, export
from mixproof.bounds.proofs.coq.terms import prelude
from mixproof.experiments.tables import table

LIMIT = 900  # seconds that Coq may take for a file
KINDS = ("accepted", "refused", "not compiled", "not exported")


class Toplevel:
    """Coq after the prelude. seconds: of CPU that the prelude took."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            ["coqtop", "-q", "-w", "none"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder.name,
            start_new_session=True,  # with no terminal, for whose sake it would be stopped in the background
        )
        said = self.said(prelude())
        assert said["accepted"], said
        self.seconds = said["seconds"]

    def asked(self, command: str) -> str:
        """What Coq prints until the command after this one is read."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{command}\nPrint nat_ind.\n")
        self.process.stdin.flush()
        lines = []
        while not (line := self.process.stdout.readline()).startswith("Arguments nat_ind"):
            assert line, "Coq has ended"
            lines.append(line)
        return "".join(lines)

    def said(self, text: str) -> dict[str, Any]:
        """{accepted, reason, seconds} of a text that stands after what was read so far."""
        Path(self.folder.name, "text.v").write_text(text, encoding="utf-8")
        told = self.asked(f'Time Timeout {LIMIT} Load "text.v".')
        accepted = "Finished transaction" in told
        (seconds,) = re.findall(r"transaction in \S+ secs \(([0-9.]+)u", told)
        reason = "" if accepted else " ".join(told.partition("Error:")[2].partition("Coq <")[0].split())[:300]
        return {"accepted": accepted, "reason": reason, "seconds": float(seconds)}

    def of(self, text: str) -> dict[str, Any]:
        """The same of a file, after which Coq stands at the prelude's end again."""
        said = self.said(text.removeprefix(prelude()))
        if said["accepted"]:
            self.asked("Back 2.")
        return said


class Answers:
    """What Coq said of texts, kept in a file, a line for each. ask: whether others are compiled."""

    def __init__(self, file: Path | None, ask: bool = True) -> None:
        self.ask, self.coq = ask, None
        lines = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        self.file, self.held = file, {one["text"]: one for one in map(json.loads, lines)}

    def of(self, text: str) -> dict[str, Any] | None:
        """{accepted, reason, seconds}; None where there is no answer and Coq is not asked."""
        key = sha256(text.encode()).hexdigest()
        if key not in self.held and self.ask:
            self.coq = self.coq or Toplevel()
            self.held[key] = {"text": key, **self.coq.of(text)}
            if self.file:
                with self.file.open("a", encoding="utf-8") as out:
                    print(json.dumps(self.held[key]), file=out)
        return self.held.get(key)


def version() -> str:
    """Coq's, and that of the compiler that built it."""
    said = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True).stdout
    return " ".join(said.split())


def main(parts: list[str], answers: Answers) -> None:
    papers: dict[str, Counter[str]] = defaultdict(Counter)
    refused, reasons, rows = [], defaultdict[str, list[str]](list), []
    texts = []
    for stated, variant in kept():
        name = f"{stated.id}:{variant.label}"
        if parts and not any(part in name for part in parts):
            continue
        count = papers[stated.paper]
        try:
            texts.append((count, name, export(name).text))
        except Unsupported as error:
            count["not exported"] += 1
            reasons[str(error).removeprefix(f"{name}: ")].append(name)
    for *_, text in sorted(texts, key=lambda one: len(one[2])):
        answers.of(text)
    for count, name, text in texts:
        said = answers.of(text)
        count["not compiled" if said is None else "accepted" if said["accepted"] else "refused"] += 1
        if said is None:
            continue
        rows.append((name, text.count("\n") - prelude().count("\n"), said["seconds"]))
        if not said["accepted"]:
            refused.append((name, said["reason"][:160]))
    total = sum(papers.values(), Counter[str]())
    print(", ".join(f"{kind} {total[kind]}" for kind in KINDS))
    seconds = [row[2] for row in rows] or [0]
    told = f"median {statistics.median(seconds):.1f}, most {max(seconds):.1f}, beyond the prelude's"
    print(f"{version()}; CPU seconds of a file: {told}\n")
    print(
        table(
            ["paper", *KINDS], [(paper, *(count[kind] for kind in KINDS)) for paper, count in papers.items()]
        )
    )
    print("\nRefused:", *(f"  {name}: {reason}" for name, reason in refused), sep="\n")
    print("\nNot exported:")
    for reason, names in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print(f"  {len(names)}  {reason}: {', '.join(names)}")
    print()
    print(table(["derivation", "lines", "Coq (s)"], [(name, lines, f"{s:.1f}") for name, lines, s in rows]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--answers", type=Path, metavar="FILE")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("part", nargs="*")
    told = parser.parse_args()
    main(told.part, Answers(told.answers, ask=not told.kept))
