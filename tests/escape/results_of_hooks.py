# Special methods that return what they may not: each is looked at before it is used.
import operator
def attempt(f):
    try: return repr(f())
    except Exception as e: return f"{type(e).__name__}: {e}"
for bad in (36, 2 ** 70, 1.5, None, [], bytearray(b"x"), b"/etc/passwd", "/etc/passwd"):
    class Path:
        def __fspath__(self): return bad
    print(attempt(lambda: open(Path())))
# The ends of the range of numbers.
least = -2 ** 63
for f in (lambda: b"ab".center(least), lambda: b"ab".ljust(least), lambda: b"ab".rjust(least), lambda: "ab".center(least), lambda: "ab".ljust(least), lambda: "ab".rjust(least),
          lambda: "ab".zfill(least), lambda: b"ab".zfill(least), lambda: round(7, least), lambda: round(10 ** 30, least), lambda: round(7.5, least), lambda: round(7.5, 2 ** 62)):
    print(attempt(f))
# Methods of subclasses are not asked where the interpreter works on the text itself.
import io
class Text(str):
    def replace(self, *args): return 36
    def __str__(self): return 36
for newline in ("\r", "\r\n", None):
    def written():
        s = io.StringIO(Text("a\nb\r\n"), newline=newline)
        s.write(Text("c\n"))
        return s.getvalue()
    print(attempt(written))
