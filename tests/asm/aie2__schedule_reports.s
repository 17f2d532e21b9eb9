// What the checker says about a schedule: ports, early reads, delay slots, loops.
        st      r0, [p0, #0] ; vmac cm0, cm0, x0, x1, r1
        mul     r4, r5, r6
        add     r7, r4, r5
        vlda    wl2, [p1], #32
        nop
        vadd.16 x4, x2, x6
        vst     wl4, [p2], #32
        movxm   ls, #.Lfirst
        movxm   le, #.Llast
        add.nc  lc, r0, #0
        .p2align 4
.Lfirst:
        nopb ; nopa ; nops ; nopxm ; nopv
.Llast:
        nopa ; nopx
        ret     lr
        nop
        j       #0
        nop
        nop
        nop

// run: kc asm aie2 @
// exit: 1
// expect:
//   aie2__schedule_reports.s:19:9: error[delay-slot-jump]: j stands in delay slot 2 of ret in line 17
//      19 |         j       #0
//         |         ^~~~~~~~~~
//   hint: five bundles lie between a jump and the next one; fill them with nop
//   aie2__schedule_reports.s:19:9: error[delay-slots-missing]: j has 3 of its 5 delay slots: the program ends there
//      19 |         j       #0
//         |         ^~~~~~~~~~
//   hint: the five bundles after a jump always execute; fill them with nop
//   aie2__schedule_reports.s:16:9: warning[loop-end-size]: the last bundle of a zero-overhead loop has 6 bytes; compilers make it 16
//      16 |         nopa ; nopx
//         |         ^~~~
//   hint: fill the bundle with nopa, nopb, nops, nopxm, nopv
//   aie2__schedule_reports.s:9:9: error[loop-setup]: ls is written 28 bytes before the last bundle of the loop; the machine needs 112
//       9 |         movxm   ls, #.Lfirst
//         |         ^~~~~~~~~~~~~~~~~~~~
//   hint: set the loop registers earlier, or put filler bundles (nopb ; nopa ; nops ; nopxm ; nopv) in between
//   aie2__schedule_reports.s:10:9: error[loop-setup]: le is written 22 bytes before the last bundle of the loop; the machine needs 112
//      10 |         movxm   le, #.Llast
//         |         ^~~~~~~~~~~~~~~~~~~
//   hint: set the loop registers earlier, or put filler bundles (nopb ; nopa ; nops ; nopxm ; nopv) in between
//   aie2__schedule_reports.s:11:9: error[loop-setup]: lc is written 18 bytes before the last bundle of the loop; the machine needs 112
//      11 |         add.nc  lc, r0, #0
//         |         ^~~~~~~~~~~~~~~~~~
//   hint: set the loop registers earlier, or put filler bundles (nopb ; nopa ; nops ; nopxm ; nopv) in between
//   aie2__schedule_reports.s:2:32: error[port-conflict]: vmac and st in line 2 both use Rrv (the third read port of r) in stage E1
//       2 |         st      r0, [p0, #0] ; vmac cm0, cm0, x0, x1, r1
//         |                                ^~~~~~~~~~~~~~~~~~~~~~~~~
//   hint: a scalar store and a vec instruction cannot share a bundle
//   aie2__schedule_reports.s:4:9: error[port-conflict]: add uses Rwx (the write port of r for the alu slot) in stage E1, when mul in line 3, issued 1 cycle earlier, uses it in E2
//       4 |         add     r7, r4, r5
//         |         ^~~~~~~~~~~~~~~~~~
//   hint: mul writes one cycle late: leave the alu slot of the next bundle empty
//   aie2__schedule_reports.s:4:9: warning[premature-read]: add reads r4 1 cycle after mul in line 3; the result takes 2, so it gets the value before, and nothing reads the result
//       4 |         add     r7, r4, r5
//         |         ^~~~~~~~~~~~~~~~~~
//   hint: issue it 1 bundle later, or mul earlier
//   aie2__schedule_reports.s:7:9: warning[premature-read]: vadd.16 reads x2 2 cycles after vlda in line 5; the result takes 7, so it gets the value before, and nothing reads the result
//       7 |         vadd.16 x4, x2, x6
//         |         ^~~~~~~~~~~~~~~~~~
//   hint: issue it 5 bundles later, or vlda earlier
//   aie2__schedule_reports.s:8:9: warning[premature-read]: vst reads wl4 1 cycle after vadd.16 in line 7; the result takes 2, so it gets the value before, and nothing reads the result
//       8 |         vst     wl4, [p2], #32
//         |         ^~~~~~~~~~~~~~~~~~~~~~
//   hint: issue it 1 bundle later, or vadd.16 earlier
