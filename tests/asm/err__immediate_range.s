; imm18 ends at 2^18-1 = 262143, imm22 at 2^22-1 = 4194303 (spec 3.1, 4.3).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1, gp0, 262144
S_LUI_INT gp1, 4194304
S_LD_FP f1, gp0, 99999999999999999999999
; expect:
;   err__immediate_range.s:4:22: error[imm-range]: immediate 262144 does not fit in 18 unsigned bits (0 to 262143)
;       4 | S_ADDI_INT gp1, gp0, 262144
;         |                      ^~~~~~
;   hint: build large constants from S_LUI_INT rd, value >> 12 followed by S_ADDI_INT rd, rd, value & 4095
;   err__immediate_range.s:5:16: error[imm-range]: immediate 4194304 does not fit in 22 unsigned bits (0 to 4194303)
;       5 | S_LUI_INT gp1, 4194304
;         |                ^~~~~~~
;   hint: 22 bits reach every 32-bit constant: S_LUI_INT rd, value >> 12
;   err__immediate_range.s:6:18: error[imm-range]: immediate 99999999999999999999999 does not fit in 18 unsigned bits (0 to 262143)
;       6 | S_LD_FP f1, gp0, 99999999999999999999999
;         |                  ^~~~~~~~~~~~~~~~~~~~~~~
;   hint: FPRAM has 1024 entries
