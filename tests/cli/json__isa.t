# kc isa --json: one row per instruction; 50 in published, 53 in 2026-07 (spec 0).
# run: for r in published 2026-07; do kc isa plena:rev=$r --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(len(d), d[0]["mnemonic"])'; done
# expect:
#   50 M_MM
#   53 M_MM
