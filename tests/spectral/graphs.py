"""Small graphs of the literature, as edge lists, and matrices in exact numbers."""

from fractions import Fraction

from mixproof.spectral import MixingMatrix, Network


def _edges(text):
    return [tuple(map(int, pair.split("-"))) for pair in text.split()]


# Boyd, "Convex optimization of graph Laplacian eigenvalues", ICM 2006: 8 nodes, 13 edges
ICM = Network.from_edges(8, _edges("0-1 1-2 2-3 0-4 1-7 1-3 4-5 4-6 2-6 3-7 5-6 6-7 1-6"))
# 8 nodes, 17 edges: the one graph of that size with the values of Xiao and Boyd, "Fast linear iterations for
# distributed averaging", 2004
XIAO_BOYD = Network.from_edges(
    8, _edges("0-3 0-4 0-7 1-2 1-3 1-4 1-5 1-6 1-7 2-5 2-6 2-7 3-4 3-7 5-6 5-7 6-7")
)


def exact_matrix(W: MixingMatrix) -> list[list[Fraction]]:
    """The matrix a Spectrum is about: these weights, rows of sum exactly 1."""
    n = W.n
    rows = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    for (u, v), w in zip(W.network.edges.tolist(), W.weights.tolist()):
        weight = Fraction(w)
        rows[u][v] += weight
        rows[v][u] += weight
        rows[u][u] -= weight
        rows[v][v] -= weight
    return rows
