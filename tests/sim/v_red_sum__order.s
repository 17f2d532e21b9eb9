; The canonical order of the row sum (spec 2.9, w = 8, VLEN 64): P[k] = V[k] + V[k+4] lane by lane, P0 + P1 + P2 + P3, then lanes 0..7.  In f32
; 2^30 + 1 = 2^30, so cancellation shows the order.  2^30 = 1073741824.
; row 0: elements 0, 32 (V0, V4: both P0) cancel, element 1 (lane 1) is 1: 1, a plain left-to-right sum gives 0.
; row 1: elements 0, 8, 16 (V0, V1, V2 of lane 0) = 2^30, 1, -2^30: (2^30 + 1) - 2^30 = 0.
; row 2: elements 0, 1, 2 (lanes) = 2^30, 1, -2^30 and element 3 = 1: ((2^30 + 1) - 2^30) + 1 = 1.
; run: A=$(printf '\100'); kc sim plena @ --load vram=val:1073741824,1 --load vram${A}32=val:-1073741824 --load vram${A}64=val:1073741824 --load vram${A}72=val:1 --load vram${A}80=val:-1073741824 --load vram${A}128=val:1073741824,1,-1073741824,1 --reg gp1=64 --reg gp2=128 --registers | sed -n 6p
; expect:
;   f0     = 0            f1     = 1            f2     = 0            f3     = 1
V_RED_SUM f1, gp0
V_RED_SUM f2, gp1
V_RED_SUM f3, gp2
