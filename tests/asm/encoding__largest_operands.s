; The largest value of every field (spec 3.1): imm18 = 2^18-1, imm22 = 2^22-1, registers 15, f7, a15, 4-bit fields 15.
; imm18<<14 = 0xFFFFC000, imm22<<10 = 0xFFFFFC00, rd 15<<6 = 0x3C0, rs1 15<<10 = 0x3C00, rs2 15<<14 = 0x3C000.
; run: kc asm plena @
; expect:
;   0xFFFFFFE2
;   0xFFFFFFE5
;   0xFFFFFFEF
;   0x03FFFFEA
;   0x03FDFFD0
;   0x0001DDD7
;   encoding__largest_operands.s:17:1: warning[block-not-closed]: this block is never closed
;      17 | C_LOOP_START gp15, 4194303
;         | ^~~~~~~~~~~~
;   hint: write C_LOOP_END with the same register behind the last instruction of the body
S_ADDI_INT gp15, gp15, 262143
S_LUI_INT gp15, 4194303
C_LOOP_START gp15, 4194303
H_STORE_V gp15, gp15, a15, 15, 15
V_SUB_VF gp15, gp15, f7, 15, 15
S_ADD_FP f7, f7, f7
