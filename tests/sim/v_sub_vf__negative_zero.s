; Reverse subtraction is -(x - f): equal operands give -0.0, bf16 0x8000 (spec 2.9, trap 8); also 0.0 - 0.0.  1 - 1 forward is +0.
; Little endian bytes: 0080 is -0.0, 0000 is +0.0.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,0,1,0,0,0,0,0 --reg f1=1 --reg gp1=8 --reg gp2=16 --reg gp3=24 --dump 'vram[8:10]' --dump 'vram[16:18]' --dump 'vram[24:26]' --json | python3 -c 'import json,sys; print(*[d["hex"] for d in json.load(sys.stdin)["dump"]])'
; expect:
;   0080803f 000080bf 80bf0080
V_SUB_VF gp1, gp0, f1, 0, 1
V_SUB_VF gp2, gp0, f1, 0, 0
V_SUB_VF gp3, gp0, f0, 0, 1
