# What the silicon would get wrong is executed as the architecture says, with a warning (spec 7): vl = 0, the vl register, rs2 of
# a fused operation; vmv.x.s of a narrow negative element is zero-extended as on the machine; wfi never wakes.
# run: for p in 'vsetivli t0, 0, e8, m1, ta, ma\nvle8.v v1, (x0)\nvadd.vv v1, v1, v1\nmpause' 'vsetvli t0, x0, e8, m8, ta, ma\ncsrr a0, vl\nmpause' 'lui a0, 0x10\nflw fa0, 0(a0)\nfmadd.s fa1, fa2, fa0, fa3\nmpause' 'vsetvli t0, x0, e8, m1, ta, ma\nvmv.v.i v1, -1\nvmv.x.s a0, v1\nmpause' 'wfi'; do printf "$p\n" | kc sim coral - 2>&1 | grep -E 'warning|halted|trap'; done
# expect:
#   <stdin>:1:1: warning[vl-zero]: with vl = 0 a vector load or store hangs the core
#   halted: 9 cycles (9.000 ns), 4 instructions
#   <stdin>:2:1: warning[vl-zero]: would fail on hardware: a vector load or store with vl = 0 hangs the core (1 time)
#   <stdin>:3:1: warning[vl-zero]: would fail on hardware: a vector instruction with vl = 0 never retires; a later CSR access hangs (1 time)
#   halted: 9 cycles (9.000 ns), 3 instructions
#   <stdin>:2:1: warning[vl-csr]: would fail on hardware: the vl register reads modulo 128, so 128 reads as 0; use the rd of vsetvli (1 time)
#   halted: 12 cycles (12.000 ns), 4 instructions
#   <stdin>:3:1: warning[fma-rs2]: would fail on hardware: f10, the second factor, is still being loaded and the old value would be used; swap the factors or load it earlier (1 time)
#   halted: 13 cycles (13.000 ns), 4 instructions
#   <stdin>:3:1: warning[vmv-x-s]: this machine zero-extends vmv.x.s, RVV sign-extends: a negative element of e8 or e16 comes out positive; add sext.b, or slli and srai (1 time)
#   halted: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:1:1: warning[wfi]: wfi waits for an interrupt, which never comes: the run ends here (1 time)
