# codecs: what lookup finds, functions and handlers that a program registers, notes of errors.
import codecs
import io


def attempt(function, *args):
    try:
        print(function(*args))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, '__notes__', ''))


for name in ('utf-8', 'cp1252', 'idna', 'rot13', 'hex', 'latin-1', 'utf-8-sig', 'base64', 'zlib', 'uu', 'quopri',
             'punycode', 'unicode_escape', 'ascii', 'utf-7', 'mac-roman', 'nope'):
    try:
        info = codecs.lookup(name)
        print(name, info.name, info._is_text_encoding, info.incrementaldecoder.__mro__[1].__name__, len(info))
    except LookupError as e:
        print(e)

# Of bytes and of texts.
for name in ('rot13', 'hex', 'base64', 'zlib', 'uu', 'quopri'):
    data = 'Hello \xe9' if name == 'rot13' else b'hello = world \xff' * 5
    coded = codecs.encode(data, name)
    print(name, coded, codecs.decode(coded, name) == data)
    attempt('abc'.encode, name)
    attempt(b'abc'.decode, name)
attempt(codecs.decode, b'zz', 'hex')
attempt(codecs.encode, 'x', 'hex')
attempt('x'.encode, 'undefined')

# Handlers.
codecs.register_error('test.mark', lambda e: ('<>', e.end))
for name in ('ascii', 'latin-1', 'cp1251', 'cp037', 'utf-8', 'utf-16', 'utf-32-be'):
    attempt('a\ud800b'.encode, name, 'test.mark')
attempt(b'a\xffb\xfe'.decode, 'utf-8', 'test.mark')
codecs.register_error('test.bytes', lambda e: (b'\xff\xfe', e.end))
for name in ('utf-16', 'utf-8', 'cp037', 'utf-32-be'):
    attempt('a\ud800b'.encode, name, 'test.bytes')
for bad in (None, 1, ('a',), ('a', 'b'), (1, 2), ('a', 99), ('a', -99), ('\xe9', 2)):
    codecs.register_error('test.bad', lambda e: bad)
    for text, name in (('a\u20acb', 'ascii'), ('a\u20acb', 'latin-1'), ('a\u20acb', 'cp1251')):
        attempt(text.encode, name, 'test.bad')
    attempt(b'a\xffb'.decode, 'ascii', 'test.bad')


attempt('\xe9'.encode, 'ascii', 'nope')
attempt(codecs.lookup_error, 'nope')
ERRORS = (UnicodeEncodeError('utf-8', 'a\xe9\udc80b', 1, 3, 'r'), UnicodeDecodeError('utf-8', b'a\xed\xa0\x80b', 1, 2, 'r'),
          UnicodeTranslateError('a\xe9b', 1, 2, 'r'), ValueError('x'), 3, UnicodeEncodeError('utf-16', '\ud800', 0, 1, 'r'),
          UnicodeEncodeError('utf-32-be', '\udc80', 0, 1, 'r'), UnicodeEncodeError('ascii', 'abc', -3, 99, 'r'))
for name in ('strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace', 'namereplace', 'surrogateescape',
             'surrogatepass'):
    print(name)
    for error in ERRORS:
        attempt(lambda: ascii(codecs.lookup_error(name)(error)))


# Search functions.
def search(name):
    print('search', name)
    if name == 'mine_enc':
        return codecs.CodecInfo(lambda s, e='strict': (b'[' + s.encode() + b']', len(s)),
                                lambda b, e='strict': (bytes(b).decode()[1:-1], len(b)), name='mine')
    return {'bad': 3, 'bad_2': (1, 2)}.get(name)


codecs.register(search)
attempt('abc'.encode, 'Mine-Enc')
attempt(b'[abc]'.decode, 'mine enc')
for name in ('bad', 'Bad 2', 'zzz\0', '\ud800', 3):
    attempt(codecs.lookup, name)
codecs.unregister(search)
attempt('abc'.encode, 'Mine-Enc')

# Streams.
for name in ('utf-8', 'utf-16', 'utf-8-sig', 'cp1252', 'utf-7'):
    below = io.BytesIO()
    writer = codecs.getwriter(name)(below)
    writer.write('first \xe9\r\nsecond')
    writer.writelines([' line\n', 'third'])
    print(name, below.getvalue())
    reader = codecs.getreader(name)(io.BytesIO(below.getvalue()))
    print(repr(reader.readline()), repr(reader.read(3)), repr(reader.readline()), reader.readlines())
    print(list(codecs.iterdecode([bytes([b]) for b in below.getvalue()], name)) == list('first \xe9\r\nsecond line\nthird'))
recoder = codecs.EncodedFile(io.BytesIO('\xe9\n\u20ac'.encode('utf-8')), 'cp1252', 'utf-8')
print(recoder.readline(), recoder.read(), recoder.data_encoding, recoder.file_encoding)
print(codecs.charmap_encode('ab', 'strict', {97: 65, 98: b'xyz'}), codecs.charmap_decode(b'\0\1', 'replace', 'A\ufffe'))
print(codecs.escape_decode(rb'\x41\n\101\\'), codecs.escape_encode(b"'\n\xff"))
