; 0x37 is V_TOPK in 2026-07 only (spec 0); published aborts.
; Trap invalid-opcode at pc 0, cycle 0, exit status 1.
; run: kc sim plena @
; exit: 1
.word 0x0000C877
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__invalid_opcode_of_revision.s:5:1: error[invalid-opcode]: trap: word 0x0000C877 (opcode 0x37) is no instruction (pc 0, cycle 0)
;       5 | .word 0x0000C877
;         | ^~~~~~~~~~~~~~~~
;   hint: 'kc disasm' shows the program as the machine sees it
