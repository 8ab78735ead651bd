# unittest.mock: objects that record how they are used, and patch() to put them in place of others.
import builtins
import sys

import unittest.util
from unittest.util import safe_repr

__all__ = ('Mock', 'MagicMock', 'patch', 'sentinel', 'DEFAULT', 'ANY', 'call', 'create_autospec',
           'AsyncMock', 'FILTER_DIR', 'NonCallableMock', 'NonCallableMagicMock', 'mock_open',
           'PropertyMock', 'seal')

FILTER_DIR = True
_function = type(lambda: None)
_missing = object()


class InvalidSpecError(Exception):
    """A spec that is none."""


class _SentinelObject:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'sentinel.%s' % self.name

    def __reduce__(self):
        return 'sentinel.%s' % self.name


class _Sentinel:
    """Access attributes to return a named object, the same one each time."""

    def __getattr__(self, name):
        if name == '__bases__':
            raise AttributeError
        value = self.__dict__[name] = _SentinelObject(name)
        return value


sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT


class _ANY:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _ANY()


def _signature_text(args, kwargs):
    return ', '.join([repr(a) for a in args] + ['%s=%r' % kv for kv in kwargs.items()])


def _upward(thing, link):
    """A call or a mock, the one that it comes from, and so on."""
    while thing is not None:
        yield thing
        thing = thing.__dict__[link]


class _Call(tuple):
    """A call as (name, args, kwargs); equal to tuples that leave out the name or empty parts."""

    def __new__(cls, value=(), name='', parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        for part in value:
            if isinstance(part, str):
                name = part
            elif isinstance(part, tuple):
                args = part
            else:
                kwargs = part
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def _triple(self):
        return tuple(self) if len(self) == 3 else ('', *self)

    def __eq__(self, other):
        if not hasattr(type(other), '__len__') or not isinstance(other, tuple) and len(other) <= 3:
            return NotImplemented
        if len(other) > 3:
            return False
        theirs = other if isinstance(other, _Call) else _Call(other)
        mine, its = self._mock_parent, theirs._mock_parent
        if mine is not None and its is not None and mine != its:
            return False
        name, *call = self._triple()
        other_name, *its_call = theirs._triple()
        return name in ('', other_name) and its_call == call    # in this order, for ANY

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(('', args, kwargs), name='()')
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + '()', parent=self)

    def __getattribute__(self, attr):
        if attr in tuple.__dict__:
            raise AttributeError(attr)  # call.count and call.index are calls, too
        return tuple.__getattribute__(self, attr)

    def __getattr__(self, attr):
        name = attr if self._mock_name is None else f'{self._mock_name}.{attr}'
        return _Call(name=name, parent=self, from_kall=False)

    args = property(lambda self: self._triple()[1])
    kwargs = property(lambda self: self._triple()[2])

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or 'call'
            return 'call' + name if name.startswith('()') else name
        name, args, kwargs = self._triple()
        name = 'call' if not name else 'call' + name if name.startswith('()') else 'call.' + name
        return f'{name}({_signature_text(args, kwargs)})'

    def call_list(self):
        """A chained call as the list of its calls."""
        return _CallList([one for one in _upward(self, '_mock_parent') if one._mock_from_kall][::-1])


call = _Call(from_kall=False)


class _CallList(list):
    """A list of calls that contains its parts in a row, too."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        n = len(value)
        return any([self[i:i + n] == value for i in range(len(self) - n + 1)])

    def __repr__(self):
        import pprint
        return pprint.pformat(list(self))


# Attributes of a mock that are its own; all others make child mocks.
_OWN = frozenset(('return_value', 'side_effect', 'called', 'call_count', 'call_args', 'await_count',
                  'await_args', 'await_args_list', 'call_args_list', 'mock_calls', 'method_calls',
                  '_mock_methods', '_spec_class', '_spec_signature', '_mock_sealed'))


class NonCallableMock:
    """A mock that cannot be called. Every mock has a class of its own, for its magic methods."""

    def __new__(cls, /, *args, **kw):
        spec = args[0] if args else kw.get('spec') or kw.get('spec_set')
        bases = cls,
        if spec is not None and issubclass(cls, CallableMixin) and not issubclass(cls, AsyncMockMixin) \
                and type(spec) is _function and _gives_coroutines(spec):
            bases = AsyncMockMixin, cls
        return object.__new__(type(cls.__name__, bases, {'__doc__': cls.__doc__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None,
                 _spec_state=None, _new_name='', _new_parent=None, _spec_as_instance=False,
                 _eat_self=None, unsafe=False, **kwargs):
        d = self.__dict__
        if spec_set is not None:
            spec = spec_set
        d.update(_mock_parent=parent, _mock_name=name, _mock_new_name=_new_name or name or '',
                 _mock_new_parent=parent if _new_parent is None else _new_parent,
                 _mock_sealed=False, _mock_children={},
                 _mock_wraps=wraps, _mock_unsafe=unsafe,
                 _mock_return_value=DEFAULT, _mock_side_effect=None, called=False, call_count=0,
                 call_args=None, call_args_list=_CallList(), mock_calls=_CallList(),
                 method_calls=_CallList(), _spec_class=None, _spec_signature=None,
                 _mock_methods=None, _spec_set=spec_set is not None)
        if spec is not None:
            self._set_spec(spec, _spec_as_instance)
        if kwargs:
            self.configure_mock(**kwargs)

    def _set_spec(self, spec, as_instance=False):
        if isinstance(spec, NonCallableMock):
            raise InvalidSpecError(f'Cannot spec a Mock object. [object={spec!r}]')
        d = self.__dict__
        if type(spec) in (list, tuple):
            d['_mock_methods'] = list(spec)
            return
        d['_mock_spec'] = spec
        d['_spec_class'] = spec if isinstance(spec, type) else type(spec)
        d['_spec_signature'] = _signature_of(spec, as_instance)
        d['_mock_methods'] = dir(spec)

    def mock_add_spec(self, spec, spec_set=False):
        """Add a spec to a mock: only its attributes can be fetched then."""
        self.__dict__['_spec_set'] = bool(spec_set)
        self._set_spec(spec)

    def attach_mock(self, mock, attribute):
        """Makes a mock an attribute of this one, under that name."""
        mock.__dict__.update(_mock_parent=None, _mock_new_parent=None, _mock_name='',
                             _mock_new_name=None)
        setattr(self, attribute, mock)

    def configure_mock(self, /, **kwargs):
        """Sets attributes by keywords; 'a.b' is one of a child."""
        from functools import reduce
        for name in sorted(kwargs, key=lambda name: name.count('.')):
            *owners, last = name.split('.')
            setattr(reduce(getattr, owners, self), last, kwargs[name])

    @property
    def __class__(self):
        return self._spec_class or type(self)

    def _get_child_mock(self, /, **kw):
        """Create the child mocks for attributes and return value; made to be overridden."""
        if self._mock_sealed:
            name = kw.get('name')
            raise AttributeError(self._extract_mock_name() + (f'.{name}' if name else '()'))
        kind, name = type(self).__mro__[1], kw.get('_new_name')
        if self._is_async(name):
            return AsyncMock(**kw)
        if issubclass(kind, AsyncMockMixin):
            if name in (self._mock_methods or ()):
                kind = MagicMock
            elif kind is AsyncMockMixin:    # of a mock that is one by its spec
                kind = AsyncMock
        elif issubclass(kind, NonCallableMagicMock):
            kind = MagicMock
        elif not issubclass(kind, CallableMixin):
            kind = Mock
        return kind(**kw)

    def _is_async(self, name):
        """Has the spec a coroutine function of that name?"""
        spec = self.__dict__.get('_mock_spec')
        if spec is None or not name or name == '()':
            return False
        return _gives_coroutines(getattr(spec, name, None))

    def _get_return_value(self):
        space = self.__dict__
        if space['_mock_return_value'] is DEFAULT:
            space['_mock_return_value'] = self._get_child_mock(_new_parent=self, _new_name='()')
        return space['_mock_return_value']

    def _set_return_value(self, value):
        self.__dict__['_mock_return_value'] = value
        _adopt(self, value, None, '()')

    return_value = property(_get_return_value, _set_return_value)

    def _get_side_effect(self):
        return self.__dict__['_mock_side_effect']

    def _set_side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value):
            try:
                value = iter(value)
            except TypeError:  # taken as it is
                pass
        self.__dict__['_mock_side_effect'] = value

    side_effect = property(_get_side_effect, _set_side_effect)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forgets the calls."""
        fresh = {name: _CallList() for name in ('mock_calls', 'call_args_list', 'method_calls')}
        fresh |= {'called': False, 'call_args': None, 'call_count': 0}
        if return_value:
            fresh['_mock_return_value'] = DEFAULT
        if side_effect:
            fresh['_mock_side_effect'] = None
        self.__dict__.update(fresh)
        visited = [] if visited is None else visited
        visited.append(id(self))
        how = {'return_value': return_value, 'side_effect': side_effect}
        for child, told in (*[(child, how) for child in self._mock_children.values()],
                            (self.__dict__['_mock_return_value'], {})):
            if isinstance(child, NonCallableMock) and id(child) not in visited:
                child.reset_mock(visited, **told)

    def _lacks(self, name, children):
        """Why there is no attribute of that name, or None."""
        spec = self._mock_methods
        listed = bool(spec) and name in spec
        if spec is not None and (not listed or name in _MAGICS):
            return 'Mock object has no attribute %r' % name
        if not (listed or self._mock_unsafe) and (name in _NEAR_ASSERTIONS or name.startswith(_LIKE_ASSERT)):
            return (f'{name!r} is not a valid assertion. Use a spec for the mock if '
                    f'{name!r} is meant to be an attribute.')
        gone = children.get(name, name) is None
        return name if gone or spec is None and name[:2] == '__' == name[-2:] else None

    def __getattr__(self, name):
        children = self.__dict__.get('_mock_children')
        why = name if children is None else self._lacks(name, children)     # None: not even initialised
        if why is not None:
            raise AttributeError(why)
        child = children.get(name)
        if isinstance(child, _Later):
            child = child.make()
        elif child is None:
            wraps = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            child = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name,
                                         _new_parent=self)
        children[name] = child
        return child

    def __setattr__(self, name, value):
        if name == '__class__':
            self.__dict__['_spec_class'] = value
            return
        why = None if name in _OWN else self._unsettable(name)
        if why is not None:
            raise AttributeError(why)
        if name in _MAGICS:
            return self._set_magic(name, value)
        if not self._has_own(name):
            if self._mock_sealed and not hasattr(self, name):
                raise AttributeError(f'Cannot set {self._extract_mock_name()}.{name}')
            if _adopt(self, value, name, name):
                self._mock_children[name] = value
        object.__setattr__(self, name, value)

    def _has_own(self, name):
        return name in self.__dict__ or name in _OWN or isinstance(getattr(type(self), name, None), property)

    def _unsettable(self, name):
        """Why an attribute cannot be set, or None."""
        unknown = self._mock_methods is not None and name not in self._mock_methods
        if unknown and (name in _MAGICS or self._spec_set and name not in self.__dict__):
            return "Mock object has no attribute '%s'" % name
        return f'Attempting to set unsupported magic method {name!r}.' if name in _REFUSED else None

    def _set_magic(self, name, value):
        if isinstance(value, NonCallableMock):
            _adopt(self, value, None, name)
            self._mock_children[name] = value
            setattr(type(self), name, _MagicMethod(name, value))
        else:
            setattr(type(self), name, value if not callable(value) else
                    lambda _self, *args, **kw: value(_self, *args, **kw))

    def __delattr__(self, name):
        if name in _MAGICS and name in type(self).__dict__:
            delattr(type(self), name)
            return
        children = self._mock_children
        if self.__dict__.pop(name, _missing) is _missing and children.get(name, name) is None:
            raise AttributeError(name)
        children[name] = None

    def __dir__(self):
        names = {n for n in dir(type(self)) if not FILTER_DIR or not n.startswith('_')}
        names |= {n for n in self.__dict__ if not FILTER_DIR or not n.startswith('_')}
        names |= {n for n, v in vars(type(self)).items() if n in _MAGICS and not isinstance(v, _LazyMagic)}
        return sorted(names | set(self._mock_methods or ())
                      | {n for n, m in self._mock_children.items() if m is not None})

    def _extract_mock_name(self):
        *line, root = [mock.__dict__ for mock in _upward(self, '_mock_new_parent')]
        names = [mock['_mock_new_name'] or '' for mock in reversed(line)]
        return (root['_mock_name'] or 'mock') + ''.join([n if n == '()' else '.' + n for n in names])

    def __repr__(self):
        name, parts = self._extract_mock_name(), [type(self).__name__]
        if name not in ('mock', 'mock.'):
            parts.append(f'name={name!r}')
        if self._spec_class is not None:
            parts.append(f"spec{'_set' * self._spec_set}={self._spec_class.__name__!r}")
        return f"<{' '.join(parts)} id='{id(self)}'>"

    # What was called.

    def _signature_by_name(self, name):
        """What a call of `child.child()` has to look like, or None."""
        if not name:
            return self.__dict__['_spec_signature']
        signature, mock = None, self
        for part in name.replace('()', '').split('.'):
            mock = mock._mock_children.get(part)
            if not isinstance(mock, NonCallableMock):
                break
            signature = mock.__dict__['_spec_signature']
        return signature

    def _same_call(self, value):
        """A call in a form that compares, by the signature of the spec."""
        name = value[0] if isinstance(value, tuple) and len(value) == 3 else ''
        signature = self._signature_by_name(name)
        if signature is None or not isinstance(value, tuple):
            return value
        try:
            bound = signature.bind(*value[-2], **value[-1])
        except TypeError as e:
            return e.with_traceback(None)
        return _Call(('', (name, bound.args, bound.kwargs), {}))    # so that no name is not any

    def _shown(self, args, kwargs):
        return f'{self._mock_name or "mock"}({_signature_text(args, kwargs)})'

    def _calls_text(self, prefix='Calls'):
        return f'\n{prefix}: {safe_repr(self.mock_calls)}.' if self.mock_calls else ''

    def assert_not_called(self):
        """There may have been no call."""
        if self.call_count:
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s" % (
                self._mock_name or 'mock', self.call_count, self._calls_text()))

    def assert_called(self):
        """There has to have been a call."""
        if self.call_count == 0:
            raise AssertionError("Expected '%s' to have been called." % (self._mock_name or 'mock'))

    def assert_called_once(self):
        """There has to have been exactly one call."""
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s" % (
                self._mock_name or 'mock', self.call_count, self._calls_text()))

    def _require_like(self, args, kwargs, past, text):
        """Among these calls there has to be one with these arguments."""
        wanted = self._same_call(_Call((args, kwargs), two=True))
        if wanted not in [self._same_call(one) for one in past]:
            raise AssertionError(text()) from (wanted if isinstance(wanted, Exception) else None)

    def _require_last(self, last, args, kwargs, what, never):
        if last is None:
            raise AssertionError(never % self._shown(args, kwargs))
        self._require_like(args, kwargs, [last], lambda: f'expected {what} not found.\nExpected: '
                           f'{self._shown(args, kwargs)}\n  Actual: {self._shown(*last)}')

    def _require_all(self, calls, past, any_order, what, actual, not_all):
        """Among these calls there have to be those, in a row or anywhere."""
        wanted, made = [self._same_call(one) for one in calls], _CallList(map(self._same_call, past))
        broken = [one if isinstance(one, Exception) else None for one in wanted]
        cause = next(filter(None, broken), None)
        if any_order:
            missing, left = _not_among(wanted, made)
            if missing:
                raise AssertionError(not_all(tuple(missing), left)) from cause
        elif wanted not in made:
            text = f'Error processing expected {what}.\nErrors: {broken!r}' if cause else \
                f'{what.capitalize()} not found.'
            raise AssertionError(f'{text}\nExpected: {_CallList(calls)}{actual()}') from cause

    def assert_called_with(self, /, *args, **kwargs):
        """The last call has to have had these arguments."""
        self._require_last(self.call_args, args, kwargs, 'call',
                           'expected call not found.\nExpected: %s\n  Actual: not called.')

    def assert_called_once_with(self, /, *args, **kwargs):
        """assert that the mock was called exactly once and with the specified arguments."""
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s" % (
                self._mock_name or 'mock', self.call_count, self._calls_text()))
        return self.assert_called_with(*args, **kwargs)

    def assert_has_calls(self, calls, any_order=False):
        """These calls have to have been made, in order or in any."""
        self._require_all(
            calls, self.mock_calls, any_order, 'calls',
            lambda: self._calls_text('  Actual').rstrip('.'),
            lambda missing, left: f'{self._mock_name or "mock"!r} does not contain all of {missing!r} '
            f'in its call list, found {left!r} instead')

    def assert_any_call(self, /, *args, **kwargs):
        """Some call has to have had these arguments."""
        self._require_like(args, kwargs, self.call_args_list,
                           lambda: f'{self._shown(args, kwargs)} call not found')


_LIKE_ASSERT = 'assert', 'assret', 'asert', 'aseert', 'assrt'
_NEAR_ASSERTIONS = frozenset(name.removeprefix('assert_') for name in dir(NonCallableMock)
                             if name.startswith('assert_'))


def _refuse_typos(keywords):
    for name in ('autospect', 'auto_spec', 'set_spec'):
        if name in keywords:
            raise RuntimeError(f'{name!r} might be a typo; use unsafe=True if this is intended')


def _not_among(wanted, made):
    """-> (those of wanted that have none of made to themselves, what they leave of made)"""
    left = dict(enumerate(made))

    def finds(one):
        place = next((i for i, other in left.items() if other == one), None)
        left.pop(place, None)
        return place is not None
    return [one for one in wanted if not finds(one)], [*left.values()]


def _adopt(parent, value, name, new_name):
    """Makes parent the parent of a mock without one; True when it did."""
    if not isinstance(value, NonCallableMock):
        return False
    own = value.__dict__
    named = own['_mock_name'] or own['_mock_new_name']
    if named or own['_mock_parent'] is not None or own['_mock_new_parent'] is not None:
        return False
    if any(one is value for one in _upward(parent, '_mock_new_parent')):
        return False    # no mock is its own ancestor
    for kind, label in ('_mock_new', new_name), ('_mock', name):
        if label:
            own[kind + '_parent'], own[kind + '_name'] = parent, label
    return True


def _gives_coroutines(obj):
    if isinstance(obj, NonCallableMock) and not isinstance(obj, AsyncMockMixin):
        return False
    import inspect
    return inspect.iscoroutinefunction(getattr(obj, '__func__', obj))


def _is_exception(obj):
    return isinstance(obj, BaseException) or (isinstance(obj, type)
                                              and issubclass(obj, BaseException))


def _signature_of(spec, as_instance=False):
    """What a call has to look like, or None where any will do."""
    import inspect
    skip = isinstance(spec, classmethod)
    if isinstance(spec, type):
        spec = getattr(spec, '__call__' if as_instance else '__init__', None)
        skip = True
    elif isinstance(spec, (classmethod, staticmethod)):
        spec = spec.__func__
    elif not inspect.isroutine(spec) or inspect.isbuiltin(spec) or inspect.ismethoddescriptor(spec):
        spec = getattr(spec, '__call__', None)
    if not inspect.isfunction(getattr(spec, '__func__', spec)):
        return None
    try:
        signature = inspect.signature(spec)
    except (TypeError, ValueError):
        return None
    if skip:
        signature = signature.replace(parameters=list(signature.parameters.values())[1:])
    return signature


def _dotted(first, rest):
    return f"{first or ''}{'.' if first and rest and rest[0] != '(' else ''}{rest}"


class CallableMixin:
    """What makes a mock callable."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None,
                 spec_set=None, parent=None, _spec_state=None, _new_name='', _new_parent=None,
                 **kwargs):
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent,
                         **kwargs)
        if return_value is not DEFAULT:
            self.__dict__['_mock_return_value'] = return_value  # it does not become a child
        self.side_effect = side_effect

    def _record(self, args, kwargs):
        d = self.__dict__
        d['called'] = True
        d['call_count'] += 1
        d['call_args'] = own = _Call((args, kwargs), two=True)
        self.call_args_list.append(own)
        self.mock_calls.append(_Call(('', args, kwargs)))
        line = [*_upward(self, '_mock_new_parent')]
        name, method, is_method = '', '', True
        for mock, parent in zip(line, line[1:]):
            own = mock.__dict__
            name = _dotted(own['_mock_new_name'], name)
            parent.mock_calls.append(_Call((name, args, kwargs)))
            is_method = is_method and own['_mock_parent'] is not None
            if is_method:
                method = _dotted(own['_mock_name'], method)
                parent.method_calls.append(_Call((method, args, kwargs)))

    def _check_signature(self, args, kwargs):
        signature = self.__dict__['_spec_signature']
        if signature is not None and self.__dict__.get('_mock_autospec'):
            signature.bind(*args, **kwargs)

    def __call__(self, /, *args, **kwargs):
        self._check_signature(args, kwargs)
        self._record(args, kwargs)
        return self._execute(args, kwargs)

    def _execute(self, args, kwargs):
        effect, result = self.side_effect, DEFAULT
        if callable(effect) and not _is_exception(effect):
            result = effect(*args, **kwargs)
        elif effect is not None:
            result = effect if _is_exception(effect) else next(effect)
            if _is_exception(result):
                raise result
        if result is not DEFAULT:
            return result
        given = self.__dict__['_mock_return_value'] is not DEFAULT or self._mock_wraps is None
        return self.return_value if given else self._mock_wraps(*args, **kwargs)


class Mock(CallableMixin, NonCallableMock):
    """A mock object: attributes and return values are mocks, calls are recorded.

    side_effect: an exception to raise, a function to call, or values to return one by one."""


_NUMERIC = ('add sub mul matmul truediv floordiv mod lshift rshift and xor or pow').split()
_DEFAULTS = {'__hash__': lambda self: object.__hash__(self), '__str__': lambda self: repr(self),
             '__sizeof__': lambda self: object.__sizeof__(self),
             '__fspath__': lambda self: f'{type(self).__name__}/{self._extract_mock_name()}/{id(self)}'}
_VALUES = {'__lt__': NotImplemented, '__gt__': NotImplemented, '__le__': NotImplemented,
           '__ge__': NotImplemented, '__int__': 1, '__contains__': False, '__len__': 0,
           '__exit__': False, '__aexit__': False, '__complex__': 1j, '__float__': 1.0, '__bool__': True,
           '__index__': 1}
_OTHERS = ('__getitem__ __setitem__ __delitem__ __enter__ __iter__ __neg__ __pos__ __abs__ '
           '__invert__ __divmod__ __rdivmod__ __round__ __trunc__ __floor__ __ceil__ '
           '__fspath__ __next__').split()
_REFUSED = frozenset(('__getattr__', '__setattr__', '__init__', '__new__', '__prepare__',
                      '__instancecheck__', '__subclasscheck__', '__del__'))
_ASYNC = ('__aenter__', '__aexit__', '__anext__')
_MAGICS = frozenset([*_DEFAULTS, *_VALUES, *_OTHERS, *_ASYNC, '__eq__', '__ne__', '__aiter__',
                     '__call__', '__next__', '__reversed__', '__missing__', '__getattribute__',
                     '__dir__', '__format__', '__repr__', '__subclasses__', '__get__', '__set__',
                     '__delete__', '__reduce__', '__getstate__', '__setstate__',
                     *[f'__{p}{n}__' for n in _NUMERIC for p in ('', 'i', 'r')]])


_LAZY = frozenset([*_VALUES, *_OTHERS, *_ASYNC, '__aiter__', '__hash__', '__str__', '__sizeof__',
                   '__eq__', '__ne__',
                   *[f'__{p}{n}__' for n in _NUMERIC for p in ('', 'i', 'r')]])


class _MagicMethod:
    """A magic method of a mock's class that calls a mock."""

    def __init__(self, name, mock):
        self.name, self.mock = name, mock

    def __get__(self, obj, kind=None):
        return self.mock


class _LazyMagic:
    """Makes the mock of a magic method when it is first used."""

    def __init__(self, name, owner):
        self.name, self.owner = name, owner

    def __get__(self, obj, kind=None):
        name, obj = self.name, self.owner   # the one instance of its class
        make = AsyncMock if name in _ASYNC else MagicMock if isinstance(obj, AsyncMockMixin) \
            else obj._get_child_mock
        mock = make(name=name, _new_name=name, parent=obj, _new_parent=obj)
        _set_magic_defaults(obj, name, mock)
        obj._mock_children[name] = mock
        setattr(type(obj), name, _MagicMethod(name, mock))
        return mock


def _set_magic_defaults(obj, name, mock):
    if name in _VALUES:
        mock.__dict__['_mock_return_value'] = _VALUES[name]
    elif name in _DEFAULTS:
        def shown(*_):
            known = mock.__dict__['_mock_return_value']
            return _DEFAULTS[name](obj) if known is DEFAULT else known
        mock.side_effect = shown
    elif name == '__iter__':
        mock.side_effect = lambda: iter([] if mock._mock_return_value is DEFAULT
                                        else mock._mock_return_value)
    elif name == '__aiter__':
        mock.side_effect = lambda: _async_iterator([] if mock._mock_return_value is DEFAULT
                                                   else mock._mock_return_value)
    elif name in ('__eq__', '__ne__'):
        def compare(other):
            known = mock.__dict__['_mock_return_value']
            if known is not DEFAULT:
                return known
            return name == '__eq__' if obj is other else NotImplemented
        mock.side_effect = compare


async def _async_iterator(values):
    for value in values:
        yield value


class MagicMixin:
    """Gives a mock's class the magic methods, those of its spec when it has one."""

    def __init__(self, /, *args, **kw):
        cls = type(self)
        for name in _LAZY:  # keywords may configure them
            if name not in cls.__dict__:
                setattr(cls, name, _LazyMagic(name, self))
        super().__init__(*args, **kw)
        self._keep_magics()

    def _keep_magics(self):
        """Drops those that the spec does not have."""
        if self._mock_methods is None:
            return
        cls, kept = type(self), {*self._mock_methods, '__hash__', '__str__', '__eq__', '__ne__'}
        for name in _LAZY - kept:
            if isinstance(cls.__dict__.get(name), (_LazyMagic, _MagicMethod)):
                delattr(cls, name)

    def mock_add_spec(self, spec, spec_set=False):
        super().mock_add_spec(spec, spec_set)
        self._keep_magics()


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A MagicMock that cannot be called."""


class MagicMock(MagicMixin, Mock):
    """A Mock with the magic methods set up."""


class AsyncMockMixin:
    """What makes the calls of a mock coroutines; awaits are counted, too."""

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        from inspect import _coroutine_mark
        from types import CodeType
        code = NonCallableMock(spec_set=CodeType)
        code.co_flags = 0x80    # of a coroutine function
        self.__dict__.update(await_count=0, await_args=None, await_args_list=_CallList(),
                             _is_coroutine_mark=_coroutine_mark, __code__=code)

    def __call__(self, /, *args, **kwargs):
        self._check_signature(args, kwargs)
        self._record(args, kwargs)
        return self._await(args, kwargs)

    async def _await(self, args, kwargs):
        import inspect
        d = self.__dict__
        own = _Call((args, kwargs), two=True)
        d['await_count'] += 1
        d['await_args'] = own
        d['await_args_list'].append(own)
        try:
            result = self._execute(args, kwargs)
        except StopIteration:
            raise StopAsyncIteration from None
        asked = self.side_effect is not None or self._mock_wraps is not None
        return await result if asked and inspect.iscoroutine(result) else result

    def _awaits(self, text):
        return f"Expected {self._mock_name or 'mock'} to have been awaited{text}"

    def assert_awaited(self):
        """There has to have been an await."""
        if self.await_count == 0:
            raise AssertionError(self._awaits('.'))

    def assert_awaited_once(self):
        """There has to have been exactly one await."""
        if self.await_count != 1:
            raise AssertionError(self._awaits(f' once. Awaited {self.await_count} times.'))

    def assert_awaited_with(self, /, *args, **kwargs):
        """The last await has to have had these arguments."""
        self._require_last(self.await_args, args, kwargs, 'await', 'Expected await: %s\nNot awaited')

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """There has to have been one await, with these arguments."""
        self.assert_awaited_once()
        self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """Some await has to have had these arguments."""
        self._require_like(args, kwargs, self.await_args_list,
                           lambda: f'{self._shown(args, kwargs)} await not found')

    def assert_has_awaits(self, calls, any_order=False):
        """These awaits have to have been made, in order or in any."""
        self._require_all(calls, self.await_args_list, any_order, 'awaits',
                          lambda: f'\nActual: {self.await_args_list}',
                          lambda missing, left: f'{missing!r} not all found in await list')

    def assert_not_awaited(self):
        """There may have been no await."""
        if self.await_count:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to not have been awaited. "
                                 f'Awaited {self.await_count} times.')

    def reset_mock(self, /, *args, **kwargs):
        super().reset_mock(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=_CallList())


class AsyncMock(AsyncMockMixin, MagicMixin, CallableMixin, NonCallableMock):
    """A mock of a coroutine function."""


class PropertyMock(Mock):
    """A mock that stands for a property of a class."""

    def _get_child_mock(self, /, **kwargs):
        made = MagicMock(**kwargs)
        return made

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


def seal(mock):
    """Attributes that a mock has not yet are refused from now on."""
    mock._mock_sealed = True
    for child in [*mock._mock_children.values(), mock.__dict__['_mock_return_value']]:
        if isinstance(child, NonCallableMock) and child._mock_new_parent is mock:
            seal(child)


class _Later:
    """An attribute that gets its mock when it is asked for."""

    def __init__(self, *made_of):
        self._made_of = made_of

    def make(self):
        spec, spec_set, parent, name = self._made_of
        if isinstance(spec, NonCallableMock):
            raise InvalidSpecError(f'Cannot autospec attr {name!r} from target {parent!r} as it has already '
                                   f'been mocked out. [target={parent!r}, attr={spec!r}]')
        return create_autospec(spec, spec_set, False, parent, name)


def _bound(mock, obj, kind=None):
    if obj is None:
        return mock
    from types import MethodType
    return MethodType(mock, obj)


def _autospec_method(mock, spec, name, original, spec_set):
    import inspect
    child = create_autospec(original, spec_set, _parent=mock, _name=name)
    signature = child.__dict__['_spec_signature']
    kept = inspect.getattr_static(spec, name, None)
    if signature is not None and isinstance(spec, type) and inspect.isfunction(kept):
        # Of a class, too, the method is called without self.
        signature = signature.replace(parameters=list(signature.parameters.values())[1:])
        child.__dict__.update(_spec_signature=signature, __signature__=signature)
    return child


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *,
                    unsafe=False, **kwargs):
    """A mock with the attributes and signatures of another object."""
    import inspect
    if isinstance(spec, NonCallableMock):
        raise InvalidSpecError(f'Cannot autospec a Mock object. [object={spec!r}]')
    if not unsafe:
        _refuse_typos(kwargs)
    if type(spec) in (list, tuple):
        spec = type(spec)
    how = {'spec_set': spec} if spec_set else {'spec': spec}
    _name = kwargs.pop('name', _name)
    plain = spec.__func__ if isinstance(spec, (staticmethod, classmethod)) else spec
    function = inspect.isfunction(plain) or inspect.ismethod(plain)
    if inspect.iscoroutinefunction(plain):
        if instance:
            raise RuntimeError('Instance can not be True when create_autospec is mocking an async '
                               'function')
        kind = AsyncMock
    elif inspect.isdatadescriptor(spec):    # nobody knows what these give
        kind, how = MagicMock, {}
    else:
        kind = MagicMock if callable(plain) else NonCallableMagicMock
        how = how if spec is not None else {}
    if isinstance(spec, type) and instance and '__call__' not in dir(spec):
        kind = NonCallableMagicMock
    mock = kind(name=_name, parent=_parent, _new_parent=_parent, _new_name=_name or '',
                _spec_as_instance=instance, unsafe=unsafe, **how, **kwargs)
    mock.__dict__['_mock_autospec'] = True
    if isinstance(spec, type) and not instance and 'return_value' not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name='()',
                                            _parent=mock)
    signature = mock.__dict__['_spec_signature']
    if signature is not None:
        mock.__dict__['__signature__'] = signature
    if function:
        called = getattr(plain, '__name__', '')
        mock.__dict__.update(mock=mock, __name__=called if called.isidentifier() else 'funcopy')
        if inspect.isfunction(spec):
            type(mock).__get__ = _bound     # in a class it is a method
    for name in dir(spec):
        if name in _MAGICS or name[:2] == '__':
            continue
        try:
            original = getattr(spec, name)
        except AttributeError:
            continue
        if not function and (inspect.isfunction(original) or inspect.ismethod(original)):
            mock._mock_children[name] = _autospec_method(mock, spec, name, original, spec_set)
        else:
            mock._mock_children[name] = _Later(original, spec_set, mock, name)
    return mock


def mock_open(mock=None, read_data=''):
    """A mock of open() whose handles read read_data."""
    from io import BytesIO, StringIO
    mock = MagicMock(name='open') if mock is None else mock
    handle = MagicMock()
    data = [None]

    def fresh():
        data[0] = BytesIO(read_data) if isinstance(read_data, bytes) else StringIO(read_data)

    def effect(name):
        def read(*args, **kwargs):
            given = getattr(handle, name).return_value
            return getattr(data[0], name)(*args, **kwargs) if given is None else given
        return read

    def lines():
        while handle.readline.return_value is not None:
            yield handle.readline.return_value
        yield from data[0]

    for name in ('read', 'readline', 'readlines'):
        getattr(handle, name).return_value = None
        getattr(handle, name).side_effect = effect(name)
    handle.__enter__.return_value = handle
    handle.__iter__.side_effect = lines
    handle.__next__ = Mock(side_effect=lambda: next(lines()))
    handle.write.return_value = None
    fresh()

    def reset(*args, **kwargs):
        fresh()
        return DEFAULT

    mock.side_effect, mock.return_value = reset, handle
    return mock


# patch() puts a mock in place of an attribute for a with block, a function or a class.

def _resolve(target):
    if not isinstance(target, str):
        return target
    first, *rest = target.split('.')
    thing, path = sys._import(first), first
    for part in rest:
        path += '.' + part
        if not hasattr(thing, part):
            sys._import(path)
        thing = getattr(thing, part)
    return thing


def _can_call(spec):
    return '__call__' in spec if isinstance(spec, (list, tuple)) else callable(spec)


class _patch:
    def __init__(self, get_target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None,
                 autospec=None, new_callable=None, kwargs=None):
        for name, given in (('new', new is not DEFAULT), ('autospec', autospec is not None)):
            if given and new_callable is not None:
                raise ValueError(f"Cannot use '{name}' and 'new_callable' together")
        self.getter, self.attribute, self.new, self.create = get_target, attribute, new, create
        self.spec, self.spec_set, self.autospec = spec, spec_set, autospec
        self.new_callable, self.kwargs = new_callable, kwargs or {}
        self.attribute_name, self.additional_patchers = None, []

    def copy(self):
        made = _patch.__new__(_patch)
        made.__dict__.update(self.__dict__)
        made.additional_patchers = [one.copy() for one in self.additional_patchers]
        return made

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(func, name)):
                    setattr(func, name, self.copy()(getattr(func, name)))
            return func
        return self._decorate(func)

    def _decorate(self, func):
        import functools
        import inspect
        if hasattr(func, 'patchings'):
            func.patchings.append(self)
            return func

        def enter(stack, patchings):
            extra, named = [], {}
            for one in patchings:
                value = stack.enter_context(one)
                if one.attribute_name is not None:
                    named.update(value)
                elif one.new is DEFAULT:
                    extra.append(value)
            return extra, named

        @functools.wraps(func)
        def patched(*args, **kwargs):
            from contextlib import ExitStack
            with ExitStack() as stack:
                extra, named = enter(stack, patched.patchings)
                return func(*args, *extra, **{**kwargs, **named})

        @functools.wraps(func)
        async def patched_async(*args, **kwargs):
            from contextlib import ExitStack
            with ExitStack() as stack:
                extra, named = enter(stack, patched_async.patchings)
                return await func(*args, *extra, **{**kwargs, **named})

        result = patched_async if inspect.iscoroutinefunction(func) else patched
        result.patchings = [self]
        return result

    def _original(self):
        """-> (the attribute's value, it is the target's own)"""
        name, own = self.attribute, getattr(self.target, '__dict__', {})
        local = name in own
        original = own[name] if local else getattr(self.target, name, DEFAULT)
        if isinstance(self.target, type(unittest.util)) and name in vars(builtins):
            self.create = True  # which the module may hide
        if original is not DEFAULT or self.create:
            return original, local
        raise AttributeError('%s does not have the attribute %r' % (self.target, name))

    def _refuse_mocks(self, source, spec, spec_set):
        """A mock says nothing of what it stands for."""
        what, given = 'spec', f'target={self.target!r}, attr={source!r}'
        if source is not None and isinstance(self.target, NonCallableMock):
            what, where = 'autospec', 'as the patch target'
        elif isinstance(source, NonCallableMock):
            name = getattr(self.target, '__name__', self.target)
            what, where = 'autospec', f'from target {name!r} as it'
        elif isinstance(spec, NonCallableMock):
            where, given = 'as the spec', f'spec={spec!r}'
        elif isinstance(spec_set, NonCallableMock):
            where, given = 'as the spec_set target', f'spec_set={spec_set!r}'
        else:
            return
        raise InvalidSpecError(f'Cannot {what} attr {self.attribute!r} {where} has already been '
                               f'mocked out. [{given}]')

    def _make(self, original):
        spec, spec_set, kwargs = self.spec, self.spec_set, dict(self.kwargs)
        if self.autospec is not None:
            if original is DEFAULT:
                raise TypeError("Can't use 'autospec' with create=True")
            source = original if self.autospec is True else self.autospec
            self._refuse_mocks(source, None, None)
            return create_autospec(source, spec_set=bool(spec_set), _name=self.attribute, **kwargs)
        self._refuse_mocks(None, spec, spec_set)
        if spec is True:
            spec = original
        if spec_set is True:
            spec_set = original
        base = spec if spec is not None else spec_set
        kind = self.new_callable or (
            AsyncMock if _gives_coroutines(original if base is None else base) else MagicMock)
        if base is not None and self.new_callable is None and not _can_call(base):
            kind = NonCallableMagicMock
        if spec is not None:
            kwargs['spec'] = spec
        if spec_set is not None:
            kwargs['spec_set'] = spec_set
        if isinstance(kind, type) and issubclass(kind, NonCallableMock) and self.attribute:
            kwargs['name'] = self.attribute
        mock = kind(**kwargs)
        if isinstance(base, type) and isinstance(mock, NonCallableMock):
            kwargs.pop('name', None)
            if '__call__' not in dir(base):
                kind = NonCallableMagicMock
            mock.return_value = kind(_new_parent=mock, _new_name='()', **kwargs)
        return mock

    def __enter__(self):
        if getattr(self, '_entered', False):
            raise RuntimeError('Patch is already started')
        self._check()
        self.target = self.getter()
        original, local = self._original()
        new = self._make(original) if self.new is DEFAULT else self.new
        self.temp_original, self.is_local, self._entered, self._more = original, local, True, []
        setattr(self.target, self.attribute, new)
        if self.attribute_name is None:
            return new
        named = {self.attribute_name: new} if self.new is DEFAULT else {}
        try:
            for one in self.additional_patchers:
                named.update(one.__enter__())
                self._more.append(one)
        except BaseException as e:
            self.__exit__(type(e), e, e.__traceback__)
            raise
        return named

    def _check(self):
        """False stands for None; what contradicts itself is refused."""
        self.spec, self.spec_set, self.autospec = [
            None if given is False else given
            for given in (self.spec, self.spec_set, self.autospec)]
        if self.spec is not None and self.autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (self.spec is not None or self.autospec is not None) and self.spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        if self.new is not DEFAULT:
            if self.autospec is not None:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            if self.kwargs:
                raise TypeError("Can't pass kwargs to a mock we aren't creating")

    def __exit__(self, *exc_info):
        if not getattr(self, '_entered', False):
            return
        for one in reversed(self._more):
            one.__exit__(*exc_info)
        where = self.target, self.attribute
        put_back = self.is_local and self.temp_original is not DEFAULT
        if not put_back:    # perhaps a base has it; perhaps it cannot be deleted
            delattr(*where)
            put_back = not (self.create or hasattr(*where))
        if put_back:
            setattr(*where, self.temp_original)
        self._entered = False

    def start(self):
        """Enters the patch; returns the mock that it made."""
        result = self.__enter__()
        _active.append(self)
        return result

    def stop(self):
        """Stop an active patch."""
        if self not in _active:
            return None
        _active.remove(self)
        return self.__exit__(None, None, None)


_active = []


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None,
          new_callable=None, *, unsafe=False, **kwargs):
    """Replaces 'package.module.attribute' inside a with block, a function or a class's tests."""
    if not unsafe:
        _refuse_typos(kwargs)
    if not isinstance(target, str) or '.' not in target:
        raise TypeError(f'Need a valid target to patch. You supplied: {target!r}')
    path, _, attribute = target.rpartition('.')
    return _patch(lambda: _resolve(path), attribute, new, spec, create, spec_set, autospec,
                  new_callable, kwargs)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None,
                  autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    """patch.object(): replaces an attribute of an object."""
    if not unsafe:
        _refuse_typos(kwargs)
    if isinstance(target, str):
        raise TypeError(f'{target!r} must be the actual object to be patched, not a str')
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable,
                  kwargs)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None,
                    new_callable=None, **kwargs):
    """patch.multiple(): replaces several attributes; those given as DEFAULT become mocks."""
    if not kwargs:
        raise ValueError('Must supply at least one keyword argument with patch.multiple')
    patches = []
    for name, new in kwargs.items():
        one = _patch(lambda: _resolve(target) if type(target) is str else target, name, new, spec, create, spec_set, autospec,
                     new_callable, {})
        one.attribute_name = name
        patches.append(one)
    first, *first.additional_patchers = patches
    return first


class _patch_dict:
    """patch.dict(): changes a mapping and restores it."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.clear = in_dict, clear
        self.values = {**dict(values), **kwargs}

    def __call__(self, f):
        import functools
        if isinstance(f, type):
            for name in dir(f):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(f, name)):
                    setattr(f, name, _patch_dict(self.in_dict, self.values, self.clear)(
                        getattr(f, name)))
            return f

        @functools.wraps(f)
        def inner(*args, **kw):
            with self:
                return f(*args, **kw)

        @functools.wraps(f)
        async def inner_async(*args, **kw):
            with self:
                return await f(*args, **kw)
        return inner_async if _gives_coroutines(f) else inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _resolve(self.in_dict)
        mapping = self.in_dict      # may have next to nothing of a dict
        self._before = {key: mapping[key] for key in mapping}
        if self.clear:
            self._empty()
        self._fill(self.values)
        return mapping

    def _empty(self):
        if hasattr(self.in_dict, 'clear'):
            self.in_dict.clear()
        else:
            for key in [*self.in_dict]:
                del self.in_dict[key]

    def _fill(self, values):
        for key in values:
            self.in_dict[key] = values[key]

    def __exit__(self, *args):
        self._empty()
        self._fill(self._before)
        return False

    def start(self):
        result = self.__enter__()
        _active.append(self)
        return result

    def stop(self):
        if self in _active:
            _active.remove(self)
            self.__exit__()


def _stop_all():
    """patch.stopall(): stops the active patches, the last one first."""
    for one in reversed(list(_active)):
        one.stop()


patch.object, patch.multiple, patch.dict = _patch_object, _patch_multiple, _patch_dict
patch.stopall, patch.TEST_PREFIX = _stop_all, 'test'
