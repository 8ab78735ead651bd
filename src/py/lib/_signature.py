"""The part of module inspect that tells how callables are called: Parameter, Signature,
BoundArguments and signature(); and what else needs enumerations."""
import enum as _enum
import keyword as _keyword
import sys as _sys
import types as _types


class _void:
    """Stands for an argument that was left out, where None could be meant."""


class _empty:
    """Stands for a default or annotation that is not there."""


for _cls in (_void, _empty):
    _cls.__module__ = 'inspect'


class _ParameterKind(_enum.IntEnum):
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)

    @property
    def description(self):
        return ('positional-only', 'positional or keyword', 'variadic positional', 'keyword-only',
                'variadic keyword')[self]

    def __str__(self):
        return self.name

    def __repr__(self):
        return f'<{type(self).__name__}.{self.name}: {int(self)}>'


_ParameterKind.__module__ = 'inspect'
_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD = (
    _ParameterKind)


class BufferFlags(_enum.IntFlag):
    """What may be asked of a buffer."""
    SIMPLE, WRITABLE, FORMAT, ND, STRIDES = 0, 1, 4, 8, 24
    C_CONTIGUOUS, F_CONTIGUOUS, ANY_CONTIGUOUS, INDIRECT = 56, 88, 152, 280
    CONTIG, CONTIG_RO, STRIDED, STRIDED_RO = 9, 8, 25, 24
    RECORDS, RECORDS_RO, FULL, FULL_RO, READ, WRITE = 29, 28, 285, 284, 256, 512


BufferFlags.__module__ = 'inspect'


def formatannotation(annotation, base_module=None):
    home = getattr(annotation, '__module__', None)
    if home == 'typing':
        import re
        return re.sub(r'(?<![\w.])typing\.', '', repr(annotation))
    if isinstance(annotation, _types.GenericAlias) or not isinstance(annotation, type):
        return repr(annotation)
    name = annotation.__qualname__
    return name if home in ('builtins', base_module) else f'{home}.{name}'


formatannotation.__module__ = 'inspect'


def _name_and_kind(name, kind):
    """Of a parameter; what a comprehension takes without naming it has a kind of its own."""
    if not isinstance(name, str):
        if name is _empty:
            raise ValueError('name is a required attribute for Parameter')
        raise TypeError(f'name must be a str, not a {type(name).__name__}')
    if name[:1] == '.' and name[1:].isdigit():
        if kind != _POSITIONAL_OR_KEYWORD:
            raise ValueError(f'implicit arguments must be passed as positional or keyword '
                             f'arguments, not {kind.description}')
        name, kind = 'implicit' + name[1:], _POSITIONAL_ONLY
    if not name.isidentifier() or kind is not _POSITIONAL_ONLY and _keyword.iskeyword(name):
        raise ValueError(f'{name!r} is not a valid parameter name')
    return name, kind


class Parameter:
    """One parameter: its name, kind, default and annotation."""
    __module__ = 'inspect'
    __slots__ = ('_name', '_kind', '_default', '_annotation')
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD = _POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f'value {kind!r} is not a valid Parameter.kind') from None
        if default is not _empty and kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError(f'{kind.description} parameters cannot have default values')
        self._name, self._kind = _name_and_kind(name, kind)
        self._default, self._annotation = default, annotation

    def __reduce__(self):
        return type(self), (self._name, self._kind), {'_default': self._default,
                                                      '_annotation': self._annotation}

    def __setstate__(self, state):
        self._default, self._annotation = state['_default'], state['_annotation']

    name = property(lambda self: self._name)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)
    kind = property(lambda self: self._kind)

    def replace(self, *, name=_void, kind=_void, annotation=_void, default=_void):
        """The same parameter with some of it changed."""
        def pick(new, old):
            return old if new is _void else new
        return type(self)(pick(name, self._name), pick(kind, self._kind),
                          default=pick(default, self._default),
                          annotation=pick(annotation, self._annotation))

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text += ': ' + formatannotation(self._annotation)
        if self._default is not _empty:
            gap = ' ' if self._annotation is not _empty else ''
            text += f'{gap}={gap}{self._default!r}'
        stars = {_VAR_POSITIONAL: '*', _VAR_KEYWORD: '**'}
        return stars.get(self._kind, '') + text

    def __repr__(self):
        return f'<{type(self).__name__} "{self}">'

    def _key(self):
        return self._name, self._kind, self._default, self._annotation

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        if self is other:
            return True
        return self._key() == other._key() if isinstance(other, Parameter) else NotImplemented


class BoundArguments:
    """What bind() gives: which parameter gets which argument."""
    __module__ = 'inspect'
    __slots__ = ('arguments', '_signature', '__weakref__')

    def __init__(self, signature, arguments):
        self.arguments, self._signature = arguments, signature

    @property
    def signature(self):
        return self._signature

    def _call(self):
        """What a call gets by place, and by name: all from the first parameter on that has no place, or was left out."""
        placed, named, by_name = [], {}, False
        for name, param in self._signature.parameters.items():
            by_name = by_name or name not in self.arguments or param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY)
            if name not in self.arguments:
                continue
            value = self.arguments[name]
            if by_name:
                named |= value if param.kind == _VAR_KEYWORD else {name: value}
            else:
                placed += value if param.kind == _VAR_POSITIONAL else [value]
        return tuple(placed), named

    args = property(lambda self: self._call()[0])
    kwargs = property(lambda self: self._call()[1])

    def apply_defaults(self):
        """Adds the defaults of parameters that got no argument."""
        params, empty = self._signature.parameters, {_VAR_POSITIONAL: (), _VAR_KEYWORD: {}}
        usual = {name: empty.get(param.kind, param.default) for name, param in params.items()}
        known = {name: value for name, value in usual.items() if value is not _empty} | self.arguments
        self.arguments = {name: known[name] for name in params if name in known}

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self is other or (self._signature, self.arguments) == (other._signature, other.arguments)

    __hash__ = None

    def __setstate__(self, state):
        self._signature, self.arguments = state['_signature'], state['arguments']

    def __getstate__(self):
        return {'_signature': self._signature, 'arguments': self.arguments}

    def __repr__(self):
        parts = ', '.join(f'{name}={value!r}' for name, value in self.arguments.items())
        return f'<{type(self).__name__} ({parts})>'


def _refuse(parameters):
    """Raises for the first that cannot follow what is before it, or is there twice."""
    known = set()
    for before, param in zip([None, *parameters], parameters):
        kind = param.kind
        if before and before.kind > kind:
            raise ValueError(f'wrong parameter order: {before.kind.description} parameter before '
                             f'{kind.description} parameter')
        if before and kind <= _POSITIONAL_OR_KEYWORD and before.default is not _empty is param.default:
            raise ValueError('non-default argument follows default argument')
        if param.name in known:
            raise ValueError(f'duplicate parameter name: {param.name!r}')
        known.add(param.name)


class Signature:
    """The parameters of a callable, by name, and its return annotation."""
    __module__ = 'inspect'
    __slots__ = ('_return_annotation', '_parameters')
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        from collections import OrderedDict
        parameters = list(parameters or ())
        named = OrderedDict([(param.name, param) for param in parameters])
        if __validate_parameters__:
            # Kinds come in their order, and so do those without and with a default.
            kinds = [param.kind for param in parameters]
            usual = [param.default is not _empty for param, kind in zip(parameters, kinds)
                     if kind <= _POSITIONAL_OR_KEYWORD]
            if kinds != sorted(kinds) or usual != sorted(usual) or len(named) < len(parameters):
                _refuse(parameters)
        self._parameters = _types.MappingProxyType(named)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        """What signature() gives, as an object of this class."""
        return _Reader(cls, follow_wrapped, globals, locals, eval_str).read(obj)

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    def replace(self, *, parameters=_void, return_annotation=_void):
        """The same signature with some of it changed."""
        returns = self._return_annotation if return_annotation is _void else return_annotation
        return type(self)(self.parameters.values() if parameters is _void else parameters,
                          return_annotation=returns)

    def _key(self):
        params = tuple(p for p in self.parameters.values() if p.kind != _KEYWORD_ONLY)
        kw_only = {p.name: p for p in self.parameters.values() if p.kind == _KEYWORD_ONLY}
        return params, kw_only, self.return_annotation

    def __hash__(self):
        params, kw_only, returns = self._key()
        return hash((params, frozenset(kw_only.values()), returns))

    def __eq__(self, other):
        if self is other:
            return True
        return self._key() == other._key() if isinstance(other, Signature) else NotImplemented

    def bind(self, /, *args, **kwargs):
        """Which parameter gets which argument, as BoundArguments; TypeError where they do not
        fit."""
        return _bind(self, args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        """Like bind(), but arguments may be missing."""
        return _bind(self, args, kwargs, True)

    def __reduce__(self):
        return type(self), (tuple(self._parameters.values()),), {
            '_return_annotation': self._return_annotation}

    def __setstate__(self, state):
        self._return_annotation = state['_return_annotation']

    def __repr__(self):
        return f'<{type(self).__name__} {self}>'

    def __str__(self):
        texts, last = [], None
        for param in [*self.parameters.values(), None]:  # None: behind the last one
            kind = param and param.kind
            if last == _POSITIONAL_ONLY != kind:
                texts.append('/')
            if kind == _KEYWORD_ONLY and last not in (_KEYWORD_ONLY, _VAR_POSITIONAL):
                texts.append('*')
            if param:
                texts.append(str(param))
            last = kind
        returns = self.return_annotation
        arrow = '' if returns is _empty else ' -> ' + formatannotation(returns)
        return f'({", ".join(texts)}){arrow}'


def _bind(sig, args, kwargs, partial):
    """Maps a call to the parameters, as the interpreter would."""
    bound, rest, values = {}, dict(kwargs), list(args)
    params = list(sig.parameters.values())
    positional = [p for p in params if p.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD)]
    variadic = next((p for p in params if p.kind == _VAR_POSITIONAL), None)
    keywords = next((p for p in params if p.kind == _VAR_KEYWORD), None)
    if len(values) > len(positional) and variadic is None:
        raise TypeError('too many positional arguments')
    direct = variadic is None  # no parameter so far was left to its default or given by name
    for i, param in enumerate(positional):
        if i >= len(values) and (param.name in rest or param.default is not _empty):
            direct = False
        if i < len(values):
            if param.name in rest and param.kind == _POSITIONAL_OR_KEYWORD:
                raise TypeError(f'multiple values for argument {param.name!r}')
            bound[param.name] = values[i]
        elif param.kind == _POSITIONAL_ONLY and param.name in rest:
            raise TypeError(f'{param.name!r} parameter is positional only, but was passed as a '
                            'keyword')
        elif param.name in rest:
            bound[param.name] = rest.pop(param.name)
        elif param.default is _empty and not partial:
            raise TypeError(f'missing a required argument: {param.name!r}')
    if len(values) > len(positional):
        bound[variadic.name] = tuple(values[len(positional):])
    for param in params:
        if param.kind == _KEYWORD_ONLY:
            if param.name in rest:
                bound[param.name] = rest.pop(param.name)
            elif param.default is _empty and not partial:
                kind = ' keyword-only' if direct else ''
                raise TypeError(f'missing a required{kind} argument: {param.name!r}')
            direct = False
    if rest:
        if keywords is None:
            raise TypeError(f'got an unexpected keyword argument {next(iter(rest))!r}')
        bound[keywords.name] = rest
    order = {p.name: i for i, p in enumerate(params)}
    return BoundArguments(sig, dict(sorted(bound.items(), key=lambda item: order[item[0]])))


class _Reader:
    """Makes the signature of one callable, through whatever wraps it."""

    def __init__(self, cls, follow, globals, locals, eval_str):
        self.cls, self.follow = cls, follow
        self.globals, self.locals, self.eval_str = globals, locals, eval_str

    def read(self, obj, skip_bound=True):
        if not callable(obj):
            raise TypeError(f'{obj!r} is not a callable object')
        if self.follow:
            import inspect
            inner = inspect.unwrap(obj, stop=lambda f: isinstance(f, _types.MethodType) or hasattr(f, '__signature__'))
            skip_bound, obj = skip_bound or inner is not obj, inner
        if isinstance(obj, _types.MethodType):
            return self._bound(obj.__func__, skip_bound)
        said = getattr(obj, '__signature__', None)
        return self._by_kind(obj, skip_bound) if said is None else self._as_said(obj, said)

    def _bound(self, function, skip_bound):
        sig = self.read(function)
        return _without_first(sig) if skip_bound else sig

    def _as_said(self, obj, said):
        if callable(said) and not isinstance(said, (Signature, str)):
            said = said()
        if isinstance(said, Signature):
            return said
        if isinstance(said, str):
            return self.from_text(obj, said)
        raise TypeError(f'unexpected object {said!r} in __signature__ attribute')

    def _by_kind(self, obj, skip_bound):
        from functools import partial, partialmethod
        if isinstance(obj, type):
            return self.from_class(obj)
        if isinstance(obj, partial):
            return _partial_of(self.read(obj.func), obj)
        method = getattr(obj, '_partialmethod', None)
        if isinstance(method, partialmethod):
            return self.from_partialmethod(obj, method)
        if isinstance(obj, _types.FunctionType) or _functionlike(obj):
            text = getattr(obj, '__text_signature__', None)
            return self.from_text(obj, text) if text else self.from_function(obj)
        if _is_native(obj):
            return self.from_native(obj, skip_bound)
        call = _type_method(type(obj), '__call__')
        if call is None:
            raise ValueError(f'callable {obj!r} is not supported by signature')
        return self._bound(call, skip_bound)

    def from_partialmethod(self, obj, method):
        wrapped = self.read(method.func)
        sig = _partial_of(wrapped, method, (None,))
        first = next(iter(wrapped.parameters.values()))
        if first.kind is _VAR_POSITIONAL:
            return sig
        return sig.replace(parameters=(first,) + tuple(sig.parameters.values()))

    def from_function(self, func):
        import inspect
        code = func.__code__
        names, count = code.co_varnames, code.co_argcount
        only, kw_count = code.co_posonlyargcount, code.co_kwonlyargcount
        notes = inspect.get_annotations(func, globals=self.globals, locals=self.locals,
                                        eval_str=self.eval_str)
        defaults, kwdefaults = func.__defaults__ or (), func.__kwdefaults__ or {}
        bare, params = count - len(defaults), []

        def add(name, kind, default=_empty):
            params.append(Parameter(name, kind, default=default,
                                    annotation=notes.get(name, _empty)))
        for i, name in enumerate(names[:count]):
            add(name, _POSITIONAL_ONLY if i < only else _POSITIONAL_OR_KEYWORD,
                defaults[i - bare] if i >= bare else _empty)
        at = count + kw_count
        if code.co_flags & 4:
            add(names[at], _VAR_POSITIONAL)
            at += 1
        for name in names[count:count + kw_count]:
            add(name, _KEYWORD_ONLY, kwdefaults.get(name, _empty))
        if code.co_flags & 8:
            add(names[at], _VAR_KEYWORD)
        made = isinstance(func, _types.FunctionType)    # and not something like it, which may say anything
        return self.cls(params, return_annotation=notes.get('return', _empty), __validate_parameters__=not made)

    def from_class(self, cls):
        call = _type_method(type(cls), '__call__')
        if call is not None:
            return _without_first(self.read(call))
        new, init = _user_method(cls, '__new__'), _user_method(cls, '__init__')
        mro = cls.__mro__
        if new is not None and (init is None or mro.index(new[0]) <= mro.index(init[0])):
            return _without_first(self.read(new[1]))
        if init is not None:
            return _without_first(self.read(init[1]))
        for base in mro[:-1]:
            text = getattr(base, '__text_signature__', None) if '__module__' not in vars(base) or (
                base.__module__ == 'builtins') else base.__dict__.get('__text_signature__')
            if text:
                return self.from_text(cls, text)
        if type not in mro:
            if cls.__init__ is object.__init__ and cls.__new__ is object.__new__:
                return self.cls()
            raise ValueError(f'no signature found for builtin type {cls!r}')
        raise ValueError(f'no signature found for builtin {cls!r}')

    def from_native(self, obj, skip_bound):
        text = getattr(obj, '__text_signature__', None)
        if not text:
            raise ValueError(f'no signature found for builtin {obj!r}')
        bound = getattr(obj, '__self__', None)
        unbound = bound is None or isinstance(bound, _types.ModuleType)
        return self.from_text(obj, text, not unbound and skip_bound)

    def from_text(self, obj, text, drop_self=False):
        """Out of "($self, /, a, b=1, *, c)" as native functions and __signature__ give it."""
        import ast
        clean = text.replace('$', '')
        owned = text.startswith(('($self', '($module', '($type'))
        if owned:  # receiver and own positional-only parameters have a mark each
            head, _, rest = clean.partition(', /')
            clean = head + rest if ', /' in rest or ', /)' in rest else clean
        try:
            args = ast.parse(f'def f{clean}: pass').body[0].args
        except SyntaxError:
            raise ValueError(f'{text!r} has invalid signature') from None
        only = len(args.posonlyargs)
        if owned and not only:
            only = 1
        home = _sys.modules.get(getattr(obj, '__module__', None))
        params, plain = [], args.posonlyargs + args.args
        defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults

        def add(arg, kind, default=None):
            value = _empty if default is None else _written_value(default, home)
            params.append(Parameter(arg.arg, kind, default=value))
        for i, (arg, default) in enumerate(zip(plain, defaults)):
            add(arg, _POSITIONAL_ONLY if i < only else _POSITIONAL_OR_KEYWORD, default)
        if args.vararg:
            add(args.vararg, _VAR_POSITIONAL)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults):
            add(arg, _KEYWORD_ONLY, default)
        if args.kwarg:
            add(args.kwarg, _VAR_KEYWORD)
        if owned and (drop_self or text.startswith(('($module', '($type'))):
            params.pop(0)
        return self.cls(params)


def _written_value(node, home):
    """A default in a text: a constant, made of constants by + - |, or what a name of the module stands for."""
    import ast
    try:
        return ast.literal_eval(node)
    except ValueError:
        pass
    if isinstance(node, ast.BinOp):
        left, right = _written_value(node.left, home), _written_value(node.right, home)
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.BitOr():
                return left | right
    first, *rest = ast.unparse(node).split('.')
    value = getattr(home, first, None) or _sys.modules.get(first)
    for name in rest:
        value = getattr(value, name, None)
    if isinstance(value, (str, int, float, bytes)):
        return value
    raise ValueError(f'the default {ast.unparse(node)} is no constant')


def _is_native(obj):
    return isinstance(obj, (_types.BuiltinFunctionType, _types.MethodDescriptorType,
                            _types.WrapperDescriptorType, _types.MethodWrapperType,
                            _types.ClassMethodDescriptorType))


def _functionlike(obj):
    """Has everything that a signature is read from, as compiled functions of other tools do."""
    if not callable(obj) or isinstance(obj, type):
        return False
    code, names = getattr(obj, '__code__', None), getattr(obj, '__name__', None)
    return (isinstance(code, _types.CodeType) and isinstance(names, str)
            and isinstance(getattr(obj, '__defaults__', _void), (tuple, type(None)))
            and isinstance(getattr(obj, '__kwdefaults__', _void), (dict, type(None)))
            and isinstance(getattr(obj, '__annotations__', None), (dict, type(None))))


def _type_method(cls, name):
    """cls.name when the program defined it."""
    method = getattr(cls, name, None)
    return None if method is None or _is_native(method) else method


def _user_method(cls, name):
    """(class that defines it, function) of a method of the program's own."""
    for base in cls.__mro__:
        if name in base.__dict__:
            method = getattr(cls, name)
            return None if _is_native(method) else (base, method)
    return None


def _without_first(sig):
    params = [*sig.parameters.values()]
    kind = params[0].kind if params else _VAR_KEYWORD
    if kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError('invalid method signature')
    return sig if kind is _VAR_POSITIONAL else sig.replace(parameters=params[1:])


def _partial_of(sig, partial, before=()):
    """The signature of a partial (or partialmethod) of a function with that signature."""
    args, keywords = before + tuple(partial.args or ()), partial.keywords or {}
    try:
        given = _bind(sig, args, keywords, True).arguments
    except TypeError as error:
        raise ValueError(f'partial object {partial!r} has incorrect arguments') from error
    left = [param for name, param in sig.parameters.items() if name not in given or name in keywords
            or param.kind not in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD)]
    # From the first on that has its value by name, values behind it can come by name only.
    named = [i for i, param in enumerate(left) if param.kind is _POSITIONAL_OR_KEYWORD and param.name in given]
    by_place = named[0] if named else len(left)
    late = [param for param in left[by_place:] if param.kind is not _VAR_POSITIONAL]
    late = [param.replace(kind=_KEYWORD_ONLY) if param.kind is _POSITIONAL_OR_KEYWORD else param for param in late]
    return sig.replace(parameters=[
        param.replace(default=given[param.name]) if param.kind is _KEYWORD_ONLY and param.name in given else param
        for param in left[:by_place] + late])
