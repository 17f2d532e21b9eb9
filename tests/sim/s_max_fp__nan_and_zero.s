; S_MAX_FP returns rs2 only if it is greater and not NaN, else rs1 (spec 2.11): max(1,2) = 2, max(NaN,1) = NaN, max(1,NaN) = 1,
; max(-0,+0) = -0 (rs1).
; run: kc sim plena @ --reg f1=1 --reg f2=2 --reg f3=nan --reg f4=-0 --registers | sed -n '6,7p'
; expect:
;   f0     = 0            f1     = 1            f2     = 2            f3     = nan
;   f4     = -0           f5     = 2            f6     = nan          f7     = 1
S_MAX_FP f5, f1, f2
S_MAX_FP f6, f3, f1
S_MAX_FP f7, f1, f3
S_MAX_FP f4, f4, f0
