; task: batch_matmul
; config: C1
; cause: partly-written
; load x: 8 x 64 to VRAM 512
S_ADDI_INT gp1, gp0, 512
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 512
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
C_LOOP_START gp4, 2
    H_PREFETCH_V gp2, gp3, a0, 1, 0
    S_ADDI_INT gp2, gp2, 256
    S_ADDI_INT gp3, gp3, 256
C_LOOP_END gp4
; VRAM 0 = VRAM 512 (4 x 64) * w
S_ADDI_INT gp1, gp0, 8192
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp9, gp0, 0
S_ADDI_INT gp3, gp4, 0
S_ADDI_INT gp2, gp0, 0
H_PREFETCH_M gp2, gp3, a1, 1, 0
S_ADDI_INT gp8, gp0, 0
C_LOOP_START gp10, 16
    S_ADDI_INT gp7, gp9, 0
    S_ADDI_INT gp14, gp0, 512
    S_ADDI_INT gp5, gp8, 0
    S_ADDI_INT gp6, gp14, 0
    M_MM 0, gp5, gp6
    M_MM_WO gp7, gp0, 0
    S_ADDI_INT gp7, gp7, 256
    S_ADDI_INT gp14, gp14, 256
    S_ADDI_INT gp8, gp8, 4
    S_ADDI_INT gp9, gp9, 4
C_LOOP_END gp10
; VRAM 256 = VRAM 768 (4 x 64) * w
S_ADDI_INT gp1, gp0, 8192
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp4, gp0, 4096
S_ADDI_INT gp9, gp0, 0
S_ADDI_INT gp3, gp4, 0
S_ADDI_INT gp2, gp0, 0
H_PREFETCH_M gp2, gp3, a1, 1, 0
S_ADDI_INT gp8, gp0, 0
C_LOOP_START gp10, 16
    S_ADDI_INT gp7, gp9, 0
    S_ADDI_INT gp14, gp0, 768
    S_ADDI_INT gp5, gp8, 0
    S_ADDI_INT gp6, gp14, 0
    M_MM 0, gp5, gp6
    M_MM_WO gp7, gp0, 0
    S_ADDI_INT gp7, gp7, 256
    S_ADDI_INT gp14, gp14, 256
    S_ADDI_INT gp8, gp8, 4
    S_ADDI_INT gp9, gp9, 4
C_LOOP_END gp10
