mov r1, ss
