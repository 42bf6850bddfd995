"""Declared algorithms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import replace
from typing import Any

from ..formal import Operator
from ..table import Family, Kind, Table, renamed, words
from ..text import fields, inside, names, need, parse
from .chances import NAMES as OF_CHANCES
from .chances import noised, over_links, unnested, with_coin, with_noise
from .classes import OF_CLASSES, classed
from .smooth import (
    ABOUT,
    BLOCKS,
    CONSTANTS,
    CONVEX_CLIENTS,
    CURVATURE,
    DOUBLY,
    EVERYWHERE_METRICS,
    LEVEL,
    LOSSES,
    MEAN,
    MEANS,
    METRICS,
    MIXING,
    OF_GRAPHS,
    ON_A_NETWORK,
    ONE_W,
    OVERALL,
    SIGNED,
    SMOOTH,
    SMOOTH_CLIENTS,
    STEPS,
    WEIGHTS,
    run_of,
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
UNDER_TENSION: dict[str, Any] = {
    "facts": TENSION,
    "vectors": {"zh": {"flat": True}, "qh": {"flat": True}},
    "lets": {"tension2": "dot(grad(o), zh)"},
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
        read = {name: noised(text, noises) for name, text in (*let.items(), *lines.items())}
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
    return table.more(numbers=dict.fromkeys(free, 0), facts={name: f"{name} > 0" for name in free})


def with_signs(table: Table) -> Table:
    """Of a W with entries of either sign the same is known, but for the largest block: the rules of `MIXING` are of its
    eigenvalues, and `block_mixing` is of weights that are shares."""
    return replace(table.without("block_mixing"), about=table.about.replace(WEIGHTS, SIGNED))


def with_arcs(table: Table) -> Table:
    """Of a doubly stochastic W that need not be symmetric: no eigenvalue is bounded from below, and W is not its own
    transpose. ||W|| <= 1, as it is a mean of permutations (Birkhoff)."""
    about = table.about.replace(WEIGHTS, DOUBLY)
    return replace(table.without("lam_n"), about=about).more(operators={"W": Operator(symmetric=False)})


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
    said = {"smooth": "mu-strongly convex and L-smooth", "dented": "L-smooth and bounded below"}
    lines = "; ".join(f"{name} <- {text}" for name, text in program.items())
    about = (
        f"the algorithm {lines}, one start for all; every F_k "
        f"{said.get(losses, 'convex, its subgradients G long at most')}; F the mean of the F_k by shares that sum to "
        f"1; step {step}"
    )
    table = run_of(about, program, let, start, common=True).more(
        numbers={"K": 0},
        vectors={"o": {"still": True}},
        alike=tuple(program),
        gradients=("grad",),
        functions=("F",),
        lets={"Fstar": "F(o)"},
        metrics={
            "error2": "sq(J(x) - o)",
            "error": "norm(J(x) - o)",
            "gap": "F(J(x)) - F(o)",
            "moved_mean2": "sq(J(next(x)) - J(x))",
        },
    )
    table = table.saying(average="J")
    if kinked:  # no loss is smooth: no L, no mu, and the gradients at w* need not sum to 0
        own = {name: SUBGRADIENTS[name] for name in ("convex", "mean_least")}
        own["slopes"] = ("u", "sq(grad(u)) <= G**2")
        table = table.more(numbers={"G": 0}, facts={"G": "G >= 0"}, rules=own)
    else:
        table = table.more(
            numbers=dict.fromkeys(
                (*(("mu", "L", "mu_mean", "L_mean") if convex else ("L",)), "tilde_minima_sum"), 0
            ),
            facts=CURVATURE | MEANS if convex else {"L": CURVATURE["L"]},
            natural=("K",),
            flat_at="o",
            rules=renamed(SMOOTH | MEAN | OVERALL if convex else LEVEL, minima_sum="tilde_minima_sum"),
            metrics={"global_gradient2": "sq(J(grad(J(x))))"},
        )
    table = with_steps(table, step)
    return with_average(table) if convex and "total" not in {*program, *let, *free} else table


def with_steps(table: Table, step: str) -> Table:
    """With the numbers of the step, where the run makes one."""
    read = set[str]().union(*map(words, (*table.states.values(), *table.lets.values())))
    if not read & {"eta", "prox", "backward"}:
        return table
    own = {name: fact for name, fact in STEPS.items() if name in words(step)}
    lets = {} if step == "eta" else {"eta": step}
    return table.more(numbers=dict.fromkeys(own, 0), facts=own, lets=lets, metrics={"step": "eta"})


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
    """A declared algorithm on a network with one W, or several: the words are those of `run_of`."""
    model, texts = next(iter(program)), (*program.values(), *let.values())
    pulled = losses or any(inside(parse(told), "call") & {"grad", "backward"} for told in texts)
    # What a round adds to mixing; where the text shows it, W of the round itself is not in it, and it is read at t + 1.
    rule = re.sub(r"\s+", " ", program[model]).strip()
    added = f"(0*x {rule[7:]})" if re.match(r"mix\(x\) [-+] ", rule) else "(next(x) - W(x))"
    about = f"the algorithm {'; '.join(f'{name} <- {told}' for name, told in program.items())}"
    about += "".join(f", {name} = {told}" for name, told in let.items())
    about += "".join(f", {name} starting at {start.get(name, '0')}" for name in program if name != model)
    about += f"; {ABOUT if pulled and convex else WEIGHTS}"
    about += "; every F_k L-smooth and bounded below; F the mean of the F_k" if pulled and not convex else ""
    about += "" if changing else f"; {ONE_W}"
    about += f"; step {step}" if pulled else "; w* is the mean of the starts"
    about += "; one start for all" if common else ""
    table = run_of(about, program, let, start, common)
    if pulled:
        table = table.more(**(CONVEX_CLIENTS if convex else SMOOTH_CLIENTS))
        table = table if changing else table.more(**UNDER_TENSION)
    else:
        table = table.more(lets={"o": "J(w0)"})
    table = table.more(**ON_A_NETWORK).more(
        moving=("W",) if changing else (),
        functions=("far",),
        rules=BLOCKS,
        metrics={
            **METRICS,
            "moved2": "sq(next(x) - x)",
            "moved_mean2": "sq(J(next(x)) - J(x))/K",
            "links2": "dot(x, x - W(x))",
            "added_spread2": f"sq({added} - J({added}))",
            "added_spread": f"norm({added} - J({added}))",
            "farthest": "far(x - J(x))",
            "farthest2": "far(x - J(x))**2",
        },
    )
    return with_steps(table.saying(mix="W"), step)


def with_allocation(table: Table) -> Table:
    """With the models of least F among those of the same mean as the start, and what mixing has to do to get there."""
    if not {"mu", "L"} <= table.numbers.keys():
        return table
    return table.more(
        vectors={"allocation": {}, "potential": {"flat": True}},
        rules=ALLOCATION,
        premises={"potential": "lam < 1"},
    )


def with_kinks(table: Table) -> Table:
    """The table of convex losses that need not be smooth, and the sums of the models of all rounds."""
    need("grad" in table.gradients, "losses without gradients have no table for derivations")
    about = table.about.replace("mu-strongly convex and L-smooth", "convex, its subgradients G long at most")
    smooth = ("mu", "L", *MEANS, "minima_sum", "zh", "qh", "own_L", "own_mu")
    table = table.without(*smooth, *CONSTANTS, *LOSSES, *EVERYWHERE_METRICS)
    return replace(table, about=about, flat_at="", rules={}).more(
        numbers=dict.fromkeys((*BOUNDED, "connected"), 0),
        facts=BOUNDED,
        natural=("B",),
        operators={"chosen": Operator(symmetric=False, left=False)},
        rules={**SUBGRADIENTS, **MIXING, **BLOCKS, **OF_GRAPHS},
        premises=dict.fromkeys(OF_GRAPHS, "own*connected > 0"),
        metrics=OF_AVERAGES,
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
