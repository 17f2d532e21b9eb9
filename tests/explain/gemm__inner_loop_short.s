; task: gemm
; config: C3
; cause: partial-sum
; load x: 16 x 128 to VRAM 4096
S_ADDI_INT gp1, gp0, 2048
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 128
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 4096
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
; VRAM 0 = VRAM 4096 (16 x 128) * w
S_ADDI_INT gp1, gp0, 32768
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 256
C_SET_STRIDE_REG gp1
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp9, gp0, 0
C_LOOP_START gp13, 4
    S_ADDI_INT gp3, gp4, 0
    S_ADDI_INT gp2, gp0, 0
    C_LOOP_START gp10, 2
        H_PREFETCH_M gp2, gp3, a1, 1, 0
        S_ADDI_INT gp2, gp2, 4096
        S_ADDI_INT gp3, gp3, 16384
    C_LOOP_END gp10
    S_ADDI_INT gp8, gp0, 0
    C_LOOP_START gp10, 16
        S_ADDI_INT gp7, gp9, 0
        S_ADDI_INT gp14, gp0, 4096
        C_LOOP_START gp11, 4
            S_ADDI_INT gp5, gp8, 0
            S_ADDI_INT gp6, gp14, 0
            C_LOOP_START gp12, 1
                M_MM 0, gp5, gp6
                S_ADDI_INT gp5, gp5, 4096
                S_ADDI_INT gp6, gp6, 1024
            C_LOOP_END gp12
            M_MM_WO gp7, gp0, 0
            S_ADDI_INT gp7, gp7, 256
            S_ADDI_INT gp14, gp14, 256
        C_LOOP_END gp11
        S_ADDI_INT gp8, gp8, 4
        S_ADDI_INT gp9, gp9, 4
    C_LOOP_END gp10
    S_ADDI_INT gp9, gp9, 960
    S_ADDI_INT gp4, gp4, 64
C_LOOP_END gp13
