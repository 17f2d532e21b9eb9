; Masked reductions are not what they seem (spec 3.5); words as in fix__mask_at_bit_18.
; run: kc asm plena @
V_RED_SUM f3, gp2, 1
V_RED_MAX f3, gp2, 1
; expect:
;   0x000408D5
;   0x000408D6
;   lint__masked_reductions.s:3:1: warning[masked-reduction]: a masked V_RED_SUM is not a masked sum: selected groups count HLEN times
;       3 | V_RED_SUM f3, gp2, 1
;         | ^~~~~~~~~
;   hint: multiply with a 0/1 vector first, then reduce without a mask
;   lint__masked_reductions.s:4:1: warning[masked-reduction]: the mask of V_RED_MAX changes nothing: every lane takes part
;       4 | V_RED_MAX f3, gp2, 1
;         | ^~~~~~~~~
;   hint: write 0
