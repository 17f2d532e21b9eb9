; One 64-byte block (spec 5.4): 18 first, 12 again, 11 after an idle while, 26 for another row of the same bank (0x20000).  VLEN 32 of plain
; bf16 is 64 bytes and has no scales, so a transfer of 1 row is one block read.
; run: kc sim plena:mlen=32,vlen=32,hlen=8,hbm_v_prefetch_amount=1,hbm_v_act_type=fp:1-8-7 @ --reg gp1=0x20000 --trace=104 | awk '$4 == "H_PREFETCH_V" {print $2}'
; expect:
;   +18
;   +12
;   +11
; run: sed -n '/^H_/p' @ | sed -n '1p;$p' | sed '2s/gp0, a0/gp1, a0/' | kc sim plena:mlen=32,vlen=32,hlen=8,hbm_v_prefetch_amount=1,hbm_v_act_type=fp:1-8-7 --assembly - --reg gp1=0x20000 --trace | awk '$4 == "H_PREFETCH_V" {print $2}'
; expect:
;   +18
;   +26
H_PREFETCH_V gp0, gp0, a0, 0, 0
H_PREFETCH_V gp0, gp0, a0, 0, 0
C_LOOP_START gp2, 49
S_ADDI_INT gp3, gp3, 1
C_LOOP_END gp2
H_PREFETCH_V gp0, gp0, a0, 0, 0
