"""The page of what a claim can say: each form with a claim that is refuted and one that is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mixproof.bounds import Theorem, claim
from mixproof.bounds.algorithms import Algorithm, algorithm, beside
from mixproof.bounds.families import declared, matrices
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.links import metropolis
from mixproof.bounds.theorems import named

from .papers import badge

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


def proof_of(text: str) -> str:
    """The derivation of ID:VARIANT of the library."""
    _, variant = named(text)
    assert variant is not None
    return variant.derivation


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
FIRM = """let a = x - W(x), b = prox(x) - prox(W(x))
short: norm(b) <= norm(a) by root, firm(x, W(x)) with a - b
claim by short"""
NEARER = """let y = W(x) - eta*grad(x), z = o - eta*J(grad(o)), v = prox(z)
near: sq(next(x) - v) <= sq(y - z) by firm(y, z) with y - z - next(x) + v
claim by near, stays times next(x), stays times o, stays times v"""
RESOLVENT = """let u = backward(x), v = backward(o)
rising: dot(grad(u) - grad(v), u - v) >= 0 by monotone(u, v), mu > 0 with u - v
short: norm(u - v) <= norm(x - o)
  by root, backward(x) times u - v, backward(o) times u - v, rising, eta > 0 with x - o - u + v
claim by short"""
SPARSE = Algorithm("sparse gossip", {"x": "x + sparse(mix(x) - x) - eta*grad(x)"})
LATE = Algorithm("late", {"x": "mix(y) + self_mix(x - y) - eta*grad(x)", "y": "x"}, start={"y": "x"})
# Bun and Steinke 2016: t releases, each of sensitivity clip with noise of variance sigma2
PRIVATE = (
    ("rho", "t*clip**2/(2*sigma2)"),
    ("epsilon", "rho + 2*sqrt(rho*log(1/failure))"),
)
AVERAGING = Algorithm("averaging", {"x": "mix(x)"})
OWN_STEPS = Algorithm("own steps", {"x": "x - eta*paced(grad(x))"})
GRADIENTS = """short: L*eta <= 1 by eta <= 1/L
far: sq(J(grad(x)) - J(grad(J(x)))) <= L**2*sq(x - J(x)) by lipschitz(x, J(x))
  with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
step: gap(t + 1) + eta/2*global_gradient2(t) <= gap(t) + eta*L**2/(2*K)*spread2(t)
  by above(J(next(x)), J(x)), far, short with J(grad(x))
always I: gap(t) + eta/2*sum(s < t, global_gradient2(s)) <= gap(0) + eta*L**2/(2*K)*sum(s < t, spread2(s))
  next by step, I
low: gap(t) >= 0 by mean_least(x)
claim by I, low"""
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
        Claimed("sq(active(x)) <= activity_max*sq(x)", derivation="claim by active_mean_most(x)"),
        WORDS,
    ),
    Form(
        "steps of the clients' own",
        'declared("aug-dgm")',
        declared("aug-dgm"),
        Claimed("moved_mean2(t) == eta**2*mean_gradient2(t)"),
        Claimed("dot(x, paced(x)) <= pace_max*sq(x)", derivation="claim by paced_most(x)"),
        WORDS,
    ),
    Form(
        "steps of the clients' own beside each one's L_k: pace_L, the largest product",
        'declared(Algorithm("own steps", {"x": "x - eta*paced(grad(x))"}))',
        declared(OWN_STEPS),
        Claimed("F(next(x)) <= F(x)", ("eta*pace_max*L_mean <= 2",)),
        Claimed(
            "F(next(x)) <= F(x) - eta*(1 - eta*pace_L/2)*dot(grad(x), paced(grad(x)))",
            derivation="claim by own_above(next(x), x), paced_L(grad(x))",
        ),
        WORDS,
    ),
    Form(
        "L_k and mu_k of each client: own_L(u), own_mu(u), each part times its own",
        'declared("dgd")',
        declared("dgd"),
        Claimed("sq(grad(x) - grad(o)) <= L_mean*dot(grad(x) - grad(o), x - o)"),
        Claimed("sq(grad(x) - grad(o)) <= sq(own_L(x - o))", derivation="claim by own_lipschitz(x, o)"),
    ),
    Form(
        "steps that decay",
        'declared("dgd", step="delta/(t + Gamma)")',
        declared("dgd", step="delta/(t + Gamma)"),
        Claimed("error2(t) <= error2(0)/(t + 1)", ("delta <= Gamma/L",)),
        Claimed("moved_mean2(t) == step(t)**2*mean_gradient2(t)", derivation="claim"),
        "`simulate(..., eta=lambda t: ...)`",
    ),
    Form(
        "losses that are not convex, means over rounds",
        'declared("dgd", "dented")',
        declared("dgd", "dented"),
        Claimed("sum(s < t, global_gradient2(s)) <= 2*gap(0)/eta", ("eta <= 1/L",)),
        Claimed(
            "sum(s < t, global_gradient2(s)) <= 2*gap(0)/eta + L**2/K*sum(s < t, spread2(s))",
            ("eta <= 1/L",),
            derivation=GRADIENTS,
        ),
        "no: the problems on data are convex",
    ),
    Form(
        "drawn clients and local steps (federated averaging)",
        'federated("with", noisy=False)',
        federated("with", noisy=False),
        Claimed("sampling2(t) <= noise2(t)"),
        Claimed("bias2(t) == 0", derivation=proof_of("li2020.lemma-4:scheme-1")),
        "`simulate` with `fedavg`",
    ),
    Form(
        "rows and columns of weights, directed and changing (push-pull, AB, push-DIGing, SGP)",
        'declared("push-pull", changing=True)',
        declared("push-pull", changing=True),
        Claimed("sq(J(next(x)) - J(x)) <= eta**2*sq(J(grad(x)))"),
        Claimed("sq(J(p)) <= 0", derivation=STAYS.format("p")),
        WORDS,
    ),
    Form(
        "prox of l1 and an interval",
        'declared("projected-dgd", regular=("low", "span"))',
        declared("projected-dgd", regular=("low", "span")),
        Claimed("norm(prox(x) - x) <= norm(x - W(x))"),
        Claimed("norm(prox(x) - prox(W(x))) <= norm(x - W(x))", derivation=FIRM),
        WORDS,
    ),
    Form(
        "projection onto a ball",
        'declared("projected-dgd", regular=("radius",))',
        declared("projected-dgd", regular=("radius",)),
        Claimed("distance2(t + 1) <= distance2(t)", ("eta <= 1/L",)),
        Claimed("sq(next(x) - o) <= sq(W(x) - eta*(grad(x) - J(grad(o))) - o)", derivation=NEARER),
        WORDS,
    ),
    Form(
        "projection onto the simplex",
        'declared("projected-dgd", regular=("total",))',
        declared("projected-dgd", regular=("total",)),
        Claimed("norm(next(x) - x) <= norm(x - W(x)) + eta*norm(grad(x))"),
        Claimed("sq(next(x) - o) <= sq(W(x) - eta*(grad(x) - J(grad(o))) - o)", derivation=NEARER),
        WORDS,
    ),
    Form(
        "the proximal map of each client's own loss (ADMM)",
        'declared("admm")',
        declared("admm"),
        Claimed("distance(t + 1) <= distance(t)"),
        Claimed("norm(backward(x) - backward(o)) <= norm(x - o)", derivation=RESOLVENT),
        "no: such a map has no closed form on data",
    ),
    Form(
        "compressed messages: the largest coordinate, with any declared method (Choco-SGD, EF21)",
        'declared(Algorithm("Choco-SGD", {"x": "m + (mix(c) - c)/2", "y": "c"}, {"m": "x - eta*grad(x)", "c": '
        '"y + top(m - y)"}, start={"y": "x"}))',
        declared(COMPRESSED),
        Claimed("sq(next(y) - x + eta*grad(x)) <= sq(y - x + eta*grad(x))/3"),
        Claimed("d*sq(x - top(x)) <= (d - 1)*sq(x)", derivation="claim by kept(x)"),
    ),
    Form(
        "compressed messages: each coordinate by a coin, right in the mean",
        'declared(Algorithm("sparse gossip", {"x": "x + sparse(mix(x) - x) - eta*grad(x)"}))',
        declared(SPARSE),
        Claimed("kept*sq(next(x) - x) <= sq(W(x) - x - eta*grad(x))"),
        Claimed(
            "kept*sq(sparse(x) - x) <= (1 - kept)*sq(x)",
            derivation="claim by sent(x) times x, sent_squares(x) times x",
        ),
        WORDS,
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
        "messages that arrive a round late, beside a client's own model",
        'declared(Algorithm("late", {"x": "mix(y) + self_mix(x - y) - eta*grad(x)", "y": "x"}, start={"y": "x"}))',
        declared(LATE),
        Claimed("moved_mean2(t) == eta**2*mean_gradient2(t)"),
        Claimed("sq(self_mix(x)) <= sq(x)", derivation="claim by self_mix_square(x), self_mix_most(x)"),
        "",
    ),
    Form(
        "privacy: rho of zero-concentrated privacy after t rounds of Gaussian noise, epsilon at delta = failure",
        'declared("dgd", noisy=True, free=("clip", "failure"))',
        declared("dgd", noisy=True, free=("clip", "failure")),
        Claimed(
            "error2(t) <= (1 - eta*mu)**(2*t)*error2(0) + eta*t*clip**2/(2*K*mu*rho)",
            ("epsilon <= 4", "failure <= 1/100", "eta <= 1/L", "t >= 1"),
            where=PRIVATE,
        ),
        Claimed(
            "moved_mean2(t) == eta**2*(mean_gradient2(t) + t*clip**2/(2*K*rho))",
            ("t >= 1", "sigma2 > 0"),
            where=PRIVATE[:1],
        ),
        "`simulate(..., batch=...)`",
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
        Claimed(
            "smallest(t) <= 0", ("t + 1 <= diameter",), derivation=proof_of("scaman2017.diameter:needed")
        ),
        "",
    ),
    Form(
        "Metropolis weights on any graph, links that fail",
        "metropolis()",
        metropolis(),
        Claimed("rho2 < 1", ("mean_connected == 1",), first=None),
        Claimed("0 <= own", derivation=proof_of("dawo.eq-27:main"), first=None),
        '`mixing_matrix(network, "metropolis")`',
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
run. The search reads them in floats, a witness in the kernel, a derivation line by line. Each form has a claim
that is refuted, by a witness that the kernel confirms, and one that is proved, or says why there is none yet.

Vectors are the states by their names, `o` (the minimizer at every client), `w0` (the models at round 0), and
what `W` (`W_hat` where it is random), `J` (the mean), `grad` and the method's own words make of them.
`sq(u)`, `norm(u)`, `dot(u, v)` are over all clients, `far(u)` is the longest part of one client, `largest(u)`
the largest coordinate, `F(u)` sums the losses; `next(...)` and `start(...)` read one round later and at round
0. Inside a sum over rounds these are read at its round, `sum(s < t, sq(grad(x)))`. Where anything is random,
each is its expectation, and a norm the root of one. That something is reached by a round is said the other
way round: `gap(t) <= eps` if `t >= ...`, with `eps` a free number."""
MISSING = """Not sayable yet: messages rounded to levels with a declared method (the families `compressed` and
`quantised` have their own), row-stochastic methods that divide by an estimated eigenvector (FROST), tail
probabilities."""


def page() -> str:
    """The text of the page."""
    lines = ["# What a claim can say", "", ABOUT, ""]
    for form in FORMS:
        proved = form.proved if isinstance(form.proved, str) else f"{badge('PROVED')} {form.proved.shown}"
        lines += [f"**{form.what}**: `{form.written}`" + (f"; on data: {form.data}" if form.data else ""), ""]
        lines += [f"- {badge('REFUTED')} {form.refuted.shown}", f"- {proved}", ""]
    return "\n".join([*lines, MISSING, ""])
