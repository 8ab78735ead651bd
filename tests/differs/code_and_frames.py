# Differs from CPython: code runs in registers, so that instructions, stack sizes and constants are this
# engine's own; a call keeps its variables for a frame object that was asked for while it ran, not for
# tracebacks (keeping them would cost every exception); programs are not traced, which would cost every line.
import sys


def T(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)


def asked():
    x = 1
    return sys._getframe()


def fails():
    x = 1
    raise KeyError(x)


print(asked().f_locals)
try:
    fails()
except KeyError as e:
    tb = e.__traceback__.tb_next
T(lambda: tb.tb_frame.f_locals)
print(tb.tb_frame is tb.tb_frame, tb.tb_lineno)
T(lambda: sys.setprofile(lambda *a: None))
T(lambda: sys.getrefcount(T))
T(lambda: (lambda: 0).__code__.replace(co_linetable=b''))
print(compile('f(1, 2, 3, 4, 5)', 'f', 'eval').co_stacksize, (lambda: 5).__code__.co_consts)
