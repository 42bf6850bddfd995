"""dawo: decentralized federated learning with distributed aggregation-weight optimization (Zhai, Yuan, Wang, Li).

The paper's M is K in formulas, its learning rate lambda is eta, rho(E W_hat) is rho_mean and rho(E W_hat^2) is rho2.

Printed and not stated here, because nothing in it can be false or no number depends on it: Assumptions 1 and 2 (P
symmetric, links independent: the model itself); Assumptions 4 and 5 (met by the families; that 5 holds locally because
iterates stay bounded is an observation); (1), (2), (9), (10) (definitions; (9) and (10) are the same); the footnote
with p_ii = 1 (the same map, `dawo.eq-3`); Remark 2 (what a device needs to know of (19)); Remark 3 (how sums can be
computed: counted in `dawo.complexity`); Remark 5 (that steps run on the devices); Remark 6 (ratios of
acknowledgements); Omega(rho) of the gradient part (only names a step of another paper, whose result is `dawo.eq-31`);
(14), (15), (18), (20), (25) (parts of
`dawo.proposition-3`, `dawo.eq-19`, `dawo.eq-21`, `dawo.eq-24`); (38) (a theorem of another paper, as used in
`dawo.proposition-4`). Accuracies of the experiments are shown in figures without numbers; the order of the schemes,
the curves and "small gaps" cannot be decided from the text. That the final rho is larger for larger r, and falls from
0.54 to 0.15 as v grows, are measured over optimized weights by benchmarks/surrogate.py.
"""
