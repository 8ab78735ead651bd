# smolagent python -m doctest: the examples in docstrings of modules, and in texts.
import argparse
import doctest
import importlib
import sys

parser = argparse.ArgumentParser(prog='python -m doctest', description='Run the examples in files.')
parser.add_argument('-v', '--verbose', action='store_true', help='say what passed, too')
parser.add_argument('-o', '--option', action='append', default=[], choices=doctest.OPTIONFLAGS_BY_NAME,
                    help='how output is compared; may be given several times')
parser.add_argument('-f', '--fail-fast', action='store_true', help='stop at the first failure')
parser.add_argument('file', nargs='+', help='modules (.py) of one folder, or texts')
options = parser.parse_args()
flags = doctest.FAIL_FAST if options.fail_fast else 0
for name in options.option:
    flags |= doctest.OPTIONFLAGS_BY_NAME[name]
folders = {name.rpartition('/')[0] for name in options.file if name.endswith('.py')}
if len(folders) > 1:
    parser.error('the modules lie in several folders: run one folder at a time')
for name in options.file:
    if name.endswith('.py'):
        module = importlib.import_module(name.rpartition('/')[2][:-3])
        failures = doctest.testmod(module, verbose=options.verbose, optionflags=flags)[0]
    else:
        failures = doctest.testfile(name, module_relative=False, verbose=options.verbose, optionflags=flags)[0]
    if failures:
        sys.exit(1)
