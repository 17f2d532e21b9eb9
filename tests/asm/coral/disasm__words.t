# Words that are no instructions keep their bits and get a reason; encodings from the RISC-V manual.
# run: printf '00150513\n08000073\n00000000\nffffffff\n02100057\n0000106f\n5e0b4457\n' > words.hex; kc disasm coral words.hex; rm words.hex
# expect:
#   addi a0, a0, 1
#   mpause
#   .word 0x00000000    # not a 32-bit instruction
#   .word 0xffffffff    # no such instruction
#   vadd.vv v0, v1, v0
#   jal zero, 4096
#   vmv.v.x v8, s6
