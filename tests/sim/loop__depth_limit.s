; 1048576 loops may be open (kc's own limit, the stack of spec 1.3 is unbounded): each pass of gp1 opens one more of gp2.
; gp1 and 1048575 of gp2 are open after 1 + 2*1048575 = 2097151 instructions, when the next START traps.
; run: kc sim plena:max_loop_instructions=100000000 @ --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["cause"], d["pc"], d["instructions"])'
; expect:
;   loop-depth 1 2097151
C_LOOP_START gp1, 4194303
C_LOOP_START gp2, 1
C_LOOP_END gp1
