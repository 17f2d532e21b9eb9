; .word puts any 32-bit number, decimal or hexadecimal, into the program; 305419896 = 0x12345678 (kc's own directive).
; run: kc asm plena @
; expect:
;   0x12345678
;   0x12345678
;   0x00000000
;   0xFFFFFFFF
.word 0x12345678
.word 305419896
.word 0
.word 0xFFFFFFFF
