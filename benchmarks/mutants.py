"""The source changed in one place at a time: which changes do the tests not notice?

    python benchmarks/mutants.py [FILE ...] [--tests PATH ...] [--sample 100] [--in-all 300] [--seed 0] [--seconds 10]
        [--recorded FOLDER]

FILE is a module or a folder of the project; without one, those of `bounds/kernel/` and `bounds/arithmetic.py`, which
decide a refutation or a proof. `source_changes.py` says what a change is.

The tests run once (of the kernel those of `tests/bounds` that import it, else those of the room of that name), and
the functions that each of them reaches are recorded.
Then every change is made in a process of its own, which runs the tests that reach the changed function, the cheapest
first, until one fails: at most `--seconds` of CPU, as the tests took unchanged. A change that takes four times as long
is noticed too. Prints each survivor with its tests, but for those that mutants.txt argues to change nothing
that matters, and a summary of each file. A test that waits for the threads of a solver, which the process of a change
does not have, ends by the clock, and its change counts as left: of `weightopt` the counts say little, unless the tests
do not run here first, but what they reach was recorded before, line by line, with their times (pytest-cov):

    COVERAGE_FILE=FOLDER/all.cov pytest -n0 --dist no --cov --cov-context=test --junitxml=FOLDER/all.xml tests

FOLDER may hold several such runs, of a part of the tests each.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import os
import random
import re
import resource
import signal
import sys
import time
from collections import defaultdict
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any
from xml.etree import ElementTree

import hypothesis
import pytest
from _pytest.runner import runtestprotocol
from source_changes import Change, changes_of

ROOT = Path(__file__).parents[1]
READS = re.compile(r"mixproof\.bounds\.(kernel|arithmetic)|mixproof\.bounds import .*\bkernel\b")
SEARCHES = "search"  # in the names of tests that are long and of the search
OPTIONS = ["-n", "0", "-x", "-q", "-s", "-p", "no:cacheprovider", "-W", "ignore", "--import-mode=importlib"]
TOLD = "{} changes, {} noticed, {} argued, {} left"
Place = tuple[str, int]  # of a function: its file and first line
WAIT = 120  # seconds by the clock, after which a change counts as left: a solver's threads are not there after a fork
MEMORY = 4 << 30  # bytes for a change that builds something endless


class Unshrunk:
    """Hypothesis stops at the first failure; of all tests only those named run, in their order."""

    def __init__(self, names: list[str] | None = None) -> None:
        self.names = names

    def pytest_collection(self) -> None:
        kept = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile(
            "unshrunk", hypothesis.settings.get_profile("mixproof"), phases=kept
        )
        hypothesis.settings.load_profile("unshrunk")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.names is not None:
            places = {name: i for i, name in enumerate(self.names)}
            items[:] = sorted((x for x in items if x.nodeid in places), key=lambda x: places[x.nodeid])


class Mutants(Unshrunk):
    """A session of tests that runs each of them once, and then those that matter for each change."""

    def __init__(self, modules: list[ModuleType], options: argparse.Namespace) -> None:
        super().__init__()
        self.modules, self.options = modules, options
        self.paths = {str(module.__file__) for module in modules}
        self.seconds: dict[pytest.Item, float] = {}
        self.reaching: dict[Place, list[pytest.Item]] = defaultdict(list)
        self.made: dict[str, Any] = {}  # fixtures of a whole file
        self.argued = argued()

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Any:
        """What the tests of a file share is made once, by the unchanged checker: to find certificates takes long."""
        if fixturedef.scope != "module":
            return None
        key = f"{fixturedef.baseid}::{fixturedef.argname}"
        if key not in self.made:
            needed = {name: request.getfixturevalue(name) for name in fixturedef.argnames}
            self.made[key] = fixturedef.func(**needed)
        fixturedef.cached_result = self.made[key], fixturedef.cache_key(request), None
        return self.made[key]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if self.options.recorded:
            self.recall(session.items)
        else:
            for item in session.items:
                self.record(item)
        self.live: dict[CodeType, list[FunctionType]] = defaultdict(list)
        for function in gc.get_objects():
            if isinstance(function, FunctionType) and function.__code__.co_filename in self.paths:
                self.live[function.__code__].append(function)
        counts = [self.try_all(found) for found in self.drawn()]
        print(f"in all: {TOLD.format(*map(sum, zip(*counts)))}")
        return True

    def record(self, item: pytest.Item) -> None:
        """What a test reaches, and how long it takes."""
        functions = set()

        def trace(frame: FrameType, event: str, argument: Any) -> None:
            if frame.f_code.co_filename in self.paths:
                functions.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

        before = time.process_time()
        sys.settrace(trace)
        try:
            passed = passes(item, None)
        finally:
            sys.settrace(None)
        if not passed:  # as one that speaks of what Hypothesis shrinks to
            print(f"{item.nodeid} fails unchanged, and is left out", flush=True)
            return
        self.seconds[item] = time.process_time() - before
        for function in functions:
            self.reaching[function].append(item)

    def recall(self, items: list[pytest.Item]) -> None:
        """The same, as recorded before, of each line; tests that failed then are left out."""
        from coverage import CoverageData

        named = {item.nodeid: item for item in items}
        for results in self.options.recorded.glob("*.xml"):
            for case in ElementTree.parse(results).iter("testcase"):
                name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
                if name in named and not len(case):
                    self.seconds[named[name]] = float(case.get("time", 0))
        for file in self.options.recorded.glob("*.cov"):
            data = CoverageData(file)
            data.read()
            for path in self.paths:
                for line, contexts in data.contexts_by_lineno(path).items():
                    found = {named.get(context.partition("|")[0]) for context in contexts}
                    self.reaching[path, line].extend(found & self.seconds.keys())

    def drawn(self) -> list[list[Change]]:
        """The changes to try, by module and line: all, `--sample` of each module, or `--in-all` of them together."""
        every = [change for module in self.modules for change in changes_of(module)]
        files = groupby(self.some(every, self.options.in_all), key=lambda change: change.module.co_filename)
        return [
            sorted(self.some(list(found), self.options.sample), key=lambda change: change.line)
            for _, found in files
        ]

    def some(self, found: list[Change], count: int | None) -> list[Change]:
        """So many of these, drawn, in their order; all, where there are fewer or no count is given."""
        if count is None or len(found) <= count:
            return found
        return [found[i] for i in sorted(random.Random(self.options.seed).sample(range(len(found)), count))]

    def try_all(self, found: list[Change]) -> tuple[int, int, int, int]:
        """Changes of a module, and how many were noticed, are argued, and are left."""
        kept = left = 0
        for change in found:
            items = self.items(change)
            if self.noticed(change, items):
                continue
            if (change.file, change.text, change.what) in self.argued:
                kept += 1
                continue
            left += 1
            told = f"{len(items)} tests | {change.text} | {change.what}"
            print(f"{change.file}:{change.line}: {told}", flush=True)
        counts = len(found), len(found) - kept - left, kept, left
        print(f"{found[0].file}: {TOLD.format(*counts)}", flush=True)
        return counts

    def items(self, change: Change) -> list[pytest.Item]:
        """The cheapest tests that reach what is changed."""
        file, code = change.module.co_filename, change.differing[-1][0]
        lines = {line for _, _, line in code.co_lines()}
        if change.inside and (file, change.line) in self.reaching:
            lines = {change.line}
        any_of = {
            item
            for (path, line), items in self.reaching.items()
            if path == file and (line in lines or not change.inside)
            for item in items
        }
        found = sorted(any_of, key=self.seconds.__getitem__)
        spent, chosen = 0.0, []
        for item in found:
            spent += self.seconds[item]
            if spent > self.options.seconds:
                break
            chosen.append(item)
        return chosen

    def noticed(self, change: Change, items: list[pytest.Item]) -> bool:
        """Whether a test fails once the change is made; in a process of its own."""
        child = os.fork()
        if child == 0:
            limit = int(4 * sum(self.seconds[item] for item in items)) + 5
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            signal.alarm(WAIT)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1), os.dup2(silent, 2)
            survived = False
            with suppress(BaseException):
                survived = self.in_place(change, items) if change.inside else anew(change, items)
            os._exit(0 if survived else 1)
        status = os.waitpid(child, 0)[1]
        waited = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM
        return status != 0 and not waited

    def in_place(self, change: Change, items: list[pytest.Item]) -> bool:
        """Whether the tests pass with the changed code in the functions that there are."""
        for old, new in change.differing:
            for function in self.live[old]:
                function.__code__ = new
        return all(passes(item, after) for item, after in zip(items, [*items[1:], None]))


def passes(item: pytest.Item, after: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def anew(change: Change, items: list[pytest.Item]) -> bool:
    """Whether the tests pass once everything is imported again, and the changed module for its file."""
    if not items:
        return True
    files = {getattr(module, "__file__", None): name for name, module in sys.modules.items()}
    name = files[change.module.co_filename]

    class Changed:
        @staticmethod
        def find_spec(full: str, *_: object) -> object:
            return importlib.util.spec_from_loader(full, Changed) if full == name else None  # type: ignore[arg-type]

        @staticmethod
        def create_module(spec: object) -> None:
            return None

        @staticmethod
        def exec_module(module: object) -> None:
            exec(change.module, vars(module))

    for loaded in [name for name in sys.modules if name.split(".")[0] in ("mixproof", "tests")]:
        del sys.modules[loaded]
    sys.meta_path.insert(0, Changed)  # type: ignore[arg-type]
    paths = sorted({str(item.path) for item in items})
    return pytest.main([*OPTIONS, *paths], [Unshrunk([item.nodeid for item in items])]) == 0


def argued() -> set[tuple[str, ...]]:
    """(file, line, change) of the lines `file | line | change | reason` that say why a change need not be noticed."""
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    return {tuple(line.split(" | ")[:3]) for line in lines if " | " in line}


def modules_of(paths: list[str]) -> list[ModuleType]:
    """The modules of these files and folders, by their paths in the project."""
    found = [
        file
        for path in map(Path, paths)
        for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
    ]
    named = [".".join(file.with_suffix("").parts) for file in found if not file.stem.startswith("__")]
    return [importlib.import_module(f"mixproof.{name}") for name in named]


def tests_of(paths: list[str]) -> list[str]:
    """The tests that run by default: those of the kernel, or of the rooms that the paths lie in."""
    rooms = {Path(path).parts[0] for path in paths}
    if all(path.startswith("bounds/kernel") or path == "bounds/arithmetic.py" for path in paths):
        files = sorted(Path("tests/bounds").rglob("test_*.py"))
        return [
            str(file) for file in files if SEARCHES not in file.name and READS.search(file.read_text("utf-8"))
        ]
    return [f"tests/{room}" for room in sorted(rooms)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--tests", nargs="*", metavar="PATH", help="default: see above")
    parser.add_argument("--sample", type=int, help="changes of each file, drawn; default: all")
    parser.add_argument("--in-all", type=int, help="changes of all files together, drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--recorded", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    os.chdir(ROOT)
    files = options.files or ["bounds/kernel", "bounds/arithmetic.py"]
    pytest.main([*OPTIONS, *(options.tests or tests_of(files))], [Mutants(modules_of(files), options)])


if __name__ == "__main__":
    main()
