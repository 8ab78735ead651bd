"""Module inspect: what live objects tell of themselves. Source is known for what the program itself
was read from; builtin code has none. Signatures are in _signature.py, loaded when first used."""
import _traceback
import sys as _sys
import types as _types
from _namedtuple import namedtuple as _namedtuple
from keyword import iskeyword

__all__ = ('AGEN_CLOSED AGEN_CREATED AGEN_RUNNING AGEN_SUSPENDED ArgInfo Arguments Attribute BlockFinder '
           'BoundArguments BufferFlags CORO_CLOSED CORO_CREATED CORO_RUNNING CORO_SUSPENDED CO_ASYNC_GENERATOR '
           'CO_COROUTINE CO_GENERATOR CO_ITERABLE_COROUTINE CO_NESTED CO_NEWLOCALS CO_NOFREE CO_OPTIMIZED '
           'CO_VARARGS CO_VARKEYWORDS ClassFoundException ClosureVars EndOfBlock FrameInfo FullArgSpec '
           'GEN_CLOSED GEN_CREATED GEN_RUNNING GEN_SUSPENDED Parameter Signature TPFLAGS_IS_ABSTRACT Traceback '
           'classify_class_attrs cleandoc currentframe findsource formatannotation formatannotationrelativeto '
           'formatargvalues get_annotations getabsfile getargs getargvalues getasyncgenlocals getasyncgenstate '
           'getattr_static getblock getcallargs getclasstree getclosurevars getcomments getcoroutinelocals '
           'getcoroutinestate getdoc getfile getframeinfo getfullargspec getgeneratorlocals getgeneratorstate '
           'getinnerframes getlineno getmembers getmembers_static getmodule getmodulename getmro getouterframes '
           'getsource getsourcefile getsourcelines indentsize isabstract isasyncgen isasyncgenfunction '
           'isawaitable isbuiltin isclass iscode iscoroutine iscoroutinefunction isdatadescriptor isframe '
           'isfunction isgenerator isgeneratorfunction isgetsetdescriptor ismemberdescriptor ismethod '
           'ismethoddescriptor ismethodwrapper ismodule isroutine istraceback markcoroutinefunction signature '
           'stack trace unwrap walktree ').split()

(CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR, CO_NOFREE,
 CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR) = 1, 2, 4, 8, 16, 32, 64, 128, 256, 512
TPFLAGS_IS_ABSTRACT = 1 << 20
_STATES = ('CREATED', 'RUNNING', 'SUSPENDED', 'CLOSED')
GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = ['GEN_' + s for s in _STATES]
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = ['CORO_' + s for s in _STATES]
AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED, AGEN_CLOSED = ['AGEN_' + s for s in _STATES]
_missing = object()

# Names of module _signature.
_SIGNATURES = ('BoundArguments', 'BufferFlags', 'Parameter', 'Signature', '_empty', '_ParameterKind',
               '_Reader', '_void', 'formatannotation')


def __getattr__(name):
    if name in _SIGNATURES:
        import _signature
        globals().update({n: getattr(_signature, n) for n in _SIGNATURES})
        return globals()[name]
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def __dir__():
    return sorted({*globals(), *_SIGNATURES})


Arguments = _namedtuple('Arguments', 'args, varargs, varkw')
ArgInfo = _namedtuple('ArgInfo', 'args varargs keywords locals')
Attribute = _namedtuple('Attribute', 'name kind defining_class object')
ClosureVars = _namedtuple('ClosureVars', 'nonlocals globals builtins unbound')
FullArgSpec = _namedtuple(
    'FullArgSpec', 'args varargs varkw defaults kwonlyargs kwonlydefaults annotations')


class BlockFinder:
    """Refused: source is found through syntax trees here."""
    def __init__(self):
        raise NotImplementedError('inspect.BlockFinder is not available')


class EndOfBlock(Exception):
    pass


class ClassFoundException(Exception):
    pass


# --- what is it? ---------------------------------------------------------------------------------

def ismodule(object):
    """Is it a module?"""
    return isinstance(object, _types.ModuleType)


def isclass(object):
    """Is it a class?"""
    return isinstance(object, type)


def ismethod(object):
    """Is it a function bound to an instance or class?"""
    return isinstance(object, _types.MethodType)


def isfunction(object):
    """Is it a function written in Python, by def or lambda?"""
    return isinstance(object, _types.FunctionType)


def isbuiltin(object):
    """Is it a function or bound method of C?"""
    return isinstance(object, _types.BuiltinFunctionType)


def ismethodwrapper(object):
    """Is it a special method of C, bound to an instance?"""
    return isinstance(object, _types.MethodWrapperType)


def ismethoddescriptor(object):
    """Does its class define __get__ but not __set__, and is it not itself a method, class or
    function?"""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), '__get__') and not hasattr(type(object), '__set__')


def isdatadescriptor(object):
    """Does its class, being no method's, function's or metaclass, define __set__ or __delete__?"""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), '__set__') or hasattr(type(object), '__delete__')


def isgetsetdescriptor(object):
    """Is it an attribute of a class of C with functions that read and write it?"""
    return isinstance(object, _types.GetSetDescriptorType)


def ismemberdescriptor(object):
    """Is it an attribute that lies in a field, as those of __slots__ do?"""
    return isinstance(object, _types.MemberDescriptorType)


def isroutine(object):
    """Is it a function or method of any kind?"""
    return (isbuiltin(object) or isfunction(object) or ismethod(object)
            or ismethoddescriptor(object) or ismethodwrapper(object))


def isgenerator(object):
    """Is it a generator, as calls of functions with yield give?"""
    return isinstance(object, _types.GeneratorType)


def iscoroutine(object):
    """Is it a coroutine, as calls of async functions give?"""
    return isinstance(object, _types.CoroutineType)


def isasyncgen(object):
    """Is it a generator of an async function with yield?"""
    return isinstance(object, _types.AsyncGeneratorType)


def isawaitable(object):
    """May `await` be applied to it?"""
    return (isinstance(object, _types.CoroutineType) or hasattr(type(object), '__await__')
            or (isinstance(object, _types.GeneratorType)
                and bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)))


def istraceback(object):
    """Is it a traceback?"""
    return isinstance(object, _types.TracebackType)


def isframe(object):
    """Is it a frame?"""
    return isinstance(object, _types.FrameType)


def iscode(object):
    """Is it compiled code?"""
    return isinstance(object, _types.CodeType)


def isabstract(object):
    """Is it a class with abstract methods still to be written?"""
    if not isinstance(object, type):
        return False
    names = getattr(object, '__abstractmethods__', None)
    if names is not None:
        return bool(names)
    # While the class is being made (__init_subclass__) only its functions tell.
    if not issubclass(type(object), __import__('abc').ABCMeta):
        return False
    inherited = {n for base in object.__bases__ for n in getattr(base, '__abstractmethods__', ())}
    return any(getattr(value, '__isabstractmethod__', False) for value in vars(object).values()) or (
        any(getattr(getattr(object, n, None), '__isabstractmethod__', False) for n in inherited))


def _function_of(obj):
    """The function under methods and partials."""
    import functools
    while isinstance(obj, (_types.MethodType, functools.partial)):
        obj = obj.__func__ if isinstance(obj, _types.MethodType) else obj.func
    method = getattr(obj, '_partialmethod', None)
    while isinstance(method, functools.partialmethod):
        obj = method.func
        method = getattr(obj, '_partialmethod', None)
    return obj


def _has_flag(obj, flag):
    obj = _function_of(obj)
    code = getattr(obj, '__code__', None)
    return (isfunction(obj) or isinstance(code, _types.CodeType) and not isclass(obj)) and (
        bool(code.co_flags & flag))


def isgeneratorfunction(obj):
    """Is it a function with yield, so that a call makes a generator?"""
    return _has_flag(obj, CO_GENERATOR)


_coroutine_mark = object()


def markcoroutinefunction(func):
    """Has iscoroutinefunction() take a plain function that gives a coroutine for an async one."""
    getattr(func, '__func__', func)._is_coroutine_mark = _coroutine_mark
    return func


def iscoroutinefunction(obj):
    """Is it a function whose call gives a coroutine?"""
    if _has_flag(obj, CO_COROUTINE):
        return True
    return getattr(_function_of(obj), '_is_coroutine_mark', None) is _coroutine_mark


def isasyncgenfunction(obj):
    """Is it an async function with yield?"""
    return _has_flag(obj, CO_ASYNC_GENERATOR)


# --- states ----------------------------------------------------------------------------------------

def _state(thing, prefix, created, running, suspended, closed):
    """How far a generator or the like is, by its attributes of that prefix."""
    if getattr(thing, prefix + '_running'):
        return running
    if getattr(thing, prefix + '_suspended'):
        return suspended
    return closed if getattr(thing, prefix + '_frame') is None else created


def getgeneratorstate(generator):
    """How far a generator is: one of the GEN_ constants."""
    return _state(generator, 'gi', GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED)


def getcoroutinestate(coroutine):
    """How far a coroutine is: one of the CORO_ constants."""
    return _state(coroutine, 'cr', CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED)


def getasyncgenstate(agen):
    """How far an asynchronous generator is: one of the AGEN_ constants."""
    return _state(agen, 'ag', AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED, AGEN_CLOSED)


def _frame_locals(frame):
    return {} if frame is None else frame.f_locals


def getgeneratorlocals(generator):
    """The variables of a generator that has not ended, as a dict."""
    if not isgenerator(generator):
        raise TypeError(f'{generator!r} is not a Python generator')
    return _frame_locals(generator.gi_frame)


def getcoroutinelocals(coroutine):
    """The variables of a coroutine that has not ended, as a dict."""
    return _frame_locals(coroutine.cr_frame)


def getasyncgenlocals(agen):
    """The variables of an asynchronous generator that has not ended, as a dict."""
    if not isasyncgen(agen):
        raise TypeError(f'{agen!r} is not a Python async generator')
    return _frame_locals(agen.ag_frame)


# --- members ---------------------------------------------------------------------------------------

_absent = _types.SimpleNamespace()


def _members(object, predicate, get):
    """The members that getmembers() gives; get(object, name) says how one is looked up."""
    classes = getmro(object) if isclass(object) else ()
    # What hides from a class behind a DynamicClassAttribute comes a second time, as stored.
    hidden = [name for base in (object.__bases__ if classes else ()) for name, value in vars(base).items()
              if isinstance(value, _types.DynamicClassAttribute)]

    def stored(name):
        return next((vars(base)[name] for base in classes if name in vars(base)), _absent)

    def found(name):
        try:
            return get(object, name)
        except AttributeError:
            return stored(name)

    names = [*dir(object), *hidden]
    way = dict.fromkeys(names, found)   # the first time
    pairs = ((name, way.pop(name, stored)(name)) for name in names)
    return sorted([pair for pair in pairs if pair[1] is not _absent and (not predicate or predicate(pair[1]))],
                  key=lambda pair: pair[0])


def getmembers(object, predicate=None):
    """Sorted pairs of name and value of an object's attributes: those that the predicate accepts."""
    return _members(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    """Like getmembers(), but no code of the object runs: descriptors come as they are."""
    return _members(object, predicate, getattr_static)


def getmro(cls):
    """The class and its ancestors in the order in which attributes are looked for."""
    return cls.__mro__


_ATTRIBUTE_KINDS = (((staticmethod, _types.BuiltinMethodType), 'static method'),
                    ((classmethod, _types.ClassMethodDescriptorType), 'class method'), (property, 'property'))


def classify_class_attrs(cls):
    """What each attribute of a class is: name, kind, the class that defines it and the object."""
    mro, meta = getmro(cls), [c for c in getmro(type(cls)) if c not in (type, object)]
    # What only instances are to see may hide behind what the class itself answers by that name.
    hidden = [name for base in mro for name, value in base.__dict__.items()
              if isinstance(value, _types.DynamicClassAttribute) and value.fget is not None]
    seen = dir(cls)
    rows = [_classified(cls, name, mro, meta, name != '__dict__') for name in seen]
    rows += [_classified(cls, name, mro, meta, name not in seen) for name in hidden]
    return [row for row in rows if row is not None]


def _classified(cls, name, mro, meta, asked):
    got = source = None
    if asked:
        try:
            got = getattr(cls, name)
        except Exception:
            pass
        else:
            source = _source_of(cls, got, name, mro, meta)
    holder = next((base for base in (*mro, *meta) if name in base.__dict__), None)
    home = source if holder is None or source in meta else holder
    if home is None:
        return None
    raw = None if holder is None else holder.__dict__[name]
    for types, kind in _ATTRIBUTE_KINDS:
        if isinstance(raw, types):
            return Attribute(name, kind, home, raw)
    obj = raw if got is None else got
    return Attribute(name, 'method' if isroutine(obj) else 'data', home, obj)


def _source_of(cls, got, name, mro, meta):
    """The class that says it is the home of an attribute's value, or else the last that gives this very value."""
    home = getattr(got, '__objclass__', None)
    if home in mro or home in meta:
        return home
    givers = [base for base in mro if getattr(base, name, None) is got]
    givers += [base for base in meta if base.__dict__.get(name) is got or _made_up(base, cls, name) is got]
    return givers[-1] if givers else None


def _made_up(meta, cls, name):
    """What a metaclass answers for an attribute that is nowhere."""
    try:
        return meta.__getattr__(cls, name)
    except Exception:
        return _missing


def _static_dict(cls):
    """The namespace of a class, also when a property or the metaclass hides it."""
    return type.__dict__['__dict__'].__get__(cls)


def _static_mro(cls):
    return type.__dict__['__mro__'].__get__(cls)


def _static_lookup(cls, attr):
    for base in _static_mro(cls):
        space = _static_dict(base)
        if attr in space:
            return space[attr]
    return _missing


def _instance_dict(obj):
    """obj.__dict__ where it is the real one."""
    for base in _static_mro(type(obj)):
        own = _static_dict(base).get('__dict__', _missing)
        if own is not _missing:
            real = type(own) is _types.GetSetDescriptorType and own.__name__ == '__dict__'
            if not real:
                return {}
            break
    try:
        found = object.__getattribute__(obj, '__dict__')
    except AttributeError:
        return {}
    return found if isinstance(found, dict) else {}


def _static_places(obj, attr):
    """What an attribute is in each place it may be in, what counts most first; _missing where there is nothing."""
    cls = type(obj)
    if issubclass(cls, type):
        yield _static_lookup(obj, attr)
        yield _static_lookup(cls, attr)
        return
    in_class = _static_lookup(cls, attr)
    reads, writes, deletes = [_static_lookup(type(in_class), name) is not _missing
                              for name in ('__get__', '__set__', '__delete__')]
    if reads and (writes or deletes):
        yield in_class
    if issubclass(cls, _types.ModuleType) or not isinstance(
            _static_lookup(cls, '__dict__'), _types.MemberDescriptorType):
        yield dict.get(_instance_dict(obj), attr, _missing)
    yield in_class


def getattr_static(obj, attr, default=_missing):
    """An attribute as it is stored: no descriptor, __getattr__ or __getattribute__ runs."""
    found = next((value for value in _static_places(obj, attr) if value is not _missing), default)
    if found is _missing:
        raise AttributeError(attr)
    return found


# --- documentation and source ------------------------------------------------------------------------

def unwrap(func, *, stop=None):
    """The function at the end of the chain of __wrapped__, or where stop says so."""
    inside, passed = func, {}   # by identity
    while hasattr(inside, '__wrapped__') and (stop is None or not stop(inside)):
        passed[id(inside)] = inside
        inside = inside.__wrapped__
        if id(inside) in passed or len(passed) >= _sys.getrecursionlimit():
            raise ValueError(f'wrapper loop when unwrapping {func!r}')
    return inside


def indentsize(line):
    """How many columns a line is indented."""
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def cleandoc(doc):
    """A docstring without the indentation of the code around it and empty lines at its ends."""
    first, *others = doc.expandtabs().split('\n')
    margin = min([indentsize(line) for line in others if line.strip()], default=0)
    return '\n'.join([first.lstrip(), *[line[margin:] for line in others]]).strip('\n')


def _finddoc(obj):
    """The docstring that obj inherits, or None."""
    try:
        return _overridden_doc(obj)
    except (AttributeError, TypeError):
        return None


def _overridden_doc(obj):
    if isclass(obj):
        return next((base.__doc__ for base in obj.__mro__
                     if base is not object and base.__doc__ is not None), None)
    name, cls = getattr(obj, '__name__', None), None
    if ismethod(obj) or isbuiltin(obj):
        owner = obj.__self__
        cls = owner if isclass(owner) else type(owner)
    elif isfunction(obj):
        cls = _sys.modules.get(obj.__module__)
        for part in obj.__qualname__.split('.')[:-1]:
            cls = getattr(cls, part, None)
        if not isclass(cls) or getattr(cls, name, None) is not obj:
            return None
    elif isinstance(obj, property):
        name = obj.fget.__name__
        cls = _sys.modules.get(obj.fget.__module__)
        for part in obj.fget.__qualname__.split('.')[:-1]:
            cls = getattr(cls, part, None)
    elif hasattr(obj, '__objclass__'):
        cls = obj.__objclass__
    if not isclass(cls):
        return None
    for base in cls.__mro__:
        doc = getattr(getattr(base, name, None), '__doc__', None)
        if doc is not None:
            return doc
    return None


def getdoc(object):
    """Its docstring, or that of what it overrides, without the indentation of the code around
    it."""
    doc = getattr(object, '__doc__', None)
    if doc is None:
        doc = _finddoc(object)
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodule(object, _filename=None):
    """The module that defines it, or None."""
    if ismodule(object):
        return object
    return _sys.modules.get(getattr(object, '__module__', None))


def getmodulename(path):
    """The name under which a file would be imported, or None."""
    name = path.rpartition('/')[2]
    return name[:-3] if name.endswith('.py') else None


def _code_of(object):
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        return object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        return object.f_code
    return object if iscode(object) else None


def getfile(object):
    """Name of the file or cell that it is defined in."""
    code = _code_of(object)
    if code is not None:
        return code.co_filename
    if ismodule(object):
        if getattr(object, '__file__', None):
            return object.__file__
        raise TypeError(f'{object!r} is a built-in module')
    if isclass(object):
        for value in vars(object).values():
            if isfunction(value) and value.__qualname__.startswith(object.__qualname__ + '.'):
                return value.__code__.co_filename
        if object.__module__ == '__main__':
            raise OSError('source code not available')
        raise TypeError(f'{object!r} is a built-in class')
    raise TypeError('module, class, method, function, traceback, frame, or code object was expected, '
                    f'got {type(object).__name__}')


def getsourcefile(object):
    """The file that getsource() would read, or None."""
    name = getfile(object)
    return name if _traceback.source(name) is not None else None


def getabsfile(object, _filename=None):
    return getsourcefile(object) or getfile(object)


def _definition(object, source):
    """The syntax node that defines a class, function or lambda."""
    import ast
    tree = ast.parse(source)
    if isclass(object):
        scope = tree.body
        names = object.__qualname__.split('.')
        found = None
        for i, name in enumerate(names):
            if name == '<locals>':
                continue
            kinds = (ast.ClassDef,) if i == len(names) - 1 else (ast.ClassDef, ast.FunctionDef,
                                                                 ast.AsyncFunctionDef)
            found = None
            for node in [n for top in scope for n in ast.walk(top)]:
                if isinstance(node, kinds) and node.name == name:
                    found = node
            if found is None:
                raise OSError('could not find class definition')
            scope = found.body
        return found
    first = _code_of(object).co_firstlineno
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if min([node.lineno] + [d.lineno for d in node.decorator_list]) == first:
                return node
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= first <= node.end_lineno and (
                not hasattr(node, 'body')):
            return node  # the statement around a lambda
    raise OSError('could not get source code')


def findsource(object):
    """All lines of its file, and the place of its first one among them."""
    name = getfile(object)
    source = _traceback.source(name)
    if source is None:
        raise OSError('could not get source code')
    lines = source.splitlines(keepends=True)
    if ismodule(object):
        return lines, 0
    code = _code_of(object)
    if code is not None and code.co_name == '<module>':
        return lines, 0
    node = _definition(object, source)
    starts = [node.lineno] + [d.lineno for d in getattr(node, 'decorator_list', ())]
    return lines, min(starts) - 1


def getsourcelines(object):
    """Its lines of source, and the number of the first, counted from 1."""
    object = unwrap(object)
    lines, at = findsource(object)
    code = _code_of(object)
    if ismodule(object) or (code is not None and code.co_name == '<module>'):
        return lines, 0
    node = _definition(object, ''.join(lines))
    return lines[at:node.end_lineno], at + 1


def getsource(object):
    """Its source as one text."""
    return ''.join(getsourcelines(object)[0])


def getcomments(object):
    """The comment right above it, or None."""
    try:
        lines, at = findsource(object)
    except (OSError, TypeError):
        return None
    indent, found = indentsize(lines[at]) if lines else 0, []
    while at > 0 and lines[at - 1].lstrip().startswith('#') and indentsize(lines[at - 1]) == indent:
        at -= 1
        found.insert(0, lines[at].expandtabs().lstrip())
    return ''.join(found) or None


def getblock(lines):
    """The lines of the definition that lines begin with."""
    import ast
    for end in range(1, len(lines) + 1):
        rest = [line for line in lines[end:end + 1] if line.strip()]
        if rest and indentsize(rest[0]) > indentsize(lines[0]):
            continue
        try:
            ast.parse(cleandoc('\n' + ''.join(lines[:end])))
        except SyntaxError:
            continue
        return lines[:end]
    return lines


# --- trees of classes ----------------------------------------------------------------------------------

def walktree(classes, children, parent):
    classes.sort(key=lambda cls: (cls.__module__, cls.__name__))
    tree = []
    for cls in classes:
        below = [walktree(children[cls], children, cls)] if cls in children else []
        tree += [(cls, cls.__bases__), *below]
    return tree


def getclasstree(classes, unique=False):
    """Classes as nested lists: each class with its bases, then a list of those that inherit
    from it."""
    def parents(cls):
        known = [i for i, base in enumerate(cls.__bases__) if unique and base in classes]
        return cls.__bases__[:known[0] + 1] if known else cls.__bases__

    children = {}
    for parent, cls in dict.fromkeys((parent, cls) for cls in classes for parent in parents(cls)):
        children.setdefault(parent, []).append(cls)
    roots = [cls for cls in dict.fromkeys(classes) if not cls.__bases__]
    return walktree(roots + [cls for cls in children if cls not in classes], children, None)


# --- arguments -------------------------------------------------------------------------------------------

def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The parameters of anything that can be called, and its return annotation."""
    from _signature import Signature
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals,
                                   locals=locals, eval_str=eval_str)


def getargs(co):
    if not iscode(co):
        raise TypeError(f'{co!r} is not a code object')
    from itertools import islice
    names = iter(co.co_varnames)    # those with a place or a name, then *args, then **kwargs
    args = list(islice(names, co.co_argcount + co.co_kwonlyargcount))
    varargs, varkw = [next(names) if co.co_flags & flag else None for flag in (CO_VARARGS, CO_VARKEYWORDS)]
    return Arguments(args, varargs, varkw)


def getfullargspec(func):
    """Names, defaults and annotations of parameters as a named tuple; signature() tells more."""
    from _signature import Parameter, Signature, _empty, _Reader
    try:
        sig = _Reader(Signature, False, None, None, False).read(func, skip_bound=False)
    except Exception as ex:
        raise TypeError('unsupported callable') from ex
    params = sig.parameters.values()

    def of(*kinds):
        return [param for kind in kinds for param in params if param.kind is kind]

    def names(*kinds):
        return [param.name for param in of(*kinds)]

    placed, by_name = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD), Parameter.KEYWORD_ONLY
    defaults = tuple([param.default for param in of(*placed) if param.default is not _empty])
    kwdefaults = {param.name: param.default for param in of(by_name) if param.default is not _empty}
    notes = [('return', sig.return_annotation), *[(param.name, param.annotation) for param in params]]
    return FullArgSpec(names(*placed), next(iter(names(Parameter.VAR_POSITIONAL)), None),
                       next(iter(names(Parameter.VAR_KEYWORD)), None), defaults or None, names(by_name),
                       kwdefaults or None, {name: note for name, note in notes if note is not _empty})


def getargvalues(frame):
    """The parameters of a running function and what they are bound to."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def formatannotationrelativeto(object):
    module = getattr(object, '__module__', None)
    from _signature import formatannotation
    return lambda annotation: formatannotation(annotation, module)


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs='*{}'.format,
                    formatvarkw='**{}'.format, formatvalue='={!r}'.format):
    """What getargvalues() gives, as the text of a call."""
    named = [(name, formatarg) for name in args]
    named += [(name, form) for name, form in ((varargs, formatvarargs), (varkw, formatvarkw)) if name]
    return f'({", ".join([form(name) + formatvalue(locals[name]) for name, form in named])})'


def getcallargs(func, /, *positional, **named):
    """Which parameter the call func(*positional, **named) would give which value."""
    spec, name = getfullargspec(func), func.__name__
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__,) + positional
    args, usual = spec.args, spec.defaults or ()
    both = ((args, dict(zip(args[len(args) - len(usual):], usual)), True),
            (spec.kwonlyargs, spec.kwonlydefaults or {}, False))
    values = dict(zip(args, positional))
    known = {key: value for key, value in named.items() if key in args or key in spec.kwonlyargs}
    for key in named:
        if key not in known and not spec.varkw:
            raise TypeError(f'{name}() got an unexpected keyword argument {key!r}')
        if key in values:
            raise TypeError(f'{name}() got multiple values for argument {key!r}')
    if spec.varargs:
        values[spec.varargs] = positional[len(args):]
    if spec.varkw:
        values[spec.varkw] = {key: value for key, value in named.items() if key not in known}
    values.update(known)
    if len(positional) > len(args) and not spec.varargs:
        _too_many(name, spec, positional, values, len(usual))
    for names, defaults, placed in both:
        absent = [arg for arg in names if arg not in values and arg not in defaults]
        if absent:
            _absent(name, absent, placed)
        values.update([(arg, defaults[arg]) for arg in names if arg not in values])
    return values


def _absent(name, names, positional):
    *first, last = map(repr, names)
    text = f'{", ".join(first)} and {last}' if first else last
    kind = 'required positional' if positional else 'required keyword-only'
    raise TypeError(f'{name}() missing {_arguments(len(names), kind)}: {text}')


def _too_many(name, spec, positional, values, defaults):
    most, given = len(spec.args), len(positional)
    takes = _arguments(most, 'positional')
    if defaults:
        takes = f'from {most - defaults} to {most} positional arguments'
    named = len({*spec.kwonlyargs} & {*values})
    what = f'{given} {"was" if given == 1 else "were"}'
    if named:
        what = f'{_arguments(given, "positional")} (and {_arguments(named, "keyword-only")}) were'
    raise TypeError(f'{name}() takes {takes} but {what} given')


def _arguments(count, kind):
    return f'{count} {kind} argument{"" if count == 1 else "s"}'


def getclosurevars(func):
    """The names from outside that a function uses, sorted by where they come from."""
    func = func.__func__ if ismethod(func) else func
    if not isfunction(func):
        raise TypeError(f'{func!r} is not a Python function')
    code, space = func.__code__, func.__globals__
    builtin = space.get('__builtins__', __import__('builtins'))
    if ismodule(builtin):
        builtin = vars(builtin)
    here = [name for name in code.co_names if name in space]
    elsewhere = [name for name in code.co_names if name not in space]
    cells = zip(code.co_freevars, func.__closure__ or ())
    return ClosureVars({name: cell.cell_contents for name, cell in cells},
                       {name: space[name] for name in here},
                       {name: builtin[name] for name in elsewhere if name in builtin},
                       {name for name in elsewhere if name not in builtin})


def _annotations_of(obj):
    if isinstance(obj, type):
        found = obj.__dict__.get('__annotations__')
        return None if isinstance(found, _types.GetSetDescriptorType) else found
    if isinstance(obj, _types.ModuleType) or callable(obj):
        return getattr(obj, '__annotations__', None)
    raise TypeError(f'{obj!r} is not a module, class, or callable.')


def _scopes_of(obj):
    """The globals and the locals that the annotations of something are meant in."""
    if isinstance(obj, _types.ModuleType):
        return obj.__dict__, None
    if isinstance(obj, type):
        names, module = dict(vars(obj)), _sys.modules.get(getattr(obj, '__module__', None))
        scope = getattr(module, '__dict__', None)
    else:
        names, scope = None, getattr(obj, '__globals__', None)
    from functools import partial
    inner = obj
    while inner is not None and (hasattr(inner, '__wrapped__') or isinstance(inner, partial)):
        inner = inner.__wrapped__ if hasattr(inner, '__wrapped__') else inner.func
    return getattr(inner, '__globals__', scope), names


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of a function, class or module as a new dict; eval_str turns texts into
    values."""
    found = _annotations_of(obj)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise ValueError(f'{obj!r}.__annotations__ is neither a dict nor None')
    if not eval_str:
        return dict(found)
    scope, names = _scopes_of(obj)
    scope, names = scope if globals is None else globals, names if locals is None else locals
    params = {param.__name__: param for param in getattr(obj, '__type_params__', ())}
    if params:
        names = params | (names or {})
    return {key: eval(value, scope, names) if isinstance(value, str) else value for key, value in found.items()}


# --- frames ------------------------------------------------------------------------------------------------

class Traceback(_namedtuple('Traceback', 'filename lineno function code_context index')):
    def __new__(cls, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, filename, lineno, function, code_context, index)
        self.positions = positions
        return self


class FrameInfo(_namedtuple(
        'FrameInfo', 'frame filename lineno function code_context index')):
    def __new__(cls, frame, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, frame, filename, lineno, function, code_context, index)
        self.positions = positions
        return self


def currentframe():
    """The frame of whoever calls this."""
    return _sys._getframe(1)


def getlineno(frame):
    """The line that a frame is at."""
    return frame.f_lineno


def getframeinfo(frame, context=1):
    """Where a frame or traceback is: file, line, function, and lines of source around it."""
    if istraceback(frame):
        lineno, frame = frame.tb_lineno, frame.tb_frame
    elif isframe(frame):
        lineno = frame.f_lineno
    else:
        raise TypeError(f'{frame!r} is not a frame or traceback object')
    code, lines, index = frame.f_code, None, None
    source = _traceback.source(code.co_filename) if context > 0 else None
    if source is not None:
        every = source.splitlines(keepends=True)
        start = max(0, min(lineno - 1 - context // 2, len(every) - context))
        lines, index = every[start:start + context], lineno - 1 - start
    return Traceback(code.co_filename, lineno, code.co_name, lines, index)


def getouterframes(frame, context=1):
    """The frame and those that called it, each with what getframeinfo() tells."""
    records = []
    while frame:
        records.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return records


def getinnerframes(tb, context=1):
    """The frames of a traceback, each with what getframeinfo() tells."""
    records = []
    while tb:
        records.append(FrameInfo(tb.tb_frame, *getframeinfo(tb, context)))
        tb = tb.tb_next
    return records


def stack(context=1):
    """Who called whom to get here, the nearest first."""
    return getouterframes(_sys._getframe(1), context)


def trace(context=1):
    """The frames between here and the exception being handled."""
    exc = _sys.exception()
    return getinnerframes(None if exc is None else exc.__traceback__, context)
