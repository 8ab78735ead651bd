# Patterns of one set of characters, used so often that a table is made of them: every way of
# matching must answer as before the table, and as for wide text.
import hashlib
import re

PATTERNS = [r'\w', r'\w+', r'\d+', r'\s+', r'\W+', r'\D', r'\S+', r'[a-z]+', r'[^a-z]+', r'[^\W\d_]+', r'.', r'.+',
            r'a', r'a+', r'\.', r'[.,;]+', r'(?i)[k-s]+', r'(?i)s', r'(?i)ß+', r'(?s).+', r'(?x) \w +  # words',
            r'(?a)\w+', r'(?m)[\n]+', r'é+', r'[\x00-\x1f]+', r'[À-ÿ]', r'\w++', r'[^x]', r'(?i)[^é]+', r'\x41+',
            # and those that only look like one
            r'\w+?', r'\w*', r'\w{2}', r'\w?', r'(?:\w)+', r'(\w)+', r'(\w+)', r'\b\w+', r'^\w+', r'\w+$', r'a|b', r'|a',
            r'a{', r'{', r'a+b', r'(?=a)a', r'(?i:a)+', r'[a-z]+|', r'\w+\b']
TEXTS = ['', 'a', 'aaa', 'The quick, brown.\nfox; 42 jumps_over\t\t 3.14', 'éÀß über STRASSE ſ K', '  \n\n x', 'a{{b', 'xXxX', '\x00\x1f\x7f\x80\xa0\xff',
         'ab' * 50]
for pattern in PATTERNS:
    p = re.compile(pattern)
    digest, last = hashlib.sha256(), None
    for round in range(40):
        out = []
        for text in TEXTS:
            wide = text + '中'
            out.append([p.findall(text), p.split(text), p.sub('<\\g<0>>', text), p.subn('', text, 2), p.findall(wide)[:5]])
            for m in (p.match(text), p.search(text), p.fullmatch(text), p.search(text, 2), p.match(text, 1, 3),
                      p.fullmatch(text, 0, 1), p.search(text, 3, 4)):
                out[-1].append(m and (m.span(), m[0], m.lastindex, m.pos, m.endpos))
            out[-1].append([m.span() for m in p.finditer(text)])
        if last is None:
            last = out
        if out != last:
            print('round', round, 'differs', pattern)
            break
    digest.update(repr(last).encode())
    print(pattern.ljust(24), digest.hexdigest()[:20])
for pattern in (rb'\w+', rb'[^a]+', rb'(?i)s+', rb'.', rb'[\x80-\xff]+'):
    p = re.compile(pattern)
    data = b'Sas \xe9\xdf\xff\n a_1' * 3
    got = {repr((p.findall(data), p.split(data), p.sub(b'-', data), p.fullmatch(data[:1]))) for _ in range(40)}
    print(pattern, len(got), hashlib.sha256(got.pop().encode()).hexdigest()[:20])
