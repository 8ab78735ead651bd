# unittest.mock: mocks, calls and their assertions, specs, patch in every form, open, awaits.
from unittest import mock
from unittest.mock import *
import asyncio
def t(f,*a,**k):
    try: r=f(*a,**k)
    except BaseException as e: r=(type(e).__name__,str(e))
    print(r)
m=Mock(); m.a.b(1,x=2); m(3); m.c.return_value=7; print(m.c(),m.mock_calls,m.method_calls,m.call_args,m.call_count,m.called, m.a.b.call_args_list)
print(m.a.b.call_args.args, m.a.b.call_args.kwargs, m.mock_calls==[call.a.b(1,x=2),call(3),call.c()])
t(m.assert_called_with,3); t(m.assert_called_with,4); t(m.assert_called_once); t(m.assert_not_called); t(m.a.b.assert_called_once_with,1,x=2); t(m.a.b.assert_called_once_with,2); t(m.assert_any_call,3); t(m.assert_any_call,9); t(Mock().assert_called); t(Mock(name='nm').assert_called_with,1,b=2)
t(m.assert_has_calls,[call.a.b(1,x=2),call(3)]); t(m.assert_has_calls,[call(3),call.a.b(1,x=2)]); t(m.assert_has_calls,[call.c(),call(3)],any_order=True); t(m.assert_has_calls,[call(99)],any_order=True)
s=Mock(side_effect=[1,ValueError('v'),3]); t(s);t(s);t(s);t(s)
s=Mock(side_effect=KeyError('k')); t(s); s.side_effect=lambda x: x*2; t(s,4); s.side_effect=lambda x: DEFAULT; s.return_value=9; t(s,1)
s=Mock(spec=['x']); t(lambda: s.x is s.x); t(lambda:s.y); s.z=5
s=Mock(spec_set=['x']); t(setattr,s,'z',1)
class C:
    attr=1
    def meth(self,a,b=2): pass
    @staticmethod
    def st(q): pass
    @classmethod
    def cl(cls,q): pass
    async def co(self): pass
s=Mock(spec=C); print(isinstance(s,C)); t(lambda:s.nope); s.meth(1)
mm=MagicMock(); print(len(mm), list(mm), bool(mm), int(mm), 5 in mm, float(mm), str(mm)[:10], mm==mm, mm==1, hash(mm)==hash(mm)); mm.__len__.return_value=3; print(len(mm)); mm.__getitem__.side_effect=lambda k:k*2; print(mm[4]); mm['a']=1; mm.__setitem__.assert_called_with('a',1); mm.__iter__.return_value=[1,2]; print(list(mm))
with mm as f: print(f is mm.__enter__.return_value)
print(mm+1 is mm.__add__.return_value, mm.mock_calls[-1:]); 
x=Mock(); t(len,x); x.__len__=Mock(return_value=4); print(len(x)); x.__str__=lambda s:'hi'; print(str(x))
print(call(1,a=2), call.foo.bar(3), call.foo(1).bar(), call.foo(1).bar().call_list(), call(1)==((1,),), call()==('',(),{}), call.a==call.a, repr(call), ANY==5, call(ANY)==call(3), ANY)
print(sentinel.foo, sentinel.foo is sentinel.foo, DEFAULT)
import math
with patch('math.sqrt') as ps: ps.return_value=5; print(math.sqrt(2))
print(math.sqrt(4))
with patch.object(C,'attr',10): print(C.attr)
print(C.attr)
@patch('math.sin',return_value=1)
@patch.object(C,'meth')
def f(a,mmeth,msin): print(a, C.meth is mmeth, math.sin(3)); return 'r'
print(f('A'), C().meth(1))
d={'a':1}
with patch.dict(d,{'b':2},c=3): print(d)
with patch.dict(d,clear=True): print(d)
print(d)
with patch.multiple(C,attr=5,meth=DEFAULT) as mu: print(C.attr, list(mu))
p=patch('math.cos',lambda x:'c'); p.start(); print(math.cos(1)); p.stop(); print(math.cos(0)); p.start(); patch.stopall(); print(math.cos(0))
t(patch,'x')
with patch('math.nope',create=True): print(hasattr(math,'nope'))
print(hasattr(math,'nope'))
a=create_autospec(C); i=a(); i.meth(1); t(i.meth); t(i.meth,1,2,3); a.st(1); t(a.st); t(lambda: i.nope); print(isinstance(i,C))
def fn(a,b=1): pass
af=create_autospec(fn,return_value=3); print(af(1)); t(af); af.assert_called_once_with(1)
o=mock_open(read_data='l1\nl2\n')
with patch('builtins.open',o):
    with open('x') as fh: print(fh.read())
    print(list(open('x')), open('x').readline(), open('x').readlines())
    open('w','w').write('q')
o.assert_any_call('w','w'); o().write.assert_called_with('q')
am=AsyncMock(return_value=3); print(asyncio.run(am(1))); am.assert_awaited_once_with(1); t(am.assert_not_awaited); t(AsyncMock().assert_awaited)
print(am.await_count, am.await_args)
class P: pass
with patch.object(P,'q',new_callable=PropertyMock,create=True) as pm: pm.return_value=4; print(P().q); P().q=9; print(pm.mock_calls)
z=Mock(); z.a=1; z.b.c=2; seal(z); t(lambda:z.d); t(lambda:z.b.e)
m=Mock(return_value=1); m(1); m.reset_mock(); print(m.called,m(2), m.mock_calls)
t(lambda: Mock().assert_foo()); m.configure_mock(**{'x.y':3,'z.return_value':4}); print(m.x.y,m.z())
par=Mock(); ch=Mock(name='chn'); par.attach_mock(ch,'kid'); par.kid(1); print(par.mock_calls)
w=Mock(wraps=C()); print(w.meth(1)); 
m=Mock(name='foo'); print(repr(m).split(' id')[0], repr(m.bar()).split(' id')[0], repr(Mock(spec=C)).split(' id')[0], repr(MagicMock().x.y()).split(' id')[0])
del m.bar; t(lambda:m.bar)
print([n for n in dir(Mock(spec=['q'])) if n[0]!='a'][:8], NonCallableMock()!=1, callable(NonCallableMock()), callable(NonCallableMagicMock()))
t(lambda: NonCallableMagicMock(spec=[])()); print(FILTER_DIR, repr(mock.patch.TEST_PREFIX))
