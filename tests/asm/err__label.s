; There are no labels (spec 4.1).
; run: kc asm plena @
; exit: 1
loop:
loop: S_ADDI_INT gp1, gp0, 1
; expect:
;   err__label.s:4:1: error[label]: 'loop:' looks like a label; this machine has none
;       4 | loop:
;         | ^~~~~
;   hint: PLENA has no branches: repeat with C_LOOP_START gpN, count ... C_LOOP_END gpN
;   err__label.s:5:1: error[label]: 'loop:' looks like a label; this machine has none
;       5 | loop: S_ADDI_INT gp1, gp0, 1
;         | ^~~~~
;   hint: PLENA has no branches: repeat with C_LOOP_START gpN, count ... C_LOOP_END gpN
