# A kernel in C goes through the compiler in the sandbox; its own lines are what is spoken about.
# run: kc eval relu -p coral ../data/c/relu.c | cut -d, -f1
# expect:
#   relu C1: correct
# run: kc eval relu -p coral --lang c - < ../data/c/relu.c | cut -d, -f1
# expect:
#   relu C1: correct
# The store is at line 12.
# run: sed 's/y += vl;/y += vl + 1;/' ../data/c/relu.c | kc eval relu -p coral --lang c - | grep -o 'written by line [0-9]*' | sort -u
# expect:
#   written by line 12
# run: sed 's/y += vl;/y += vll;/' ../data/c/relu.c | kc eval relu -p coral --lang c -
# exit: 1
# expect:
#   relu C1: syntax_error
#   <stdin>:14:14: error[compiler]: use of undeclared identifier 'vll'; did you mean 'vl'?
#      14 |         y += vll;
#         |              ^~~
#   hint: line 9: 'vl' declared here
# run: printf '#include "/etc/passwd"\n' | kc eval relu -p coral --lang c -
# exit: 1
# expect:
#   relu C1: syntax_error
#   <stdin>:1:1: error[include-refused]: this file cannot be included: "/etc/passwd"
#       1 | #include "/etc/passwd"
#         | ^~~~~~~~~~~~~~~~~~~~~~
#   hint: a kernel may include <stdint.h>, <stddef.h>, <stdbool.h>, <limits.h> and <riscv_vector.h>; write everything else into the file
# A directive put together from pieces finds no file, neither in the compiler nor in our assembler.
# run: printf '__asm__(".inc" "bin \\"/etc/passwd\\"");\nvoid kernel(void) {}\n' | kc eval relu -p coral --lang c - 2>/dev/null
# exit: 1
# expect:
#   relu C1: syntax_error
# run: printf 'void kernel(void) { __asm__(".inc" "bin \\"/etc/passwd\\""); }\n' | kc eval relu -p coral --lang c - 2>/dev/null
# exit: 1
# expect:
#   relu C1: syntax_error
# What a compiler may call without a library is there.
# run: printf 'void *memcpy(void *, const void *, __SIZE_TYPE__);\nvoid kernel(const signed char *x, signed char *y) { memcpy(y, x, 512); for (int i = 0; i < 512; i++) y[i] = y[i] > 0 ? y[i] : 0; }\n' | kc eval relu -p coral --lang c - | cut -d, -f1
# expect:
#   relu C1: correct
# run: kc eval relu -p plena ../data/c/relu.c
# exit: 1
# expect:
#   relu C1: syntax_error
#   ../data/c/relu.c: error[language]: only kernels for coral can be written in C
# run: kc prompt conv_block -p coral --lang c | grep -c 'The kernel is written in C'
# expect:
#   1
