; Every bad line is reported, good lines between them are not; no words are printed (kc asm --help).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1, gp0, 1
FOO
S_ADDI_INT gp2, gp0, 2
S_ADDI_INT gp17, gp0, 2
V_EXP_V gp1, gp1, 0
S_ADDI_INT gp1, gp0, -3
; expect:
;   err__all_lines_reported.s:5:1: error[unknown-mnemonic]: unknown mnemonic 'FOO'
;       5 | FOO
;         | ^~~
;   hint: 'kc isa plena' lists all instructions; mnemonics are upper case, comments start with ; or //
;   err__all_lines_reported.s:7:12: error[register-range]: register 'gp17' does not exist; gp registers are gp0 to gp15
;       7 | S_ADDI_INT gp17, gp0, 2
;         |            ^~~~
;   err__all_lines_reported.s:9:22: error[imm-range]: immediate -3 is negative; 18 unsigned bits hold 0 to 262143
;       9 | S_ADDI_INT gp1, gp0, -3
;         |                      ^~
;   hint: there are no negative immediates: load the amount and use S_SUB_INT
