"""Make README's figures again, from the top folder: `python docs/figures`; with `--check` it says which are stale.

`python docs/figures NAME ...` runs these scripts of docs/gallery instead and writes out/NAME.png.

A figure carries the numbers it was drawn from, as text in the PNG. It is stale where they are not those of today's
library (to 1e-3: another machine's last digits are no news), not where a pixel differs. Figures of studies come from
`mixproof run STUDY --out docs/figures`.
"""

from __future__ import annotations

import json
import runpy
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image, PngImagePlugin

import mixproof as mx
from mixproof.weightopt import Comparison
from mixproof.weightopt.figures import draw_weights, stem

__all__ = ["FIGURES", "main", "stale"]

HERE = Path(__file__).parent
NETWORK = "geometric:n=12,r=4,v=2,seed=1"
TOLERANCE = 1e-3

Numbers = Mapping[str, Any]


def _weights() -> tuple[Numbers, Callable[[Path], Path]]:
    found = mx.compare(NETWORK, ["fast", "metropolis", "learning"])
    numbers = {one.name: one.best.weights.weights.tolist() for one in found}
    return {"network": NETWORK, **numbers}, lambda out: _drawn(found, out)


def _drawn(found: Comparison, out: Path) -> Path:
    draw_weights(found, NETWORK, out)
    return out / f"{stem(NETWORK)}-weights.png"


# file name -> the numbers that it shows, and what draws them
FIGURES: dict[str, Callable[[], tuple[Numbers, Callable[[Path], Path]]]] = {"weights.png": _weights}


def stale(name: str) -> str:
    """Why a figure has to be made again; empty where it need not."""
    path = HERE / name
    if not path.is_file():
        return "missing"
    with Image.open(path) as picture:
        told = picture.info.get("numbers")
    if told is None:
        return "does not say from which numbers it was drawn"
    numbers, _ = FIGURES[name]()
    return _difference(json.loads(told), numbers)


def _difference(old: Numbers, new: Numbers) -> str:
    if old.keys() != new.keys():
        return f"shows {', '.join(old)} and not {', '.join(new)}"
    for key, value in new.items():
        if isinstance(value, str):
            same = old[key] == value
        else:
            same = len(old[key]) == len(value) and all(
                abs(a - b) <= TOLERANCE for a, b in zip(old[key], value)
            )
        if not same:
            return f"{key} has changed"
    return ""


def _of_gallery(names: list[str]) -> int:
    from matplotlib import pyplot as plt

    scripts = {path.stem: path for path in sorted((HERE.parent / "gallery").glob("*.py"))}
    if unknown := [name for name in names if name not in scripts]:
        print(f"no figure is called {unknown[0]}: {', '.join(scripts)}", file=sys.stderr)
        return 2
    plt.switch_backend("agg")
    Path("out").mkdir(exist_ok=True)
    for name in names:
        runpy.run_path(str(scripts[name]))
        plt.savefig(f"out/{name}.png", dpi=150)
        plt.close("all")
        print(f"wrote out/{name}.png")
    return 0


def main(words: list[str]) -> int:
    if words == ["--check"]:
        old = {name: why for name in FIGURES if (why := stale(name))}
        print("\n".join(f"{name}: {why}" for name, why in old.items()) or "no figure is stale")
        return 1 if old else 0
    if words:
        return _of_gallery(words)
    for name, make in FIGURES.items():
        numbers, draw = make()
        text = PngImagePlugin.PngInfo()
        text.add_text("numbers", json.dumps(numbers))
        with tempfile.TemporaryDirectory() as place, Image.open(draw(Path(place))) as picture:
            picture.save(HERE / name, pnginfo=text, optimize=True)
        print(f"wrote {HERE / name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
