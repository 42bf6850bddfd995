"""What was meant: words and signs of the literature, and how a claim writes them here."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches

__all__ = ["guess", "meant", "spelled"]

# names that papers use -> formulas that may be meant, likelier ones first
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "rho": ("lam", "rho_mean", "rho2"),
    "lambda2": ("lam", "lam2"),
    "lambda_2": ("lam", "lam2"),
    "λ": ("lam",),
    "sigma_2": ("lam",),
    "spectral_gap": ("1 - lam",),
    "gap": ("1 - lam",),
    "delta": ("1 - lam",),
    "lambda_min": ("lam_n", "lam_low"),
    "lambda_n": ("lam_n", "lam_low"),
    "W": ("lam", "mix(x)"),
    "consensus": ("spread(t)", "spread2(t)"),
    "consensus_error": ("spread(t)", "spread2(t)"),
    "disagreement": ("spread(t)", "spread2(t)"),
    "deviation": ("spread(t)", "farthest(t)"),
    "n": ("K", "N"),
    "N": ("K", "n"),
    "M": ("K", "N"),
    "nodes": ("K", "n"),
    "clients": ("K", "N"),
    "G": ("gstar", "sqrt(chi2)"),
    "zeta": ("gstar", "dissimilarity2(t)"),
    "zeta2": ("dissimilarity2(t)", "gstar**2"),
    "heterogeneity": ("gstar", "dissimilarity2(t)"),
    "sigma": ("sqrt(sigma2)",),
    "σ": ("sqrt(sigma2)",),
    "noise": ("sigma2",),
    "avg": ("J(x)", "average(x)"),
    "alpha": ("eta", "delta"),
    "gamma": ("eta", "delta"),
    "lr": ("eta",),
    "step_size": ("eta", "step(t)"),
    "stepsize": ("eta", "step(t)"),
    "η": ("eta",),
    "beta": ("L",),
    "ell": ("L",),
    "l": ("L",),
    "smoothness": ("L", "omega", "above"),
    "m": ("mu",),
    "μ": ("mu",),
    "strong_convexity": ("mu", "below", "monotone"),
    "convex": ("below", "monotone"),
    "convexity": ("below", "monotone"),
    "descent_lemma": ("above",),
    "cauchy_schwarz": ("cauchy",),
    "pl": ("curved",),
    "kappa": ("L/mu",),
    "κ": ("L/mu",),
    "T": ("t",),
    "k": ("K", "t"),
    "eta": ("step(t)",),
    "step": ("eta",),
    "eta_t": ("step(t)", "eta"),
    "ln": ("log",),
    "x_k": ("farthest(t)", "x"),
    "x_i": ("farthest(t)", "x"),
    "tau": ("B",),
    "loss": ("gap(t)",),
    "f": ("gap(t)",),
    "F": ("gap(t)",),
    "suboptimality": ("gap(t)",),
    "optimality_gap": ("gap(t)",),
    "f_gap": ("gap(t)",),
    "loss_gap": ("gap(t)",),
    "function_gap": ("gap(t)",),
    "regret": ("sum(s < t, gap(s))",),
    "D": ("diameter",),
    "dmax": ("degree",),
    "dim": ("d",),
    "dimension": ("d",),
    "cond": ("L/mu",),
    "condition_number": ("L/mu",),
    "dist": ("distance(t)", "error(t)"),
    "R": ("distance(0)",),
    "norm_inf": ("largest(x)", "farthest(t)"),
    "max_i": ("far(x)", "farthest(t)"),
    "max_k": ("far(x)", "farthest(t)"),
    "inner": ("dot(x, o)",),
    "nabla": ("grad(x)",),
    "grad": ("global_gradient2(t)", "gradients2(t)"),
    "gradient": ("global_gradient2(t)", "gradients2(t)"),
    "grad_norm": ("global_gradient2(t)", "gradients2(t)"),
    "x": ("distance(t)", "error(t)"),
    "mix": ("W(x)",),
    "average": ("J(x)",),
    "mean": ("J(x)", "average(x)"),
    "xbar": ("J(x)", "error(t)"),
    "wbar": ("J(x)", "error(t)"),
    "opt": ("o", "error(t)"),
    "xopt": ("o", "error(t)"),
    "xstar": ("o", "error(t)"),
    "wstar": ("o", "error(t)"),
    "x_star": ("o", "error(t)"),
    "w_star": ("o", "error(t)"),
    "theta": ("x",),
    "w": ("x", "w0"),
    "project": ("prox(x)",),
    "projection": ("prox(x)",),
    "resolvent": ("backward(x)",),
    "compress": ("top(x)", "sparse(x)"),
    "degree_max": ("degree",),
    "connectivity": ("algebraic_connectivity", "laplacian_gap"),
    "fiedler": ("algebraic_connectivity", "laplacian_gap"),
    "links": ("edges",),
    "gradient tracking": ("diging", "atc-tracking"),
    "subgradient": ("dgd",),
    "local sgd": ("local-...",),
    "fedprox": ("fedavg",),
}

# signs that papers use -> how they are written
SIGNS: Mapping[str, str] = {
    r"\\[a-zA-Z]+": "LaTeX as plain arithmetic, sqrt(x) or a/b, or have mx.from_latex read it",
    r"∇|\bnabla\b": "grad(x) for the gradients",
    r"⟨|(^|[(*+/-])\s*<\s*\w|[\w)]'|\^T\b|\.T\b|⊤": "dot(x, y) for an inner product",
    r"@": "W(x) for W @ x, in an algorithm mix(x)",
    r"\bE ?[\[|(]": "a metric without E, for it is an expectation",
    r"\|\||‖": "norms as norm(x - o), or by name, such as spread(t) or distance(t) (NOTATION.md)",
    r"\b[xwθ]\*(?![*\w( ])": "o for w*, the minimizer at every client",
    r"\|": "abs(x) for |x|",
    r"≤|⩽|=<": "<= for ≤",
    r"≥|⩾|=>": ">= for ≥",
    r"≠|<>": "!= for ≠",
    r"[fF]\*\s*([-+<>=)]|$)": "gap(t) for F(wbar(t)) - F*",
    r"\bsum ?(_|\([^)]*(\.\.|[^<>=]=[^=]))|[∑Σ]": "sum(s < t, gap(s)) for a sum over rounds",
    r"\b(min|max)_[a-z]\b *[^(\s]": "min(s < t, gap(s)) for the least over rounds",
    r"\b(and|or|if|where|implies|for (all|every))\b|[⇒∀]|[<>].*=>|^[^()]*(\([^()]*\)[^()]*)*,": (
        "one comparison alone, its assumptions as texts of their own"
    ),
    r"\b(from|because|since|using)\b": "`by` between a line and the facts that it follows from",
    r"[<>=]\s+=|\b[lg]eq?\b": "<=, >=, without a blank",
    r"[{};]": "( ) for brackets, and a comma between arguments",
    r"\b(sqrt|exp|log|abs)\s+\w": "brackets after a function, sqrt(x)",
    r"[α-κμ-ωΓΔΩ]": "Greek letters by their names, eta",
    r"\b(O|Theta|Omega) ?\(": "the constant of O(1/t) out, as 2*L/t",
    r"\^": "** for ^",
    r"²": "**2 for ²",
    r"³": "**3 for ³",
    r"√": "sqrt(x) for √",
    r"[·⋅×∙]": "* for a product",
    r"[−–]": "- for a minus",
    r"\blambda\b": "lam for lambda, which Python keeps for itself",
    r"\d\.\d": "1/2 for 0.5",
    r"∞": "a number for ∞",
    r"\d[eE]-?\d": "1/1000 for 1e-3",
    r"(?<!\w)\d+(?![eE]-?\d)[ ]*[A-Za-z(]|\)[ ]*[A-Za-z(]"
    r"|\w +(?!(and|or|if|where|implies|for|is|from|because|since|using|[lg]eq?)\b)[A-Za-z(]": "* for a product, 2*L",
    r"(?<![<>=!])=(?!=)": "== for an equality",
}


def meant(name: str, offered: Collection[str]) -> str:
    """Up to three formulas that a name may stand for, of names that are offered; empty where none comes to mind.

    offered: names, metrics with their round: `gap(t)`

    >>> meant("rho", {"lam", "K"}), meant("spraed", {"spread(t)", "K"}), meant("zzz", {"spread(t)"})
    ('lam', 'spread(t)', '')
    >>> meant("loss", {"gap"}), meant("loss", {"gap(t)"}), meant("xbar", {"J", "x"})
    ('gap', 'gap(t)', 'J(x)')
    """
    texts = {text.removesuffix("(t)"): text for text in offered}
    there = {*texts, "t", "s", "sum", "sqrt", "log"}
    known = [
        texts.get(text.removesuffix("(t)"), text)
        for text in SYNONYMS.get(name, ())
        if text in texts or {*re.findall(r"[A-Za-z_]\w*", text)} <= there
    ]
    close = [texts[near] for near in get_close_matches(name, sorted(texts), 3)]
    cased = [text for stem, text in texts.items() if stem.lower() == name.lower()]
    return ", ".join([*dict.fromkeys((*cased, *known, *close))][:3])


def guess(name: str, offered: Collection[str]) -> str:
    """The end of a sentence on a name that is not known: `; did you mean lam?`, or nothing."""
    near = meant(name, offered)
    return f"; did you mean {near}?" if near else ""


def spelled(text: str) -> str:
    """How signs of papers in a text that does not parse are written here; empty where there are none.

    >>> spelled("spread(t) ≤ lambda^t")
    'write <= for ≤; ** for ^; lam for lambda, which Python keeps for itself'
    """
    found = [written for sign, written in SIGNS.items() if re.search(sign, text)]
    if found and "||" in text:
        found = [written for written in found if not written.startswith("abs(")]
    return f"write {'; '.join(found)}" if found else ""
