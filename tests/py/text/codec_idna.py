# Names of hosts: idna, punycode and nameprep.
import codecs
from encodings.idna import ToASCII, ToUnicode, nameprep


def attempt(function, *args):
    try:
        print(ascii(function(*args)))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)), getattr(e, '__notes__', ''))


for name in ('', 'python.org', 'b\xfccher.ch', 'B\xdcCHER.CH', '\xe9.com.', 'stra\xdfe.de', '\u4f8b\u3048.jp',
             'a\u3002b\uff0ec', 'a' * 63, 'a' * 64, '..', 'a..b', 'xn--\xe9', 'a\u0627b', '\u06271', '\u0340', 'a\xe9' * 40,
             'k\u00f6nig\u00adreich', '\u2126hm', '\ufb01n', 'x\u200bz\xe9', '\xe9\x7f', 'e\u0301', '\uff21\uff22'):
    attempt(name.encode, 'idna')
for data in (b'', b'python.org', b'xn--bcher-kva.ch', b'XN--bcher-KVA.ch', b'xn--', b'xn--a\x80', b'\x80', b'a' * 70 + b'.x',
             b'xn--9ca..', b'xn--99999999999', b'xn--strae-oqa', b'xn--w&%hyj7532180wz2'):
    attempt(data.decode, 'idna')
for text in ('', 'abc', 'b\xfccher', '\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587', 'a-b\u20ac-\U0001f600', '-'):
    data = text.encode('punycode')
    print(data, data.decode('punycode') == text)
for how in ('strict', 'replace', 'ignore', 'other'):
    for data in (b'abc-', b'a-%', b'bcher-kv', b'99999999', b'\xff-1'):
        attempt(data.decode, 'punycode', how)
for label in ('\u0130', 'A\u200d', '\u00a0x', '\ue000', 'ABC\u1e9e', '\u05d0a', '\u05d01', '1\u05d0'):
    attempt(nameprep, label)
attempt(ToASCII, 'F\xfc')
attempt(ToUnicode, b'xn--f-pgaa')
attempt(ToUnicode, 'x' * 1100)
coder = codecs.getincrementalencoder('idna')()
print([coder.encode(part) for part in ('b\xfcch', 'er.ch', '\xe9', '.')], coder.encode('', True))
coder = codecs.getincrementaldecoder('idna')()
print([coder.decode(part) for part in (b'xn--bch', b'er-kva.c', b'h.')], coder.decode(b'x', True))
