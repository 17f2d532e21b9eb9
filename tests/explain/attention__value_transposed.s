; task: attention
; config: C1
; cause: operand-transposed
; load q: 32 x 64 to VRAM 2048
S_ADDI_INT gp1, gp0, 2048
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 2048
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
C_LOOP_START gp4, 8
    H_PREFETCH_V gp2, gp3, a0, 1, 0
    S_ADDI_INT gp2, gp2, 256
    S_ADDI_INT gp3, gp3, 256
C_LOOP_END gp4
S_LD_FP f7, gp0, 1
S_LD_FP f6, gp0, 2
; mask of the last key block: 0 in 32 lanes, then -inf
S_ADDI_INT gp1, gp0, 6144
S_ADDI_INT gp2, gp0, 64
V_SHFT_V gp1, gp1, gp2
V_ADD_VF gp1, gp1, f6, 0
S_ADDI_INT gp2, gp0, 32
V_SHFT_V gp1, gp1, gp2
S_ADDI_INT gp1, gp0, 4096
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
; scores of queries 0 to 31 with key block 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
H_PREFETCH_M gp2, gp3, a1, 1, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp9, gp0, 4096
C_LOOP_START gp10, 8
    S_ADDI_INT gp1, gp0, 2048
    S_ADDI_INT gp12, gp9, 0
    C_LOOP_START gp11, 8
        M_TMM 0, gp1, gp5
        S_ADDI_INT gp1, gp1, 256
        M_MM_WO gp12, gp0, 0
        S_ADDI_INT gp12, gp12, 256
    C_LOOP_END gp11
    S_ADDI_INT gp5, gp5, 256
    S_ADDI_INT gp9, gp9, 4
C_LOOP_END gp10
; softmax of 32 rows
S_ADDI_INT gp1, gp0, 4096
S_ADDI_INT gp3, gp0, 6144
C_LOOP_START gp4, 32
    S_ADD_FP f1, f6, f0
    S_ADD_FP f2, f0, f0
    S_ADDI_INT gp2, gp1, 0
    V_MUL_VF gp2, gp2, f7, 0
    V_ADD_VV gp2, gp2, gp3, 0
    V_RED_MAX f1, gp2, 0
    V_SUB_VF gp2, gp2, f1, 0, 0
    V_EXP_V gp2, gp2, 0
    V_RED_SUM f2, gp2
    S_RECI_FP f2, f2
    V_MUL_VF gp2, gp2, f2, 0
    S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp4
; probabilities times values, column block 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
H_PREFETCH_M gp2, gp3, a2, 1, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp9, gp0, 0
C_LOOP_START gp10, 16
    S_ADDI_INT gp1, gp0, 4096
    S_ADDI_INT gp12, gp9, 0
    C_LOOP_START gp11, 8
        M_TMM 0, gp1, gp5
        S_ADDI_INT gp1, gp1, 256
        M_MM_WO gp12, gp0, 0
        S_ADDI_INT gp12, gp12, 256
    C_LOOP_END gp11
    S_ADDI_INT gp5, gp5, 256
    S_ADDI_INT gp9, gp9, 4
C_LOOP_END gp10
