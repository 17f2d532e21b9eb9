# A file that is not there, and a folder: status 2 and the reason.
# run: kc sim plena no-such-file.s
# exit: 2
# expect:
#   kc: cannot read 'no-such-file.s': No such file or directory
# run: kc asm plena /
# exit: 2
# expect:
#   kc: cannot read '/': Is a directory
