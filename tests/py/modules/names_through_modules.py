# Names that programs take from a module that only imports them, or that come in when they are asked for.
from csv import Sniffer, StringIO
from difflib import Differ, HtmlDiff, _mdiff
from fractions import Decimal, Fraction
from shlex import shlex
from statistics import Counter, defaultdict
import csv
import fractions
import logging
import statistics
import unicodedata

print(Fraction(Decimal('1.47')), Counter('aab'), defaultdict(list), StringIO('x').read())
print(Sniffer, HtmlDiff, shlex, callable(_mdiff), unicodedata.UCD)
print(logging.traceback.__name__, logging.weakref.__name__, fractions.math.__name__, statistics.random.__name__)
print(''.join(Differ()._fancy_replace(['abcDefghiJkl\n'], 0, 1, ['abcdefGhijkl\n'], 0, 1)), end='')
for module in (csv, fractions, logging, unicodedata):
    try:
        module.nothing
    except AttributeError as e:
        print(e)
