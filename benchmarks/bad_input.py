"""Bad inputs over all commands and Python functions: how many are refused in a short sentence, how many crash or hang.

    python benchmarks/bad_input.py [--seed N] [--only NAME ...] > benchmarks/bad_input.txt
    python benchmarks/bad_input.py --only tables arrays weights graphs sizes places kept typed  # 920, mostly files
    python benchmarks/bad_input.py --only claims vectors algorithms derivations slips declarations  # 2,000 texts

A command refuses with status 2 and one line on standard error, a function with InputError; an input that turns out to
be a good one is answered. Everything else is a fault: a traceback (any other exception), a sentence of more than 400
characters or of several lines, and a hang, which is 20 seconds of CPU time or 300 seconds on the clock. A process that
hangs is ended and another one takes its place; none may take more than 3 GB.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path

import bad_input_files
import bad_input_made

CPU, CLOCK, MEMORY = 20, 300, 3 * 2**30
LONG = 400
KINDS = bad_input_made.KINDS | bad_input_files.KINDS
ROOMS = ("spectral", "bounds", "weightopt", "experiments")
FAULTS = ("traceback", "hang", "long sentence")


def outcome(call, place: Path) -> tuple[str, str]:
    """The word for what a call does, and what it said."""
    from mixproof import InputError

    said, printed = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(printed):
            status = call(place)
    except InputError as error:
        return _sentence(str(error))
    except SystemExit:
        return "answered", ""
    except BaseException as error:
        places = traceback.extract_tb(error.__traceback__)
        own = [place for place in places if any(f"/{room}/" in place.filename for room in ROOMS)]
        at = (own or places)[-1]
        where = f"{Path(at.filename).name}:{at.lineno}, {at.name}"
        return "traceback", f"{type(error).__name__}: {str(error)[:150]} [{where}]"
    return _sentence(said.getvalue()) if type(status) is int and status == 2 else ("answered", "")


def _sentence(said: str) -> tuple[str, str]:
    said = said.strip()
    return ("long sentence" if len(said) > LONG or "\n" in said else "refused"), said


def serve(seed: int, line: Connection) -> None:
    """Answer the numbers of inputs until None comes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    inputs = list(bad_input_made.made(seed, KINDS))
    while (number := line.recv()) is not None:
        signal.setitimer(signal.ITIMER_PROF, CPU)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                found = outcome(inputs[number][1](), Path(folder))
            finally:
                os.chdir("/")
                signal.setitimer(signal.ITIMER_PROF, 0)
        line.send(found)


def run(seed: int, chosen: list[int], names: list[str]) -> dict[int, tuple[str, str]]:
    context = multiprocessing.get_context("spawn")
    found: dict[int, tuple[str, str]] = {}
    process = line = None
    for number in chosen:
        if process is None:
            line, other = context.Pipe()
            process = context.Process(target=serve, args=(seed, other), daemon=False)
            process.start()
            other.close()
        line.send(number)
        try:
            found[number] = line.recv() if line.poll(CLOCK) else ("hang", f"{CLOCK} s on the clock")
        except EOFError:
            process.join()
            dead = process.exitcode
            found[number] = (
                ("hang", f"{CPU} s of CPU")
                if dead == -signal.SIGPROF
                else ("traceback", f"process ended ({dead})")
            )
        word, said = found[number]
        if word in FAULTS:
            print(f"{names[number]}: {word}: {said[:300]!r}", file=sys.stderr, flush=True)
        if word == "hang" or not process.is_alive():
            process.kill()
            process.join()
            process = None
    if process is not None:
        line.send(None)
        process.join()
    return found


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument(
        "--only", default=("",), nargs="+", metavar="NAME", help="inputs whose names begin so"
    )
    arguments = reader.parse_args()
    names = [name for name, _ in bad_input_made.made(arguments.seed, KINDS)]
    chosen = [number for number, name in enumerate(names) if name.startswith(tuple(arguments.only))]
    found = run(arguments.seed, chosen, names)
    counts = Counter(word for word, _ in found.values())
    print(
        f"{len(found)} inputs, seed {arguments.seed}: "
        + ", ".join(f"{counts[word]} {word}" for word in ("refused", "answered", *FAULTS))
    )
    for kind in dict.fromkeys(name.partition("-")[0] for name in names):
        own = Counter(word for number, (word, _) in found.items() if names[number].startswith(f"{kind}-"))
        if own:
            print(f"  {kind}: " + ", ".join(f"{number} {word}" for word, number in own.most_common()))


if __name__ == "__main__":
    main()
