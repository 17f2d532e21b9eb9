; Every encoding vector of spec 3.2 under revision published (section 0: V_SHFT_V is 0x0000C871, C_BREAK 0x00000032,
; V_MAX_VF and V_TOPK do not exist).
; run: kc asm plena @
; expect:
;   0x00200062
;   0x000180A5
;   0x00010801
;   0x00009002
;   0x0000C004
;   0x00000145
;   0x00000046
;   0x00041846
;   0x00010807
;   0x000000CB
;   0x0000C00A
;   0x0004C84D
;   0x0000C84E
;   0x00400850
;   0x00054852
;   0x00000853
;   0x00000854
;   0x000008D5
;   0x000008D6
;   0x0000C871
;   0x0000C857
;   0x0000085B
;   0x0001405E
;   0x0001C85F
;   0x00028060
;   0x0000C866
;   0x00044CA8
;   0x00400CA9
;   0x0004886A
;   0x0000406B
;   0x0000006C
;   0x0000012D
;   0x0000012E
;   0x0000212F
;   0x00000130
S_ADDI_INT gp1, gp0, 128
S_LUI_INT gp2, 96
M_MM 0, gp2, gp4
M_TMM 0, gp4, gp2
M_BTMM 0, gp0, gp3
M_BMM_WO gp5, 0
M_MM_WO gp1, gp0, 0
M_MM_WO gp1, gp6, 16
M_MV 0, gp2, gp4
M_MV_WO gp3, gp0, 0
M_BTMV 0, gp0, gp3
V_ADD_VV gp1, gp2, gp3, 1
V_ADD_VF gp1, gp2, f3, 0
V_SUB_VF gp1, gp2, f0, 0, 1
V_MUL_VF gp1, gp2, f5, 1
V_EXP_V gp1, gp2, 0
V_RECI_V gp1, gp2, 0
V_RED_SUM f3, gp2
V_RED_MAX f3, gp2, 0
V_SHFT_V gp1, gp2, gp3
S_ADD_FP f1, f2, f3
S_EXP_FP f1, f2
S_LD_FP f1, gp0, 5
S_ST_FP f1, gp2, 7
S_MAP_V_FP gp1, gp0, 10
S_LD_INT gp1, gp2, 3
H_PREFETCH_M gp2, gp3, a1, 1, 0
H_PREFETCH_V gp2, gp3, a0, 0, 1
H_STORE_V gp1, gp2, a2, 1, 0
C_SET_ADDR_REG a1, gp0, gp1
C_SET_SCALE_REG gp1
C_SET_STRIDE_REG gp4
C_SET_V_MASK_REG gp4
C_LOOP_START gp4, 8
C_LOOP_END gp4
