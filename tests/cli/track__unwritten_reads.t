# --track names reads of memory nobody wrote: VRAM is filled, FPRAM[5] is not.
# run: printf 'V_SHIFT_V gp1, gp1, gp1\nV_EXP_V gp1, gp1, 0\nV_EXP_V gp1, gp2, 0\nS_LD_FP f1, gp0, 5\n' | kc sim plena - --reg gp1=64 --reg gp2=128 --load 'vram=fill:0' --track
# expect:
#   halted: 4 cycles (4.000 ns), 4 instructions
#   line 4 reads fpram[5], which nobody wrote
