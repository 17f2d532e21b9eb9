; Mnemonics without a vector in spec 3.2, by the fields of 3.1: opcode + rd<<6 + rs1<<10 + rs2<<14 + rmask<<18,
; e.g. M_BMM 0, gp1, gp2 = 0x03 + 0x400 + 0x8000; V_MIN_VF mask 15 adds 0x3C0000.
; run: kc asm plena:rev=2026-07 @ 2>/dev/null
; expect:
;   0x00008403
;   0x00010808
;   0x0000C949
;   0x0000014C
;   0x0000C84F
;   0x0004C851
;   0x003CC876
;   0x0000C858
;   0x0000C859
;   0x0000C85A
;   0x0000085C
;   0x0000085D
;   0x0003FFE1
;   0x0000C863
;   0x0000C864
;   0x0000C867
M_BMM 0, gp1, gp2
M_TMV 0, gp2, gp4
M_BMV gp5, gp2, gp3
M_BMV_WO gp5, 0
V_SUB_VV gp1, gp2, gp3, 0
V_MUL_VV gp1, gp2, gp3, 1
V_MIN_VF gp1, gp2, f3, 15
S_SUB_FP f1, f2, f3
S_MAX_FP f1, f2, f3
S_MUL_FP f1, f2, f3
S_RECI_FP f1, f2
S_SQRT_FP f1, f2
S_ADD_INT gp15, gp15, gp15
S_SUB_INT gp1, gp2, gp3
S_MUL_INT gp1, gp2, gp3
S_ST_INT gp1, gp2, 3
