; n contiguous 64-byte blocks, first and again (spec 5.4): rows of 32 plain bf16 (64 bytes, no scales), STRIDE 64, n rows.
; run: for n in 2 4 8 16 32 64 128 256 512 1024; do kc sim plena:mlen=32,vlen=32,hlen=8,hbm_v_prefetch_amount=$n,hbm_v_act_type=fp:1-8-7 @ --reg STRIDE=64 --trace | awk -v n=$n '$4 == "H_PREFETCH_V" {t = t " " $2} END {print n t}'; done
; expect:
;   2 +20 +14
;   4 +24 +18
;   8 +24 +18
;   16 +26 +19
;   32 +34 +27
;   64 +58 +43
;   128 +99 +75
;   256 +176 +139
;   512 +302 +267
;   1024 +558 +523
H_PREFETCH_V gp0, gp0, a0, 1, 0
H_PREFETCH_V gp0, gp0, a0, 1, 0
