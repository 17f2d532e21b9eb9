; A first kernel: the average of two vectors, c = (a + b) * 0.5.
; a lies in VRAM row 0, b in row 1, c goes to row 2; FPRAM[1] holds 0.5.
;
; run: kc sim plena @ --load vram@0=val:1,2,3 --load vram@64=val:10,20,30 --load fpram@1=val:0.5 --dump 'vram[128:132]'
; expect:
;   halted: 6 cycles (6.000 ns), 6 instructions
;   vram[128:132] = 5.5 11 16.5 0
        S_ADDI_INT gp1, gp0, 0          ; addresses count elements: row r starts at r * VLEN
        S_ADDI_INT gp2, gp0, 64
        S_ADDI_INT gp3, gp0, 128
        S_LD_FP    f1, gp0, 1
        V_ADD_VV   gp3, gp1, gp2, 0
        V_MUL_VF   gp3, gp3, f1, 0
