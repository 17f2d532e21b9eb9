; rmask, rorder, rstride, precision are four bits (spec 3.1); 16 must not overflow into the next field (4.3).
; run: kc asm plena @
; exit: 1
V_ADD_VV gp1, gp2, gp3, 16
V_SUB_VF gp1, gp2, f3, 0, 16
H_PREFETCH_V gp1, gp2, a0, 16, 0
H_STORE_V gp1, gp2, a0, 0, 16
; expect:
;   err__four_bit_fields.s:4:25: error[imm-range]: rmask 16 does not fit in 4 unsigned bits (0 to 15)
;       4 | V_ADD_VV gp1, gp2, gp3, 16
;         |                         ^~
;   hint: rmask: 0: every lane; not 0: only the lane groups selected by V_MASK
;   err__four_bit_fields.s:5:27: error[imm-range]: rorder 16 does not fit in 4 unsigned bits (0 to 15)
;       5 | V_SUB_VF gp1, gp2, f3, 0, 16
;         |                           ^~
;   hint: rorder: 0: rs1 - fs2; not 0: fs2 - rs1
;   err__four_bit_fields.s:6:28: error[imm-range]: rstride 16 does not fit in 4 unsigned bits (0 to 15)
;       6 | H_PREFETCH_V gp1, gp2, a0, 16, 0
;         |                            ^~
;   hint: rstride: 1: rows are STRIDE bytes apart; else rows follow each other
;   err__four_bit_fields.s:7:28: error[imm-range]: precision 16 does not fit in 4 unsigned bits (0 to 15)
;       7 | H_STORE_V gp1, gp2, a0, 0, 16
;         |                            ^~
;   hint: precision: 0: weight/activation type; not 0: key/value type
