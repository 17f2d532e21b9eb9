; The column offset of the other revision aborts (spec 0, 3.4): 32 is not below MLEN = 8 in published, 4 is not a multiple of
; MLEN in 2026-07, 2 is not a multiple of BLEN in published.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=32 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["outcome"], d["cause"], d["pc"], d["cycles"])'
; expect:
;   trap matrix-offset 0 0
; run: kc sim plena:mlen=8,vlen=8,hlen=2,rev=2026-07 @ --reg gp1=4 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["outcome"], d["cause"], d["pc"], d["cycles"])'
; expect:
;   trap matrix-offset 0 0
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=2 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["outcome"], d["cause"], d["pc"], d["cycles"])'
; expect:
;   trap matrix-offset 0 0
M_MM 0, gp1, gp0
