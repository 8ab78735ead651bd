# (?u:...) in a pattern that is ASCII, (?a:...) in one that is not: categories, boundaries and cases of each part.
import re

texts = ['\xe0\xe0\xe0', 'a\xe0a', '\xe0 a', 'ab', '', ' ', 'K\u212a', 'k', '\u212a', '\u017f', 's', 'S', '\u0130', 'i', '\u0661', '1',
         '\u4e2d\u6587 x', '\xc0\xe0', '\U0001d518', '_\xaa', '\x85', '\u2003', 'st\ufb06']


def spans(compiled, text):
    found = [compiled.match(text, i) for i in range(len(text) + 1)]
    return [m.span() for m in found if m]


for pattern in (r'\w(?a:\W)\w', r'(?a:\W(?u:\w)\W)', r'\W(?u:\w)\W', r'(?u:\w)\w', r'(?u:\d)', r'(?u:\s)', r'[\w]', r'(?a:[^\W])',
                r'(?a:\b.)', r'(?a:\B.)', r'(?u:\b.)', r'(?u:\B.)', r'\b.(?u:\b)', r'(?a:\s)', r'(?a:\d)', r'(?a:\S)', r'(?u:k)', r'(?a:k)',
                r'(?a:K)', r'(?a:[a-z])', r'(?a:[^a-z])', r'(?u:[a-z])', r'(?a:\xe0)', r'(?u:\xe0)', r'(?a:[\xe0])', r'(?u:[\xe0-\xe2])',
                r'(?a:\w+)(?u:\w*)', r'(?a:s)(?u:s)?', r'(?a:\u017f)', r'(?a:(?i:K))', r'(?u:(?-i:k))', r'(?a:[\w\xe0])', r'(?ai:[_A-C\d])'):
    for flags in 0, re.ASCII, re.IGNORECASE, re.ASCII | re.IGNORECASE:
        compiled = re.compile(pattern, flags)
        print(pattern, int(compiled.flags), [spans(compiled, text) for text in texts])
for pattern in r'(?a)\w(?u:\w)', r'(?u:\w)(?a:\w)\w', r'(?ai)k(?u:k)':
    compiled = re.compile(pattern)
    print(pattern, int(compiled.flags), [spans(compiled, text) for text in texts])
