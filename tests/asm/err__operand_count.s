; Too few and too many operands; the mask of V_EXP_V is mandatory (spec 4.2, mis-encoding 1).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1, gp0
S_ADDI_INT gp1, gp0, 1, 2, 3
V_EXP_V gp1, gp2
V_SUB_VF gp1, gp2, f3, 0
C_LOOP_END
; expect:
;   err__operand_count.s:4:1: error[operand-count]: S_ADDI_INT takes 3 operands, not 2
;       4 | S_ADDI_INT gp1, gp0
;         | ^~~~~~~~~~~~~~~~~~~
;   hint: write: S_ADDI_INT rd, rs1, imm   for example: S_ADDI_INT gp1, gp0, 128
;   err__operand_count.s:5:1: error[operand-count]: S_ADDI_INT takes 3 operands, not 5
;       5 | S_ADDI_INT gp1, gp0, 1, 2, 3
;         | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
;   hint: write: S_ADDI_INT rd, rs1, imm   for example: S_ADDI_INT gp1, gp0, 128
;   err__operand_count.s:6:1: error[operand-count]: V_EXP_V takes 3 operands, not 2
;       6 | V_EXP_V gp1, gp2
;         | ^~~~~~~~~~~~~~~~
;   hint: write: V_EXP_V rd, rs1, rmask   for example: V_EXP_V gp1, gp2, 0
;   err__operand_count.s:7:1: error[operand-count]: V_SUB_VF takes 5 operands, not 4
;       7 | V_SUB_VF gp1, gp2, f3, 0
;         | ^~~~~~~~~~~~~~~~~~~~~~~~
;   hint: write: V_SUB_VF rd, rs1, fs2, rmask, rorder   for example: V_SUB_VF gp1, gp2, f0, 0, 1
;   err__operand_count.s:8:1: error[operand-count]: C_LOOP_END takes 1 operand, not 0
;       8 | C_LOOP_END
;         | ^~~~~~~~~~
;   hint: write: C_LOOP_END rd   for example: C_LOOP_END gp4
