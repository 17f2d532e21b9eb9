# rmask comes from bits 21:18, write-out immediates from bits 31:14, whatever the reference assembler writes (spec 4.6).
# 0x00100145: imm 64; 0x000200CB: imm 8; 0x00004853 has bit 14 set, which is no field of V_EXP_V.
# run: printf '%s\n' 0x00100145 0x000200CB 0x00040853 0x000408D5 0x00004853 | kc disasm plena - | cut -d';' -f1
# expect:
#   M_BMM_WO gp5, 64
#   M_MV_WO gp3, 8
#   V_EXP_V gp1, gp2, 1
#   V_RED_SUM f3, gp2, 1
#   .word 0x00004853
