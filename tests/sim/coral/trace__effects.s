# A trace says what each instruction changed, in the cycle it dispatched: integer, float and vector registers, memory.
# run: kc sim coral @ --trace
        lui     a0, 0x10
        li      t0, 0x40490fdb
        sw      t0, 4(a0)
        flw     fa0, 4(a0)
        vsetivli t1, 4, e16, m1, ta, ma
        vid.v   v1
        vse16.v v1, (a0)
        mpause
# expect:
#            3     +3       0: lui a0, 16                               a0 = 0x10000
#            3     +0       4: lui t0, 263313                           t0 = 0x40491000
#            4     +1       8: addi t0, t0, -37                         t0 = 0x40490fdb
#            6     +2      12: sw t0, 4(a0)                             [0x00010004] = db0f4940
#            7     +1      16: flw fa0, 4(a0)                           fa0 = 3.14159 (0x40490fdb)
#            7     +0      20: vsetivli t1, 4, e16, m1, ta, ma          t1 = 0x4, vl = 4, vtype = 0xc8
#            7     +0      24: vid.v v1                                 v1 = 0000 0001 0002 0003 0000 0000 0000 0000
#            9     +2      28: vse16.v v1, (a0)                         [0x00010000] = 0000010002000300
#           19    +10      32: mpause
#   halted: 21 cycles (21.000 ns), 9 instructions
