# What the vector unit refuses (spec 2, RVV 1.0): invalid vtype, misaligned groups, overlaps, widths, vstart.
# run: for p in 'vadd.vv v1, v2, v3' 'vl1re8.v v1, (x0)' 'vsetvli t0, x0, e8, mf8, ta, ma\nvadd.vv v1, v2, v3' 'vsetvli t0, x0, e8, m2, ta, ma\nvadd.vv v1, v2, v4' 'vsetvli t0, x0, e32, m1, ta, ma\nvwadd.vv v2, v4, v5' 'vsetvli t0, x0, e8, m8, ta, ma\nvwadd.vv v0, v8, v16' 'vsetvli t0, x0, e8, m1, ta, ma\n.word 0x00218057' 'vsetvli t0, x0, e8, m1, ta, ma\n.word 0x3a20b157' 'vsetvli t0, x0, e8, m1, ta, ma\n.word 0xc6222157' 'vsetvli t0, x0, e8, m1, ta, ma\ncsrwi vstart, 3\nvredsum.vs v1, v2, v3' 'vsetvli t0, x0, e8, m4, ta, ma\nvlseg3e8.v v4, (x0)' 'vsetvli t0, x0, e8, m1, ta, ma\nvsext.vf2 v2, v4'; do printf "$p\n" | kc sim coral - 2>&1 | grep -E 'trap:|halted'; done
# expect:
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[vtype-invalid]: trap: vadd.vv while vtype is invalid (0x80000000) (pc 0, cycle 5)
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[vtype-invalid]: trap: vl1re8.v while vtype is invalid (0x80000000) (pc 0, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vtype-invalid]: trap: vadd.vv while vtype is invalid (0x800000c5) (pc 4, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-registers]: trap: vadd.vv under e8, LMUL 2: a register group starts at a register that is not a multiple of its size (pc 4, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-width]: trap: vwadd.vv under e32, LMUL 1: an operand would have no legal width or more than 8 registers (pc 4, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-width]: trap: vwadd.vv under e8, LMUL 8: an operand would have no legal width or more than 8 registers (pc 4, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-registers]: trap: vadd.vv under e8, LMUL 1: a masked instruction may not write v0, its mask (pc 4, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-registers]: trap: vslideup.vi under e8, LMUL 1: the destination may not overlap this source (pc 4, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-registers]: trap: vwadd.vv under e8, LMUL 1: destination and source of different width overlap in the wrong place (pc 4, cycle 5)
#   trap: 8 cycles (8.000 ns), 2 instructions
#   <stdin>:3:1: error[vstart-not-zero]: trap: vredsum.vs with vstart = 3 (pc 8, cycle 8)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-registers]: trap: vlseg3e8.v under e8, LMUL 4: the fields take more than 8 registers (pc 4, cycle 5)
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[vector-width]: trap: vsext.vf2 under e8, LMUL 1: an operand would have no legal width or more than 8 registers (pc 4, cycle 5)
