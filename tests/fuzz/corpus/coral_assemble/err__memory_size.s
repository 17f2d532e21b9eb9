# 8 KiB of ITCM are 2048 instructions; DTCM has 32 KiB.
# run: kc asm coral @
# exit: 1
# expect:
#   err__memory_size.s: error[memory-size]: code and read-only data take 8208 bytes; itcm has 8192
#   hint: unroll less, or put tables into .data
#   err__memory_size.s: error[memory-size]: data and bss take 32784 bytes; dtcm has 32768
#   hint: put large arrays into section .ext
    .rept 2049
    nop
    .endr
    .data
    .space 32769
