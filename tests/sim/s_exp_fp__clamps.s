; S_EXP_FP clamps to [-88, 88] (spec 2.11); the values are derived in v_exp__clamp_and_mask.s.  1/0 = inf.
; run: kc sim plena @ --reg f1=1000 --reg f2=-inf --registers | sed -n 6p
; expect:
;   f0     = 0            f1     = 1.65489e+38  f2     = 6.06114e-39  f3     = inf
S_EXP_FP f1, f1
S_EXP_FP f2, f2
S_RECI_FP f3, f0
