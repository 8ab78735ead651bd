# unicodedata.ucd_3_2_0: every function over every code point, by sums, and the refusals.
import hashlib
import random
import unicodedata

old = unicodedata.ucd_3_2_0
print(old.unidata_version, type(old) is unicodedata.UCD, type(old))
chars = list(map(chr, range(0x110000)))
for field in ('category', 'bidirectional', 'combining', 'mirrored', 'east_asian_width', 'decomposition'):
    ask = getattr(old, field)
    print(field, hashlib.sha256(repr([ask(c) for c in chars[:0x30000]]).encode()).hexdigest())
for field in ('decimal', 'digit', 'numeric'):
    ask = getattr(old, field)
    print(field, hashlib.sha256(repr([ask(c, None) for c in chars[:0x30000]]).encode()).hexdigest())
names = [old.name(c, '') for c in chars[:0x3000]]
print('name', hashlib.sha256(repr(names).encode()).hexdigest())
print(all(old.lookup(n) == chr(i) for i, n in enumerate(names) if n))

rnd = random.Random(3)
pool = [c for c in chars if unicodedata.combining(c) or unicodedata.decomposition(c)]
texts = [''.join(rnd.choices(pool, k=5)) for _ in range(4000)]
for form in ('NFC', 'NFD', 'NFKC', 'NFKD'):
    out = [old.normalize(form, t) for t in texts]
    print(form, hashlib.sha256(ascii(out).encode()).hexdigest(), sum(old.is_normalized(form, t) for t in texts))

for call in (lambda: old.name('\u0221'), lambda: old.lookup('LATIN SMALL LETTER D WITH CURL'), lambda: old.category(5),
             lambda: old.category('ab'), lambda: old.decimal('x'), lambda: old.digit('x'), lambda: old.numeric('x'),
             lambda: old.name('ab'), lambda: old.normalize('NFX', '\xe9'), lambda: unicodedata.UCD(),
             lambda: old.name('\u0221', 'none'), lambda: old.numeric('\xbd'), lambda: old.decimal('\xb2'),
             lambda: old.numeric(1)):
    try:
        print(ascii(call()))
    except Exception as e:
        print(type(e).__name__, e)
