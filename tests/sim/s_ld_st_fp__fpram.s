; FPRAM loads and stores address gp + imm in entries; the sum wraps at 2^32 before the check (spec 3.6, trap 26):
; 4294967295 + 3 = 2.  Entry 1023 is the last.
; run: kc sim plena @ --load fpram=val:10,20,30 --reg gp1=4294967295 --reg gp2=1000 --dump 'fpram[1022:1024]' --dump 'fpram[0:3]'
; expect:
;   halted: 3 cycles (3.000 ns), 3 instructions
;   fpram[1022:1024] = 0 30
;   fpram[0:3] = 30 20 30
S_LD_FP f1, gp1, 3
S_ST_FP f1, gp2, 23
S_ST_FP f1, gp0, 0
