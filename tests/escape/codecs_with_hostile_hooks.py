# Decoders, the registry of encodings and difflib meet hooks and numbers of the program: what shows a warning
# empties the bytes that are read, the cache holds no encodings, a handler gives impossible positions, a private
# function is called with anything, a sequence says that it is longer than memory.
import codecs, difflib, encodings, warnings
import _codecs, _difflib
def attempt(what, f):
    try: print(what, f())
    except Exception as e: print(what, type(e).__name__, str(e)[:70])
data = b'\\q\\777' + b'abcdefgh' * 100
def emptied(f):
    global held
    held = bytearray(data)
    return len(f(held))
def show(*args, **named):
    held.clear(), held.extend(b'z' * 10000), held.clear()
warnings.simplefilter('always')
warnings.showwarning = show
attempt('unicode_escape_decode', lambda: emptied(lambda b: codecs.unicode_escape_decode(b)[0]))
attempt('raw_unicode_escape_decode', lambda: emptied(lambda b: codecs.raw_unicode_escape_decode(b)[0]))
attempt('escape_decode', lambda: emptied(lambda b: codecs.escape_decode(b)[0]))
attempt('decode', lambda: emptied(lambda b: b.decode('unicode_escape')))
attempt('str', lambda: emptied(lambda b: str(b, 'unicode_escape')))
attempt('view', lambda: emptied(lambda b: str(memoryview(b), 'unicode_escape')))
attempt('_decode_as', lambda: emptied(lambda b: _codecs._decode_as('unicode_escape', b)[0]))
# These two have no parameter of what follows.
for junk in (3, 'x', None, [], 1.5):
    attempt('latin_1_decode', lambda: (junk, codecs.latin_1_decode(b'a\xff'), codecs.ascii_decode(b'a'))[1:])
    attempt('_form', lambda: _codecs._form(junk))
# The cache of encodings and what makes their infos.
cache = encodings._cache
for info in (5, None, (), (1, 2), 'abcd', [1, 2, 3, 4]):
    cache['own'] = info
    attempt('cached', lambda: codecs.lookup('own'))
    attempt('cached', lambda: 'x'.encode('own'))
cache['own'] = (len, 5, None, None)
attempt('cached', lambda: 'x'.encode('own'))
attempt('cached', lambda: b'x'.decode('own'))
codecs._info = lambda name: 7
attempt('_info', lambda: codecs.lookup('cp037'))
attempt('_info', lambda: 'x'.encode('idna'))
# Positions and replacements of a handler.
for answer in (('x', 2 ** 62), ('x', -2 ** 63), ('x', 2 ** 70), ('x', 1.5), (b'x', 1), ('x',), None):
    codecs.register_error('far', lambda e: answer)
    for name in ('utf-8', 'utf-7', 'utf-16', 'utf-32', 'unicode_escape', 'cp1252', 'ascii'):
        attempt((answer, name), lambda: b'\\U\x81\xd8+\xd8\xff'.decode(name, 'far'))
def other(e):
    e.object = b'+'
    return 'x', 1
codecs.register_error('other', other)
for name in ('utf-8', 'utf-8-sig', 'utf-7', 'utf-16', 'utf-32', 'unicode_escape', 'cp1252', 'ascii'):
    attempt(name, lambda: bytearray(b'\\U\x81\xd8+\xd8\xff').decode(name, 'other'))
# A length near what 64 bits hold, so that the bytes of its table are few.
class Long:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i): return 'x'
for n in (2 ** 59 - 1, 2 ** 59, 2 ** 60 - 1, 2 ** 63 - 1):
    attempt(n, lambda: _difflib._longest('x', Long(n), {'x': [10 ** 6, 10 ** 7]}, set(), 0, 1, 0, n))
    m = difflib.SequenceMatcher(None, 'x', 'x')
    m.b, m.b2j = Long(n), {'x': [10 ** 6, 10 ** 7]}
    attempt(n, lambda: m.find_longest_match(0, 1, 0, n))
