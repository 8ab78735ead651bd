# Module inspect: what live objects tell of themselves. There is no source behind builtin code.
import collections as _collections
import enum as _enum
import types as _types

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR = 1, 2, 4, 8, 16, 32, 128, 512
GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = 'GEN_CREATED', 'GEN_RUNNING', 'GEN_SUSPENDED', 'GEN_CLOSED'
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = 'CORO_CREATED', 'CORO_RUNNING', 'CORO_SUSPENDED', 'CORO_CLOSED'


def ismodule(obj):
    return isinstance(obj, _types.ModuleType)


def isclass(obj):
    return isinstance(obj, type)


def ismethod(obj):
    return isinstance(obj, _types.MethodType)


def isfunction(obj):
    return isinstance(obj, _types.FunctionType)


def isbuiltin(obj):
    return isinstance(obj, _types.BuiltinFunctionType)


def ismethoddescriptor(obj):
    if isclass(obj) or ismethod(obj) or isfunction(obj):
        return False
    tp = type(obj)
    return hasattr(tp, '__get__') and not hasattr(tp, '__set__')


def isdatadescriptor(obj):
    if isclass(obj) or ismethod(obj) or isfunction(obj):
        return False
    tp = type(obj)
    return hasattr(tp, '__set__') or hasattr(tp, '__delete__')


def isgetsetdescriptor(obj):
    return isinstance(obj, _types.GetSetDescriptorType)


def ismemberdescriptor(obj):
    return isinstance(obj, _types.MemberDescriptorType)


def isroutine(obj):
    return isbuiltin(obj) or isfunction(obj) or ismethod(obj) or ismethoddescriptor(obj)


def _flags(obj, flag):
    while hasattr(obj, 'func') and type(obj).__name__ == 'partial':
        obj = obj.func
    if ismethod(obj):
        obj = obj.__func__
    return isfunction(obj) and bool(obj.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _flags(obj, CO_GENERATOR)


def markcoroutinefunction(func):
    getattr(func, '__func__', func)._is_coroutine_mark = True
    return func


def iscoroutinefunction(obj):
    return _flags(obj, CO_COROUTINE) or bool(getattr(getattr(obj, '__func__', obj), '_is_coroutine_mark', False))


def isasyncgenfunction(obj):
    return _flags(obj, CO_ASYNC_GENERATOR)


def isgenerator(obj):
    return isinstance(obj, _types.GeneratorType)


def iscoroutine(obj):
    return isinstance(obj, _types.CoroutineType)


def isasyncgen(obj):
    return isinstance(obj, _types.AsyncGeneratorType)


def isawaitable(obj):
    return isinstance(obj, _types.CoroutineType) or hasattr(type(obj), '__await__')


def istraceback(obj):
    return isinstance(obj, _types.TracebackType)


def isframe(obj):
    return isinstance(obj, _types.FrameType)


def iscode(obj):
    return isinstance(obj, _types.CodeType)


def isabstract(obj):
    return isinstance(obj, type) and bool(getattr(obj, '__abstractmethods__', None))


def getgeneratorstate(generator):
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    return GEN_CLOSED if generator.gi_frame is None else GEN_CREATED


def getcoroutinestate(coroutine):
    if coroutine.cr_running:
        return CORO_RUNNING
    if coroutine.cr_suspended:
        return CORO_SUSPENDED
    return CORO_CLOSED if coroutine.cr_frame is None else CORO_CREATED


def getmembers(object, predicate=None):
    names = dir(object)
    if isclass(object):
        names += [n for b in object.__bases__ for n, v in b.__dict__.items() if isinstance(v, _types.DynamicClassAttribute) and n not in names]
    out = []
    for name in names:
        try:
            value = getattr(object, name)
        except AttributeError:
            for base in (object.__mro__ if isclass(object) else ()):
                if name in base.__dict__:
                    value = base.__dict__[name]
                    break
            else:
                continue
        if predicate is None or predicate(value):
            out.append((name, value))
    out.sort(key=lambda pair: pair[0])
    return out


def getmro(cls):
    return cls.__mro__


_missing = object()


def getattr_static(obj, attr, default=_missing):
    if isinstance(obj, type):
        for base in obj.__mro__:
            if attr in base.__dict__:
                return base.__dict__[attr]
    else:
        for base in type(obj).__mro__:
            if attr in base.__dict__ and isdatadescriptor(base.__dict__[attr]):
                return base.__dict__[attr]
        own = getattr(obj, '__dict__', {})
        if attr in own:
            return own[attr]
        for base in type(obj).__mro__:
            if attr in base.__dict__:
                return base.__dict__[attr]
    if default is not _missing:
        return default
    raise AttributeError(attr)


def unwrap(func, *, stop=None):
    seen = {id(func)}
    f = func
    while hasattr(func, '__wrapped__') and not (stop is not None and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError('wrapper loop when unwrapping %r' % f)
        seen.add(id(func))
    return func


def cleandoc(doc):
    lines = doc.expandtabs().split('\n')
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.lstrip()), default=0)
    if lines:
        lines[0] = lines[0].lstrip()
    lines[1:] = [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def getdoc(object):
    doc = getattr(object, '__doc__', None)
    if doc is None and isclass(object):
        for base in object.__mro__[1:]:
            if base is not builtins_object and base.__doc__ is not None:
                doc = base.__doc__
                break
    return cleandoc(doc) if isinstance(doc, str) else None


builtins_object = object


def getmodule(object, _filename=None):
    import sys
    if ismodule(object):
        return object
    return sys.modules.get(getattr(object, '__module__', None))


def getfile(object):
    raise TypeError('%r is a built-in object' % (object,))


def getsource(object):
    raise OSError('could not get source code')


getsourcefile = getsourcelines = getsource


def currentframe():
    return None


def stack(context=1):
    return []


class _ParameterKind(_enum.IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self.name

    @property
    def description(self):
        return {0: 'positional-only', 1: 'positional or keyword', 2: 'variadic positional', 3: 'keyword-only', 4: 'variadic keyword'}[int(self)]


class _empty:
    pass


def formatannotation(annotation, base_module=None):
    if isinstance(annotation, _types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ('builtins', base_module):
            return annotation.__qualname__
        return annotation.__module__ + '.' + annotation.__qualname__
    if getattr(annotation, '__module__', None) == 'typing':
        return repr(annotation).replace('typing.', '')
    return repr(annotation)


class Parameter:
    __slots__ = ('_name', '_kind', '_default', '_annotation')
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _ParameterKind
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self._kind = _ParameterKind(kind)
        if default is not _empty and self._kind in (2, 4):
            raise ValueError('%s parameters cannot have default values' % self._kind.description)
        if not isinstance(name, str):
            raise TypeError('name must be a str, not a %s' % type(name).__name__)
        if not name.isidentifier():
            raise ValueError('%r is not a valid parameter name' % name)
        self._name, self._default, self._annotation = name, default, annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=_missing, kind=_missing, annotation=_missing, default=_missing):
        return type(self)(self._name if name is _missing else name, self._kind if kind is _missing else kind,
                          default=self._default if default is _missing else default,
                          annotation=self._annotation if annotation is _missing else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text += ': ' + formatannotation(self._annotation)
        if self._default is not _empty:
            text += (' = ' if self._annotation is not _empty else '=') + repr(self._default)
        return {2: '*', 4: '**'}.get(int(self._kind), '') + text

    def __repr__(self):
        return '<Parameter "%s">' % self

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name, self._kind, self._default, self._annotation) == (other._name, other._kind, other._default, other._annotation)

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))


class BoundArguments:
    __slots__ = ('arguments', '_signature')

    def __init__(self, signature, arguments):
        self.arguments, self._signature = arguments, signature

    signature = property(lambda self: self._signature)

    @property
    def args(self):
        out = []
        for name, p in self._signature.parameters.items():
            if p.kind in (3, 4) or name not in self.arguments:
                break
            out.extend(self.arguments[name]) if p.kind == 2 else out.append(self.arguments[name])
        return tuple(out)

    @property
    def kwargs(self):
        out, started = {}, False
        for name, p in self._signature.parameters.items():
            if not started:
                if p.kind in (3, 4):
                    started = True
                elif name not in self.arguments:
                    started = True
                    continue
            if started and name in self.arguments:
                out.update(self.arguments[name]) if p.kind == 4 else out.__setitem__(name, self.arguments[name])
        return out

    def apply_defaults(self):
        new = []
        for name, p in self._signature.parameters.items():
            if name in self.arguments:
                new.append((name, self.arguments[name]))
            elif p.default is not _empty:
                new.append((name, p.default))
            elif p.kind == 2:
                new.append((name, ()))
            elif p.kind == 4:
                new.append((name, {}))
        self.arguments = dict(new)

    def __eq__(self, other):
        return isinstance(other, BoundArguments) and self._signature == other._signature and self.arguments == other.arguments

    def __repr__(self):
        return '<BoundArguments (%s)>' % ', '.join('%s=%r' % i for i in self.arguments.items())


class Signature:
    __slots__ = ('_return_annotation', '_parameters')
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        table, last = {}, -1
        for p in parameters or ():
            if p.kind < last:
                raise ValueError('wrong parameter order: %s parameter before %s parameter' % (_ParameterKind(last).description, p.kind.description))
            if p.name in table:
                raise ValueError('duplicate parameter name: %r' % p.name)
            last = p.kind
            table[p.name] = p
        self._parameters, self._return_annotation = _types.MappingProxyType(table), return_annotation

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    @classmethod
    def from_callable(cls, obj, **kwargs):
        return signature(obj)

    def replace(self, *, parameters=_missing, return_annotation=_missing):
        return type(self)(self._parameters.values() if parameters is _missing else parameters,
                          return_annotation=self._return_annotation if return_annotation is _missing else return_annotation)

    def __eq__(self, other):
        return isinstance(other, Signature) and list(self._parameters.values()) == list(other._parameters.values()) and \
            self._return_annotation == other._return_annotation

    def __hash__(self):
        return hash((tuple(self._parameters.values()), self._return_annotation))

    def _bind(self, args, kwargs, partial=False):
        arguments, args, kwargs = {}, list(args), dict(kwargs)
        var_keyword = None
        for name, p in self._parameters.items():
            if p.kind == 2:
                arguments[name] = tuple(args)
                args = []
            elif p.kind == 4:
                var_keyword = name
            elif args and p.kind in (0, 1):
                if p.kind == 1 and name in kwargs:
                    raise TypeError('multiple values for argument %r' % name)
                arguments[name] = args.pop(0)
            elif p.kind != 0 and name in kwargs:
                arguments[name] = kwargs.pop(name)
            elif p.default is _empty and not partial:
                raise TypeError('missing a required%s argument: %r' % (' keyword-only' if p.kind == 3 else ' positional-only' if p.kind == 0 else '', name))
        if args:
            raise TypeError('too many positional arguments')
        if var_keyword is not None:
            arguments[var_keyword] = kwargs
        elif kwargs:
            raise TypeError('got an unexpected keyword argument %r' % next(iter(kwargs)))
        return BoundArguments(self, {n: v for n, v in arguments.items() if not (self._parameters[n].kind == 2 and v == () or self._parameters[n].kind == 4 and v == {})})

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def __str__(self):
        out, pos_only, kw_mark = [], False, True
        for p in self._parameters.values():
            if p.kind == 0:
                pos_only = True
            elif pos_only:
                out.append('/')
                pos_only = False
            if p.kind == 2:
                kw_mark = False
            elif p.kind == 3 and kw_mark:
                out.append('*')
                kw_mark = False
            out.append(str(p))
        if pos_only:
            out.append('/')
        text = '(%s)' % ', '.join(out)
        if self._return_annotation is not _empty:
            text += ' -> ' + formatannotation(self._return_annotation)
        return text

    def __repr__(self):
        return '<Signature %s>' % self


def _from_function(func):
    code = func.__code__
    names, npos, nkw = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    defaults, kwdefaults = func.__defaults__ or (), func.__kwdefaults__ or {}
    annotations = func.__annotations__
    out = []
    for i in range(npos):
        kind = 0 if i < code.co_posonlyargcount else 1
        j = i - (npos - len(defaults))
        out.append(Parameter(names[i], kind, default=defaults[j] if j >= 0 else _empty, annotation=annotations.get(names[i], _empty)))
    index = npos + nkw
    if code.co_flags & CO_VARARGS:
        out.append(Parameter(names[index], 2, annotation=annotations.get(names[index], _empty)))
        index += 1
    for name in names[npos:npos + nkw]:
        out.append(Parameter(name, 3, default=kwdefaults.get(name, _empty), annotation=annotations.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        out.append(Parameter(names[index], 4, annotation=annotations.get(names[index], _empty)))
    return Signature(out, return_annotation=annotations.get('return', _empty))


def _from_text(text, skip_self):
    scope = {}
    text = text.replace('$self, ', '').replace('$self', '').replace('$module, ', '').replace('$module', '').replace('<unrepresentable>', 'None')
    exec('def f%s: pass' % text, scope)
    return _from_function(scope['f'])


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    if not callable(obj):
        raise TypeError('%r is not a callable object' % (obj,))
    if ismethod(obj):
        sig = signature(obj.__func__)
        params = list(sig.parameters.values())
        if params and params[0].kind in (0, 1):
            params = params[1:]
        return sig.replace(parameters=params)
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, '__signature__'))
    sig = getattr(obj, '__signature__', None)
    if sig is not None:
        return sig
    if isfunction(obj):
        return _from_function(obj)
    if type(obj).__name__ == 'partial':
        return _from_partial(obj)
    if isinstance(obj, type):
        for meta_call in [m for m in type(obj).__mro__ if '__call__' in m.__dict__][:1]:
            if isfunction(meta_call.__dict__['__call__']):
                return _drop_first(_from_function(meta_call.__dict__['__call__']))
        for name in ('__new__', '__init__'):
            for base in obj.__mro__:
                found = base.__dict__.get(name)
                if found is not None:
                    found = getattr(found, '__func__', found)
                    if isfunction(found):
                        return _drop_first(signature(found))
                    break
        text = getattr(obj, '__text_signature__', None)
        if text:
            return _from_text(text, True)
        if obj.__init__ is builtins_object.__init__ and obj.__new__ is builtins_object.__new__:
            return Signature()
        raise ValueError('no signature found for builtin type %r' % (obj,))
    text = getattr(obj, '__text_signature__', None)
    if text:
        return _from_text(text, False)
    call = getattr(type(obj), '__call__', None)
    if isfunction(call):
        return _drop_first(signature(call))
    raise ValueError('no signature found for builtin %r' % (obj,))


def _drop_first(sig):
    return sig.replace(parameters=list(sig.parameters.values())[1:])


def _from_partial(obj):
    sig = signature(obj.func)
    bound = sig.bind_partial(*obj.args, **obj.keywords)
    out, keyword_only = [], False
    for name, p in sig.parameters.items():
        if name in bound.arguments and p.kind in (0, 1) and name not in obj.keywords:
            continue
        if name in obj.keywords and p.kind == 1:
            keyword_only = True
            p = p.replace(kind=3, default=obj.keywords[name])
        elif keyword_only and p.kind == 1:
            p = p.replace(kind=3)
        elif keyword_only and p.kind == 2:
            continue
        elif name in obj.keywords and p.kind == 3:
            p = p.replace(default=obj.keywords[name])
        out.append(p)
    return sig.replace(parameters=out)


FullArgSpec = _collections.namedtuple('FullArgSpec', 'args varargs varkw defaults kwonlyargs kwonlydefaults annotations')


def getfullargspec(func):
    sig = signature(func)
    args, varargs, varkw, defaults, kwonly, kwdefaults = [], None, None, [], [], {}
    for name, p in sig.parameters.items():
        if p.kind in (0, 1):
            args.append(name)
            if p.default is not _empty:
                defaults.append(p.default)
        elif p.kind == 2:
            varargs = name
        elif p.kind == 3:
            kwonly.append(name)
            if p.default is not _empty:
                kwdefaults[name] = p.default
        else:
            varkw = name
    if ismethod(func):
        args.insert(0, func.__func__.__code__.co_varnames[0])
    return FullArgSpec(args, varargs, varkw, tuple(defaults) or None, kwonly, kwdefaults or None, dict(getattr(func, '__annotations__', {})))


def getcallargs(func, /, *positional, **named):
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return dict(bound.arguments)


ClosureVars = _collections.namedtuple('ClosureVars', 'nonlocals globals builtins unbound')


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    found = dict(obj.__dict__.get('__annotations__', {}) if isinstance(obj, type) else getattr(obj, '__annotations__', {}) or {})
    if eval_str:
        scope = globals if globals is not None else getattr(obj, '__globals__', {})
        found = {k: eval(v, scope, locals) if isinstance(v, str) else v for k, v in found.items()}
    return found
