# Machine code is recognised by its contents, or named with --words; words as in spec 3.2.  gp1 = 128.
# run: printf '0x00200062\n' | kc sim plena - --registers | sed -n '1,2p'; printf '00200062\n' | kc sim plena --words - --registers | sed -n 2p; echo 'S_ADDI_INT gp1, gp0, 128' | kc asm plena - | kc sim plena - --registers | sed -n 2p
# expect:
#   halted: 1 cycles (1.000 ns), 1 instructions
#   gp0    = 0            gp1    = 128          gp2    = 0            gp3    = 0
#   gp0    = 0            gp1    = 128          gp2    = 0            gp3    = 0
#   gp0    = 0            gp1    = 128          gp2    = 0            gp3    = 0
# run: printf '0x1234 zz 0x123456789\n' | kc disasm plena - 2>&1 | grep error
# expect:
#   <stdin>:1:8: error[machine-word]: 'zz' is not a 32-bit hexadecimal number
#   <stdin>:1:11: error[machine-word]: '0x123456789' is not a 32-bit hexadecimal number
