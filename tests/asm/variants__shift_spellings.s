; Both spellings of the lane shift work in both revisions (spec 0); only the opcode differs, 0x31 or 0x32.
; run: kc asm plena:rev=published @
; expect:
;   0x0000C871
;   0x0000C871
; run: kc asm plena:rev=2026-07 @
; expect:
;   0x0000C872
;   0x0000C872
V_SHIFT_V gp1, gp2, gp3
V_SHFT_V gp1, gp2, gp3
