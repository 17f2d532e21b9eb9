# Bad values of platform options: status 2, the allowed ones named.
# run: kc sim plena:rev=2027 /dev/null
# exit: 2
# expect:
#   <platform>:1:7: error[param-value]: rev must be one of published, 2026-07, not '2027'
#       1 | plena:rev=2027
#         |       ^~~~~~~~
# run: kc sim plena:mlen=8x /dev/null
# exit: 2
# expect:
#   <platform>:1:7: error[param-value]: MLEN must be a whole number from 1 to 4096, not '8x'
#       1 | plena:mlen=8x
#         |       ^~~~~~~
#   hint: edge of a matrix tile and depth of one matrix operation; a multiple of BLEN
# run: kc sim plena:mlen=0 /dev/null
# exit: 2
# expect:
#   <platform>:1:7: error[param-range]: MLEN = 0 is out of range (1 to 4096)
#       1 | plena:mlen=0
#         |       ^~~~~~
#   hint: edge of a matrix tile and depth of one matrix operation; a multiple of BLEN
# run: kc sim plena:mlen=6,vlen=8 /dev/null 2>&1 | head -1
# expect:
#   <platform>: error[geometry]: MLEN must be a multiple of BLEN
