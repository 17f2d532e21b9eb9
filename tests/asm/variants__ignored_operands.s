; Spec 4.1: "a sixth operand (funct2) is accepted and ignored"; 4.2: C_BREAK "operands, if any, ignored".  kc rejects a non-zero sixth and register
; operands of C_BREAK.  Words: H_PREFETCH_V vector of 3.2 0x00400CA9; C_BREAK 0x32.
; run: kc asm plena @ 2>/dev/null
; expect:
;   0x00400CA9
;   0x00000032
H_PREFETCH_V gp2, gp3, a0, 0, 1, 7
C_BREAK gp1
