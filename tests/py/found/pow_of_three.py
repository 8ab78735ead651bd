# pow() of three: who refuses first
def t(s):
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)
for a in '1', '1.5', '1j', "b''", 'True':
    for b in '2', '2.5', '2j', "''":
        for c in '3', '3.5', '3j', '[]': t(f'pow({a}, {b}, {c})')
class A:
    def __pow__(s, o, m=None): return NotImplemented
    def __rpow__(s, o, m=None): return 'r', m
class F(float): pass
class C(complex): pass
for s in 'pow(A(),2,3)', 'pow(2,A(),3)', 'pow(2,3,A())', 'pow(F(2),3,4)', 'pow(C(2),3,4)', 'pow(A(),2,3j)', 'pow(A(),2j,3)','pow(A(),2.5,3)', 'pow(2,3,None)', 'pow("a",2,None)','pow(2, A())', 'pow(b"", 1.5, 2)', 'pow(b"",1,2.5)', 'pow(None,1,2j)', 'pow(1, None, 2)': t(s)
for a in 1, 1.5, 1j, True:
    for b in 2, 2.5, 2j, 'x':
        for m in 3, 3.5, 3j, 'y', None:
            for f in '__pow__', '__rpow__':
                try: print(a, f, b, m, getattr(a, f)(b, m))
                except Exception as e: print(a, f, b, m, type(e).__name__, e)
