# Bad --dump and --reg: status 2 and what is allowed.
# run: for d in 'vram[3:1]' 'foo[0:4]' 0x400000000+4; do kc sim plena /dev/null --dump "$d" 2>&1 | tail -1; done; for r in gp16=1 gp1=x gp1=4294967296 f1=abc; do kc sim plena /dev/null --reg $r 2>&1 | tail -1; done
# expect:
#   kc: --dump vram[3:1]: 3 to 1 is outside vram (268435456 elements)
#   kc: --dump foo[0:4]: there is no such region; regions are vram, mram, fpram, intram, hbm
#   kc: --dump 0x400000000+4: 17179869184 to 17179869188 is outside hbm (17179869184 elements)
#   kc: --reg gp16=1: registers are gp0-gp15, f0-f7, a0-a15, SCALE, STRIDE, V_MASK
#   kc: --reg gp1=x: the value must be a whole number, decimal or 0x
#   kc: --reg gp1=4294967296: the value must fit in 32 bits
#   kc: --reg f1=abc: not a number
# run: kc sim plena /dev/null --reg gp16=1 2>/dev/null
# exit: 2
# expect:
