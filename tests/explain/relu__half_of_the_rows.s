; task: relu
; config: C2
; cause: off-by-one
; load x: 8 x 128 to VRAM 0
S_ADDI_INT gp1, gp0, 1024
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 128
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
C_LOOP_START gp6, 2
    S_ADDI_INT gp3, gp5, 0
    C_LOOP_START gp4, 2
        H_PREFETCH_V gp2, gp3, a0, 1, 0
        S_ADDI_INT gp2, gp2, 256
        S_ADDI_INT gp3, gp3, 512
    C_LOOP_END gp4
    S_ADDI_INT gp5, gp5, 64
C_LOOP_END gp6
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 1024
; f1 = -65504^3; row by row: s = exp(-exp(f1 x)), which is 1 or 0, x = s * x
S_LD_FP f2, gp0, 2
S_MUL_FP f1, f2, f2
S_MUL_FP f1, f1, f2
S_SUB_FP f1, f0, f1
C_LOOP_START gp3, 12
    V_MUL_VF gp2, gp1, f1, 0
    V_EXP_V gp2, gp2, 0
    V_SUB_VF gp2, gp2, f0, 0, 1
    V_EXP_V gp2, gp2, 0
    V_MUL_VV gp1, gp2, gp1, 0
    S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
