"""Module doc.

>>> 1 + 1
2
>>> add(1, 2)
4
"""
import doctest, io, re, sys
def add(a, b):
    """Adds.

    >>> add(1, 2)
    3
    >>> add('a', 'b')
    'ab'
    >>> add(1, 'x')
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for +: 'int' and 'str'
    >>> print('a\\n\\nb')
    a
    <BLANKLINE>
    b
    >>> for i in range(3):
    ...     print(i)
    0
    1
    3
    >>> list(range(20))  # doctest: +ELLIPSIS
    [0, 1, ..., 19]
    >>> [1,   2]  # doctest: +NORMALIZE_WHITESPACE
    [1,
     2]
    """
    return a + b
class C:
    """
    >>> C().m()
    5
    """
    def m(self):
        """
        >>> x = C()
        >>> x.m()
        5
        >>> True
        1
        """
        return 5
__test__={'extra': '>>> 3\n3\n'}


class Out(io.StringIO):
    def flush_to(self, stream):
        stream.write(re.sub('File "[^"]*"', 'File', self.getvalue()))


if __name__ == '__main__':
    held, sys.stdout = sys.stdout, Out()
    print(doctest.testmod())
    print(doctest.testmod(verbose=True, optionflags=doctest.REPORT_NDIFF))
    doctest.run_docstring_examples(C.m, globals(), verbose=True)
    print(doctest.script_from_examples(add.__doc__))
    f=doctest.DocTestFinder(); print([ (t.name,len(t.examples)) for t in f.find(sys.modules['__main__'])])
    p=doctest.DocTestParser()
    for s in ('>>>1','>>> 1\n bad','   >>> x\n  y','>>> 1 # doctest: +FOO', '>>> # doctest: +SKIP'):
        try: print([ (e.source,e.want,e.lineno,e.indent,e.options,e.exc_msg) if isinstance(e,doctest.Example) else e for e in p.parse(s)])
        except ValueError as e: print(e)
    o=doctest.OutputChecker()
    for w,g,fl in (('1\n','True\n',0),('1\n','True\n',doctest.DONT_ACCEPT_TRUE_FOR_1),('a...c\n','abc\n',doctest.ELLIPSIS),('...\n','\n',doctest.ELLIPSIS),('a...b...c','axbyc',8),('a...a','a',8)): print(o.check_output(w,g,fl))
    try: doctest.DebugRunner(verbose=False).run(p.get_doctest('>>> 1\n2\n',{},'n','f',0))
    except doctest.DocTestFailure as e: print(e, repr(e.got), e.example.want)
    import unittest
    r=unittest.TestResult(); doctest.DocTestSuite('__main__').run(r); print(r, [str(t) for t,_ in r.failures])
    print({k:v for k,v in doctest.OPTIONFLAGS_BY_NAME.items()}, doctest.COMPARISON_FLAGS, doctest.REPORTING_FLAGS)
    print(doctest.testsource('__main__', '__main__.C'), doctest.register_optionflag('MINE'), doctest.set_unittest_reportflags(doctest.REPORT_UDIFF))
    t = p.get_doctest('>>> 1\n1\n', {}, 'n', 'f', 3)
    print(t, t == p.get_doctest('>>> 1\n1\n', {}, 'n', 'f', 3), t.examples[0] == doctest.Example('1', '1'), doctest.TestResults(1, 2))
    r = doctest.DocTestRunner(verbose=False)
    for flags in (doctest.REPORT_UDIFF, doctest.REPORT_CDIFF, doctest.REPORT_NDIFF):
        print(o.output_difference(doctest.Example('x', 'a\nb\nc\nd\n'), 'a\nB\nc\nd\n', flags))
    print(r.run(t), r.tries, r.failures, r.summarize(True))
    try:
        doctest.DebugRunner(verbose=False).run(p.get_doctest('>>> 1/0\n', {}, 'n', 'f', 0))
    except doctest.UnexpectedException as e:
        print(e, e.exc_info[0])
    print(doctest.IGNORE_EXCEPTION_DETAIL, doctest.SKIP, doctest.REPORT_ONLY_FIRST_FAILURE, doctest.FAIL_FAST, doctest.DONT_ACCEPT_BLANKLINE)
    shown, sys.stdout = sys.stdout, held
    shown.flush_to(held)
