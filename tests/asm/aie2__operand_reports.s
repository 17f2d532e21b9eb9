// What the assembler says about operands that do not fit.
        vst     x0, [p0, #0]
        vmac.f  cm0, cm0, x0, x1, r0
        vmax_lt.bf16 x1, r0, x0, x2
        lda     r0, [p0]
        lda     r0, [p0, #3]
        add     r0, r1, 5
        movx    crsat, r0
        vaddmac cm0, cm1, cm2, x0, x2, r0
        movxm   r0, #0xbf800000
        jl      f

// run: kc asm aie2 @
// exit: 1
// expect:
//   aie2__operand_reports.s:2:17: error[register-class]: vst cannot use x0 here; it takes amhh0..amhh8, amhl0..amhl8, amlh0..amlh8, amll0..amll8 or wh0..wh11, wl0..wl11
//       2 |         vst     x0, [p0, #0]
//         |                 ^~
//   hint: x0 is made of wh0, wl0
//   aie2__operand_reports.s:3:17: error[register-class]: vmac.f cannot use cm0 here; it takes bmh0..bmh8, bml0..bml8
//       3 |         vmac.f  cm0, cm0, x0, x1, r0
//         |                 ^~~
//   hint: cm0 is made of bmh0, bml0
//   aie2__operand_reports.s:4:26: error[register-class]: vmax_lt.bf16 cannot use r0 here; it takes r16..r23
//       4 |         vmax_lt.bf16 x1, r0, x0, x2
//         |                          ^~
//   hint: written as: vmax_lt.bf16 d, cmp, s1, s2
//   aie2__operand_reports.s:5:24: error[missing-offset]: lda needs an offset: [p0, #0] to access at the pointer, [p0], #4 to move it afterwards
//       5 |         lda     r0, [p0]
//         |                        ^
//   hint: written as: lda d, [ptr, dj]; lda d, [ptr, imm]; lda d, [ptr], imm; lda d, [ptr], mod; lda d, [sp, imm]
//   aie2__operand_reports.s:6:26: error[imm-step]: 3 is not a multiple of 4, as lda needs here
//       6 |         lda     r0, [p0, #3]
//         |                          ^~
//   hint: move the pointer first (padda, paddb, padds), or use a register: [p0, dj0], [p0], m0
//   aie2__operand_reports.s:7:25: error[missing-hash]: an immediate needs '#'
//       7 |         add     r0, r1, 5
//         |                         ^
//   hint: write #5
//   aie2__operand_reports.s:8:17: error[register-case]: 'crsat' must be written 'crSat'
//       8 |         movx    crsat, r0
//         |                 ^~~~~
//   hint: register names and SS, MCD, SCD, CORE_ID, cntr, ms are case sensitive
//   aie2__operand_reports.s:9:17: error[tied-operand]: vaddmac writes the register it reads as acc1: 'cm0' must be cm1
//       9 |         vaddmac cm0, cm1, cm2, x0, x2, r0
//         |                 ^~~
//   hint: use the same register twice, or vmac/vmsc with one accumulator and vadd/vsub
//   aie2__operand_reports.s:10:21: error[imm-range]: 3212836864 is outside -2147483648..2147483647, which movxm takes here
//      10 |         movxm   r0, #0xbf800000
//         |                     ^~~~~~~~~~~
//   hint: #-1082130432 has the same 32 bits
//   aie2__operand_reports.s:11:17: error[missing-hash]: 'f' is no register; an immediate or an address needs '#'
//      11 |         jl      f
//         |                 ^
//   hint: write #f
