# Objects of every kind through every protocol: the bytes are those of CPython, and come back.
import pickle, io, collections, decimal, fractions, datetime, enum, types, functools, random, dataclasses, zlib
class A:
    def __init__(self): self.x=1; self.y=[1,2]
    def __eq__(self,o): return type(o) is A and vars(o)==vars(self)
class S:
    __slots__=('a','b')
    def __init__(self): self.a=1; self.b=2
class L(list): pass
class D(dict): pass
class G:
    def __getstate__(self): return 5
    def __setstate__(self,s): self.s=s
class R:
    def __reduce__(self): return (R,(),{'q':1})
class N:
    def __new__(cls, a, b=2): o=object.__new__(cls); o.v=(a,b); return o
    def __getnewargs__(self): return self.v
class NE(N):
    def __getnewargs_ex__(self): return (self.v[:1], {'b': self.v[1]})
class E(enum.Enum): X=1
class F(enum.IntFlag): P=1;Q=2
P=collections.namedtuple('P','x y')
@dataclasses.dataclass
class DC: a:int=1; b:list=dataclasses.field(default_factory=list)
class Outer:
    class Inner: pass
rec=[]; rec.append(rec); rt=([],); rt[0].append(rt)
l=L([1,2]); l.z=3
import sys
objs=[None,True,False,0,1,255,256,65535,65536,-1,2**31-1,-2**31,2**31,-2**31-1,2**63,-2**100,2**2100,1.5,float('inf'),'','a','é\u20ac\U0001f600','\ud800','x'*300,'\\\n\r\0\x1a', 'x'*70000, b'',b'abc',b'\xff'*300,b'q'*70000,bytearray(b'abc'),bytearray(),(),(1,),(1,2),(1,2,3),(1,2,3,4),[],[1],[1,2],list(range(1000)),list(range(1001)),list(range(2500)),{}, {1:2},{1:2,3:4},dict.fromkeys(range(1000)),dict.fromkeys(range(1001)),set(),{1},frozenset(),frozenset([1,2]),A(),S(),l,D(a=1),G(),R(),N(1),NE(1,5),E.X,F.P|F.Q,P(1,2),DC(),A,Outer.Inner,Outer.Inner(),int,type(None),...,NotImplemented,type(...),3+4j,range(3),slice(1,2),ValueError('a',1),KeyError('k'),OSError(2,'x'),collections.OrderedDict(a=1,b=2),collections.Counter('ab'),collections.deque([1,2],5),collections.defaultdict(int,{1:2}),decimal.Decimal('1.5'),fractions.Fraction(1,3),types.SimpleNamespace(a=1),[[1],[1]],rec,rt,(lambda x:[x,x])([1]),'s'*2, [1.5,'a',None]*5, collections.ChainMap({}), iter([1]), sys.maxsize, [A(),A()], collections.UserDict(a=1), list[int], datetime.timezone.utc]
for i,o in enumerate(objs):
    out=[]
    for p in range(6):
        try: b=pickle.dumps(o,p)
        except Exception as e: out.append((type(e).__name__,str(e)[:90])); continue
        try:
            v=pickle.loads(b)
            b2=pickle.dumps(v,p)
        except Exception as e: b2=(type(e).__name__,str(e)[:80])
        out.append((len(b),zlib.crc32(b), b if len(b)<60 else b[:60], b2==b or b2))
    print(i,type(o).__name__,ascii(out))
