# Differs from CPython: forms that are refused by name rather than done. East Asian encodings of several
# bytes a character are not there (nor bz2); modules are part of the program, so they show no file; code
# objects are made from others only under other names.
import math
def T(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
T(lambda: 'x'.encode('shift_jis'))
T(lambda: math)
T(lambda: (lambda: 0).__code__.replace(co_argcount=1))
