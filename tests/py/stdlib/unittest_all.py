# unittest: every assertion with its messages, fixtures, subtests, asynchronous cases, loader and runner.
import unittest, io, sys, re
def shown(o): return re.sub('File "[^"]*"', 'File', o.getvalue().split('Ran')[0])
T=unittest.TestCase()
def t(f,*a,**k):
    try: print('ok',f(*a,**k))
    except Exception as e: print(type(e).__name__, str(e))
for a,b in ((1,2),('a','b'),('a\n','a'),('x\ny','x\nz\n'),('a'*200,'a'*100+'b'+'a'*99),([1]*50,[1]*49+[2]),([],[1]),((1,2),(1,)),({1:2},{1:3}),({1},{2}),(frozenset([1]),{1,2}),(1.0,2),(None,0),([1,[2]],(1,[2])),('','a'),(b'a',b'b'),({i:i for i in range(40)},{i:i+1 for i in range(40)}),('abc','abd'),('line1\nline2\n','line1\nline3\n'),('a\r','a\n'),('x'*3000,'y'*3000)):
    for n in ('assertEqual','assertNotEqual','assertIs','assertIsNot','assertSequenceEqual','assertListEqual','assertTupleEqual','assertSetEqual','assertDictEqual','assertCountEqual','assertMultiLineEqual','assertIn','assertNotIn','assertLess','assertLessEqual','assertGreater','assertGreaterEqual','assertAlmostEqual','assertNotAlmostEqual','assertIsInstance','assertNotIsInstance'):
        print(n,end=' ')
        t(getattr(T,n),a,b)
    t(T.assertEqual,a,b,'msg')
for a,b,k in ((1.00000001,1,{}),(1.1,1,{}),(1,1,{}),(1.1,1,dict(places=0)),(1.1,1,dict(delta=.5)),(1.1,1,dict(delta=.05)),(1,1,dict(delta=0)),(1,2,dict(delta=1,places=2))):
    t(T.assertAlmostEqual,a,b,**k); t(T.assertNotAlmostEqual,a,b,**k)
for x in (0,1,None,[]):
    for n in ('assertTrue','assertFalse','assertIsNone','assertIsNotNone'): t(getattr(T,n),x); t(getattr(T,n),x,'m')
t(T.assertIsInstance,1,str); t(T.assertIsInstance,1,(str,list)); t(T.assertNotIsInstance,1,int); t(T.assertIn,1,[2]); t(T.assertNotIn,'a','abc'); t(T.assertRegex,'abc','x+'); t(T.assertRegex,'abc','b'); t(T.assertNotRegex,'abc','b'); t(T.assertNotRegex,'abc','x'); t(T.fail,'z'); t(T.fail)
t(T.assertRaises,ValueError,int,'x'); t(T.assertRaises,ValueError,int,'1'); t(T.assertRaises,ValueError,lambda: 1); t(T.assertRaises,5); t(T.assertRaises,ValueError,foo=1); t(T.assertRaisesRegex,ValueError,'zzz',int,'x'); t(T.assertRaisesRegex,ValueError,'invalid',int,'x'); t(T.assertRaises,(ValueError,TypeError),int,'1')
with T.assertRaises(KeyError) as cm: {}[1]
print(repr(cm.exception))
import warnings
def w(): warnings.warn('hello',UserWarning)
t(T.assertWarns,UserWarning,w); t(T.assertWarns,DeprecationWarning,w); t(T.assertWarnsRegex,UserWarning,'hel',w); t(T.assertWarnsRegex,UserWarning,'zz',w); t(T.assertWarns,UserWarning,lambda:0)
with T.assertWarns(UserWarning) as cm: w()
print(cm.warning, cm.lineno>0)
class S(unittest.TestCase):
    longMessage=False
    def test_a(self): "doc\nmore"
    def runTest(self): pass
s=S('test_a'); t(s.assertEqual,1,2,'only'); print(s.id(), str(s), repr(s), s.shortDescription(), s.countTestCases(), s==S('test_a'), s==S(), s.defaultTestResult()); t(S,'nope')
f=unittest.FunctionTestCase(w,description='d'); print(f.id(),str(f),f.shortDescription(), f==f)
class E(unittest.TestCase):
    log=[]
    @classmethod
    def setUpClass(c): c.log.append('suc'); c.addClassCleanup(c.log.append,'cc')
    @classmethod
    def tearDownClass(c): c.log.append('tdc')
    def setUp(self): self.log.append('su'); self.addCleanup(self.log.append,'c1'); self.addCleanup(self.log.append,'c2')
    def tearDown(self): self.log.append('td')
    def test_1(self): self.log.append('t1')
    def test_2(self): self.log.append('t2'); 1/0
    def test_3(self): self.skipTest('x')
    def test_4(self):
        with self.subTest(a=1): self.skipTest('y')
        with self.subTest(a=2): 
            with self.subTest(b=3): raise KeyError(1)
    def test_5(self):
        class CM:
            def __enter__(s): E.log.append('ent'); return 5
            def __exit__(s,*a): E.log.append('exi')
        self.assertEqual(self.enterContext(CM()),5)
r=unittest.TestResult(); unittest.defaultTestLoader.loadTestsFromTestCase(E).run(r)
print(E.log, r, [(str(a),b) for a,b in r.skipped], [str(a) for a,b in r.errors], r.wasSuccessful())
class A(unittest.IsolatedAsyncioTestCase):
    log=[]
    async def asyncSetUp(self): self.log.append('as')
    async def asyncTearDown(self): self.log.append('at')
    async def test_x(self):
        import asyncio
        await asyncio.sleep(0); self.addAsyncCleanup(self.c); self.assertEqual(1,1)
    async def c(self): self.log.append('ac')
    async def test_y(self): self.assertEqual(1,2)
r=unittest.TestResult(); unittest.defaultTestLoader.loadTestsFromTestCase(A).run(r); print(r,A.log)
o=io.StringIO(); r=unittest.TextTestRunner(stream=o,verbosity=2,failfast=True,buffer=True).run(unittest.TestSuite([E('test_2'),E('test_1')])); print(shown(o), r)
o=io.StringIO(); r=unittest.TextTestRunner(stream=o).run(unittest.TestSuite()); print(re.sub(r'\d+\.\d{3}s', 'T s', o.getvalue()))
print(unittest.defaultTestLoader.getTestCaseNames(E), unittest.TestSuite([E('test_1')]), unittest.TestSuite([s]).countTestCases())
t(unittest.TestSuite,['x']); t(unittest.TestSuite,'abc'); t(unittest.TestSuite,[E])
l=unittest.TestLoader(); print(l.loadTestsFromName('E.test_1',sys.modules['__main__']), l.loadTestsFromName('E',sys.modules['__main__']).countTestCases(), l.loadTestsFromNames(['E','A'],sys.modules['__main__']).countTestCases())
@unittest.skip('all')
class K(unittest.TestCase):
    def test_k(self): pass
@unittest.skipIf(True,'cond')
def sk(): pass
t(sk)
t(unittest.skipUnless(True,'x')(lambda:3))
r=unittest.TestResult(); K('test_k').run(r); print(r.skipped)

import warnings
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    print(unittest.makeSuite(E).countTestCases(), unittest.getTestCaseNames(E, 'test'),
          unittest.findTestCases(sys.modules['__main__']).countTestCases(), len(log))
print(unittest.installHandler(), unittest.removeResult(r), unittest.registerResult(r), unittest.removeHandler())
log = []
unittest.addModuleCleanup(log.append, 1)
class CM:
    def __enter__(self): return 5
    def __exit__(self, *a): log.append(2)
print(unittest.enterModuleContext(CM()), unittest.doModuleCleanups(), log)
class V(unittest.TestCase):
    @unittest.expectedFailure
    def test_x(self): self.fail()
    @unittest.expectedFailure
    def test_y(self): pass
    def test_z(self): raise unittest.SkipTest('z')
    def test_sub(self):
        for i in range(3):
            with self.subTest('m', i=i): self.assertEqual(i, 1)
class W(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError('x')
    def test_w(self): pass
for v in (0, 1, 2):
    o = io.StringIO()
    suite = unittest.TestSuite([unittest.defaultTestLoader.loadTestsFromTestCase(c) for c in (V, W)])
    r = unittest.TextTestRunner(o, verbosity=v, resultclass=unittest.TextTestResult).run(suite)
    print(shown(o), r, o.getvalue().split(chr(10))[-2])
for argv in (['x', 'V.test_x'], ['x', '-q', 'V'], ['x', '-k', 'nothing']):
    try: unittest.main(argv=argv, testRunner=unittest.TextTestRunner(io.StringIO()))
    except SystemExit as e: print(e.code)
print(unittest.main(argv=['x', 'V.test_z'], exit=False, testRunner=unittest.TextTestRunner(io.StringIO())).result)
