"""Small graphs of the literature, as edge lists."""

from spectral import Network


def _edges(text):
    return [tuple(map(int, pair.split("-"))) for pair in text.split()]


# Boyd, "Convex optimization of graph Laplacian eigenvalues", ICM 2006: 8 nodes, 13 edges
ICM = Network.from_edges(8, _edges("0-1 1-2 2-3 0-4 1-7 1-3 4-5 4-6 2-6 3-7 5-6 6-7 1-6"))
# 8 nodes, 17 edges: the one graph of that size with the values of Xiao and Boyd, "Fast linear iterations for
# distributed averaging", 2004
XIAO_BOYD = Network.from_edges(
    8, _edges("0-3 0-4 0-7 1-2 1-3 1-4 1-5 1-6 1-7 2-5 2-6 2-7 3-4 3-7 5-6 5-7 6-7")
)
