# An endless loop spends its fuel; so does one that only traps (mtvec points outside ITCM: every fetch traps again).
# run: kc sim coral @ --fuel 1000; printf 'li t0, 0x40000\ncsrw mtvec, t0\necall\n' | kc sim coral - --fuel 1000
# exit: 1
1:      j       1b
# expect:
#   out_of_fuel: 2001 cycles (2001.000 ns), 1000 instructions
#   out_of_fuel: 6 cycles (6.000 ns), 2 instructions
#   kc: stopped at line 4 after 1000 instructions; --fuel N allows more
#   kc: stopped at line 0 after 2 instructions; --fuel N allows more
