# --load FILE, hex:, fill:, val:, REGION with offset, bare address (kc sim --help): VRAM images are bf16 (0x3F80 = 1), HBM images bytes,
# later loads overwrite.  Offsets count elements of the region.
# run: printf '\200\077\000\100' > /tmp/kc_l_$$; kc sim plena /dev/null --load vram=fill:7 --load vram=/tmp/kc_l_$$ --load 'vram'"$(printf '\100')"'3=hex:4040' --load "vram$(printf '\100')5="val:0.5,-2 --load hbm=hex:0102 --load 0x4=fill:9 --load 5=val:255 --load intram=hex:01000000ffffffff --load "intram$(printf '\100')2="val:7 --dump 'vram[0:9]' --dump 'hbm[0:8]' --dump 'intram[0:4]' 2>/dev/null; rm /tmp/kc_l_$$
# expect:
#   halted: 0 cycles (0.000 ns), 0 instructions
#   vram[0:9] = 1 2 7 3 7 0.5 -2 7 7
#   hbm[0:8] = 01 02 00 00 09 ff 09 09
#   intram[0:4] = 1 4294967295 7 0
