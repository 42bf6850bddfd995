"""Grids of constants that several comparisons share: name -> values, formulas over the names before."""

LAM = ("3/10", "6/10", "9/10", "99/100")
RUN = {"gap": ("1",), "spread2": ("0", "1"), "t": ("1", "10", "1000")}
SI = {
    "K": ("2", "10", "100"),
    "m": ("K", "10*K"),
    "L": ("1",),
    "mu": ("1/2", "1/10", "1/100"),
    "lam": LAM,
    "eta": ("K/(2*m*L)", "K/(20*m*L)"),
    "chi2": ("1",),
    "sigma2": ("0", "1/10"),
    "Fstar": ("1",),
    "tilde_minima_sum": ("1/2",),
    **RUN,
}
LOSSY = {
    "K": ("2", "10", "100"),
    "omega": ("1",),
    "rho2": ("1/10", "1/2", "9/10", "99/100"),
    "eta": tuple(f"{share}*(1 - sqrt(rho2))/(6*sqrt(K)*omega)" for share in ("1/10", "1/2", "99/100")),
    "alpha2": ("0", "1"),
    "beta2": ("0", "1"),
    **RUN,
    "spread2": ("0",),
}
DPSGD = {
    "K": ("2", "10", "100"),
    "L": ("1",),
    "lam": LAM,
    "eta": tuple(f"{share}*(1 - lam)/(sqrt(18*K)*L)" for share in ("1/10", "1/2", "99/100")),
    "gap": ("1",),
    "dissimilarity2": ("1/100", "1", "100"),
    "global_gradient2": ("1",),
    "t": ("10", "1000"),
}
NONCONVEX = {
    "K": ("2", "10", "100"),
    "L": ("1",),
    "eta": ("1/(4*L)", "1/(40*L)"),
    "sigma2": ("0", "1"),
    "spread2": ("1", "100"),
    "global_gradient2": ("0",),
}
LAST = ("10", "1000")
