"""Formulas that several statements of DeFed and of DeceFL's supplement share, each written once.

chi2 is the theorems' bound on E||g_k(w_k(t))||^2 over all rounds; it is known for runs that meet `KNOWN_CHI2`
(see `families.largest_gradient`), which is a condition of the evaluation, not of the papers, and is met by small enough
steps. With it no run diverges, so a refutation that assumes it meets the papers' Assumption 1 (some chi bounds
the run) in any dimension: with eta p_k L_k <= W_kk, the largest ||w_k - w*|| shrinks by 1 - eta p_k mu_k but
for a constant.
"""

CONNECTED = "0 < lam < 1"  # what the papers say of every connected graph
RANGE = (CONNECTED, "delta*mu > m")
# The three are printed with >=. At equality zeta divides by 0, so there the statements say nothing (the variants that
# end in `at-equality`); everywhere else the first two are one condition.
GAMMA = "Gamma/(Gamma + 1) > sqrt((1 + lam**2)/2)"
GAMMA_STATEMENT = "Gamma > (sqrt(2*(1 + lam**2)) + 1 + lam**2)/(1 - lam**2)"
GAMMA_B = "Gamma > B*(2 + sqrt(2*(1 + lam_windows**2)))/(1 - lam_windows**2) - 1"
STEP = "delta/Gamma <= 1/(2*L)"
LONG_STEP = "delta/Gamma <= 1/L"
KNOWN_CHI2 = "step(0)*sharpest <= own"

EPS = "(Fstar - tilde_minima_sum)/K"
ZETA = (
    "max(Gamma**2*spread2(0), delta**2*K*chi2/((1 - lam**2)*(Gamma**2/((Gamma + 1)**2*(lam**2 + 1)) - 1/2)))"
)
ZETA_LAMBDA = ZETA.replace("chi2", "lam**2")
ZETA_STATEMENT = (
    "max(Gamma**2*spread2(0), delta**2*K*chi2/(Gamma**2*lam**2/((Gamma + 1)**2*(1 + lam**2)) - lam**2/2))"
)
MEAN = "max(((6*eps*L + sigma2)*delta**2*m + 2*zeta*m/K)/(mu*delta - m), Gamma*error2(0))"
MEAN_NO_K = MEAN.replace("2*zeta*m/K", "2*zeta*m")
MEAN_IMPLICIT = "max((6*eps*L + sigma2)*delta**2*m/(mu*delta - m - 2*m/K), Gamma*error2(0))"
# the same by the triangle inequality in the norm sqrt(E||.||^2): for gradients times m_k/m, and for unscaled ones
XI_SHARP = "max(spread2(0), eta**2*chi2/(1 - lam)**2)"
XI_SHARP_UNSCALED = "max(spread2(0), eta**2*K*chi2/(1 - lam)**2)"
XI = "spread2(0) + 2*eta**2*K*chi2*(1 + lam**2)/(1 - lam**2)**2"
