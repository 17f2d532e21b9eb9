; task: gemv
; config: C1
; cause: partial-sum
; load x: 1 x 512 to VRAM 256
S_ADDI_INT gp1, gp0, 512
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 512
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 256
S_ADDI_INT gp3, gp0, 0
C_LOOP_START gp4, 2
    H_PREFETCH_V gp2, gp3, a1, 0, 0
    S_ADDI_INT gp2, gp2, 256
    S_ADDI_INT gp3, gp3, 256
C_LOOP_END gp4
; VRAM 0 = VRAM 256 (4 x 512) * a^T
S_ADDI_INT gp1, gp0, 32768
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 512
C_SET_STRIDE_REG gp1
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp9, gp0, 0
S_ADDI_INT gp3, gp4, 0
S_ADDI_INT gp2, gp0, 0
C_LOOP_START gp10, 8
    H_PREFETCH_M gp2, gp3, a0, 1, 0
    S_ADDI_INT gp2, gp2, 4096
    S_ADDI_INT gp3, gp3, 64
C_LOOP_END gp10
S_ADDI_INT gp8, gp0, 0
C_LOOP_START gp10, 16
    S_ADDI_INT gp7, gp9, 0
    S_ADDI_INT gp14, gp0, 256
    S_ADDI_INT gp5, gp8, 0
    S_ADDI_INT gp6, gp14, 0
    C_LOOP_START gp12, 4
        M_TMM 0, gp6, gp5
        S_ADDI_INT gp5, gp5, 4096
        S_ADDI_INT gp6, gp6, 64
    C_LOOP_END gp12
    M_MM_WO gp7, gp0, 0
    S_ADDI_INT gp7, gp7, 256
    S_ADDI_INT gp14, gp14, 256
    S_ADDI_INT gp8, gp8, 256
    S_ADDI_INT gp9, gp9, 4
C_LOOP_END gp10
