; Arithmetic into f0 is skipped and takes no time (spec 1.3, 5.2); S_LD_FP does change f0 and takes 1 cycle.  FPRAM[1] = 1.5.
; run: kc sim plena @ --load fpram=val:0,1.5 --reg f1=3 --registers 2>/dev/null | sed -n '1p;6p'
; expect:
;   halted: 1 cycles (1.000 ns), 8 instructions
;   f0     = 1.5          f1     = 3            f2     = 0            f3     = 0
S_ADD_FP f0, f1, f1
S_SUB_FP f0, f1, f1
S_MAX_FP f0, f1, f1
S_MUL_FP f0, f1, f1
S_EXP_FP f0, f1
S_RECI_FP f0, f1
S_SQRT_FP f0, f1
S_LD_FP f0, gp0, 1
