"""Of `prove`, `check-proof`, `worst-case` and `atlas`."""

from __future__ import annotations

from argparse import ArgumentParser

from .shared import WHAT, campaign, folder, ids, integer

__all__ = ["atlas", "check_proof", "export", "prove", "worst_case"]


def prove(parser: ArgumentParser) -> None:
    parser.add_argument(
        "algorithm",
        metavar="ALGORITHM|ID[:VARIANT]",
        help="a declared algorithm's name, a statement, or FILE.py:NAME of either (FILE.py is run as code)",
    )
    parser.add_argument(
        "--at",
        metavar="L=..,mu=..,lam=..,eta=..",
        help="also lam_n=.., share=A..B; a claim about numbers alone takes none and is proved for all of them",
    )
    parser.add_argument(
        "--eta",
        metavar="A..B",
        help="one step, or every step from A to B, with one rate; 0..B: with a rate that moves with the step",
    )
    parser.add_argument(
        "--lam",
        metavar="A..B",
        help="every lambda from A up to B; eta in --at is then a formula in lam: eta=19/40*(1-lam)**2",
    )
    parser.add_argument("--lossy", metavar="r2=..", help="random W: E W'W - J <= r2")
    parser.add_argument("--noise", action="store_true", help="say what gradient noise adds (tier sym)")
    parser.add_argument(
        "--tier", metavar="TIER", help="what is assumed of W: norm, sym or fixed (default: see prove)"
    )
    goal = parser.add_mutually_exclusive_group()
    goal.add_argument("--rate", metavar="R", help="prove this rate instead of the smallest")
    goal.add_argument(
        "--step-limit", action="store_true", help="the largest step proved, the smallest diverging"
    )
    parser.add_argument(
        "--rounds",
        type=integer,
        metavar="T",
        help="of a statement at constants: prove it for rounds up to T",
    )
    network = parser.add_mutually_exclusive_group()
    network.add_argument(
        "--spectrum", metavar="LOW..HIGH", help="of a statement: every K and W with this spectrum"
    )
    network.add_argument("--matrix", metavar="FILE", help="of a statement: this W: .npz, .npy or .csv")
    parser.add_argument("--out", metavar="FILE", help="write the proof there")
    parser.add_argument(
        "--witness", metavar="FILE", help="write the witness from below, or of the first false line, there"
    )
    parser.add_argument(
        "--printed", action="store_true", help="of a statement: the proof that the paper prints, line by line"
    )


def check_proof(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a proof, as `prove --out` writes it, or a witness of a rate"
    )


def export(parser: ArgumentParser) -> None:
    parser.add_argument(
        "id",
        metavar="ID[:VARIANT]|CLAIM|FILE",
        help="a statement with a kept derivation; a claim of your own, typed or FILE.py:NAME, that `prove` proves; or "
        "the record that `prove --out` writes",
    )
    parser.add_argument("--coq", required=True, metavar="FILE", help="write the file there, such as claim.v")
    parser.add_argument(
        "--compile", action="store_true", help="ask coqc; exit 1 if it does not accept the file"
    )


def worst_case(parser: ArgumentParser) -> None:
    parser.add_argument(
        "what", metavar="ALGORITHM|ID[:VARIANT]", help="a declared algorithm, or a statement on one"
    )
    parser.add_argument(
        "--metric", choices=("error2", "spread2", "gap"), help="of an algorithm, at round T (default: error2)"
    )
    parser.add_argument(
        "--at",
        required=True,
        metavar="name=value,...",
        help="L=1, mu=1/10, eta=1/2 (or delta=, Gamma=), lam=1/2 for eigenvalues in [-1/2, 1/2]; bounds on the start: "
        "error2=1, spread2=0 (a common start), gstar2=1, or distance2=, eps0=",
    )
    parser.add_argument("--rounds", type=integer, required=True, metavar="T")
    network = parser.add_mutually_exclusive_group()
    network.add_argument(
        "--spectrum", metavar="LOW..HIGH", help="every K, every symmetric W with these eigenvalues"
    )
    network.add_argument(
        "--matrix", metavar="FILE", help="this W: .npz, .npy or .csv, or what optimize --out wrote"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write the certificate, and beside it FILE.witness.json"
    )


def atlas(parser: ArgumentParser) -> None:
    folder(parser, "ATLAS.md and figures go")
    parser.add_argument(
        "--kappa",
        action="append",
        type=integer,
        metavar="N",
        help="condition number (may be repeated; default: 2 10 100)",
    )
    parser.add_argument(
        "--methods",
        action="append",
        metavar="NAME[:N]",
        help="compare the best rates of these methods alone (repeated), N exchanges of W for each of the method's",
    )
    campaign(parser)
    ids(parser, what=f"bounds to measure: {WHAT}")
