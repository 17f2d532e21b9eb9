; One iteration of an outer loop may execute 100000 instructions, inner loops included (spec 1.4, 3.8, trap 18).  Outer iteration:
; START 1 + 49999*2 + END 1 = 100000 runs (total 1 + 100000); one inner pass more makes 100002: the guard fires before the
; 100001st instruction of the iteration, the 50000th inner C_LOOP_END, when 1 + 100000 have executed.
; run: sed -n '/^C_/p' @ | kc sim plena - --assembly
; expect:
;   halted: 100001 cycles (100001.000 ns), 100001 instructions
; run: sed -n '/^C_/p' @ | sed s/49999/50000/ | kc sim plena --assembly - --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["cause"], d["pc"], d["instructions"], d["registers"]["gp2"])'
; expect:
;   runaway-loop 3 100001 1
C_LOOP_START gp1, 1
C_LOOP_START gp2, 49999
C_SET_V_MASK_REG gp0
C_LOOP_END gp2
C_LOOP_END gp1
