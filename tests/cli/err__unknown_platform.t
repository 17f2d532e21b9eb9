# An unknown platform: status 2, a suggestion.
# run: kc isa plexa
# exit: 2
# expect:
#   <platform>:1:1: error[unknown-platform]: there is no platform 'plexa'
#       1 | plexa
#         | ^~~~~
#   hint: did you mean plena?
