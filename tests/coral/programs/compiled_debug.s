# Compiler output: clang 19, -O2 -g, of a C file of ours; compared with LLVM.
.section .text._start,"ax",@progbits
.globl _start
_start: vsetvli t0,x0,e8,m1,ta,ma
 call main
 .word 0x08000073

	.text
	.attribute	4, 16
	.attribute	5, "rv32i2p1_m2p0_f2p2_zicsr2p0_zifencei2p0_zmmul1p0_zbb1p0_zve32x1p0_zvl128b1p0_zvl32b1p0_zvl64b1p0"
	.file	"t1.c"
	.file	0 "/src" "t1.c" md5 0x5cc86818353f1460e596a4c59facbf36
	.file	1 "/usr/lib/llvm-19/lib/clang/19/include" "__stddef_size_t.h" md5 0x2c44e821a2b1951cde2eb0fb2e656867
	.file	2 "/usr/lib/llvm-19/lib/clang/19/include" "stdint.h" md5 0xcd0b4737a870b7e85bf9cf24813fb26c
	.globl	sw                              # -- Begin function sw
	.p2align	2
	.type	sw,@function
sw:                                     # @sw
.Lfunc_begin0:
	.loc	0 5 0                           # t1.c:5:0
	.cfi_sections .debug_frame
	.cfi_startproc
# %bb.0:
	#DEBUG_VALUE: sw:x <- $x10
	li	a1, 6
.Ltmp0:
	.loc	0 5 16 prologue_end             # t1.c:5:16
	bltu	a1, a0, .LBB0_6
.Ltmp1:
# %bb.1:
	#DEBUG_VALUE: sw:x <- $x10
	slli	a0, a0, 2
.Ltmp2:
.Lpcrel_hi0:
	.loc	0 0 16 is_stmt 0                # t1.c:0:16
	auipc	a1, %pcrel_hi(.LJTI0_0)
	addi	a1, a1, %pcrel_lo(.Lpcrel_hi0)
	.loc	0 5 16                          # t1.c:5:16
	add	a0, a0, a1
	lw	a1, 0(a0)
	li	a0, 7
	jr	a1
.LBB0_2:
	.loc	0 0 16                          # t1.c:0:16
	li	a0, 19
	.loc	0 5 173                         # t1.c:5:173
	ret
.LBB0_3:
.Lpcrel_hi2:
.Ltmp3:
	.loc	0 5 113                         # t1.c:5:113
	auipc	a0, %pcrel_hi(table+8)
	lw	a0, %pcrel_lo(.Lpcrel_hi2)(a0)
.Ltmp4:
	.loc	0 5 173                         # t1.c:5:173
	ret
.LBB0_4:
.Lpcrel_hi1:
.Ltmp5:
	.loc	0 5 75                          # t1.c:5:75
	auipc	a0, %pcrel_hi(zero+12)
	lw	a0, %pcrel_lo(.Lpcrel_hi1)(a0)
	.loc	0 5 74                          # t1.c:5:74
	addi	a0, a0, 3
.Ltmp6:
	.loc	0 5 173                         # t1.c:5:173
	ret
.LBB0_5:
	.loc	0 0 173                         # t1.c:0:173
	li	a0, 8
	.loc	0 5 173                         # t1.c:5:173
	ret
.LBB0_6:
.Ltmp7:
	#DEBUG_VALUE: sw:x <- $x10
	.loc	0 0 173                         # t1.c:0:173
	li	a0, -1
.Ltmp8:
.LBB0_7:
	.loc	0 5 173                         # t1.c:5:173
	ret
.LBB0_8:
	.loc	0 0 173                         # t1.c:0:173
	li	a0, 1
	.loc	0 5 173                         # t1.c:5:173
	ret
.LBB0_9:
	.loc	0 0 173                         # t1.c:0:173
	li	a0, 0
	.loc	0 5 173                         # t1.c:5:173
	ret
.Ltmp9:
.Lfunc_end0:
	.size	sw, .Lfunc_end0-sw
	.cfi_endproc
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
.Lfunc_begin1:
	.loc	0 6 0 is_stmt 1                 # t1.c:6:0
	.cfi_startproc
# %bb.0:
	#DEBUG_VALUE: ff:a <- $x10
	#DEBUG_VALUE: ff:b <- $x11
	fmv.w.x	fa5, a1
	fmv.w.x	fa4, a0
	lui	a0, 786432
.Ltmp10:
	fmv.w.x	fa3, a0
.Ltmp11:
	.loc	0 6 38 prologue_end             # t1.c:6:38
	fmadd.s	fa5, fa4, fa5, fa3
	.loc	0 6 28 is_stmt 0                # t1.c:6:28
	fmv.x.w	a0, fa5
	ret
.Ltmp12:
.Lfunc_end1:
	.size	ff, .Lfunc_end1-ff
	.cfi_endproc
                                        # -- End function
	.globl	dot                             # -- Begin function dot
	.p2align	2
	.type	dot,@function
dot:                                    # @dot
.Lfunc_begin2:
	.cfi_startproc
# %bb.0:
	#DEBUG_VALUE: dot:a <- $x10
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: i <- 0
	.loc	0 7 63 prologue_end is_stmt 1   # t1.c:7:63
	blez	a2, .LBB2_3
.Ltmp13:
# %bb.1:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:a <- $x10
	csrr	a4, vlenb
	srli	a5, a4, 1
	bgeu	a2, a5, .LBB2_4
.Ltmp14:
# %bb.2:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:a <- $x10
	.loc	0 0 63 is_stmt 0                # t1.c:0:63
	li	a4, 0
	li	a5, 0
	j	.LBB2_7
.Ltmp15:
.LBB2_3:
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:a <- $x10
	.loc	0 7 100                         # t1.c:7:100
	sw	zero, 0(a3)
	.loc	0 7 103                         # t1.c:7:103
	ret
.Ltmp16:
.LBB2_4:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:a <- $x10
	.loc	0 7 63                          # t1.c:7:63
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
.Ltmp17:
.LBB2_5:                                # =>This Inner Loop Header: Depth=1
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:a <- $x10
	.loc	0 7 86                          # t1.c:7:86
	vsetvli	zero, zero, e16, m1, ta, ma
	vle8.v	v10, (t0)
	.loc	0 7 91                          # t1.c:7:91
	vle8.v	v11, (a7)
	.loc	0 7 86                          # t1.c:7:86
	vsext.vf2	v12, v10
	.loc	0 7 91                          # t1.c:7:91
	vsext.vf2	v10, v11
	.loc	0 7 84                          # t1.c:7:84
	vwmacc.vv	v8, v10, v12
	.loc	0 7 80                          # t1.c:7:80
	add	t0, t0, a5
	add	a7, a7, a5
	bne	t0, a6, .LBB2_5
.Ltmp18:
# %bb.6:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:a <- $x10
	.loc	0 7 63                          # t1.c:7:63
	vsetvli	zero, zero, e32, m2, ta, ma
	vmv.s.x	v10, zero
	vredsum.vs	v8, v8, v10
	vmv.x.s	a5, v8
	beq	a4, a2, .LBB2_9
.Ltmp19:
.LBB2_7:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: dot:s <- 0
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:n <- $x12
	#DEBUG_VALUE: dot:b <- $x11
	#DEBUG_VALUE: dot:a <- $x10
	add	a6, a1, a4
	add	a0, a0, a4
.Ltmp20:
	add	a1, a1, a2
.Ltmp21:
.LBB2_8:                                # =>This Inner Loop Header: Depth=1
	#DEBUG_VALUE: dot:out <- $x13
	#DEBUG_VALUE: dot:s <- $x15
	#DEBUG_VALUE: i <- [DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_minus, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_stack_value] undef
	.loc	0 7 86                          # t1.c:7:86
	lb	a2, 0(a0)
	.loc	0 7 91                          # t1.c:7:91
	lb	a4, 0(a6)
	.loc	0 7 90                          # t1.c:7:90
	mul	a2, a4, a2
	.loc	0 7 84                          # t1.c:7:84
	add	a5, a2, a5
.Ltmp22:
	#DEBUG_VALUE: i <- [DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_minus, DW_OP_consts 1, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_plus, DW_OP_stack_value] undef
	#DEBUG_VALUE: dot:s <- $x15
	.loc	0 7 76                          # t1.c:7:76
	addi	a6, a6, 1
	addi	a0, a0, 1
	bne	a6, a1, .LBB2_8
.Ltmp23:
.LBB2_9:
	#DEBUG_VALUE: dot:out <- $x13
	.loc	0 7 100                         # t1.c:7:100
	sw	a5, 0(a3)
	.loc	0 7 103                         # t1.c:7:103
	ret
.Ltmp24:
.Lfunc_end2:
	.size	dot, .Lfunc_end2-dot
	.cfi_endproc
                                        # -- End function
	.globl	relu                            # -- Begin function relu
	.p2align	2
	.type	relu,@function
relu:                                   # @relu
.Lfunc_begin3:
	.cfi_startproc
# %bb.0:
	#DEBUG_VALUE: relu:a <- $x10
	#DEBUG_VALUE: relu:n <- $x11
	#DEBUG_VALUE: i <- 0
	.loc	0 8 27 prologue_end is_stmt 1   # t1.c:8:27
	blez	a1, .LBB3_8
.Ltmp25:
# %bb.1:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: relu:n <- $x11
	#DEBUG_VALUE: relu:a <- $x10
	csrr	a2, vlenb
	slli	a3, a2, 1
	bgeu	a1, a3, .LBB3_3
.Ltmp26:
# %bb.2:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: relu:n <- $x11
	#DEBUG_VALUE: relu:a <- $x10
	.loc	0 0 27 is_stmt 0                # t1.c:0:27
	li	a2, 0
	j	.LBB3_6
.Ltmp27:
.LBB3_3:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: relu:n <- $x11
	#DEBUG_VALUE: relu:a <- $x10
	.loc	0 8 27                          # t1.c:8:27
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
.Ltmp28:
.LBB3_4:                                # =>This Inner Loop Header: Depth=1
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: relu:n <- $x11
	#DEBUG_VALUE: relu:a <- $x10
	.loc	0 8 52                          # t1.c:8:52
	vl2r.v	v8, (a5)
	vmax.vx	v8, v8, zero
	.loc	0 8 51                          # t1.c:8:51
	vs2r.v	v8, (a5)
	.loc	0 8 44                          # t1.c:8:44
	add	a5, a5, a3
	bne	a5, a4, .LBB3_4
.Ltmp29:
# %bb.5:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: relu:n <- $x11
	#DEBUG_VALUE: relu:a <- $x10
	.loc	0 8 27                          # t1.c:8:27
	beq	a2, a1, .LBB3_8
.Ltmp30:
.LBB3_6:
	#DEBUG_VALUE: i <- 0
	#DEBUG_VALUE: relu:n <- $x11
	#DEBUG_VALUE: relu:a <- $x10
	add	a2, a0, a2
	add	a0, a0, a1
.Ltmp31:
.LBB3_7:                                # =>This Inner Loop Header: Depth=1
	#DEBUG_VALUE: i <- [DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_minus, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_stack_value] undef
	.loc	0 8 52                          # t1.c:8:52
	lb	a1, 0(a2)
	max	a1, a1, zero
	.loc	0 8 51                          # t1.c:8:51
	sb	a1, 0(a2)
.Ltmp32:
	#DEBUG_VALUE: i <- [DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_minus, DW_OP_consts 1, DW_OP_LLVM_arg 0, DW_OP_plus, DW_OP_plus, DW_OP_stack_value] undef
	.loc	0 8 40                          # t1.c:8:40
	addi	a2, a2, 1
	bne	a2, a0, .LBB3_7
.Ltmp33:
.LBB3_8:
	.loc	0 8 66                          # t1.c:8:66
	ret
.Ltmp34:
.Lfunc_end3:
	.size	relu, .Lfunc_end3-relu
	.cfi_endproc
                                        # -- End function
	.globl	k                               # -- Begin function k
	.p2align	2
	.type	k,@function
k:                                      # @k
.Lfunc_begin4:
	.cfi_startproc
# %bb.0:
	#DEBUG_VALUE: k:a <- $x10
	#DEBUG_VALUE: k:o <- $x11
	#DEBUG_VALUE: k:n <- $x12
	.loc	0 9 40 prologue_end is_stmt 1   # t1.c:9:40
	blez	a2, .LBB4_3
.Ltmp35:
# %bb.1:
	#DEBUG_VALUE: k:n <- $x12
	#DEBUG_VALUE: k:o <- $x11
	#DEBUG_VALUE: k:a <- $x10
	.loc	0 0 40 is_stmt 0                # t1.c:0:40
	li	a3, 3
	csrwi	vxrm, 0
.Ltmp36:
.LBB4_2:                                # =>This Inner Loop Header: Depth=1
	#DEBUG_VALUE: k:n <- $x12
	#DEBUG_VALUE: k:o <- $x11
	#DEBUG_VALUE: k:a <- $x10
	#DEBUG_VALUE: k:a <- $x10
	#DEBUG_VALUE: k:o <- $x11
	#DEBUG_VALUE: k:n <- $x12
	.loc	0 9 62                          # t1.c:9:62
	vsetvli	a4, a2, e8, m4, ta, ma
.Ltmp37:
	#DEBUG_VALUE: vl <- $x14
	.loc	0 9 98                          # t1.c:9:98
	vle8.v	v8, (a0)
.Ltmp38:
	#DEBUG_VALUE: v <- undef
	.loc	0 9 138                         # t1.c:9:138
	vwmul.vx	v16, v8, a3
.Ltmp39:
	#DEBUG_VALUE: w <- undef
	.loc	0 9 183                         # t1.c:9:183
	vnclip.wi	v8, v16, 2
.Ltmp40:
	#DEBUG_VALUE: r <- undef
	.loc	0 9 217                         # t1.c:9:217
	vse8.v	v8, (a1)
	.loc	0 9 247                         # t1.c:9:247
	add	a0, a0, a4
.Ltmp41:
	#DEBUG_VALUE: k:a <- $x10
	.loc	0 9 259                         # t1.c:9:259
	sub	a2, a2, a4
.Ltmp42:
	#DEBUG_VALUE: k:n <- $x12
	.loc	0 9 253                         # t1.c:9:253
	add	a1, a1, a4
.Ltmp43:
	#DEBUG_VALUE: k:o <- $x11
	.loc	0 9 40                          # t1.c:9:40
	bgtz	a2, .LBB4_2
.Ltmp44:
.LBB4_3:
	#DEBUG_VALUE: k:n <- $x12
	#DEBUG_VALUE: k:o <- $x11
	#DEBUG_VALUE: k:a <- $x10
	.loc	0 9 266                         # t1.c:9:266
	ret
.Ltmp45:
.Lfunc_end4:
	.size	k, .Lfunc_end4-k
	.cfi_endproc
                                        # -- End function
	.globl	main                            # -- Begin function main
	.p2align	2
	.type	main,@function
main:                                   # @main
.Lfunc_begin5:
	.cfi_startproc
# %bb.0:
	#DEBUG_VALUE: relu:n <- 20
	#DEBUG_VALUE: i <- 15
.Lpcrel_hi3:
	.loc	0 8 52 prologue_end is_stmt 1   # t1.c:8:52
	auipc	a0, %pcrel_hi(table)
	addi	a0, a0, %pcrel_lo(.Lpcrel_hi3)
.Ltmp46:
	#DEBUG_VALUE: relu:a <- $x10
	vsetivli	zero, 16, e8, m1, ta, ma
	vle8.v	v8, (a0)
	vmax.vx	v8, v8, zero
	addi	a2, a0, 16
	vsetivli	zero, 4, e8, mf4, ta, ma
	vle8.v	v9, (a2)
	.loc	0 8 51 is_stmt 0                # t1.c:8:51
	vsetivli	zero, 16, e8, m1, ta, ma
	vse8.v	v8, (a0)
.Ltmp47:
	#DEBUG_VALUE: i <- 19
	.loc	0 10 52 is_stmt 1               # t1.c:10:52
	lw	a1, 0(a0)
.Ltmp48:
	.loc	0 8 52                          # t1.c:8:52
	vsetivli	zero, 4, e8, mf4, ta, ma
	vmax.vx	v8, v9, zero
	#DEBUG_VALUE: i <- 19
	#DEBUG_VALUE: relu:n <- 20
	li	a3, 6
	.loc	0 8 51 is_stmt 0                # t1.c:8:51
	vse8.v	v8, (a2)
.Ltmp49:
	#DEBUG_VALUE: sw:x <- $x11
	#DEBUG_VALUE: i <- 20
	.loc	0 5 16 is_stmt 1                # t1.c:5:16
	bltu	a3, a1, .LBB5_6
.Ltmp50:
# %bb.1:
	#DEBUG_VALUE: sw:x <- $x11
	slli	a1, a1, 2
.Ltmp51:
.Lpcrel_hi4:
	.loc	0 0 16 is_stmt 0                # t1.c:0:16
	auipc	a2, %pcrel_hi(.LJTI5_0)
	addi	a2, a2, %pcrel_lo(.Lpcrel_hi4)
	.loc	0 5 16                          # t1.c:5:16
	add	a1, a1, a2
	lw	a2, 0(a1)
	li	a1, 7
	jr	a2
.LBB5_2:
	.loc	0 0 16                          # t1.c:0:16
	li	a1, 19
.Ltmp52:
	.loc	0 5 49                          # t1.c:5:49
	j	.LBB5_9
.LBB5_3:
	.loc	0 5 113                         # t1.c:5:113
	lw	a1, 8(a0)
	.loc	0 5 106                         # t1.c:5:106
	j	.LBB5_9
.LBB5_4:
.Lpcrel_hi5:
	.loc	0 5 75                          # t1.c:5:75
	auipc	a0, %pcrel_hi(zero+12)
	lw	a1, %pcrel_lo(.Lpcrel_hi5)(a0)
	.loc	0 5 74                          # t1.c:5:74
	addi	a1, a1, 3
	.loc	0 5 66                          # t1.c:5:66
	j	.LBB5_9
.LBB5_5:
	.loc	0 0 66                          # t1.c:0:66
	li	a1, 8
	.loc	0 5 90                          # t1.c:5:90
	j	.LBB5_9
.LBB5_6:
	#DEBUG_VALUE: i <- 20
.Ltmp53:
	#DEBUG_VALUE: sw:x <- $x11
	#DEBUG_VALUE: relu:a <- $x10
	#DEBUG_VALUE: relu:n <- 20
	.loc	0 0 90                          # t1.c:0:90
	li	a1, -1
.Ltmp54:
	j	.LBB5_9
.LBB5_7:
	li	a1, 1
	.loc	0 5 130                         # t1.c:5:130
	j	.LBB5_9
.Ltmp55:
.LBB5_8:
	.loc	0 0 130                         # t1.c:0:130
	li	a1, 0
.LBB5_9:
.Lpcrel_hi6:
	.loc	0 10 75 is_stmt 1               # t1.c:10:75
	auipc	a0, %pcrel_hi(msg)
	lw	a0, %pcrel_lo(.Lpcrel_hi6)(a0)
.Lpcrel_hi7:
	.loc	0 10 85 is_stmt 0               # t1.c:10:85
	auipc	a2, %pcrel_hi(ss+8)
	lh	a2, %pcrel_lo(.Lpcrel_hi7)(a2)
	.loc	0 10 75                         # t1.c:10:75
	lbu	a0, 1(a0)
	.loc	0 10 74                         # t1.c:10:74
	add	a1, a1, a2
	.loc	0 10 81                         # t1.c:10:81
	add	a0, a1, a0
	.loc	0 10 42                         # t1.c:10:42
	ret
.Ltmp56:
.Lfunc_end5:
	.size	main, .Lfunc_end5-main
	.cfi_endproc
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

	.file	3 "/usr/lib/llvm-19/lib/clang/19/include" "riscv_vector.h" md5 0x95eb70b261f5224b7c4c6900ffa92242
	.section	.debug_loclists,"",@progbits
	.word	.Ldebug_list_header_end0-.Ldebug_list_header_start0 # Length
.Ldebug_list_header_start0:
	.half	5                               # Version
	.byte	4                               # Address size
	.byte	0                               # Segment selector size
	.word	14                              # Offset entry count
.Lloclists_table_base0:
	.word	.Ldebug_loc0-.Lloclists_table_base0
	.word	.Ldebug_loc1-.Lloclists_table_base0
	.word	.Ldebug_loc2-.Lloclists_table_base0
	.word	.Ldebug_loc3-.Lloclists_table_base0
	.word	.Ldebug_loc4-.Lloclists_table_base0
	.word	.Ldebug_loc5-.Lloclists_table_base0
	.word	.Ldebug_loc6-.Lloclists_table_base0
	.word	.Ldebug_loc7-.Lloclists_table_base0
	.word	.Ldebug_loc8-.Lloclists_table_base0
	.word	.Ldebug_loc9-.Lloclists_table_base0
	.word	.Ldebug_loc10-.Lloclists_table_base0
	.word	.Ldebug_loc11-.Lloclists_table_base0
	.word	.Ldebug_loc12-.Lloclists_table_base0
	.word	.Ldebug_loc13-.Lloclists_table_base0
.Ldebug_loc0:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin0-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp2-.Lfunc_begin0           #   ending offset
	.byte	1                               # Loc expr size
	.byte	90                              # DW_OP_reg10
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp7-.Lfunc_begin0           #   starting offset
	.uleb128 .Ltmp8-.Lfunc_begin0           #   ending offset
	.byte	1                               # Loc expr size
	.byte	90                              # DW_OP_reg10
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc1:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin1-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp10-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	90                              # DW_OP_reg10
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc2:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin2-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp20-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	90                              # DW_OP_reg10
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc3:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin2-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp21-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	91                              # DW_OP_reg11
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc4:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin2-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp21-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	92                              # DW_OP_reg12
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc5:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin2-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp21-.Lfunc_begin0          #   ending offset
	.byte	3                               # Loc expr size
	.byte	17                              # DW_OP_consts
	.byte	0                               # 0
	.byte	159                             # DW_OP_stack_value
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp21-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp23-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	95                              # DW_OP_reg15
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc6:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin2-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp14-.Lfunc_begin0          #   ending offset
	.byte	3                               # Loc expr size
	.byte	17                              # DW_OP_consts
	.byte	0                               # 0
	.byte	159                             # DW_OP_stack_value
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp16-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp21-.Lfunc_begin0          #   ending offset
	.byte	3                               # Loc expr size
	.byte	17                              # DW_OP_consts
	.byte	0                               # 0
	.byte	159                             # DW_OP_stack_value
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc7:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin3-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp31-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	90                              # DW_OP_reg10
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc8:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin3-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp31-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	91                              # DW_OP_reg11
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc9:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin3-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp31-.Lfunc_begin0          #   ending offset
	.byte	3                               # Loc expr size
	.byte	17                              # DW_OP_consts
	.byte	0                               # 0
	.byte	159                             # DW_OP_stack_value
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc10:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp37-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp44-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	94                              # DW_OP_reg14
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc11:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Lfunc_begin5-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp47-.Lfunc_begin0          #   ending offset
	.byte	3                               # Loc expr size
	.byte	17                              # DW_OP_consts
	.byte	15                              # 15
	.byte	159                             # DW_OP_stack_value
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp47-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp49-.Lfunc_begin0          #   ending offset
	.byte	3                               # Loc expr size
	.byte	17                              # DW_OP_consts
	.byte	19                              # 19
	.byte	159                             # DW_OP_stack_value
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp49-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp50-.Lfunc_begin0          #   ending offset
	.byte	3                               # Loc expr size
	.byte	17                              # DW_OP_consts
	.byte	20                              # 20
	.byte	159                             # DW_OP_stack_value
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc12:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp46-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp50-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	90                              # DW_OP_reg10
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_loc13:
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp49-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp51-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	91                              # DW_OP_reg11
	.byte	4                               # DW_LLE_offset_pair
	.uleb128 .Ltmp53-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp54-.Lfunc_begin0          #   ending offset
	.byte	1                               # Loc expr size
	.byte	91                              # DW_OP_reg11
	.byte	0                               # DW_LLE_end_of_list
.Ldebug_list_header_end0:
	.section	.debug_abbrev,"",@progbits
	.byte	1                               # Abbreviation Code
	.byte	17                              # DW_TAG_compile_unit
	.byte	1                               # DW_CHILDREN_yes
	.byte	37                              # DW_AT_producer
	.byte	37                              # DW_FORM_strx1
	.byte	19                              # DW_AT_language
	.byte	5                               # DW_FORM_data2
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	114                             # DW_AT_str_offsets_base
	.byte	23                              # DW_FORM_sec_offset
	.byte	16                              # DW_AT_stmt_list
	.byte	23                              # DW_FORM_sec_offset
	.byte	27                              # DW_AT_comp_dir
	.byte	37                              # DW_FORM_strx1
	.byte	17                              # DW_AT_low_pc
	.byte	27                              # DW_FORM_addrx
	.byte	18                              # DW_AT_high_pc
	.byte	6                               # DW_FORM_data4
	.byte	115                             # DW_AT_addr_base
	.byte	23                              # DW_FORM_sec_offset
	.byte	116                             # DW_AT_rnglists_base
	.byte	23                              # DW_FORM_sec_offset
	.ascii	"\214\001"                      # DW_AT_loclists_base
	.byte	23                              # DW_FORM_sec_offset
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	2                               # Abbreviation Code
	.byte	52                              # DW_TAG_variable
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	2                               # DW_AT_location
	.byte	24                              # DW_FORM_exprloc
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	3                               # Abbreviation Code
	.byte	1                               # DW_TAG_array_type
	.byte	1                               # DW_CHILDREN_yes
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	4                               # Abbreviation Code
	.byte	33                              # DW_TAG_subrange_type
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	55                              # DW_AT_count
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	5                               # Abbreviation Code
	.byte	36                              # DW_TAG_base_type
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	62                              # DW_AT_encoding
	.byte	11                              # DW_FORM_data1
	.byte	11                              # DW_AT_byte_size
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	6                               # Abbreviation Code
	.byte	36                              # DW_TAG_base_type
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	11                              # DW_AT_byte_size
	.byte	11                              # DW_FORM_data1
	.byte	62                              # DW_AT_encoding
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	7                               # Abbreviation Code
	.byte	52                              # DW_TAG_variable
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	63                              # DW_AT_external
	.byte	25                              # DW_FORM_flag_present
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	2                               # DW_AT_location
	.byte	24                              # DW_FORM_exprloc
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	8                               # Abbreviation Code
	.byte	15                              # DW_TAG_pointer_type
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	9                               # Abbreviation Code
	.byte	38                              # DW_TAG_const_type
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	10                              # Abbreviation Code
	.byte	19                              # DW_TAG_structure_type
	.byte	1                               # DW_CHILDREN_yes
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	11                              # DW_AT_byte_size
	.byte	11                              # DW_FORM_data1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	11                              # Abbreviation Code
	.byte	13                              # DW_TAG_member
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	56                              # DW_AT_data_member_location
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	12                              # Abbreviation Code
	.byte	52                              # DW_TAG_variable
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	13                              # Abbreviation Code
	.byte	52                              # DW_TAG_variable
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	2                               # DW_AT_location
	.byte	24                              # DW_FORM_exprloc
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	14                              # Abbreviation Code
	.byte	22                              # DW_TAG_typedef
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	15                              # Abbreviation Code
	.byte	22                              # DW_TAG_typedef
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	5                               # DW_FORM_data2
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	16                              # Abbreviation Code
	.byte	46                              # DW_TAG_subprogram
	.byte	1                               # DW_CHILDREN_yes
	.byte	17                              # DW_AT_low_pc
	.byte	27                              # DW_FORM_addrx
	.byte	18                              # DW_AT_high_pc
	.byte	6                               # DW_FORM_data4
	.byte	64                              # DW_AT_frame_base
	.byte	24                              # DW_FORM_exprloc
	.byte	122                             # DW_AT_call_all_calls
	.byte	25                              # DW_FORM_flag_present
	.byte	49                              # DW_AT_abstract_origin
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	17                              # Abbreviation Code
	.byte	5                               # DW_TAG_formal_parameter
	.byte	0                               # DW_CHILDREN_no
	.byte	2                               # DW_AT_location
	.byte	34                              # DW_FORM_loclistx
	.byte	49                              # DW_AT_abstract_origin
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	18                              # Abbreviation Code
	.byte	46                              # DW_TAG_subprogram
	.byte	1                               # DW_CHILDREN_yes
	.byte	17                              # DW_AT_low_pc
	.byte	27                              # DW_FORM_addrx
	.byte	18                              # DW_AT_high_pc
	.byte	6                               # DW_FORM_data4
	.byte	64                              # DW_AT_frame_base
	.byte	24                              # DW_FORM_exprloc
	.byte	122                             # DW_AT_call_all_calls
	.byte	25                              # DW_FORM_flag_present
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	39                              # DW_AT_prototyped
	.byte	25                              # DW_FORM_flag_present
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	63                              # DW_AT_external
	.byte	25                              # DW_FORM_flag_present
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	19                              # Abbreviation Code
	.byte	5                               # DW_TAG_formal_parameter
	.byte	0                               # DW_CHILDREN_no
	.byte	2                               # DW_AT_location
	.byte	34                              # DW_FORM_loclistx
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	20                              # Abbreviation Code
	.byte	5                               # DW_TAG_formal_parameter
	.byte	0                               # DW_CHILDREN_no
	.byte	2                               # DW_AT_location
	.byte	24                              # DW_FORM_exprloc
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	21                              # Abbreviation Code
	.byte	46                              # DW_TAG_subprogram
	.byte	1                               # DW_CHILDREN_yes
	.byte	17                              # DW_AT_low_pc
	.byte	27                              # DW_FORM_addrx
	.byte	18                              # DW_AT_high_pc
	.byte	6                               # DW_FORM_data4
	.byte	64                              # DW_AT_frame_base
	.byte	24                              # DW_FORM_exprloc
	.byte	122                             # DW_AT_call_all_calls
	.byte	25                              # DW_FORM_flag_present
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	39                              # DW_AT_prototyped
	.byte	25                              # DW_FORM_flag_present
	.byte	63                              # DW_AT_external
	.byte	25                              # DW_FORM_flag_present
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	22                              # Abbreviation Code
	.byte	52                              # DW_TAG_variable
	.byte	0                               # DW_CHILDREN_no
	.byte	2                               # DW_AT_location
	.byte	34                              # DW_FORM_loclistx
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	23                              # Abbreviation Code
	.byte	11                              # DW_TAG_lexical_block
	.byte	1                               # DW_CHILDREN_yes
	.byte	85                              # DW_AT_ranges
	.byte	35                              # DW_FORM_rnglistx
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	24                              # Abbreviation Code
	.byte	11                              # DW_TAG_lexical_block
	.byte	1                               # DW_CHILDREN_yes
	.byte	17                              # DW_AT_low_pc
	.byte	27                              # DW_FORM_addrx
	.byte	18                              # DW_AT_high_pc
	.byte	6                               # DW_FORM_data4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	25                              # Abbreviation Code
	.byte	52                              # DW_TAG_variable
	.byte	0                               # DW_CHILDREN_no
	.byte	2                               # DW_AT_location
	.byte	34                              # DW_FORM_loclistx
	.byte	49                              # DW_AT_abstract_origin
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	26                              # Abbreviation Code
	.byte	52                              # DW_TAG_variable
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	27                              # Abbreviation Code
	.byte	46                              # DW_TAG_subprogram
	.byte	1                               # DW_CHILDREN_yes
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	39                              # DW_AT_prototyped
	.byte	25                              # DW_FORM_flag_present
	.byte	63                              # DW_AT_external
	.byte	25                              # DW_FORM_flag_present
	.byte	32                              # DW_AT_inline
	.byte	33                              # DW_FORM_implicit_const
	.byte	1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	28                              # Abbreviation Code
	.byte	5                               # DW_TAG_formal_parameter
	.byte	0                               # DW_CHILDREN_no
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	29                              # Abbreviation Code
	.byte	11                              # DW_TAG_lexical_block
	.byte	1                               # DW_CHILDREN_yes
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	30                              # Abbreviation Code
	.byte	46                              # DW_TAG_subprogram
	.byte	1                               # DW_CHILDREN_yes
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	58                              # DW_AT_decl_file
	.byte	11                              # DW_FORM_data1
	.byte	59                              # DW_AT_decl_line
	.byte	11                              # DW_FORM_data1
	.byte	39                              # DW_AT_prototyped
	.byte	25                              # DW_FORM_flag_present
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	63                              # DW_AT_external
	.byte	25                              # DW_FORM_flag_present
	.byte	32                              # DW_AT_inline
	.byte	33                              # DW_FORM_implicit_const
	.byte	1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	31                              # Abbreviation Code
	.byte	29                              # DW_TAG_inlined_subroutine
	.byte	1                               # DW_CHILDREN_yes
	.byte	49                              # DW_AT_abstract_origin
	.byte	19                              # DW_FORM_ref4
	.byte	85                              # DW_AT_ranges
	.byte	35                              # DW_FORM_rnglistx
	.byte	88                              # DW_AT_call_file
	.byte	11                              # DW_FORM_data1
	.byte	89                              # DW_AT_call_line
	.byte	11                              # DW_FORM_data1
	.byte	87                              # DW_AT_call_column
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	32                              # Abbreviation Code
	.byte	5                               # DW_TAG_formal_parameter
	.byte	0                               # DW_CHILDREN_no
	.byte	28                              # DW_AT_const_value
	.byte	13                              # DW_FORM_sdata
	.byte	49                              # DW_AT_abstract_origin
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	33                              # Abbreviation Code
	.byte	29                              # DW_TAG_inlined_subroutine
	.byte	1                               # DW_CHILDREN_yes
	.byte	49                              # DW_AT_abstract_origin
	.byte	19                              # DW_FORM_ref4
	.byte	17                              # DW_AT_low_pc
	.byte	27                              # DW_FORM_addrx
	.byte	18                              # DW_AT_high_pc
	.byte	6                               # DW_FORM_data4
	.byte	88                              # DW_AT_call_file
	.byte	11                              # DW_FORM_data1
	.byte	89                              # DW_AT_call_line
	.byte	11                              # DW_FORM_data1
	.byte	87                              # DW_AT_call_column
	.byte	11                              # DW_FORM_data1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	34                              # Abbreviation Code
	.byte	22                              # DW_TAG_typedef
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	3                               # DW_AT_name
	.byte	37                              # DW_FORM_strx1
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	35                              # Abbreviation Code
	.byte	1                               # DW_TAG_array_type
	.byte	1                               # DW_CHILDREN_yes
	.ascii	"\207B"                         # DW_AT_GNU_vector
	.byte	25                              # DW_FORM_flag_present
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	36                              # Abbreviation Code
	.byte	33                              # DW_TAG_subrange_type
	.byte	0                               # DW_CHILDREN_no
	.byte	73                              # DW_AT_type
	.byte	19                              # DW_FORM_ref4
	.byte	47                              # DW_AT_upper_bound
	.byte	24                              # DW_FORM_exprloc
	.byte	0                               # EOM(1)
	.byte	0                               # EOM(2)
	.byte	0                               # EOM(3)
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.word	.Ldebug_info_end0-.Ldebug_info_start0 # Length of Unit
.Ldebug_info_start0:
	.half	5                               # DWARF version number
	.byte	1                               # DWARF Unit Type
	.byte	4                               # Address Size (in bytes)
	.word	.debug_abbrev                   # Offset Into Abbrev. Section
	.byte	1                               # Abbrev [1] 0xc:0x2c5 DW_TAG_compile_unit
	.byte	0                               # DW_AT_producer
	.half	29                              # DW_AT_language
	.byte	1                               # DW_AT_name
	.word	.Lstr_offsets_base0             # DW_AT_str_offsets_base
	.word	.Lline_table_start0             # DW_AT_stmt_list
	.byte	2                               # DW_AT_comp_dir
	.byte	6                               # DW_AT_low_pc
	.word	.Lfunc_end5-.Lfunc_begin0       # DW_AT_high_pc
	.word	.Laddr_table_base0              # DW_AT_addr_base
	.word	.Lrnglists_table_base0          # DW_AT_rnglists_base
	.word	.Lloclists_table_base0          # DW_AT_loclists_base
	.byte	2                               # Abbrev [2] 0x2b:0xa DW_TAG_variable
	.word	53                              # DW_AT_type
	.byte	0                               # DW_AT_decl_file
	.byte	3                               # DW_AT_decl_line
	.byte	2                               # DW_AT_location
	.byte	161
	.byte	0
	.byte	3                               # Abbrev [3] 0x35:0xc DW_TAG_array_type
	.word	65                              # DW_AT_type
	.byte	4                               # Abbrev [4] 0x3a:0x6 DW_TAG_subrange_type
	.word	69                              # DW_AT_type
	.byte	10                              # DW_AT_count
	.byte	0                               # End Of Children Mark
	.byte	5                               # Abbrev [5] 0x41:0x4 DW_TAG_base_type
	.byte	3                               # DW_AT_name
	.byte	8                               # DW_AT_encoding
	.byte	1                               # DW_AT_byte_size
	.byte	6                               # Abbrev [6] 0x45:0x4 DW_TAG_base_type
	.byte	4                               # DW_AT_name
	.byte	8                               # DW_AT_byte_size
	.byte	7                               # DW_AT_encoding
	.byte	7                               # Abbrev [7] 0x49:0xb DW_TAG_variable
	.byte	5                               # DW_AT_name
	.word	84                              # DW_AT_type
                                        # DW_AT_external
	.byte	0                               # DW_AT_decl_file
	.byte	3                               # DW_AT_decl_line
	.byte	2                               # DW_AT_location
	.byte	161
	.byte	1
	.byte	8                               # Abbrev [8] 0x54:0x5 DW_TAG_pointer_type
	.word	89                              # DW_AT_type
	.byte	9                               # Abbrev [9] 0x59:0x5 DW_TAG_const_type
	.word	65                              # DW_AT_type
	.byte	7                               # Abbrev [7] 0x5e:0xb DW_TAG_variable
	.byte	6                               # DW_AT_name
	.word	105                             # DW_AT_type
                                        # DW_AT_external
	.byte	0                               # DW_AT_decl_file
	.byte	3                               # DW_AT_decl_line
	.byte	2                               # DW_AT_location
	.byte	161
	.byte	2
	.byte	3                               # Abbrev [3] 0x69:0xc DW_TAG_array_type
	.word	117                             # DW_AT_type
	.byte	4                               # Abbrev [4] 0x6e:0x6 DW_TAG_subrange_type
	.word	69                              # DW_AT_type
	.byte	3                               # DW_AT_count
	.byte	0                               # End Of Children Mark
	.byte	9                               # Abbrev [9] 0x75:0x5 DW_TAG_const_type
	.word	122                             # DW_AT_type
	.byte	5                               # Abbrev [5] 0x7a:0x4 DW_TAG_base_type
	.byte	7                               # DW_AT_name
	.byte	4                               # DW_AT_encoding
	.byte	4                               # DW_AT_byte_size
	.byte	7                               # Abbrev [7] 0x7e:0xb DW_TAG_variable
	.byte	8                               # DW_AT_name
	.word	137                             # DW_AT_type
                                        # DW_AT_external
	.byte	0                               # DW_AT_decl_file
	.byte	4                               # DW_AT_decl_line
	.byte	2                               # DW_AT_location
	.byte	161
	.byte	3
	.byte	10                              # Abbrev [10] 0x89:0x21 DW_TAG_structure_type
	.byte	14                              # DW_AT_name
	.byte	12                              # DW_AT_byte_size
	.byte	0                               # DW_AT_decl_file
	.byte	4                               # DW_AT_decl_line
	.byte	11                              # Abbrev [11] 0x8e:0x9 DW_TAG_member
	.byte	9                               # DW_AT_name
	.word	65                              # DW_AT_type
	.byte	0                               # DW_AT_decl_file
	.byte	4                               # DW_AT_decl_line
	.byte	0                               # DW_AT_data_member_location
	.byte	11                              # Abbrev [11] 0x97:0x9 DW_TAG_member
	.byte	10                              # DW_AT_name
	.word	170                             # DW_AT_type
	.byte	0                               # DW_AT_decl_file
	.byte	4                               # DW_AT_decl_line
	.byte	4                               # DW_AT_data_member_location
	.byte	11                              # Abbrev [11] 0xa0:0x9 DW_TAG_member
	.byte	12                              # DW_AT_name
	.word	179                             # DW_AT_type
	.byte	0                               # DW_AT_decl_file
	.byte	4                               # DW_AT_decl_line
	.byte	8                               # DW_AT_data_member_location
	.byte	0                               # End Of Children Mark
	.byte	8                               # Abbrev [8] 0xaa:0x5 DW_TAG_pointer_type
	.word	175                             # DW_AT_type
	.byte	5                               # Abbrev [5] 0xaf:0x4 DW_TAG_base_type
	.byte	11                              # DW_AT_name
	.byte	5                               # DW_AT_encoding
	.byte	4                               # DW_AT_byte_size
	.byte	5                               # Abbrev [5] 0xb3:0x4 DW_TAG_base_type
	.byte	13                              # DW_AT_name
	.byte	5                               # DW_AT_encoding
	.byte	2                               # DW_AT_byte_size
	.byte	7                               # Abbrev [7] 0xb7:0xb DW_TAG_variable
	.byte	15                              # DW_AT_name
	.word	194                             # DW_AT_type
                                        # DW_AT_external
	.byte	0                               # DW_AT_decl_file
	.byte	3                               # DW_AT_decl_line
	.byte	2                               # DW_AT_location
	.byte	161
	.byte	4
	.byte	3                               # Abbrev [3] 0xc2:0xc DW_TAG_array_type
	.word	175                             # DW_AT_type
	.byte	4                               # Abbrev [4] 0xc7:0x6 DW_TAG_subrange_type
	.word	69                              # DW_AT_type
	.byte	40                              # DW_AT_count
	.byte	0                               # End Of Children Mark
	.byte	12                              # Abbrev [12] 0xce:0x8 DW_TAG_variable
	.byte	16                              # DW_AT_name
	.word	214                             # DW_AT_type
	.byte	0                               # DW_AT_decl_file
	.byte	3                               # DW_AT_decl_line
	.byte	3                               # Abbrev [3] 0xd6:0xc DW_TAG_array_type
	.word	179                             # DW_AT_type
	.byte	4                               # Abbrev [4] 0xdb:0x6 DW_TAG_subrange_type
	.word	69                              # DW_AT_type
	.byte	7                               # DW_AT_count
	.byte	0                               # End Of Children Mark
	.byte	13                              # Abbrev [13] 0xe2:0xb DW_TAG_variable
	.byte	17                              # DW_AT_name
	.word	237                             # DW_AT_type
	.byte	0                               # DW_AT_decl_file
	.byte	3                               # DW_AT_decl_line
	.byte	2                               # DW_AT_location
	.byte	161
	.byte	5
	.byte	3                               # Abbrev [3] 0xed:0xc DW_TAG_array_type
	.word	175                             # DW_AT_type
	.byte	4                               # Abbrev [4] 0xf2:0x6 DW_TAG_subrange_type
	.word	69                              # DW_AT_type
	.byte	5                               # DW_AT_count
	.byte	0                               # End Of Children Mark
	.byte	14                              # Abbrev [14] 0xf9:0x8 DW_TAG_typedef
	.word	257                             # DW_AT_type
	.byte	19                              # DW_AT_name
	.byte	1                               # DW_AT_decl_file
	.byte	18                              # DW_AT_decl_line
	.byte	5                               # Abbrev [5] 0x101:0x4 DW_TAG_base_type
	.byte	18                              # DW_AT_name
	.byte	7                               # DW_AT_encoding
	.byte	4                               # DW_AT_byte_size
	.byte	8                               # Abbrev [8] 0x105:0x5 DW_TAG_pointer_type
	.word	266                             # DW_AT_type
	.byte	15                              # Abbrev [15] 0x10a:0x9 DW_TAG_typedef
	.word	275                             # DW_AT_type
	.byte	21                              # DW_AT_name
	.byte	2                               # DW_AT_decl_file
	.half	268                             # DW_AT_decl_line
	.byte	5                               # Abbrev [5] 0x113:0x4 DW_TAG_base_type
	.byte	20                              # DW_AT_name
	.byte	6                               # DW_AT_encoding
	.byte	1                               # DW_AT_byte_size
	.byte	16                              # Abbrev [16] 0x117:0x13 DW_TAG_subprogram
	.byte	6                               # DW_AT_low_pc
	.word	.Lfunc_end0-.Lfunc_begin0       # DW_AT_high_pc
	.byte	1                               # DW_AT_frame_base
	.byte	82
                                        # DW_AT_call_all_calls
	.word	554                             # DW_AT_abstract_origin
	.byte	17                              # Abbrev [17] 0x123:0x6 DW_TAG_formal_parameter
	.byte	0                               # DW_AT_location
	.word	562                             # DW_AT_abstract_origin
	.byte	0                               # End Of Children Mark
	.byte	18                              # Abbrev [18] 0x12a:0x23 DW_TAG_subprogram
	.byte	7                               # DW_AT_low_pc
	.word	.Lfunc_end1-.Lfunc_begin1       # DW_AT_high_pc
	.byte	1                               # DW_AT_frame_base
	.byte	82
                                        # DW_AT_call_all_calls
	.byte	28                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	6                               # DW_AT_decl_line
                                        # DW_AT_prototyped
	.word	122                             # DW_AT_type
                                        # DW_AT_external
	.byte	19                              # Abbrev [19] 0x139:0x9 DW_TAG_formal_parameter
	.byte	1                               # DW_AT_location
	.byte	23                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	6                               # DW_AT_decl_line
	.word	122                             # DW_AT_type
	.byte	20                              # Abbrev [20] 0x142:0xa DW_TAG_formal_parameter
	.byte	1                               # DW_AT_location
	.byte	91
	.byte	32                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	6                               # DW_AT_decl_line
	.word	122                             # DW_AT_type
	.byte	0                               # End Of Children Mark
	.byte	21                              # Abbrev [21] 0x14d:0x46 DW_TAG_subprogram
	.byte	8                               # DW_AT_low_pc
	.word	.Lfunc_end2-.Lfunc_begin2       # DW_AT_high_pc
	.byte	1                               # DW_AT_frame_base
	.byte	82
                                        # DW_AT_call_all_calls
	.byte	29                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	7                               # DW_AT_decl_line
                                        # DW_AT_prototyped
                                        # DW_AT_external
	.byte	19                              # Abbrev [19] 0x158:0x9 DW_TAG_formal_parameter
	.byte	2                               # DW_AT_location
	.byte	23                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	7                               # DW_AT_decl_line
	.word	638                             # DW_AT_type
	.byte	19                              # Abbrev [19] 0x161:0x9 DW_TAG_formal_parameter
	.byte	3                               # DW_AT_location
	.byte	32                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	7                               # DW_AT_decl_line
	.word	638                             # DW_AT_type
	.byte	19                              # Abbrev [19] 0x16a:0x9 DW_TAG_formal_parameter
	.byte	4                               # DW_AT_location
	.byte	24                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	7                               # DW_AT_decl_line
	.word	175                             # DW_AT_type
	.byte	20                              # Abbrev [20] 0x173:0xa DW_TAG_formal_parameter
	.byte	1                               # DW_AT_location
	.byte	93
	.byte	33                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	7                               # DW_AT_decl_line
	.word	170                             # DW_AT_type
	.byte	22                              # Abbrev [22] 0x17d:0x9 DW_TAG_variable
	.byte	5                               # DW_AT_location
	.byte	14                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	7                               # DW_AT_decl_line
	.word	175                             # DW_AT_type
	.byte	23                              # Abbrev [23] 0x186:0xc DW_TAG_lexical_block
	.byte	0                               # DW_AT_ranges
	.byte	22                              # Abbrev [22] 0x188:0x9 DW_TAG_variable
	.byte	6                               # DW_AT_location
	.byte	25                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	7                               # DW_AT_decl_line
	.word	175                             # DW_AT_type
	.byte	0                               # End Of Children Mark
	.byte	0                               # End Of Children Mark
	.byte	16                              # Abbrev [16] 0x193:0x26 DW_TAG_subprogram
	.byte	9                               # DW_AT_low_pc
	.word	.Lfunc_end3-.Lfunc_begin3       # DW_AT_high_pc
	.byte	1                               # DW_AT_frame_base
	.byte	82
                                        # DW_AT_call_all_calls
	.word	523                             # DW_AT_abstract_origin
	.byte	17                              # Abbrev [17] 0x19f:0x6 DW_TAG_formal_parameter
	.byte	7                               # DW_AT_location
	.word	527                             # DW_AT_abstract_origin
	.byte	17                              # Abbrev [17] 0x1a5:0x6 DW_TAG_formal_parameter
	.byte	8                               # DW_AT_location
	.word	535                             # DW_AT_abstract_origin
	.byte	24                              # Abbrev [24] 0x1ab:0xd DW_TAG_lexical_block
	.byte	9                               # DW_AT_low_pc
	.word	.Ltmp33-.Lfunc_begin3           # DW_AT_high_pc
	.byte	25                              # Abbrev [25] 0x1b1:0x6 DW_TAG_variable
	.byte	9                               # DW_AT_location
	.word	544                             # DW_AT_abstract_origin
	.byte	0                               # End Of Children Mark
	.byte	0                               # End Of Children Mark
	.byte	21                              # Abbrev [21] 0x1b9:0x52 DW_TAG_subprogram
	.byte	10                              # DW_AT_low_pc
	.word	.Lfunc_end4-.Lfunc_begin4       # DW_AT_high_pc
	.byte	1                               # DW_AT_frame_base
	.byte	82
                                        # DW_AT_call_all_calls
	.byte	30                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
                                        # DW_AT_prototyped
                                        # DW_AT_external
	.byte	20                              # Abbrev [20] 0x1c4:0xa DW_TAG_formal_parameter
	.byte	1                               # DW_AT_location
	.byte	90
	.byte	23                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
	.word	638                             # DW_AT_type
	.byte	20                              # Abbrev [20] 0x1ce:0xa DW_TAG_formal_parameter
	.byte	1                               # DW_AT_location
	.byte	91
	.byte	34                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
	.word	261                             # DW_AT_type
	.byte	20                              # Abbrev [20] 0x1d8:0xa DW_TAG_formal_parameter
	.byte	1                               # DW_AT_location
	.byte	92
	.byte	24                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
	.word	175                             # DW_AT_type
	.byte	24                              # Abbrev [24] 0x1e2:0x28 DW_TAG_lexical_block
	.byte	11                              # DW_AT_low_pc
	.word	.Ltmp43-.Ltmp36                 # DW_AT_high_pc
	.byte	22                              # Abbrev [22] 0x1e8:0x9 DW_TAG_variable
	.byte	10                              # DW_AT_location
	.byte	35                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
	.word	249                             # DW_AT_type
	.byte	26                              # Abbrev [26] 0x1f1:0x8 DW_TAG_variable
	.byte	36                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
	.word	648                             # DW_AT_type
	.byte	26                              # Abbrev [26] 0x1f9:0x8 DW_TAG_variable
	.byte	39                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
	.word	684                             # DW_AT_type
	.byte	26                              # Abbrev [26] 0x201:0x8 DW_TAG_variable
	.byte	42                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	9                               # DW_AT_decl_line
	.word	648                             # DW_AT_type
	.byte	0                               # End Of Children Mark
	.byte	0                               # End Of Children Mark
	.byte	27                              # Abbrev [27] 0x20b:0x1f DW_TAG_subprogram
	.byte	22                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	8                               # DW_AT_decl_line
                                        # DW_AT_prototyped
                                        # DW_AT_external
                                        # DW_AT_inline
	.byte	28                              # Abbrev [28] 0x20f:0x8 DW_TAG_formal_parameter
	.byte	23                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	8                               # DW_AT_decl_line
	.word	261                             # DW_AT_type
	.byte	28                              # Abbrev [28] 0x217:0x8 DW_TAG_formal_parameter
	.byte	24                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	8                               # DW_AT_decl_line
	.word	175                             # DW_AT_type
	.byte	29                              # Abbrev [29] 0x21f:0xa DW_TAG_lexical_block
	.byte	26                              # Abbrev [26] 0x220:0x8 DW_TAG_variable
	.byte	25                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	8                               # DW_AT_decl_line
	.word	175                             # DW_AT_type
	.byte	0                               # End Of Children Mark
	.byte	0                               # End Of Children Mark
	.byte	30                              # Abbrev [30] 0x22a:0x11 DW_TAG_subprogram
	.byte	26                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	5                               # DW_AT_decl_line
                                        # DW_AT_prototyped
	.word	175                             # DW_AT_type
                                        # DW_AT_external
                                        # DW_AT_inline
	.byte	28                              # Abbrev [28] 0x232:0x8 DW_TAG_formal_parameter
	.byte	27                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	5                               # DW_AT_decl_line
	.word	175                             # DW_AT_type
	.byte	0                               # End Of Children Mark
	.byte	18                              # Abbrev [18] 0x23b:0x43 DW_TAG_subprogram
	.byte	12                              # DW_AT_low_pc
	.word	.Lfunc_end5-.Lfunc_begin5       # DW_AT_high_pc
	.byte	1                               # DW_AT_frame_base
	.byte	82
                                        # DW_AT_call_all_calls
	.byte	31                              # DW_AT_name
	.byte	0                               # DW_AT_decl_file
	.byte	10                              # DW_AT_decl_line
                                        # DW_AT_prototyped
	.word	175                             # DW_AT_type
                                        # DW_AT_external
	.byte	31                              # Abbrev [31] 0x24a:0x1f DW_TAG_inlined_subroutine
	.word	523                             # DW_AT_abstract_origin
	.byte	1                               # DW_AT_ranges
	.byte	0                               # DW_AT_call_file
	.byte	10                              # DW_AT_call_line
	.byte	17                              # DW_AT_call_column
	.byte	17                              # Abbrev [17] 0x253:0x6 DW_TAG_formal_parameter
	.byte	12                              # DW_AT_location
	.word	527                             # DW_AT_abstract_origin
	.byte	32                              # Abbrev [32] 0x259:0x6 DW_TAG_formal_parameter
	.byte	20                              # DW_AT_const_value
	.word	535                             # DW_AT_abstract_origin
	.byte	23                              # Abbrev [23] 0x25f:0x9 DW_TAG_lexical_block
	.byte	2                               # DW_AT_ranges
	.byte	25                              # Abbrev [25] 0x261:0x6 DW_TAG_variable
	.byte	11                              # DW_AT_location
	.word	544                             # DW_AT_abstract_origin
	.byte	0                               # End Of Children Mark
	.byte	0                               # End Of Children Mark
	.byte	33                              # Abbrev [33] 0x269:0x14 DW_TAG_inlined_subroutine
	.word	554                             # DW_AT_abstract_origin
	.byte	13                              # DW_AT_low_pc
	.word	.Ltmp55-.Ltmp49                 # DW_AT_high_pc
	.byte	0                               # DW_AT_call_file
	.byte	10                              # DW_AT_call_line
	.byte	49                              # DW_AT_call_column
	.byte	17                              # Abbrev [17] 0x276:0x6 DW_TAG_formal_parameter
	.byte	13                              # DW_AT_location
	.word	562                             # DW_AT_abstract_origin
	.byte	0                               # End Of Children Mark
	.byte	0                               # End Of Children Mark
	.byte	8                               # Abbrev [8] 0x27e:0x5 DW_TAG_pointer_type
	.word	643                             # DW_AT_type
	.byte	9                               # Abbrev [9] 0x283:0x5 DW_TAG_const_type
	.word	266                             # DW_AT_type
	.byte	14                              # Abbrev [14] 0x288:0x8 DW_TAG_typedef
	.word	656                             # DW_AT_type
	.byte	38                              # DW_AT_name
	.byte	3                               # DW_AT_decl_file
	.byte	178                             # DW_AT_decl_line
	.byte	34                              # Abbrev [34] 0x290:0x6 DW_TAG_typedef
	.word	662                             # DW_AT_type
	.byte	37                              # DW_AT_name
	.byte	35                              # Abbrev [35] 0x296:0x16 DW_TAG_array_type
                                        # DW_AT_GNU_vector
	.word	275                             # DW_AT_type
	.byte	36                              # Abbrev [36] 0x29b:0x10 DW_TAG_subrange_type
	.word	69                              # DW_AT_type
	.byte	10                              # DW_AT_upper_bound
	.byte	146
	.ascii	"\2428"
	.byte	0
	.byte	49
	.byte	27
	.byte	52
	.byte	30
	.byte	49
	.byte	28
	.byte	0                               # End Of Children Mark
	.byte	14                              # Abbrev [14] 0x2ac:0x8 DW_TAG_typedef
	.word	692                             # DW_AT_type
	.byte	41                              # DW_AT_name
	.byte	3                               # DW_AT_decl_file
	.byte	244                             # DW_AT_decl_line
	.byte	34                              # Abbrev [34] 0x2b4:0x6 DW_TAG_typedef
	.word	698                             # DW_AT_type
	.byte	40                              # DW_AT_name
	.byte	35                              # Abbrev [35] 0x2ba:0x16 DW_TAG_array_type
                                        # DW_AT_GNU_vector
	.word	179                             # DW_AT_type
	.byte	36                              # Abbrev [36] 0x2bf:0x10 DW_TAG_subrange_type
	.word	69                              # DW_AT_type
	.byte	10                              # DW_AT_upper_bound
	.byte	146
	.ascii	"\2428"
	.byte	0
	.byte	50
	.byte	27
	.byte	56
	.byte	30
	.byte	49
	.byte	28
	.byte	0                               # End Of Children Mark
	.byte	0                               # End Of Children Mark
.Ldebug_info_end0:
	.section	.debug_rnglists,"",@progbits
	.word	.Ldebug_list_header_end1-.Ldebug_list_header_start1 # Length
.Ldebug_list_header_start1:
	.half	5                               # Version
	.byte	4                               # Address size
	.byte	0                               # Segment selector size
	.word	3                               # Offset entry count
.Lrnglists_table_base0:
	.word	.Ldebug_ranges0-.Lrnglists_table_base0
	.word	.Ldebug_ranges1-.Lrnglists_table_base0
	.word	.Ldebug_ranges2-.Lrnglists_table_base0
.Ldebug_ranges0:
	.byte	4                               # DW_RLE_offset_pair
	.uleb128 .Lfunc_begin2-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp14-.Lfunc_begin0          #   ending offset
	.byte	4                               # DW_RLE_offset_pair
	.uleb128 .Ltmp16-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp23-.Lfunc_begin0          #   ending offset
	.byte	0                               # DW_RLE_end_of_list
.Ldebug_ranges1:
	.byte	4                               # DW_RLE_offset_pair
	.uleb128 .Lfunc_begin5-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp47-.Lfunc_begin0          #   ending offset
	.byte	4                               # DW_RLE_offset_pair
	.uleb128 .Ltmp48-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp49-.Lfunc_begin0          #   ending offset
	.byte	0                               # DW_RLE_end_of_list
.Ldebug_ranges2:
	.byte	4                               # DW_RLE_offset_pair
	.uleb128 .Lfunc_begin5-.Lfunc_begin0    #   starting offset
	.uleb128 .Ltmp47-.Lfunc_begin0          #   ending offset
	.byte	4                               # DW_RLE_offset_pair
	.uleb128 .Ltmp48-.Lfunc_begin0          #   starting offset
	.uleb128 .Ltmp49-.Lfunc_begin0          #   ending offset
	.byte	0                               # DW_RLE_end_of_list
.Ldebug_list_header_end1:
	.section	.debug_str_offsets,"",@progbits
	.word	176                             # Length of String Offsets Set
	.half	5
	.half	0
.Lstr_offsets_base0:
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"Debian clang version 19.1.7 (3~deb12u1)" # string offset=0
.Linfo_string1:
	.asciz	"t1.c"                          # string offset=40
.Linfo_string2:
	.asciz	"/src"                     # string offset=45
.Linfo_string3:
	.asciz	"char"                          # string offset=55
.Linfo_string4:
	.asciz	"__ARRAY_SIZE_TYPE__"           # string offset=60
.Linfo_string5:
	.asciz	"msg"                           # string offset=80
.Linfo_string6:
	.asciz	"fs"                            # string offset=84
.Linfo_string7:
	.asciz	"float"                         # string offset=87
.Linfo_string8:
	.asciz	"ss"                            # string offset=93
.Linfo_string9:
	.asciz	"c"                             # string offset=96
.Linfo_string10:
	.asciz	"p"                             # string offset=98
.Linfo_string11:
	.asciz	"int"                           # string offset=100
.Linfo_string12:
	.asciz	"h"                             # string offset=104
.Linfo_string13:
	.asciz	"short"                         # string offset=106
.Linfo_string14:
	.asciz	"s"                             # string offset=112
.Linfo_string15:
	.asciz	"zero"                          # string offset=114
.Linfo_string16:
	.asciz	"sh"                            # string offset=119
.Linfo_string17:
	.asciz	"table"                         # string offset=122
.Linfo_string18:
	.asciz	"unsigned int"                  # string offset=128
.Linfo_string19:
	.asciz	"size_t"                        # string offset=141
.Linfo_string20:
	.asciz	"signed char"                   # string offset=148
.Linfo_string21:
	.asciz	"int8_t"                        # string offset=160
.Linfo_string22:
	.asciz	"relu"                          # string offset=167
.Linfo_string23:
	.asciz	"a"                             # string offset=172
.Linfo_string24:
	.asciz	"n"                             # string offset=174
.Linfo_string25:
	.asciz	"i"                             # string offset=176
.Linfo_string26:
	.asciz	"sw"                            # string offset=178
.Linfo_string27:
	.asciz	"x"                             # string offset=181
.Linfo_string28:
	.asciz	"ff"                            # string offset=183
.Linfo_string29:
	.asciz	"dot"                           # string offset=186
.Linfo_string30:
	.asciz	"k"                             # string offset=190
.Linfo_string31:
	.asciz	"main"                          # string offset=192
.Linfo_string32:
	.asciz	"b"                             # string offset=197
.Linfo_string33:
	.asciz	"out"                           # string offset=199
.Linfo_string34:
	.asciz	"o"                             # string offset=203
.Linfo_string35:
	.asciz	"vl"                            # string offset=205
.Linfo_string36:
	.asciz	"v"                             # string offset=208
.Linfo_string37:
	.asciz	"__rvv_int8m4_t"                # string offset=210
.Linfo_string38:
	.asciz	"vint8m4_t"                     # string offset=225
.Linfo_string39:
	.asciz	"w"                             # string offset=235
.Linfo_string40:
	.asciz	"__rvv_int16m8_t"               # string offset=237
.Linfo_string41:
	.asciz	"vint16m8_t"                    # string offset=253
.Linfo_string42:
	.asciz	"r"                             # string offset=264
	.section	.debug_str_offsets,"",@progbits
	.word	.Linfo_string0
	.word	.Linfo_string1
	.word	.Linfo_string2
	.word	.Linfo_string3
	.word	.Linfo_string4
	.word	.Linfo_string5
	.word	.Linfo_string6
	.word	.Linfo_string7
	.word	.Linfo_string8
	.word	.Linfo_string9
	.word	.Linfo_string10
	.word	.Linfo_string11
	.word	.Linfo_string12
	.word	.Linfo_string13
	.word	.Linfo_string14
	.word	.Linfo_string15
	.word	.Linfo_string16
	.word	.Linfo_string17
	.word	.Linfo_string18
	.word	.Linfo_string19
	.word	.Linfo_string20
	.word	.Linfo_string21
	.word	.Linfo_string22
	.word	.Linfo_string23
	.word	.Linfo_string24
	.word	.Linfo_string25
	.word	.Linfo_string26
	.word	.Linfo_string27
	.word	.Linfo_string28
	.word	.Linfo_string29
	.word	.Linfo_string30
	.word	.Linfo_string31
	.word	.Linfo_string32
	.word	.Linfo_string33
	.word	.Linfo_string34
	.word	.Linfo_string35
	.word	.Linfo_string36
	.word	.Linfo_string37
	.word	.Linfo_string38
	.word	.Linfo_string39
	.word	.Linfo_string40
	.word	.Linfo_string41
	.word	.Linfo_string42
	.section	.debug_addr,"",@progbits
	.word	.Ldebug_addr_end0-.Ldebug_addr_start0 # Length of contribution
.Ldebug_addr_start0:
	.half	5                               # DWARF version number
	.byte	4                               # Address size
	.byte	0                               # Segment selector size
.Laddr_table_base0:
	.word	.L.str
	.word	msg
	.word	fs
	.word	ss
	.word	zero
	.word	table
	.word	.Lfunc_begin0
	.word	.Lfunc_begin1
	.word	.Lfunc_begin2
	.word	.Lfunc_begin3
	.word	.Lfunc_begin4
	.word	.Ltmp36
	.word	.Lfunc_begin5
	.word	.Ltmp49
.Ldebug_addr_end0:
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym table
	.section	.debug_line,"",@progbits
.Lline_table_start0:
