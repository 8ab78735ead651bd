# Numbers in bytes: what is no ASCII is no number.
for f in (int, float, complex):
    for s in (b'123\xa0', b'\xb2', b' 12 ', bytearray(b'7'), '\xb2', '\u0663', '1\u00a0'):
        try: print(f.__name__, s, f(s))
        except Exception as e: print(f.__name__, type(e).__name__, e)
try: print(int(b'1\xa0', 10))
except Exception as e: print(type(e).__name__, e)
