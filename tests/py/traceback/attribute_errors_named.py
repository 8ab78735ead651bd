# What an AttributeError tells of the attribute asked for, and what is suggested from it: reading does,
# also when the program raised it; setting and deleting do not.
import sys
import traceback
def t(f):
    try: f()
    except BaseException as e: print("".join(traceback.format_exception_only(e)), end=""); print(getattr(e,'name',None), type(getattr(e,'obj',None)))
class A:
    __slots__=('abcd',)
    @property
    def vala(self): return 1
    valb=property()
    def __getattr__(self,n): raise AttributeError(f'no {n}')
class B:
    abcd=1
    def __getattr__(self,n): raise AttributeError
class C:
    abcd=1
    def __getattribute__(self,n): raise AttributeError('zz')
class D:
    abcd=1
    @property
    def p(self): return self.abce
    @property
    def abcf(self): raise AttributeError('inner')
class E:
    abcd=1
    def __getattr__(self,n): return self.q.abce
    q=D()
class F:
    abcd=1
    def __getattr__(self,n): return getattr(self.q,n)
    q=D()
def sa(o,n):
    def f(): setattr(o,n,1)
    return f
def ga(o,n):
    def f(): getattr(o,n)
    return f
for o in A(),B(),C(),D(),E(),F(),D,B:
    print('--',type(o))
    for n in ('abce','valb','p','abcf','valz'):
        t(ga(o,n)); t(sa(o,n)) if type(o) is A else 0
t(sa(3,'reel')); t(ga(3,'reel')); t(lambda: (3).reel); t(lambda:delattr(3,'reel')); t(lambda:delattr(D(),'abce'))
import math
t(lambda: math.cose(1)); t(lambda:sa(math,'xx')()); t(lambda: delattr(math,'sine'))
t(lambda: object().__getattribute__('__clas__'))
t(lambda: super(D,D()).abce)
t(lambda: E().hhh)
