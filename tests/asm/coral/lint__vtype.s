# What the vset of straight-line code forbids: warnings with its line.  Groups of LMUL registers start at a
# multiple of LMUL; a wider destination may overlap the upper registers only (RVV 1.0, 3.4.2 and 5.2).
# run: kc asm coral @ | tail -1
# expect:
#   08000073
#   lint__vtype.s:50:5: warning[no-vset]: a vector instruction before the first vset traps
#      50 |     vadd.vv v8, v16, v24
#         |     ^~~~~~~~~~~~~~~~~~~~
#   hint: start with a vsetvli, for example: vsetvli t0, zero, e8, m1, ta, ma
#   lint__vtype.s:52:5: warning[vector-group]: vd of vadd.vv is a group of 4 registers under the vset of line 51: v6 is not a multiple of 4
#      52 |     vadd.vv v6, v8, v12
#         |     ^~~~~~~~~~~~~~~~~~~
#   hint: use v4 or v8
#   lint__vtype.s:54:5: warning[vector-group]: vd of vwadd.vv is a group of 8 registers under the vset of line 51: v12 is not a multiple of 8
#      54 |     vwadd.vv v12, v0, v4
#         |     ^~~~~~~~~~~~~~~~~~~~
#   hint: use v8 or v16
#   lint__vtype.s:56:5: warning[vector-width]: vwmul.vv does not exist with e32, set in line 55
#      56 |     vwmul.vv v8, v16, v24
#         |     ^~~~~~~~~~~~~~~~~~~~~
#   hint: elements have at most 32 bits: use it with e8 or e16
#   lint__vtype.s:58:5: warning[vector-group]: vd of vlseg2e32.v would take 128/8 registers in all fields under the vset of line 55
#      58 |     vlseg2e32.v v8, (a0)
#         |     ^~~~~~~~~~~~~~~~~~~~
#   hint: choose another LMUL: a group has 1/8 to 8 registers, fields included
#   lint__vtype.s:59:5: warning[vtype-illegal]: this machine does not have this vector type: every vector instruction after it traps
#      59 |     vsetvli t0, a0, e16, mf4, ta, ma
#         |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#   hint: mf4 goes with e8, mf2 with e8 and e16, m1 to m8 with all
#   lint__vtype.s:61:5: warning[vector-width]: vsext.vf2 does not exist with e8, set in line 60
#      61 |     vsext.vf2 v8, v16
#         |     ^~~~~~~~~~~~~~~~~
#   hint: SEW is the width of the result: set e16 or e32 first
#   lint__vtype.s:62:5: warning[vl-zero]: with vl = 0 a vector load or store hangs the core
#      62 |     vsetivli t0, 0, e8, m1, ta, ma
#         |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#   lint__vtype.s:64:5: warning[vector-overlap]: vd (v9, 1 register) overlaps vs2 (v8, 2 registers) under the vset of line 63
#      64 |     vmseq.vv v9, v8, v10
#         |     ^~~~~~~~~~~~~~~~~~~~
#   hint: take other registers for vd
#   lint__vtype.s:66:5: warning[vector-group]: vd of vrgather.vx is a group of 2 registers under the vset of line 63: v9 is not a multiple of 2
#      66 |     vrgather.vx v9, v8, a0
#         |     ^~~~~~~~~~~~~~~~~~~~~~
#   hint: use v8 or v10
#   lint__vtype.s:67:5: warning[vector-overlap]: vd (v8, 2 registers) overlaps vs2 (v9, 1 register) under the vset of line 63
#      67 |     vluxei8.v v8, (a0), v9
#         |     ^~~~~~~~~~~~~~~~~~~~~~
#   hint: take other registers for vd
_start:
    vadd.vv v8, v16, v24
    vsetvli t0, a0, e8, m4, ta, ma
    vadd.vv v6, v8, v12
    vwadd.vv v8, v12, v16
    vwadd.vv v12, v0, v4
    vsetvli t0, a0, e32, m8, ta, ma
    vwmul.vv v8, v16, v24
    vle8.v v8, (a0)
    vlseg2e32.v v8, (a0)
    vsetvli t0, a0, e16, mf4, ta, ma
    vsetvli t0, a0, e8, m1, ta, ma
    vsext.vf2 v8, v16
    vsetivli t0, 0, e8, m1, ta, ma
    vsetvli t0, a0, e32, m2, ta, ma
    vmseq.vv v9, v8, v10
    vmseq.vv v8, v8, v10
    vrgather.vx v9, v8, a0
    vluxei8.v v8, (a0), v9
loop:
    vadd.vv v9, v11, v13
    mpause
