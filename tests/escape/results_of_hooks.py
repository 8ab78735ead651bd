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
# What a program may set of classes that are written in Python here.
import datetime
for bad in (36, None, 1.5, datetime.timedelta(days=99)):
    tz = datetime.timezone(datetime.timedelta(hours=1))
    try: tz._offset = bad
    except AttributeError: pass
    t = datetime.datetime(2020, 1, 1, tzinfo=tz)
    for f in (t.utcoffset, t.isoformat, t.__str__, t.timestamp, lambda: t - t.replace(tzinfo=datetime.timezone.utc), t.__hash__, t.utctimetuple): attempt(f)
for kind in (io.BytesIO, io.StringIO):
    for bad in (36, None, [], type.__dict__["__dict__"]):
        class Own(kind): __dict__ = bad
        for f in (Own().__getstate__, lambda: Own().__reduce_ex__(4), lambda: dir(Own())): attempt(f)
for key in (36, None, 1.5, (), b"x", "args", "__traceback__"): print(attempt(lambda: ValueError("x").__setstate__({key: 36})))
# Names that messages show.
import decimal, fractions
for base in (decimal.Decimal, fractions.Fraction, datetime.date, io.BytesIO, int, object):
    for bad in (36, None, [], b"x"):
        odd = type("Odd", (base,), {"__module__": bad})
        for f in (lambda: odd.__module__ + 1, lambda: range(odd), lambda: [][object.__new__(odd)], lambda: 1 + odd(), lambda: repr(odd), lambda: odd().missing): attempt(f)
    try: base.__module__ = 36
    except TypeError: pass
    attempt(lambda: [][base])
print("shown")
