# tasks.md 3: FPRAM 16 to 1023 is scratch, so the constants below are not.  A correct silu kernel that then overwrites
# FPRAM[1] breaks the rule; overwriting FPRAM[16] is fine.
# run: for i in 1 16; do kc compile silu -o /tmp/kc_c_$$.s; echo "S_ST_FP f2, gp0, $i" >> /tmp/kc_c_$$.s; kc eval silu /tmp/kc_c_$$.s | cut -d, -f1; done; rm /tmp/kc_c_$$.s
# expect:
#   silu C1: rule_violation: FPRAM 0 to 15 hold constants and are read-only; scratch begins at 16
#   silu C1: correct
