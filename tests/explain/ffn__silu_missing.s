; task: ffn
; config: C1
; cause: wrong-stage
; load x: 4 x 64 to VRAM 256
S_ADDI_INT gp1, gp0, 256
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 256
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
H_PREFETCH_V gp2, gp3, a0, 1, 0
S_ADDI_INT gp2, gp2, 256
; VRAM 512 = VRAM 256 (4 x 64) * w1
S_ADDI_INT gp1, gp0, 8192
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 128
C_SET_STRIDE_REG gp1
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp9, gp0, 512
C_LOOP_START gp13, 2
    S_ADDI_INT gp3, gp4, 0
    S_ADDI_INT gp2, gp0, 0
    H_PREFETCH_M gp2, gp3, a1, 1, 0
    S_ADDI_INT gp8, gp0, 0
    C_LOOP_START gp10, 16
        S_ADDI_INT gp7, gp9, 0
        S_ADDI_INT gp14, gp0, 256
        S_ADDI_INT gp5, gp8, 0
        S_ADDI_INT gp6, gp14, 0
        M_MM 0, gp5, gp6
        M_MM_WO gp7, gp0, 0
        S_ADDI_INT gp7, gp7, 256
        S_ADDI_INT gp14, gp14, 256
        S_ADDI_INT gp8, gp8, 4
        S_ADDI_INT gp9, gp9, 4
    C_LOOP_END gp10
    S_ADDI_INT gp9, gp9, 192
    S_ADDI_INT gp4, gp4, 64
C_LOOP_END gp13
S_ADDI_INT gp1, gp0, 512
S_ADDI_INT gp2, gp0, 1024
; row by row: s = 1 / (1 + exp(-x)), x = s * x
S_LD_FP f1, gp0, 1
C_LOOP_START gp3, 8
    V_SUB_VF gp2, gp1, f0, 0, 1
    V_EXP_V gp2, gp2, 0
    V_ADD_VF gp2, gp2, f1, 0
    V_RECI_V gp2, gp2, 0
    V_ADD_VF gp1, gp1, f0, 0
    S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
; VRAM 0 = VRAM 512 (4 x 128) * w2
S_ADDI_INT gp1, gp0, 8192
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp9, gp0, 0
S_ADDI_INT gp3, gp4, 0
S_ADDI_INT gp2, gp0, 0
C_LOOP_START gp10, 2
    H_PREFETCH_M gp2, gp3, a2, 1, 0
    S_ADDI_INT gp2, gp2, 4096
    S_ADDI_INT gp3, gp3, 4096
C_LOOP_END gp10
S_ADDI_INT gp8, gp0, 0
C_LOOP_START gp10, 16
    S_ADDI_INT gp7, gp9, 0
    S_ADDI_INT gp14, gp0, 512
    S_ADDI_INT gp5, gp8, 0
    S_ADDI_INT gp6, gp14, 0
    C_LOOP_START gp12, 2
        M_MM 0, gp5, gp6
        S_ADDI_INT gp5, gp5, 4096
        S_ADDI_INT gp6, gp6, 256
    C_LOOP_END gp12
    M_MM_WO gp7, gp0, 0
    S_ADDI_INT gp7, gp7, 256
    S_ADDI_INT gp14, gp14, 256
    S_ADDI_INT gp8, gp8, 4
    S_ADDI_INT gp9, gp9, 4
C_LOOP_END gp10
