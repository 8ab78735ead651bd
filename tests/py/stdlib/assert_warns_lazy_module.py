# assertWarns() looks at every module; one that imports another when asked for a name does no harm.
import sys
import types
import unittest
import warnings


class Lazy(types.ModuleType):
    def __getattr__(self, name):
        sys.modules.setdefault('behind_' + self.__name__, types.ModuleType('behind'))
        raise AttributeError(name)


class Test(unittest.TestCase):
    def test(self):
        sys.modules['lazy'] = Lazy('lazy')
        with self.assertWarns(UserWarning) as seen:
            warnings.warn('one')
        print(seen.warning)


result = unittest.TestResult()
Test('test').run(result)
print(result.wasSuccessful())
