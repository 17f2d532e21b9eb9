# kc prompt: the published parts in order, and the lines an author cannot do without.
# run: kc prompt gemm -c C2 | sed 's/about [0-9]*/about N/' | grep -E '^(====|#) '
# expect:
#   ==== system ====
#   # Role
#   # PLENA: what the tables cannot say
#   # Guidance
#   ==== user ====
#   # Task: gemm (Matrix product)
#   ==== about N tokens: an estimate, characters / 4 ====
# run: kc prompt gemm -c C2 | grep -E '^(- `(write_code|check_syntax|run_evaluation|view_output|get_instruction_size|grep_docs)|\| [xw]\[|- [xw] to|Output|Scratch|Constants|Sizes)'
# expect:
#   - `write_code(assembly_code)`: Replaces the kernel file by assembly_code. The file is what all other tools work on.
#   - `check_syntax()`: Assembles the kernel file without running it.
#   - `run_evaluation(workload?)`: Assembles and runs the kernel on the shown seed and on hidden ones and compares every output element. The only tool that scores.
#   - `view_output(num_rows?, tensor?, stage?, rows?, cols?)`: Runs the kernel on the shown seed and compares rows of the output with the expected values; or shows a window of an input tensor or of a stage's expected values.
#   - `get_instruction_size()`: Counts the instructions of the kernel by category and tells its size.
#   - `grep_docs(query, most?)`: Finds the passages of the machine's manual that answer a question best: a mnemonic, or a few words.
#   Sizes: M = 8, K = 128, N = 128. Rows come first, columns last; there is no mask and no dropout.
#   | x[8,128] | a0 | 0 | 8 | 1024 | 128 |
#   | w[128,128] | a1 | 1152 | 128 | 16384 | 128 |
#   - x to VRAM at b: for column block j < 2 and r = 0, 4, ... below 8: H_PREFETCH_V with rstride 1 from offset j*64 + r*128 to b + j*512 + r*64.
#   - w to MRAM: tile (i, j), i < 2, j < 2, holds 64 rows from 64*i and 64 columns from 64*j: H_PREFETCH_M with rstride 1 from offset i*8192 + j*64.
#   Output: y[8,128] is expected in VRAM from 0 to 1023, bf16, as 2 column blocks of 8 rows: element (r, c) at (c / 64)*512 + r*64 + c mod 64.
#   Constants in FPRAM (load with S_LD_FP fd, gp0, slot): [0] = 0
#   Scratch: VRAM from 1024 to 268435455, all of MRAM and INTRAM, FPRAM 16 to 1023, and HBM bytes 1048576 to 2136319. HBM below that is read-only, HBM above it must not be touched. The output's place may hold intermediate values until the end. All registers but those named above start as 0, STRIDE as 1; everything else nobody wrote holds arbitrary finite values.
# run: kc prompt gemv -c C1 | grep -E '^(Output|- x to)'
# expect:
#   - x to VRAM at b, one row of 8 pieces of 64 columns: H_PREFETCH_V with rstride 0 from offset j*64 puts piece j at b, piece j + 1 into the VRAM row behind it, and so on, 4 rows per transfer whether there are so many or not.
#   Output: y[1,64] is expected in VRAM from 0 to 255, bf16, as 1 column block of 4 rows: element (r, c) at (c / 64)*256 + r*64 + c mod 64. Rows from 1 on in a block are padding: anything may stand there.
# run: kc prompt decoder_t5 -c C1 | grep -E '^(where|Storage|Stages|Constants|\| cross.wv)'
# expect:
#   where rmsnorm: y = x / sqrt(mean(x^2) + eps) per row, eps = 1e-5
#   where ffn: y = silu(x w1) w2
#   where silu: y = x * sigmoid(x)
#   where mha: y = concat over heads of softmax(q_i k_i^T / sqrt(d)) v_i, times wo; q, k, v = x wq, x wk, x wv; head i is columns i*d to i*d + d - 1 of each, d = H / nh
#   where softmax: y[r,:] = exp(x[r,:] - max) / sum(exp(x[r,:] - max))
#   Stages, in order (names that explanations use; heads follow each other as blocks of rows): self.q[32,64], self.k[32,64], self.v[32,64], self.scores[32,32], self.probabilities[32,32], self.context[32,64], h[32,64], cross.q[32,64], cross.k[32,64], cross.v[32,64], cross.scores[32,32], cross.probabilities[32,32], cross.context[32,64], g[32,64], ffn.hidden[32,128], ffn.activated[32,128]
#   Storage stages: self.k, self.v, cross.k, cross.v are a key/value cache: they pass through the machine's main memory in its storage format before they are used as matrix operands. That rounding is part of the task, and the expected result contains it.
#   | cross.wv[64,64] | none: set one | 32256 | 64 | 4096 | 64 |
#   Constants in FPRAM (load with S_LD_FP fd, gp0, slot): [0] = 0, [1] = 1/sqrt(d) (held as 0.125), [2] = -inf (held as -inf), [3] = eps (held as 1.00135803e-05), [4] = 1/H (held as 0.015625), [5] = one (held as 1)
# run: kc prompt attention -c C1 | grep -E '^- k,'
# expect:
#   - k, v to MRAM: tile (i, j), i < 1, j < 1, holds 64 rows from 64*i and 64 columns from 64*j: H_PREFETCH_M with rstride 1 from offset i*4096 + j*64. Rows 32 to 63 are zeros that fill the last tile, not part of the tensor: keep them out of sums and maxima over its rows.
# run: kc prompt softmax -c gen:3 | grep -E '^(Sizes|- An element)' | cut -c1-90
# expect:
#   Sizes: R = 28, D = 192. Rows come first, columns last; there is no mask and no dropout.
#   - An element matches when |y - expected| <= 5 * 2^-8 * scale. 2^-8 is the unit roundoff of
