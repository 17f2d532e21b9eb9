# Unassigned opcodes (spec 0, 3.1) and words with ignored bits set (4.6) print as .word with a reason; 0x31..0x37 differ by revision.
# 0x04000853: V_EXP_V with bit 26; 0x00010841: M_MM with rd 1; 0x0000021E: S_LD_FP of f8.
# run: printf '%s\n' 0 0x33 0x3F 0x04000853 0x00010841 0x0000021E 0x0000C871 0x0000C872 0x32 0x34 0x0000C877 | kc disasm plena - | cut -d';' -f1
# expect:
#   .word 0x00000000
#   .word 0x00000033
#   .word 0x0000003F
#   .word 0x04000853
#   .word 0x00010841
#   .word 0x0000021E
#   V_SHIFT_V gp1, gp2, gp3
#   .word 0x0000C872
#   C_BREAK
#   .word 0x00000034
#   .word 0x0000C877
# run: printf '%s\n' 0 0x33 0x3F 0x04000853 0x00010841 0x0000021E 0x0000C871 0x0000C872 0x32 0x34 0x0000C877 | kc disasm plena:rev=2026-07 - | cut -d';' -f1
# expect:
#   .word 0x00000000
#   .word 0x00000033
#   .word 0x0000003F
#   .word 0x04000853
#   .word 0x00010841
#   .word 0x0000021E
#   .word 0x0000C871
#   V_SHFT_V gp1, gp2, gp3
#   V_SHFT_V gp0, gp0, gp0
#   C_BREAK
#   V_TOPK gp1, gp2, gp3, 0
