# Random bytes and texts through the encodings of several bytes, whole and in pieces, with each handler.
import codecs
import itertools
import random
import warnings
import zlib
warnings.simplefilter('ignore')
rnd = random.Random(7)
BYTES = {'utf-7': '+-+A/aBz9=~\xe9\x80 ', 'unicode_escape': '\\xuUN{}0123abcdef LATIN\n\'"',
         'raw_unicode_escape': '\\\\uU0012af '}
NAMES = ('utf-7', 'utf-8', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-be', 'unicode_escape',
         'raw_unicode_escape', 'utf-8-sig', 'ascii', 'latin-1')
HANDLERS = ('strict', 'ignore', 'replace', 'backslashreplace', 'surrogateescape', 'surrogatepass',
            'xmlcharrefreplace', 'namereplace', 'test.mine')
turn = itertools.cycle((0, 1))


def mine(e):
    after = e.end if isinstance(e, UnicodeEncodeError) or next(turn) else e.start + 1
    return f'<{e.start},{e.end},{e.reason}>', after


codecs.register_error('test.mine', mine)


def attempt(function, *args):
    try:
        return function(*args)
    except Exception as e:
        return type(e).__name__, str(e), getattr(e, 'start', None), getattr(e, 'end', None)


def some_bytes(name):
    if name in BYTES:
        return ''.join(rnd.choice(BYTES[name]) for _ in range(rnd.randrange(12))).encode('latin-1')
    return bytes(rnd.choice(b'\0A\x80\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\xff\xfe\xed\xd8\xdc\xef\xbb\xbf')
                 for _ in range(rnd.randrange(10)))


def pieces(coder, data, nothing):
    cut = rnd.randrange(len(data) + 1)
    for part, final in ((data[:cut], False), (data[cut:], False), (nothing, True)):
        yield attempt(coder, part, final)


for name in NAMES:
    total = 0
    for _ in range(120):
        data = some_bytes(name)
        text = ''.join(map(chr, rnd.choices((0, 9, 10, 43, 45, 65, 92, 126, 127, 0xe9, 0x20ac, 0xd800, 0xdc80,
                                             0xdfff, 0x1f600, 0xfeff), k=rnd.randrange(8))))
        seen = [(how, attempt(data.decode, name, how), attempt(text.encode, name, how)) for how in HANDLERS]
        decoder = codecs.getincrementaldecoder(name)(rnd.choice(HANDLERS[:4]))
        encoder = codecs.getincrementalencoder(name)(rnd.choice(HANDLERS[:4]))
        seen += [list(pieces(decoder.decode, data, b'')), decoder.getstate()]
        seen += [list(pieces(encoder.encode, text, '')), encoder.getstate()]
        total = zlib.crc32(ascii(seen).encode(), total)
    print(name, total, ascii(seen[0]))
