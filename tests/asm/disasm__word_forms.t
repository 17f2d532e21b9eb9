# The loader splits on any white space, takes 0x or none, lower-case digits, fewer than 8 digits (spec 4.5).
# run: printf '0x00200062 00200062\t200062\r\n0x0000c84d\n' | kc disasm plena -
# expect:
#   S_ADDI_INT gp1, gp0, 128
#   S_ADDI_INT gp1, gp0, 128
#   S_ADDI_INT gp1, gp0, 128
#   V_ADD_VV gp1, gp2, gp3, 0
