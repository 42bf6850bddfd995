"""Settings that refute several statements of DeFed and of DeceFL's supplement, found by thought."""

from ..two_clients import two_clients

# Without chi^2 the consensus error hardly enters the bound. With slow mixing two far-apart clients drift for
# hundreds of rounds, and the sharper one takes the average along; all but the term that mixing adds scales with
# the square of their distance.
SLOW_MIXING = two_clients(
    "1/2000",
    a=[1, "1/4"],
    c=[5 * 10**6, -5 * 10**6],
    w0=[3 * 10**6, 3 * 10**6],
    o=[0, 0],
    v=[0, 0],
    samples=[1, 1],
    delta=96,
    Gamma=3000,
)

# The average starts at the common minimizer, the clients on either side of it: only the consensus error moves it.
AGREEING_MINIMA = two_clients(
    "1/3", a=[1, 2], c=[0, 0], w0=[1, -1], o=[0, 0], v=[0, 0], samples=[1, 1], delta=5, Gamma=1000
)

# Everything starts and stays at its optimum but for one client's gradient noise.
NOISE_ONLY = two_clients("1/3", a=[1, 1], c=[0, 0], w0=[0, 0], v=[0, 1], samples=[1, 1], delta=3, Gamma=100)
