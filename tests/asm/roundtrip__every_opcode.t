# All 64 opcodes as bare words (registers 0): disasm | asm gives them back in both revisions (spec 4.6).
# 0x20..0x2F and so on come from seq; 50 have text in published, 53 in 2026-07 (spec 0).
# run: for r in published 2026-07; do seq 0 63 | xargs printf '0x%08X\n' > /tmp/kc_op_$$; kc disasm plena:rev=$r /tmp/kc_op_$$ > /tmp/kc_ot_$$; grep -vc '^ *\.word' /tmp/kc_ot_$$; kc asm plena:rev=$r /tmp/kc_ot_$$ 2>/dev/null | cmp - /tmp/kc_op_$$ && echo same; done; rm /tmp/kc_op_$$ /tmp/kc_ot_$$
# expect:
#   50
#   same
#   53
#   same
