# Mnemonics: unknown with a suggestion, of extensions that this machine lacks with the reason.
# run: kc asm coral @
# exit: 1
# expect:
#   err__mnemonics.s:45:5: error[unknown-mnemonic]: unknown mnemonic 'vad.vv'
#      45 |     vad.vv v8, v16, v24
#         |     ^~~~~~
#   hint: did you mean vadd.vv?
#   err__mnemonics.s:46:5: error[unknown-mnemonic]: unknown mnemonic 'ADDI'
#      46 |     ADDI a0, a0, 1
#         |     ^~~~
#   hint: did you mean addi? Mnemonics are lower case.
#   err__mnemonics.s:47:5: error[absent-mnemonic]: 'c.addi' is not an instruction of this machine
#      47 |     c.addi a0, 1
#         |     ^~~~~~
#   hint: instructions have 32 bits: there is no compressed extension
#   err__mnemonics.s:48:5: error[absent-mnemonic]: 'vfadd.vv' is not an instruction of this machine
#      48 |     vfadd.vv v8, v16, v24
#         |     ^~~~~~~~
#   hint: the vector unit has no floating point: use scalar F, or integers (fp32 ReLU is vmax.vx on the bits)
#   err__mnemonics.s:49:5: error[absent-mnemonic]: 'vle64.v' is not an instruction of this machine
#      49 |     vle64.v v8, (a0)
#         |     ^~~~~~~
#   hint: elements have 8, 16 or 32 bits
#   err__mnemonics.s:50:5: error[absent-mnemonic]: 'ld' is not an instruction of this machine
#      50 |     ld a0, 0(a1)
#         |     ^~
#   hint: registers have 32 bits: use two lw
#   err__mnemonics.s:51:5: error[absent-mnemonic]: 'fadd.d' is not an instruction of this machine
#      51 |     fadd.d fa0, fa1, fa2
#         |     ^~~~~~
#   hint: float registers hold single precision: use the .s form
#   err__mnemonics.s:52:5: error[absent-mnemonic]: 'amoadd.w' is not an instruction of this machine
#      52 |     amoadd.w a0, a1, (a2)
#         |     ^~~~~~~~
#   hint: there are no atomic instructions: one core, accesses are in order
#   err__mnemonics.s:53:5: error[absent-mnemonic]: 'rdcycle' is not an instruction of this machine
#      53 |     rdcycle a0
#         |     ^~~~~~~
#   hint: use csrr rd, mcycle
#   err__mnemonics.s:54:5: error[unknown-mnemonic]: unknown mnemonic 'frobnicate'
#      54 |     frobnicate a0
#         |     ^~~~~~~~~~
#   hint: 'kc isa coral' lists the instructions
    vad.vv v8, v16, v24
    ADDI a0, a0, 1
    c.addi a0, 1
    vfadd.vv v8, v16, v24
    vle64.v v8, (a0)
    ld a0, 0(a1)
    fadd.d fa0, fa1, fa2
    amoadd.w a0, a1, (a2)
    rdcycle a0
    frobnicate a0
