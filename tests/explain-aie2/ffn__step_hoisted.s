// task: ffn
// config: C2
// cause: delay-slot
.scratch hidden, 16x256
.fifo A0, in, size=4096, chan=0, depth=2, bank=A
.fifo A1, in, size=4096, chan=1, depth=2, bank=B
.fifo W0, in, size=4096, chan=0, depth=2, bank=C
.fifo W1, in, size=4096, chan=1, depth=2, bank=D
.buffer left, 2048, bank=C
.buffer right, 4096, bank=D
.fifo O, out, size=2048, depth=2, bank=A
.buffer ring, 64, bank=B
.transfer A0, x, tile=8x128, step=16x128, part=0:8,0:128, layout=4x8
.transfer A1, x, tile=8x128, step=16x128, part=8:16,0:128, layout=4x8
.transfer W0, w1, tile=128x16, step=128x32, part=0:128,0:240, layout=128x4
.transfer W1, w1, tile=128x16, step=128x32, part=0:128,16:256, layout=128x4
.transfer O, hidden, tile=16x64, part=0:16,0:256, layout=16x4
.transfer A0, hidden, tile=8x256, step=16x256, part=0:8,0:256, layout=4x8
.transfer A1, hidden, tile=8x256, step=16x256, part=8:16,0:256, layout=4x8
.transfer W0, w2, tile=256x8, step=256x16, part=0:256,0:120, layout=256x4
.transfer W1, w2, tile=256x8, step=256x16, part=0:256,8:128, layout=256x4
.transfer O, y, tile=16x32, part=0:16,0:128, layout=16x4
.sequence in0, A0*1, W0*8, A0*1, W0*8
.sequence in1, A1*1, W1*8, A1*1, W1*8
.text
// 16 rows at p0, p1 times 8 columns at p2, p3, depth 8 * r0, to p4, p5
// silu of 32 pairs of tiles at raw, to p0
// 16 rows at r4, r5 to r0 results of r1 tiles of r2 strips, depth 8 * r3
// 16 rows at r4, r5 to r0 results of r1 tiles of r2 strips, depth 8 * r3
.globl strip16
.p2align 4
strip16:
  nopa ; nops ; movx r1, #6 ; mov r2, r0 ; vclr cm3
  nopa ; nops ; movxm ls, #.Lstrip16_1 ; vclr cm2
  nopa ; nops ; movxm le, #.Lstrip16_2 ; vclr cm1
  nopa ; nops ; lshl r0, r0, r1 ; add.nc lc, r2, #0 ; vclr cm0
  nopa ; nops ; movx r0, #32 ; mov r1, r0 ; nopv
  nopa ; nops ; add r0, r1, r0 ; mov dj0, r1 ; nopv
  nopa ; nops ; movx r0, #28 ; mov dj1, r0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 37: 24 cycles for 1 trip, in 1 stage
.Lstrip16_1:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl2, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh2, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  nop
  nop
  vmac.f bml2, bml2, x2, x10, r0
  vmac.f bmh2, bmh2, x2, x0, r0
  vmac.f bml0, bml0, x3, x10, r0
  vmac.f bmh0, bmh0, x3, x0, r0
  vmac.f bml3, bml3, x4, x11, r0
  vmac.f bmh3, bmh3, x4, x1, r0
  vmac.f bml1, bml1, x2, x11, r0
  vmac.f bmh1, bmh1, x2, x1, r0
  nop
  nop
  nop
  nop
  nopa
.Lstrip16_2:
  nopa ; nopb ; nops ; nopm ; nopv
  vst.conv.bf16.fp32 bml3, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p5], #32
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p5], #32
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p5], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p5], #32 ; ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl silu
.p2align 4
silu:
  mova r2, #0 ; movxm ls, #.Lsilu_3
  mova r0, #60 ; movxm le, #.Lsilu_4
  mova r1, #28 ; movx lc, #32 ; vbcst.16 x0, r2
  movxm r3, #-1049624576
  movxm r8, #1056964608
  movxm r4, #1040039752
  movxm r5, #-1151860736
  movxm r6, #956890770
  movxm r7, #-1224015872
  movxm r1, #16560
  movxm r2, #49328
  vbcst.32 x1, r3
  vbcst.32 x10, r8
  movxm r3, #13471
  vbcst.32 x3, r4
  vbcst.32 x4, r5
  vbcst.32 x5, r6
  vbcst.32 x6, r7
  vbcst.16 x11, r1
  vbcst.16 x2, r2
  vmov bmh5, x1
  vmov bmh0, x10
  vbcst.16 x1, r3
  vmov bmh1, x3
  vmov bmh2, x4
  vmov bmh3, x5
  vmov bmh4, x6
  movxm p1, #left
  mov p0, p0
  movxm r16, #65535
  nopa ; nops ; movxm r17, #-65536 ; nopv
// line 106: 77 cycles for 1 trip, in 1 stage
.Lsilu_3:
  vlda wl10, [p1], #32 ; vmov wh5, wh0
  vlda wh10, [p1], #32 ; vmov wl6, wl0
  vmov wh7, wh0
  vmov wl8, wl0
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x3, r18, x10, x2
  vmin_ge.bf16 x9, r19, x3, x11
  vsel.16 x3, x9, x0, r17
  vsel.16 x4, x9, x0, r16
  vmac.f bmh6, bmh5, x9, x3, r0
  vmac.f bmh6, bmh5, x9, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh6, bmh6
  vmac.f bmh6, bmh4, x5, x1, r0
  vmac.f bmh6, bmh4, x6, x1, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh3, x9, x5, r0
  vmac.f bmh6, bmh3, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh2, x9, x5, r0
  vmac.f bmh6, bmh2, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh1, x9, x5, r0
  vmac.f bmh6, bmh1, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh5, bmh6
  nop
  vmac.f bmh6, bmh0, x5, x3, r0
  vmac.f bmh6, bmh0, x5, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl7, bmh6
  vconv.bf16.fp32 wh8, bmh6
  vmul.f bmh6, x10, x7, r0
  vmul.f bmh6, x10, x8, r0
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh6, [p0], #32
  vst.conv.bf16.fp32 bmh6, [p0], #32
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lsilu_4:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl panel16_silu
.p2align 4
panel16_silu:
  movxm p7, #ring
  lda r9, [p7, #0] ; movx r2, #6 ; mov r22, r2
  lda r10, [p7, #4] ; movxm r6, #128
  lda r11, [p7, #8] ; mul r23, r6, r22 ; mov r0, r0
  mov r15, r3
  lshl r14, r15, r2 ; mov r12, lr
  mov r24, r1
  mov r21, r4
  mov r20, r5
  mov r13, r0
.Lpanel16_silu_5:
  movx r1, #-1 ; mov r0, r11
  acq #O.empty, r1 ; mov r3, r24
  movxm r4, #left
  nop
  nop
  nopa ; nopb
.Lpanel16_silu_6:
  movx r0, #-1 ; mov r6, r9
  acq #W0.full, r0 ; mov r5, r10
  movx r0, #-1 ; mov r8, r22
  add r7, r4, r23
  nop
  acq #W1.full, r0
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lpanel16_silu_7:
  nopa ; nopb ; nops ; mov p0, r21 ; nopv
  nopa ; nopb ; nops ; mov p2, r6 ; nopv
  nopa ; nops ; jl #strip16 ; nopv
  nopa ; nopb ; nops ; mov p4, r4 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov p1, r20 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov p3, r5 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov p5, r7 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov r0, r15 ; nopv  // delay slot
  add r8, r8, #-1
  movxm r0, #128  // delay slot
  jnz r8, #.Lpanel16_silu_7
  add r6, r6, r14  // delay slot
  add r4, r4, r0  // delay slot
  add r5, r5, r14  // delay slot
  add r7, r7, r0  // delay slot
  movx r0, #1 ; mov r4, r7
  rel #W0.empty, r0
  movx r1, #1
  add r3, r3, #-1
  movxm r0, #W0.buf0
  rel #W1.empty, r1
  movxm r1, #W0.buf1
  movxm r2, #W1.buf0
  jnz r3, #.Lpanel16_silu_6
  movxm r5, #W1.buf1  // delay slot
  add r0, r0, r1  // delay slot
  add r1, r2, r5  // delay slot
  sub r9, r0, r9  // delay slot
  sub r10, r1, r10  // delay slot
  jl #silu
  mov p0, r11  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nops ; nopx  // delay slot
  movx r0, #1
  rel #O.full, r0
  add r13, r13, #-1
  jnz r13, #.Lpanel16_silu_5
  movxm r0, #O.buf0  // delay slot
  movxm r1, #O.buf1  // delay slot
  add r0, r0, r1  // delay slot
  sub r11, r0, r11  // delay slot
  nop  // delay slot
  mov lr, r12
  movxm p7, #ring
  st r9, [p7, #0] ; ret lr
  st r10, [p7, #4]  // delay slot
  st r11, [p7, #8]  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl panel16
.p2align 4
panel16:
  movxm p7, #ring
  lda r3, [p7, #0] ; movx r2, #6 ; mov r14, r2
  lda r4, [p7, #4] ; movxm r6, #128
  lda r5, [p7, #8] ; mul r15, r6, r14 ; mov r0, r0
  mov r9, r3
  lshl r8, r9, r2 ; mov r6, lr
  mov r20, r1
  mov r12, r4
  mov r11, r5
  mov r7, r0
.Lpanel16_8:
  movx r0, #-1 ; mov r13, r5
  acq #O.empty, r0 ; mov r10, r20
  nop
  nop
  nop
  nopa ; nops ; nopx
.Lpanel16_9:
  movx r0, #-1 ; mov r17, r3
  acq #W0.full, r0 ; mov r16, r4
  movx r0, #-1 ; mov r19, r14
  add r18, r13, r15
  nop
  acq #W1.full, r0
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lpanel16_10:
  nopa ; nopb ; nops ; mov p0, r12 ; nopv
  nopa ; nopb ; nops ; mov p2, r17 ; nopv
  nopa ; nops ; jl #strip16 ; nopv
  nopa ; nopb ; nops ; mov p4, r13 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov p1, r11 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov p3, r16 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov p5, r18 ; nopv  // delay slot
  nopa ; nopb ; nops ; mov r0, r9 ; nopv  // delay slot
  add r19, r19, #-1
  jnz r19, #.Lpanel16_10
  movxm r0, #128  // delay slot
  add r17, r17, r8  // delay slot
  add r13, r13, r0  // delay slot
  add r16, r16, r8  // delay slot
  add r18, r18, r0  // delay slot
  movx r0, #1 ; mov r13, r18
  rel #W0.empty, r0
  movx r1, #1
  add r10, r10, #-1
  movxm r0, #W0.buf0
  rel #W1.empty, r1
  movxm r1, #W0.buf1
  movxm r2, #W1.buf0
  jnz r10, #.Lpanel16_9
  movxm r16, #W1.buf1  // delay slot
  add r0, r0, r1  // delay slot
  add r1, r2, r16  // delay slot
  sub r3, r0, r3  // delay slot
  sub r4, r1, r4  // delay slot
  movx r0, #1
  rel #O.full, r0
  add r7, r7, #-1
  jnz r7, #.Lpanel16_8
  movxm r0, #O.buf0  // delay slot
  movxm r1, #O.buf1  // delay slot
  add r0, r0, r1  // delay slot
  sub r5, r0, r5  // delay slot
  nop  // delay slot
  mov lr, r6
  movxm p7, #ring
  st r3, [p7, #0] ; ret lr
  st r4, [p7, #4]  // delay slot
  st r5, [p7, #8]  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl kernel
// x times w1
.p2align 4
kernel:
  movxm p0, #ring
  movxm r0, #W0.buf0
  st r0, [p0, #0] ; movxm r0, #W1.buf0
  st r0, [p0, #4] ; movxm r0, #O.buf0
  st r0, [p0, #8] ; movx r6, #-1
  mov r28, lr
  movxm r25, #A0.buf0
  movxm r26, #A1.buf0
  acq #A0.full, r6 ; mov r4, r25
  movxm r29, #A0.buf1
  movxm r27, #A1.buf1
  mov r5, r26
  acq #A1.full, r6
  jl #panel16_silu
  movxm r0, #4  // delay slot
  movxm r1, #2  // delay slot
  movxm r2, #4  // delay slot
  movxm r3, #16  // delay slot
  nopa ; nopb ; nops ; nopm ; nopv  // delay slot
// hidden times w2
  movx r6, #1 ; mov r0, r25
  rel #A0.empty, r6 ; mov r25, r29
  mov r1, r26
  mov r26, r27
  mov r29, r0
  rel #A1.empty, r6 ; mov r27, r1
  movx r6, #-1 ; mov r4, r25
  mov r5, r26
  movxm r0, #4
  acq #A0.full, r6
  movxm r1, #2
  movxm r2, #2
  movxm r3, #32
  acq #A1.full, r6
  jl #panel16
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  movx r6, #1 ; mov lr, r28
  rel #A0.empty, r6 ; mov r0, r25
  mov r1, r26
  mov r25, r29
  mov r29, r0
  rel #A1.empty, r6 ; mov r26, r27
  ret lr ; mov r27, r1
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
