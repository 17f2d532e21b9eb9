; The guard counts the instructions of one iteration, C_LOOP_END included, and aborts when the count exceeds the limit (spec 3.8).
; Body 3 + END = 4: limit 4 runs (1 + 2*4 = 9 cycles), limit 3 stops before the first END, after 4 instructions.
; run: kc sim plena:max_loop_instructions=4 @
; expect:
;   halted: 9 cycles (9.000 ns), 9 instructions
; run: kc sim plena:max_loop_instructions=3 @ --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["cause"], d["pc"], d["line"], d["instructions"])'
; expect:
;   runaway-loop 4 13 4
C_LOOP_START gp1, 2
S_ADDI_INT gp2, gp2, 1
S_ADDI_INT gp2, gp2, 1
S_ADDI_INT gp2, gp2, 1
C_LOOP_END gp1
