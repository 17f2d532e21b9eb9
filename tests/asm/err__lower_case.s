; Mnemonics are case-sensitive (spec 4.1).
; run: kc asm plena @
; exit: 1
s_addi_int gp1, gp0, 3
V_add_VV gp1, gp2, gp3, 0
; expect:
;   err__lower_case.s:4:1: error[unknown-mnemonic]: unknown mnemonic 's_addi_int'
;       4 | s_addi_int gp1, gp0, 3
;         | ^~~~~~~~~~
;   hint: did you mean S_ADDI_INT? Mnemonics are upper case.
;   err__lower_case.s:5:1: error[unknown-mnemonic]: unknown mnemonic 'V_add_VV'
;       5 | V_add_VV gp1, gp2, gp3, 0
;         | ^~~~~~~~
;   hint: did you mean V_ADD_VV? Mnemonics are upper case.
