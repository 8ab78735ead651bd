# Module tokenize: tokens and positions of plain and of broken sources, encodings, and back to text.
import io
import token
import tokenize
from tokenize import TokenInfo, detect_encoding, generate_tokens, untokenize

SOURCES = [
    '', 'x', '# c', '   ', '\n\n', 'x = 1\n', 'a;b #c\n', 'a\r\nb\r\n', 'é=1', '$?`!', 'a<>b', '...->:=!=\n',
    'if x:\n  # c\n  y\n\n#d\n\nz\n', 'if a:\n b', '\tx\n', 'class A:\n  def f():\n    pass\n\n  x\ny\n',
    'x = \\\n 1\n', 'if 1:\n\\\n  x\n', '  (\n x)\n', 'x = [\n1, # c\n\n2]\n', 'async def f(): await x\n',
    'a**=b//=c>>=d', '@a\ndef f(x, /, *, y=1) -> int: ...\n', 'match x:\n case 1: pass\n',
    '0x1F 0o17 0b11 1_000.5_0 1.e5j .5 1e-3 0777 1if 2else 3', '1e', '0x1for x', '1..2',
    '"""a\nb""" + 1\n', "x='a\\\nb'\n", 'u"a" Rb"" bR""\n', "'''a''''''b'''", '""',
    "f'a{b!r:>{w}}c{{d}}'\n", 'f"""x\n{a}\n{{ }} """\n', 'f"{x=}"', "f'{a:x\n}'", 'f"\\N{DASH}\\{x}"', 'rf"\\{x}"',
    'f"{x!r}" f"{x:%H:%M}" f"{ {1:2}[1] }"\n', "f'{lambda x:1}'\n", "f'{a:{b:{c}}}'\n", "f'}}{{a{b}}}c'\n",
    "f'{a[\"x\"]!r:^{w}.{p}}'", "f'{f\"{x}\"}'", "f'{(a:=5)}{a!=b}'", "f'''{a # c\n}'''", "f'{a:{{b}}}'",
    # Broken ones.
    '(1,\n 2', '"abc', '"""abc', 'x = \\', 'x = \\ 1\n', '\x01', ')', '0x', '0b12', '0o8', '0b_', '1_', '1__0', '1e+',
    'if a:\n\tb\n        c\n', 'if a:\n  b\n c\n', 'f"{a', 'f"{a}', 'f"}"', "f'{a'b'}'", "f'{a:{b:{c:{d}}}}'",
    "f'''a", '(' * 201, ''.join(['%sif 1:\n' % (' ' * i) for i in range(101)]), 'a\0',
]
for source in SOURCES:
    print('---', repr(source[:60]))
    last = None
    try:
        for t in generate_tokens(io.StringIO(source).readline):
            last = t
            if len(source) < 200:
                print(token.tok_name[t.type], token.tok_name[t.exact_type], repr(t.string), t.start, t.end, repr(t.line))
    except (tokenize.TokenError, SyntaxError) as e:
        print(type(e).__name__, e.args if len(source) < 200 else e.args[0], len(source) < 200 or last.start)

# Lines from any callable, ended by StopIteration too; what is not text is refused.
print([t.string for t in generate_tokens(iter(['a\n', 'b']).__next__)])
try:
    list(generate_tokens(lambda: 5))
except TypeError as e:
    print(e)

t = next(generate_tokens(io.StringIO('x').readline))
print(t, isinstance(t, tuple), t._fields, t == (1, 'x', (1, 0), (1, 1), 'x'))
print(TokenInfo(tokenize.OP, '+', (1, 0), (1, 1), '+').exact_type == tokenize.PLUS, tokenize.tok_name[tokenize.NL])
print(tokenize.__all__ == token.__all__ + ['tokenize', 'generate_tokens', 'detect_encoding', 'untokenize', 'TokenInfo'])
print(issubclass(tokenize.TokenError, Exception), tokenize.ISTERMINAL(5), tokenize.ISNONTERMINAL(256), tokenize.ISEOF(0))

# Encodings.
for head in [b'', b'x = 1\n', b'\xef\xbb\xbfx\n', b'# -*- coding: latin-1 -*-\n', b'#!/bin/x\n# vim: set fileencoding=UTF_8 :\n',
             b'\n# coding: iso-8859-15\n', b'x\n# coding: ascii\n', b'\xef\xbb\xbf# coding: utf-8\n', b'#\n#\n# coding: ascii\n',
             b'\xef\xbb\xbf# coding: latin-1\n', b'# coding: nothing\n', b'# \xff\n', b'# coding=cp1252', b'# coding: Latin-1-unix\n']:
    try:
        print(detect_encoding(io.BytesIO(head).readline))
    except SyntaxError as e:
        print(e)
for t in tokenize.tokenize(io.BytesIO('# coding: latin-1\ns = "é"\n'.encode('latin-1')).readline):
    print(t)

# Back to text.
for source in SOURCES[:48]:
    tokens = list(generate_tokens(io.StringIO(source).readline))
    try:
        print(untokenize(tokens) == source, end=' ')
    except ValueError as e:
        print(e, end=' ')
    print(repr(untokenize([t[:2] for t in tokens])))
print(untokenize(tokenize.tokenize(io.BytesIO(b'# coding: latin-1\nx = "\xe9"\n').readline)))
try:
    untokenize([TokenInfo(1, 'a', (2, 0), (2, 1), ''), TokenInfo(1, 'b', (1, 0), (1, 1), '')])
except ValueError as e:
    print(e)
try:
    tokenize.open('/nowhere/at/all.py')
except OSError as e:
    print('refused')

# A rewriting, as programs do it.
out = []
for kind, text, *_ in generate_tokens(io.StringIO('print(+21.3e-5*-.1234/81.7)').readline):
    if kind == tokenize.NUMBER and '.' in text:
        out.extend([(tokenize.NAME, 'Decimal'), (tokenize.OP, '('), (tokenize.STRING, repr(text)), (tokenize.OP, ')')])
    else:
        out.append((kind, text))
print(untokenize(out))
