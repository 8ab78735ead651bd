# The reading half of module pickle. A pickle is a program of a small machine; it may be hostile: it gets only data
# classes of the builtins, and of modules what the program that reads it may import itself.
import codecs
import struct
import sys
import types

import copyreg


class PickleError(Exception):
    """What both errors of this module are."""


class PicklingError(PickleError):
    """An object cannot be written."""


class UnpicklingError(PickleError):
    """What is read is no pickle, or a broken or refused one."""


# Where things of modules in C are found that have another name here, or none.
_HOMES = {'_functools': 'functools', '_operator': 'operator', '_io': 'io'}
# Names of Python 2, in pickles of protocols below 3.
_OLD_MODULES = {'__builtin__': 'builtins', 'copy_reg': 'copyreg', 'Queue': 'queue', 'ConfigParser': 'configparser',
                'repr': 'reprlib', 'cPickle': 'pickle', 'exceptions': 'builtins', 'StringIO': 'io', 'cStringIO': 'io',
                'HTMLParser': 'html.parser', 'htmlentitydefs': 'html.entities', 'urlparse': 'urllib.parse'}
_OLD_NAMES = {('__builtin__', old): ('builtins', new) for old, new in
              dict(xrange='range', unichr='chr', unicode='str', long='int').items()}
_OLD_NAMES.update({('__builtin__', 'reduce'): ('functools', 'reduce'), ('__builtin__', 'intern'): ('sys', 'intern'),
                   ('itertools', 'izip'): ('builtins', 'zip'), ('itertools', 'imap'): ('builtins', 'map'),
                   ('itertools', 'ifilter'): ('builtins', 'filter'),
                   ('UserDict', 'UserDict'): ('collections', 'UserDict'),
                   ('UserDict', 'IterableUserDict'): ('collections', 'UserDict'),
                   ('UserList', 'UserList'): ('collections', 'UserList'),
                   ('UserString', 'UserString'): ('collections', 'UserString')})
_NEW_ERRORS = {'BlockingIOError', 'BrokenPipeError', 'ChildProcessError', 'ConnectionError', 'ConnectionAbortedError',
               'ConnectionRefusedError', 'ConnectionResetError', 'FileExistsError', 'FileNotFoundError',
               'InterruptedError', 'IsADirectoryError', 'NotADirectoryError', 'PermissionError', 'ProcessLookupError',
               'TimeoutError', 'ModuleNotFoundError', 'ResourceWarning', 'StopAsyncIteration', 'RecursionError',
               'EncodingWarning', 'BaseExceptionGroup', 'ExceptionGroup', 'IOError', 'EnvironmentError'}
_builtin = vars(sys.modules['builtins'])
_OLD_NAMES.update({('exceptions', name): ('builtins', name) for name, value in _builtin.items()
                   if isinstance(value, type) and issubclass(value, BaseException) and name not in _NEW_ERRORS})
_DATA = {'bool', 'bytearray', 'bytes', 'complex', 'dict', 'enumerate', 'float', 'frozenset', 'int', 'list', 'object',
         'range', 'reversed', 'set', 'slice', 'str', 'tuple', 'zip', 'Ellipsis', 'NotImplemented'}


def _single_type(*args):
    """type, of those three that have no class by name."""
    if len(args) == 1 and (args[0] is None or args[0] is NotImplemented or args[0] is ...):
        return type(args[0])
    raise UnpicklingError('a pickle may not call type() of this')


def _part_of_class(cls, name):
    """getattr, of a class for what makes its objects, a class in it, or a member of an enum."""
    found = getattr(cls, name) if isinstance(cls, type) and isinstance(name, str) else None
    if found is not None and name == '__new__':
        return found
    if isinstance(found, type) and name != '__class__' or found is not None and isinstance(found, cls):
        return found
    raise UnpicklingError('a pickle may not call getattr() of this')


def _iterator(*args):
    """iter, of something that is there."""
    if len(args) == 1:
        return iter(args[0])
    raise UnpicklingError('a pickle may not call iter() of a function')


def _old_bytes(text, encoding='latin1'):
    """_codecs.encode, as protocols below 3 write bytes."""
    if isinstance(text, str) and encoding in ('latin1', 'latin-1'):
        return text.encode('latin1')
    raise UnpicklingError('a pickle may not call codecs.encode() of this')


_INSTEAD = {('builtins', 'type'): _single_type, ('builtins', 'iter'): _iterator,
            ('builtins', 'getattr'): _part_of_class, ('_codecs', 'encode'): _old_bytes,
            ('copyreg', '_reconstructor'): copyreg._reconstructor, ('copyreg', '__newobj__'): copyreg.__newobj__}


_nothing = object()


def _getattribute(obj, name):
    """What a dotted name means from there on, and what holds it."""
    def step(holder, part):
        kind = 'local attribute' if part == '<locals>' else 'attribute'
        found = _nothing if kind == 'local attribute' else getattr(holder, part, _nothing)
        if found is _nothing:
            raise AttributeError(f"Can't get {kind} {name!r} on {obj!r}")
        return found

    holder = obj
    *way, last = name.split('.')
    for part in way:
        holder = step(holder, part)
    return step(holder, last), holder


class _Bytes:
    """Bytes read from the front."""

    def __init__(self, data):
        self._data, self._at = bytes(data), 0

    def read(self, n):
        start = self._at
        self._at = min(start + n, len(self._data))
        return self._data[start:self._at]

    def readline(self):
        end = self._data.find(b'\n', self._at) + 1
        return self.read((end or len(self._data)) - self._at)


class Unpickler:
    """Reads objects from a file."""

    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        for name in ('read', 'readline'):
            if not hasattr(file, name):
                raise TypeError("file must have 'read' and 'readline' attributes")
        self._file, self._fix_imports = file, fix_imports
        self._buffers = None if buffers is None else iter(buffers)
        self.encoding, self.errors, self.memo, self.proto = encoding, errors, {}, 0

    def load(self):
        if not hasattr(self, '_file'):
            raise UnpicklingError(f'Unpickler.__init__() was not called by {type(self).__name__}.__init__()')
        read = self._file.read
        self.stack, self.below, self._theirs = [], [], None
        self.proto = 0
        while True:
            code = read(1)
            if not code:
                raise EOFError('Ran out of input')
            if code == b'.':
                return self._pop()
            step = _STEPS.get(code)
            if step is None:
                shown = f"'\\x{code[0]:02x}'" if not 0x20 <= code[0] < 0x7f or code in b"'\\" else repr(code)[1:]
                raise UnpicklingError(f'invalid load key, {shown}.')
            try:
                step(self)
            except (IndexError, KeyError, TypeError, AttributeError, OverflowError, struct.error) as e:
                if e is self._theirs or isinstance(e, UnpicklingError):
                    raise
                raise UnpicklingError(f'broken pickle: {e}') from None

    def persistent_load(self, pid):
        raise UnpicklingError('A load persistent id instruction was encountered, but no persistent_load function was '
                              'specified.')

    def find_class(self, module, name):
        """What a pickle calls by the names of a module and in it, unless that is nothing for a pickle."""
        if self.proto < 3 and self._fix_imports:
            module, name = _OLD_NAMES.get((module, name)) or (_OLD_MODULES.get(module, module), name)
        module = _HOMES.get(module, module)
        if (module, name) in _INSTEAD:
            return _INSTEAD[module, name]
        if module == 'builtins':
            found = _builtin.get(name)
            error = isinstance(found, type) and issubclass(found, BaseException)
            if name not in _DATA and not error:
                if name.split('.')[0] not in _builtin:
                    raise AttributeError(f"Can't get attribute {name!r} on {sys.modules[module]!r}")
                raise UnpicklingError(f'a pickle may not have {name} of the builtins: only classes of data')
            return found
        sys._import(module)
        home = sys.modules[module]
        found, parent = _getattribute(home, name) if self.proto >= 4 or '.' not in name else (getattr(home, name), home)
        if isinstance(found, types.ModuleType) or parent is not home and not isinstance(parent, type):
            raise UnpicklingError(f'a pickle may not have {module}.{name}: it is not in a module or class')
        return found

    # The machine.

    def _pop(self):
        if self.stack:
            return self.stack.pop()
        raise UnpicklingError('unexpected MARK found' if self.below else 'unpickling stack underflow')

    def _top(self):
        if self.stack:
            return self.stack[-1]
        raise UnpicklingError('unexpected MARK found' if self.below else 'unpickling stack underflow')

    def _marked(self):
        """What stands above the mark, which goes."""
        if not self.below:
            raise UnpicklingError('could not find MARK')
        items, self.stack = self.stack, self.below.pop()
        return items

    def _read(self, n):
        data = self._file.read(n) if n < 1 << 62 else b''
        if len(data) < n:
            raise UnpicklingError('pickle data was truncated')
        return data

    def _number(self, form, size):
        return struct.unpack(form, self._read(size))[0]

    def _sized(self, form, size):
        n = self._number(form, size)
        if n < 0:
            raise UnpicklingError('negative byte count')
        return self._read(n)

    def _line(self):
        line = self._file.readline()
        if not line.endswith(b'\n'):
            raise UnpicklingError('pickle data was truncated')
        return line[:-1]

    def _theirs_too(self, function, *args, **kwargs):
        """A call of something that the pickle brought: its errors are its own."""
        try:
            return function(*args, **kwargs)
        except Exception as e:
            self._theirs = e
            raise

    def _find(self, module, name):
        return self._theirs_too(self.find_class, module, name)

    def _push(self, value):
        self.stack.append(value)

    def _old_text(self, data):
        """Bytes of Python 2's str."""
        self._push(data if self.encoding == 'bytes' else data.decode(self.encoding, self.errors))

    def _remember(self, n):
        if n < 0:
            raise ValueError('negative PUT argument')
        self.memo[n] = self._top()

    def _recall(self, n):
        if n not in self.memo:
            raise UnpicklingError(f'Memo value not found at index {n}')
        self._push(self.memo[n])

    def _proto(self):
        proto = self._read(1)[0]
        if proto > 5:
            raise ValueError(f'unsupported pickle protocol: {proto}')
        self.proto = proto

    def _frame(self):
        if self._number('<Q', 8) >= 1 << 62:
            raise UnpicklingError('frame length exceeds system\'s maximum')

    def _mark(self):
        self.below.append(self.stack)
        self.stack = []

    def _drop(self):
        if self.stack or not self.below:
            self._pop()
        else:
            self._marked()

    def _int(self):
        line = self._line()
        try:
            self._push({b'00': False, b'01': True}[line] if line in (b'00', b'01') else int(line, 0))
        except ValueError:
            raise ValueError('could not convert string to int') from None

    def _long(self):
        self._push(int(self._line().removesuffix(b'L'), 0))

    def _string(self):
        line = self._line().strip()
        if len(line) < 2 or line[0] != line[-1] or line[0] not in b'"\'':
            raise UnpicklingError('the STRING opcode argument must be quoted')
        self._old_text(codecs.escape_decode(line[1:-1])[0])

    def _persistent(self):
        try:
            pid = self._line().decode('ascii')
        except UnicodeDecodeError:
            raise UnpicklingError('persistent IDs in protocol 0 must be ASCII strings') from None
        self._push(self._theirs_too(self.persistent_load, pid))

    def _list(self):
        items = self._marked()
        self._push(items)

    def _dict(self):
        items = self._marked()
        if len(items) % 2:
            raise UnpicklingError('odd number of items for DICT')
        self._push(dict(zip(items[::2], items[1::2])))

    def _short_tuple(self, n):
        if len(self.stack) < n:
            self._pop_many(n)
        self.stack[-n:] = [tuple(self.stack[-n:])]

    def _pop_many(self, n):
        for _ in range(n):
            self._pop()

    def _append(self):
        value = self._pop()
        self._add(self._top(), [value])

    def _add(self, to, items):
        if type(to) is list:
            to.extend(items)
            return
        extend = getattr(to, 'extend', None)
        if extend is not None:
            self._theirs_too(extend, items)
        else:
            for item in items:
                self._theirs_too(to.append, item)

    def _set_items(self, items):
        to = self._top()
        if len(items) % 2:
            raise UnpicklingError('odd number of items for SETITEMS')
        if type(to) is dict:
            to.update(zip(items[::2], items[1::2]))
            return
        for i in range(0, len(items), 2):
            to[items[i]] = items[i + 1]

    def _set_item(self):
        value = self._pop()
        self._set_items([self._pop(), value])

    def _add_items(self):
        items = self._marked()
        to = self._top()
        if isinstance(to, set):
            to.update(items)
        else:
            for item in items:
                self._theirs_too(to.add, item)

    def _global(self):
        module, name = self._line().decode(), self._line().decode()
        self._push(self._find(module, name))

    def _stack_global(self):
        name, module = self._pop(), self._pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError('STACK_GLOBAL requires str')
        self._push(self._find(module, name))

    def _extension(self, code):
        key = copyreg._inverted_registry.get(code)
        if code <= 0:
            raise UnpicklingError('EXT specifies code <= 0')
        if key is None:
            raise ValueError(f'unregistered extension code {code}')
        if code not in copyreg._extension_cache:
            copyreg._extension_cache[code] = self._find(*key)
        self._push(copyreg._extension_cache[code])

    def _reduce(self):
        args = self._pop()
        function = self._pop()
        self._push(self._theirs_too(lambda: function(*args)))

    def _make(self, cls, args, kwargs={}):
        """An instance by __new__ alone."""
        if not isinstance(cls, type):
            raise UnpicklingError(f'NEWOBJ class argument must be a type, not {type(cls).__name__}')
        if not isinstance(args, tuple):
            raise UnpicklingError(f'NEWOBJ expected an arg tuple, got {type(args).__name__}')
        self._push(self._theirs_too(lambda: cls.__new__(cls, *args, **kwargs)))

    def _new(self):
        args = self._pop()
        self._make(self._pop(), args)

    def _new_by_names(self):
        kwargs, args = self._pop(), self._pop()
        self._make(self._pop(), args, kwargs)

    def _instance(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, '__getinitargs__'):
            self._push(self._theirs_too(lambda: cls(*args)))
        else:
            self._make(cls, ())

    def _inst(self):
        module, name = self._line().decode('ascii'), self._line().decode('ascii')
        self._instance(self._find(module, name), self._marked())

    def _obj(self):
        cls, *args = self._marked() or [self._pop()]
        self._instance(cls, args)

    def _build(self):
        state, obj = self._pop(), self._top()
        setstate = getattr(obj, '__setstate__', None)
        if setstate is not None:
            self._theirs_too(setstate, state)
            return
        attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
        for kind, values in ('state', attributes), ('slot state', slots):
            if values and not isinstance(values, dict):
                raise UnpicklingError(f'{kind} is not a dictionary')
        if attributes:
            home = obj.__dict__
            for name, value in attributes.items():
                home[sys.intern(name) if type(name) is str else name] = value
        if slots:
            for name, value in slots.items():
                self._theirs_too(setattr, obj, name, value)

    def _next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError('pickle stream refers to out-of-band data but no *buffers* argument was given')
        for buffer in self._buffers:
            return self._push(buffer)
        raise UnpicklingError('not enough out-of-band buffers')

    def _readonly_buffer(self):
        self.stack[-1:] = [memoryview(self._top()).toreadonly()]


U = Unpickler
_STEPS = {
    b'\x80': U._proto, b'\x95': U._frame, b'(': U._mark, b'0': U._drop, b'1': U._marked,
    b'2': lambda u: u._push(u._top()), b'F': lambda u: u._push(float(u._line())), b'I': U._int, b'L': U._long,
    b'J': lambda u: u._push(u._number('<i', 4)), b'K': lambda u: u._push(u._read(1)[0]),
    b'M': lambda u: u._push(u._number('<H', 2)),
    b'\x8a': lambda u: u._push(int.from_bytes(u._sized('<B', 1), 'little', signed=True)),
    b'\x8b': lambda u: u._push(int.from_bytes(u._sized('<i', 4), 'little', signed=True)),
    b'G': lambda u: u._push(u._number('>d', 8)), b'N': lambda u: u._push(None), b'\x88': lambda u: u._push(True),
    b'\x89': lambda u: u._push(False), b'P': U._persistent,
    b'Q': lambda u: u._push(u._theirs_too(u.persistent_load, u._pop())), b'S': U._string,
    b'T': lambda u: u._old_text(u._sized('<i', 4)), b'U': lambda u: u._old_text(u._sized('<B', 1)),
    b'V': lambda u: u._push(str(u._line(), 'raw-unicode-escape')),
    b'X': lambda u: u._push(str(u._sized('<I', 4), 'utf-8', 'surrogatepass')),
    b'\x8c': lambda u: u._push(str(u._sized('<B', 1), 'utf-8', 'surrogatepass')),
    b'\x8d': lambda u: u._push(str(u._sized('<Q', 8), 'utf-8', 'surrogatepass')),
    b'B': lambda u: u._push(u._sized('<I', 4)), b'C': lambda u: u._push(u._sized('<B', 1)),
    b'\x8e': lambda u: u._push(u._sized('<Q', 8)), b'\x96': lambda u: u._push(bytearray(u._sized('<Q', 8))),
    b'\x97': U._next_buffer, b'\x98': U._readonly_buffer, b'a': U._append, b'b': U._build, b'c': U._global,
    b'\x93': U._stack_global, b'd': U._dict, b'}': lambda u: u._push({}),
    b'e': lambda u: (lambda items: u._add(u._top(), items))(u._marked()), b'g': lambda u: u._recall(int(u._line())),
    b'h': lambda u: u._recall(u._read(1)[0]), b'j': lambda u: u._recall(u._number('<I', 4)), b'i': U._inst,
    b'o': U._obj, b'l': U._list, b']': lambda u: u._push([]), b'p': lambda u: u._remember(int(u._line())),
    b'q': lambda u: u._remember(u._read(1)[0]), b'r': lambda u: u._remember(u._number('<I', 4)),
    b'\x94': lambda u: u._remember(len(u.memo)), b's': U._set_item, b't': lambda u: u._push(tuple(u._marked())),
    b')': lambda u: u._push(()), b'u': lambda u: u._set_items(u._marked()), b'R': U._reduce, b'\x81': U._new,
    b'\x92': U._new_by_names, b'\x82': lambda u: u._extension(u._read(1)[0]),
    b'\x83': lambda u: u._extension(u._number('<H', 2)), b'\x84': lambda u: u._extension(u._number('<i', 4)),
    b'\x85': lambda u: u._short_tuple(1), b'\x86': lambda u: u._short_tuple(2), b'\x87': lambda u: u._short_tuple(3),
    b'\x8f': lambda u: u._push(set()), b'\x90': U._add_items, b'\x91': lambda u: u._push(frozenset(u._marked())),
}
del U


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """The object of a pickle that a file, open for bytes, has next."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    """The object of a pickle in bytes."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(_Bytes(data), fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()
