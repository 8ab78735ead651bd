# A text stream reads no more than it needs: of what never ends, of what fails later, of what still grows.
import io
import itertools


class Endless(io.RawIOBase):
    def __init__(self, piece):
        self.piece, self.given = piece, 0

    def readable(self):
        return True

    def readinto(self, room):
        n = min(len(room), len(self.piece))
        room[:n] = self.piece[:n]
        self.given += n
        return n


raw = Endless(b'line\r\n' * 100)
text = io.TextIOWrapper(io.BufferedReader(raw), 'ascii')
print([text.readline() for _ in range(3)], repr(text.read(7)), list(itertools.islice(text, 2)), raw.given < 100000)

late = io.TextIOWrapper(io.BytesIO(b'good\n' * 5000 + b'\xff\n'), 'utf-8')
count = 0
try:
    for line in late:
        count += 1
except UnicodeDecodeError as e:
    print(count > 1000, e.reason)

below = io.BytesIO(b'first\n')
text = io.TextIOWrapper(below, 'utf-8')
print(text.readlines(), repr(text.readline()))
at = below.tell()
below.write(b'second\nthi')
below.seek(at)
print(repr(text.readline()), repr(text.readline()), repr(text.read()))

# Characters and newlines across the ends of pieces.
sample = ('aé\r\n€b\rc\n\r\n𝄞' * 700).encode()


class Small(io.BytesIO):
    def __init__(self, data, most):
        super().__init__(data)
        self.most = most

    def read1(self, n=-1):
        return super().read1(min(n, self.most) if n >= 0 else self.most)


for newline in None, '', '\n', '\r', '\r\n':
    for most in 1, 2, 3, 1000:
        whole = io.TextIOWrapper(io.BytesIO(sample), 'utf-8', newline=newline).read()
        made = [list(io.TextIOWrapper(Small(sample, most), 'utf-8', newline=newline))]
        for step in 1, 2, 5, 900:
            text = io.TextIOWrapper(Small(sample, most), 'utf-8', newline=newline)
            made.append(list(iter(lambda: text.read(step), '')))
            text = io.TextIOWrapper(Small(sample, most), 'utf-8', newline=newline)
            made.append(list(iter(lambda: text.readline(step), '')))
        print(repr(newline), most, {''.join(parts) == whole for parts in made}, [len(parts) for parts in made])

for encoding in 'utf-8', 'utf-16-le', 'latin-1':
    text = io.TextIOWrapper(io.BytesIO('erste\nzweite Zeile ö\ndritte\n'.encode(encoding) * 900), encoding)
    places = []
    for _ in range(2000):
        places.append(text.tell())
        text.readline()
    text.seek(places[1501])
    print(encoding, repr(text.readline()), places[-1], repr(text.read(3)), text.tell())

long = io.TextIOWrapper(io.BytesIO(b'x' * 3000000 + b'\nend'), 'ascii')
print(len(long.readline()), long.readline())
for odd in (lambda *n: 'text', lambda *n: None, lambda *n: 5):
    stream = io.BytesIO()
    stream.read1 = odd
    try:
        io.TextIOWrapper(stream).readline()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__)
