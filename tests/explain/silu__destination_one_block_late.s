; task: silu
; config: C3
; cause: shifted
; load x: 16 x 128 to VRAM 0
S_ADDI_INT gp1, gp0, 2048
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 128
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 1024
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
C_LOOP_START gp6, 2
    S_ADDI_INT gp3, gp5, 0
    C_LOOP_START gp4, 4
        H_PREFETCH_V gp2, gp3, a0, 1, 0
        S_ADDI_INT gp2, gp2, 256
        S_ADDI_INT gp3, gp3, 512
    C_LOOP_END gp4
    S_ADDI_INT gp5, gp5, 64
C_LOOP_END gp6
S_ADDI_INT gp1, gp0, 1024
S_ADDI_INT gp2, gp0, 4096
; row by row: s = 1 / (1 + exp(-x)), x = s * x
S_LD_FP f1, gp0, 1
C_LOOP_START gp3, 32
    V_SUB_VF gp2, gp1, f0, 0, 1
    V_EXP_V gp2, gp2, 0
    V_ADD_VF gp2, gp2, f1, 0
    V_RECI_V gp2, gp2, 0
    V_MUL_VV gp1, gp2, gp1, 0
    S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
