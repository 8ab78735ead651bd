"""Prints the table of public names: one line a module, `module set name name ...`, as CPython 3.12 has them.

Run by python3.12 (`make oracle` keeps expected outputs, this keeps names.tsv):
    python3.12 tests/names/collect.py > tests/names/names.tsv
A module's public names are its __all__; without one, what dir() lists that is neither private nor
imported from another module. Set `default` is what agents' code may import unasked, `imports` needs --imports.
"""
import importlib
import types
import warnings

warnings.simplefilter('ignore')
DEFAULT = '''math cmath statistics collections collections.abc itertools functools re string textwrap time
datetime json random copy enum typing queue stat unicodedata decimal fractions heapq bisect operator
dataclasses abc numbers contextlib types warnings traceback asyncio'''
IMPORTS = '''__future__ argparse array ast atexit base64 binascii cProfile calendar codecs colorsys concurrent.futures
configparser contextvars copyreg csv difflib
doctest errno fnmatch gc getopt gettext glob graphlib gzip hashlib hmac html html.entities html.parser inspect io ipaddress
json.decoder json.encoder keyword linecache locale logging os.path pathlib pickle platform pprint reprlib sched secrets shlex struct sys threading timeit token
tokenize tomllib unittest unittest.mock urllib.parse uuid weakref xml.etree.ElementTree zlib zoneinfo'''


def own(module, name):
    value = getattr(module, name)
    home = getattr(value, '__module__', None)
    return name[0] != '_' and not isinstance(value, types.ModuleType) and (
        not isinstance(home, str) or home in (module.__name__, 'builtins') or home[0] == '_')


for group, modules in (('default', DEFAULT), ('imports', IMPORTS)):
    for name in modules.split():
        module = importlib.import_module(name)
        public = getattr(module, '__all__', None) or [n for n in dir(module) if own(module, n)]
        print(name, group, *sorted(public), sep=' ')
