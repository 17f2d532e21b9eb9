// What the assembler says about instructions that cannot share a bundle.
        mov r0, #1 ; add r2, r3, r4 ; mov r1, #2
        movxm r0, #1 ; add r1, r1, r1
        nop ; nopa
        vlda wl0, [p0], #32 ; vldb wl2, [p1], #32 ; vmac.g bml0, bml0, x0, x2, r1

// run: kc asm aie2 @
// exit: 1
// expect:
//   aie2__bundle_reports.s:2:39: error[slot-twice]: slot mv is taken twice: by mov in line 2 and by mov
//       2 |         mov r0, #1 ; add r2, r3, r4 ; mov r1, #2
//         |                                       ^~~~~~~~~~
//   hint: move one of them to another bundle
//   aie2__bundle_reports.s:3:24: error[slot-lng]: add (slot alu) and movxm in line 3 (slot lng): lng takes the place of alu and mv
//       3 |         movxm r0, #1 ; add r1, r1, r1
//         |                        ^~~~~~~~~~~~~~
//   hint: mova (lda), movx (alu) or mov (mv) set small constants without the long slot
//   aie2__bundle_reports.s:4:15: error[slot-nop]: nop stands alone or with one lng instruction; here nopa meets nop
//       4 |         nop ; nopa
//         |               ^~~~
//   hint: leave the nop out, or fill a slot with nopa, nopb, nops, nopx, nopm or nopv
//   aie2__bundle_reports.s:5:53: error[unknown-mnemonic]: 'vmac.g' is not an instruction
//       5 |       vlda wl0, [p0], #32 ; vldb wl2, [p1], #32 ; vmac.g bml0, bml0, x0, x2, r1
//         |                                                   ^~~~~~
//   hint: did you mean vmac.f?
