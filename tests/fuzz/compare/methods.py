"""The shape that calls every method and builtin with fitting and with odd arguments: wrong types, too few and too
many of them, keywords where there are none, objects whose special methods answer oddly or raise.
In METHODS a receiver's text comes first, then its calls, one a line or separated by " ; "; <t> holes as in table.py.
"""
import re

import table

# Classes every program may use; I, F, It, Bad stand for objects that are a number, a float, an iterable, a failure.
HELPERS = '''\
class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
    def __repr__(self): return "I(%r)" % (self.v,)
class F:
    def __init__(self, v): self.v = v
    def __float__(self): return self.v
    def __repr__(self): return "F(%r)" % (self.v,)
class It:
    def __init__(self, n, bad=False): self.n, self.bad = n, bad
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0:
            if self.bad: raise OSError("next")
            raise StopIteration
        self.n -= 1
        return self.n
    def __length_hint__(self): return self.n
    def __repr__(self): return "It"
class Seq:
    def __init__(self, *v): self.v = v
    def __getitem__(self, i): return self.v[i]
    def __len__(self): return len(self.v)
    def __repr__(self): return "Seq%r" % (self.v,)
class Map:
    def __init__(self, **k): self.k = k
    def keys(self): return self.k.keys()
    def __getitem__(self, i): return self.k[i]
    def __repr__(self): return "Map"
class Bad:
    def __repr__(self): return "Bad"
    def __hash__(self): raise OSError("hash")
    def __eq__(self, o): raise OSError("eq")
    def __lt__(self, o): raise OSError("lt")
    def __len__(self): raise OSError("len")
    def __iter__(self): raise OSError("iter")
    def __bool__(self): raise OSError("bool")
    def __index__(self): raise OSError("index")
    def __getitem__(self, i): raise OSError("getitem")
    def __add__(self, o): raise OSError("add")
    __radd__ = __add__
    def __call__(self, *a): raise OSError("call")
    def __format__(self, s): raise OSError("format")
    def __getattr__(self, n): raise OSError("getattr")
class Odd:
    def __repr__(self): return "Odd"
    def __hash__(self): return "h"
    def __len__(self): return -1
    def __bool__(self): return 2
    def __iter__(self): return 3
    def __str__(self): return 4
    def __format__(self, s): return 5
    def __float__(self): return "f"
    def __int__(self): return 2.5
    def __complex__(self): return 1
    def __bytes__(self): return "b"
    def __round__(self, *a): return a
    def __length_hint__(self): return -5
    def __contains__(self, o): return [o]
    def __eq__(self, o): return "eq"
class Sub(str): pass
class Num(int): pass
class Flo(float): pass
class Lst(list): pass
class Tup(tuple): pass
class Dct(dict):
    def __missing__(self, k): return ("missing", k)
class Byt(bytes): pass
class Set_(set): pass
'''

ODD = """None True 0 -1 2**70 -2**70 1.5 float('nan') float('inf') '' 'a' 'ab\\u20ac' b'' b'ab'
bytearray(b'ab')
memoryview(b'abc') () (1,2) [1] ['a','b'] {} {'a':1} {1} frozenset() 1j object int str len ...
NotImplemented range(3)
I(2) I(-1) I(2**80) I('x') F(1.5) F('x') It(3) It(2,True) Seq(1,2) Map(a=1) Bad() Odd() Sub('ab')
Num(3) Flo(2.5) Lst([1])
Tup((1,)) Dct(a=1) Byt(b'ab') slice(1) iter('ab') (x*2for(x)in'ab') (lambda*a:len(a)) [[1,2],[3,4]]
[(1,2)] '123' b'12'
ValueError ValueError(1) type print str.upper [].append int|str list[int] {'a':{'b':1}}.items()
{1:2}.keys() 10**5 '{}'""".split()
ODD = [x if x[-1] in ")]}'" or x.isalpha() else "(%s)" % x for x in ODD]

# what several types share
SEQUENCE = """__len__() ; __getitem__(<idx>) ; __getitem__(<slice>) ; __contains__(<i>)
__iter__() ; __mul__(<n>) ; __rmul__(<n>)
index(<i>, <idx>, <idx>) ; count(<i>) ; __add__(<odd>) ; __eq__(<odd>) ; __lt__(<odd>)
__ge__(<odd>) ; __ne__(<odd>)"""
OBJECT = """__repr__() ; __str__() ; __format__(<spec>) ; __class__ ; __doc__ is None
__init__() ; __getattribute__(<s>) ; __setattr__(<s>, 1) ; __delattr__(<s>) ; __eq__(<odd>)
__ne__(<odd>)
__init_subclass__() ; __subclasshook__(int) ; nope"""
TEXT = """upper() ; lower() ; title() ; swapcase() ; capitalize() ; isalnum() ; isalpha()
isascii() ; isdigit() ; islower() ; isspace()
istitle() ; isupper() ; expandtabs(<n>) ; expandtabs(tabsize=<n>)"""
BYTES = TEXT + """
center(<n>, <b>) ; ljust(<n>, <b>) ; rjust(20, b'x') ; zfill(<n>) ; count(<b>, <idx>, <idx>)
find(<b>, <idx>, <idx>) ; find(<i>)
rfind(<b>, <idx>) ; index(<b>, <idx>, <idx>) ; rindex(<b>, <idx>) ; index(<i>)
startswith(<b>, <idx>, <idx>) ; endswith((<b>, <b>))
endswith(<b>, <idx>, <idx>) ; replace(<b>, <b>, <n>) ; split(<b>, <n>)
split(None, maxsplit=<n>) ; rsplit(<b>, <n>) ; split() ; rsplit()
splitlines(<B>) ; splitlines(keepends=<B>) ; strip(<b>) ; lstrip(<b>) ; rstrip()
join([<b>, <b>]) ; join(<odd>) ; partition(<b>)
rpartition(<b>) ; translate(bytes(range(256)), <b>) ; translate(None, delete=<b>)
translate(<odd>) ; removeprefix(<b>) ; removesuffix(<b>)
decode(<enc>, <errs>) ; decode(errors=<errs>) ; hex(<s>, <n>) ; hex(sep=':', bytes_per_sep=<n>)
fromhex(<s>) ; maketrans(<b>, <b>)
maketrans(b'ab', b'xy') ; __mod__(<t>) ; __mod__(<odd>)
""" + SEQUENCE
LIST = SEQUENCE + """
append(<i>) ; extend(<odd>) ; insert(<idx>, <i>) ; pop(<idx>) ; pop() ; remove(<i>) ; reverse()
clear() ; copy()
__setitem__(<idx>, <i>) ; __setitem__(<slice>, <odd>) ; __delitem__(<idx>) ; __delitem__(<slice>)
__iadd__(<odd>) ; __imul__(<n>)"""
SETS = """union(<odd>) ; union(<li!>, <S!>) ; intersection(<odd>) ; intersection(<li!>, <S!>)
difference(<odd>) ; difference(<li!>, <li!>)
symmetric_difference(<odd>) ; symmetric_difference(<li!>) ; issubset(<odd>) ; issubset(<li!>)
issuperset(<odd>) ; issuperset(<li!>)
isdisjoint(<odd>) ; isdisjoint(<li!>) ; copy() ; __contains__(<odd>) ; __and__(<odd>)
__or__(<S!>) ; __sub__(<S!>) ; __xor__(<odd>) ; __len__()
__rand__(<odd>) ; __ror__(<S!>) ; __rsub__(<S!>) ; __rxor__(<S!>) ; __le__(<odd>) ; __lt__(<S!>)
__ge__(<S!>) ; __gt__(<odd>) ; __eq__(<S!>)"""
VIEWS = """isdisjoint(<odd>) ; __and__(<odd>) ; __or__(<li>) ; __sub__(<odd>) ; __xor__(<li>)
__rand__(<li>) ; __len__() ; __contains__(<odd>)
__eq__(<odd>) ; __le__(<S>) ; __lt__(<odd>) ; __reversed__() ; mapping ; __iter__()"""

METHODS = [
    ("<i>",
     """bit_length() ; bit_count() ; to_bytes(<n>, <order>) ; to_bytes(<n>, <order>, signed=<B>)
        to_bytes() ; to_bytes(length=16)
        conjugate() ; as_integer_ratio() ; is_integer() ; real ; imag ; numerator ; denominator
        from_bytes(<b>, <order>, signed=<B>)
        from_bytes(<odd>, <order>) ; __add__(<odd>) ; __rsub__(<i>) ; __pow__(<n!>, <i>)
        __pow__(<n!>) ; __rpow__(<n!>) ; __divmod__(<odd>)
        __rdivmod__(<i>) ; __lshift__(<n>) ; __rshift__(<odd>) ; __rlshift__(<n>)
        __floordiv__(<i>) ; __truediv__(<i>) ; __mod__(<odd>)
        __and__(<i>) ; __or__(<odd>) ; __xor__(<i>) ; __invert__() ; __neg__() ; __pos__()
        __abs__() ; __bool__() ; __hash__() is None ; __int__()
        __float__() ; __index__() ; __round__(<n>) ; __round__(<odd>) ; __trunc__() ; __floor__()
        __ceil__() ; __getnewargs__()
        __rtruediv__(<f>) ; __rmod__(<i>) ; __rfloordiv__(<i>) ; __rand__(<i>) ; __matmul__(2)"""),
    ("<f>",
     """hex() ; as_integer_ratio() ; is_integer() ; conjugate() ; real ; imag ; fromhex(<s>)
        fromhex(<hexf>) ; __add__(<odd>)
        __rsub__(<i>) ; __mul__(<f>) ; __pow__(<odd>) ; __pow__(<f>, None) ; __rpow__(<i>)
        __divmod__(<f>) ; __rdivmod__(<odd>)
        __floordiv__(<f>) ; __rfloordiv__(<i>) ; __mod__(<f>) ; __rmod__(<i>) ; __truediv__(<f>)
        __rtruediv__(<odd>) ; __int__()
        __round__(<n>) ; __round__() ; __round__(<odd>) ; __trunc__() ; __floor__() ; __ceil__()
        __bool__() ; __neg__() ; __abs__()
        __hash__() == 1 ; __lt__(<odd>) ; __ge__(<i>) ; __eq__(<i>) ; __getnewargs__()
        __getformat__('double')"""),
    ("<c>",
     """conjugate() ; real ; imag ; __add__(<odd>) ; __rsub__(<f>) ; __mul__(<c>)
        __pow__(<odd>) ; __pow__(<n!>) ; __rpow__(<i>)
        __truediv__(<odd>) ; __rtruediv__(<c>) ; __neg__() ; __pos__() ; __abs__() ; __bool__()
        __eq__(<odd>) ; __lt__(<c>) ; __complex__()
        __getnewargs__() ; __format__(<spec>)"""),
    ("<s>", TEXT + """
        casefold() ; center(<n>, <s>) ; ljust(20, <s>) ; rjust(<n>) ; zfill(<n>)
        count(<s>, <idx>, <idx>) ; find(<s>, <idx>, <idx>)
        rfind(<s>, <idx>, <idx>) ; index(<s>, <idx>) ; rindex(<s>, <idx>)
        startswith(<s>, <idx>, <idx>) ; startswith((<s>, <s>))
        endswith(<s>, <idx>, <idx>) ; endswith(<odd>) ; replace(<s>, <s>, <n>) ; split(<s>, <n>)
        split(sep=None, maxsplit=<n>) ; rsplit(<s>, <n>)
        rsplit(None, <n>) ; splitlines(<B>) ; strip(<s>) ; lstrip(<s>) ; rstrip(<s>)
        strip(None) ; join(<ls>) ; join(<odd>) ; partition(<s>)
        rpartition(<s>) ; translate(<table>) ; maketrans(<s>, <s>, <s>) ; maketrans(<odd>)
        maketrans(<table>) ; removeprefix(<s>) ; removesuffix(<s>)
        encode(<enc>, <errs>) ; encode(errors=<errs>) ; format(<i>, <s>, a=<f>) ; format(<odd>)
        format_map(<odd>) ; isdecimal() ; isidentifier()
        isnumeric() ; isprintable() ; __mod__(<t>) ; __mod__(<odd>) ; __rmod__(<s>)
        __hash__() == 0 ; __format__(<spec>) ; __getnewargs__()
        """ + SEQUENCE),
    ("<b>", BYTES + " ; __bytes__() ; __getnewargs__()"),
    ("bytearray(<b>)", BYTES + "\n" + LIST + ""),
    ("<li>", LIST + """
        sort() ; sort(key=<odd>) ; sort(reverse=<odd>) ; sort(key=lambda x: -x, reverse=<B>)
        __reversed__() ; __hash__ ; extend(r)
        __class_getitem__(int) ; __gt__(<li>) ; __le__(<li>) ; sort(key=lambda x: r.append(x))"""),
    ("<t>",
     SEQUENCE + " ; __hash__() is None ; __class_getitem__(int) ; __getnewargs__() ; __gt__(<t>)"),
    ("<d>",
     """get(<s>, <i>) ; get(<odd>) ; pop(<s>, <i>) ; pop(<odd>) ; popitem()
        setdefault(<s>, <i>) ; setdefault(<odd>) ; update(<odd>)
        update(a=<i>) ; update(<d>, b=<i>) ; update([(<s>, <i>)]) ; clear() ; copy() ; items()
        keys() ; values() ; fromkeys(<s>, <i>)
        fromkeys(<odd>) ; __getitem__(<s>) ; __getitem__(<odd>) ; __setitem__(<s>, <i>)
        __setitem__(<odd>, 1) ; __delitem__(<s>) ; __contains__(<odd>)
        __len__() ; __iter__() ; __reversed__() ; __or__(<odd>) ; __ror__(<d>) ; __ior__(<odd>)
        __ior__([('q', 1)]) ; __eq__(<d>) ; __lt__(<d>)
        __class_getitem__((str, int)) ; __hash__"""),
    ("Dct(<d>)",
     "copy() ; get('zz') ; __getitem__('zz') ; __missing__(3) ; pop('zz') ; fromkeys('ab') ; x ; __dict__ ; update(zz=1)"),
    ("<d>.keys()", VIEWS), ("<D>.items()", VIEWS), ("<D>.keys()", VIEWS), ("<d>.values()",
        "__len__() ; __reversed__() ; mapping ; __eq__(<d>) ; x"),
    ("<S>", SETS + """
        add(<i!>) ; discard(<odd>) ; remove(<odd>) ; remove(<i>) ; pop() ; clear()
        update(<li!>, <S!>) ; update(5)
        intersection_update(<odd>) ; intersection_update(<li!>) ; difference_update(<odd>)
        symmetric_difference_update(<li!>) ; update([[]])
        __iand__(<S!>) ; __ior__(<S!>) ; __isub__(<odd>) ; __ixor__(<S!>) ; __hash__ ; add([1])
        symmetric_difference_update(3)"""),
    ("frozenset(<S!>)", SETS + " ; __hash__() is None ; add"),
    ("range(<n>, <i>, <step>)",
     """start ; stop ; step ; index(<odd>) ; index(<i>) ; count(<odd>) ; count(<i>) ; __len__()
        __getitem__(<idx>)
        __getitem__(<slice>) ; __contains__(<odd>) ; __contains__(<i>) ; __eq__(range(<n>))
        __hash__() is None ; __bool__() ; __lt__(1)"""),
    ("slice(<idx>, <idx>, <step>)",
     "start ; stop ; step ; indices(<n>) ; indices(<odd>) ; __eq__(<slice>) ; __lt__(slice(1)) ; __hash__() is None"),
    ("memoryview(<buf>)",
     """tobytes() ; tolist() ; hex() ; hex('-', 2) ; release() ; cast('B') ; cast(<fmt>)
        cast(<fmt>, [<n>]) ; cast(<fmt>, [8])
        toreadonly() ; format ; itemsize ; ndim ; shape ; strides ; suboffsets ; readonly
        nbytes ; contiguous ; c_contiguous ; f_contiguous ; obj
        __getitem__(<idx>) ; __getitem__(<slice>) ; __setitem__(<idx>, <i>)
        __setitem__(<slice>, <b>) ; __setitem__(<idx>, <odd>) ; __len__()
        __delitem__(0) ; __eq__(<b>) ; __eq__(<odd>) ; __hash__() is None ; __enter__() is None
        __contains__(97) ; __getitem__((0,)) ; __getitem__(...)"""),
    ("iter(<odd>)", "__next__() ; __iter__() is r ; __length_hint__()"),
    ("reversed(<li>)", "__next__() ; __length_hint__() ; __iter__() is r"),
           ("enumerate(<odd>, <n>)", "__next__() ; __iter__() is r ; x"),
    ("zip(<odd>, <li>)", "__next__() ; __iter__() is r"), ("map(<fun>, <odd>)",
        "__next__() ; __iter__() is r"),
    ("filter(<fun>, <odd>)", "__next__()"),
    ("<any>", OBJECT), ("I(2)", OBJECT), ("It(3)", OBJECT), ("Map(a=1)", OBJECT), ("Lst([1])",
        OBJECT), ("type(<any>)",
                  """nope ; __class__ ; __name__ ; __qualname__ ; __module__ ; __mro__
        __bases__ ; __base__ ; mro()
        __subclasses__() is None ; __instancecheck__(<odd>) ; __subclasscheck__(<odd>)
        __call__() ; __dict__ is None ; __basicsize__ is None
        __text_signature__ is None ; __flags__ is None ; __abstractmethods__ ; __or__(<odd>)
        __ror__(int) ; __prepare__() ; __annotations__"""),
    ("ValueError(<odd>, <i>)",
     "args ; with_traceback(None) is r ; with_traceback(<odd>) is r ; add_note(<odd>) ; add_note('n') ; __notes__ ; __cause__"
     " ; __context__ ; __traceback__ ; __suppress_context__ ; __setstate__({'a': 1}) ; __setstate__(3) ; __str__() ; __repr__()"),
    ("OSError(<n>, <s>, <s>)",
     "args ; errno ; strerror ; filename ; filename2 ; __str__() ; __repr__()"),
    ("ExceptionGroup(<s>, [ValueError(1), ExceptionGroup('n', [KeyError(2)]), TypeError(3)])",
     """split(ValueError) ; split(<odd>) ; subgroup(KeyError)
        subgroup(lambda e: isinstance(e, TypeError)) ; subgroup((KeyError, ValueError))
        derive([OSError(1)]) ; derive(<odd>) ; message ; exceptions ; __str__()"""),
    ("UnicodeDecodeError('utf-8', b'abc', 1, <n>, 'why')",
     "encoding ; object ; start ; end ; reason ; args"),
    ("UnicodeEncodeError('ascii', 'ab\u20acd', 2, <n>, 'why')",
     "encoding ; object ; start ; end ; reason"),
    ("(lambda a, b=2, *c, d=3, **e: (a, b, c, d, e))",
     """__name__ ; __qualname__ ; __defaults__ ; __kwdefaults__ ; __code__.co_varnames ; __closure__
        __annotations__ ; __call__(1) ; __get__(5) is None ; __get__(None, int) is r ; __dict__
        __module__ ; __doc__ ; __code__.co_argcount
        __code__.co_kwonlyargcount ; __code__.co_flags ; __code__.co_names ; __code__.co_freevars
        __globals__ is globals() ; __type_params__ ; __wrapped__"""),
    ("property(lambda s: 1, None, None, <odd>)",
     "fget is None ; fset ; fdel ; __doc__ ; getter(1) is r ; setter(<odd>) is r ; deleter(2).fdel ; __get__(3)"
     " ; __get__(None, int) is r ; __set__(1, 2) ; __delete__(1) ; __isabstractmethod__ ; __set_name__(int, 'p')"),
    ("classmethod(<fun>)",
     "__func__ ; __get__(1) is None ; __get__(None, int) is None ; __wrapped__ ; __isabstractmethod__ ; __call__(1) ; __name__"),
    ("staticmethod(<fun>)",
     "__func__ ; __get__(1) ; __call__('ab') ; __wrapped__ ; __isabstractmethod__ ; __name__ ; __doc__ is None"),
    ("[].append",
     "__name__ ; __qualname__ ; __self__ ; __call__(1) ; __doc__ is None ; __module__ ; __eq__([].append) ; x"),
    ("len",
     "__name__ ; __qualname__ ; __self__ is None ; __call__([1]) ; __module__ ; __get__(1, int) ; __lt__(1) ; __hash__() is None"),
    ("str.upper",
     "__name__ ; __qualname__ ; __objclass__ ; __call__('a') ; __call__(<odd>) ; __get__('a') ; __get__(None, str) ; __get__(<odd>)"),
    ("int.__add__",
     "__name__ ; __objclass__ ; __call__(1, 2) ; __call__(<odd>, 1) ; __get__(3)(4) ; __get__(<odd>) ; __qualname__ ; __call__(1)"),
    ("(5).__add__",
     "__name__ ; __self__ ; __call__(2) ; __call__(<odd>) ; __objclass__ ; __qualname__ ; __call__() ; __eq__((5).__add__)"),
    ("dict.fromkeys", "__name__ ; __self__ ; __call__('ab', 1) ; __qualname__"),
           ("dict.__dict__['fromkeys']", "__name__ ; __objclass__"),
    ("list[int]",
     "__origin__ ; __args__ ; __parameters__ ; __call__('ab') ; __mro_entries__(()) ; __getitem__(str) ; __eq__(list[int]) ; __hash__() is None"
     " ; append ; __class__ ; __or__(None) ; __unpacked__ ; __instancecheck__(1) ; __subclasscheck__(int) ; __reduce__() ; __name__"),
    ("(int | str | None)",
     "__args__ ; __parameters__ ; __or__(float) ; __ror__(<odd>) ; __or__(<odd>) ; __eq__(int | None | str) ; __hash__() is None"
     " ; __instancecheck__(<odd>) ; __subclasscheck__(bool) ; __subclasscheck__(<odd>) ; __getitem__(int) ; __call__()"),
    ("type('T', (), {'a': 1}).__dict__",
     "get('a') ; keys() is None ; copy() is None ; items() is None ; values() is None ; __getitem__('a') ; __getitem__(<odd>)"
     " ; __setitem__('a', 2) ; __or__({'b': 1}) is None ; __contains__('a') ; __len__() ; __ior__({}) ; __eq__(<odd>) ; __reversed__() is None ; pop('a')"),
    ("super(Dct, Dct())",
     "__self__ ; __thisclass__ ; __self_class__ ; nope ; __repr__() ; __missing__(1) ; __get__(1) is r"),
    ("None", "__bool__() ; __eq__(<odd>) ; x"), ("...", "__reduce__() ; __repr__() ; x"),
           ("NotImplemented", "__reduce__() ; __repr__()"),
    ("(i * 2 for i in <odd>)",
     "__next__() ; send(<odd>) ; send(None) ; throw(ValueError('t')) ; throw(<odd>) ; close() ; gi_running ; gi_yieldfrom"
     " ; gi_suspended ; gi_frame is None ; __name__ ; __qualname__ ; gi_code.co_name ; throw(KeyError, 1)"),
]

# Functions and constructors, called by name.
CALLS = """abs(<odd>) ; all(<odd>) ; any(<odd>) ; ascii(<odd>) ; bin(<odd>) ; bool(<odd>)
bytearray(<odd>) ; bytearray(<s>, <enc>, <errs>) ; bytes(<small>)
bytes(<s>, <enc>, <errs>) ; callable(<odd>) ; chr(<odd>) ; chr(<i>) ; classmethod(<odd>) is None
complex(<odd>) ; complex(<odd>, <odd>)
complex(real=<odd>, imag=<f>) ; complex(<cs>) ; delattr(<odd>, <s>) ; dict(<odd>)
dict(<odd>, a=1) ; dict(**<odd>) ; dir(<odd>) is None ; divmod(<odd>, <i>)
divmod(<f>, <odd>) ; enumerate(<odd>, <odd>) is None ; list(enumerate(<odd>, start=<n>))
eval(<src>) ; filter(<odd>, <odd>) is None ; list(filter(<odd>, <li>))
float(<odd>) ; float(<fs>) ; format(<odd>, <spec>) ; format(<any>, <odd>)
frozenset(<odd>) is None ; getattr(<odd>, <odd>) ; getattr(<odd>, 'real', <i>)
hasattr(<odd>, <odd>) ; hash(<odd>) is None ; hex(<odd>) ; id(<odd>) is None ; int(<odd>)
int(<is>, <base>) ; int(<is>) ; int(<odd>, <odd>) ; int(<b>, <base>)
isinstance(<odd>, <odd>) ; issubclass(<odd>, <odd>) ; iter(<odd>) is None
iter(<odd>, <odd>) is None ; next(iter(<odd>, 1), None) ; len(<odd>)
list(<odd>) ; list(map(<odd>, <odd>)) ; list(map(<fun>, <odd>, <li>)) ; max(<odd>)
max(<odd>, <odd>) ; max(<li>, key=<odd>) ; max(<odd>, default=<i>)
max(1, 2, default=3) ; min(<odd>) ; min(<odd>, <i>, key=<fun>) ; memoryview(<odd>) is None
next(<odd>) ; next(<odd>, 5) ; object(<odd>) is None ; oct(<odd>)
ord(<odd>) ; pow(<odd>, <n!>) ; pow(<n!>, <n!>, <odd>) ; pow(<n!>, <odd>, 7)
pow(<i>, <n!>, <i>) ; pow(<i>, -1, <i>) ; print(<odd>, sep=<odd>) ; print(<odd>, end=<odd>)
print(<i>, file=<odd>) ; print(<s>, flush=<odd>) ; print(<s>, nope=1)
property(<odd>).fget is None ; range(<odd>) ; range(<odd>, <odd>) ; range(<n>, <odd>, <odd>)
repr(<odd>) ; reversed(<odd>) is None ; list(reversed(<odd>)) ; round(<odd>)
round(<odd>, <odd>) ; round(<f>, <n>) ; set(<odd>) is None ; setattr(<odd>, <s>, 1)
setattr(<odd>, <odd>, 1) ; slice(<odd>, <odd>) ; sorted(<odd>) ; sorted(<li>, key=<odd>)
sorted(<li>, reverse=<odd>) ; sorted(<odd>, <odd>) ; staticmethod(<odd>) is None
str(<odd>) ; str(<odd>, <enc>) ; str(<b>, <enc>, <errs>) ; sum(<odd>) ; sum(<odd>, <odd>)
sum([<f>, <i>, <f>]) ; sum([<li>, <li>], []) ; super(<any>, <odd>) is None
tuple(<odd>) ; type(<odd>) ; type(<odd>, <odd>, <odd>) is None ; type(<s>, (<any>,), {}) is None
vars(<odd>) is None ; zip(<odd>, <odd>) is None ; list(zip(<odd>, <li>, strict=<odd>))
list(zip(<li>, <ls>, strict=True)) ; __import__(<odd>) is None
__import__('math', level=<n>) is None ; compile(<odd>, 'f', <odd>) is None ; exec(<odd>)
StopIteration(<odd>).value ; SystemExit(<odd>).code ; KeyError(<odd>) ; OSError(<odd>, <odd>)
OSError(2, 'm', 'f', None, 'g').filename2 ; NameError(<s>, name=<odd>).name
AttributeError(<s>, name='n', obj=<odd>).obj ; ImportError(<s>, name=<s>, path=<odd>).path
ImportError(nope=1) ; UnicodeDecodeError(<odd>, <odd>, 1, 2, 'r')
UnicodeEncodeError('a', <s>, <odd>, 2, 'r') ; UnicodeTranslateError(<s>, <n>, 2, 'r')
ExceptionGroup(<odd>, <odd>) ; ExceptionGroup('m', [<odd>])
BaseExceptionGroup('m', [KeyboardInterrupt()])
SyntaxError('m', ('f', 1, 2, 't', 3, 4)).text ; SyntaxError(<odd>, <odd>)
str(SyntaxError('m', ('f', <n!>, 2, 't'))) ; ValueError(a=1) ; BaseException.__new__(<odd>)
int.from_bytes(<odd>, <odd>) ; bytes.fromhex(<odd>) ; bytes.fromhex(<hex>) ; float.fromhex(<odd>)
str.maketrans(<odd>, <odd>) ; dict.fromkeys(<odd>, <odd>) ; object.__new__(<odd>) is None
int.__new__(<odd>) ; str.__new__(<odd>) ; tuple.__new__(<odd>, <odd>)
object.__eq__(<odd>, <odd>) ; type.__call__(<odd>) ; object.__getattribute__(<odd>, <odd>)
object.__format__(<odd>, <odd>) ; type.mro(<odd>) ; type.__subclasses__(<odd>) is None
int.__add__(<odd>, <odd>) ; str.__add__(<odd>, <odd>)
list.__getitem__(<odd>, <odd>) ; dict.__getitem__(<odd>, <odd>) ; str.join(<odd>, <odd>)
str.split(<odd>, <odd>) ; list.append(<odd>, 1) ; dict.get(<odd>, 1) ; set.add(<odd>, 1)
isinstance(<odd>, (int, (str, <odd>))) ; isinstance(<any>, int | None)
issubclass(bool, (<odd>, int)) ; list[<any!>] ; dict[<any!>, int] ; tuple[<any!>, ...]
type[<any!>] ; int | <odd> ; <odd> | None
list[int][<odd>] ; int[<odd>] ; callable(<odd>) ; aiter(<odd>) ; anext(<odd>) ; anext(<odd>, 1)
memoryview(<buf>)[<slice>].tolist() ; memoryview(<buf>).cast(<fmt>).tolist()"""

# Operators between odd values; @ is done in place on a variable.
OPERATORS = """+ - * / // % ** << >> & | ^ @ < <= == != > >= in is and or""".split()

LITERALS = {
    "enc": "'utf-8' 'ascii' 'latin-1' 'utf-16' 'utf-32-be' 'UTF8' 'utf-8-sig' 'cp1252' 'nope' 'unicode_escape' 'raw_unicode_escape' 'cp437' 'iso8859-15'",
    "errs": "'strict' 'ignore' 'replace' 'xmlcharrefreplace' 'backslashreplace' 'surrogateescape' 'surrogatepass' 'namereplace' 'nope'",
    "table": "{97:'Q'} {98:None} {99:100} {'a':'b'} {97:2**70} {97:1.5} 'xyz' {} {'ab':1} {120:'',49:'one'} {97:-1} str.maketrans('a','b')",
    "slice": "slice(1,3) slice(None) slice(None,None,-1) slice(-2,None) slice(0,99,2) slice(3,1) slice(None,None,0) slice('a') slice(2**70) slice(-9,9,3) slice(None,None,-2) slice(1,1)",
    "buf": "b'abcdefgh' bytearray(b'abcdefgh') b'' bytearray(b'xy') memoryview(b'abcd')[::2] bytearray(16)",
    "fmt": "'B' 'b' 'c' 'h' 'H' 'i' 'I' 'l' 'L' 'q' 'Q' 'f' 'd' 'n' 'N' '?' '@B' '<B' 'x' '' 'P' 'BB' 3",
    "fun": "len str int None bool (lambda*a:a) (lambda:0) abs (lambda*a:1/0) repr 'f'",
    "small": "0 3 -1 True 2**70 [1,2] [256] ['a'] 'abc' None 1.5 (0,255) range(3) I(2) I(-2) It(3) It(2,True) {1} bytearray(b'x') memoryview(b'xyz')[::2] Seq(1,300) Bad() Odd()",
    "src": """'1+1' '(' ' 1' '[x*2for(x)in(1,2)]' 'x=1' 'nope' '__name__' '1if(1)else' '"a"' '1//0' b'1+2' 'lambda:0)' '\\n3' '1;2' 'yield' 'f"{1+1}"'""",
    "is": "'0' '-12' ' 7 ' '1_000' '1__0' '_1' '0x1f' '0b101' '0o17' '0B1' '' '-' '+ 1' '12a' 'zz' '\\u0661\\u0662' '0_7' '00' '1e5' '\\n5\\t' '9'*30 '-0x_ff' '2**3'",
    "base": "0 2 8 10 16 36 1 37 -1 None 2.0 '10' True I(16) 2**70 3 7",
    "fs": "'1.5' 'inf' '-Infinity' 'nan' '+nan' '1e400' '1_0.5' '1._5' ' 2 ' '' '.' '1e' '0x1p3' '1,5' '-.5e-3' '\\u0663.5' 'infinit' b'2.5' bytearray(b'1') '1e-400' '1\\x00'",
    "cs": "'1' 'j' '-j' '1+2j' '(3-4j)' ' (1) ' '1+' '+-1j' '1 + 2j' 'inf+nanj' '1e3j' '(1' '' '1+2' 'nanj' '1_0j' '2j+1' '()'",
    "hexf": "'0x1p3' '1.8p1' '-0x.8p-2' 'inf' '-nan' '0x1p2000' '0x1p-2000' '0x' '' '0x1.fffffffffffff8p0' '0x1p' ' 0x1 ' '0x1.0000000000000180p0' '1e5' '0x1p+3x'",
    "hex": "'' '0' '00ff' ' 0 a' '0a 0b' 'zz' '0g' '1 ' '\\u0661\\u0661' 'AbCd' '0a\\n0b' '\\xe9' '12 3' 'a b'",
}


def split(text):
    return [x.strip() for x in re.split(r"\s;\s|\n", text) if x.strip()]


METHODS = [(make, split(text)) for make, text in METHODS]
CALLS = split(CALLS)


def literal(g, t):
    """A value of the closed lists above; None: not one of them."""
    if t == "odd":
        return g.pick(*ODD)
    if t in LITERALS:
        return g.pick(*LITERALS[t].split())
    return None


def mangle(g, call):
    """Now and then the call loses its last argument, gains one or a keyword."""
    m = re.fullmatch(r"([\w.]+)\((.*)\)", call)
    if not m or "pow" in call or call.startswith("__") or not g.chance(0.12):
        return call
    name, args = m.groups()
    k = g.n(0, 3)
    if k == 0:
        return "%s(%s)" % (name, args.rpartition(", ")[0])
    if k == 1:
        return "%s(%s)" % (name, ", ".join(filter(None, ["<odd>" if "=" not in args else "",
            args])))
    if k == 2:
        return "%s(%s)" % (name, ", ".join(filter(None, [args, g.pick("nope=1", "key=<odd>",
            "self=1")])))
    return "%s(%s)" % (name, g.pick("<odd>", "", "<any>, <any>"))


def fill(g, template):
    """The template with its holes filled, some of them oddly (never <t!>). Nested expressions stay sane."""
    weird = g.pick(0.0, 0.1, 0.3)

    def hole(m):
        if not m.group(2) and g.chance(weird):
            return g.pick(*ODD)
        save, g.weird = g.weird, 0.0
        text = g.e(m.group(1), 1)
        g.weird = save
        return text

    return re.sub(r"<(\w+)(!?)>", hole, template)


def attempt(g, template):
    g.w("try: P(%s)\nexcept Exception as e: X(e)" % fill(g, template))


def methods(g):
    make, calls = g.pick(*METHODS)
    g.w("try:")
    g.ind += 1
    g.w("r = %s" % fill(g, make))
    for _ in range(g.n(4, 9)):
        attempt(g, "r." + mangle(g, g.pick(*calls)))
    g.w("P(r)")
    g.ind -= 1
    g.w("except Exception as e: X(e)")


def functions(g):
    for _ in range(g.n(4, 9)):
        attempt(g, mangle(g, g.pick(*CALLS)))


def operators(g):
    for _ in range(g.n(4, 9)):
        a, b = g.pick("<odd>", "<any>"), g.pick("<odd>", "<any>")
        op = g.pick(*OPERATORS)
        if op in ("<<", "*", "**"):  # nothing huge
            b = g.pick("<n>", "'a'", "1.5", "None", "[1]", "I(2)", "Bad()", "(1,)")
        if op.startswith("is"):  # which equal numbers are one object differs by design
            b = g.pick("None", "True", "NotImplemented", "...", "int", "print")
        k = g.n(0, 7)
        if k == 0 and op not in table_compare:
            g.w("try:\n    v = %s\n    v %s= %s\n    P(v)\nexcept Exception as e: X(e)" % (fill(g,
                a), op, fill(g, b)))
        elif k == 1:
            attempt(g, "%s%s" % (g.pick("-", "+", "~", "not ", "*"),
                                 a) if g.chance(0.7) else "[*%s]" % a)
        elif k == 2:
            attempt(g, g.pick("%s[<odd>]", "%s[<slice>]", "%s[<n>]", "%s[<n>:<odd>]", "{**%s}",
                              "{*%s}", "f'{%s!r:>9}'", "f'{%s:<n>}'", "%s()", "%s.x",
                              "%s(<odd>)") % a)
        elif k == 3:
            g.w("try:\n    v = %s\n    %s\n    P(v)\nexcept Exception as e: X(e)" % (fill(g, a),
                fill(g, g.pick(
                "v[<odd>] = <odd>", "del v[<odd>]", "v.x = 1", "del v.x", "a, b = v", "a, *b = v",
                "for q in v: P(q)", "v[<slice>] = <odd>", "del v[<slice>]",
                "with v: pass", "raise v", "raise ValueError from v", "assert v, v", "v[<n>] += 1",
                "def f(*a): return a\n    P(f(*v))", "def f(**k): return k\n    P(f(**v))",
                "async def co(): await v\n    co().send(None)", "class D(v): pass",
                "class D(metaclass=v): pass", "@v\n    def f(): pass", "v: int = 3"))))
        else:
            attempt(g, "%s %s %s" % (a, op, b))


table_compare = ("<", "<=", "==", "!=", ">", ">=", "in", "is", "and", "or")
SHAPES = [methods, methods, methods, functions, functions, operators]
