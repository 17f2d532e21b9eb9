; Operands are separated by commas (spec 4.1).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1, gp0 5, 1
; expect:
;   err__missing_comma.s:4:17: error[missing-comma]: 'gp0 5' is more than one operand without a comma
;       4 | S_ADDI_INT gp1, gp0 5, 1
;         |                 ^~~~~
;   hint: separate operands with commas
