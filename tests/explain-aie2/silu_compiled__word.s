// task: silu
// config: C1
// cause: config-word
.text
.globl kernel
.p2align 4
kernel:
  movxm ls, #.Lkernel_1
  movxm le, #.Lkernel_2
  movx lc, #8 ; mov p2, p0
  movxm r3, #-1048313856
  movxm r8, #1056964608
  movxm r4, #1039362941
  movxm r5, #-1153459323
  movxm r6, #954434290
  movxm r7, #-1226442881
  movxm r0, #0
  movxm r1, #16568
  movxm r2, #49336
  vbcst.32 x0, r3
  vbcst.32 x11, r8
  movxm r3, #13437
  vbcst.32 x3, r4
  vbcst.32 x4, r5
  vbcst.32 x5, r6
  vbcst.32 x6, r7
  vbcst.16 x1, r0
  vbcst.16 x10, r1
  vbcst.16 x2, r2
  vmov bmh6, x0
  vmov bmh1, x11
  vbcst.16 x0, r3
  vmov bmh2, x3
  vmov bmh3, x4
  vmov bmh4, x5
  vmov bmh5, x6
  mov p0, p1
  movxm r0, #28
  movxm r1, #28
  movxm r16, #65535
  nopa ; movxm r17, #-65536
.Lkernel_1:
  vlda wl11, [p2], #32 ; vmov wh5, wh1
  vlda wh11, [p2], #32 ; vmov wl6, wl1
  vmov wh7, wh1
  vmov wl8, wl1
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x3, r18, x11, x2
  vmin_ge.bf16 x9, r19, x3, x10
  vsel.16 x3, x9, x1, r17
  vsel.16 x4, x9, x1, r16
  vmac.f bml0, bmh6, x9, x3, r0
  vmac.f bmh0, bmh6, x9, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bml0
  vconv.bf16.fp32 wh6, bmh0
  vmac.f bml0, bmh5, x5, x0, r0
  vmac.f bmh0, bmh5, x6, x0, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bml0
  vconv.bf16.fp32 wh9, bmh0
  nop
  vmac.f bml0, bmh4, x9, x5, r0
  vmac.f bmh0, bmh4, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bml0
  vconv.bf16.fp32 wh9, bmh0
  nop
  vmac.f bml0, bmh3, x9, x5, r0
  vmac.f bmh0, bmh3, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bml0
  vconv.bf16.fp32 wh9, bmh0
  nop
  vmac.f bml0, bmh2, x9, x5, r0
  vmac.f bmh0, bmh2, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bml0
  vconv.bf16.fp32 wh9, bmh0
  nop
  vmac.f bml0, bmh1, x9, x3, r0
  vmac.f bmh0, bmh1, x9, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl7, bml0
  vconv.bf16.fp32 wh8, bmh0
  vmul.f bml0, x11, x7, r0
  vmul.f bmh0, x11, x8, r0
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bml0, [p0], #32
  vst.conv.bf16.fp32 bmh0, [p0], #32
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
