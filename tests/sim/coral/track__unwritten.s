# --track: what the program or a preload wrote is known; 0x10020 is read before anybody wrote it, as a scalar and by a vector load.
# run: kc sim coral @ --track --load 0x10010=hex:01020304
        lui     a0, 0x10
        sw      a0, 0(a0)
        lw      t0, 0(a0)
        lw      t0, 16(a0)
        lw      t0, 32(a0)
        addi    a1, a0, 16
        vsetivli t1, 8, e8, m1, ta, ma
        vle8.v  v1, (a1)
        mpause
# expect:
#   halted: 29 cycles (29.000 ns), 9 instructions
#   line 7 reads dtcm[32], which nobody wrote
#   line 10 reads dtcm[20], which nobody wrote
