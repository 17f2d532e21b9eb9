# kc isa --grep: the page of a mnemonic comes first when it is asked for by name; words find the chapter.
# run: for q in V_EXP_V M_MM_WO H_PREFETCH_V prefetch 'large constants'; do kc isa plena --grep "$q" --most=1 | head -1; done
# expect:
#   ### V_EXP_V rd, rs1, rmask
#   ### M_MM_WO rd, rsel, imm
#   ### H_PREFETCH_V rd, rs1, ab, rstride, precision
#   ### H_PREFETCH_V rd, rs1, ab, rstride, precision
#   ## Large constants
# run: kc isa plena --grep xyzzy
# exit: 1
# expect:
#   nothing in the manual matches
