; u32 arithmetic wraps (spec 3.6): 0xFFFFFFFF + 1 = 0, 0 - 1 = 0xFFFFFFFF, 0xFFFFFFFF^2 low word = 1, 65536*65536 = 0; ADDI 4294967295 + 5 = 4.
; run: kc sim plena @ --reg gp1=4294967295 --reg gp2=1 --reg gp3=65536 --registers | sed -n '1p;2,4p'
; expect:
;   halted: 5 cycles (5.000 ns), 5 instructions
;   gp0    = 0            gp1    = 4294967295   gp2    = 1            gp3    = 65536
;   gp4    = 0            gp5    = 4294967295   gp6    = 1            gp7    = 0
;   gp8    = 4            gp9    = 0            gp10   = 0            gp11   = 0
S_ADD_INT gp4, gp1, gp2
S_SUB_INT gp5, gp0, gp2
S_MUL_INT gp6, gp1, gp1
S_MUL_INT gp7, gp3, gp3
S_ADDI_INT gp8, gp1, 5
