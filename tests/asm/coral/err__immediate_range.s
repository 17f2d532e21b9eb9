# Ranges of immediates by field width: 12 and 5 bits signed, 5 bits unsigned, 20 bits.
# run: kc asm coral @
# exit: 1
# expect:
#   err__immediate_range.s:45:18: error[imm-range]: imm 2048 of addi does not fit in 12 signed bits (-2048 to 2047)
#      45 |     addi a0, a0, 2048
#         |                  ^~~~
#   hint: put the number into a register with li and use add
#   err__immediate_range.s:46:18: error[imm-range]: imm -2049 of addi does not fit in 12 signed bits (-2048 to 2047)
#      46 |     addi a0, a0, -2049
#         |                  ^~~~~
#   hint: put the number into a register with li and use add
#   err__immediate_range.s:47:12: error[imm-range]: imm 4096 of lw does not fit in 12 signed bits (-2048 to 2047)
#      47 |     lw a0, 4096(a1)
#         |            ^~~~
#   hint: add the rest to the base register first
#   err__immediate_range.s:48:22: error[imm-range]: simm5 16 of vadd.vi does not fit in 5 signed bits (-16 to 15)
#      48 |     vadd.vi v8, v16, 16
#         |                      ^~
#   hint: put the number into a register with li and use the .vx form
#   err__immediate_range.s:49:22: error[imm-range]: uimm5 32 of vsll.vi does not fit in 5 unsigned bits (0 to 31)
#      49 |     vsll.vi v8, v16, 32
#         |                      ^~
#   hint: unsigned, 0 to 31
#   err__immediate_range.s:50:18: error[imm-range]: shamt 32 of slli does not fit in 5 unsigned bits (0 to 31)
#      50 |     slli a0, a0, 32
#         |                  ^~
#   hint: shift amount, 0 to 31
#   err__immediate_range.s:51:13: error[imm-range]: imm20 1048576 of lui does not fit in 20 unsigned bits (0 to 1048575)
#      51 |     lui a0, 0x100000
#         |             ^~~~~~~~
#   hint: the operand is the upper 20 bits, 0 to 1048575; li builds whole constants
#   err__immediate_range.s:52:12: error[imm-range]: 4294967296 does not fit in a register
#      52 |     li a0, 0x100000000
#         |            ^~~~~~~~~~~
#   hint: registers have 32 bits: -2147483648 to 4294967295
#   err__immediate_range.s:53:23: error[imm-range]: uimm 32 of csrrwi does not fit in 5 unsigned bits (0 to 31)
#      53 |     csrrwi zero, frm, 32
#         |                       ^~
#   hint: put the number into a register with li and use the register form
#   err__immediate_range.s:54:18: error[imm-range]: uimm 32 of vsetivli does not fit in 5 unsigned bits (0 to 31)
#      54 |     vsetivli t0, 32, e8, m1, ta, ma
#         |                  ^~
#   hint: put the number into a register with li and use vsetvli
    addi a0, a0, 2048
    addi a0, a0, -2049
    lw a0, 4096(a1)
    vadd.vi v8, v16, 16
    vsll.vi v8, v16, 32
    slli a0, a0, 32
    lui a0, 0x100000
    li a0, 0x100000000
    csrrwi zero, frm, 32
    vsetivli t0, 32, e8, m1, ta, ma
