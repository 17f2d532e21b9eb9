# Comments and blanks in every style; words from the RISC-V manual: addi a0, a0, 1 = 0x00150513.
# run: kc asm coral @
# expect:
#   00150513
#   00150513
#   00150513
#   00150513
#   00150513
#   00150513
	addi	a0,a0,1	# hash
    addi a0 , a0 , 1 // slashes
    addi a0, a0, 1 ; semicolon
    addi a0, /* inside */ a0, 1
/* over
   lines */ addi a0, a0, 0x1
label: other: addi a0, a0, 0b1
