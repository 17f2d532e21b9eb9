; H_STORE_V of 4 rows x 64 at 0, contiguous, scales at 256: 109, again 96 (spec 5.4).  Bytes (5.1): per row one element block and one scale
; block, each read and written: 4*2*64 = 512 read and 512 written per store.
; run: kc sim plena @ --reg SCALE=256 --profile --trace | awk '$4 == "H_STORE_V" && $2 ~ /^[+]/ {print $2} /^HBM/ {print}'
; expect:
;   +109
;   +96
;   HBM: 1024 bytes read, 1024 bytes written
H_STORE_V gp0, gp0, a0, 0, 0
H_STORE_V gp0, gp0, a0, 0, 0
