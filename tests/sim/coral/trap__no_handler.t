# Without a handler in mtvec the run ends with the trap: id, mcause's meaning, pc, line.  One program each (spec 6).
# run: for p in 'ecall' 'ebreak' '.word 0' '.word 0x12345678' '.word 0x00001057' '.word 0xffffffff' 'csrr a0, cycle' 'lw a0, 0(x0)\nsw a0, 0(x0)' 'lui a0, 0x30\nlw a1, 4(a0)' 'lui a0, 0x30\nsb a1, 4(a0)' 'li a0, 2\njr a0' 'lui a0, 0x2\njr a0' 'nop' 'csrwi frm, 5\nfadd.s fa0, fa0, fa1' 'li t0, 1\ncsrw mepc, x0\ncsrw mhartid, t0'; do printf "$p\n" | kc sim coral - 2>&1 | grep -E 'trap:|^hint'; done
# expect:
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[ecall]: trap: ecall, and mtvec is 0: no handler (pc 0, cycle 5)
#   hint: there is no system below this program; set mtvec to handle it yourself
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[ebreak]: trap: the program ended itself with ebreak (pc 0, cycle 5)
#   hint: ebreak ends a run with fault = 1; a program that succeeded ends with mpause
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[illegal-instruction]: trap: execution ran into memory that holds no code (pc 0, cycle 5)
#   hint: 'kc isa coral' lists the instructions of this machine
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[illegal-instruction]: trap: 0x5678 would be a compressed instruction; this machine has none (pc 0, cycle 5)
#   hint: 'kc isa coral' lists the instructions of this machine
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[no-vector-float]: trap: word 0x00001057 is a vector float instruction; the silicon drops it without a trap and jams (pc 0, cycle 5)
#   hint: the vector unit has integers only; use scalar float, or fixed point
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[illegal-instruction]: trap: word 0xffffffff is no instruction of this machine (pc 0, cycle 5)
#   hint: 'kc isa coral' lists the instructions of this machine
#   hint: use mcycle
#   trap: 5 cycles (5.000 ns), 0 instructions
#   <stdin>:1:1: error[unknown-csr]: trap: there is no CSR 0xc00 (pc 0, cycle 5)
#   hint: use mcycle and minstret for measurements; 'kc isa coral' lists the registers
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[store-into-itcm]: trap: a store of 4 bytes at 0x00000000, which lies in ITCM (pc 4, cycle 5, x10 = 9475)
#   hint: code and read-only data lie there; put variables into .data or .bss
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[load-access]: trap: a load of 4 bytes at 0x00030004, where there is no memory (pc 4, cycle 5, x10 = 196608)
#   hint: data lies in DTCM or in external memory; 'kc platforms coral' shows the map
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[store-access]: trap: a store of 1 bytes at 0x00030004, where there is no memory (pc 4, cycle 5, x10 = 196608, x11 = 0)
#   hint: data lies in DTCM or in external memory; 'kc platforms coral' shows the map
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:2:1: error[misaligned-jump]: trap: a jump to 0x00000002, which is not a multiple of 4 (pc 4, cycle 5, x10 = 2)
#   hint: instructions are 4 bytes; look at the target address
#   trap: 7 cycles (7.000 ns), 2 instructions
#   <stdin>:1:1: error[fetch-outside-itcm]: trap: execution reached 0x00002000, outside ITCM (pc 8192, cycle 7)
#   hint: a program ends with mpause; look at the return address and at jumps through registers
#   trap: 5 cycles (5.000 ns), 1 instructions
#   <stdin>:1:1: error[illegal-instruction]: trap: execution ran into memory that holds no code (pc 4, cycle 5)
#   hint: 'kc isa coral' lists the instructions of this machine
#   trap: 6 cycles (6.000 ns), 1 instructions
#   <stdin>:2:1: error[rounding-mode]: trap: frm holds 5, which is no mode (pc 4, cycle 6)
#   hint: frm holds 0 (rne), 1 (rtz), 2 (rdn), 3 (rup) or 4 (rmm)
#   trap: 8 cycles (8.000 ns), 2 instructions
#   <stdin>:3:1: error[read-only-csr]: trap: CSR 0xf14 is read-only (pc 8, cycle 8, x5 = 1)
#   hint: read it with csrr rd, name
