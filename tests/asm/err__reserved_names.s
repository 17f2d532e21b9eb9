; Reserved opcode names are errors (spec 3.1, 4.3).
; run: kc asm plena @
; exit: 1
V_PS_V gp1, gp2, gp3
C_HADAMARD_TRANSFORM gp1
INVALID_OPCODE
; expect:
;   err__reserved_names.s:4:1: error[absent-mnemonic]: 'V_PS_V' is not an instruction of this machine
;       4 | V_PS_V gp1, gp2, gp3
;         | ^~~~~~
;   hint: the name is reserved (prefix scan), no machine executes it
;   err__reserved_names.s:5:1: error[absent-mnemonic]: 'C_HADAMARD_TRANSFORM' is not an instruction of this machine
;       5 | C_HADAMARD_TRANSFORM gp1
;         | ^~~~~~~~~~~~~~~~~~~~
;   hint: the name is reserved, no machine executes it
;   err__reserved_names.s:6:1: error[absent-mnemonic]: 'INVALID_OPCODE' is not an instruction of this machine
;       6 | INVALID_OPCODE
;         | ^~~~~~~~~~~~~~
;   hint: the name stands for opcode 0, which traps
