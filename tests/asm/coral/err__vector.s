# What the vector rules forbid whatever vtype is (RVV 1.0, 5.2 and 5.3), masks and addresses.
# run: kc asm coral @
# exit: 1
# expect:
#   err__vector.s:61:5: error[reserved]: vadd.vv: a masked instruction must not write v0, which holds the mask
#      61 |     vadd.vv v0, v1, v2, v0.t
#         |     ^~~~~~~~~~~~~~~~~~~~~~~~
#   hint: take another register for vd
#   err__vector.s:62:5: error[reserved]: vadc.vvm: vd must not be v0, which is an operand
#      62 |     vadc.vvm v0, v1, v2, v0
#         |     ^~~~~~~~~~~~~~~~~~~~~~~
#   hint: take another register for vd
#   err__vector.s:63:5: error[reserved]: vrgather.vv: vd must not overlap vs2
#      63 |     vrgather.vv v8, v8, v16
#         |     ^~~~~~~~~~~~~~~~~~~~~~~
#   hint: vd may not overlap vs2 or vs1. With SEW 8 an index reaches 256 elements, a group has at most 128.
#   err__vector.s:64:5: error[reserved]: vslideup.vi: vd must not overlap vs2
#      64 |     vslideup.vi v8, v8, 1
#         |     ^~~~~~~~~~~~~~~~~~~~~
#   hint: vd may not overlap vs2.
#   err__vector.s:65:5: error[reserved]: vwadd.vv: vd must not overlap vs2
#      65 |     vwadd.vv v8, v8, v16
#         |     ^~~~~~~~~~~~~~~~~~~~
#   hint: vd takes twice as many registers and may not start at a source register.
#   err__vector.s:66:5: error[reserved]: vsext.vf2: vd must not overlap vs2
#      66 |     vsext.vf2 v8, v8
#         |     ^~~~~~~~~~~~~~~~
#   hint: vs2 has fewer registers than vd, and vd may not start at it.
#   err__vector.s:67:27: error[mask]: the mask of vadd.vv is v0.t, not 'v0'
#      67 |     vadd.vv v8, v16, v24, v0
#         |                           ^~
#   hint: write v0.t, or leave it out
#   err__vector.s:68:30: error[mask]: the last operand of vmerge.vvm is v0, not 'v0.t'
#      68 |     vmerge.vvm v8, v16, v24, v0.t
#         |                              ^~~~
#   hint: write v0: here the mask is an operand
#   err__vector.s:69:16: error[address]: vle8.v takes a plain address, (register)
#      69 |     vle8.v v8, 16(a0)
#         |                ^~
#   hint: vector accesses have no offset: add it to the register first
#   err__vector.s:70:16: error[address]: 'a0' is not an address of vle8.v
#      70 |     vle8.v v8, a0
#         |                ^~
#   hint: write (register), for example (a0)
#   err__vector.s:71:5: error[reserved]: vl4re32.v: the registers must start at a multiple of their number
#      71 |     vl4re32.v v2, (a0)
#         |     ^~~~~~~~~~~~~~~~~~
#   hint: use v0, v4, v8, ... v28
#   err__vector.s:72:5: error[reserved]: vlseg4e8.v: the fields reach beyond v31
#      72 |     vlseg4e8.v v30, (a0)
#         |     ^~~~~~~~~~~~~~~~~~~~
#   hint: start at a lower register
#   err__vector.s:73:21: error[vtype]: this machine has no 64-bit elements
#      73 |     vsetvli t0, a0, e64, m1, ta, ma
#         |                     ^~~
#   hint: elements have 8, 16 or 32 bits
#   err__vector.s:74:21: error[vtype]: 'm1' does not belong here in a vector type
#      74 |     vsetvli t0, a0, m1, e8, ta, ma
#         |                     ^~
#   hint: write for example: e8, m1, ta, ma   (e8 e16 e32; mf4 mf2 m1 m2 m4 m8; ta tu; ma mu, in this order)
    vadd.vv v0, v1, v2, v0.t
    vadc.vvm v0, v1, v2, v0
    vrgather.vv v8, v8, v16
    vslideup.vi v8, v8, 1
    vwadd.vv v8, v8, v16
    vsext.vf2 v8, v8
    vadd.vv v8, v16, v24, v0
    vmerge.vvm v8, v16, v24, v0.t
    vle8.v v8, 16(a0)
    vle8.v v8, a0
    vl4re32.v v2, (a0)
    vlseg4e8.v v30, (a0)
    vsetvli t0, a0, e64, m1, ta, ma
    vsetvli t0, a0, m1, e8, ta, ma
