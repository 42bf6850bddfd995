"""More bad inputs for `bad_input.py`: files of every kind, places that are none, and arguments of wrong types.

What a user brings along: verdicts and atlases with changed fields, arrays, weights and networks of other programs, kept
results, and the folders and files that a command is pointed at.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bad_input_made import JSON, ROOT, VALUES, Call, changed, command, formulas, sound, with_file

__all__ = ["KINDS"]

NUMBERS = [
    *[
        "1e400",
        "-1e400",
        "1e-400",
        "1e308",
        "-0",
        "1_0",
        "0x10",
        "1e5e5",
        "1/0",
        "0/0",
        "1/3/5",
        "1e400/1e400",
    ],
    *(
        "9" * 310,
        "9" * 5000,
        "10**9",
        "lam**999999999",
        "1e999999999",
        "1/" + "9" * 5000,
        "inf/inf",
        "nan/1",
        "½",
    ),
    *(
        "2**70",
        str(2**70),
        str(-(2**70)),
        "1e18",
        "0.1e-320",
        "+-1",
        "1,5",
        "1 000",
        "1.e",
        ".",
        "-",
        "e5",
        "True",
    ),
]


def tables(draw: random.Random) -> Call:
    """Verdicts or an atlas for the report, with fields changed, and claimed outcomes that are not theirs."""
    told = json.loads(json.dumps(sound()["verdicts"]))
    told = told if isinstance(told[0], dict) else told[0]
    if draw.random() < 0.5:
        one = draw.choice(told)
        one[draw.choice(sorted(one))] = draw.choice([*JSON, formulas(draw), "PROVED", "REFUTED", dict(one)])
    else:
        told = changed(draw, told)
    atlas = changed(draw, json.loads((ROOT / "docs" / "atlas" / "atlas.json").read_text()))
    which, content = draw.choice([("verdicts", told), ("verdicts", told), ("atlas", atlas)])
    text = json.dumps(content)
    if draw.random() < 0.2:
        text = draw.choice(
            [text[: len(text) // 2], "\ufeff" + text, text * 2, text.replace('"', "'"), "[" + text + "]"]
        )

    def page(place: Path) -> object:
        from mixproof.experiments.report import build, read_atlas, read_verdicts

        path = place / "f.json"
        path.write_text(text)
        if which == "atlas":
            return build(
                place / "out", claims=(), studies=[], networks=[], verdicts=[], atlas=read_atlas(str(path))
            )
        return build(place / "out", studies=[], networks=[], verdicts=read_verdicts(str(path)))

    return page


def arrays(draw: random.Random) -> Call:
    """A matrix or a network as .npz, .npy or .csv of other types, shapes and orders."""
    import numpy as np

    types = [
        "f2",
        "f4",
        ">f8",
        "i1",
        "u8",
        "i8",
        "c8",
        "c16",
        "?",
        "S2",
        "U2",
        "M8[D]",
        "m8[s]",
        "O",
        "V4",
        "g",
    ]
    shape = draw.choice([(0,), (1,), (3,), (0, 3), (1, 1), (2, 2), (3, 3), (3, 3, 1), (2, 3), (1, 3, 3), ()])
    with np.errstate(all="ignore"):
        matrix = np.full(shape, draw.choice([0, 1, -1])).astype(draw.choice(types))
    special = np.array([[0.5, draw.choice([0.5, np.nan, np.inf, -np.inf, 1e308, 5e-324, -0.5])], [0.5, 0.5]])
    records = np.zeros(3, dtype=[("u", "i4"), ("v", "f8")])
    chosen = draw.choice(
        [matrix, matrix, matrix, special, records, np.asfortranarray(special), np.matrix("1 0; 0 1")]
    )
    names = draw.sample(
        ["W", "A", "P", "weights", "edges", "names", "self_weights", "n", "probabilities", "", "x"], 2
    )

    def write(path: Path) -> None:
        if path.suffix == ".npz":
            np.savez(path, **{name: chosen for name in names[: draw.choice([1, 1, 2])]})
        elif path.suffix == ".npy":
            np.save(path, chosen, allow_pickle=True)
        else:
            path.write_text("\n".join(",".join(map(str, row)) for row in np.atleast_2d(chosen.tolist())))

    name = f"m.{draw.choice(['npz', 'npz', 'npy', 'csv', 'mat', 'txt', 'NPZ'])}"
    line = draw.choice(
        ["spectrum --matrix F", "spectrum F", "optimize F", "compare F --method metropolis",
        "plan ring:n=3 --labels F",
         "optimize ring:n=3 --objective learning --labels F", "optimize ring:n=3 --target F",
         "plan F --seconds 1",
         "optimize ring:n=3 --objective second-moment --groups F", "prove DGD --matrix F", "schedule F",
         "links F 2",
         "run decefl-rate --size small --rounds 2 --jobs 1 --data F", "worst-case DGD --rounds 1 --matrix F"]
    )  # fmt: skip
    return with_file(
        name, write, *(word.replace("F", "{here}/" + name) if word == "F" else word for word in line.split())
    )


def weights(draw: random.Random) -> Call:
    """The file that `optimize --out` writes, changed, read back as a matrix, as a network, as labels."""
    import mixproof as mx
    from mixproof.experiments.cli.weights import write_weights

    name = f"w.{draw.choice(['json', 'json', 'json', 'csv', 'npz'])}"

    def write(path: Path) -> None:
        write_weights(path, mx.optimize("geometric:n=5,r=3,v=2,seed=1", method="metropolis"))
        if path.suffix == ".json":
            path.write_text(json.dumps(changed(draw, json.loads(path.read_text()))))
        else:
            content = bytearray(path.read_bytes())
            for _ in range(draw.choice([1, 3, 30])):
                content[draw.randrange(len(content))] = draw.randrange(256)
            path.write_bytes(bytes(content)[: draw.choice([None, len(content) // 2])])

    line = draw.choice(
        [
            ["spectrum", "--matrix"],
            ["spectrum"],
            ["optimize"],
            ["prove", "DGD", "--matrix"],
            ["spectrum", "--matrix"],
        ]
    )
    return with_file(name, write, *line, "{here}/" + name)


def graphs(draw: random.Random) -> Call:
    """GraphML as other programs write it, and networkx graphs: attributes missing, None, of other types, in part."""
    import networkx as nx

    import mixproof as mx

    kind = draw.choice([nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
    values = [
        None,
        0,
        1,
        0.5,
        "0.5",
        "x",
        True,
        -1,
        2,
        float("nan"),
        float("inf"),
        [1],
        {"a": 1},
        10**400,
        1j,
        b"x",
    ]
    nodes = draw.choice(
        [
            [0, 1, 2],
            ["a", "b", ""],
            [(0, 0), (0, 1), (1, 1)],
            [-1, 1, "1"],
            [1, 1.0, "1"],
            [float("nan"), 1, 2],
        ]
    )
    graph: Any = kind()
    for u, v in ((0, 1), (1, 2), (0, 2), *draw.choice([(), ((0, 0),), ((0, 1),), ((1, 0),)])):
        graph.add_edge(nodes[u], nodes[v])
    for edge in list(graph.edges):
        if draw.random() < 0.8:
            graph.edges[edge][draw.choice(["p", "p", "p", "weight", "q"])] = draw.choice(values)
    if draw.random() < 0.5:
        attribute = draw.choice([None, "p", "q", "", 3, ("p",), "weight"])
        use = draw.choice([mx.optimize, mx.compare, mx.Network.from_networkx, mx.plan, mx.optimize_schedule])
        if use == mx.Network.from_networkx:
            return lambda place: use(graph, attribute)
        options: dict[str, Any] = {"methods": ["metropolis"]} if use is mx.compare else {}
        options |= {"seconds": 1} if use is mx.plan else {}
        options |= {"attribute": attribute} if use is not mx.optimize_schedule else {"messages": None}
        return lambda place: use(graph, **options)
    types = ["double", "string", "boolean", "int", "long", "float", "x"]
    cells = ["0.5", "", "None", "nan", "1e400", "0,5", "true", " 0.5 ", "<x/>", "&amp;", "-1", "1", "0"]
    links = "".join(
        f'<edge source="{draw.choice("abc")}" target="{draw.choice("abcd")}">'
        + draw.choice(
            [
                f'<data key="p">{draw.choice(cells)}</data>',
                "",
                '<data key="p"/>',
                '<data key="z">1</data>',
                "<data/>",
            ]
        )
        + "</edge>"
        for _ in range(draw.choice([0, 1, 3, 6]))
    )
    kind, named = draw.choice(["edge", "node", "all"]), draw.choice(["p", "p", "weight", ""])
    key = f'<key id="p" for="{kind}" attr.name="{named}"'
    key += draw.choice([f' attr.type="{draw.choice(types)}"', ""]) + draw.choice(
        ["/>", f"><default>{draw.choice(cells)}</default></key>"]
    )
    nested = draw.choice(
        ["", "", '<node id="c"><graph id="g" edgedefault="undirected"/></node>', "<hyperedge/>", "<port/>"]
    )
    text = f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{draw.choice([key, key, "", key * 2])}'
    text += f'<graph edgedefault="undirected"><node id="a"/><node id="b"/>{nested}{links}</graph></graphml>'
    head = draw.choice(
        [
            "",
            '<?xml version="1.0" encoding="utf-16"?>',
            '<!DOCTYPE x [<!ENTITY a "b">]>',
            "\ufeff",
            "<graphml>",
        ]
    )
    reader = draw.choice(
        [
            ["optimize"],
            ["spectrum"],
            ["compare", "--method", "metropolis"],
            ["schedule"],
            ["plan", "--seconds", "1"],
        ]
    )
    return with_file("g.graphml", (head + text).encode(), *reader, "{here}/g.graphml")


def sizes(draw: random.Random) -> Call:
    """An option or a constant with a number that is none, or that no machine holds; and powers and depths in claims."""
    lines = [
        "optimize ring:n=5 --gap N", "optimize ring:n=5 --time-limit N",
        "optimize ring:n=5 --method distributed --seed N",
        "optimize ring:n=5 --objective learning --step-curvature N", "plan ring:n=5 --seconds 1 --rounds N",
        "plan ring:n=5 --seconds 1 --step N", "plan ring:n=5 --seconds 1 --curvature N,1",
        "plan ring:n=5 --seconds N",
        "plan ring:n=5 --seconds 1 --classes N", "plan ring:n=5 --seconds 1 --messages N",
        "schedule ring:n=5 --messages N",
        "schedule ring:n=5 --seed N", "links complete:n=5 N", "links complete:n=5 6 --gap N",
        "privacy --noise N --steps 9",
        "privacy --noise 2 --steps N", "privacy --noise 2 --epsilon N",
        "privacy --noise 2 --steps 9 --sample N",
        "privacy --noise 2 --steps 9 --delta N", "tau --privacy N,1e-5 --rounds 9",
        "tau --privacy 2,N --rounds 9",
        "tau --privacy 2,1e-5 --rounds N", "tau --privacy 2,1e-5 --rounds 9 --costs N,1,50",
        "verify decefl.lambda-range --seconds N",
        "tau --privacy 2,1e-5 --rounds 9 --at beta=N,rho=1,xi=1,eta=0.1,C=1,B=75,d=40,distance=1",
        "verify decefl.lambda-range --evaluations N",
        "verify decefl.lambda-range:repaired --evaluations 1 --seed N",
        "verify decefl.lambda-range:repaired --evaluations 1 --jobs N",
        "bound decefl.theorem-1 L=N mu=1 lam=1/2 delta=2 Gamma=4 t=3",
        "bound decefl.theorem-1 L=2 mu=1 lam=1/2 delta=2 Gamma=4 gstar=1 distance(0)=1 spread(0)=1 t=N",
        "prove dgd --at L=N,mu=1/10,lam=1/2,eta=1/4", "prove dgd --at L=1,mu=1/10,lam=N,eta=1/4",
        "optimize ring:n=N --method metropolis",
        "worst-case dgd --at L=1,mu=1/10,lam=1/2,eta=N --rounds 1",
        "worst-case dgd --at L=1,mu=1/10,lam=1/2,eta=1/2 --rounds N",
        "spectrum star:n=N", "spectrum grid:rows=N,cols=2", "spectrum er:n=5,p=N",
        "run decefl-rate --size small --rounds N --jobs 1",
        "run decefl-rate --size small --rounds 2 --jobs 1 --rate N",
        "atlas decefl.theorem-1 --kappa N --jobs 1",
        "run decefl-rate --size small --rounds 2 --jobs 1 --seeds 0..N",
        "report decefl.lambda-range --seconds N --study decefl-rate",
    ]  # fmt: skip
    if draw.random() < 0.75:
        number = draw.choice(NUMBERS)
        return command(
            *(word.replace("N", number) if "N" in word else word for word in draw.choice(lines).split())
        )
    deep = draw.choice([50, 400, 4000])
    body = draw.choice(
        ["lam**999999999", "lam**-999999999", "(1 - eta*mu)**(10**9)", "lam**(t**999999)",
        "2**2**2**2**2**2*lam",
         "sqrt(" * deep + "lam" + ")" * deep,
         "sum(s < t, " * (deep // 10) + "gap(s)" + ")" * (deep // 10), "eta/" * deep + "L",
         "spread(t + 999999999)", "spread(t - 1)", "gap(" * deep + "0" + ")" * deep, "1e400",
         "1e-400*lam", "__debug__", "_number",
         "lam if lam else mu", "max(" + ", ".join(["lam"] * deep) + ")", "-" * deep + "lam",
         "lam" + "**2" * deep, "abs" * deep,
         "lam.__class__", "lam[0]", "(lambda: 1)()", "f'{lam}'", "lam" + " " * 100_000, "lam\n<= 1", "#",
         "lam;mu", "(" * deep]
    )  # fmt: skip
    form = draw.choice(["gossip:fixed: spread(t) <= T", "gossip: T <= 1",
        "gossip: spread(t) <= 1 if T <= 1", "matrices: lam <= T",
                        "gossip: spread(t) <= V where V = T", "declared:dgd: sq(x) <= T",
                        "T: spread(t) <= 1", "gossip:T: lam <= 1"])  # fmt: skip
    verb = draw.choice([["verify", "--evaluations", "1", "--jobs", "1"], ["prove"]])
    return command(verb[0], form.replace("T", body), *verb[1:])


def places(draw: random.Random) -> Call:
    """A file that is a folder, empty, no text, a device, a link to itself, unreadable; written where none can be."""
    reads = [
        "spectrum F.csv", "spectrum F.graphml", "spectrum F.npz", "spectrum F.txt",
        "spectrum --matrix F.csv", "spectrum --matrix F.npz",
        "spectrum --matrix F.json", "optimize ring:n=4 --target F.csv",
        "optimize ring:n=4 --objective learning --labels F.npy",
        "optimize ring:n=4 --objective learning --labels F.csv",
        "optimize ring:n=4 --objective second-moment --groups F.csv",
        "plan ring:n=4 --seconds 1 --data F.npz", "plan ring:n=4 --seconds 1 --labels F.npz",
        "verify F.py", "verify F.py:mine",
        "prove F.py:mine --at L=1", "run decefl-rate --size small --rounds 2 --jobs 1 --data F.npz",
        "check-witness F.json",
        "check-witness F.json --theorem F.py:mine", "check-proof F.json", "report --verdicts F.json",
        "report --atlas F.json",
        "verify decefl.lambda-range:repaired --evaluations 1 --jobs 1 --resume F.db",
        "prove dgd --at L=1,mu=1/10 --matrix F.csv",
        "plan ring:n=4 --seconds 1 --run F.py:mine", "bound F.py:mine L=1",
        "export F.py:mine --coq out.v", "atlas F.py:mine",
    ]  # fmt: skip
    writes = [
        "optimize ring:n=4 --out F.csv", "optimize ring:n=4 --out F.json",
        "plan ring:n=4 --seconds 1 --out F.npz",
        "schedule ring:n=4 --out F.json", "links complete:n=4 4 --out F.csv",
        "export decefl.theorem-1:repaired --coq F.v",
        "compare ring:n=4 --method metropolis --out F.d",
        "verify decefl.lambda-range:below-one --evaluations 1 --jobs 1 --witness F.d",
        "run decefl-rate --size small --rounds 2 --jobs 1 --out F.d",
        "report decefl.lambda-range:below-one --study decefl-rate --out F.d",
        "optimize ring:n=4 --out F.d/x/y.csv", "optimize ring:n=4 --out F",
        "export alidpfl.clipping:repaired --coq F.d/x.v",
    ]  # fmt: skip
    line, how = draw.choice([*reads, *reads, *writes]), draw.randrange(9)
    content = draw.choice(
        [
            b"",
            b"\n",
            b"\xff\xfe\x00x",
            b"\x00" * 99,
            "é".encode("latin-1") * 50,
            b"u,v\n\xe9,a\n",
            b"[",
            b"{}",
            b"0",
        ]
    )
    pythons = [b"", b"mine = 1", b"import nothing_of_this_name", b"1/0", b"def", b"raise SystemExit(3)",
        b"mine = lambda: 1", b"\xff",
               b"raise KeyboardInterrupt", b"import sys; sys.setrecursionlimit(99)\nmine = mine",
               b"mine = []", b"mine = (1, None)"]  # fmt: skip

    def call(place: Path) -> object:
        for word in line.split():
            if not word.startswith("F"):
                continue
            path = place / word.partition(":")[0]
            if how == 0:
                path.mkdir(parents=True)
            elif how == 1:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to(path)
            elif how == 2:
                path.symlink_to("/dev/null")
            elif how == 3:
                path.symlink_to("/dev/full")
            elif how > 4:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(draw.choice(pythons) if path.suffix == ".py" else content)
        return command(*(f"{{here}}/{word}" if word.startswith("F") else word for word in line.split()))(
            place
        )

    return call


def kept(draw: random.Random) -> Call:
    """A file of `--resume` of a real run, changed: triggers, views, other types, other answers."""
    lines = [
        "CREATE TRIGGER t AFTER INSERT ON pieces BEGIN DELETE FROM about; END",
        "CREATE TRIGGER t AFTER INSERT ON pieces BEGIN UPDATE pieces SET record = 'null'; END",
        "CREATE TRIGGER t AFTER UPDATE ON about BEGIN SELECT RAISE(ABORT, 'no'); END",
        "UPDATE pieces SET record = '{}'", "UPDATE pieces SET record = x'00ff'",
        "UPDATE pieces SET record = 17",
        "UPDATE pieces SET record = replace(record, 'PROVED', 'REFUTED')", "UPDATE pieces SET key = 1",
        "UPDATE pieces SET checksum = NULL",
        "DROP TABLE pieces", "CREATE TABLE more (x)", "DELETE FROM pieces",
        "INSERT INTO about SELECT * FROM about", "UPDATE about SET rowid = 9",
        "CREATE INDEX i ON pieces (record)", "ALTER TABLE pieces RENAME COLUMN record TO r",
        "PRAGMA user_version = -1", "PRAGMA application_id = 7",
        "PRAGMA journal_mode = wal", "PRAGMA encoding = 'UTF-16'",
        "UPDATE pieces SET record = zeroblob(9000000)", "UPDATE pieces SET record = record || record",
    ]  # fmt: skip
    words = [
        "verify",
        "decefl.lambda-range:below-one",
        "--evaluations",
        "1",
        "--jobs",
        "1",
        "--resume",
        "{here}/s",
    ]

    def call(place: Path) -> object:
        command(*words)(place)
        path = place / "s"
        if draw.random() < 0.8:
            file = sqlite3.connect(path)
            with suppress(sqlite3.Error):
                file.executescript(";".join(draw.sample(lines, draw.choice([1, 1, 2]))))
            file.close()
        else:
            content = bytearray(path.read_bytes())
            for _ in range(draw.choice([1, 20, 500])):
                content[draw.randrange(len(content))] = draw.randrange(256)
            path.write_bytes(bytes(content)[: draw.choice([None, 5000, 100])])
        return command(*words)(place)

    return call


def typed(draw: random.Random) -> Call:
    """Seeds, seconds, rounds, sizes and options of functions, of types that are none of theirs."""
    import mixproof as mx
    from mixproof import strategies
    from mixproof.bounds import families

    class Odd:
        """Equal to nothing, without a truth value, and without a text."""

        def __bool__(self) -> bool:
            raise TypeError("no truth value")

        __eq__ = None  # type: ignore[assignment]

    value = draw.choice(
        [
            *VALUES,
            Odd(),
            Odd,
            [None],
            {"seed": 0},
            "0",
            "1e3",
            bytearray(3),
            memoryview(b"1"),
            iter(()),
            NotImplemented,
            ...,
        ]
    )
    calls: list[Callable[[], object]] = [
        lambda: mx.verify("decefl.lambda-range:repaired", seconds=value),
        lambda: mx.verify("decefl.lambda-range:repaired", seconds=0.01, seed=value),
        lambda: mx.verify(value), lambda: mx.verify(value, seconds=0.01), lambda: mx.check(value),
        lambda: mx.check({"theorem": value, "setting": {}}),
        lambda: mx.claim(value, family=families.gossip()),
        lambda: mx.claim("lam <= 1", value, family=families.gossip()),
        lambda: mx.claim("lam <= 1", family=value),
        lambda: mx.claim("V <= 1", where={"V": value}, family=families.gossip()),
        lambda: mx.prove(value), lambda: mx.prove("dgd", L=value, mu="1/10", lam="1/2", eta="1/4"),
        lambda: mx.prove("dgd", L=1, mu="1/10", lam="1/2", eta=value),
        lambda: mx.Algorithm(value, next={"x": "x"}), lambda: mx.Algorithm("a", next=value),
        lambda: mx.Algorithm("a", next={"x": value}),
        lambda: mx.Algorithm("a", let=value, next={"x": "x"}),
        lambda: mx.from_latex(value, families.gossip()), lambda: mx.from_latex("x", value),
        lambda: mx.optimize("ring:n=4", time_limit=value), lambda: mx.optimize("ring:n=4", gap=value),
        lambda: mx.optimize(value),
        lambda: mx.optimize("ring:n=4", objective=value), lambda: mx.optimize("ring:n=4", method=value),
        lambda: mx.optimize("ring:n=4", signed=value),
        lambda: mx.optimize("ring:n=4", target=value), lambda: mx.optimize("ring:n=4", groups=value),
        lambda: mx.optimize("ring:n=4", "learning", heterogeneity=value),
        lambda: mx.compare("ring:n=4", value), lambda: mx.compare("ring:n=4",
        ["metropolis"], labels=value), lambda: mx.compare("ring:n=4", [value]),
        lambda: mx.spectrum(value), lambda: mx.mixing_matrix(value),
        lambda: mx.mixing_matrix("ring:n=4", value), lambda: mx.names(value),
        lambda: mx.mixing_matrix("ring:n=4").sample(value), lambda: mx.plan("ring:n=4", seconds=value),
        lambda: mx.plan("ring:n=4", rounds=value, seconds=1),
        lambda: mx.optimize_schedule("ring:n=4", value), lambda: mx.choose_links("complete:n=4", value),
        lambda: mx.export(value),
        lambda: mx.best_tau(value, 5), lambda: mx.best_tau((2, 1e-5), value),
        lambda: mx.best_tau((2, 1e-5), 5, noise=value), lambda: mx.best_tau((2, 1e-5), 5, sample=value),
        lambda: mx.best_tau((2, 1e-5), 5, costs=value),
        lambda: mx.best_tau((2, 1e-5), 5, constants=value), lambda: families.gossip(fixed=value),
        lambda: families.declared(value), lambda: families.declared("dgd", lossy=value),
        lambda: families.matrices(K=value),
        lambda: mx.Network.from_edges(value, [(0, 1)]), lambda: mx.Network.from_edges(2, value),
        lambda: mx.Network.from_edges(2, [(0, 1)], value),
        lambda: strategies.mixing_matrices(min_nodes=value).example(),
        lambda: strategies.client_losses(value, 3).example(),
        lambda: strategies.doubly_stochastic(max_nodes=value).example(),
    ]  # fmt: skip
    chosen = draw.choice(calls)
    return lambda place: chosen()


KINDS: dict[str, tuple[int, Callable[[random.Random], Call]]] = {
    "tables": (120, tables), "arrays": (110, arrays), "weights": (70, weights), "graphs": (110, graphs),
    "sizes": (170, sizes), "places": (130, places), "kept": (40, kept), "typed": (170, typed),
}  # fmt: skip
