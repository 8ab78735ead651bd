# re without regard to case: characters whose equals PCRE2 does not know, in literals, sets and ranges,
# over narrow and wide subjects; \B on the empty string; flags that exclude one another; groupindex.
import re

LETTERS = 'iI\u0131\u0130kK\u212asS\u017f\xff\u0178\xb5\u03bc\u039c\xdf\u1e9e\xe5\xc5\u212b\ufb05\ufb06\u0390\u1fd3\u03b0\u1fe3\u0432\u1c80'
for a in LETTERS:
    near = f'[{chr(ord(a) - 1)}-{chr(ord(a) + 1)}]'
    print(ascii(a), ''.join('01'[bool(re.match(a, b, re.I))] for b in LETTERS),
          ''.join('01'[bool(re.match(f'[{a}]', b, re.I))] for b in LETTERS),
          ''.join('01'[bool(re.match(near, b, re.I))] for b in LETTERS),
          ''.join('01'[bool(re.match(f'[^{a}]', b, re.I))] for b in LETTERS),
          ''.join('01'[bool(re.match(a, b, re.I | re.A))] for b in LETTERS))
print(re.search(r'\B', ''), re.search(r'\B', ' '), re.findall(r'\B', 'ab c'), re.findall(r'a\B', 'aa'))
for pattern, flags in (('(?u)x', re.A), ('(?a)x', re.U), ('(?au)x', 0), ('x', re.A | re.U), ('(?ua:x)', 0)):
    try:
        print(re.compile(pattern, flags))
    except Exception as e:
        print(type(e).__name__, e)
try:
    re.compile('(?P<a>x)').groupindex['a'] = 2
except TypeError as e:
    print(e)
print(~(re.I | re.S | re.X), ~re.RegexFlag(1 << 20 | 2))
print(re.Scanner([(r'\d+', lambda s, t: int(t)), (r'\w+', lambda s, t: t.upper()), (r'\s+', None)]).scan('ab 12 c!'))
