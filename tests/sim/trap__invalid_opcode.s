; An unassigned opcode aborts when executed, not when loaded (spec 3.1): 0x33 in the second place.
; Trap invalid-opcode at pc 1, cycle 1, exit status 1.
; run: kc sim plena @
; exit: 1
S_ADDI_INT gp1, gp0, 5
.word 0x00000033
; expect:
;   trap: 1 cycles (1.000 ns), 1 instructions
;   trap__invalid_opcode.s:6:1: error[invalid-opcode]: trap: word 0x00000033 (opcode 0x33) is no instruction (pc 1, cycle 1)
;       6 | .word 0x00000033
;         | ^~~~~~~~~~~~~~~~
;   hint: 'kc disasm' shows the program as the machine sees it
