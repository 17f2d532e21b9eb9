# Colour only on a terminal, and not with NO_COLOR set (no-color.org): looking for escape characters.
# needs: pty
# run: e() { grep -q "$(printf '\033')" && echo colour || echo plain; }; echo FOO > /tmp/kc_n_$$.s; env -u NO_COLOR TERM=xterm script -qec "kc asm plena /tmp/kc_n_$$.s" /dev/null | e; NO_COLOR=1 TERM=xterm script -qec "kc asm plena /tmp/kc_n_$$.s" /dev/null | e; env -u NO_COLOR kc asm plena /tmp/kc_n_$$.s 2>&1 | e; rm /tmp/kc_n_$$.s
# expect:
#   colour
#   plain
#   plain
