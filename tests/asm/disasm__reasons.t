# The comment behind .word says why there is no text (spec 4.6).
# run: printf '%s\n' 0 0x04000853 0x00010841 0x0000021E | kc disasm plena -
# expect:
#   .word 0x00000000    ; no such instruction
#   .word 0x04000853    ; V_EXP_V: bits outside the instruction's fields are set
#   .word 0x00010841    ; M_MM: bits outside the instruction's fields are set
#   .word 0x0000021E    ; S_LD_FP: a register that does not exist
