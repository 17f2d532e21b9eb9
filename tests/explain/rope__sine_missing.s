; task: rope
; config: C1
; cause: missing-term
; load x: 32 x 64 to VRAM 0
S_ADDI_INT gp1, gp0, 2048
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
C_LOOP_START gp4, 8
    H_PREFETCH_V gp2, gp3, a0, 1, 0
    S_ADDI_INT gp2, gp2, 256
    S_ADDI_INT gp3, gp3, 256
C_LOOP_END gp4
; load cos: 32 x 64 to VRAM 4096
S_ADDI_INT gp1, gp0, 2048
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 4096
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
C_LOOP_START gp4, 8
    H_PREFETCH_V gp2, gp3, a1, 1, 0
    S_ADDI_INT gp2, gp2, 256
    S_ADDI_INT gp3, gp3, 256
C_LOOP_END gp4
; load sin: 32 x 64 to VRAM 6144
S_ADDI_INT gp1, gp0, 2048
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 6144
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
C_LOOP_START gp4, 8
    H_PREFETCH_V gp2, gp3, a2, 1, 0
    S_ADDI_INT gp2, gp2, 256
    S_ADDI_INT gp3, gp3, 256
C_LOOP_END gp4
; VRAM 2048 = VRAM 0 (32 x 64) * rot
S_ADDI_INT gp1, gp0, 4096
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp9, gp0, 2048
S_ADDI_INT gp3, gp4, 0
S_ADDI_INT gp2, gp0, 0
H_PREFETCH_M gp2, gp3, a3, 1, 0
S_ADDI_INT gp8, gp0, 0
C_LOOP_START gp10, 16
    S_ADDI_INT gp7, gp9, 0
    S_ADDI_INT gp14, gp0, 0
    C_LOOP_START gp11, 8
        S_ADDI_INT gp5, gp8, 0
        S_ADDI_INT gp6, gp14, 0
        M_MM 0, gp5, gp6
        M_MM_WO gp7, gp0, 0
        S_ADDI_INT gp7, gp7, 256
        S_ADDI_INT gp14, gp14, 256
    C_LOOP_END gp11
    S_ADDI_INT gp8, gp8, 4
    S_ADDI_INT gp9, gp9, 4
C_LOOP_END gp10
; x = x * cos + rot(x) * sin
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 4096
S_ADDI_INT gp3, gp0, 6144
S_ADDI_INT gp4, gp0, 2048
C_LOOP_START gp5, 32
    V_MUL_VV gp4, gp4, gp3, 0
    V_MUL_VV gp1, gp1, gp2, 0
    S_ADDI_INT gp1, gp1, 64
    S_ADDI_INT gp2, gp2, 64
    S_ADDI_INT gp3, gp3, 64
    S_ADDI_INT gp4, gp4, 64
C_LOOP_END gp5
