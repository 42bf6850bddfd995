"""Local SGD, federated averaging and gradient descent over whole runs."""

from __future__ import annotations

from .comparison import Sharper
from .grids import LAST

_FLOOR = {
    "L": ("1",),
    "mu": ("1/2", "1/10", "1/100"),
    "error2": ("0", "1"),
    "sigma2_of_mean": ("1/10", "1"),
    "t": ("1", "10", "1000"),
}
_LOCAL = {
    "N": ("2", "10", "100"),
    "L": ("1",),
    "mu": ("1/2", "1/100"),
    "H": ("1", "2", "10"),
    "error2": ("1",),
    "sigma2_max": ("1/10", "1"),
    "t": LAST,
}
_FEDAVG = {
    "L": ("1",),
    "mu": ("1/2", "1/100"),
    "H": ("1", "2", "10"),
    "S": ("1", "10"),
    "Fstar": ("0", "1"),
    "error2": ("1",),
    "sigma2_of_mean": ("0", "1"),
    "largest_gradient2": ("1",),
    "t": LAST,
}

LOCAL = (
    Sharper(
        "stich2019.theorem-2-2:main",
        "stich2019.theorem-2-2:sharp",
        "half of the first terms, 96 (H - 1)^2 for 256 H^2",
        {**_LOCAL, "Gamma": ("17*L/mu + H",), "largest_gradient2": ("1",), "t": ("10", "100")},
    ),
    Sharper(
        "li2020.theorem-1:main",
        "li2020.theorem-1:sharper",
        "FedAvg: no Gamma, 3/2 for 8",
        _FEDAVG,
    ),
    Sharper(
        "li2020.theorem-2:scheme-1",
        "li2020.theorem-2:scheme-1-sharper",
        "FedAvg, clients drawn with replacement: no Gamma, 3/2 for 8",
        _FEDAVG,
    ),
    Sharper(
        "li2020.theorem-2:scheme-2",
        "li2020.theorem-2:scheme-2-sharper",
        "FedAvg, clients drawn without replacement: no Gamma, 3/2 for 8",
        {**_FEDAVG, "N": ("20",)},
    ),
    Sharper(
        "khaled2020.theorem-1:main",
        "khaled2020.theorem-1:sharp",
        "3/4 of the drift, noise that grows from 0",
        {**_LOCAL, "eta": ("1/(4*L)", "1/(40*L)")},
    ),
    Sharper(
        "khaled2020.theorem-1:main", "khaled2020.theorem-1:sharp", "steps twice as long", {"L": ("1",)}, "eta"
    ),
    Sharper(
        "khaled2020.theorem-2:main",
        "khaled2020.theorem-2:sharp",
        "1, 1 and 3/2 for 2, 2 and 4",
        {**_LOCAL, "eta": ("1/(4*L)", "1/(40*L)")},
    ),
    Sharper(
        "nesterov2004.sublinear-rate:corollary",
        "nesterov2004.sublinear-rate:sharp",
        "a quarter for large t",
        {"L": ("1",), "eta": ("1/L",), "error2": ("1",), "t": ("0", "1", "10", "1000")},
    ),
    Sharper(
        "gower2019.theorem-3-1:main",
        "gower2019.theorem-3-1:sharp",
        "half of the floor, where noise does not depend on the model",
        {**_FLOOR, "eta": ("1/(2*L)", "1/(20*L)")},
    ),
    Sharper(
        "gower2019.theorem-3-1:main",
        "gower2019.theorem-3-1:sharp",
        "steps twice as long",
        {"L": ("1",)},
        "eta",
    ),
    Sharper(
        "khaled2020.different-data:main",
        "khaled2020.different-data:sharper",
        "6/5, 6/5 and 6 for 4, 20 and 16, where noise does not depend on the model",
        {
            "N": ("1", "10", "100"),
            "L": ("1",),
            "H": ("1", "2", "10"),
            "eta": ("1/(8*L*H)", "1/(80*L*H)"),
            "error2": ("1",),
            "sigma2_star": ("1/10", "1"),
            "t": ("10", "1000"),
        },
    ),
)
