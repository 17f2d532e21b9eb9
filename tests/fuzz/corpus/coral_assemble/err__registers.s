# Register names: the classic slips, each with the range that exists.
# run: kc asm coral @
# exit: 1
# expect:
#   err__registers.s:45:10: error[register]: operand rd of addi must be an integer register, not 't7'
#      45 |     addi t7, zero, 1
#         |          ^~
#   hint: temporaries are t0 to t6 (x5-x7, x28-x31)
#   err__registers.s:46:10: error[register]: operand rd of addi must be an integer register, not 'a8'
#      46 |     addi a8, zero, 1
#         |          ^~
#   hint: argument registers are a0 to a7 (x10-x17)
#   err__registers.s:47:10: error[register]: operand rd of addi must be an integer register, not 's12'
#      47 |     addi s12, zero, 1
#         |          ^~~
#   hint: saved registers are s0 to s11 (x8, x9, x18-x27)
#   err__registers.s:48:10: error[register]: operand rd of addi must be an integer register, not 'x32'
#      48 |     addi x32, zero, 1
#         |          ^~~
#   hint: registers are x0 to x31, f0 to f31 and v0 to v31
#   err__registers.s:49:22: error[register]: operand fs2 of fadd.s must be a float register, not 'a2'
#      49 |     fadd.s fa0, fa1, a2
#         |                      ^~
#   hint: f0 to f31, or ft0-ft11 fs0-fs11 fa0-fa7
#   err__registers.s:50:22: error[register]: operand vs1 of vadd.vv must be a vector register, not 'a0'
#      50 |     vadd.vv v8, v16, a0
#         |                      ^~
#   hint: vadd.vx takes that operand
#   err__registers.s:51:22: error[register]: operand rs1 of vadd.vx must be an integer register, not 'v24'
#      51 |     vadd.vx v8, v16, v24
#         |                      ^~~
#   hint: vadd.vv takes that operand
#   err__registers.s:52:22: error[register]: operand vs1 of vadd.vv must be a vector register, not '3'
#      52 |     vadd.vv v8, v16, 3
#         |                      ^
#   hint: vadd.vi takes that operand
#   err__registers.s:53:17: error[register]: operand vs2 of vadd.vv must be a vector register, not 'v32'
#      53 |     vadd.vv v8, v32, v1
#         |                 ^~~
#   hint: registers are x0 to x31, f0 to f31 and v0 to v31
#   err__registers.s:54:14: error[register]: operand rs1 of lw must be an integer register, not 'v1'
#      54 |     lw a0, 4(v1)
#         |              ^~
#   hint: x0 to x31, or zero ra sp gp tp t0-t6 s0-s11 a0-a7
    addi t7, zero, 1
    addi a8, zero, 1
    addi s12, zero, 1
    addi x32, zero, 1
    fadd.s fa0, fa1, a2
    vadd.vv v8, v16, a0
    vadd.vx v8, v16, v24
    vadd.vv v8, v16, 3
    vadd.vv v8, v32, v1
    lw a0, 4(v1)
