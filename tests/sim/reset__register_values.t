# Reset values (spec 1.3): everything 0 but STRIDE = 1.
# run: kc sim plena /dev/null --json 2>/dev/null | python3 -c 'import json,sys; r=json.load(sys.stdin)["registers"]; print(len(r), {k: v for k, v in r.items() if v})'
# expect:
#   43 {'STRIDE': 1}
