# Random calls of StringIO and BytesIO: every newline mode, odd arguments, closed streams, states, subclasses.
import copy
import io
import random

R = random.Random(3)
TEXTS = ['', 'a', 'abc', 'line\n', 'x\ny\n', '\r\n', 'a\rb\r\nc\n', '\u20ac\u00e9', '\U0001f600\n', 'tail']
NUMBERS = [None, -1, 0, 1, 2, 3, 5, 100, -5, 'x', 1.5, True]
PLAIN = ['tell', 'getvalue', 'readable', 'isatty', 'flush', 'fileno', 'detach', 'close']


def show(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


def read_into(stream):
    room = bytearray(4)
    return show(stream.readinto, room), bytes(room)


def act(s, text):
    """One call: what it was, and its result."""
    def data():
        d = R.choice(TEXTS)
        return R.choice([5, None, b'q', 'q']) if R.random() < .05 else d if text else d.encode()

    op = R.choice(['write', 'write', 'write', 'read', 'readline', 'readlines', 'truncate', 'seek', 'place', 'next', 'list',
                   'writelines', 'closed', 'special', *PLAIN[:-1 if R.random() < .9 else None]])
    if op == 'write':
        return op, show(s.write, data())
    if op in ('read', 'readline', 'readlines', 'truncate'):
        return op, show(getattr(s, op), *[R.choice(NUMBERS)][:R.random() < .7])
    if op == 'seek':
        return op, show(s.seek, R.choice([0, 1, 3, 10, -1, 'x', None, 1.5]), *[R.choice([0, 1, 2, 3, -1, 'x'])][:R.randrange(2)])
    if op == 'place':
        return op, show(s.seek, R.randrange(6))
    if op == 'writelines':
        return op, show(s.writelines, [data(), data()])
    if op == 'closed':
        return op, s.closed
    if op == 'special' and text:
        return op, show(lambda: s.line_buffering), show(lambda: s.newlines)
    if op == 'special':
        return op, read_into(s), show(s.read1, R.choice(NUMBERS)), show(lambda: bytes(s.getbuffer()))
    return op, show({'next': next, 'list': list}[op], s) if op in ('next', 'list') else show(getattr(s, op))


for _ in range(70):
    text = R.random() < .5
    if text:
        value, newline = R.choice(TEXTS + ['a\nb\r\nc\rd', None]), R.choice(['\n', None, '', '\r', '\r\n'])
        s = io.StringIO(value, newline)
        print(ascii(value), ascii(newline))
    else:
        value = R.choice([b'', b'abc', b'a\nb\nc', b'x\r\ny\n', None, bytearray(b'q\n')])
        s = io.BytesIO(R.choice([value, memoryview(value or b'mv')]))
        print(value)
    for _ in range(12):
        print(ascii(act(s, text)))
    print(ascii([show(f) for f in (s.getvalue, s.tell, lambda: copy.copy(s).getvalue(), s.__getstate__)]))
for f in (lambda: io.StringIO(5), lambda: io.StringIO('a', 'x'), lambda: io.StringIO('a', 5), lambda: io.StringIO(b'x'),
          lambda: io.StringIO(initial_value='q\r', newline=None).read(), lambda: io.BytesIO('x'), lambda: io.BytesIO(5),
          lambda: io.BytesIO(initial_bytes=b'k').read(), lambda: io.StringIO('a', '\n', 3), lambda: io.BytesIO(b'', 1)):
    print(show(f))


class Upper(io.StringIO):
    def write(self, s):
        return super().write(s.upper())


class Lines(io.StringIO):
    def readline(self, *args):
        return 'L' if super().readline(*args) else ''


class ByteLines(io.BytesIO):
    def readline(self, *args):
        return b'L' if super().readline(*args) else b''


class Closing(io.BytesIO):
    def close(self):
        print('closing')
        super().close()


m = Upper('init')
print(m.getvalue(), m.write('abc'), m.getvalue())
print('hello', file=m)
m.x = 1
print(repr(m.getvalue()), m.x, m.__getstate__(), isinstance(m, io.TextIOBase), isinstance(m, io.IOBase))
print(sorted(n for n in vars(io.BytesIO) if n[0] != "_"))
print(list(Lines('a\nb\n')), Lines('a\nb').readlines(), list(ByteLines(b'a\nb\n')), ByteLines(b'a\nb').readlines())
with Closing(b'x') as c:
    print(c.read())
with io.StringIO('a') as f:
    print(f.read())
print(f.closed, show(f.__enter__), show(next, f), show(f.close), issubclass(io.BytesIO, io.BufferedIOBase))
print(io.TextIOWrapper(io.BytesIO(b'a\nb\n'), encoding='utf-8').read(), io.BufferedReader(io.BytesIO(b'abc')).read(2))
