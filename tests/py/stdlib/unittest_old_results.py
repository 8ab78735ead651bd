# Results that lack what later versions added; what fixtures of modules print; subtests within subtests.
import io, sys, unittest, warnings
class Old:
    def __init__(self): self.events, self.shouldStop = [], False
    def __getattr__(self, name):
        if name not in ('startTest', 'stopTest', 'addError', 'addFailure', 'addSuccess'): raise AttributeError(name)
        return lambda *args: self.events.append(name)
class T(unittest.TestCase):
    def test_skip(self): self.skipTest('why')
    @unittest.expectedFailure
    def test_expected(self): 1/0
    @unittest.expectedFailure
    def test_unexpected(self): pass
    def test_plain(self): pass
for name in ('test_skip', 'test_expected', 'test_unexpected', 'test_plain'):
    old = Old()
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        T(name).run(old)
    print(name, old.events, sorted({str(x.message) for x in w if 'addDuration' not in str(x.message)}))
class Sub(unittest.TestCase):
    def test(self):
        for i in (1, 2, 3):
            with self.subTest(i=i):
                if i == 1: self.fail('one')
                for j in (2, 3):
                    with self.subTest(j=j):
                        if i * j == 6: raise RuntimeError
class Log(unittest.TestResult):
    def addSubTest(self, test, subtest, err): print(subtest._subDescription(), err and err[0].__name__)
Sub('test').run(Log())
def fixtures(set_up, tear_down):
    class Module: pass
    def setUpModule():
        print('up')
        if set_up: 1/0
    def tearDownModule():
        print('down')
        if tear_down: 1/0
    Module.setUpModule, Module.tearDownModule = staticmethod(setUpModule), staticmethod(tearDownModule)
    class Foo(unittest.TestCase):
        __module__ = 'a_module'
        def test(self): pass
    sys.modules['a_module'] = Module
    real, sys.stdout = sys.stdout, io.StringIO()
    result = unittest.TestResult()
    result.buffer = True
    unittest.TestSuite([Foo('test')]).run(result)
    printed, sys.stdout = sys.stdout.getvalue(), real
    print(repr(printed), [(str(t), '\nStdout:\n' in text) for t, text in result.errors])
for args in ((False, False), (True, False), (False, True)): fixtures(*args)
class TB:
    class TracebackException:
        def __init__(self, *args, **kw): pass
        def format(self): return ['own text']
unittest.result.traceback = TB
result = unittest.TestResult()
class Bad(unittest.TestCase):
    def test(self): 1/0
Bad('test').run(result)
print(result.errors[0][1])
class Messages(unittest.TestCase):
    def test(self):
        for args in ((), (None,), (0,), ('text',)):
            with self.subTest(*args): print(self._subtest._subDescription())
        try: self.assertEqual('a\n' * 900, 'b\n' * 900)
        except AssertionError as e: print(str(e).splitlines()[-1])
Messages('test').run(unittest.TestResult())
print(unittest.case.DIFF_OMITTED % 5)
