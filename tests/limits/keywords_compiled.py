# options: --timeout 0.5
# exit: 124
# A call of many keywords: that none comes twice is found out within the time limit.
text = 'dict(' + ','.join(f'a{i}={i}' for i in range(140000)) + ')'
compile(text, 'x', 'eval')
