; A field value 8..15 as fp register aborts (spec 1.3): S_LD_FP into register 8, 0x1E + 8<<6. But S_ADD_FP f0, f8, f9 before it,
; 0x17 + 8<<10 + 9<<14, is skipped because rd is f0: not checked, 0 cycles.
; Trap fp-register at pc 1, cycle 0, exit status 1.
; run: kc sim plena @
; exit: 1
.word 0x00026017
.word 0x0000021E
; expect:
;   trap: 0 cycles (0.000 ns), 1 instructions
;   trap__fp_register.s:7:1: error[fp-register]: trap: word 0x0000021E names an fp register above f7 (pc 1, cycle 0)
;       7 | .word 0x0000021E
;         | ^~~~~~~~~~~~~~~~
;   hint: fields of fp registers hold 0 to 7; 'kc disasm' shows the word
