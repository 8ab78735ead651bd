class Indexed(bytearray):
    def __index__(self):
        return 65


class IndexedBytes(bytes):
    def __index__(self):
        return 66


class IndexedText(str):
    def __index__(self):
        return 67


for value in [Indexed(b'xy'), Indexed(b'x'), Indexed(), IndexedBytes(b'xy'), IndexedBytes(b'x'), IndexedBytes(),
              bytearray(b'xy'), b'', memoryview(b'x'), IndexedText('ab'), 'a']:
    for template in [b'%c', bytearray(b'<%3c>'), '%c']:
        try:
            print(type(value).__name__, len(value), template % value)
        except Exception as error:
            print(type(value).__name__, len(value), type(error).__name__, error)
