#inc\
lude </etc/x>
%:include F
_Pragma("a")
\
# 1 "x"
"unclosed .incbin
/* open