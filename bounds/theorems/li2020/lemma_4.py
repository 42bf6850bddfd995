"""Li et al. 2020, Lemma 4: both ways to draw clients are unbiased.

Statement. At an averaging round let v be sum_k p_k of the clients' models and w the server's average over the
drawn ones. Scheme I (K drawn with replacement, k with probability p_k, plain average) and Scheme II (K drawn
without replacement, uniformly, N/K sum p_k w_k): E w = v.

In the mean client k is drawn K p_k times by scheme I, K/N times by scheme II. Scheme II is stated for any p_k; the
weights of one set need not sum to 1 then.
"""

from ...families.federated import federated
from ...theorem import Theorem, Variant
from .setting import SOURCE, WITH

_WITH = """
let off = sum(i, often[i]*sent[i])/S - sum(i, share_of[i]*sent[i])
none: sq(off) == 0 by often times dot(sent[i], off)/S sum i
claim by none times averaged
"""
_WITHOUT = """
let off = N*sum(i, often[i]*share_of[i]*sent[i])/S - sum(i, share_of[i]*sent[i])
none: sq(off) == 0 by often times share_of[i]*dot(sent[i], off)/S sum i
claim by none times averaged
"""

LEMMA_4 = Theorem(
    id="li2020.lemma-4",
    title="drawing clients is unbiased",
    place=f"Lemma 4; {SOURCE}",
    statement="E_S wbar_(t+1) = vbar_(t+1) at averaging rounds, schemes I and II",
    family=WITH,
    rounds=2,
    variants=(
        Variant("scheme-1", "bias2(t) == 0", statement="drawn with replacement", derivation=_WITH),
        Variant(
            "scheme-2",
            "bias2(t) == 0",
            statement="drawn without replacement, weights p_k N/K, any p",
            family=federated("without", noisy=False),
            derivation=_WITHOUT,
        ),
    ),
)
