; run: kc sim plena @ --load fpram@1=val:1 --load hbm=fill:0 --profile | tail -1
; expect:
;   HBM: 1024 bytes read, 0 bytes written
; run: kc sim plena @ --load fpram@1=val:1 --load hbm=fill:0
; expect:
;   halted: 134 cycles (134.000 ns), 84 instructions
; SiLU over a 4 x 128 activation, y = x * sigmoid(x), in place in VRAM.
; HBM: 512 element bytes from address 0, 64 scale bytes behind them.  FPRAM[1] = 1.0.
; The worked example of the machine's timing: 134 cycles.
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp1, gp0, 512        ; SCALE = 4 * 128 elements
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp2, gp0, 128        ; STRIDE = the row length
C_SET_STRIDE_REG gp2
C_LOOP_START gp4, 2             ; two column blocks of 64
S_ADDI_INT gp2, gp1, 0
H_PREFETCH_V gp3, gp2, a0, 1, 0
S_ADDI_INT gp3, gp3, 256
S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp4
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 512        ; one scratch row behind the activation
S_LD_FP f1, gp0, 1
C_LOOP_START gp3, 8
V_SUB_VF gp2, gp1, f0, 0, 1     ; -x
V_EXP_V gp2, gp2, 0
V_ADD_VF gp2, gp2, f1, 0        ; 1 + exp(-x)
V_RECI_V gp2, gp2, 0
V_MUL_VV gp1, gp2, gp1, 0
S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
