# Compiler output: clang 19, -O2, of a C file of ours; compared with LLVM.
.section .text._start,"ax",@progbits
.globl _start
_start: vsetvli t0,x0,e8,m1,ta,ma
 call main
 .word 0x08000073

	.text
	.attribute	4, 16
	.attribute	5, "rv32i2p1_m2p0_f2p2_zicsr2p0_zifencei2p0_zmmul1p0_zbb1p0_zve32x1p0_zvl128b1p0_zvl32b1p0_zvl64b1p0"
	.file	"t1.c"
	.globl	sw                              # -- Begin function sw
	.p2align	2
	.type	sw,@function
sw:                                     # @sw
# %bb.0:
	li	a1, 6
	bltu	a1, a0, .LBB0_6
# %bb.1:
	slli	a0, a0, 2
.Lpcrel_hi0:
	auipc	a1, %pcrel_hi(.LJTI0_0)
	addi	a1, a1, %pcrel_lo(.Lpcrel_hi0)
	add	a0, a0, a1
	lw	a1, 0(a0)
	li	a0, 7
	jr	a1
.LBB0_2:
	li	a0, 19
	ret
.LBB0_3:
.Lpcrel_hi2:
	auipc	a0, %pcrel_hi(table+8)
	lw	a0, %pcrel_lo(.Lpcrel_hi2)(a0)
	ret
.LBB0_4:
.Lpcrel_hi1:
	auipc	a0, %pcrel_hi(zero+12)
	lw	a0, %pcrel_lo(.Lpcrel_hi1)(a0)
	addi	a0, a0, 3
	ret
.LBB0_5:
	li	a0, 8
	ret
.LBB0_6:
	li	a0, -1
.LBB0_7:
	ret
.LBB0_8:
	li	a0, 1
	ret
.LBB0_9:
	li	a0, 0
	ret
.Lfunc_end0:
	.size	sw, .Lfunc_end0-sw
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI0_0:
	.word	.LBB0_7
	.word	.LBB0_2
	.word	.LBB0_4
	.word	.LBB0_5
	.word	.LBB0_3
	.word	.LBB0_8
	.word	.LBB0_9
                                        # -- End function
	.text
	.globl	ff                              # -- Begin function ff
	.p2align	2
	.type	ff,@function
ff:                                     # @ff
# %bb.0:
	fmv.w.x	fa5, a1
	fmv.w.x	fa4, a0
	lui	a0, 786432
	fmv.w.x	fa3, a0
	fmadd.s	fa5, fa4, fa5, fa3
	fmv.x.w	a0, fa5
	ret
.Lfunc_end1:
	.size	ff, .Lfunc_end1-ff
                                        # -- End function
	.globl	dot                             # -- Begin function dot
	.p2align	2
	.type	dot,@function
dot:                                    # @dot
# %bb.0:
	blez	a2, .LBB2_3
# %bb.1:
	csrr	a4, vlenb
	srli	a5, a4, 1
	bgeu	a2, a5, .LBB2_4
# %bb.2:
	li	a4, 0
	li	a5, 0
	j	.LBB2_7
.LBB2_3:
	sw	zero, 0(a3)
	ret
.LBB2_4:
	srli	a6, a4, 3
	neg	a4, a5
	and	a4, a4, a2
	sub	a7, a4, a5
	divu	a7, a7, a5
	slli	a7, a7, 2
	addi	a7, a7, 4
	mul	a6, a7, a6
	add	a6, a0, a6
	vsetvli	a7, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	mv	a7, a1
	mv	t0, a0
.LBB2_5:                                # =>This Inner Loop Header: Depth=1
	vsetvli	zero, zero, e16, m1, ta, ma
	vle8.v	v10, (t0)
	vle8.v	v11, (a7)
	vsext.vf2	v12, v10
	vsext.vf2	v10, v11
	vwmacc.vv	v8, v10, v12
	add	t0, t0, a5
	add	a7, a7, a5
	bne	t0, a6, .LBB2_5
# %bb.6:
	vsetvli	zero, zero, e32, m2, ta, ma
	vmv.s.x	v10, zero
	vredsum.vs	v8, v8, v10
	vmv.x.s	a5, v8
	beq	a4, a2, .LBB2_9
.LBB2_7:
	add	a6, a1, a4
	add	a0, a0, a4
	add	a1, a1, a2
.LBB2_8:                                # =>This Inner Loop Header: Depth=1
	lb	a2, 0(a0)
	lb	a4, 0(a6)
	mul	a2, a4, a2
	add	a5, a2, a5
	addi	a6, a6, 1
	addi	a0, a0, 1
	bne	a6, a1, .LBB2_8
.LBB2_9:
	sw	a5, 0(a3)
	ret
.Lfunc_end2:
	.size	dot, .Lfunc_end2-dot
                                        # -- End function
	.globl	relu                            # -- Begin function relu
	.p2align	2
	.type	relu,@function
relu:                                   # @relu
# %bb.0:
	blez	a1, .LBB3_8
# %bb.1:
	csrr	a2, vlenb
	slli	a3, a2, 1
	bgeu	a1, a3, .LBB3_3
# %bb.2:
	li	a2, 0
	j	.LBB3_6
.LBB3_3:
	srli	a4, a2, 3
	neg	a2, a3
	and	a2, a2, a1
	sub	a5, a2, a3
	divu	a5, a5, a3
	slli	a5, a5, 4
	addi	a5, a5, 16
	mul	a4, a5, a4
	add	a4, a0, a4
	mv	a5, a0
	vsetvli	a6, zero, e8, m2, ta, ma
.LBB3_4:                                # =>This Inner Loop Header: Depth=1
	vl2r.v	v8, (a5)
	vmax.vx	v8, v8, zero
	vs2r.v	v8, (a5)
	add	a5, a5, a3
	bne	a5, a4, .LBB3_4
# %bb.5:
	beq	a2, a1, .LBB3_8
.LBB3_6:
	add	a2, a0, a2
	add	a0, a0, a1
.LBB3_7:                                # =>This Inner Loop Header: Depth=1
	lb	a1, 0(a2)
	max	a1, a1, zero
	sb	a1, 0(a2)
	addi	a2, a2, 1
	bne	a2, a0, .LBB3_7
.LBB3_8:
	ret
.Lfunc_end3:
	.size	relu, .Lfunc_end3-relu
                                        # -- End function
	.globl	k                               # -- Begin function k
	.p2align	2
	.type	k,@function
k:                                      # @k
# %bb.0:
	blez	a2, .LBB4_3
# %bb.1:
	li	a3, 3
	csrwi	vxrm, 0
.LBB4_2:                                # =>This Inner Loop Header: Depth=1
	vsetvli	a4, a2, e8, m4, ta, ma
	vle8.v	v8, (a0)
	vwmul.vx	v16, v8, a3
	vnclip.wi	v8, v16, 2
	vse8.v	v8, (a1)
	add	a0, a0, a4
	sub	a2, a2, a4
	add	a1, a1, a4
	bgtz	a2, .LBB4_2
.LBB4_3:
	ret
.Lfunc_end4:
	.size	k, .Lfunc_end4-k
                                        # -- End function
	.globl	main                            # -- Begin function main
	.p2align	2
	.type	main,@function
main:                                   # @main
# %bb.0:
.Lpcrel_hi3:
	auipc	a0, %pcrel_hi(table)
	addi	a0, a0, %pcrel_lo(.Lpcrel_hi3)
	vsetivli	zero, 16, e8, m1, ta, ma
	vle8.v	v8, (a0)
	vmax.vx	v8, v8, zero
	addi	a2, a0, 16
	vsetivli	zero, 4, e8, mf4, ta, ma
	vle8.v	v9, (a2)
	vsetivli	zero, 16, e8, m1, ta, ma
	vse8.v	v8, (a0)
	lw	a1, 0(a0)
	vsetivli	zero, 4, e8, mf4, ta, ma
	vmax.vx	v8, v9, zero
	li	a3, 6
	vse8.v	v8, (a2)
	bltu	a3, a1, .LBB5_6
# %bb.1:
	slli	a1, a1, 2
.Lpcrel_hi4:
	auipc	a2, %pcrel_hi(.LJTI5_0)
	addi	a2, a2, %pcrel_lo(.Lpcrel_hi4)
	add	a1, a1, a2
	lw	a2, 0(a1)
	li	a1, 7
	jr	a2
.LBB5_2:
	li	a1, 19
	j	.LBB5_9
.LBB5_3:
	lw	a1, 8(a0)
	j	.LBB5_9
.LBB5_4:
.Lpcrel_hi5:
	auipc	a0, %pcrel_hi(zero+12)
	lw	a1, %pcrel_lo(.Lpcrel_hi5)(a0)
	addi	a1, a1, 3
	j	.LBB5_9
.LBB5_5:
	li	a1, 8
	j	.LBB5_9
.LBB5_6:
	li	a1, -1
	j	.LBB5_9
.LBB5_7:
	li	a1, 1
	j	.LBB5_9
.LBB5_8:
	li	a1, 0
.LBB5_9:
.Lpcrel_hi6:
	auipc	a0, %pcrel_hi(msg)
	lw	a0, %pcrel_lo(.Lpcrel_hi6)(a0)
.Lpcrel_hi7:
	auipc	a2, %pcrel_hi(ss+8)
	lh	a2, %pcrel_lo(.Lpcrel_hi7)(a2)
	lbu	a0, 1(a0)
	add	a1, a1, a2
	add	a0, a1, a0
	ret
.Lfunc_end5:
	.size	main, .Lfunc_end5-main
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI5_0:
	.word	.LBB5_9
	.word	.LBB5_2
	.word	.LBB5_4
	.word	.LBB5_5
	.word	.LBB5_3
	.word	.LBB5_7
	.word	.LBB5_8
                                        # -- End function
	.type	.L.str,@object                  # @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"hello\n\"x\""
	.size	.L.str, 10

	.type	msg,@object                     # @msg
	.section	.sdata,"aw",@progbits
	.globl	msg
	.p2align	2, 0x0
msg:
	.word	.L.str
	.size	msg, 4

	.type	fs,@object                      # @fs
	.section	.rodata,"a",@progbits
	.globl	fs
	.p2align	2, 0x0
fs:
	.word	0x3fc00000                      # float 1.5
	.word	0xc0000000                      # float -2
	.word	0x50df8476                      # float 3.0000001E+10
	.size	fs, 12

	.type	table,@object                   # @table
	.data
	.p2align	4, 0x0
table:
	.word	1                               # 0x1
	.word	2                               # 0x2
	.word	3                               # 0x3
	.word	4                               # 0x4
	.word	5                               # 0x5
	.size	table, 20

	.type	ss,@object                      # @ss
	.globl	ss
	.p2align	2, 0x0
ss:
	.byte	97                              # 0x61
	.zero	3
	.word	table+8
	.half	9                               # 0x9
	.zero	2
	.size	ss, 12

	.type	zero,@object                    # @zero
	.bss
	.globl	zero
	.p2align	2, 0x0
zero:
	.zero	160
	.size	zero, 160

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym table
