# Bad --load, --dump, --reg: status 2 and what is allowed.
# run: kc sim plena /dev/null --load nope=hex:00 2>&1 | tail -1; kc sim plena /dev/null --load vram=hex:0 2>&1 | tail -1; kc sim plena /dev/null --load vram=hex:zz 2>&1 | tail -1; kc sim plena /dev/null --load vram=val:abc 2>&1 | tail -1; kc sim plena /dev/null --load vram=no-such-file 2>&1 | tail -1; kc sim plena /dev/null --load 0x400000000=hex:00 2>&1 | tail -1
# expect:
#   kc: --load nope=hex:00: there is no region 'nope'; regions are vram, mram, fpram, intram, hbm
#   kc: --load vram=hex:0: an odd number of hexadecimal digits
#   kc: --load vram=hex:zz: 'z' is not a hexadecimal digit
#   kc: --load vram=val:abc: 'abc' is not a number
#   kc: --load vram=no-such-file: cannot read 'no-such-file': No such file or directory
#   kc: --load 0x400000000=hex:00: offset 17179869184 is outside hbm (17179869184 elements)
# run: kc sim plena /dev/null --load vram 2>/dev/null
# exit: 2
# expect:
