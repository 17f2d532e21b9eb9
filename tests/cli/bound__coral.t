# kc bound on Coral.  relu C1 reads and writes 512 bytes: 32 registers of 16 bytes at 5 cycles (update, two for the line, capture,
# write-back; update, three, acknowledge), four instructions of up to eight registers, and the first access each way: 32 * 5 + 4 + 1.
# The start-up has five words, two fetches: 3 + 2 * 2, and 2 from mpause to halted.
# run: kc bound relu -p coral -c C1
# expect:
#   relu C1 on coral: at least 339 cycles
#              9  control   start-up of 2 arguments, halt
#            165  memory    inputs, 512 bytes: 165 cycles, 5 per register, 1 per eight
#            165  memory    output, 512 bytes: 165 cycles, 5 per register, 1 per eight
# gemm C1 is 32 x 32 x 32 = 32768 products, 16 in a cycle; loads and stores are shorter and hidden: (64 + 64) * 5 + 16 + 1, 64 * 5 + 8 + 1.
# run: kc bound gemm -p coral -c C1
# expect:
#   gemm C1 on coral: at least 2057 cycles
#              9  control   start-up of 4 arguments, halt
#              0  memory    inputs, 2048 bytes: 657 cycles, 5 per register, 1 per eight
#              0  memory    output, 1024 bytes: 329 cycles, 5 per register, 1 per eight
#           2048  vector    32768 products: 2048 cycles, 16 per cycle; at the same time as loads
#   floor 995: with products packed or by fast schemes; a faster kernel is suspect
# depthwise_conv C1, 8 x 8 pixels, 3 x 3 taps, 16 channels: (8 * 3 - 2)^2 * 16 = 7744 products with zeros outside left out.
# run: kc bound depthwise_conv -p coral -c C1 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["bound_cycles"], d["derivation"][3]["what"])'
# expect:
#   714 7744 products: 484 cycles, 16 per cycle; at the same time as loads
