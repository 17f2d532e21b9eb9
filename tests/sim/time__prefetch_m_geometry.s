; H_PREFETCH_M contiguous, one tile, MLEN = 16, 32, 128, 256, scales at MLEN^2, first and again (spec 5.4): 48 97 248 689 | 42 90 203 651.
; run: for m in 16 32 128 256; do kc sim plena:mlen=$m,vlen=$m,hlen=4,hbm_m_prefetch_amount=$m @ --reg SCALE=$((m*m)) --trace | awk '$4 == "H_PREFETCH_M" {printf "%s ", $2} /halted/ {print $2}'; done
; expect:
;   +48 +42 90
;   +97 +90 187
;   +248 +203 451
;   +689 +651 1340
H_PREFETCH_M gp0, gp0, a0, 0, 0
H_PREFETCH_M gp0, gp0, a0, 0, 0
