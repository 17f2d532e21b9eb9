; The worked example of spec 5.7: SiLU of 4 x 128, 134 ns, HBM bytes read 2*8*64 = 1024, written 0; the prefetches are issued at 11 and 41
; and take 26 and 18.  Instructions: 10 + 2*5 + 8 + 8*7 = 84.
; run: kc sim plena @ --profile | sed -n '1p;/^HBM/p'
; expect:
;   halted: 134 cycles (134.000 ns), 84 instructions
;   HBM: 1024 bytes read, 0 bytes written
; run: kc sim plena @ --trace | awk '$4 == "H_PREFETCH_V" {print $1, $2}'
; expect:
;   11 +26
;   41 +18
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp2, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp1, gp0, 512
C_SET_SCALE_REG gp1
S_ADDI_INT gp1, gp0, 0
S_ADDI_INT gp3, gp0, 0
S_ADDI_INT gp2, gp0, 128
C_SET_STRIDE_REG gp2
C_LOOP_START gp4, 2
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
S_ADDI_INT gp2, gp0, 512
S_LD_FP f1, gp0, 1
C_LOOP_START gp3, 8
V_SUB_VF gp2, gp1, f0, 0, 1
V_EXP_V gp2, gp2, 0
V_ADD_VF gp2, gp2, f1, 0
V_RECI_V gp2, gp2, 0
V_MUL_VV gp1, gp2, gp1, 0
S_ADDI_INT gp1, gp1, 64
C_LOOP_END gp3
