; INTRAM: 1024 u32, address gp + imm, wraps before the check (spec 3.6): 4294967295 + 2 = 1.  gp0 is written like any register (1.3).
; run: kc sim plena @ --load intram=val:11,22,4294967295 --reg gp1=4294967295 --reg gp2=1000 --dump 'intram[1022:1024]' --registers 2>/dev/null | sed -n '1,2p;13p'
; expect:
;   halted: 3 cycles (3.000 ns), 3 instructions
;   gp0    = 4294967295   gp1    = 4294967295   gp2    = 1000         gp3    = 22
;   intram[1022:1024] = 0 22
S_LD_INT gp3, gp1, 2
S_ST_INT gp3, gp2, 23
S_LD_INT gp0, gp0, 2
