; C_BREAK in a loop that is never closed just ends it (spec 3.8); the program ends behind the last instruction.  Opcode 0x32 or 0x34.
; run: kc sim plena @ --registers 2>/dev/null | sed -n '1,2p'
; expect:
;   halted: 2 cycles (2.000 ns), 2 instructions
;   gp0    = 0            gp1    = 0            gp2    = 0            gp3    = 0
; run: kc sim plena:rev=2026-07 @ --registers 2>/dev/null | sed -n '1,2p'
; expect:
;   halted: 2 cycles (2.000 ns), 2 instructions
;   gp0    = 0            gp1    = 0            gp2    = 0            gp3    = 0
C_LOOP_START gp1, 5
C_BREAK
