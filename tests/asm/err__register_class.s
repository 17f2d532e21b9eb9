; Each operand has its class: gp, f or a (spec 3.2, operands column).
; run: kc asm plena @
; exit: 1
V_ADD_VF gp1, gp2, gp3, 0
V_ADD_VV gp1, gp2, f3, 0
S_LD_FP gp1, gp0, 1
H_PREFETCH_V gp1, gp2, gp3, 0, 0
C_SET_SCALE_REG a1
; expect:
;   err__register_class.s:4:20: error[register-class]: operand fs2 of V_ADD_VF must be a floating-point register (f0 to f7), not 'gp3'
;       4 | V_ADD_VF gp1, gp2, gp3, 0
;         |                    ^~~
;   hint: gpN hold integers and addresses, fN hold bf16 scalars, aN hold HBM base addresses
;   err__register_class.s:5:20: error[register-class]: operand rs2 of V_ADD_VV must be a general register (gp0 to gp15), not 'f3'
;       5 | V_ADD_VV gp1, gp2, f3, 0
;         |                    ^~
;   hint: gpN hold integers and addresses, fN hold bf16 scalars, aN hold HBM base addresses
;   err__register_class.s:6:9: error[register-class]: operand fd of S_LD_FP must be a floating-point register (f0 to f7), not 'gp1'
;       6 | S_LD_FP gp1, gp0, 1
;         |         ^~~
;   hint: gpN hold integers and addresses, fN hold bf16 scalars, aN hold HBM base addresses
;   err__register_class.s:7:24: error[register-class]: operand ab of H_PREFETCH_V must be an HBM address register (a0 to a15), not 'gp3'
;       7 | H_PREFETCH_V gp1, gp2, gp3, 0, 0
;         |                        ^~~
;   hint: gpN hold integers and addresses, fN hold bf16 scalars, aN hold HBM base addresses
;   err__register_class.s:8:17: error[register-class]: operand rd of C_SET_SCALE_REG must be a general register (gp0 to gp15), not 'a1'
;       8 | C_SET_SCALE_REG a1
;         |                 ^~
;   hint: gpN hold integers and addresses, fN hold bf16 scalars, aN hold HBM base addresses
