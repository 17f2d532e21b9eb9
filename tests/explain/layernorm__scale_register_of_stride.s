; task: layernorm
; config: C2
; cause: scale-register
; load x: 8 x 128 to VRAM 0
S_ADDI_INT gp1, gp0, 128
C_SET_SCALE_REG gp1
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
; row by row: x = x - mean, f4 = 1 / sqrt(mean(x^2) + eps), x = x * f4
S_LD_FP f1, gp0, 1
S_LD_FP f2, gp0, 2
C_LOOP_START gp3, 8
    S_ADD_FP f3, f0, f0
    S_ADDI_INT gp4, gp1, 0
    C_LOOP_START gp5, 2
        V_RED_SUM f3, gp4
        S_ADDI_INT gp4, gp4, 512
    C_LOOP_END gp5
    S_MUL_FP f3, f3, f2
    S_ADD_FP f4, f0, f0
    S_ADDI_INT gp4, gp1, 0
    C_LOOP_START gp5, 2
        V_SUB_VF gp4, gp4, f3, 0, 0
        V_MUL_VV gp2, gp4, gp4, 0
        V_RED_SUM f4, gp2
        S_ADDI_INT gp4, gp4, 512
    C_LOOP_END gp5
    S_MUL_FP f4, f4, f2
    S_ADD_FP f4, f4, f1
    S_SQRT_FP f4, f4
    S_RECI_FP f4, f4
    S_ADDI_INT gp4, gp1, 0
    C_LOOP_START gp5, 2
        V_MUL_VF gp4, gp4, f4, 0
        S_ADDI_INT gp4, gp4, 512
    C_LOOP_END gp5
    S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
