; C_BREAK pops the innermost loop, sets its counter to 0 and does not jump (spec 3.8): the instruction behind it runs, then
; C_LOOP_END finds no loop and aborts at pc 3 after 3 instructions.
; run: kc sim plena @ --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["cause"], d["pc"], d["cycles"], d["registers"]["gp1"], d["registers"]["gp2"])'
; expect:
;   loop-end 3 3 0 7
C_LOOP_START gp1, 5
C_BREAK
S_ADDI_INT gp2, gp0, 7
C_LOOP_END gp1
