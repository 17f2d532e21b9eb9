# kc bound: the derivation adds up.  gemm C1 is 4 x 64 by 64 x 64 = 16384 multiply-adds.
# reference: an M_BMM touches HLEN * MLEN = 1024 weights, each of which meets 4 rows: 4096 useful in 64 cycles, so 4 * 64 = 256, and
# one write-out.  x is 4 rows of 2 blocks: 10 + 8/2 = 14; w is 64 rows of 2 blocks: 10 + 128/2 = 74; opening the first DRAM row: 7.
# run: kc bound gemm -p plena -c C1
# expect:
#   gemm C1 on plena: at least 352 cycles
#            256  matrix    x w: 1 * 4 x 64 x 64, 4096 useful per M_BMM of 64
#              1  matrix    x w: 1 M_BMM_WO of 1
#             14  transfer  x, 256 elements: 1 H_PREFETCH_V of 14
#             74  transfer  w, 4096 elements: 1 H_PREFETCH_M of 74
#              7  transfer  the first access opens a row
# mm-rate: 16 multiply-adds per cycle whatever the instruction, 16384 / 16 = 1024; 4 x 64 results are 16 blocks of 4 x 4.
# run: kc bound gemm -p plena:bmm=mm-rate -c C1 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["bound_cycles"], [l["cycles"] for l in d["derivation"]])'
# expect:
#   1135 [1024, 16, 14, 74, 7]
# run: kc bound conv2d -p plena
# exit: 2
# expect:
#   kc: conv2d C1: conv2d is not defined on plena
# run: kc bound softmaxx
# exit: 2
# expect:
#   kc: there is no task 'softmaxx'; did you mean softmax?
