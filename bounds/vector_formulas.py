"""Formulas over vectors of a run inside claims: `norm(next(x) - o)` is a number of the round t, and so a metric.

The words below make a number of vectors: of states by their names, o (w* at every client), w0 (the models at round 0),
what W, J, grad and the method's own words make of them, and next(...) and start(...), the same one round later and at
round 0. Inside a sum over rounds they are read at the round of the sum. A formula calls such a text by a name of its
own, which a run answers by `measured(text)`.
"""

from __future__ import annotations

from collections.abc import Mapping

from mixproof.spectral.errors import InputError

from .kernel.text import Node, Refused, inside, nodes, parse, ranged, written

__all__ = ["SCALARS", "ahead", "reads_vectors", "text_of", "vector_name", "written_out"]

SCALARS = frozenset(
    {"sq", "dot", "norm", "far", "largest", "F", "own_F", "steep_sum", "curved_sum", "next", "start"}
)
PREFIX = "_over_"


def vector_name(text: str) -> str:
    """What a formula calls that text over vectors."""
    return PREFIX + text.encode().hex()


def text_of(name: str) -> str | None:
    """The text that a formula calls so; None for any other name."""
    return bytes.fromhex(name.removeprefix(PREFIX)).decode() if name.startswith(PREFIX) else None


def ahead(node: Node) -> int:
    """How many rounds ahead a text over vectors reads: `next` in `next`."""
    return max(map(ahead, node.parts), default=0) + (node.kind == "call" and node.value == "next")


def reads_vectors(text: str, where: Mapping[str, str] | None = None) -> bool:
    """Whether a formula or a comparison reads vectors, itself or by its definitions; False for what does not parse."""
    try:
        return _reads(parse(text), where or {})
    except Refused:
        return False


def _reads(tree: Node, where: Mapping[str, str]) -> bool:
    if inside(tree, "call") & SCALARS:
        return True
    rest = {name: text for name, text in where.items() if name not in inside(tree, "name")}
    return any(_reads(parse(where[name]), rest) for name in inside(tree, "name") & where.keys())


def written_out(texts: tuple[str, ...], where: Mapping[str, str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The texts with definitions written out wherever vectors are concerned, and the definitions that are left.

    A definition that reads vectors is written out everywhere, any definition inside a text over vectors: `next(V)`
    is V one round later. Texts without vectors stay as they are. Raises InputError for what is no formula.
    """
    if not any(reads_vectors(text) for text in (*texts, *where.values())):
        return texts, dict(where)
    try:
        trees = {name: parse(text) for name, text in where.items()}
        found = tuple(written(_expanded(parse(text), trees, where, False)) for text in texts)
        kept = {name: text for name, text in where.items() if not _reads(trees[name], where)}
    except Refused as why:
        raise InputError("claim", texts[0], str(why)) from None
    except RecursionError:
        raise InputError("where", ", ".join(where), "defined in a circle") from None
    return found, kept


def _expanded(node: Node, trees: Mapping[str, Node], where: Mapping[str, str], vectors: bool) -> Node:
    if node.kind == "name" and node.value in trees and (vectors or _reads(trees[node.value], where)):
        return _expanded(trees[node.value], trees, where, vectors)
    if node.kind == "call" and node.value in SCALARS:
        vectors = True
        if any(ranged(part) for part in nodes(node)):
            raise Refused(f"{written(node)[:60]}: a sum over rounds stands outside of what is over vectors")
    return node._replace(parts=tuple(_expanded(part, trees, where, vectors) for part in node.parts))
