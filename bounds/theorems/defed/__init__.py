"""DeFed: decentralized federated learning on a fixed graph; version 1 of the preprint that became DeceFL (version 2).

What has no verdict of its own, and why. (4), FedAvg with all clients as one matrix recursion, writes Algorithm 1 out:
row 0 of W_1 and W_2 is the server's average, row k client k's step from it. (11) is the average of (5) over clients, as
columns of W sum to 1. The experiments' curves and bars are pictures; their one sentence with numbers is
`defed.experiment-difference`.
"""
