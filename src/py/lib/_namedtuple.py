# namedtuple() of collections, apart because many modules want nothing else of it. What all named tuples can do
# are functions of this module, which go by the class's _fields and do their work in mod/namedtuple.c; only __new__ is
# made for each.
import sys as _sys
from _collections import _tuplegetter
from keyword import iskeyword

__name__ = 'collections'        # where it is known to be
_NO_NAME = 'Type names and field names '


@classmethod
def _make(cls, iterable):
    """The tuple with the items of an iterable."""
    return _made(cls, iterable)


def _replace(self, /, **kwds):
    """The tuple with other values for some fields."""
    return _replaced(self, kwds)


def _asdict(self):
    """The values by field, as a dict."""
    return _as_dict(self)


def __repr__(self):
    return _shown(self)


def __getnewargs__(self):
    return (*self,)


_COMMON = {f.__name__: f for f in (_make, _replace, _asdict, __repr__, __getnewargs__)}


def _wrong_field(name, earlier):
    return name[:1] == '_' or name in earlier or iskeyword(name) or not name.isidentifier()


def _check(typename, fields, renamed):
    for name in (typename, *fields):
        if type(name) is not str:
            raise TypeError(_NO_NAME + 'must be strings')
        if not name.isidentifier():
            raise ValueError(f'{_NO_NAME}must be valid identifiers: {name!r}')
        if iskeyword(name):
            raise ValueError(f'{_NO_NAME}cannot be a keyword: {name!r}')
    for place, name in enumerate(fields):
        if name[0] == '_' and not renamed:
            raise ValueError(f'Field names cannot start with an underscore: {name!r}')
        if name in fields[:place]:
            raise ValueError(f'Encountered duplicate field name: {name!r}')


def _maker(typename, fields, shown):
    """__new__ of a class with these fields."""
    space = {'_fill': tuple.__new__, '__builtins__': {}, '__name__': f'namedtuple_{typename}'}
    exec(f'def __new__({", ".join(("_cls", *fields))}): return _fill(_cls, ({shown}))', space)
    make = space['__new__']
    make.__qualname__, make.__doc__ = f'{typename}.__new__', f'Make a {typename}({shown}).'
    return make


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A subclass of tuple whose items are also attributes.

    field_names are strs, or one str with spaces or commas between them; with rename those that are no names
    become _0, _1 and so on. defaults are for the last fields.

    >>> point = namedtuple('Point', 'x y')(11, y=22)
    >>> point.x + point[1], point
    (33, Point(x=11, y=22))
    """
    names = field_names.replace(',', ' ').split() if isinstance(field_names, str) else list(map(str, field_names))
    typename = _sys.intern(str(typename))
    if rename:
        names = [f'_{place}' if _wrong_field(name, names[:place]) else name for place, name in enumerate(names)]
    _check(typename, names, rename)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(names):
        raise TypeError('Got more default values than field names')
    fields = tuple(map(_sys.intern, names))
    shown = fields[0] + ',' if len(fields) == 1 else ', '.join(fields)
    make = _maker(typename, fields, shown)
    make.__defaults__ = defaults or None
    members = {'__doc__': f'{typename}({shown})', '__slots__': (), '__match_args__': fields, '_fields': fields,
               '_field_defaults': dict(zip(fields[len(fields) - len(defaults):], defaults)), '__new__': make}
    members.update(_COMMON)
    for place, name in enumerate(fields):
        members[name] = _tuplegetter(place, _sys.intern(f'Alias for field number {place}'))
    members['__module__'] = _sys._getframe(1).f_globals.get('__name__', '__main__') if module is None else module
    return type(typename, (tuple,), members)
