# 50 MB of code (2173913 lines of 23 bytes = 49999999): assembled and run within the runner's time; 1 cycle per S_ADDI_INT (spec 5.2).
# Errors in all of 50 MB: the count is complete, the text is capped.
# run: yes 'S_ADDI_INT gp1, gp1, 1' | head -n 2173913 > /tmp/kc_b_$$.s; timeout 30 kc asm plena /tmp/kc_b_$$.s | wc -l; timeout 30 kc sim plena /tmp/kc_b_$$.s; rm /tmp/kc_b_$$.s
# expect:
#   2173913
#   halted: 2173913 cycles (2173913.000 ns), 2173913 instructions
# run: yes 'FOO gp1, gp1, 1' | head -n 3125000 | timeout 30 kc asm plena --json - | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["error_count"], len(d["diagnostics"]) < 10000)'
# expect:
#   3125000 True
# run: head -c 50000000 /dev/zero | tr '\0' A | timeout 30 kc asm plena - 2>&1 | wc -c | awk '{print ($1 < 2000)}'
# expect:
#   1
