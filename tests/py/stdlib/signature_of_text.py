# Signatures out of texts: defaults that are names or made of constants, slots with parameters of their own names.
import inspect
import sys
import typing


def shown(what):
    try:
        print(inspect.signature(what))
    except ValueError as e:
        print('ValueError')


for method in (list.index, tuple.index, object.__setattr__, object.__delattr__, object.__getattribute__, int.__pow__,
               int.__add__, property.__get__, property.__set__, property.__delete__, dict.__contains__,
               str.__getitem__, list.__setitem__, list.__delitem__, list.__len__, object.__init__):
    shown(method)


def function():
    pass


LIMIT, NAMES = 7, ['a']
for text in ('($self, a, b=1, *args, c, d=2, **kwargs)', '(self, a=1+2, b=4-3, c=1 | 3 | 16, d="x" + "y")',
             '(a=LIMIT, b=sys.maxsize, c=None, d=-1, e=(1, 2))', '(a=NAMES)', '(a=nowhere)', '(a=sys)', '(a=1*2)',
             '(a, 1)', '(a=LIMIT + 1)'):
    function.__text_signature__ = text
    shown(function)


class typingA:
    pass


class A:
    pass


A.__module__ = 'own.typing'
for note in (typing.Union[typing.List[A], int], typing.Optional[typingA], typing.Dict[str, 'typing.Any']):
    print(inspect.formatannotation(note))
