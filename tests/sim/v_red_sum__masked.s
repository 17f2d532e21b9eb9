; Masked V_RED_SUM: every lane of a selected group is replaced by the group's sum (spec 3.5).  Row 1..8, HLEN 2, V_MASK 1:
; (1+2) twice + 3+4+5+6+7+8 = 6 + 33 = 39.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,2,3,4,5,6,7,8 --reg V_MASK=1 --registers 2>/dev/null | sed -n '1p;6p'
; expect:
;   halted: 8 cycles (8.000 ns), 1 instructions
;   f0     = 0            f1     = 39           f2     = 0            f3     = 0
V_RED_SUM f1, gp0, 1
