# A preload (val:, hex:, FILE) is a write by the host: --track must not call what it wrote unwritten (memory.h: "Host writes for the tracker").
# run: printf 'V_EXP_V gp0, gp0, 0\n' | kc sim plena:mlen=8,vlen=8,hlen=2 - --load vram=val:0,1,2,3,4,5,6,7 --track
# expect:
#   halted: 1 cycles (1.000 ns), 1 instructions
#   no read of memory that nobody wrote
