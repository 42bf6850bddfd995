(* What every exported derivation stands on: order, finite sums, a real inner product space. Coq 8.16, standard library alone.
   Nothing here is assumed but what is called Variable or Hypothesis; everything else is proved. *)
Require Import Reals List Lra Lia ZArith Setoid Morphisms.
Import ListNotations.
Open Scope R_scope.

(* --- order: a line is an identity, over * (b - a) = something that is >= 0 --- *)
Lemma gap {a b} : a <= b -> 0 <= b - a. Proof. intro H. apply Rge_le, Rge_minus, Rle_ge, H. Qed.
Lemma gap_lt {a b} : a < b -> 0 < b - a. Proof. apply Rlt_Rminus. Qed.
Lemma line {o p s} : 0 < o -> 0 <= s -> o * p = s -> 0 <= p.
Proof. intros O S E. apply Rmult_le_reg_l with o; [exact O |]. rewrite Rmult_0_r, E. exact S. Qed.
Lemma line_lt {o p s} : 0 < o -> 0 < s -> o * p = s -> 0 < p.
Proof. intros O S E. apply Rmult_lt_reg_l with o; [exact O |]. rewrite Rmult_0_r, E. exact S. Qed.
Lemma line_eq {o p s} : 0 < o -> s = 0 -> o * p = s -> p = 0.
Proof. intros O S E. apply Rmult_eq_reg_l with o; [rewrite E, S; ring | apply Rgt_not_eq, O]. Qed.
Lemma le_line {a b} : 0 <= b - a -> a <= b. Proof. intro H. apply Rge_le, Rminus_ge, Rle_ge, H. Qed.
Lemma lt_line {a b} : 0 < b - a -> a < b. Proof. apply Rminus_gt_0_lt. Qed.
Lemma eq_line {a b} : b - a = 0 -> a = b. Proof. intro H. symmetry. apply Rminus_diag_uniq, H. Qed.
Lemma gap_eq {a b} : a = b -> b - a = 0. Proof. intros ->. ring. Qed.
Definition add_le := Rplus_le_le_0_compat.
Definition add_lt_le := Rplus_lt_le_0_compat.
Definition add_le_lt := Rplus_le_lt_0_compat.
Definition mul_le := Rmult_le_pos.
Definition mul_lt := Rmult_lt_0_compat.
Lemma ratio p q : 0 < IZR (Zpos p) / IZR (Zpos q).
Proof. apply Rmult_lt_0_compat; [| apply Rinv_0_lt_compat]; now apply IZR_lt. Qed.
Lemma square a : 0 <= a * a. Proof. exact (Rle_0_sqr a). Qed.
Lemma root {a b} : 0 <= b * b - a * a -> 0 <= b -> 0 <= b - a.
Proof. intros H B. apply gap. apply (Rsqr_incr_0_var a b); [unfold Rsqr; apply le_line, H | exact B]. Qed.
Lemma sqrt_is {p r} : 0 <= r -> r * r = p -> sqrt p = r. Proof. intros P <-. exact (sqrt_square r P). Qed.
Lemma over_root {p} : 0 < p -> / sqrt p = sqrt p * / p.
Proof.
  intro P. pose proof (not_eq_sym (Rlt_not_eq _ _ (sqrt_lt_R0 p P))) as N. apply Rmult_eq_reg_l with (sqrt p); [| exact N].
  rewrite Rinv_r, <- Rmult_assoc, (sqrt_sqrt p (Rlt_le _ _ P)), Rinv_r; [reflexivity | lra | exact N].
Qed.
Lemma reduce q {a b x y} : x = y -> a = b + q * (x - y) -> a = b. Proof. intros -> ->. ring. Qed.
Lemma not_zero {p} : 0 < p -> p <> 0. Proof. apply Rgt_not_eq. Qed.
Lemma moved {p q} : p = q -> 0 <= p -> 0 <= q. Proof. now intros <-. Qed.
Lemma moved_lt {p q} : p = q -> 0 < p -> 0 < q. Proof. now intros <-. Qed.
Lemma moved_eq {p q} : p = q -> p = 0 -> q = 0. Proof. now intros <-. Qed.
Lemma add_eq {a b} : a = 0 -> b = 0 -> a + b = 0. Proof. intros -> ->. ring. Qed.
Lemma both_signs p q : 0 <= p -> 0 <= q -> p + q = 0 -> p = 0. Proof. intros. lra. Qed.
Lemma from_eq {c p q} : p = 0 -> q = c * p -> 0 <= q. Proof. intros -> ->. rewrite Rmult_0_r. apply Rle_refl. Qed.
Lemma times_zero {a b} : a = 0 -> a * b = 0. Proof. intros ->. ring. Qed.
Lemma plus_zero {a b} : 0 <= a -> b = 0 -> 0 <= a + b. Proof. intros A ->. rewrite Rplus_0_r. exact A. Qed.
Lemma plus_zero_lt {a b} : 0 < a -> b = 0 -> 0 < a + b. Proof. intros A ->. rewrite Rplus_0_r. exact A. Qed.

(* the largest of several: same_max proves that two maxima of the same numbers are equal; a statement may have an a *)
Ltac in_max :=
  first [apply Rle_refl
        | match goal with |- _ <= Rmax ?one ?two =>
            first [apply Rle_trans with one; [in_max | apply Rmax_l] | apply Rle_trans with two; [in_max | apply Rmax_r]] end].
Ltac max_numbers := repeat match goal with |- context [Rmax ?one ?two] => first [rewrite (Rmax_left one two) by lra | rewrite (Rmax_right one two) by lra] end.
Ltac same_max := apply Rle_antisym; repeat apply Rmax_lub; in_max.
Lemma min_max a b : Rmin a b = - Rmax (- a) (- b).
Proof. unfold Rmin, Rmax. destruct (Rle_dec a b), (Rle_dec (- a) (- b)); lra. Qed.
Lemma abs_max a : Rabs a = Rmax a (- a).
Proof. unfold Rabs, Rmax. destruct (Rcase_abs a), (Rle_dec a (- a)); lra. Qed.
Lemma max_is a b : Rmax a b = a \/ Rmax a b = b.
Proof. unfold Rmax. destruct (Rle_dec a b); auto. Qed.
Lemma two_cases p q : 0 <= p + q -> 0 <= p \/ 0 < q.
Proof. intro S. destruct (Rle_lt_dec 0 p); [now left | right; lra]. Qed.
Lemma two_cases_lt p q : 0 < p + q -> 0 < p \/ 0 < q.
Proof. intro S. destruct (Rle_lt_dec p 0); [right; lra | now left]. Qed.
Lemma whole_cases z {p q} : p = IZR z -> q = IZR (-1 - z) -> 0 <= p \/ 0 <= q.
Proof. intros -> ->. destruct (Z.le_gt_cases 0 z) as [H | H]; [left | right]; apply IZR_le; lia. Qed.

(* a divisor is not 0 where one that is equal to it is known not to be *)
Ltac apart_ring := match goal with H : ?q <> 0 |- ?p <> 0 => let E := fresh in intro E; apply H; rewrite <- E; ring end.
Ltac apart_field :=
  match goal with H : ?q <> 0 |- ?p <> 0 => let E := fresh in intro E; apply H; rewrite <- E; field; repeat split; apart_ring end.
Ltac apart_square :=
  match goal with H : ?q <> 0 |- ?p <> 0 =>
    let E := fresh in intro E; apply H; first [transitivity (p * p); [ring | rewrite E; ring] | transitivity (- p); [ring | rewrite E; ring]] end.
Ltac apart_product :=
  match goal with H : ?q <> 0, K : ?r <> 0 |- ?p <> 0 =>
    let E := fresh in intro E; apply (Rmult_integral_contrapositive_currified _ _ H K); rewrite <- E; ring end.
Ltac apart := first [assumption | apart_ring | apart_square | apart_product | apart_field].
Ltac apart_by known divided :=  (* ring and field where squares of roots are known *)
  first [
    apart
  | match goal with H : ?q <> 0 |- ?p <> 0 => let E := fresh in intro E; apply H; rewrite <- E; known end
  | match goal with H : ?q <> 0 |- ?p <> 0 =>
      let E := fresh in intro E; apply H; transitivity (p * p); [known | rewrite E; ring] end
  | match goal with H : ?q <> 0 |- ?p <> 0 =>
      let E := fresh in intro E; apply H; rewrite <- E; divided; repeat split; first [apart | apart_by known fail] end].
Definition both_apart := Rmult_integral_contrapositive_currified.

(* --- finite sums --- *)
Section Sums.
  Context {A : Type}.
  Fixpoint sum (l : list A) (f : A -> R) : R := match l with [] => 0 | i :: rest => f i + sum rest f end.
  Lemma sum_ext l f g : (forall i, f i = g i) -> sum l f = sum l g.
  Proof. intro E. induction l as [| i l IH]; cbn; [reflexivity | now rewrite E, IH]. Qed.
  Lemma sum_add l f g : sum l (fun i => f i + g i) = sum l f + sum l g.
  Proof. induction l as [| i l IH]; cbn; [ring | rewrite IH; ring]. Qed.
  Lemma sum_scale l c f : sum l (fun i => c * f i) = c * sum l f.
  Proof. induction l as [| i l IH]; cbn; [ring | rewrite IH; ring]. Qed.
  Lemma sum_zero l : sum l (fun _ => 0) = 0.
  Proof. induction l as [| i l IH]; cbn; [ring | rewrite IH; ring]. Qed.
  Lemma scale_in l c f g : (forall i, c * f i = g i) -> c * sum l f = sum l g.
  Proof. intro E. rewrite <- sum_scale. now apply sum_ext. Qed.
  Lemma sum_const l c : sum l (fun _ => c) = c * INR (length l).
  Proof. induction l as [| i l IH]; [cbn; ring |]. cbn [length sum]. rewrite S_INR, IH. ring. Qed.
  Lemma sum_pos l f : (forall i, 0 <= f i) -> 0 <= sum l f.
  Proof. intro P. induction l as [| i l IH]; cbn; [apply Rle_refl | apply Rplus_le_le_0_compat; [apply P | exact IH]]. Qed.
  Lemma sum_is_zero l f : (forall i, f i = 0) -> sum l f = 0.
  Proof. intro P. rewrite (sum_ext l f (fun _ => 0) P). apply sum_zero. Qed.
End Sums.
Global Instance sum_proper {A : Type} (l : list A) : Proper (pointwise_relation A eq ==> eq) (sum l).
Proof. intros f g E. now apply sum_ext. Qed.
Lemma sum_swap {A B : Type} (l : list A) (m : list B) (f : A -> B -> R) :
  sum l (fun i => sum m (f i)) = sum m (fun j => sum l (fun i => f i j)).
Proof.
  induction l as [| i l IH]; cbn; [symmetry; apply sum_zero | rewrite IH; symmetry; apply (sum_add m (f i))].
Qed.

(* --- a finite set of indices: each is listed once --- *)
Record finite (A : Type) := {
  all : list A;
  eq_dec : forall i j : A, {i = j} + {i <> j};
  complete : forall i, In i all;
  once : NoDup all }.
Definition same {A} (I : finite A) (i j : A) : R := if eq_dec _ I i j then 1 else 0.
Lemma same_refl {A} (I : finite A) i : same I i i = 1.
Proof. unfold same. destruct (eq_dec _ I i i); [reflexivity | contradiction]. Qed.
Lemma same_pos {A} (I : finite A) i j : 0 <= same I i j.
Proof. unfold same. destruct (eq_dec _ I i j); [apply Rle_0_1 | apply Rle_refl]. Qed.
Lemma same_sym {A} (I : finite A) i j : same I i j = same I j i.
Proof. unfold same. destruct (eq_dec _ I i j), (eq_dec _ I j i); congruence. Qed.
Lemma same_power {A} (I : finite A) i j n : same I i j ^ S n = same I i j.
Proof. unfold same. destruct (eq_dec _ I i j); [apply pow1 | apply pow_ne_zero; discriminate]. Qed.
Lemma same_or {A} (I : finite A) i j : same I i j = 0 \/ i = j.
Proof. unfold same. destruct (eq_dec _ I i j); auto. Qed.
(* an equation where i = j and where not: the kernel writes same i j f j as same i j f i, or the other way round *)
Ltac same_cases := repeat match goal with |- context [@same _ ?I ?i ?j] =>
  let Z := fresh in destruct (same_or I i j) as [Z | Z]; [rewrite Z | subst; rewrite ?same_refl] end.
Lemma sum_same {A} (I : finite A) i f : sum (all _ I) (fun j => same I i j * f j) = f i.
Proof.
  generalize (complete _ I i) (once _ I). generalize (all _ I). induction l as [| j l IH]; cbn; [contradiction |].
  intros [-> | H] N; inversion N as [| ? ? Out Rest]; subst.
  - rewrite same_refl. enough (E : sum l (fun j => same I i j * f j) = 0) by (rewrite E; ring).
    clear - Out. induction l as [| k l IH]; cbn; [reflexivity |]. rewrite IH by (intro; apply Out; now right).
    unfold same. destruct (eq_dec _ I i k); [subst; destruct Out; now left | ring].
  - rewrite IH by assumption. unfold same. destruct (eq_dec _ I i j); [subst; contradiction | ring].
Qed.

(* --- rounds --- *)
Fixpoint before (t : nat) (f : nat -> R) : R := match t with 0%nat => 0 | S s => before s f + f s end. (* the sum over rounds s < t *)
Lemma before_ext t f g : (forall s, f s = g s) -> before t f = before t g.
Proof. intro E. induction t as [| t IH]; cbn; [reflexivity | now rewrite IH, E]. Qed.
Lemma before_add t f g : before t (fun s => f s + g s) = before t f + before t g.
Proof. induction t as [| t IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma before_scale t c f : before t (fun s => c * f s) = c * before t f.
Proof. induction t as [| t IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma before_one t : before t (fun _ => 1) = INR t.
Proof. induction t as [| t IH]; [reflexivity |]. rewrite S_INR. cbn [before]. now rewrite IH. Qed.
Lemma before_pos t f : (forall s, 0 <= f s) -> 0 <= before t f.
Proof. intro P. induction t as [| t IH]; cbn; [apply Rle_refl | apply Rplus_le_le_0_compat; [exact IH | apply P]]. Qed.
(* the largest f s of the rounds low <= s < e, and the least *)
Fixpoint most (f : nat -> R) (low e : nat) : R :=
  match e with 0%nat => f low | S m => if Nat.leb m low then f low else Rmax (most f low m) (f m) end.
Definition least f low e := - most (fun s => - f s) low e.
Lemma most_ext f g low e : (forall s, f s = g s) -> most f low e = most g low e.
Proof. intro E. induction e as [| m IH]; cbn; [apply E |]. destruct (Nat.leb m low); [apply E | now rewrite IH, E]. Qed.
Lemma least_ext f g low e : (forall s, f s = g s) -> least f low e = least g low e.
Proof. intro E. unfold least. f_equal. apply most_ext. intro. now rewrite E. Qed.
Lemma most_last f low m : 0 <= INR m - INR low -> 0 <= most f low (S m) - f m.
Proof.
  intro L. assert (K : (low <= m)%nat) by (apply INR_le; lra). apply gap. cbn.
  destruct (Nat.leb_spec m low); [replace m with low by lia; apply Rle_refl | apply Rmax_r].
Qed.
Lemma most_longer f low m : 0 < INR m - INR low -> 0 <= most f low (S m) - most f low m.
Proof.
  intro L. assert (K : (low < m)%nat) by (apply INR_lt; lra). apply gap. cbn.
  destruct (Nat.leb_spec m low); [lia | apply Rmax_l].
Qed.
Lemma most_mean f low e : 0 <= INR e - INR low -> 0 <= (INR e - INR low) * most f low e - (before e f - before low f).
Proof.
  intro L. assert (K : (low <= e)%nat) by (apply INR_le; lra). clear L. induction K as [| m K IH]; [lra |].
  rewrite S_INR. cbn [before]. assert (L : 0 <= INR m - INR low) by (apply gap, le_INR, K).
  pose proof (most_last f low m L) as A. destruct (Rle_lt_or_eq_dec _ _ L) as [P | E].
  - pose proof (Rmult_le_pos _ _ L (most_longer f low m P)). lra.
  - replace (INR m) with (INR low) in * by lra. lra.
Qed.
Lemma least_last f low m : 0 <= INR m - INR low -> 0 <= f m - least f low (S m).
Proof. intro L. pose proof (most_last (fun s => - f s) low m L). unfold least. lra. Qed.
Lemma least_longer f low m : 0 < INR m - INR low -> 0 <= least f low m - least f low (S m).
Proof. intro L. pose proof (most_longer (fun s => - f s) low m L). unfold least. lra. Qed.
Lemma least_mean f low e : 0 <= INR e - INR low -> 0 <= before e f - before low f - (INR e - INR low) * least f low e.
Proof.
  intro L. pose proof (most_mean (fun s => - f s) low e L) as M. unfold least.
  assert (N : forall t, before t (fun s => - f s) = - before t f) by (intro t; induction t as [| t IH]; cbn; [ring | rewrite IH; ring]).
  rewrite !N in M. lra.
Qed.
Lemma bernoulli x n : 0 <= x + 1 -> 0 <= (x + 1) ^ n - 1 - INR n * x.
Proof.
  intro X. induction n as [| n IH]; [cbn; lra |]. rewrite S_INR. cbn [pow].
  assert (0 <= (x + 1) * ((x + 1) ^ n - 1 - INR n * x)) by (apply Rmult_le_pos; assumption).
  assert (0 <= INR n * (x * x)) by (apply Rmult_le_pos; [apply pos_INR | apply square]). lra.
Qed.
Lemma smaller_power b n : 0 <= b -> 0 <= 1 - b -> 0 <= 1 - b ^ n.
Proof.
  intros B C. induction n as [| n IH]; [cbn; lra |]. cbn [pow].
  assert (0 <= b * (1 - b ^ n)) by (apply Rmult_le_pos; assumption). lra.
Qed.
Lemma exp_tangent x : 0 <= exp x - 1 - x.
Proof. destruct (Req_dec x 0) as [-> | N]; [rewrite exp_0; lra | pose proof (exp_ineq1 x); lra]. Qed.
Lemma log_tangent x : 0 < x -> 0 <= x - 1 - ln x.
Proof. intro X. pose proof (exp_tangent (ln x)) as T. rewrite exp_ln in T by exact X. lra. Qed.
Lemma log_below x : 0 < x -> 0 <= ln x - 1 + / x.
Proof. intro X. pose proof (log_tangent (/ x) (Rinv_0_lt_compat x X)) as T. rewrite ln_Rinv in T by exact X. lra. Qed.
Lemma increasing_power a b n : 0 <= a -> 0 <= b - a -> 0 <= b ^ n - a ^ n.
Proof. intros A G. apply gap, pow_incr. lra. Qed.
Lemma longer_power b m n : 0 <= b - 1 -> 0 <= INR n - INR m -> 0 <= b ^ n - b ^ m.
Proof. intros B L. apply gap, Rle_pow; [lra | apply INR_le; lra]. Qed.
Lemma power_tangent a b n : 0 <= a -> 0 <= b -> 0 <= a * b ^ n - a ^ n * (a + INR n * (b - a)).
Proof.
  intros A B. induction n as [| n IH]; [cbn; lra |]. rewrite S_INR. cbn [pow].
  pose proof (Rmult_le_pos _ _ B IH) as M.
  pose proof (Rmult_le_pos _ _ (Rmult_le_pos _ _ (pos_INR n) (pow_le a n A)) (square (b - a))) as N. lra.
Qed.
Lemma log_power b n : 0 < b -> ln (b ^ n) = INR n * ln b.
Proof.
  intro B. induction n as [| n IH]; [cbn; rewrite ln_1; ring |]. rewrite S_INR. cbn [pow].
  rewrite ln_mult, IH; [ring | exact B | apply pow_lt, B].
Qed.
Lemma always (P : nat -> Prop) : P 0%nat -> (forall t, P t -> P (S t)) -> forall t, P t.
Proof. exact (nat_ind P). Qed.
(* a window of N rounds, from its first round f to round f + N; windows, from what holds in N rounds to the round after *)
Lemma window (P : nat -> Prop) f N :
  P f -> (forall t, 0 <= INR t - INR f -> 0 <= INR f + INR N - 1 - INR t -> P t -> P (S t)) -> P (f + N)%nat.
Proof.
  intros H I. assert (K : forall k, (k <= N)%nat -> P (f + k)%nat); [| apply K; lia].
  induction k as [| k IH]; intro L; [now rewrite Nat.add_0_r |]. rewrite Nat.add_succ_r. pose proof (le_INR _ _ L) as B.
  rewrite S_INR in B. apply I; [rewrite plus_INR; pose proof (pos_INR k); lra | rewrite plus_INR; lra | apply IH; lia].
Qed.
Lemma windows (P : nat -> Prop) N : 0 <= INR N - 1 -> (forall t, 0 <= INR N - 1 - INR t -> P t) ->
  (forall t, (forall s, 0 <= INR s - INR t -> 0 <= INR t + INR N - 1 - INR s -> P s) -> P (t + N)%nat) -> forall t, P t.
Proof.
  intros One H I t. assert (L : (1 <= N)%nat) by (apply INR_le; cbn; lra).
  induction t as [t IH] using lt_wf_ind. destruct (le_lt_dec N t) as [G | G].
  - replace t with (t - N + N)%nat by lia. apply I. intros s _ B. apply IH. apply INR_lt. rewrite minus_INR in B by exact G. lra.
  - apply H. pose proof (le_INR _ _ G) as B. rewrite S_INR in B. lra.
Qed.

(* --- a real inner product space: stacked models, or square integrable random ones, <u, v> then being the mean of the product --- *)
Section Space.
Variable V : Type.
Variable zero : V.
Variable add : V -> V -> V.
Variable scale : R -> V -> V.
Variable dot : V -> V -> R.
Definition sub u v := add u (scale (-1) v).
Definition opp v := scale (-1) v.
Hypothesis dot_sym : forall u v, dot u v = dot v u.
Hypothesis dot_zero : forall v, dot zero v = 0.
Hypothesis dot_add : forall u v w, dot (add u v) w = dot u w + dot v w.
Hypothesis dot_scale : forall c u v, dot (scale c u) v = c * dot u v.
Hypothesis dot_pos : forall v, 0 <= dot v v.
Hypothesis distinct : forall u v, dot (sub u v) (sub u v) = 0 -> u = v. (* the laws of a vector space follow: `equal` *)

Definition norm v := sqrt (dot v v).
Definition linear (A : V -> V) := forall a b u v, A (add (scale a u) (scale b v)) = add (scale a (A u)) (scale b (A v)).
Definition symmetric (A : V -> V) := forall u v, dot (A u) v = dot u (A v).

Lemma dot_sub u v w : dot (sub u v) w = dot u w - dot v w.
Proof. unfold sub. rewrite dot_add, dot_scale. ring. Qed.
Lemma dot_add_r u v w : dot w (add u v) = dot w u + dot w v.
Proof. now rewrite dot_sym, dot_add, (dot_sym u), (dot_sym v). Qed.
Lemma dot_scale_r c u v : dot u (scale c v) = c * dot u v.
Proof. now rewrite dot_sym, dot_scale, (dot_sym v). Qed.
Lemma dot_zero_r v : dot v zero = 0.
Proof. now rewrite dot_sym, dot_zero. Qed.
Lemma equal u v : (forall w, dot u w = dot v w) -> u = v.
Proof. intro E. apply distinct. rewrite dot_sub, E. ring. Qed.
Lemma linear_add A u v : linear A -> A (add u v) = add (A u) (A v).
Proof.
  intro L. replace (add u v) with (add (scale 1 u) (scale 1 v)).
  - rewrite L. apply equal. intro w. rewrite !dot_add, !dot_scale. ring.
  - apply equal. intro w. rewrite !dot_add, !dot_scale. ring.
Qed.
Lemma linear_scale A c v : linear A -> A (scale c v) = scale c (A v).
Proof.
  intro L. replace (scale c v) with (add (scale c v) (scale 0 v)).
  - rewrite L. apply equal. intro w. rewrite !dot_add, !dot_scale. ring.
  - apply equal. intro w. rewrite !dot_add, !dot_scale. ring.
Qed.
Lemma linear_zero A : linear A -> A zero = zero.
Proof.
  intro L. replace zero with (scale 0 zero) at 1.
  - rewrite linear_scale by exact L. apply equal. intro w. rewrite dot_scale, dot_zero. ring.
  - apply equal. intro w. rewrite dot_scale, dot_zero. ring.
Qed.

(* vectors as expressions, so that one computation expands an inner product *)
Inductive vexp :=
  | At (v : V) | Zero | Add (e f : vexp) | Sub (e f : vexp) | Opp (e : vexp) | Scale (c : R) (e : vexp)
  | Op (A : V -> V) (L : linear A) (e : vexp).
Fixpoint value (e : vexp) : V :=
  match e with
  | At v => v | Zero => zero | Add e f => add (value e) (value f) | Sub e f => sub (value e) (value f)
  | Opp e => opp (value e) | Scale c e => scale c (value e) | Op A _ e => A (value e)
  end.
Fixpoint terms (e : vexp) : list (R * V) :=
  match e with
  | At v => [(1, v)] | Zero => [] | Add e f => terms e ++ terms f
  | Sub e f => terms e ++ map (fun t => (- fst t, snd t)) (terms f)
  | Opp e => map (fun t => (- fst t, snd t)) (terms e)
  | Scale c e => map (fun t => (c * fst t, snd t)) (terms e)
  | Op A _ e => map (fun t => (fst t, A (snd t))) (terms e)
  end.
Fixpoint against (l : list (R * V)) (w : V) : R := match l with [] => 0 | (c, v) :: rest => c * dot v w + against rest w end.
Fixpoint facing (v : V) (m : list (R * V)) : R := match m with [] => 0 | (c, w) :: rest => c * dot v w + facing v rest end.
Fixpoint expanded (l m : list (R * V)) : R := match l with [] => 0 | (c, v) :: rest => c * facing v m + expanded rest m end.
Lemma facing_against v m : facing v m = against m v.
Proof. induction m as [| [c w] m IH]; cbn; [reflexivity | now rewrite IH, (dot_sym w)]. Qed.
Lemma against_app l m w : against (l ++ m) w = against l w + against m w.
Proof. induction l as [| [c v] l IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma against_scale a l w : against (map (fun t => (a * fst t, snd t)) l) w = a * against l w.
Proof. induction l as [| [c v] l IH]; cbn; [ring | rewrite IH; ring]. Qed.
Lemma against_opp l w : against (map (fun t => (- fst t, snd t)) l) w = - against l w.
Proof. induction l as [| [c v] l IH]; cbn; [ring | rewrite IH; ring]. Qed.
Fixpoint total (l : list (R * V)) : V := match l with [] => zero | (c, v) :: rest => add (scale c v) (total rest) end.
Lemma against_total l w : against l w = dot (total l) w.
Proof. induction l as [| [c v] l IH]; cbn; [now rewrite dot_zero | now rewrite IH, dot_add, dot_scale]. Qed.
Lemma op_total A l : linear A -> A (total l) = total (map (fun t => (fst t, A (snd t))) l).
Proof.
  intro L. induction l as [| [c v] l IH]; cbn; [now apply linear_zero | now rewrite linear_add, linear_scale, IH].
Qed.
Lemma value_total e : value e = total (terms e).
Proof.
  induction e as [v | | e IHe f IHf | e IHe f IHf | e IH | c e IH | A L e IH]; cbn.
  - apply equal. intro w. rewrite dot_add, dot_scale, dot_zero. ring.
  - reflexivity.
  - apply equal. intro w. now rewrite <- against_total, against_app, dot_add, IHe, IHf, !against_total.
  - apply equal. intro w. rewrite <- against_total, against_app, against_opp, dot_sub, IHe, IHf, !against_total. ring.
  - apply equal. intro w. unfold opp. rewrite <- against_total, against_opp, dot_scale, IH, against_total. ring.
  - apply equal. intro w. now rewrite <- against_total, against_scale, dot_scale, IH, against_total.
  - now rewrite <- op_total, IH.
Qed.
Lemma expand e f : dot (value e) (value f) = expanded (terms e) (terms f).
Proof.
  rewrite (value_total e). induction (terms e) as [| [c v] l IH]; cbn; [apply dot_zero |].
  now rewrite dot_add, dot_scale, IH, (dot_sym v), value_total, facing_against, against_total.
Qed.
Lemma expand_left e w : dot (value e) w = against (terms e) w.
Proof. now rewrite value_total, against_total. Qed.
Lemma equal_values e f : (forall w, against (terms e) w = against (terms f) w) -> value e = value f.
Proof. intro E. apply equal. intro w. now rewrite !expand_left. Qed.

Lemma sub_zero u v : u = v -> sub v u = zero.
Proof. intros ->. apply (equal_values (Sub (At v) (At v)) Zero). intro w. cbn. ring. Qed.

(* sums of vectors *)
Section VectorSums.
  Context {A : Type}.
  Fixpoint vsum (l : list A) (f : A -> V) : V := match l with [] => zero | i :: rest => add (f i) (vsum rest f) end.
  Lemma dot_vsum l f w : dot (vsum l f) w = sum l (fun i => dot (f i) w).
  Proof. induction l as [| i l IH]; cbn; [apply dot_zero | now rewrite dot_add, IH]. Qed.
  Lemma op_vsum B l f : linear B -> B (vsum l f) = vsum l (fun i => B (f i)).
  Proof. intro L. induction l as [| i l IH]; cbn; [now apply linear_zero | now rewrite linear_add, IH]. Qed.
  Lemma vsum_ext l f g : (forall i, f i = g i) -> vsum l f = vsum l g.
  Proof. intro E. induction l as [| i l IH]; cbn; [reflexivity | now rewrite E, IH]. Qed.
End VectorSums.
Instance vsum_proper {A : Type} (l : list A) : Proper (pointwise_relation A eq ==> eq) (vsum l).
Proof. intros f g E. now apply vsum_ext. Qed.

(* lengths *)
Lemma norm_square v : norm v * norm v = dot v v. Proof. apply sqrt_sqrt, dot_pos. Qed.
Lemma norm_pos v : 0 <= norm v. Proof. apply sqrt_pos. Qed.
Lemma cauchy u v : dot u v <= norm u * norm v.
Proof.
  pose proof (norm_pos u) as U. pose proof (norm_pos v) as W.
  pose proof (norm_square u) as EU. pose proof (norm_square v) as EW.
  destruct (Req_dec (norm v) 0) as [Z | Z].
  - rewrite Z, Rmult_0_l in EW. replace v with zero; [rewrite dot_zero_r; apply Rmult_le_pos; apply norm_pos |].
    apply distinct. unfold sub. rewrite !dot_add, !dot_scale, !dot_add_r, !dot_scale_r, !dot_zero_r, !dot_zero, <- EW. ring.
  - destruct (Req_dec (norm u) 0) as [Y | Y].
    + rewrite Y, Rmult_0_l in EU. replace u with zero; [rewrite dot_zero; apply Rmult_le_pos; apply norm_pos |].
      apply distinct. unfold sub. rewrite !dot_add, !dot_scale, !dot_add_r, !dot_scale_r, !dot_zero_r, !dot_zero, <- EU. ring.
    + assert (P : 0 < norm u * norm v) by (apply Rmult_lt_0_compat; lra).
      (* 2 |u| |v| (|u| |v| - <u, v>) = | |v| u - |u| v |^2 *)
      refine (le_line (@line (2 * (norm u * norm v)) _ _ _ (dot_pos (sub (scale (norm v) u) (scale (norm u) v))) _)); [lra |].
      set (e := Sub (Scale (norm v) (At u)) (Scale (norm u) (At v))). change (2 * (norm u * norm v) * (norm u * norm v - dot u v) = dot (value e) (value e)).
      rewrite expand. cbn. rewrite (dot_sym v u), <- EU, <- EW. ring.
Qed.
Lemma triangle u v : norm (add u v) <= norm u + norm v.
Proof.
  apply le_line, root; [| apply Rplus_le_le_0_compat; apply norm_pos].
  rewrite norm_square, dot_add, !dot_add_r, (dot_sym v u). rewrite <- !norm_square. pose proof (cauchy u v). lra.
Qed.
Lemma vanishing v : 0 <= - dot v v -> v = zero.
Proof.
  intro N. apply distinct. unfold sub. rewrite !dot_add, !dot_scale, !dot_add_r, !dot_scale_r, !dot_zero_r, !dot_zero.
  pose proof (dot_pos v). lra.
Qed.

Definition flat (J : V -> V) v := J v = zero.
(* the spectral theorem off the mean: each flat vector is a sum of orthogonal eigenvectors, eigenvalues in [l, u] *)
Fixpoint orthogonal (parts : list (R * V)) : Prop :=
  match parts with [] => True | (_, e) :: rest => (forall m f, In (m, f) rest -> dot e f = 0) /\ orthogonal rest end.
Definition spectrum (J A : V -> V) l u := forall v, flat J v -> exists parts : list (R * V),
  orthogonal parts /\ (forall m e, In (m, e) parts -> A e = scale m e /\ l <= m <= u) /\ v = total (map (fun p => (1, snd p)) parts).
Lemma parts_between (A : V -> V) l u parts : orthogonal parts -> (forall m e, In (m, e) parts -> l <= m <= u) ->
  0 <= dot (total (map (fun p => (fst p - l, snd p)) parts)) (total (map (fun p => (u - fst p, snd p)) parts)).
Proof.
  assert (O : forall (h : R -> R) e rest, (forall m f, In (m, f) rest -> dot e f = 0) ->
              dot e (total (map (fun p => (h (fst p), snd p)) rest)) = 0).
  { intros h e rest. induction rest as [| [m f] rest IH]; cbn; intro E; [apply dot_zero_r |].
    rewrite dot_add_r, dot_scale_r, (E m f), IH; [ring | intros; apply (E m0); now right | now left]. }
  induction parts as [| [m e] rest IH]; cbn; [intros; rewrite dot_zero; apply Rle_refl |]. intros [E Or] B.
  rewrite dot_add, dot_add_r, dot_add_r, !dot_scale, !dot_scale_r.
  rewrite (O (fun m => u - m) e rest E), (dot_sym (total (map (fun p => (fst p - l, snd p)) rest)) e), (O (fun m => m - l) e rest E).
  assert (B0 : l <= m <= u) by (apply (B m e); now left).
  assert (Here : 0 <= (m - l) * ((u - m) * dot e e)) by (repeat apply Rmult_le_pos; [lra .. | apply dot_pos]).
  assert (There : 0 <= dot (total (map (fun p => (fst p - l, snd p)) rest)) (total (map (fun p => (u - fst p, snd p)) rest)))
    by (apply IH; [exact Or | intros n f K; apply (B n f); now right]).
  lra.
Qed.
Lemma spectrum_between J A l u v : linear A -> spectrum J A l u -> flat J v ->
  0 <= dot (sub (A v) (scale l v)) (sub (scale u v) (A v)).
Proof.
  intros L S F. destruct (S v F) as (parts & O & B & E).
  assert (EA : A v = total parts).
  { rewrite E, op_total, map_map by exact L. cbn. clear E O. clear - B L dot_sym dot_zero dot_add dot_scale distinct. induction parts as [| [m e] rest IH]; cbn; [reflexivity |].
    rewrite IH by (intros n f H; apply B; now right). f_equal. destruct (B m e) as [-> _]; [now left |].
    apply equal. intro w. rewrite !dot_scale. ring. }
  pose proof (@parts_between A l u parts O (fun m e H => proj2 (B m e H))) as P.
  replace (sub (A v) (scale l v)) with (total (map (fun p => (fst p - l, snd p)) parts));
    [replace (sub (scale u v) (A v)) with (total (map (fun p => (u - fst p, snd p)) parts)); [exact P |] |];
    rewrite EA, E; apply equal; intro w; rewrite dot_sub, dot_scale, <- !against_total; clear;
    induction parts as [| [m e] rest IH]; cbn; [ring | rewrite IH; ring | ring | rewrite IH; ring].
Qed.
