# kc isa PLATFORM MNEMONIC: one page, also by the other spelling of the lane shift; unknown names get a suggestion.
# run: kc isa plena V_SHFT_V | head -1; kc isa plena:rev=2026-07 V_SHIFT_V | head -1; kc isa plena:rev=2026-07 V_TOPK | head -1 | cut -d, -f1-3
# expect:
#   ### V_SHIFT_V rd, rs1, rs2
#   ### V_SHFT_V rd, rs1, rs2
#   ### V_TOPK rd, rs1, rs2
# run: kc isa plena V_EXP
# exit: 2
# expect:
#   kc: plena has no instruction 'V_EXP'; did you mean V_EXP_V?
