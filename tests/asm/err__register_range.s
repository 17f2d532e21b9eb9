; Register numbers beyond gp15, f7, a15 are errors, no overflow into the next field (spec 4.3).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp16, gp0, 1
S_LD_FP f8, gp0, 1
C_SET_ADDR_REG a16, gp0, gp1
S_ADD_INT gp1, gp2, gp4294967297
; expect:
;   err__register_range.s:4:12: error[register-range]: register 'gp16' does not exist; gp registers are gp0 to gp15
;       4 | S_ADDI_INT gp16, gp0, 1
;         |            ^~~~
;   err__register_range.s:5:9: error[register-range]: register 'f8' does not exist; f registers are f0 to f7
;       5 | S_LD_FP f8, gp0, 1
;         |         ^~
;   err__register_range.s:6:16: error[register-range]: register 'a16' does not exist; a registers are a0 to a15
;       6 | C_SET_ADDR_REG a16, gp0, gp1
;         |                ^~~
;   err__register_range.s:7:21: error[register-range]: register 'gp4294967297' does not exist; gp registers are gp0 to gp15
;       7 | S_ADD_INT gp1, gp2, gp4294967297
;         |                     ^~~~~~~~~~~~
