# Singles: state of a StringIO, indent() shares its strings, a parser's own doctype(), a dataclass without a signature.
import csv
import io
import warnings
import xml.etree.ElementTree as ET
from dataclasses import dataclass

text = io.StringIO('a')
text.close()
try:
    text.__setstate__(('b', '', 0, None))
except ValueError as error:
    print(error)

tree = ET.XML('<html><body><p>par</p><p>text</p><p><br/></p><p /></body></html>')
for options in {}, {'level': 1}, {'space': '\t', 'level': 2}:
    ET.indent(tree, **options)
    print(ET.tostring(tree).decode())
tails = [e.tail for e in tree.iter()] + [e.text for e in tree.iter()]
print(len({id(t) for t in tails if t and not t.strip()}) == len({t for t in tails if t and not t.strip()}))


class Parser(ET.XMLParser):
    def doctype(self, *args):
        print('not called')


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    parser = Parser()
    parser.feed('<!DOCTYPE html PUBLIC "a" "b"><html/>')
    print([(str(w.message), w.category.__name__) for w in caught])


class Meta(type):
    __call__ = dict


class Other(type):
    def __call__(cls, a, b=1):
        return None


@dataclass
class Plain(metaclass=Meta):
    x: int = 3


@dataclass
class Called(metaclass=Other):
    x: int = 3


print(Plain.__doc__, Called.__doc__, sorted(csv.__all__)[-3:], '__doc__' in csv.__all__)
