"""DeFed: decentralized federated learning on a fixed graph; version 1 of the preprint that became DeceFL (version 2).

What has no verdict of its own, and why. (4), FedAvg with all clients as one matrix recursion, writes Algorithm 1 out:
row 0 of W_1 and W_2 is the server's average, row k client k's step from it. (11) is the average of (5) over clients, as
columns of W sum to 1. The experiments' curves and bars are pictures; their one sentence with numbers is
`defed.experiment-difference`.

What became of it in version 2 (DeceFL, main text and supplement). Theorem 1 stayed, as SI Theorem 1: the consensus
term of zeta~ went from 2 zeta m to 2 zeta m/K, epsilon is printed in new ways, and theorems on graphs that change were
added. Proposition 1, which no reading saves here, was given the consensus error Xi that it lacks; there it is
true once Fbar* weighs the clients. Of its steps (23) went, the first inequality of (25) was kept as that of (52), with
the same flaw. The second value of F* went. The main text of version 2 states another theorem, for full, unscaled
gradients. The consensus problem and the comparison with FedAvg and swarm learning are new there.
"""
