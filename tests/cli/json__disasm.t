# kc disasm --help promises --json "words and diagnostics as JSON"; the option is ignored and text is printed.
# run: printf '0x00200062\n' | kc disasm plena --json - | head -c 1
# expect:
#   {
