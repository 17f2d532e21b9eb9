# A value that the region cannot hold must be an error, not silently another value: INTRAM u32 holds no -1 and no 1.5, an HBM byte no 256.
# run: for l in intram=val:-1 intram=val:1.5 hbm=val:256 hbm=fill:300; do kc sim plena /dev/null --load $l >/dev/null 2>&1; echo $?; done
# expect:
#   2
#   2
#   2
#   2
