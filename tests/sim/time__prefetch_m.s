; H_PREFETCH_M of 64 x 64, elements at 0, scales at 64*S, first and again (spec 5.4), S = 64 .. 4096.
; run: for s in 64 128 256 512 1024 2048 4096; do kc sim plena @ --reg STRIDE=$s --reg SCALE=$((64*s)) --trace | awk '$4 == "H_PREFETCH_M" {printf "%s ", $2} /halted/ {print $2}'; done
; expect:
;   +122 +106 228
;   +103 +75 178
;   +114 +75 189
;   +121 +79 200
;   +124 +77 201
;   +220 +196 416
;   +216 +191 407
H_PREFETCH_M gp0, gp0, a0, 1, 0
H_PREFETCH_M gp0, gp0, a0, 1, 0
