# Differs from CPython: a pickle gets no builtin that is not a class of data, and no part of a module that the
# program could not import. Whatever is read, it ends in an error, not in a crash.
# options: --max-memory 64M
import pickle
import random


class Mine:
    def __init__(self, *args):
        self.args = args

    @staticmethod
    def inner():
        return 'inner'


def attempt(data, **how):
    try:
        return repr(pickle.loads(data, **how))[:60]
    except RecursionError:
        return 'RecursionError'
    except MemoryError:
        return 'MemoryError'
    except Exception as e:
        return f'{type(e).__name__} {e}'[:110]


for name in ('eval', 'exec', 'getattr', 'setattr', '__import__', 'open', 'compile', 'globals', 'vars', 'type', 'print', 'len',
             'input', 'breakpoint', 'super', 'property', 'map', '__build_class__', 'int.__class__', '__dict__'):
    print(name, attempt(b'cbuiltins\n%s\n(S\'1\'\ntR.' % name.encode()))
    print('   ', attempt(b'\x80\x04\x8c\x08builtins\x8c' + bytes([len(name)]) + name.encode() + b'\x93K\x01\x85R.'))
print(attempt(b'\x80\x04\x8c\x08__main__\x8c\x06pickle\x93.'))
print(attempt(b'\x80\x04\x8c\x08__main__\x8c\x0apickle.sys\x93.'))
print(attempt(b'\x80\x04\x8c\x08__main__\x8c\x0aMine.inner\x93)R.'))
print(attempt(b'\x80\x04\x8c\x08__main__\x8c\x1bMine.__init__.__globals__\x93.'.replace(b'\x1b', b'\x19')))
print(attempt(b'cos\nsystem\n(S\'true\'\ntR.'), attempt(b'csubprocess\nrun\n.'))
print(attempt(b'c_codecs\nencode\n(Vabc\nVhex\ntR.'))
print(attempt(b'cbuiltins\ngetattr\n(c__main__\nMine\nV__dict__\ntR.'))
print(attempt(b'cbuiltins\ngetattr\n(c__main__\nMine\nV__class__\ntR.'))

# Deep, large, and wrong.
print(attempt(b'(' * 200000 + b'.'), attempt(b'(' * 200000 + b'l' * 200000 + b'.')[:20])
print(attempt(b']' + b'\x85' * 100000 + b'.')[:20])
print(attempt(b'\x8e' + b'\xff' * 8 + b'x.'), attempt(b'B\xff\xff\xff\x7fx.'), attempt(b'\x95' + b'\xff' * 8 + b'N.'))
print(attempt(b'Nr\xff\xff\xff\xff.'), attempt(b'Np-1\n.'), attempt(b'Np99999999999999999999999999\n.'))
print(attempt(b'\x8b\xff\xff\xff\xff.'), attempt(b'I' + b'9' * 10000 + b'\n.')[:30])
print(attempt(b'cbuiltins\nbytearray\n(J\xff\xff\xff\x7ftR.'), attempt(b'cbuiltins\nbytes\n(I99999999999\ntR.'))
print(attempt(b'(K\x01' + b'2\x86' * 0 + b'l2(lq\0h\0a' * 3 + b'.')[:60])
print(attempt(b']q\0' + b'(h\0h\0h\0e' * 3 + b'.'))
bomb = b'\x80\x02]q\x00'
for i in range(40):
    bomb += b'](' + b'h' + bytes([i]) + b'h' + bytes([i]) + b'eq' + bytes([i + 1])
print(len(pickle.loads(bomb + b'.')))
print(attempt(b'}q\0(h\0Ks.'), attempt(b'}]Ns.'), attempt(b'\x8f(]\x90.'), attempt(b'K\x01(K\x02e.'), attempt(b'K\x01K\x02b.'))

# Anything: bytes at random, and good pickles with bytes changed.
rnd, kinds = random.Random(5), set()
good = pickle.dumps([{'a': (1, 2.5, None)}, Mine(3), {4}, 'text' * 20, b'x' * 300, 2 ** 90], 4)
for i in range(3000):
    if i % 2:
        data = bytearray(good)
        for _ in range(rnd.randrange(1, 4)):
            data[rnd.randrange(len(data))] = rnd.randrange(256)
        data = bytes(data)
    else:
        data = bytes(rnd.choice(b'(.012FIJKLMNPQRSTUVXabcd}eghij]lopqrstu)\x80\x81\x85\x86\x8c\x8f\x93\x94\x95\n\0\1x') for _ in range(30))
    kinds.add(attempt(data).split()[0].strip('[({') if attempt(data).split()[0].endswith('Error') else 'read')
print(sorted(kinds))
