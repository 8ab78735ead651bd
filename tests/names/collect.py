"""Prints the table of public names: one line a module, `module name name ...`, as CPython 3.12 has them.

Run by python3.12 (`make oracle` keeps expected outputs, this keeps names.tsv):
    python3.12 tests/names/collect.py > tests/names/names.tsv
A module's public names are its __all__; without one, what dir() lists that is neither private nor
imported from another module.
"""
import importlib
import types
import warnings

warnings.simplefilter('ignore')
MODULES = '''__future__ abc argparse array ast asyncio atexit base64 binascii bisect cProfile calendar cmath codecs
collections collections.abc colorsys concurrent.futures configparser contextlib contextvars copy copyreg csv
dataclasses datetime decimal difflib doctest enum errno fnmatch fractions functools gc getopt gettext glob
graphlib gzip hashlib heapq hmac html html.entities html.parser inspect io ipaddress itertools json
json.decoder json.encoder keyword linecache locale logging math numbers operator os.path pathlib pickle
platform pprint queue random re reprlib sched secrets shlex stat statistics string struct sys tarfile textwrap
threading time timeit token tokenize tomllib traceback types typing unicodedata unittest unittest.mock
urllib.parse uuid warnings weakref xml.etree.ElementTree zipfile zlib zoneinfo'''


def own(module, name):
    value = getattr(module, name)
    home = getattr(value, '__module__', None)
    return name[0] != '_' and not isinstance(value, types.ModuleType) and (
        not isinstance(home, str) or home in (module.__name__, 'builtins') or home[0] == '_')


for name in MODULES.split():
    module = importlib.import_module(name)
    public = getattr(module, '__all__', None) or [n for n in dir(module) if own(module, n)]
    print(name, *sorted(public), sep=' ')
