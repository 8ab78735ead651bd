# module: the functions of module traceback
import builtins
def print(*a): builtins.print(*[str(x).replace(f.__code__.co_filename, 'FILE') for x in a])
import traceback
def f(x): return 1 / x
def g():
    try: f(0)
    except ZeroDivisionError as e:
        e.add_note('n1\nn2')
        raise KeyError('k')
try: g()
except KeyError as e:
    ex = e
    print(traceback.format_exc())
    print(traceback.format_exception(e))
    print(traceback.format_exception_only(e), traceback.format_exception_only(ValueError('a\nb')))
    print(traceback.format_tb(e.__traceback__))
    print([(x.lineno, x.name, x.line) for x in traceback.extract_tb(e.__traceback__)])
    te = traceback.TracebackException.from_exception(e)
    print(''.join(te.format()), te, te.exc_type)
    print(traceback.format_exception(type(e), e, e.__traceback__, 1))
    print(traceback.format_exception(e, chain=False))
print(traceback.format_exc())
def rec(n): rec(n-1) if n else 1/0
try: rec(10)
except Exception as e: print(''.join(traceback.format_exception(e)))
try: raise ExceptionGroup('g', [ValueError(1), ExceptionGroup('h', [TypeError(2)])])
except ExceptionGroup as e: print(''.join(traceback.format_exception(e)))
try: exec('x = = 1')
except SyntaxError as e: print(traceback.format_exception_only(e))
def st(): return traceback.extract_stack()
print([(s.name, s.line) for s in st()])
print(traceback.format_list([('a.py', 1, 'f', 'code')]))
