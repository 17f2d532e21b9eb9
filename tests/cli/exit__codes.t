# Exit status 0 done and good, 1 done and not good, 2 could not do it (kc help).
# run: x() { "$@" >/dev/null 2>&1; echo $?; }; f=/tmp/kc_x_$$; echo 'S_ADDI_INT gp1, gp0, 1' > $f.s; echo 'FOO' > $f.bad.s; echo 'C_BREAK' > $f.trap.s; x kc asm plena $f.s; x kc sim plena $f.s; x kc asm plena $f.bad.s; x kc sim plena $f.bad.s; x kc sim plena $f.trap.s; x kc sim plena $f.nofile.s; x kc asm nowhere $f.s; x kc frobnicate; x kc; rm $f.*
# expect:
#   0
#   0
#   1
#   1
#   1
#   2
#   2
#   2
#   0
