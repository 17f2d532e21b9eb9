# kc mcp answers line by line: an error per line that is wrong, silence for notifications, an end at the end of input.
# run: printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"ping"}' '{"jsonrpc":"2.0","method":"notifications/initialized"}' 'x' '[]' '{"jsonrpc":"2.0","id":2,"method":"no"}' | kc mcp --task relu
# expect:
#   {"jsonrpc":"2.0","id":1,"result":{}}
#   {"jsonrpc":"2.0","error":{"code":-32700,"message":"not JSON in UTF-8, or nested too deeply; one message per line"}}
#   {"jsonrpc":"2.0","error":{"code":-32600,"message":"batches are not supported: send one message at a time"}}
#   {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"there is no method 'no'"}}
# run: kc mcp --task relo < /dev/null
# exit: 2
# expect:
#   kc: there is no task 'relo'; did you mean relu?
