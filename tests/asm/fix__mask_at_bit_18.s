; The mask of V_EXP_V, V_RECI_V, V_RED_MAX, V_RED_SUM is encoded where the decoder looks, bit 18 (spec 4.2, mis-encodings
; 1 and 2): 0x40000 more than the vectors 0x00000853, 54, D6, D5 of 3.2.
; run: kc asm plena @ 2>/dev/null
; expect:
;   0x00040853
;   0x00040854
;   0x000408D6
;   0x000408D5
V_EXP_V gp1, gp2, 1
V_RECI_V gp1, gp2, 1
V_RED_MAX f3, gp2, 1
V_RED_SUM f3, gp2, 1
