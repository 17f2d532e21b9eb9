# Loads work everywhere, at any alignment and across lines; the last bytes of each range are reachable and nothing behind them.
# run: kc sim coral @ --load 0x17ffc=hex:11223344 --load 0x203ffffc=hex:55667788 --dump 0x10000+16; printf 'lui a0, 0x18\nlw a1, -2(a0)\n' | kc sim coral - 2>&1 | grep error; printf 'lui a0, 0x20400\nlb a1, -1(a0)\nlb a1, 0(a0)\n' | kc sim coral - 2>&1 | grep error
        lui     a0, 0x10
        lui     a1, 0x18
        lw      t0, -4(a1)
        sw      t0, 0(a0)
        lui     a1, 0x20400
        lw      t0, -4(a1)
        sw      t0, 4(a0)
        sw      t0, 13(a0)
        lw      t0, 0(zero)
        sw      t0, 8(a0)
        mpause
# expect:
#   halted: 34 cycles (34.000 ns), 11 instructions
#   dtcm[0:16] = 11 22 33 44 55 66 77 88 37 05 01 00 00 55 66 77
#   <stdin>:2:1: error[load-access]: trap: a load of 4 bytes at 0x00017ffe, where there is no memory (pc 4, cycle 5, x10 = 98304)
#   <stdin>:3:1: error[load-access]: trap: a load of 1 bytes at 0x20400000, where there is no memory (pc 8, cycle 7, x10 = 541065216)
