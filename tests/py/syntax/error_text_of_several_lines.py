# The text of a syntax error is the line that it begins in, however many lines it spans.
import traceback

SOURCES = (
    'foo(a, z\n    for z in\n    range(10), b, c)', 'f(a for a in b,\n c)\n', '[a,\n b] += 3\n', '(a,\n b): int = 4\n',
    '(a, b): int\n', 'x = (1 +\n 2 = 3)\ny = 1\n', 'print("""a\nb""" 3)\n', 'f(a=1,\n  b for b in c)\n',
    'a = 1\nx = {1: 2,\n 3: 4 5}\n', 'def f(:\n pass\n', 'if x = 3:\n  pass', 'f(**a,\n *b)\n', 'x = "abc\n',
    'x = """abc\ndef\n', 'x = (1,\n2\n', 'x = 1 +\n', 'x = 1 +', 'for x in y\n  pass\n', 'with (a as 1,\n b): pass\n',
    'del (a,\n f())\n', 'a = [x,\n y for y in z]\n', 'try:\n  pass\nx = 1\n', 'é = (ü,\n ö) += 1\n', 'return (\n1)\n',
    'def f(a,\n a): pass\n', '(yield\n)\n')
for source in SOURCES:
    for end in '', '\nq = 1\n':
        try:
            compile(source + end, '<text>', 'exec')
        except SyntaxError as e:
            print(repr(e.text), e.lineno, e.offset, e.end_lineno, e.end_offset, e.msg)
try:
    compile('foo(a, z\n    for z in\n    range(10), b, c)', '<text>', 'exec')
except SyntaxError as e:
    print(''.join(traceback.format_exception_only(e)))
