// every directive and odd form
.set two, 2
k = two + 6
.globl f
.macro inc r, by=1
  add \r, \r, #\by
.endm
f:
  NOPA ; /* block */ nopb ;
  nops
.rept two
  inc r1
  inc r2, 3
.endr
  movxm p0, #(f+8) ; vclr cm0
  mov r17:r16, cntr
  .p2align 4
  .byte 1, 2, 3
  .space 5, 7
  .align 32
  .word 0x12345678
  jnz r1, #f
  nop
  nop
  nop
  nop
  nop
  vaddmac cm0, cm0, cm1, x0, x2, r0
