# A wrong result comes with its pattern, tested causes and a map; the last loop pass is missing here.
# run: kc eval silu -c C2 ../explain/silu__loop_one_short.s
# exit: 1
# expect:
#   silu C2: wrong_result, match_rate 93.8 % (64 of 1024 elements differ, seed 1)
#     y[7,64]  expected 0.35833   got 0.5625   allowed error 0.00549   vram 960, written by line 15
#     y[7,65]  expected 0.0842161   got 0.15625   allowed error 0.00153   vram 961, written by line 15
#     y[7,66]  expected 0.130858   got 0.234375   allowed error 0.00229   vram 962, written by line 15
#     pattern: the last 64 of 128 columns of row 7
#     1. off-by-one (0.92): the last 64 of 128 columns of row 7 of y: x is still there; the rest is right [line 15]
#        hint: a loop ends too early: compare its count with the number of rows times column blocks
#     map, 4 x 16 elements per mark: . right, # wrong, 0 zero, ? never written, ! NaN or Inf
#       ........
#       ....####
