; Cycles of every instruction class in both latency columns (spec 5.2), MLEN = VLEN = 8: M_MM .. M_BTMM O+8, M_MV M_TMV 8, M_BTMV O+1,
; write-outs 1, S_MAP_V_FP 2*8, V_TOPK 4*32; the rest straight from the table, first column dc_en=1, second dc_en=0.
; run: for e in 1 0; do kc sim plena:rev=2026-07,mlen=8,vlen=8,hlen=2,dc_en=$e @ --trace 2>/dev/null | awk '$2 ~ /^[+]/ {print $4, $2}' > /tmp/kc_t$e.$$; done; join --nocheck-order /tmp/kc_t1.$$ /tmp/kc_t0.$$; rm /tmp/kc_t[01].$$
M_MM 0, gp0, gp0
M_TMM 0, gp0, gp0
M_BMM 0, gp0, gp0
M_BTMM 0, gp0, gp0
M_MV 0, gp0, gp0
M_TMV 0, gp0, gp0
M_BTMV gp0, gp0, gp0
M_MM_WO gp0, gp0, 0
M_BMM_WO gp0, 0
M_MV_WO gp0, 0
M_BMV_WO gp0, 0
V_ADD_VV gp0, gp0, gp0, 0
V_ADD_VF gp0, gp0, f1, 0
V_SUB_VV gp0, gp0, gp0, 0
V_SUB_VF gp0, gp0, f1, 0, 0
V_MUL_VV gp0, gp0, gp0, 0
V_MUL_VF gp0, gp0, f1, 0
V_SHFT_V gp0, gp0, gp0
V_EXP_V gp0, gp0, 0
V_RECI_V gp0, gp0, 0
V_MAX_VF gp0, gp0, f1, 0
V_MIN_VF gp0, gp0, f1, 0
V_RED_SUM f1, gp0
V_RED_MAX f1, gp0, 0
V_TOPK gp0, gp0, gp0, 0
S_ADD_FP f1, f1, f1
S_SUB_FP f1, f1, f1
S_MAX_FP f1, f1, f1
S_MUL_FP f1, f1, f1
S_EXP_FP f1, f1
S_RECI_FP f1, f1
S_SQRT_FP f1, f1
S_LD_FP f1, gp0, 0
S_ST_FP f1, gp0, 0
S_MAP_V_FP gp0, gp0, 0
S_ADD_INT gp1, gp0, gp0
S_ADDI_INT gp1, gp0, 0
S_SUB_INT gp1, gp0, gp0
S_MUL_INT gp1, gp0, gp0
S_LUI_INT gp1, 0
S_LD_INT gp1, gp0, 0
S_ST_INT gp1, gp0, 0
C_SET_ADDR_REG a0, gp0, gp0
C_SET_SCALE_REG gp0
C_SET_STRIDE_REG gp0
C_SET_V_MASK_REG gp0
C_LOOP_START gp1, 1
C_LOOP_END gp1
; expect:
;   M_MM +8 +8
;   M_TMM +8 +8
;   M_BMM +8 +8
;   M_BTMM +8 +8
;   M_MV +8 +8
;   M_TMV +8 +8
;   M_BTMV +1 +1
;   M_MM_WO +1 +1
;   M_BMM_WO +1 +1
;   M_MV_WO +1 +1
;   M_BMV_WO +1 +1
;   V_ADD_VV +1 +2
;   V_ADD_VF +1 +2
;   V_SUB_VV +1 +2
;   V_SUB_VF +1 +2
;   V_MUL_VV +1 +5
;   V_MUL_VF +1 +5
;   V_SHFT_V +1 +5
;   V_EXP_V +1 +6
;   V_RECI_V +2 +7
;   V_MAX_VF +4 +4
;   V_MIN_VF +4 +4
;   V_RED_SUM +8 +20
;   V_RED_MAX +4 +4
;   V_TOPK +128 +128
;   S_ADD_FP +1 +1
;   S_SUB_FP +1 +1
;   S_MAX_FP +1 +1
;   S_MUL_FP +1 +1
;   S_EXP_FP +1 +2
;   S_RECI_FP +1 +2
;   S_SQRT_FP +1 +2
;   S_LD_FP +1 +1
;   S_ST_FP +1 +1
;   S_MAP_V_FP +16 +16
;   S_ADD_INT +1 +1
;   S_ADDI_INT +1 +1
;   S_SUB_INT +1 +1
;   S_MUL_INT +1 +1
;   S_LUI_INT +1 +1
;   S_LD_INT +1 +1
;   S_ST_INT +1 +1
;   C_SET_ADDR_REG +1 +1
;   C_SET_SCALE_REG +1 +1
;   C_SET_STRIDE_REG +1 +1
;   C_SET_V_MASK_REG +1 +1
;   C_LOOP_START +1 +1
;   C_LOOP_END +1 +1
