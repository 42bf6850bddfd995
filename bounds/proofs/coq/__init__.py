"""Derivations as files for Coq 8.16, a second kernel that shares no line with the first.

A file holds the prelude (order, finite sums, an abstract inner product space; proved), the table's facts and rules as
hypotheses, each line of the derivation as a lemma whose two sides are equal by `field`, and the claim as theorem.

How it is built: `exporting.export` has the kernel check the record and makes a `file.File` of it, which walks through
the record's steps beside a `traced.Traced` book, a book of the kernel that remembers where each fact came from. The
file is put together from parts, each with one subject, which ask one another:

    terms, lemmas           numbers and vectors as terms of Coq; what is stated so far
    verbatim, words         a formula as it is written, and the equations to the kernel's normal form of it
    vectors, sums           inner products in normal form; sums over an index in normal form
    field                   identities of polynomials, closed by `field`: squares of roots, reciprocals
    known, signs            0 <= p (`shown.Shown`): from a fact in another form; by the search of the kernel
    facts, rules            givens and rules as hypotheses, and what a line uses by its name
    lines, cases, rounds    the steps of a record as lemmas: identities, cases, induction over rounds
    states                  how states move from round to round, as hypotheses

Whatever needs another lemma states it first, so that the lemmas of a file stand in order; each is stated once.
"""

from .exporting import Exported as Exported
from .exporting import export as export
from .terms import Unsupported as Unsupported
