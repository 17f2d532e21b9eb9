; softmax of 4 rows of 64: the kernel as an agent writes it, one mistake less at a time
; load x: 4 x 64 to VRAM 0
S_ADDI_INT gp1, gp0, 256
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
H_PREFETCH_V gp2, gp3, a0, 1, 0
S_ADDI_INT gp2, gp2, 256
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 256
; row by row: f2 = max, x = exp(x - f2), f3 = sum, x = x / f3
S_LD_FP f1, gp0, 1
C_LOOP_START gp3, 4
    S_ADD_FP f2, f1, f0
    S_ADDI_INT gp4, gp1, 0
    V_RED_MAX f2, gp4, 0
    S_ADD_FP f3, f0, f0
    S_ADDI_INT gp4, gp1, 0
    V_SUB_VF gp4, gp4, f2, 0, 0
    V_EXP_V gp4, gp4, 0
    V_RED_SUM f3, gp4
    S_RECI_FP f3, f3
    S_ADDI_INT gp4, gp1, 0
    V_MUL_VF gp4, gp4, f3, 0
    S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
