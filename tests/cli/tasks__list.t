# kc tasks: 23 of them, 20 on plena, by level.
# run: kc tasks | wc -l; kc tasks -p plena | wc -l; for l in 1 2 3; do kc tasks -p plena -l $l | wc -l; done; kc tasks | sed -n '1p;8p'
# expect:
#   23
#   20
#   10
#   8
#   2
#    1  L1  silu             y = x * sigmoid(x)
#    8  L1  gemm             y = x w
# run: kc tasks --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(len(d), d[7]["name"], d[7]["configs"]["plena"][1])'
# expect:
#   23 gemm {'M': 8, 'K': 128, 'N': 128}
# run: kc tasks --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print([(t["units"], t["units_on"]) for t in d if t["name"] in ("gemm", "relu")])'
# expect:
#   [(2.0, {'aie2': 0.0}), (4.0, {})]
# run: kc tasks -l 4 2>&1 | head -1
# expect:
#   kc tasks: levels are 1 to 3
