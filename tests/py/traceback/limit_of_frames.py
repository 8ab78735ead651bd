# sys.tracebacklimit: the innermost frames of an uncaught exception and its context; excepthook agrees.
import io, sys
out, sys.stderr = sys.stdout, io.StringIO()
def f(n): return f(n - 1) if n else 1 / 0
def show(limit):
    sys.tracebacklimit = limit
    print('--', limit)
    try:
        try: f(2)
        except ZeroDivisionError: raise ValueError('a')
    except ValueError as e:
        if limit != 'x': e.__context__ = None
        e.__traceback__ = e.__traceback__.tb_next or e.__traceback__
        sys.excepthook(type(e), e, e.__traceback__)
for limit in (0, -1, 1):
    show(limit)
sys.tracebacklimit = 0
try: f(3)
except ZeroDivisionError as e: sys.excepthook(type(e), e, e.__traceback__)
try: raise ExceptionGroup('g', [ValueError(1)])
except ExceptionGroup as e: sys.excepthook(type(e), e, e.__traceback__)
del sys.tracebacklimit
for line in sys.stderr.getvalue().splitlines():
    print('  File' if line.startswith('  File') else line)
