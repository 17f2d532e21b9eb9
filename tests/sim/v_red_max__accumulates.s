; V_RED_MAX takes the larger of fd and the row (spec 3.5): 100 stays, -inf becomes 8; the mask changes nothing (V_MASK 1 selects
; lanes 0,1 only, still 8).  A NaN row maximum yields fd, a NaN fd yields the row (2.9).  VECTOR_MAX 4 each, f0 0.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,2,3,4,5,6,7,8,1,nan --reg gp1=8 --reg V_MASK=1 --reg f1=100 --reg f2=-inf --reg f3=-inf --reg f4=7 --reg f5=nan --registers 2>/dev/null | sed -n '1p;6,7p'
; expect:
;   halted: 20 cycles (20.000 ns), 6 instructions
;   f0     = 0            f1     = 100          f2     = 8            f3     = 8
;   f4     = 7            f5     = 8            f6     = 0            f7     = 0
V_RED_MAX f1, gp0, 0
V_RED_MAX f2, gp0, 0
V_RED_MAX f3, gp0, 1
V_RED_MAX f4, gp1, 0
V_RED_MAX f5, gp0, 0
V_RED_MAX f0, gp1, 0
