"""Declared algorithms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import replace
from typing import Any

from ..formal import Operator
from ..table import Family, Kind, Table
from ..text import fields, inside, names, need, parse
from .chances import NAMES as OF_CHANCES
from .chances import noised, over_links, unnested, with_coin, with_noise
from .classes import OF_CLASSES, classed
from .smooth import (
    ABOUT,
    BLOCKS,
    CONSTANTS,
    CURVATURE,
    DIAGONAL,
    DOUBLY,
    EVERYWHERE,
    EVERYWHERE_LEVEL,
    EVERYWHERE_METRICS,
    LEVEL,
    LOSSES,
    MEAN,
    MEANS,
    METRICS,
    MIXING,
    NETWORK,
    OF_CLIENTS,
    OF_GRAPHS,
    ONE_W,
    OVERALL,
    OWN,
    OWN_ABOVE,
    SIGNED,
    SMOOTH,
    STEPS,
    WEIGHTS,
    with_average,
)
from .words import WORDS, taken, with_words

# names that no program may use: words, constants, and what the table itself is written in
OF_PROGRAMS = "mix grad average share eta delta Gamma t h J W F far dot sq norm o w0 zh qh own_L own_mu"
OF_TABLES = "K mu L mu_mean L_mean lam lam_n minima_sum tilde_minima_sum tension2 mean_F steep_sum curved_sum"
TAKEN = {
    *(*OF_PROGRAMS.split(), *OF_TABLES.split()),
    *(*CONSTANTS, *METRICS, *LOSSES, *OF_CLASSES, *OF_CHANCES),
}
# W fixed, h the gradients at o: zh = (I - W)^+ h, the pseudo-inverse, and qh the part of h that I - W takes to 0.
TENSION = {
    "tension": "zh - W(zh) == grad(o) - qh",
    "untouched": "W(qh) == qh",
    "apart": "dot(zh, qh) == 0",
}


ALGORITHM = {"name": str, "let": dict, "start": dict, "balanced": list, "models": list, "scales": list}
SAID = ("rest", "numbers")
PARAMETERS = (
    "C Gamma P R W a activity after bend c chance delta dent draw eta kept kink l1 left low o pace radius rise s "
    "samples span start taken total v w0 width"
)
# Where F is least under a mean that is given, the gradients of all clients are the same.
ALLOCATED = ("allocation", "potential")
ALLOCATION = {
    "allocated": ("", "J(allocation) == J(w0)"),
    "same_pull": ("", "grad(allocation) == J(grad(allocation))"),
    "potential": ("", "w0 + potential - W(potential) == allocation"),
}
# Convex losses with subgradients of length G or less. chosen(u) has the block of one client at all, that of the client
# whose loss of all is largest at its own average over the rounds that are counted.
BOUNDED = {"G": "G >= 0", "B": "B >= 1", "own": "own >= 0", "least": "least > 0"}
OF_AVERAGES = {
    "gap": "(F(J(x)) - F(o))/K",
    "worst_gap_of_average": "(F(chosen(total)/t) - F(o))/K",
}
SUBGRADIENTS = {
    "convex": ("u v", "F(u) >= F(v) + dot(grad(v), u - v)"),
    "slopes": ("u", "sq(grad(u)) <= K*G**2"),
    "mean_least": ("u", "F(J(u)) >= F(o)"),
    "chosen": ("u", "sq(chosen(u)) <= K*sq(u)"),
    "steps": ("u", "far(grad(u)) <= G"),
    "chosen_far": ("u", "far(chosen(u)) <= far(u)"),
    "blockwise": ("u v", "dot(u, v) <= K*far(u)*far(v)"),
    "far_triangle": ("u v", "far(u + v) <= far(u) + far(v)"),
    "far_even": ("u", "far(-u) == far(u)"),
    "far_zero": ("u", "far(0*u) == 0"),
}
LOSSES_OF = {
    "a",
    "after",
    "dent",
}  # with one of these w* is the losses' minimizer, even if no gradient is taken


def of(kind: Kind) -> Table:
    """The table of the family `declared`, as its options and parameters say."""
    algorithm, own = declaration(kind.options["algorithm"]), kind.parameters
    need(not algorithm.get("scales"), "algorithms with scales are of the family push-sum")
    lines, let, step = algorithm["next"], algorithm.get("let") or {}, kind.options["step"]
    formula = parse(step)
    need(
        inside(formula, "name") <= {*STEPS, "t"} and not inside(formula, "call", "index"),
        "a step is a formula of eta, delta, Gamma and t",
    )
    kinks = "kink" in own
    called = {word for text in (*lines.values(), *let.values()) for word in inside(parse(str(text)), "call")}
    known = {*TAKEN, *taken(called), *(("total", "chosen", "connected", *BOUNDED) if kinks else ())}
    free = names(kind.options.get("free", ()), {*known, *lines, *let, *PARAMETERS.split()})
    matrices = kind.options.get("matrices")
    coin = "chance" in own
    more = {"share"} if matrices is not None else {"sometimes"} if coin else {*WORDS}
    named(lines, let, known, {"mix", "grad", "average"} | more, "eta", *free, *(("chance",) if coin else ()))
    model = next(iter(lines))
    need(
        model == "x" or "x" not in {*lines, *let},
        "the model of a declared algorithm is x, or nothing else is",
    )
    start = {name: began(str(told), model) for name, told in (algorithm.get("start") or {}).items()}
    need(start.keys() <= lines.keys(), "what starts is a state")
    need(start.pop(model, "w0") == "w0", "the model starts at w0")
    if matrices is not None:
        alone = own <= {"v"} and not kind.domains and not kind.sizes and step == "eta" and not free
        need(alone, "a class of W goes with a fixed step alone")
        balanced = tuple(map(str, algorithm.get("balanced") or ()))
        need(lines.keys() >= set(balanced), "what is balanced is a state")
        told = kind.options.get("losses", "convex")
        need(told in ("convex", "smooth"), "losses over a class of W are convex or smooth")
        return classed(lines, let, start, balanced, matrices, noisy="v" in own, convex=told == "convex")
    need("losses" not in kind.options, "a class of W alone says what its losses are")
    random, noisy = own & {"P", "draw"}, "v" in own
    common, changing, convex = "start" in own, kind.sizes["S"] > 1 and not random, "dent" not in own
    if "samples" in own:
        need(
            common and called <= {"average", "grad"} and not (random or noisy or coin),
            "shares beside mixing, noise, links and coins have no table for derivations yet",
        )
        return averaged(
            lines, let, start, step, "dented" if not convex else "kinked" if kinks else "smooth", free
        )
    beside = called & WORDS.keys()
    need(
        not beside or (convex and not (random or noisy or kinks)),
        "{} beside noise, random W or losses that are not smooth and convex has no table for derivations yet",
        min(beside, default=""),
    )
    for word, told in WORDS.items():
        need(
            word in beside or not own & {*told.arrays},
            "the parameter {} belongs to {}(...)",
            min(own & {*told.arrays}, default=""),
            word,
        )
    if kinks:
        need(not (random or noisy or coin), "subgradients beside noise, links and coins have no table")
    noises: list[str] = []
    if noisy:
        read = {name: noised(parse(text), noises) for name, text in (*let.items(), *lines.items())}
        let, lines = {name: read[name] for name in let}, {name: read[name] for name in lines}
    fixed = not (random or noisy or coin or kinks or changing)
    table = declared(lines, let, start, step, common, changing, convex, losses=bool(own & LOSSES_OF))
    if not random and not coin:
        balanced = tuple(map(str, algorithm.get("balanced") or ()))
        need(lines.keys() - {model} >= set(balanced), "what is balanced is a state beside the model")
        table = replace(table, balanced=balanced)
    if random:
        unnested(lines, let)
        table = over_links(table, "W drawn by chance" if "draw" in own else "links that fail independently")
    table = with_noise(table, noises) if noisy else table
    table = with_kinks(table) if kinks else table
    if fixed and not {*ALLOCATED} & {*lines, *let, *free}:
        table = with_allocation(table)
    table = with_coin(table) if coin else table
    drawn = random or noisy or coin or beside
    if "gap" in table.metrics and convex and not drawn and "total" not in {*lines, *let, *free}:
        table = with_average(table)
    table = with_words(table, beside, own, step == "eta", kind.sizes["S"] > 1)
    if (domain := kind.domains.get("W", "mixing")) != "mixing":
        need(domain in ("signed mixing", "doubly stochastic"), "a domain of W is not known")
        able = not (random or kinks or "self_mix" in beside)
        need(able, "such W beside random W, subgradients or self_mix have no table")
        table = with_signs(table) if domain == "signed mixing" else with_arcs(table)
    positive = {name: f"{name} > 0" for name in free}
    return replace(
        table, numbers={**table.numbers, **dict.fromkeys(free, 0)}, facts={**table.facts, **positive}
    )


def with_signs(table: Table) -> Table:
    """Of a W with entries of either sign the same is known, but for the largest block: the rules of `MIXING` are of its
    eigenvalues, and `block_mixing` is of weights that are shares."""
    return replace(
        table,
        about=table.about.replace(WEIGHTS, SIGNED),
        rules={name: rule for name, rule in table.rules.items() if name != "block_mixing"},
    )


def with_arcs(table: Table) -> Table:
    """Of a doubly stochastic W that need not be symmetric: no eigenvalue is bounded from below, and W is not its own
    transpose. ||W|| <= 1, as it is a mean of permutations (Birkhoff)."""
    told = ("spectrum", "spectrum_flat", "smallest")
    return replace(
        table,
        about=table.about.replace(WEIGHTS, DOUBLY),
        numbers={name: places for name, places in table.numbers.items() if name != "lam_n"},
        facts={name: fact for name, fact in table.facts.items() if not name.startswith("lam_n")},
        operators={**table.operators, "W": Operator(symmetric=False)},
        rules={name: rule for name, rule in table.rules.items() if name not in told},
    )


def declaration(told: Mapping[str, Any]) -> dict[str, Any]:
    """An algorithm as records declare it; its point of rest is for no table to read, its numbers are said by `free`."""
    return fields({name: part for name, part in told.items() if name not in SAID}, {"next": dict}, ALGORITHM)


def named(
    lines: Mapping[str, str], let: Mapping[str, str], taken: Iterable[str], words: Set[str], *numbers: str
) -> None:
    """Refuse a program that gives a meaning to what its table knows, or uses what no such program has."""
    own = names((*lines, *let), taken)
    for text in (*lines.values(), *let.values()):
        tree = parse(text)
        need(inside(tree, "call") <= words, "an update mixes, takes gradients, averages: {}", text)
        need(inside(tree, "name") <= {*own, *numbers}, "{} uses what is neither a state nor defined", text)
        need(not inside(tree, "index"), "{} has an index", text)
    vectors = {*lines}
    for name, text in let.items():  # a number would be read in place of the setting's of that name
        made = inside(parse(text), "name", "call") & (vectors | words)
        need(made, "{} is a number, and a program defines vectors", name)
        vectors.add(name)


def began(text: str, model: str) -> str:
    """The start of a state, at the model's or at 0, over w0."""
    need(text in (model, "0"), "a state starts at {} or at 0, not at {}", model, text)
    return "w0" if text == model else "0*w0"


def averaged(
    program: Mapping[str, str],
    let: Mapping[str, str],
    start: Mapping[str, str],
    step: str,
    losses: str,
    free: Collection[str],
) -> Table:
    """A declared algorithm that averages by the clients' shares and has one model for all.

    Inner products weigh a client by its share, so that the average is the orthogonal projection J and a vector that is
    the same at all clients is as long as one block; F is the mean of the losses by shares.

    losses: smooth and convex, kinked (convex, with bounded subgradients) or dented (smooth, not convex)
    """
    convex, kinked = losses != "dented", losses == "kinked"

    def by_shares(told: Mapping[str, str]) -> dict[str, str]:
        return {name: re.sub(r"\baverage\(", "J(", text) for name, text in told.items()}

    def tilde(text: str) -> str:
        """The least values, too, are summed by shares."""
        return text.replace("minima_sum", "tilde_minima_sum")

    table = declared(by_shares(program), by_shares(let), start, step, common=True, convex=convex)
    said = {"smooth": "mu-strongly convex and L-smooth", "dented": "L-smooth and bounded below"}
    lines = "; ".join(f"{name} <- {text}" for name, text in program.items())
    table = replace(
        table,
        about=f"the algorithm {lines}, one start for all; every F_k "
        f"{said.get(losses, 'convex, its subgradients G long at most')}; F the mean of the F_k by shares that sum to "
        f"1; step {step}",
        numbers={tilde(name): 0 for name in table.numbers},
        facts={name: fact for name, fact in table.facts.items() if name not in (*TENSION, *NETWORK)},
        vectors={name: table.vectors[name] for name in ("o", "w0")},
        alike=tuple(program),
        operators={},
        functions=("F",),
        lets={name: text for name, text in table.lets.items() if name not in ("tension2", *CONSTANTS)}
        | {"Fstar": "F(o)"},
        rules={
            name: (places, tilde(text))
            for name, (places, text) in (SMOOTH | MEAN | OVERALL if convex else LEVEL).items()
        },
        metrics={
            **{name: table.metrics[name] for name in ("step",) if name in table.metrics},
            "error2": "sq(J(x) - o)",
            "error": "norm(J(x) - o)",
            "gap": "F(J(x)) - F(o)",
            "moved_mean2": "sq(J(next(x)) - J(x))",
            **({} if kinked else {"global_gradient2": "sq(J(grad(J(x))))"}),
        },
    )
    if kinked:  # no loss is smooth: no L, no mu, and the gradients at w* need not sum to 0
        table = replace(
            table,
            numbers=dict.fromkeys({*table.numbers, "G"} - {"mu", "L", *MEANS, "tilde_minima_sum"}, 0),
            facts={name: fact for name, fact in table.facts.items() if name not in (*CURVATURE, *MEANS)}
            | {"G": "G >= 0"},
            natural=(),
            flat_at="",
            rules={name: SUBGRADIENTS[name] for name in ("convex", "mean_least")}
            | {"slopes": ("u", "sq(grad(u)) <= G**2")},
        )
    return with_average(table) if convex and "total" not in {*program, *let, *free} else table


def declared(
    program: Mapping[str, str],
    let: Mapping[str, str],
    start: Mapping[str, str],
    step: str = "eta",
    common: bool = False,
    changing: bool = False,
    convex: bool = True,
    losses: bool = False,
) -> Table:
    """A declared algorithm, run from its text: state -> its next value; `let` names what several lines use.

    start: state -> its text at round 0, over the model at round 0 and what follows from it; the first state is the
    model, and is known to metrics as x.
    """
    model = next(iter(program))
    used = {
        name for told in (*program.values(), *let.values()) for name in inside(parse(told), "name", "call")
    }
    pulled = losses or bool(used & {"grad", "backward"})
    steps = bool(used & {"eta", "prox", "backward"})
    names = [name for name in STEPS if steps and name in inside(parse(step), "name")]

    def text(told: str) -> str:
        return re.sub(r"\bmix\(", "W(", told)

    # What a round adds to mixing; where the text shows it, W of the round itself is not in it, and it is read at t + 1.
    rule = re.sub(r"\s+", " ", text(program[model])).strip()
    added = f"(0*x {rule[5:]})" if re.match(r"W\(x\) [-+] ", rule) else "(next(x) - W(x))"
    lines = "; ".join(f"{name} <- {told}" for name, told in program.items())
    about = f"the algorithm {lines}" + "".join(f", {name} = {told}" for name, told in let.items())
    for name in program:
        about += "" if name == model else f", {name} starting at {start.get(name, '0')}"
    fixed = pulled and not changing
    about_losses = (
        ABOUT if convex else f"{WEIGHTS}; every F_k L-smooth and bounded below; F the mean of the F_k"
    )
    rules = {}
    if pulled:
        rules = SMOOTH | MEAN | OVERALL | EVERYWHERE | OWN if convex else LEVEL | EVERYWHERE_LEVEL | OWN_ABOVE
    own = ("own_L", "own_mu") if convex else ("own_L",)
    about_losses += "" if changing else f"; {ONE_W}"
    clients = (
        f"{about_losses}; step {step}"
        if pulled
        else f"{WEIGHTS}{'' if changing else f'; {ONE_W}'}; w* is the mean of the starts"
    )
    return Table(
        f"{about}; {clients}" + ("; one start for all" if common else ""),
        dict.fromkeys(
            (
                "K",
                "lam",
                "lam_n",
                *(("mu", "mu_mean", "L_mean") if pulled and convex else ()),
                *(("L", "minima_sum") if pulled else ()),
                *names,
            ),
            0,
        ),
        {
            **(CURVATURE | MEANS if pulled and convex else {"L": CURVATURE["L"]} if pulled else {}),
            **(TENSION if fixed else {}),
            **NETWORK,
            **{name: STEPS[name] for name in names},
        },
        natural=("K",),
        moving=("W",) if changing else (),
        vectors={
            **({"o": {"still": True}} if pulled else {}),
            **({"zh": {"flat": True}, "qh": {"flat": True}} if fixed else {}),
            "w0": {"still": common},
        },
        states={name: text(told) for name, told in program.items()},
        start={name: "w0" if name == model else text(start.get(name, "0*w0")) for name in program},
        operators={"W": Operator()} | (dict.fromkeys(own, DIAGONAL) if pulled else {}),
        gradients=("grad",) if pulled else (),
        functions=(
            *(("F", "mean_F") if pulled else ()),
            *(("steep_sum", "curved_sum") if pulled and convex else ()),
            "far",
        ),
        flat_at="o" if pulled else "",
        rules={**rules, **MIXING, **BLOCKS},
        lets={
            **({} if model == "x" else {"x": model}),
            **{name: text(told) for name, told in let.items()},
            **({"eta": step} if steps and step != "eta" else {}),
            **(CONSTANTS if pulled else {"o": "J(w0)"}),
            **({"tension2": "dot(grad(o), zh)"} if fixed else {}),
        },
        metrics={
            **METRICS,
            **(LOSSES | (EVERYWHERE_METRICS if convex else OF_CLIENTS) if pulled else {}),
            **({"step": "eta"} if steps else {}),
            "moved2": "sq(next(x) - x)",
            "moved_mean2": "sq(J(next(x)) - J(x))/K",
            "links2": "dot(x, x - W(x))",
            "added_spread2": f"sq({added} - J({added}))",
            "added_spread": f"norm({added} - J({added}))",
            "farthest": "far(x - J(x))",
            "farthest2": "far(x - J(x))**2",
        },
    )


def with_allocation(table: Table) -> Table:
    """With the models of least F among those of the same mean as the start, and what mixing has to do to get there."""
    if not {"mu", "L"} <= table.numbers.keys():
        return table
    return replace(
        table,
        vectors={**table.vectors, "allocation": {}, "potential": {"flat": True}},
        rules={**table.rules, **ALLOCATION},
        premises={"potential": "lam < 1"},
    )


def with_kinks(table: Table) -> Table:
    """The table of convex losses that need not be smooth, and the sums of the models of all rounds."""
    need("grad" in table.gradients, "losses without gradients have no table for derivations")
    dropped = {*CURVATURE, *MEANS, *TENSION}
    return replace(
        table,
        about=table.about.replace(
            "mu-strongly convex and L-smooth", "convex, its subgradients G long at most"
        ),
        numbers={n: k for n, k in table.numbers.items() if n not in ("mu", "L", *MEANS, "minima_sum")}
        | dict.fromkeys((*BOUNDED, "connected"), 0),
        facts={name: text for name, text in table.facts.items() if name not in dropped} | BOUNDED,
        natural=(*table.natural, "B"),
        vectors={name: told for name, told in table.vectors.items() if name not in ("zh", "qh")},
        operators={"W": table.operators["W"], "chosen": Operator(symmetric=False, left=False)},
        flat_at="",
        rules={**SUBGRADIENTS, **MIXING, **BLOCKS, **OF_GRAPHS},
        premises=dict.fromkeys(OF_GRAPHS, "own*connected > 0"),
        lets={name: told for name, told in table.lets.items() if name not in (*CONSTANTS, "tension2")},
        metrics={
            name: told for name, told in table.metrics.items() if name not in (*LOSSES, *EVERYWHERE_METRICS)
        }
        | OF_AVERAGES,
        horizon={"worst_gap_of_average": (0, 0)},
    )


TABLES = {
    "declared": Family(
        of,
        PARAMETERS,
        "algorithm step matrices losses free",
        domains="W",
    )
}
