# --fill REGION=VALUE,... is short for --load REGION=fill:VALUE (kc sim --help).  Ones x ones, MLEN 64, two M_MM: 2*64 = 128; cycles 64 + 64 + 1.
# run: printf 'M_MM 0, gp0, gp0\nM_MM 0, gp0, gp0\nM_MM_WO gp1, gp0, 0\n' | kc sim plena - --reg gp1=256 --fill mram=1,vram=1 --dump 'vram[256:262]'
# expect:
#   halted: 129 cycles (129.000 ns), 3 instructions
#   vram[256:262] = 128 128 128 128 1 1
