; S_LD_FP does change f0 (spec 1.3, 3.6); arithmetic into f0 is skipped. 1<<14 + 0x1E, 0x17.
; run: kc asm plena @
S_LD_FP f0, gp0, 1
S_ADD_FP f0, f0, f0
; expect:
;   0x0000401E
;   0x00000017
;   lint__f0_load.s:3:1: warning[f0-load]: f0 is loaded, and is no longer the constant 0.0
;       3 | S_LD_FP f0, gp0, 1
;         | ^~~~~~~
;   hint: use f1 to f7
