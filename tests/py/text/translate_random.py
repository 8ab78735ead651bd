# str.translate and bytes.translate with random tables: dicts, lists, texts, objects of the program, wrong ones.
import random

R = random.Random(4)


class Missing(dict):
    def __missing__(self, key):
        return [key, None, '<%d>' % key, 'x'][key % 4]


class Table:
    def __getitem__(self, key):
        if key % 5 == 0:
            raise LookupError
        return None if key % 7 == 0 else 'ab' if key % 11 == 0 else 955 if key % 13 == 0 else key + 1


def show(f, *args, **kwargs):
    try:
        return ascii(f(*args, **kwargs))
    except Exception as e:
        return f'{type(e).__name__}: {e}'


for _ in range(250):
    letters = R.choice(['abcxyz .,', 'abcdefxyzABC012 .,;\u00e9\u20ac\U0001f600\u00f1\x00\x7f'])
    s = ''.join(R.choice(letters) for _ in range(R.randrange(30)))
    kind = R.randrange(7)
    if kind < 3:
        values = [None, 'z', '\u00e9', '\u20ac', '', 'ab', 97, 233, 0x1f600, 5, 7, True, 127, 128]
        odd = [1.5, -1, 0x110000, b'x'] if R.random() < .1 else values
        keys = [ord(R.choice(letters)) for _ in range(R.randrange(6))] + ['a']
        table = {key: R.choice(R.choice([values, odd])) for key in keys}
    elif kind == 3:
        table = [R.choice([None, 'x', i, 'yy', '\u00e9']) for i in range(R.randrange(130))]
    else:
        table = R.choice([Table(), Missing({97: 'A'}), 'abcdefghij' * 20, b'abc' * 80, 5, None, {}])
    print(ascii(s), show(s.translate, table))
    b = s.encode()
    full = R.choice([None, bytes(R.sample(range(256), 256)), b'x', 5])
    drop = R.choice([b'', b'abc', bytes(5), b, 'x'])
    print(show(b.translate, full, drop), show(bytearray(b).translate, full, delete=drop))
