"""Online Push-Sum (ops): "Central Server Free Federated Learning over Single-sided Trust Social Networks".

One module a statement or group; `uniform` explains the reading in which the printed constants of Lemmas 6 and 7 are
valid. Not here, as nothing follows that could be false: the definitions of the two regrets and of the dynamic regret;
"sigma = 0 reduces to distributed online learning" (no noise is drawn); "any nonnegative matrix with a positive entry
in each row can be normalised" (W_ij = A_ij/sum_k A_ik; every matrix that the search draws is made so); "each node
needs its out-neighbours only" (an algorithm's data flow; the run is a matrix product); the lower bounds quoted for
online optimisation; step sizes (tuned, not printed), software and the curves of Figures 2 to 4, on which orders like
"OPS below DOL" rest.
"""
