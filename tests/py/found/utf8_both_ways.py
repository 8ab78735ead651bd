# Every kind of sequence at every place of a block, valid and broken, read and written.
import hashlib

KINDS = ['a', 'é', 'ÿ', 'Ā', '߿', 'ࠀ', '中', '\ud7ff', '\ue000', '\uffff', '\U00010000', '🎉', '\U0010ffff']
seen = hashlib.sha256()
for kind in KINDS:
    for before in [*range(0, 20), 55, 60, 61, 62, 63, 64, 65, 127, 128]:
        for after in (0, 1, 7, 8, 70):
            text = 'x' * before + kind + 'y' * after + kind * 3
            data = text.encode()
            assert data.decode() == text and len(data.decode()) == len(text), (kind, before)
            seen.update(data)
            for cut in range(1, 4):
                part = data[:-cut]
                seen.update(part.decode(errors='replace').encode('utf-16'))
                try:
                    part.decode()
                    seen.update(b'valid')
                except UnicodeDecodeError as e:
                    seen.update(str(e).encode())
print(seen.hexdigest())

BROKEN = [b'\x80', b'\xbf', b'\xc0\x80', b'\xc1\xbf', b'\xc2', b'\xc2a', b'\xc2\xc2\x80', b'\xe0\x9f\xbf',
          b'\xe0\xa0', b'\xed\xa0\x80', b'\xed\xbf\xbf', b'\xef\xbf', b'\xf0\x8f\xbf\xbf', b'\xf0\x90\x80',
          b'\xf4\x90\x80\x80', b'\xf5\x80\x80\x80', b'\xff', b'\xfe\xff', b'\xe4\xb8\xe4\xb8\xad']
for broken in BROKEN:
    for before in (0, 5, 8, 63, 64, 100):
        for after in (b'', b'tail', 'ž中🎉'.encode() * 9):
            data = b'w' * before + broken + after
            seen.update(repr(data.decode(errors='replace')).encode())
            seen.update(repr(data.decode(errors='ignore')).encode())
            seen.update(repr(data.decode(errors='surrogateescape')).encode('utf-8', 'backslashreplace'))
            try:
                data.decode()
                print('valid?', data)
            except UnicodeDecodeError as e:
                if before == 5:
                    print(e)
print(seen.hexdigest())
for text in ('\ud800', 'a\udfffb', '中' * 70 + '\udc80', '\ud83d\ude00 ok'):
    for errors in ('strict', 'replace', 'surrogatepass', 'surrogateescape', 'backslashreplace'):
        try:
            print(text.encode(errors=errors)[-12:])
        except UnicodeEncodeError as e:
            print(ascii(str(e)))
