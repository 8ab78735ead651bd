# A bytearray keeps its size while it joins what a program's iterator gives.
def items(change):
    try:
        change()
    except BufferError as e:
        print('BufferError', e)
    yield b'A'
    yield b'B'


sep = bytearray(b', ')
for change in [sep.clear, lambda: sep.append(1), lambda: sep.extend(b'12'), sep.pop,
               lambda: sep.__setitem__(slice(0, 1), b''), lambda: sep.__delitem__(0),
               lambda: sep.__setitem__(0, 59), lambda: sep.join(x for x in (b'1', b'2'))]:
    print(sep.join(items(change)), sep)
sep.clear()
print(sep.join([b'x', b'y']), sep)


def fails():
    yield b'1'
    raise KeyError('no')


sep = bytearray(b'-')
try:
    sep.join(fails())
except KeyError:
    sep.append(45)
print(sep.join((b'1', bytearray(b'2'), memoryview(b'3'))))
