# pickle: persistent ids, dispatch tables, extension codes, buffers, errors of what cannot be written or read.
import copyreg
import io
import pickle
import sys


def attempt(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Point:
    def __init__(self, x=0):
        self.x = x

    def __repr__(self):
        return f'Point({self.x})'


class ById(pickle.Pickler):
    def persistent_id(self, obj):
        return f'point {obj.x}' if isinstance(obj, Point) else None


class FromId(pickle.Unpickler):
    def persistent_load(self, pid):
        return Point(int(pid.split()[1]) * 10)

    def find_class(self, module, name):
        print('find', module, name)
        return super().find_class(module, name)


for protocol in range(6):
    file = io.BytesIO()
    ById(file, protocol).dump([Point(1), {1, 2}, Point(3)])
    print(FromId(io.BytesIO(file.getvalue())).load())
attempt(pickle.loads, file.getvalue())

file = io.BytesIO()
pickler = pickle.Pickler(file)
pickler.dispatch_table = {Point: lambda p: (Point, (p.x + 100,))}
pickler.dump([Point(5)])
pickle.dump('second', file)
file.seek(0)
print(pickle.load(file), pickle.load(file))


class Override(pickle.Pickler):
    def reducer_override(self, obj):
        return (Point, (7,)) if isinstance(obj, Point) else NotImplemented


file = io.BytesIO()
Override(file).dump((Point(1), 2))
print(pickle.loads(file.getvalue()))

copyreg.add_extension('__main__', 'Point', 200)
data = pickle.dumps(Point, 2)
print(data, pickle.loads(data) is Point)
attempt(copyreg.add_extension, '__main__', 'Point', 201)
attempt(copyreg.add_extension, '__main__', 'Other', 200)
attempt(copyreg.add_extension, '__main__', 'Other', 0)
copyreg.remove_extension('__main__', 'Point', 200)
attempt(pickle.loads, b'\x82\x05.')

buffers = []
data = pickle.dumps(pickle.PickleBuffer(bytearray(b'outside')), 5, buffer_callback=buffers.append)
print(data, [bytes(b.raw()) for b in buffers], pickle.loads(data, buffers=[b'other']))
print(pickle.loads(pickle.dumps(pickle.PickleBuffer(b'inside'), 5)))
attempt(pickle.dumps, pickle.PickleBuffer(b'x'), 4)
attempt(pickle.loads, data)

for thing in (lambda: 0, (x for x in ()), sys, io.StringIO, iter(()), type('Hidden', (), {})):
    try:
        pickle.dumps(thing)
        print('written')
    except Exception as e:
        print(type(e).__name__)
for data in (b'', b'X', b'.', b'N', b'\xff', b'0.', b'(.', b'a.', b'h\x05.', b'g5\n.', b'K', b'\x80\x09.', b'X\xff\0\0\0a.',
             b'(e.', b'(lp0\ng1\n.', b'\x85.', b'S\'a\n.', b'Iab\n.', b'I01\n.', b'L12L\n.', b'F1e5\n.', b'S\'a\\nb\'\n.',
             b'Vab\\u20ac\n.', b'\x93.', b'N(Nb.', b']Nb.', b'cno_such_module\nx\n.'):
    try:
        print(data, repr(pickle.loads(data)))
    except Exception as e:
        print(data, type(e).__name__, '' if isinstance(e, (TypeError, IndexError)) else str(e)[:70])
print(pickle.loads(b'\x80\x02U\x03\xe9ab.', encoding='latin-1'), pickle.loads(b'\x80\x02U\x03\xe9ab.', encoding='bytes'))
attempt(pickle.loads, b'\x80\x02U\x03\xe9ab.')
attempt(pickle.dumps, 1, 6)
attempt(pickle.dumps, 1, buffer_callback=print)
attempt(pickle.loads, 'text')
attempt(pickle.Pickler, 3)
attempt(pickle.Unpickler, 3)
print(pickle.encode_long(-256), pickle.decode_long(b'\0\xff'), pickle.format_version, pickle.PROTO, len(pickle.__all__))
