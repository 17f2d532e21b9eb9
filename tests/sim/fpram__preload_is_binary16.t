# FPRAM images are binary16, widened and rounded to bf16 (spec 2.12): 0x0011 = 17*2^-24 = 1.01328e-06, 0x3ECF = 1.7021 -> bf16 1.703125
# (printed 1.70312), 0xFC00 = -inf, 0x7BFF = 65504 -> bf16 65536.  The dump is bf16 (trap 24): 65536 is 0x4780.
# run: printf '\021\000\317\076\000\374\377\173' > /tmp/kc_f16_$$; kc sim plena /dev/null --load fpram=/tmp/kc_f16_$$ --dump 'fpram[0:5]' 2>/dev/null; kc sim plena /dev/null --load fpram=hex:1100cf3e00fcff7b --dump 'fpram[0:4]' --json | grep hex; rm /tmp/kc_f16_$$
# expect:
#   halted: 0 cycles (0.000 ns), 0 instructions
#   fpram[0:5] = 1.01328e-06 1.70312 -inf 65536 0
#         "hex": "8835da3f80ff8047"
