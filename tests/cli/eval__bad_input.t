# kc eval: what cannot be done is said with the next step; status 2.
# run: kc eval sillu x.s
# exit: 2
# expect:
#   kc: there is no task 'sillu'; did you mean silu?
# run: kc eval frobnicate x.s
# exit: 2
# expect:
#   kc: there is no task 'frobnicate'; 'kc tasks' lists them
# run: kc eval silu x.s -p plenna
# exit: 2
# expect:
#   <platform>:1:1: error[unknown-platform]: there is no platform 'plenna'
#       1 | plenna
#         | ^~~~~~
#   hint: did you mean plena?
# run: kc eval conv2d x.s -p plena
# exit: 2
# expect:
#   kc: conv2d C1: conv2d is not defined on plena
# run: kc eval silu x.s -c C9
# exit: 2
# expect:
#   kc: silu C9: 'C9' is not C1 to C5, gen:SEED or sizes like 8,128
# run: kc eval silu x.s -c 6,64
# exit: 2
# expect:
#   kc: silu 6,64: rows must be a multiple of BLEN (4) on plena
# run: kc eval silu x.s -c 4,100
# exit: 2
# expect:
#   kc: silu 4,100: columns must be a multiple of VLEN (64) on plena
# run: kc eval silu x.s -c 4
# exit: 2
# expect:
#   kc: silu 4: silu has 2 parameters
# run: kc eval silu no_such_file.s
# exit: 2
# expect:
#   kc: cannot read 'no_such_file.s': No such file or directory
# An empty kernel assembles and leaves the output to chance.
# run: kc eval silu /dev/null | head -1 | cut -d, -f1
# expect:
#   silu C1: wrong_result
#   /dev/null:1:1: warning[empty-program]: the source holds no instruction
#       1 |
#         | ^
#   hint: an empty program halts at once, after 0 cycles
# run: kc prompt sillu
# exit: 2
# expect:
#   kc: there is no task 'sillu'; did you mean silu?
# run: kc prompt silu -c 6,64
# exit: 2
# expect:
#   kc: silu 6,64: rows must be a multiple of BLEN (4) on plena
# run: kc compile softmaxx
# exit: 2
# expect:
#   kc: there is no task 'softmaxx'; did you mean softmax?
