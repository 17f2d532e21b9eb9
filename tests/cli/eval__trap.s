; kc eval: a trap is a verdict, with cause and line.
; run: kc eval silu @ | head -1
; expect:
;   silu C1: trap (vram-align) at line 15: VRAM address 3 is not a multiple of VLEN (64)
;   eval__trap.s:15:9: error[vram-align]: trap: VRAM address 3 is not a multiple of VLEN (64) (pc 1, cycle 1, gp1 = 3)
;      15 |         V_EXP_V    gp1, gp1, 0
;         |         ^~~~~~~~~~~~~~~~~~~~~~
;   hint: addresses count elements: row r starts at r * VLEN
; run: kc eval silu @ --json | grep -E '"(verdict|cause|match_rate)"'
; expect:
;     "verdict": "trap",
;     "match_rate": 0.0,
;     "cause": "vram-align",
        S_ADDI_INT gp1, gp0, 3
        V_EXP_V    gp1, gp1, 0
