; V_RED_SUM adds to fd (spec 3.5, trap 5): 0.5 + (1+..+8) = 36.5; cleared first: 36.  VECTOR_SUM 8 cycles each; f0: skipped, 0
; cycles, and its VRAM address 3 is not even checked (1.3).
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,2,3,4,5,6,7,8 --reg f1=0.5 --reg gp1=3 --registers 2>/dev/null | sed -n '1p;6p'
; expect:
;   halted: 16 cycles (16.000 ns), 3 instructions
;   f0     = 0            f1     = 36.5         f2     = 36           f3     = 0
V_RED_SUM f1, gp0
V_RED_SUM f2, gp0
V_RED_SUM f0, gp1
