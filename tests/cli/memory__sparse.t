# HBM of 16 GiB and VRAM of 512 MiB (spec 1.4, trap 4) work within 1 GB of address space; the last bytes are there.
# needs: plain-build
# run: ulimit -v 1000000; echo 'H_STORE_V gp0, gp0, a0, 0, 0' | kc sim plena - --reg a0=0x3fffffe00 --reg SCALE=256 --load vram=fill:1 --dump 0x3fffffeff+2 --dump 0x3ffffffff+1 --dump 'vram[268435455:268435456]' | tail -n +2
# expect:
#   hbm[17179868927:17179868929] = 38 7f
#   hbm[17179869183:17179869184] = 00
#   vram[268435455:268435456] = 1
