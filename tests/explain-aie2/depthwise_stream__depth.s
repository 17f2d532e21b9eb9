// task: depthwise_conv
// config: C5
// cause: buffer-order
.fifo W, in, w, tile=9x16, chan=0, order=cr, depth=1, bank=A
.fifo X0, in, size=6144, chan=0, depth=2, bank=A
.fifo Y0, out, size=4096, chan=0, depth=1, bank=C
.fifo X1, in, size=6144, chan=1, depth=1, bank=B
.fifo Y1, out, size=4096, chan=1, depth=1, bank=C
.buffer PLANES, 6528, bank=D
.buffer TAPS, 768, bank=B
.transfer X0, x, tile=160x16, part=0:160,0:16
.transfer Y0, y, tile=128x16, part=0:128,0:16
.transfer X1, x, tile=192x16, part=96:288,0:16
.transfer Y1, y, tile=128x16, part=128:256,0:16
.transfer X0, x, tile=192x16, part=224:416,0:16
.transfer Y0, y, tile=128x16, part=256:384,0:16
.transfer X1, x, tile=192x16, part=352:544,0:16
.transfer Y1, y, tile=128x16, part=384:512,0:16
.transfer X0, x, tile=192x16, part=480:672,0:16
.transfer Y0, y, tile=128x16, part=512:640,0:16
.transfer X1, x, tile=192x16, part=608:800,0:16
.transfer Y1, y, tile=128x16, part=640:768,0:16
.transfer X0, x, tile=192x16, part=736:928,0:16
.transfer Y0, y, tile=128x16, part=768:896,0:16
.transfer X1, x, tile=160x16, part=864:1024,0:16
.transfer Y1, y, tile=128x16, part=896:1024,0:16
.transfer X0, x, tile=160x16, part=0:160,16:32
.transfer Y0, y, tile=128x16, part=0:128,16:32
.transfer X1, x, tile=192x16, part=96:288,16:32
.transfer Y1, y, tile=128x16, part=128:256,16:32
.transfer X0, x, tile=192x16, part=224:416,16:32
.transfer Y0, y, tile=128x16, part=256:384,16:32
.transfer X1, x, tile=192x16, part=352:544,16:32
.transfer Y1, y, tile=128x16, part=384:512,16:32
.transfer X0, x, tile=192x16, part=480:672,16:32
.transfer Y0, y, tile=128x16, part=512:640,16:32
.transfer X1, x, tile=192x16, part=608:800,16:32
.transfer Y1, y, tile=128x16, part=640:768,16:32
.transfer X0, x, tile=192x16, part=736:928,16:32
.transfer Y0, y, tile=128x16, part=768:896,16:32
.transfer X1, x, tile=160x16, part=864:1024,16:32
.transfer Y1, y, tile=128x16, part=896:1024,16:32
.sequence in0, W*1, X0*4, W*1, X0*4
.text
// clears the copy
// clears 1 rows at p0
// copies r0 pixels at p0 to columns at p1, row by row
// pairs of taps of 16 channels, the filter at p0
// 4 rows of 16 channels to p0
.globl clear
.p2align 4
clear:
  movxm ls, #.Lclear_1
  movxm le, #.Lclear_2
  movx lc, #204
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
  nopa ; nopb ; nops ; vbcst.16 x0, r0 ; nopv
  nopa ; nops ; movxm p0, #PLANES ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 46: 4 cycles for 1 trip, in 1 stage
.Lclear_1:
  vst wl0, [p0], #32
  nop
  nopa ; nops ; nopx
.Lclear_2:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl border
.p2align 4
border:
  movxm ls, #.Lborder_3
  movxm le, #.Lborder_4
  movx lc, #34
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
  nopa ; nopb ; nops ; vbcst.16 x0, r0 ; nopv
  nopa ; nops ; movxm m0, #192 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 55: 4 cycles for 1 trip, in 1 stage
.Lborder_3:
  vst wl0, [p0], m0
  nop
  nopa ; nops ; nopx
.Lborder_4:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl copy
.p2align 4
copy:
  mov r0, r0
  movxm ls, #.Lcopy_5
  movxm le, #.Lcopy_6
  nopa ; nopb ; nops ; add.nc lc, r0, #0 ; nopv
  nopa ; nops ; movxm m1, #32 ; nopv
  nopa ; nops ; movxm dj0, #192 ; nopv
  nopa ; nops ; movxm dn0, #31 ; nopv
  nopa ; nops ; movxm m0, #-5920 ; nopv
  nopa ; nopb ; nops ; mov dc0, #0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 67: 11 cycles for 1 trip, in 1 stage
.Lcopy_5:
  vlda wl0, [p0], m1
  nop
  nop
  nop
  nop
  nop
  nop
  vst.2d wl0, [p1], d0
  nop
  nopa ; nops ; nopx
.Lcopy_6:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl taps
.p2align 4
taps:
  movxm ls, #.Ltaps_7
  movxm le, #.Ltaps_8
  movx lc, #3
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
  nopa ; nopb ; nops ; vbcst.16 x0, r0 ; nopv
  nopa ; nops ; movxm p1, #TAPS ; nopv
  nopa ; nops ; movxm m0, #96 ; nopv
  nopa ; nops ; movxm m1, #-160 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 79: 18 cycles for 1 trip, in 1 stage
.Ltaps_7:
  vlda wl11, [p0], m0
  vlda wl1, [p0], m0
  vlda wl10, [p0], m1
  nop
  nop
  nop
  nop
  vst wl11, [p1], #32
  vst wl1, [p1], #32
  vst wl0, [p1], #32
  vst wl11, [p1], #32
  vst wl10, [p1], #32
  vst wl0, [p1], #32
  vst wl1, [p1], #32
  vst wl10, [p1], #32
  nop
  nopa ; nops ; nopx
.Ltaps_8:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl band
.p2align 4
band:
  mova r1, #2 ; movx r7, #60 ; mov r0, p0
  movxm m2, #192
  movxm m4, #-1280
  movxm m3, #-1216
  movxm m0, #32
  movxm m1, #800
  movxm r5, #1536
  movxm r2, #-6080
  movxm r6, #256
  movxm r3, #1024
  nopa ; nops ; movxm r4, #PLANES ; nopv
.Lband_9:
  nopa ; nops ; movx r8, #4 ; nopm ; nopv
.Lband_10:
  movxm ls, #.Lband_11 ; vclr cm0
  movxm le, #.Lband_12 ; vclr cm1
  movx lc, #3 ; mov p1, r4 ; vclr cm2
  movxm p2, #TAPS ; vclr cm3
  mov p0, r0 ; vclr cm4
  nopa ; nopb ; nops ; nopm ; vclr cm5
  nopa ; nopb ; nops ; nopm ; vclr cm6
  nopa ; nopb ; nops ; nopm ; vclr cm7
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 120: 47 cycles for 1 trip, in 1 stage
.Lband_11:
  vlda wh0, [p1, #32] ; vldb wl10, [p2], #32
  vlda wl0, [p1], m2 ; vldb wh10, [p2], #32
  vlda wh1, [p1, #32] ; vldb wl11, [p2], #32
  vlda wl1, [p1], m2 ; vldb wh11, [p2], #32
  vlda wh2, [p1, #32] ; vldb wl0, [p2], #32
  vlda wl2, [p1], m2 ; vldb wh0, [p2], #32
  vlda wh3, [p1, #32] ; vldb wl1, [p2], #32
  vlda wl3, [p1], m2 ; vldb wh1, [p2], #32
  vlda wh2, [p1, #32] ; vmac.f bml0, bml0, x0, x10, r7
  vlda wl2, [p1], m2
  vlda wh3, [p1, #32] ; vmac.f bmh0, bmh0, x0, x11, r7
  vlda wl3, [p1], m2 ; vmac.f bml1, bml1, x1, x10, r7
  vlda wh2, [p1, #32] ; vmac.f bmh1, bmh1, x1, x11, r7
  vlda wl2, [p1], m2 ; vmac.f bml2, bml2, x2, x10, r7
  vlda wh3, [p1, #32] ; vmac.f bmh2, bmh2, x2, x11, r7
  vlda wl3, [p1], m4 ; vmac.f bml3, bml3, x3, x10, r7
  vlda wh2, [p1, #32] ; vmac.f bmh3, bmh3, x3, x11, r7
  vlda wl2, [p1], m2 ; vmac.f bml4, bml4, x2, x10, r7
  vlda wh10, [p1, #32] ; vmac.f bmh4, bmh4, x2, x11, r7
  vlda wl10, [p1], m2 ; vmac.f bml5, bml5, x3, x10, r7
  vlda wh11, [p1, #32] ; vmac.f bmh5, bmh5, x3, x11, r7
  vlda wl11, [p1], m2 ; vmac.f bml6, bml6, x2, x10, r7
  vlda wh10, [p1, #32] ; vmac.f bmh6, bmh6, x2, x11, r7
  vlda wl10, [p1], m2 ; vmac.f bml7, bml7, x3, x10, r7
  vlda wh11, [p1, #32] ; vmac.f bmh7, bmh7, x3, x11, r7
  vlda wl11, [p1], m2 ; vmac.f bml0, bml0, x2, x0, r7
  vlda wh10, [p1, #32] ; vmac.f bmh0, bmh0, x2, x1, r7
  vlda wl10, [p1], m2 ; vmac.f bml1, bml1, x10, x0, r7
  vlda wh11, [p1, #32] ; vmac.f bmh1, bmh1, x10, x1, r7
  vlda wl11, [p1], m2 ; vmac.f bml2, bml2, x11, x0, r7
  vlda wh10, [p1, #32] ; vmac.f bmh2, bmh2, x11, x1, r7
  vlda wl10, [p1], m3 ; vmac.f bml3, bml3, x10, x0, r7
  vmac.f bmh3, bmh3, x10, x1, r7
  vmac.f bml4, bml4, x11, x0, r7
  vmac.f bmh4, bmh4, x11, x1, r7
  vmac.f bml5, bml5, x10, x0, r7
  vmac.f bmh5, bmh5, x10, x1, r7
  vmac.f bml6, bml6, x11, x0, r7
  vmac.f bmh6, bmh6, x11, x1, r7
  vmac.f bml7, bml7, x10, x0, r7
  vmac.f bmh7, bmh7, x10, x1, r7
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lband_12:
  nopa ; nopb ; nops ; nopm ; nopv
  vst.conv.bf16.fp32 bml0, [p0], m0 ; add r8, r8, #-1
  vst.conv.bf16.fp32 bml1, [p0], m0 ; add r4, r4, r5
  vst.conv.bf16.fp32 bml2, [p0], m0 ; add r0, r0, r6
  vst.conv.bf16.fp32 bml3, [p0], m0
  vst.conv.bf16.fp32 bml4, [p0], m0
  vst.conv.bf16.fp32 bml5, [p0], m0
  vst.conv.bf16.fp32 bml6, [p0], m0
  vst.conv.bf16.fp32 bml7, [p0], m1
  vst.conv.bf16.fp32 bmh0, [p0], m0
  vst.conv.bf16.fp32 bmh1, [p0], m0
  vst.conv.bf16.fp32 bmh2, [p0], m0
  vst.conv.bf16.fp32 bmh3, [p0], m0
  vst.conv.bf16.fp32 bmh4, [p0], m0
  vst.conv.bf16.fp32 bmh5, [p0], m0
  vst.conv.bf16.fp32 bmh6, [p0], m0
  vst.conv.bf16.fp32 bmh7, [p0], m0 ; jnz r8, #.Lband_10
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  add r1, r1, #-1
  jnz r1, #.Lband_9
  add r4, r4, r2  // delay slot
  add r0, r0, r3  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl kernel
.p2align 4
kernel:
  movx r16, #-1 ; mov r9, lr
  movxm r10, #X0.buf0
  movxm r0, #X1.buf0
  movxm r11, #X0.full
  movxm r1, #X1.full
  movxm r12, #X0.empty
  movxm r2, #X1.empty
  movxm r13, #Y0.buf0
  movxm r3, #Y1.buf0
  movxm r14, #Y0.full
  movxm r4, #Y1.full
  movxm r15, #Y0.empty
  movxm r5, #Y1.empty
  nopa ; nops ; movx r22, #1 ; nopm ; nopv
  nopa ; nops ; add r18, r0, r10 ; nopm ; nopv
  nopa ; nops ; jl #clear ; nopv
  nopa ; nops ; add r19, r1, r11 ; nopm ; nopv  // delay slot
  nopa ; nops ; add r20, r2, r12 ; nopm ; nopv  // delay slot
  nopa ; nops ; add r21, r3, r13 ; nopm ; nopv  // delay slot
  nopa ; nops ; add r17, r4, r14 ; nopm ; nopv  // delay slot
  nopa ; nops ; add r23, r5, r15 ; nopm ; nopv  // delay slot
  nopa ; nops ; movx r24, #2 ; nopm ; nopv
.Lkernel_13:
  acq #W.full, r16
  jl #taps
  movxm p0, #W.buf0  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nops ; nopx  // delay slot
  rel #W.empty, r22
  movxm r1, #PLANES
  movxm r0, #0
  add r0, r1, r0
  acq r11, r16 ; mov p0, r0
  jl #border
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb  // delay slot
  jl #copy
  movxm r1, #PLANES  // delay slot
  movxm r0, #224  // delay slot
  add r0, r1, r0 ; mov p0, r10  // delay slot
  nopa ; nopb ; nops ; mov p1, r0 ; nopv  // delay slot
  movxm r0, #160  // delay slot
  rel r12, r22 ; mov p0, r13
  nop
  nop
  nop
  acq r15, r16
  jl #band
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopm ; nopv  // delay slot
  mova r25, #6 ; rel r14, r22
  sub r10, r18, r10
  sub r11, r19, r11
  sub r12, r20, r12
  sub r13, r21, r13
  sub r15, r23, r15
  nopa ; sub r14, r17, r14
.Lkernel_14:
  acq r11, r16 ; mov p0, r10
  jl #copy
  movxm r1, #PLANES  // delay slot
  movxm r0, #192  // delay slot
  add r0, r1, r0  // delay slot
  mov p1, r0  // delay slot
  nopa ; nopb ; nops ; movxm r0, #192  // delay slot
  rel r12, r22 ; mov p0, r13
  nop
  nop
  nop
  acq r15, r16
  jl #band
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopm ; nopv  // delay slot
  rel r14, r22
  add r25, r25, #-1
  sub r10, r18, r10
  jnz r25, #.Lkernel_14
  sub r11, r19, r11  // delay slot
  sub r12, r20, r12  // delay slot
  sub r13, r21, r13  // delay slot
  sub r15, r23, r15  // delay slot
  sub r14, r17, r14  // delay slot
  acq r11, r16
  jl #border
  movxm r1, #PLANES  // delay slot
  movxm r0, #160  // delay slot
  add r0, r1, r0  // delay slot
  mov p0, r0  // delay slot
  nopa ; nopb ; nops ; nopx  // delay slot
  jl #copy
  movxm r1, #PLANES  // delay slot
  movxm r0, #192  // delay slot
  add r0, r1, r0 ; mov p0, r10  // delay slot
  nopa ; nopb ; nops ; mov p1, r0 ; nopv  // delay slot
  movxm r0, #160  // delay slot
  rel r12, r22 ; mov p0, r13
  nop
  nop
  nop
  acq r15, r16
  jl #band
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopm ; nopv  // delay slot
  rel r14, r22
  add r24, r24, #-1
  sub r10, r18, r10
  jnz r24, #.Lkernel_13
  sub r11, r19, r11  // delay slot
  sub r12, r20, r12  // delay slot
  sub r13, r21, r13  // delay slot
  sub r15, r23, r15  // delay slot
  sub r14, r17, r14  // delay slot
  mov lr, r9
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
