; C_LOOP_END closes the innermost entry with its register; entries above it stay (spec 3.8).  gp1's loop (count 1) ends while gp2's is
; open; END gp2 jumps back behind its START, where END gp1 then finds nothing: pc 2 after 5 instructions, gp3 = 1.
; run: kc sim plena @ --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["cause"], d["pc"], d["instructions"], d["registers"]["gp3"], d["registers"]["gp2"])'
; expect:
;   loop-end 2 5 1 1
C_LOOP_START gp1, 1
C_LOOP_START gp2, 2
C_LOOP_END gp1
S_ADDI_INT gp3, gp3, 1
C_LOOP_END gp2
