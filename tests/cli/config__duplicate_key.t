# A parameter given twice is an error (YAML 1.2: mapping keys are unique); silently the last wins.
# run: printf 'MLEN: 32\nMLEN: 64\n' > /tmp/kc_y_$$; kc platforms plena:settings=/tmp/kc_y_$$ >/dev/null 2>&1; echo $?; rm /tmp/kc_y_$$; kc platforms plena:mlen=32,mlen=64 >/dev/null 2>&1; echo $?
# expect:
#   2
#   2
