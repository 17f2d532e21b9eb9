; Scalar FP: f32 operation, then bf16 RNE (spec 2.11): 256+1 = 257 -> 256; 1-3 = -2; 1.5*1.5 = 2.25; 1/4; exp(1) = 173.97/64 -> 2.71875;
; sqrt(2) = 181.02/128 -> 1.4140625, printed 1.41406; sqrt(-1) = NaN of either sign.  One cycle each.
; run: kc sim plena @ --reg f1=256 --reg f2=1 --reg f3=3 --reg f4=1.5 --reg f5=4 --reg f6=2 --reg f7=-1 --registers | sed -n '1p;6,7p' | sed 's,-nan,nan,'
; expect:
;   halted: 7 cycles (7.000 ns), 7 instructions
;   f0     = 0            f1     = 256          f2     = 2.71875      f3     = -2
;   f4     = 2.25         f5     = 0.25         f6     = 1.41406      f7     = nan
S_ADD_FP f1, f1, f2
S_SUB_FP f3, f2, f3
S_EXP_FP f2, f2
S_MUL_FP f4, f4, f4
S_RECI_FP f5, f5
S_SQRT_FP f6, f6
S_SQRT_FP f7, f7
