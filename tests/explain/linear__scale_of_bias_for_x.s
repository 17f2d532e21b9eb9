; task: linear
; config: C1
; cause: scale-register
; load x: 4 x 64 to VRAM 256
S_ADDI_INT gp1, gp0, 64
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 256
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp5, gp0, 0
S_ADDI_INT gp3, gp5, 0
H_PREFETCH_V gp2, gp3, a0, 1, 0
S_ADDI_INT gp2, gp2, 256
; load bias: 1 x 64 to VRAM 512
S_ADDI_INT gp1, gp0, 64
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 64
C_SET_STRIDE_REG gp1
S_ADDI_INT gp2, gp0, 512
S_ADDI_INT gp3, gp0, 0
H_PREFETCH_V gp2, gp3, a2, 0, 0
; VRAM 0 = VRAM 256 (4 x 64) * w
S_ADDI_INT gp1, gp0, 4096
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
; add the bias to every row, column block by column block
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 512
C_LOOP_START gp4, 4
    V_ADD_VV gp1, gp1, gp2, 0
    S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp4
S_ADDI_INT gp2, gp2, 64
