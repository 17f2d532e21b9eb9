; Nothing between two commas (spec 4.1).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1,, 1
S_ADDI_INT , gp1, 1
; expect:
;   err__empty_operand.s:4:16: error[empty-operand]: nothing stands between the commas
;       4 | S_ADDI_INT gp1,, 1
;         |                ^
;   hint: remove the extra comma
;   err__empty_operand.s:5:12: error[empty-operand]: nothing stands between the commas
;       5 | S_ADDI_INT , gp1, 1
;         |            ^
;   hint: remove the extra comma
