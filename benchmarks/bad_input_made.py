"""Bad inputs for `bad_input.py`: every one a name and a call, made from a seed.

A call gets a folder of its own to write in, and runs a command (`command`) or a function of the library.
"""

from __future__ import annotations

import json
import math
import random
import re
import shlex
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

# tables of many small values are easier to read filled
# fmt: off
__all__ = ["KINDS", "made"]

Call = Callable[[Path], object]
ROOT = Path(__file__).parents[1]

WORDS = [
    "", " ", "x", "-1", "0", "1e400", "-1e400", "1e-400", "nan", "inf", "1/0", "1/3", "0.5", "9" * 400,
    "9" * 5000,
]
WORDS += [
    "1e999999999", "1" + "/3" * 50, "lambda", "__debug__", "_number", "None", "True", "\uff45ta", "٣", "≤",
    "\U0001d7d9", "a b",
]
WORDS += [
    "a=b", "=", ",", ";", "..", "1..0", "0..1", "../..", "/", "/dev/null", "\x1b[31m", "\u202e", "x" * 10_000,
    "{}", "[]",
]
VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 2**70, 10**400, 0.5, 1.5, -0.0, math.nan, math.inf, 1e308, 5e-324, 1j,
]
VALUES += [
    Fraction(1, 3), Fraction(-1, 10**30), (), [], {}, [[]], [1, 2], [[0, 1.5], [1.5, 0]], b"x", object(), print,
    {"a": 1},
]
VALUES += [*WORDS, range(3), {1, 2}, [["1"], ["x"]], [[0, 1], [1, 0, 1]], (1, 2, 3), [math.nan] * 4]
JSON: list[Any] = [
    None, True, -1, 0, 2**70, 10**400, 1.5, math.nan, math.inf, "", "x", "1/0", "1e400", "9" * 5000, [], {},
    [[]],
]
JSON += [
    [1, 2], {"a": 1}, "lam**999999999", "((((x))))", "1/3", "K", -1.5, [[[]]], "__debug__", "exp(exp(exp(9)))",
    10**9,
]
DEEP = 20_000


def command(*words: str) -> Call:
    """A command line; {here} is the folder of the call."""

    def call(place: Path) -> object:
        from mixproof.experiments.cli.main import main

        return main([word.replace("{here}", str(place)) for word in words])

    call.__doc__ = shlex.join(words)
    return call


def with_file(name: str, content: bytes | Callable[[Path], object], *words: str) -> Call:
    """A command line that reads {here}/name."""

    def call(place: Path) -> object:
        if callable(content):
            content(place / name)
        else:
            (place / name).write_bytes(content)
        return command(*words)(place)

    call.__doc__ = shlex.join(words)
    return call


def formulas(draw: random.Random) -> str:
    """A text that a claim, an assumption or a declaration may get."""
    names = [
        "lam", "eta", "L", "spread(t)", "gap(0)", "t", "K", "mu", "W", "x", "__debug__", "_number", "_over",
        "grad(x)",
    ]
    names += [
        "mix(x)", "lambda", "spread", "eps0", "2", "0", "1/2", "share(x)", "sum(s < t, gap(s))",
        "max(s <= t, gap(s))",
    ]
    one = lambda: draw.choice(names)  # noqa: E731
    many = draw.choice([10, 300, 3000, 30_000])
    return draw.choice(
        [
            lambda: "(" * many + one() + ")" * many, lambda: "-" * many + one(),
            lambda: "+".join([one()] * many), lambda: f"{one()}**999999999",
            lambda: f"{one()}**-{10 ** draw.choice([3, 9, 30])}", lambda: f"{one()}**{one()}**{one()}**{one()}",
            lambda: f"9**9**9**9*{one()}", lambda: "exp(" * 40 + one() + ")" * 40,
            lambda: f"exp({10 ** draw.choice([2, 4, 9])}*{one()})", lambda: f"log(-{one()})",
            lambda: f"{one()}/0", lambda: f"sqrt(-{one()})", lambda: f"{one()}({one()})({one()})",
            lambda: f"spread({one()}*{10 ** draw.choice([2, 5, 12])})",
            lambda: f"sum(s < {10 ** draw.choice([3, 5, 9])}, {one()})",
            lambda: "sum(a < t, " * 30 + one() + ")" * 30, lambda: f"{one()}.{one()}",
            lambda: f"{one()}[{one()}]", lambda: f"[{one()} for x in y]",
            lambda: f"{one()} if {one()} else {one()}", lambda: f"'{one()}'",
            lambda: f"{one()}{draw.choice(WORDS)}", lambda: draw.choice(WORDS), lambda: f"{one()} @ {one()}",
            lambda: f"{one()} < {one()} < {one()}", lambda: "9" * draw.choice([500, 5000, 50_000]),
            lambda: f"0x{'f' * 500}*{one()}", lambda: "max()", lambda: f"{one()} := {one()}",
            lambda: f"({one()}", lambda: f"*{one()}", lambda: f"{one()}\x00",
        ]
    )()


def networks(draw: random.Random) -> Call:
    """A text, or a file of any format."""
    import numpy as np

    reader = draw.choice(
        [
            ["spectrum"], ["optimize"], ["compare"],
            ["optimize", "--method", "metropolis", "--objective", "learning"],
        ]
    )
    families = [
        "ring:n", "er:n=5,p", "grid:rows=2,cols", "hypercube:d", "regular:n=9,degree", "rgg:n=5,radius",
        "star:n",
    ]
    families += [
        "geometric:n=5,r=1,v", "directed:n=4,max_out", "barbell:clique=3,path", "smallworld:n=9,degree=4,p",
        "complete:n",
    ]
    cells = [*WORDS, "a", "b", "0", "1", "2", "0.5", "1.5"]
    row = lambda: ",".join(draw.choice(cells) for _ in range(draw.choice([1, 2, 2, 3, 3, 4])))  # noqa: E731
    heads = [
        "u,v", "u,v,p", "u,v,weight", "source,target", "source,target,weight", "v,u", "u;v", "", "U,V",
        "u,v,p,q",
    ]
    table = (draw.choice(heads) + "\n" + "\n".join(row() for _ in range(draw.randrange(5)))).encode(
        "utf-8", "replace"
    )
    key = draw.choice(['attr.type="double"', 'attr.type="string"', 'attr.type="boolean"', ""])
    default = draw.choice(["<default>0.5</default>", "<default>x</default>", "<default/>", ""])
    told = draw.choice(
        ['<data key="p">0.5</data>', '<data key="p">often</data>', '<data key="q">1</data>', ""]
    )
    graph = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    graph += f'<key id="p" for="edge" attr.name="p" {key}>{default}</key>'
    graph += (
        f'<graph edgedefault="{draw.choice(["undirected", "directed", "x"])}"><node id="a"/><node id="b"/>'
    )
    graph += f'<edge source="a" target="{draw.choice("abc")}">{told}</edge></graph></graphml>'
    kinds: list[Any] = [
        np.array(v)
        for v in ([[0, 1.5], [1.5, 0]], [[0, 1], [1, 0]], [0, 1], 3, [["a", "b"]], [[0, 1j], [1j, 0]])
    ]
    kinds += [
        np.zeros(draw.choice([(3, 3), (0, 0), (2, 3), (2, 2, 2), (1, 1)])),
        np.ones((3, 3), dtype=draw.choice([bool, "S3", "U3", "M8[s]", "f2"])),
    ]
    kinds += [
        np.array([[0, math.nan], [math.nan, 0]]), np.array([[0, math.inf], [math.inf, 0]]),
        np.array([[None, 1], [1, None]], dtype=object),
    ]
    arrays = {
        draw.choice(["W", "A", "P", "weights", "edges", "names", "x", "self_weights"]): draw.choice(kinds)
        for _ in range(draw.choice([1, 1, 2, 3]))
    }
    weights = {
        name: draw.choice(JSON)
        for name in draw.sample(["edges", "weights", "names", "self_weights"], draw.choice([2, 3, 3, 4]))
    }
    weights |= draw.choice(
        [{}, {"edges": [[0, 1]], "names": ["a", "b"]}, {"edges": [[0, 1], [1, 2]], "weights": [0.5, 0.5]}]
    )
    save: Callable[[Path], object] = lambda path: np.savez(path, **arrays)  # noqa: E731

    def zeros(path: Path) -> None:
        """A file of few kilobytes; numpy takes 10 s of CPU to write it, which are not the command's."""
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (15000, 15000), }".ljust(117) + "\n"
        archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
        with archive, archive.open("A.npy", "w") as file:
            file.write(b"\x93NUMPY\x01\x00\x76\x00" + header.encode())
            for _ in range(1500):
                file.write(bytes(15_000 * 8 * 10))

    document = json.dumps(weights).encode()
    return draw.choice(
        [
            lambda: command(*reader, f"{draw.choice(families)}={draw.choice(WORDS)}"),
            lambda: command(*reader, f"{draw.choice(families)}={10 ** draw.choice([9, 12, 30])}"),
            lambda: command(*reader, draw.choice(WORDS)),
            lambda: with_file("g.csv", table, *reader, "{here}/g.csv"),
            lambda: with_file("g.txt", table, *reader, "{here}/g.txt"),
            lambda: with_file("g.graphml", graph.encode(), *reader, "{here}/g.graphml"),
            lambda: with_file(
                "g.graphml", graph[: draw.randrange(len(graph))].encode(), *reader, "{here}/g.graphml"
            ),
            lambda: with_file("g.npz", save, *reader, "{here}/g.npz"),
            lambda: with_file(
                "g.npz", zeros if draw.random() < 0.1 else save, "spectrum", "--matrix", "{here}/g.npz"
            ),
            lambda: with_file("w.json", document, "spectrum", "--matrix", "{here}/w.json"),
            lambda: with_file("w.csv", table, "spectrum", "--matrix", "{here}/w.csv"),
            lambda: with_file(
                "l.csv", table, "optimize", "ring:n=4", "--objective", "learning", "--labels", "{here}/l.csv"
            ),
            lambda: with_file(
                "l.npz", save, "compare", "ring:n=4", "--method", "metropolis", "--labels", "{here}/l.npz"
            ),
            lambda: with_file("t.csv", table, "optimize", "ring:n=4", "--target", "{here}/t.csv"),
            lambda: with_file(
                "t.csv", table, "optimize", "ring:n=4", "--objective", "second-moment", "--groups",
                "{here}/t.csv",
            ),
            lambda: with_file(
                "d.npz", save, "run", "decefl-rate", "--size", "small", "--rounds", "2", "--data",
                "{here}/d.npz",
            ),
        ]
    )()


def options(draw: random.Random) -> Call:
    """A command with one option of a strange value."""
    lines = {
        "spectrum ring:n=5": ["--weights", "--matrix"],
        "optimize ring:n=5": [
            "--objective", "--method", "--gap", "--time-limit", "--seed", "--transport", "--out",
            "--step-curvature", "--labels", "--target", "--groups",
        ],
        "compare ring:n=4 --method metropolis": ["--method", "--labels"],
        "claims": ["", "--severity"],
        "verify decefl.lambda-range --evaluations 1 --jobs 1": [
            "", "--seconds", "--evaluations", "--seed", "--jobs", "--severity", "--resume", "--dask",
        ],
        "bound decefl.theorem-1 L=2 lam=1/2 delta=2 Gamma=4 eps0=1 spread(0)=1": [
            "t=", "L=", "mu=", "Gamma=", "", "spread(0)=", "lam=",
        ],
        "run decefl-rate --size small --rounds 2 --jobs 1": [
            "", "--data", "--rounds", "--rate", "--seed", "--seeds", "--network", "--resume",
        ],
        "report decefl.lambda-range --study decefl-rate --size small": [
            "--verdicts", "--atlas", "--seed", "--seconds", "--jobs",
        ],
        "tour decefl.lambda-range --jobs 1 --rounds 2": ["--rounds", "--seconds", "--evaluations"],
        "atlas decefl.theorem-1 --kappa 2 --jobs 1": ["--kappa", "--jobs"],
        "prove DGD": [
            "--at", "--eta", "--lam", "--lossy", "--tier", "--rate", "--rounds", "--matrix", "--spectrum",
        ],
        "prove DGD --at L=1,mu=1/10,lam=1/2,eta=1/4": ["--at", "--eta", "--lam", "--lossy", "--tier", "--rate"],
        "prove decefl.theorem-1:repaired --at L=1,mu=1/2,delta=3,Gamma=9": [
            "--rounds", "--spectrum", "--matrix",
        ],
        "worst-case DGD --at L=1,mu=1/10,lam=1/2,eta=1/2 --rounds 2": [
            "--at", "--rounds", "--metric", "--spectrum", "--matrix",
        ],
        "check-witness": ["", "--theorem"],
        "check-proof": [""],
        "": ["", "--version", "--help"],
    }
    line, chosen = draw.choice([(line, option) for line, names in lines.items() for option in names])
    value = draw.choice(WORDS)
    if chosen == "--at":
        value = ",".join(
            f"{name}={draw.choice(WORDS[:25])}"
            for name in draw.sample(["L", "mu", "lam", "eta", "share", "x"], 4)
        )
    if chosen == "--rounds" and draw.random() < 0.5 and not line.startswith(("tour", "run")):
        value = str(10 ** draw.choice([3, 6, 30]))
    words = line.split()
    if chosen.endswith("="):
        words = [word for word in words if not word.startswith(chosen)] + [chosen + value]
    elif (
        chosen in ("--verdicts", "--atlas", "--resume", "--matrix", "--labels", "--data")
        and draw.random() < 0.7
    ):
        content = json.dumps(draw.choice(JSON)).encode() if draw.random() < 0.7 else draw.randbytes(200)
        return with_file("f.json", content, *words, chosen, "{here}/f.json")
    else:
        words = [*words, *filter(None, [chosen]), value]
    return command(*words)


def changed(draw: random.Random, record: Any) -> Any:
    """A record with one part replaced, removed, repeated or nested."""
    spots: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key in node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
            spots.append((node, key))
            walk(node[key])

    record = json.loads(json.dumps(record))
    walk(record)
    for _ in range(draw.choice([1, 1, 2])):
        node, key = draw.choice(spots)
        how = draw.randrange(4)
        if how == 0 and key in (node if isinstance(node, dict) else ()):
            del node[key]
        elif how == 1 and isinstance(node, dict):
            node[draw.choice(["x", "t", "K", "__debug__", ""])] = draw.choice(JSON)
        elif isinstance(node, dict) or key < len(node):
            node[key] = draw.choice([*JSON, formulas(draw), json.loads("[" * 400 + "]" * 400)])
    return record


@cache
def sound() -> dict[str, list[Any]]:
    """Good verdicts, witnesses and certificates, as JSON."""
    import mixproof as mx
    from mixproof.bounds.families import declared
    from mixproof.bounds.proofs import worst_case
    from mixproof.experiments.tables import plain

    ids = ("decefl.theorem-1:eq-5", "decefl.lambda-range:below-one", "alidpfl.clipping:repaired")
    verdicts = [mx.verify(id, seconds=0.05) for id in ids]
    own = mx.claim("distance2(t) <= distance2(0)", "eta <= 1/(2*L)", family=declared("EXTRA"))
    proof = mx.prove("diging", L=1, mu="1/10", lam="1/2", eta="1/10")
    worst = worst_case("dgd", L=1, mu="1/10", eta="1/2", spectrum=("-1/2", "1/2"), rounds=1)
    witnesses = [v.witness for v in (*verdicts, mx.verify(own, seconds=0.05)) if v.witness is not None]
    found = {"verdicts": [v.to_json() for v in verdicts], "witness": witnesses}
    return plain(found | {"proof": [proof.certificate, worst.certificate]})


def records(draw: random.Random) -> Call:
    """A witness, a certificate, verdicts or an atlas, with something changed."""
    found = sound()
    proofs = sorted((ROOT / "bounds" / "derivations").glob("*.json"))
    proof = json.loads(min(draw.sample(proofs, 3), key=lambda path: path.stat().st_size).read_text())
    bad = json.dumps(changed(draw, draw.choice(found["witness"])), allow_nan=True).encode()
    bad_proof = json.dumps(changed(draw, draw.choice([proof, *found["proof"]]))).encode()
    cut = draw.choice(
        [b"", b"[" * DEEP, bad[: len(bad) // 2], b"\xff" + bad, bad.replace(b"{", b"[", 1), b"1" * 10_000]
    )
    verdicts = changed(draw, found["verdicts"])
    tables = changed(draw, json.loads((ROOT / "docs" / "atlas" / "atlas.json").read_text()))

    def page(place: Path) -> object:
        from mixproof.experiments.report import build, read_atlas, read_verdicts

        for name, content in (("v.json", verdicts), ("a.json", tables)):
            (place / name).write_text(json.dumps(content))
        read, atlas = read_verdicts(str(place / "v.json")), read_atlas(str(place / "a.json"))
        return build(place / "out", studies=[], networks=[], verdicts=read, atlas=atlas)

    return draw.choice(
        [
            lambda: with_file("w.json", bad, "check-witness", "{here}/w.json"),
            lambda: with_file("w.json", cut, "check-witness", "{here}/w.json"),
            lambda: with_file("p.json", bad_proof, "check-proof", "{here}/p.json"),
            lambda: with_file("p.json", cut, "check-proof", "{here}/p.json"), lambda: page,
        ]
    )()


def stores(draw: random.Random) -> Call:
    """A file of --resume that is none, or that somebody changed."""

    def make(path: Path) -> None:
        from mixproof.experiments.campaigns.store import Store

        with Store(path) as store:
            store.add("k", {"a": 1})
        lines = ["CREATE TRIGGER t AFTER INSERT ON pieces BEGIN DELETE FROM pieces; END"]
        lines += ["CREATE TRIGGER t BEFORE INSERT ON pieces BEGIN SELECT RAISE(FAIL, 'no'); END"]
        lines += [
            "DROP TABLE about", "DELETE FROM about", "UPDATE pieces SET checksum = 'x'",
            "UPDATE pieces SET record = NULL",
        ]
        lines += [
            "ALTER TABLE pieces RENAME TO p; CREATE VIEW pieces AS SELECT * FROM p", "PRAGMA user_version = 99",
            "UPDATE pieces SET key = x'ff00'",
        ]
        lines += [
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT 1",
            "ALTER TABLE pieces ADD COLUMN more", "UPDATE about SET mixproof = x'ff'",
        ]
        lines += [
            "DROP TABLE pieces; CREATE VIEW pieces AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c)"
            " SELECT x AS key, 'a' AS record, 0 AS checksum FROM c"
        ]
        with sqlite3.connect(path) as file, suppress(sqlite3.Error):
            file.executescript(draw.choice(lines))

    content = draw.choice(
        [
            make, make, make, b"", b"SQLite format 3\0", b"SQLite format 3\0" + draw.randbytes(4000),
            b'{"mixproof"', draw.randbytes(99),
        ]
    )
    return with_file(
        "s", content, "verify", "decefl.lambda-range", "--evaluations", "1", "--jobs", "1", "--resume", "{here}/s"
    )


def claims(draw: random.Random) -> Call:
    """A user's claim."""
    import mixproof as mx
    from mixproof.bounds.families import consensus, declared, gossip, matrices

    family = draw.choice([gossip(fixed=True), gossip(), matrices(), consensus("decefl"), declared("EXTRA")])
    parts = [formulas(draw), formulas(draw)] if draw.random() < 0.4 else ["spread(t)", formulas(draw)]
    text = f"{parts[0]}{draw.choice([' <= ', ' == ', ' > ', ' ', ' <= 1 <= '])}{parts[1]}"
    assume = [f"{formulas(draw)} <= {formulas(draw)}"] * draw.choice([0, 0, 1])
    where = (
        {draw.choice(["zeta", "lam", "t", "__debug__", "_number", "sqrt", "a b", ""]): formulas(draw)}
        if draw.random() < 0.3
        else None
    )

    def call(place: Path) -> object:
        return mx.verify(mx.claim(text, *assume, family=family, where=where), seconds=0.05)

    return call


PAPER = ["\\lambda", "\\eta^2", "^", "{", "}", "\\frac{1}{L}", "||x||", "\u2264", "\u03bb", "x\u00b2"]
PAPER += ["\u00b7", "\\|", "rho", "\\le"]
ATOMS = ["x", "o", "w0", "p", "s", "q", "eta", "L", "1", "0", "t", "n", "noise", "J", "W", "K", "chance", "V"]
AROUND = [
    "sq({})", "norm({})", "J({})", "W({})", "W_hat({})", "grad({})", "next({})", "start({})", "F({})", "far({})",
    "largest({})", "push({})", "prox({})", "sometimes({})", "-{}", "sqrt({})", "sum(s < t, {})", "curved_sum({})",
    "dot({}, x)", "next(next({}))", "{} + x", "{}*x", "x/{}", "{}**2", "norm({}, 1)",
    "sqrt(2)*{}", "norm(x)*{}", "{} - 1", "1/{}", "top({})",
]


def vectors(draw: random.Random) -> Call:
    """A claim over vectors of a run, with words that its settings may lack."""
    import mixproof as mx
    from mixproof.bounds.families import declared, gossip, matrices

    def formula(depth: int) -> str:
        if depth == 0 or draw.random() < 0.2:
            return draw.choice(ATOMS)
        return draw.choice(AROUND).format(formula(depth - 1))

    families = [declared("diging"), declared("dgd", noisy=True), declared("scaffnew"), declared("pg-extra"), matrices()]
    families += [declared("push-diging"), declared("extra", lossy=True), declared("defed"), gossip()]
    family, relation = draw.choice(families), draw.choice(["<=", "==", ">="])
    text = f"sq({formula(3)}) {relation} {formula(draw.choice([0, 2, 4]))}"
    where = {"V": formula(2)} if draw.random() < 0.5 else None
    assume = [f"{formula(2)} >= 0"] * draw.choice([0, 0, 1])

    def call(place: Path) -> object:
        return mx.verify(mx.claim(text, *assume, family=family, where=where), seconds=0.05)

    return call


def algorithms(draw: random.Random) -> Call:
    """A declaration, and a proof of its rate."""
    import mixproof as mx

    texts = [
        "mix(x) - eta*grad(x)", "x**2", "grad(grad(x))", "mix(mix(mix(x)))", "1e400*x", "x/0",
        "grad(x)*grad(x)", "(1/3)**9999*x", "mix(x) - eta**9*grad(x)", "push(x)/x", "prox(prox(x))",
        "sometimes(chance*x)/chance", "active(1)", "pull(x, x)", "x - grad(x)/eta**2",
    ]
    step = lambda: draw.choice([*texts, formulas(draw)])  # noqa: E731
    names = ["x", "y", "__debug__", "_number", "eta", "grad", "", "a b", "K", "h"]
    told: dict[str, Any] = {
        "next": {"x": step(), **({draw.choice(names): step()} if draw.random() < 0.4 else {})}
    }
    if draw.random() < 0.4:
        told["let"] = {draw.choice(names): step()}
    if draw.random() < 0.05:
        told["let"] = {f"v{i}": "grad(x)" if i == 0 else f"v{i - 1} + x" for i in range(10_000)}
    if draw.random() < 0.3:
        told[draw.choice(["balanced", "models", "scales", "start", "rest"])] = draw.choice(
            [*VALUES, ("x",), ("q",), {"x": "-h"}, {"q": "0"}]
        )
    at = {"L": 1, "mu": "1/10", "lam": "1/2", "eta": "1/4"}
    if draw.random() < 0.3:
        at[draw.choice(list(at))] = draw.choice(VALUES)

    def call(place: Path) -> object:
        return mx.prove(mx.Algorithm(draw.choice(["mine", *WORDS]), **told), **at)

    return call


def mistyped(draw: random.Random, text: str) -> str:
    """The text with some of its words left out, doubled, exchanged, put in, or in the notation of a paper."""
    words = re.split(r"(\W)", text)
    for _ in range(draw.choice([1, 1, 1, 2, 3, 30])):
        at, other = draw.randrange(len(words)), draw.randrange(len(words))
        if draw.random() < 0.2:
            words[at], words[other] = words[other], words[at]
        else:
            words[at] = draw.choice(
                ["", *[words[other]] * 9, words[at] * 2, draw.choice(PAPER), draw.choice(WORDS), formulas(draw)]
            )
    return "".join(words)


def slips(draw: random.Random) -> Call:
    """A researcher's claim, on a family of any kind, mistyped."""
    import outside

    import mixproof as mx

    said = draw.choice(outside.read("strangers"))
    parts = [said.text, *said.assume, *said.arguments["where"].values()]
    for _ in range(draw.choice([1, 1, 2])):
        at = draw.randrange(len(parts))
        parts[at] = mistyped(draw, parts[at])
    text, *assume = parts[: 1 + len(said.assume)]
    where = dict(zip(said.arguments["where"], parts[1 + len(said.assume) :], strict=True))
    arguments = said.arguments | {"where": where, "first": draw.choice([said.arguments["first"], 0, None, 1])}
    return lambda place: mx.verify(mx.claim(text, *assume, **arguments), seconds=0.05)


def declarations(draw: random.Random) -> Call:
    """A declaration of the library, mistyped, proved or searched."""
    import mixproof as mx
    from mixproof.bounds.algorithms import ALGORITHMS
    from mixproof.families import declared

    known = draw.choice(ALGORITHMS)
    texts = {part: dict(getattr(known, part) or {}) for part in ("next", "let", "start", "rest")}
    part = draw.choice([part for part, lines in texts.items() if lines])
    name = draw.choice(sorted(texts[part]))
    if draw.random() < 0.2:
        texts[part][mistyped(draw, name)] = texts[part].pop(name)
    else:
        texts[part][name] = mistyped(draw, texts[part][name])
    given = {part: lines for part, lines in texts.items() if lines} | {"balanced": known.balanced}
    proved = draw.random() < 0.3

    def call(place: Path) -> object:
        mine = mx.Algorithm("mine", **given, models=known.models, scales=known.scales)
        if proved:
            return mx.prove(mine, L=1, mu="1/10", lam="1/2", eta="1/20")
        claim = mx.claim("distance2(t) <= distance2(0)", "eta <= 1/L", family=declared(mine))
        return mx.verify(claim, seconds=0.05)

    return call


def entry_points(draw: random.Random) -> Call:
    """A function of the library, with one or two arguments of strange values."""
    import networkx as nx
    import numpy as np

    import mixproof as mx
    from mixproof import bounds
    from mixproof.bounds.families import gossip
    from mixproof.bounds.proofs import prove_claim, worst_case
    from mixproof.bounds.theorems import theorem
    from mixproof.experiments.learning.problems import logistic
    from mixproof.spectral import consensus_rounds

    stated = theorem("decefl.theorem-1")
    claim = mx.claim("spread(t) <= spread(0)", family=gossip(fixed=True))
    problem = logistic(
        np.array([[1.0], [2.0], [0.5], [1.5]]), np.array([0, 1, 0, 1]), [np.array([0, 1]), np.array([2, 3])],
        l2=0.1,
    )
    local = {"beta": 1, "rho": 1, "xi": 1, "eta": 0.1, "C": 1, "sigma": 0, "B": 1, "d": 4, "distance": 1}

    def choose_tau(**given: Any) -> object:
        constants = bounds.LocalConstants(**{name: given.pop(name) for name in local})
        return bounds.best_tau(constants, **given)

    uses: list[tuple[Callable[..., object], dict[str, Any]]] = [
        (mx.optimize, {"network": "ring:n=4", "objective": "mean", "method": "auto", "gap": 1e-2,
            "time_limit": 5, "attribute": None, "signed": False}),
        (mx.optimize, {"network": "ring:n=4", "objective": "learning", "step": 0.1, "curvature": 1, "noise": 0,
            "heterogeneity": None, "target": None}),
        (mx.compare, {"network": "ring:n=4", "methods": ["metropolis"], "attribute": None, "labels": None}),
        (mx.spectrum, {"W": "ring:n=4", "weights": None, "attribute": None, "certify": None, "within": None}),
        (mx.mixing_matrix, {"network": "ring:n=4", "name": "metropolis", "attribute": "p"}),
        (mx.Network.from_edges, {"n": 3, "edges": [(0, 1), (1, 2)], "reliability": None, "names": None,
            "positions": None}),
        (mx.Network.from_networkx, {"graph": nx.path_graph(3), "reliability": "p"}),
        (mx.MixingMatrix.from_matrix, {"matrix": [[0.5, 0.5], [0.5, 0.5]], "network": None}),
        (consensus_rounds, {"W": mx.mixing_matrix("ring:n=4"), "error": 1e-3}),
        (mx.verify, {"claim": claim, "variant": None, "seconds": 0.01, "seed": 0}),
        (mx.verify, {"claim": "decefl.lambda-range", "seconds": 0.01, "seed": 0}),
        (mx.check, {"witness": {}, "stated": None}),
        (mx.claim, {"text": "spread(t) <= 1", "family": gossip(), "where": None, "rounds": 20, "first": 0}),
        (gossip, {"scaled": False, "fixed": True, "common": False}),
        (mx.prove, {"what": "DGD", "L": 1, "mu": "1/10", "lam": "1/2", "eta": "1/4", "tier": None,
            "rate": None, "share": (1, 1), "r2": None, "lam_n": None}),
        (worst_case, {"algorithm": "DGD", "L": 1, "mu": "1/10", "rounds": 1, "eta": "1/2", "spectrum": ("-1/2",
            "1/2"), "metric": "error2", "matrix": None}),
        (prove_claim, {"theorem": stated, "variant": stated.variant("repaired"), "values": {"L": 1,
            "mu": "1/2", "delta": 3, "Gamma": 9}, "rounds": 1, "spectrum": ("-1/2", "1/2")}),
        (bounds.certified_curve, {"L": 1, "mu": "1/10", "lam": "1/2", "K": 4, "rounds": 9, "eta": "1/4",
            "error": 1, "spread": 0, "gstar": 1, "sigma2": 0, "gap": None}),
        (bounds.privacy_loss, {"q": 0.1, "sigma": 2.0, "steps": 10, "delta": 1e-5}),
        (bounds.supported_steps, {"epsilon": 1.0, "q": 0.1, "sigma": 2.0, "delta": 1e-5}),
        (choose_tau, {**local, "R_s": 10, "R_c": 10, "lam": 0.5, "tau_max": 9}),
        (mx.simulate, {"problem": problem, "method": "dgd", "eta": 0.1, "rounds": 3, "mixing": "path:n=2",
            "seeds": 1, "seed": 0, "batch": None, "start": None, "record_every": 1}),
        (bounds.evaluate, {"theorem": stated, "variant": stated.variant("repaired"), "values": {"K": 2},
            "t": 1}),
    ]  # fmt: skip
    function, given = draw.choice(uses)
    for name in draw.sample(sorted(given), draw.choice([1, 1, 1, 2])):
        given[name] = draw.choice(VALUES)
    return lambda place: function(**given)


def runs(draw: random.Random) -> Call:
    """A command or a function for a run that is planned: weights, schedules, links, privacy, local steps."""
    import mixproof as mx

    lines = {
        "plan ring:n=5 --rounds 5 --seconds 2": [
            "--run", "--step", "--rounds", "--curvature", "--data", "--labels", "--messages", "--seconds", "--out",
        ],
        "schedule ring:n=5": ["--rule", "--messages", "--neighbours", "--seed", "--out"],
        "links complete:n=5 6": ["--gap", "--out", ""],
        "privacy --noise 2 --steps 100": ["--noise", "--steps", "--epsilon", "--sample", "--delta"],
        "tau --privacy 2,1e-5 --rounds 20": ["--privacy", "--rounds", "--noise", "--sample", "--costs", "--at"],
        "names gossip": [""],
        "export decefl.theorem-1:repaired --coq {here}/f.v": ["", "--coq"],
    }
    uses: list[tuple[Callable[..., object], dict[str, Any]]] = [
        (mx.plan, {"network": "ring:n=4", "run": None, "step": 0.1, "rounds": 4, "curvature": (1, 0.1),
            "labels": None, "messages": None, "keep_form": False, "seconds": 2.0, "attribute": None}),
        (mx.best_tau, {"privacy": (2.0, 1e-5), "rounds": 20, "noise": 1.1, "sample": 0.01, "costs": None,
            "lam": 1.0}),
        (mx.optimize_schedule, {"network": "ring:n=4", "messages": None}),
        (mx.choose_links, {"network": "complete:n=4", "links": 4, "gap": None}),
        (mx.export, {"what": "decefl.theorem-1:repaired", "file": None, "compile": False}),
        (mx.names, {"family": "gossip"}),
    ]  # fmt: skip
    if draw.random() < 0.5:
        function, given = draw.choice(uses)
        for name in draw.sample(sorted(given), min(len(given), draw.choice([1, 1, 2]))):
            given[name] = draw.choice(VALUES)
        return lambda place: function(**given)
    line, chosen = draw.choice([(line, option) for line, names in lines.items() for option in names])
    return command(*line.split(), *filter(None, [chosen]), draw.choice(WORDS))


PROOF = """let a = W(x) - J(x), b = eta*(grad(x) - J(grad(x)))
mixed: sq(a) <= lam**2*sq(x - J(x)) by mixing(x)
young: lam*(1 - lam)*sq(a - b) <= (1 - lam)*sq(a) + lam*sq(b) with (1 - lam)*a + lam*b
less: sq(b) <= eta**2*gradients2(t) with J(grad(x))
claim by mixed, young, less, lam < 1 over lam > 0"""


def derivations(draw: random.Random) -> Call:
    """A proof with words exchanged, left out, doubled, or put in."""
    import mixproof as mx
    from mixproof.bounds.families import gossip

    text = "spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam)"
    mine = mx.claim(text, "0 < lam < 1", family=gossip(fixed=True, noisy=False, offsets=False))
    words = re.split(r"(\W)", PROOF)
    for _ in range(draw.choice([1, 1, 2, 5, 40])):
        at = draw.randrange(len(words))
        change = draw.choice(["leave", "double", "exchange", "put", "formula"])
        if change == "exchange":
            other = draw.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        else:
            words[at : at + 1] = {
                "leave": [], "double": words[at : at + 1] * draw.choice([2, 9, 2000]),
                "put": [draw.choice(WORDS)], "formula": [formulas(draw)],
            }[change]  # fmt: skip
    proof = draw.choice(VALUES) if draw.random() < 0.05 else "".join(words)
    return lambda place: mx.prove(mine, proof)


KINDS: dict[str, tuple[int, Callable[[random.Random], Call]]] = {
    "networks": (350, networks), "options": (350, options), "records": (300, records), "stores": (40, stores),
    "claims": (300, claims), "vectors": (200, vectors), "algorithms": (160, algorithms),
    "entry_points": (500, entry_points),
    "runs": (300, runs), "derivations": (300, derivations), "slips": (740, slips),
    "declarations": (300, declarations),
}


def made(
    seed: int, kinds: dict[str, tuple[int, Callable[[random.Random], Call]]] = KINDS
) -> Iterator[tuple[str, Callable[[], Call]]]:
    """3,840 inputs, or those of other kinds, the same ones for the same seed: name, and what makes the call."""
    for kind, (many, make) in kinds.items():
        for number in range(many):
            yield f"{kind}-{number}", partial(make, random.Random(f"{kind} {number} {seed}"))
