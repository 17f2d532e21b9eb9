# Every instruction, trap and pitfall of the table is in the prompt, in at most 15000 tokens, for every cell.
# run: kc prompt silu --json | python3 -c 'import json,subprocess,sys; d=json.load(sys.stdin); rows=json.loads(subprocess.check_output(["kc", "isa", "plena", "--json"])); s=d["system"]; print(sorted(d), [r["mnemonic"] for r in rows if r["doc"] not in s or r["effect"] not in s or r.get("pitfalls", "") not in s], d["token_estimate"] == (len(s.encode()) + len(d["user"].encode()) + 3) // 4)'
# expect:
#   ['system', 'token_estimate', 'user'] [] True
# run: for t in $(kc tasks -p plena | awk '{print $3}'); do for c in C1 C5; do kc prompt $t -c $c | tail -1; done; done | awk '$3 < 15000 {n++} END {print n, "of", NR, "short enough"}'
# expect:
#   40 of 40 short enough
# run: kc prompt silu -p plena:rev=2026-07 | grep -E '^(`V_TOPK|`M_MM |- rev)'
# expect:
#   - rev = 2026-07: revision of the machine: as published with the benchmark, or since 22 July 2026
#   `M_MM 0, rs1, rs2` (cycles: 64)
#   `V_TOPK rd, rs1, rs2, policy=0` (cycles: 128)
