; An unknown mnemonic is an error with its line and a suggestion (spec 4.3 "recommended").
; run: kc asm plena @
; exit: 1
V_ADDVV gp1, gp2, gp3, 0
frobnicate gp1
; expect:
;   err__unknown_mnemonic.s:4:1: error[unknown-mnemonic]: unknown mnemonic 'V_ADDVV'
;       4 | V_ADDVV gp1, gp2, gp3, 0
;         | ^~~~~~~
;   hint: did you mean V_ADD_VV?
;   err__unknown_mnemonic.s:5:1: error[unknown-mnemonic]: unknown mnemonic 'frobnicate'
;       5 | frobnicate gp1
;         | ^~~~~~~~~~
;   hint: 'kc isa plena' lists all instructions; mnemonics are upper case, comments start with ; or //
