"""The page of what a claim can say: each form with a claim that is refuted and one that is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mixproof.bounds import Theorem, claim
from mixproof.bounds.algorithms import Algorithm, algorithm, beside
from mixproof.bounds.families import declared, matrices

__all__ = ["FORMS", "Form", "page"]


@dataclass(frozen=True)
class Claimed:
    """A claim on a family; derivation: of one that is not proved unaided."""

    text: str
    assume: tuple[str, ...] = ()
    derivation: str = ""
    where: tuple[tuple[str, str], ...] = ()
    first: int | None = 0

    def on(self, family: Any) -> Theorem:
        return claim(
            self.text,
            *self.assume,
            family=family,
            where=dict(self.where),
            first=self.first,
            derivation=self.derivation,
        )

    @property
    def shown(self) -> str:
        where = "".join(f", {name} = {text}" for name, text in self.where)
        return f"`{self.text}{where}`" + (f" if `{', '.join(self.assume)}`" if self.assume else "")


@dataclass(frozen=True)
class Form:
    """what: in words; written: the family in Python; family: the same; data: how it runs on data, or why not."""

    what: str
    written: str
    family: Any
    refuted: Claimed
    proved: Claimed | str
    data: str = "`simulate`"


NO_TABLE = "no table for derivations yet"
WORDS = "`simulate` with `Words(...)`"
STAYS = "always Z: sq(J({0})) <= 0\n  next by Z\nclaim by Z"
TOSSED = """always Q: sq(J(q)) <= 0
  next by Q, chance <= 1, tossed(J(q)) times J(q)
claim by Q"""
COMPRESSED = Algorithm(
    "Choco-SGD",
    {"x": "m + (mix(c) - c)/2", "y": "c"},
    {"m": "x - eta*grad(x)", "c": "y + top(m - y)"},
    start={"y": "x"},
)
AVERAGING = Algorithm("averaging", {"x": "mix(x)"})
BOTH = beside(algorithm("diffusion"), algorithm("dgd"))
DELAYED = algorithm("delayed-1")
FORMS = (
    Form(
        "states as vectors, Lyapunov functions",
        'declared("diging")',
        declared("diging"),
        Claimed("next(V) <= V", ("eta <= 1/(2*L)",), where=(("V", "sq(x - o) + sq(p)/L**2"),)),
        Claimed("sq(J(p)) <= 0", derivation=STAYS.format("p")),
    ),
    Form(
        "noise with any declared method",
        'declared("dgd", noisy=True)',
        declared("dgd", noisy=True),
        Claimed("moved_mean2(t) == eta**2*mean_gradient2(t)"),
        Claimed("moved_mean2(t) == eta**2*(mean_gradient2(t) + sigma2/K)"),
        "`simulate(..., batch=...)`",
    ),
    Form(
        "failing links with any declared method",
        'declared(Algorithm("averaging", {"x": "mix(x)"}), lossy=True)',
        declared(AVERAGING, lossy=True),
        Claimed("spread2(t + 1) <= rho_mean**2*spread2(t)"),
        Claimed("spread2(t + 1) <= rho2*spread2(t)"),
        "`simulate(..., mixing=UnreliableLinks(...))`",
    ),
    Form(
        "W drawn in every round: pairs, matchings, activated edges",
        'declared(Algorithm("averaging", {"x": "mix(x)"}), drawn=True)',
        declared(AVERAGING, drawn=True),
        Claimed("sq(W_hat(x)) <= rho_mean*sq(x)"),
        Claimed("spread2(t + 1) <= rho2*spread2(t)"),
        "`simulate(..., mixing=lambda t: ...)`",
    ),
    Form(
        "one coin a round (ProxSkip, Scaffnew)",
        'declared("scaffnew")',
        declared("scaffnew"),
        Claimed(
            "next(V) <= (1 - min(eta*mu, chance**2))*V",
            ("lam < 1", "eta <= 1/L"),
            where=(("V", "sq(x - o) + (eta/chance)**2*sq(q - grad(o))"),),
        ),
        Claimed("sq(J(q)) <= 0", derivation=TOSSED),
        WORDS,
    ),
    Form(
        "a coin a client: sampled clients, asynchronous steps",
        'declared("asynchronous-gossip")',
        declared("asynchronous-gossip"),
        Claimed("moved_mean2(t) == eta**2*mean_gradient2(t)"),
        NO_TABLE,
        WORDS,
    ),
    Form(
        "steps of the clients' own",
        'declared("aug-dgm")',
        declared("aug-dgm"),
        Claimed("moved_mean2(t) == eta**2*mean_gradient2(t)"),
        NO_TABLE,
        WORDS,
    ),
    Form(
        "rows and columns of weights, directed and changing (push-pull, AB, push-DIGing, SGP)",
        'declared("push-pull", changing=True)',
        declared("push-pull", changing=True),
        Claimed("sq(J(next(x)) - J(x)) <= eta**2*sq(J(grad(x)))"),
        NO_TABLE,
        WORDS,
    ),
    Form(
        "prox of l1 and an interval",
        'declared("projected-dgd", regular=("low", "span"))',
        declared("projected-dgd", regular=("low", "span")),
        Claimed("norm(prox(x) - x) <= norm(x - W(x))"),
        NO_TABLE,
        WORDS,
    ),
    Form(
        "compressed messages: the largest coordinate, with any declared method (Choco-SGD, EF21)",
        'declared(Algorithm("Choco-SGD", {"x": "m + (mix(c) - c)/2", "y": "c"}, {"m": "x - eta*grad(x)", "c": '
        '"y + top(m - y)"}, start={"y": "x"}))',
        declared(COMPRESSED),
        Claimed("sq(next(y) - x + eta*grad(x)) <= sq(y - x + eta*grad(x))/3"),
        NO_TABLE,
    ),
    Form(
        "two algorithms on one setting",
        'declared(beside(algorithm("diffusion"), algorithm("dgd")))',
        declared(BOTH),
        Claimed("sq(x - o) <= sq(x_other - o)", ("eta <= 1/L",)),
        Claimed("sq(next(J(x))) == sq(J(x) - eta*J(grad(x)))"),
        "both, or `compare`",
    ),
    Form(
        "delays",
        'declared("delayed-1")',
        declared("delayed-1"),
        Claimed("sq(x - o) <= 4*sq(w0 - o)", ("eta <= 3/(2*L)",)),
        Claimed("sq(J(next(x)) - J(x)) == eta**2*sq(J(grad(old1)))"),
    ),
    Form(
        "the largest coordinate, the farthest client",
        'declared("dgd")',
        declared("dgd"),
        Claimed("largest(next(x) - o) <= largest(x - o)", ("eta <= 1/L",)),
        Claimed("far(x - o) <= norm(x - o)", derivation="claim by block(x - o)"),
    ),
    Form(
        "degree, diameter, number of edges, algebraic connectivity",
        "matrices()",
        matrices(),
        Claimed("lam <= 1 - 1/(K*diameter)", ("connected == 1",), first=None),
        NO_TABLE,
        "",
    ),
    Form(
        "further positive numbers",
        'declared("dgd", free=("eps",))',
        declared("dgd", free=("eps",)),
        Claimed("gap(t) <= eps", ("t >= log(1/eps)", "eta == 1/L")),
        Claimed(
            "2*dot(x - J(x), grad(x)) <= eps*spread2(t) + gradients2(t)/eps",
            derivation="claim over eps with eps*(x - J(x)) - grad(x)",
        ),
        "",
    ),
)
ABOUT = """A claim compares formulas in the names of its family; with the words below it also speaks of the vectors of a
run. The search reads them in floats, a witness in the kernel, a derivation line by line. Each row has a claim
that is refuted, by a witness that the kernel confirms, and one that is proved, or says why there is none yet.

Vectors are the states by their names, `o` (the minimizer at every client), `w0` (the models at round 0), and
what `W` (`W_hat` where it is random), `J` (the mean), `grad` and the method's own words make of them.
`sq(u)`, `norm(u)`, `dot(u, v)` are over all clients, `far(u)` is the longest part of one client, `largest(u)`
the largest coordinate, `F(u)` sums the losses; `next(...)` and `start(...)` read one round later and at round
0. Inside a sum over rounds these are read at its round, `sum(s < t, sq(grad(x)))`. Where anything is random,
each is its expectation, and a norm the root of one. That something is reached by a round is said the other
way round: `gap(t) <= eps` if `t >= ...`, with `eps` a free number."""
MISSING = """Not sayable yet: projection onto a ball or the simplex, messages compressed in another way than to the
largest coordinate with a declared method (the family `compressed` has its own), row-stochastic methods that divide by
an estimated eigenvector (FROST), full ADMM, the privacy of a run (the families of noisy local steps have their own
names), tail probabilities."""


def page() -> str:
    """The text of the page."""
    lines = [
        "# What a claim can say",
        "",
        ABOUT,
        "",
        "| what | family | refuted | proved | on data |",
        "|---|---|---|---|---|",
    ]
    for form in FORMS:
        proved = form.proved if isinstance(form.proved, str) else form.proved.shown
        lines.append(f"| {form.what} | `{form.written}` | {form.refuted.shown} | {proved} | {form.data} |")
    return "\n".join([*lines, "", MISSING, ""])
