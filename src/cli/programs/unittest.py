# smolagent python -m unittest: the tests of modules in this folder, which are named.
import sys
import unittest

words = sys.argv[1:]
if {'-h', '--help'} & set(words):
    sys.exit(print("""usage: python -m unittest [-v | -q] [-f] [-b] [-k PATTERN] TEST...
  TEST: a module of this folder (test_a, test_a.py, tests.test_b), a class or a method of one
  -v, -q: more, less; -f: stop at the first failure; -b: hide what tests print; -k: only such names"""))
if not [word for word in words if word[:1] != '-']:
    sys.exit('unittest: which modules? A folder is not searched for tests here: name them '
             '(python -m unittest test_a test_b.TestCase)')
sys.argv[0] = 'python -m unittest'
sys.argv[1:] = [word[:-3].removeprefix('./').replace('/', '.') if word.endswith('.py') else word for word in words]
unittest.main(module=None)
