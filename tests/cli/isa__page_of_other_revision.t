# kc isa plena V_TOPK says only "no instruction"; the assembler knows that revision 2026-07 has it, the manual should say so too.
# run: kc isa plena V_TOPK 2>&1 | grep -c 2026-07
# expect:
#   1
