# What tests log can be asked for, and what they and their fixtures print is kept until one fails.
import io
import logging
import sys
import unittest


class Logs(unittest.TestCase):
    def test_some(self):
        with self.assertLogs('shop', 'INFO') as seen:
            logging.getLogger('shop').info('sold %d', 3)
            logging.getLogger('shop.till').warning('empty')
            logging.getLogger('shop').debug('not seen')
        print(seen.output, [r.levelno for r in seen.records])

    def test_none(self):
        with self.assertLogs(level='ERROR'):
            logging.warning('too low')

    def test_unwanted(self):
        with self.assertNoLogs('shop'):
            logging.getLogger('shop').error('there')

    def test_quiet(self):
        with self.assertNoLogs('shop', level='ERROR') as nothing:
            logging.getLogger('shop').warning('low')
        print(nothing)


class Prints(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print('class set up')

    def test_fails(self):
        print('printed')
        print('warned', file=sys.stderr)
        self.fail('no')

    def test_passes(self):
        print('never seen')


class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print('before the end')
        raise KeyError('end')

    def test_it(self):
        pass


def run(case, buffer):
    result = unittest.TestResult()
    result.buffer = buffer
    real = sys.stdout, sys.stderr
    result._original_stdout, result._original_stderr = io.StringIO(), io.StringIO()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    out, err = result._original_stdout.getvalue(), result._original_stderr.getvalue()
    sys.stdout, sys.stderr = real
    print(result.testsRun, [str(t) for t, _ in result.failures], [str(t) for t, _ in result.errors])
    for _, text in result.failures + result.errors:
        print(text.splitlines()[-1])
    print(repr(out), repr(err))


run(Logs, False)
run(Prints, True)
run(Broken, True)
