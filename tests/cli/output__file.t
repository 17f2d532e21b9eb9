# -o writes the words to a file; with errors nothing is written; a file that cannot be written is status 2.
# run: f=/tmp/kc_o_$$; echo 'S_ADDI_INT gp1, gp0, 5' | kc asm plena - -o $f; cat $f; rm $f; echo FOO | kc asm plena - -o $f 2>/dev/null; test -e $f || echo none
# expect:
#   0x00014062
#   none
# run: echo 'S_ADDI_INT gp1, gp0, 5' | kc asm plena - -o /no-such-folder/x
# exit: 2
# expect:
#   kc: cannot write '/no-such-folder/x': No such file or directory
