; C_SET_ADDR_REG: first source is the HIGH word (spec 3.8, trap 15): 2<<32 | 5 = 8589934597.  The others copy a gp register.
; 16 address registers exist.  One cycle each.
; run: kc sim plena @ --reg gp1=2 --reg gp2=5 --reg gp3=4294967295 --registers | sed -n '1p;8p;11,12p'
; expect:
;   halted: 5 cycles (5.000 ns), 5 instructions
;   a0     = 0            a1     = 8589934597   a2     = 0            a3     = 0
;   a12    = 0            a13    = 0            a14    = 0            a15    = 5
;   SCALE  = 5            STRIDE = 2            V_MASK = 4294967295
C_SET_ADDR_REG a1, gp1, gp2
C_SET_ADDR_REG a15, gp0, gp2
C_SET_SCALE_REG gp2
C_SET_STRIDE_REG gp1
C_SET_V_MASK_REG gp3
