# Writing far beyond the end of a text in memory, whatever the width of its characters.
import io
for position in (2**62 + 1, 2**62, 2**61, 2**63 - 1):
    for text in ('\U0001f600', '\u1234', 'a', ''):
        s = io.StringIO(text); s.seek(position)
        try: print(s.write('x'))
        except (MemoryError, OverflowError) as e: print('refused')
        s.seek(0); print(ascii(s.read()))
