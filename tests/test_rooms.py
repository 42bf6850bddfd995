"""The house: the one way data flows, cheap imports, and documented public names."""

import ast
import importlib
import inspect
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "spectral": set(),
    "bounds": {"spectral"},
    "weightopt": {"spectral"},
    "experiments": {"spectral", "bounds", "weightopt"},
}
HEAVY = {
    "cvxpy",
    "matplotlib",
    "sklearn",
    "hypothesis",
    "flint",
    "networkx",
    "dp_accounting",
    "torch",
    "dask",
}


def _room(name):
    """The room of an import, or the library."""
    first, _, rest = name.partition(".")
    return rest.split(".")[0] if first == "mixproof" else first


def _imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (_room(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield _room(node.module)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_to_the_left_only(room):
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    for path in files:
        wrong = set(_imports(path)) & set(MAY_IMPORT) - MAY_IMPORT[room] - {room}
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


@pytest.mark.parametrize("room", ["", *MAY_IMPORT, "bounds.theorems", "experiments.cli"])
def test_importing_a_room_loads_nothing_heavy(room):
    name = f"mixproof.{room}".strip(".")
    code = f"import sys, {name}; print(*sorted({{m.split('.')[0] for m in sys.modules}} & set({sorted(HEAVY)!r})))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert loaded.stdout.split() == []


@pytest.mark.parametrize("room", ["spectral", "bounds", "weightopt"])
def test_public_names_say_what_they_are(room):
    module = importlib.import_module(f"mixproof.{room}")
    for name, value in vars(module).items():
        if not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value)):
            assert value.__doc__, f"{room}.{name}"


def _imported(path, known):
    """Modules of the same room that a file imports, also inside functions; not what only a type checker reads."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            names = [place / f"{alias.name}.py" for alias in node.names]
            yield from (
                name for name in [*names, place.with_suffix(".py"), place / "__init__.py"] if name in known
            )


@pytest.mark.parametrize("room", ["spectral", "bounds", "experiments"])
def test_no_files_of_a_room_import_each_other_in_a_circle(room):
    known = set((ROOT / room).rglob("*.py"))
    graph = {path: set(_imported(path, known)) - {path} for path in known}
    faces = {path for path in known if path.name == "__init__.py"}  # they gather what others define
    graph = {path: needs - faces for path, needs in graph.items()}
    assert sum(map(len, graph.values())) > 20
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the circle


# the faces of a room, which load what a call asks for; exact eigenvalues, which load python-flint
LATE = {
    "verification.py",
    "kept.py",
    "network.py",
    "proof.py",
    "exporting.py",
    "rules.py",
    "tracking_step.py",
}


def test_files_of_bounds_import_each_other_at_their_top() -> None:
    """Inside functions only heavy libraries are imported."""
    late = set()
    for path in (ROOT / "bounds").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        inner = [node for function in functions for node in ast.walk(function)]
        own = [
            n for n in inner if isinstance(n, ast.ImportFrom) and (n.level or n.module.startswith("mixproof"))
        ]
        late |= {path.name for _ in own}
    assert late <= LATE
