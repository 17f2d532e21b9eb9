; H_PREFETCH_V of 4 rows x 64, elements at 0, scales at 4*S, first and again (spec 5.4): S = 64, 128, 256, 4096: 24+18, 26+19, 27+20, 27+18.
; run: for s in 64 128 256 4096; do kc sim plena @ --reg STRIDE=$s --reg SCALE=$((4*s)) --trace | awk '$4 == "H_PREFETCH_V" {printf "%s ", $2} /halted/ {print $2}'; done
; expect:
;   +24 +18 42
;   +26 +19 45
;   +27 +20 47
;   +27 +18 45
H_PREFETCH_V gp0, gp0, a0, 1, 0
H_PREFETCH_V gp0, gp0, a0, 1, 0
