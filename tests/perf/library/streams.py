# io.StringIO and io.BytesIO: written piece by piece and by print, read by lines and blocks.
import io

n = 0
for _ in range(5):
    out = io.StringIO()
    for i in range(30000):
        out.write('line %d\n' % i)
    for i in range(10000):
        print(i, 'x', file=out)
    out.seek(0)
    n += sum(len(line) for line in out)
    text = io.StringIO(out.getvalue())
    while line := text.readline():
        n += len(line)
    data = io.BytesIO()
    for i in range(30000):
        data.write(b'line %d\n' % i)
    data.seek(0)
    n += sum(len(line) for line in data)
    data.seek(0)
    while block := data.read(64):
        n += len(block)
print(n)
