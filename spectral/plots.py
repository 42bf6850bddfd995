"""The style of every figure: colours safe for colour blindness and print, readable sizes, PNG and PDF."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .outputs import replacing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLOURS", "axes_of", "figure", "save"]

# Okabe and Ito, "Color Universal Design", 2008; without the yellow, which is too light for a line on white
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000")

STYLE: Any = {
    "font.size": 9,
    "axes.labelsize": 9,
    "axes.titlesize": 10,
    "legend.fontsize": 8,
    "axes.grid": True,
    "grid.color": "0.9",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.4,
    "pdf.fonttype": 42,  # text stays text
    "savefig.bbox": "tight",
}


@contextmanager
def figure(width: float, height: float) -> Iterator[Figure]:
    """A figure of that size in inches, drawn without any display or global state."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        yield Figure(figsize=(width, height), layout="constrained")


def axes_of(ax: Axes | None, width: float, height: float) -> Axes:
    """The axes to draw on: those given, or a new pyplot figure's, so that notebooks and `plt.show()` show them."""
    if ax is not None:
        return ax
    import matplotlib
    from matplotlib import pyplot

    with matplotlib.rc_context(STYLE):
        return pyplot.subplots(figsize=(width, height), layout="constrained")[1]


def save(drawn: Figure, out: Path, stem: str) -> list[Path]:
    """Write `stem`.png (200 dpi) and `stem`.pdf into `out`; call it inside `figure`'s block."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(drawn)
    _label_short_axes(drawn)
    paths = [out / f"{stem}.png", out / f"{stem}.pdf"]
    with replacing(paths[0]) as temporary:
        drawn.savefig(temporary, dpi=200)
        _few_colours(temporary)
    drawn.set_layout_engine("none")  # it is laid out by now
    with replacing(paths[1]) as temporary:
        drawn.savefig(temporary, metadata={"CreationDate": None})  # the same run gives the same bytes
    return paths


def _label_short_axes(drawn: Figure) -> None:
    """Plain numbers at 1, 2 and 5 on logarithmic x axes under two decades: 3 x 10^0, 4 x 10^0, ... would overlap."""
    from matplotlib.ticker import LogLocator

    for ax in drawn.axes:
        low, high = ax.get_xlim()
        if isinstance(ax.xaxis.get_major_locator(), LogLocator) and high < 100 * low:
            ax.xaxis.set_major_formatter("{x:g}")
            ax.xaxis.set_minor_locator(LogLocator(subs=(2, 5)))
            ax.xaxis.set_minor_formatter("{x:g}")
            ax.tick_params("x", which="both", length=3.5)  # labels in one line


def _few_colours(path: Path) -> None:
    """Write a PNG again with 256 colours: a drawing needs no more, and takes a third of the bytes."""
    from PIL import Image

    with Image.open(path) as picture:
        picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE).save(path, "PNG", optimize=True)
