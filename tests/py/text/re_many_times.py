# Counts above 65,535, and patterns of very many words.
import re

x = 'x' * 200000
for pattern in ('.{65535}', '.{65536}', '.{,65536}', '.{65536,}', '.{65536,}?', '.{,65536}?', '.{65536,70000}', '.{65536,70000}?', '.{1,199999}',
                '.{1,199999}?y|x{3}', 'x{131070}', 'x{131071}', 'x{131072,}+', 'x{,131072}+', '[x]{100000,150000}', '(?:xx){70000}',
                '(?:xx){70000,70001}', '(?:xx){100000}', '(?:xx){100001}', '(?:x|xx){70000}', '(?=x{100000})x', 'x{70000}{', 'x{199999,200000}$',
                'x{0,100000}y', '(x{70000})(x{70000,100000})(x*)', '(x{70000}?)(x{0,100000}?)(x{70000}.*)', 'x{200000}', 'x{200001}',
                '^x{65535,131070}x{68930}$', '^x{65535,131070}?x{68930,}?$', '(?>x{,100000})x', r'(x)\1{70000}'):
    m = re.match(pattern, x)
    print(pattern, m and (m.span(), [m.span(i) for i in range(1, m.re.groups + 1)]))
for n in 65534, 65535, 65536, 131070, 131071, 140000:
    text = 'a' * n + 'b'
    print(n, [re.fullmatch(pattern, text) is not None for pattern in ('a{65536}b', 'a{,131070}b', 'a{65535,131071}b', 'a{65536,131070}?b',
                                                                     '(?:a{65536,139999}+)b', 'a{,140000}?b', '[^b]{140000,}b')])
for pattern in b'.{65536}', b'(?s).{,70000}':
    print(pattern, re.match(pattern, bytearray(100000)).span())
for pattern in 'x{4294967295}', 'x{,99999999999}', 'x{70000,69999}':
    try:
        re.compile(pattern)
    except Exception as error:
        print(pattern, type(error).__name__, error)

words = re.compile('|'.join(map(str, range(9999, -1, -1))))
text = ', '.join(map(str, range(0, 30000, 97)))
print(words.findall(text)[:20], len(words.findall(text)), words.sub(lambda m: '<%s>' % m[0], text)[:100])
print([m.span() for m in words.finditer(text + '\u4e2d')][-3:], words.split('a17b\U0001f600c4242')[:4], words.search('no'))
words = re.compile(b'|'.join(b'%d' % i for i in range(9999, -1, -1)))
text = bytearray(b'12 345 x')
print(words.findall(text), words.sub(b'-', text), words.match(text).group())
text[0] = ord('7')
print(words.findall(text))
