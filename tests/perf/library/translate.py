# str.translate and bytes.translate: letters replaced, punctuation dropped, markup escaped.
import string

text = 'The Quick-brown fox; jumps over the lazy dog. ' * 400
wide = 'caf\u00e9 <b>&amp; ca\u00f1a na\u00efve \u20ac</b> ' * 200
tables = [str.maketrans('abcxyz', 'uvwABC'), str.maketrans('', '', string.punctuation), {ord(c): None for c in '.,;:!?'},
          str.maketrans('abc', 'xyz', '- ')]
markup = str.maketrans({'<': '&lt;', '>': '&gt;', '&': '&amp;'})
n = sum(len(text.translate(t)) for t in tables for _ in range(300))
n += sum(len(s.translate(markup)) for s in (text, wide) for _ in range(20))
n += sum(len('Hello, World! foo; bar.'.translate(tables[1])) for _ in range(60000))
data, table = text.encode(), bytes.maketrans(b'abc', b'xyz')
n += sum(len(data.translate(table, drop)) for drop in (b'', b'. ') for _ in range(300))
print(n)
