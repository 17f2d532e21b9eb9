# After a trap the dumps and registers still show the state before the trapping instruction; status 1.  exp(0) = 1 in row 0 (VLEN 64).
# run: printf 'V_EXP_V gp0, gp0, 0\nS_ADDI_INT gp1, gp0, 3\nV_EXP_V gp1, gp0, 0\n' | kc sim plena - --dump 'vram[0:2]' --registers 2>/dev/null | sed -n '1,2p;$p'
# expect:
#   trap: 2 cycles (2.000 ns), 2 instructions
#   gp0    = 0            gp1    = 3            gp2    = 0            gp3    = 0
#   vram[0:2] = 1 1
