"""README's order of reading: every file of the kernel once, each resting on those before it alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import mixproof.bounds.kernel as kernel

FOLDER = Path(kernel.__file__ or "").parent
MOST = 500  # lines of a file


def listed() -> dict[str, int]:
    """The parts of the kernel in README's order -> the row of each."""
    rows = re.findall(r"^\| ([a-z0-9_]+(?:\.py|/)[^|]*) \|", (FOLDER / "README.md").read_text(), re.MULTILINE)
    return {name: i for i, row in enumerate(rows) for name in re.findall(r"(\w+)(?:\.py|/)", row)}


def imported(path: Path) -> Iterator[str]:
    """The parts that a file imports as it runs; names of types alone are read by people."""
    tree, depth = ast.parse(path.read_text()), len(path.relative_to(FOLDER).parts)
    typing = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    spared = {part for node in typing for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == depth and node not in spared:
            yield from [node.module.split(".")[0]] if node.module else [each.name for each in node.names]


def test_every_file_is_listed_once_and_rests_on_those_before_it() -> None:
    order = listed()
    paths = [path for path in FOLDER.rglob("*.py") if not path.name.startswith("__")]
    parts = {path: path.relative_to(FOLDER).parts[0].removesuffix(".py") for path in paths}
    assert set(order) == set(parts.values())
    for path, part in parts.items():
        late = [other for other in imported(path) if order[other] > order[part]]
        assert not late, f"{path.name} is read before {', '.join(late)}"


def test_no_file_is_long() -> None:
    long = [path.name for path in FOLDER.rglob("*.py") if len(path.read_text().splitlines()) > MOST]
    assert not long
