# Unknown keys, wrong types, aliases, lists and broken YAML are errors with their place; nothing falls back silently (spec 1.4, trap 27).
# run: y() { printf "$1" > /tmp/kc_y_$$; kc platforms plena:settings=/tmp/kc_y_$$ 2>&1 | grep error | sed 's,.*kc_y_[0-9]*,FILE,'; }; y 'FOO: 1\n'; y 'TRANSACTIONAL:\n  CONFIG:\n    FOO: {value: 3}\n'; y 'MLEN: abc\n'; y 'MLEN: {value: x}\n'; y 'MLEN: {valu: 3}\n'; y 'MLEN: [1, 2]\n'; y 'MLEN: &a 32\nVLEN: *a\n'; y 'BLEN: 0\n'; y 'MLEN 32\n'; y 'MLEN: {\n'; rm /tmp/kc_y_$$
# expect:
#   FILE:1:1: error[unknown-key]: unknown parameter 'FOO'
#   FILE:3:5: error[unknown-key]: unknown parameter 'FOO'
#   FILE:1:7: error[param-value]: MLEN must be a whole number from 1 to 4096, not 'abc'
#   FILE:1:15: error[param-value]: MLEN must be a whole number from 1 to 4096, not 'x'
#   FILE:1:8: error[unknown-key]: unknown key 'valu' in MLEN
#   FILE:1:7: error[yaml]: a value or a table was expected here
#   FILE:2:7: error[yaml]: aliases are not allowed in settings
#   FILE:1:7: error[param-range]: BLEN = 0 is out of range (1 to 4096)
#   FILE:1:1: error[yaml]: settings are a table of names and values
#   FILE:2:1: error[yaml]: not YAML: did not find expected node content
# run: kc sim plena -s no-such-file /dev/null
# exit: 2
# expect:
#   <platform>: error[file]: cannot read the settings 'no-such-file': No such file or directory
