# --trace: start cycle, cost, pc, canonical text, effect; --trace=N stops after N lines, the run does not (costs of spec 5.2, VLEN 8).
# run: printf 'S_ADDI_INT gp1, gp0, 8\nC_LOOP_START gp2, 2\nV_RED_SUM f1, gp1\nC_LOOP_END gp2\n' | kc sim plena:vlen=8,mlen=8,hlen=2 - --load vram=fill:1 --trace=5
# expect:
#            0     +1       0: S_ADDI_INT gp1, gp0, 8                   gp1 = 8
#            1     +1       1: C_LOOP_START gp2, 2                      gp2 = 2
#            2     +8       2: V_RED_SUM f1, gp1                        f1 = 8
#           10     +1       3: C_LOOP_END gp2                           gp2 = 1
#           11     +8       2: V_RED_SUM f1, gp1                        f1 = 16
#   halted: 20 cycles (20.000 ns), 6 instructions
