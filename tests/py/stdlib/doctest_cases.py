# Doctests as cases of unittest, lines of failures, output that does not end with a line, SyntaxErrors.
import doctest, unittest
def f(x): '''
    >>> print('no', end='')
    no
    >>> 1 + 1
    3
    '''
def g():
    """Text.

    >>> raise SyntaxError('bad', ('x.py', 3, None, 'code'))
    Traceback (most recent call last):
      ...
    SyntaxError: bad
    >>> 1/0
    """
finder = doctest.DocTestFinder()
for function in (f, g):
    test = finder.find(function)[0]
    test.filename = 'file.py'
    print(test.lineno, [e.lineno for e in test.examples])
    one, same = doctest.DocTestCase(test), doctest.DocTestCase(test)
    print(one == same, one != same, hash(one) == hash(same), one == doctest.DocTestCase(test, 1), one == 1)
    print(one.id(), repr(one), one.shortDescription())
    suite = doctest.DocTestSuite(test_finder=finder)
    result = unittest.TestResult()
    one.run(result)
    print(result, [text.splitlines()[-9:] for _, text in result.failures if function is f])
    again = unittest.TestResult()
    one.run(again)
    print(again)
    test = finder.find(f)[0]
    test.filename = None
    doctest.DocTestRunner(verbose=False).run(test)
for kw in (dict(module_relative=False, package='x')):
    try: doctest.DocFileSuite('a.txt', **kw)
    except Exception as e: print(type(e).__name__, str(e)[:60])
try: doctest.DocFileSuite('/a.txt')
except ValueError as e: print(e)
# Examples show values as sys.__displayhook__ does, whatever stands in its place.
import sys
real, sys.displayhook = sys.displayhook, lambda value: print('other', value)
print(doctest.DocTestRunner(verbose=False).run(doctest.DocTestParser().get_doctest('>>> 3 + 4\n7\n', {}, 'n', None, 0)))
print(sys.displayhook is real)
sys.displayhook = real

# a difference shows the spaces at the ends of lines; all ways that lead to an object are told
shown = doctest.OutputChecker().output_difference(doctest.Example('', 'a\nb\nc\n'), 'a\nb  \nc\n', doctest.REPORT_NDIFF)
print([line for line in shown.split('\n') if line.startswith('    +')])
class Twice:
    """twice"""
    def f(self): """f"""
    g = f
print([test.name for test in doctest.DocTestFinder(verbose=True).find(Twice, 'Twice')])
