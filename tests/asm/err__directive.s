; There are no directives but .word (spec 4.1).
; run: kc asm plena @
; exit: 1
.text
.word
.word 4294967296
.word -1
; expect:
;   err__directive.s:4:1: error[directive]: unknown directive '.text'
;       4 | .text
;         | ^~~~~
;   hint: there are no directives but .word; constants are preloaded into FPRAM, data lies in HBM
;   err__directive.s:5:1: error[operand-count]: .word takes 1 operand, not 0
;       5 | .word
;         | ^~~~~
;   hint: write: .word 0x00200062
;   err__directive.s:6:7: error[imm-syntax]: '4294967296' is not a 32-bit number
;       6 | .word 4294967296
;         |       ^~~~~~~~~~
;   hint: decimal, or hexadecimal with 0x
;   err__directive.s:7:7: error[imm-syntax]: '-1' is not a 32-bit number
;       7 | .word -1
;         |       ^~
;   hint: decimal, or hexadecimal with 0x
