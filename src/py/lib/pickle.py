# Module pickle: objects as bytes, protocols 0 to 5. Reading is in _pickle_load.
import codecs
import io
import struct
import sys
import types
from itertools import chain, islice

import copyreg
from _pickle_load import (_HOMES, _OLD_MODULES, _OLD_NAMES, PickleError, PicklingError, Unpickler, UnpicklingError,
                          _getattribute, load, loads)

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads',
           'PickleBuffer', 'HIGHEST_PROTOCOL', 'DEFAULT_PROTOCOL', 'TRUE', 'FALSE']
format_version, compatible_formats = '4.0', ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']
HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4

_OPCODES = '''MARK ( STOP . POP 0 POP_MARK 1 DUP 2 FLOAT F INT I BININT J BININT1 K LONG L BININT2 M NONE N PERSID P
BINPERSID Q REDUCE R STRING S BINSTRING T SHORT_BINSTRING U UNICODE V BINUNICODE X APPEND a BUILD b GLOBAL c DICT d
EMPTY_DICT } APPENDS e GET g BINGET h INST i LONG_BINGET j LIST l EMPTY_LIST ] OBJ o PUT p BINPUT q LONG_BINPUT r
SETITEM s TUPLE t EMPTY_TUPLE ) SETITEMS u BINFLOAT G'''.split()
_LATER = '''PROTO NEWOBJ EXT1 EXT2 EXT4 TUPLE1 TUPLE2 TUPLE3 NEWTRUE NEWFALSE LONG1 LONG4'''.split()  # from 0x80
_LATEST = '''SHORT_BINUNICODE BINUNICODE8 BINBYTES8 EMPTY_SET ADDITEMS FROZENSET NEWOBJ_EX STACK_GLOBAL MEMOIZE FRAME
BYTEARRAY8 NEXT_BUFFER READONLY_BUFFER'''.split()                                                       # from 0x8c
_codes = {name: letter.encode() for name, letter in zip(_OPCODES[::2], _OPCODES[1::2])}
_codes.update(BINBYTES=b'B', SHORT_BINBYTES=b'C')
_codes.update((name, bytes([0x80 + i])) for i, name in enumerate(_LATER))
_codes.update((name, bytes([0x8c + i])) for i, name in enumerate(_LATEST))
globals().update(_codes)
__all__ += sorted(_codes)
TRUE, FALSE = b'I01\n', b'I00\n'
_BATCH = 1000         # items between two marks
_FRAME = 64 << 10     # bytes of a frame, about
_LEAST = 4            # bytes that are worth a frame
_NEW_NAMES = {new: old for old, new in _OLD_NAMES.items()}
for _name, _value in vars(sys.modules['builtins']).items():
    if isinstance(_value, type) and issubclass(_value, BaseException) and ('builtins', _name) not in _NEW_NAMES:
        _old = next(base.__name__ for base in _value.__mro__ if ('builtins', base.__name__) in _NEW_NAMES)
        if _old in ('OSError', 'ImportError'):
            _NEW_NAMES['builtins', _name] = 'exceptions', _old
del _name, _value, _old
_NEW_MODULES = {new: old for old, new in reversed(_OLD_MODULES.items())}


class PickleBuffer:
    """Bytes that a pickle may leave outside: buffer_callback is given them."""

    def __init__(self, buffer):
        self._view = memoryview(buffer)

    def raw(self):
        if self._view is None:
            raise ValueError('operation forbidden on released PickleBuffer object')
        if not self._view.contiguous:
            raise BufferError('cannot extract raw buffer from non-contiguous buffer')
        return self._view.cast('B') if self._view.nbytes else memoryview(b'')

    def release(self):
        self._view = None


def encode_long(x):
    """An int as the fewest bytes in two's complement, the least first."""
    return x.to_bytes((x.bit_length() >> 3) + 1, 'little', signed=True) if x else b''


class _Frames:
    """What is written, in frames from protocol 4 on."""

    def __init__(self, write, protocol):
        self.write, self.parts, self.size, self.framed = write, [], 0, protocol >= 4
        if protocol >= 2:
            (write if self.framed else self.put)(PROTO + bytes([protocol]))

    def put(self, data):
        self.parts.append(data)
        self.size += len(data)

    def end(self):
        """Closes a frame that is large enough."""
        if self.framed and self.size >= _FRAME:
            self.flush()

    def flush(self):
        data = b''.join(self.parts)
        if self.framed and len(data) >= _LEAST:
            data = FRAME + struct.pack('<Q', len(data)) + data
        if data:
            self.write(data)
        self.parts, self.size = [], 0

    def behind(self, head, data):
        """Bytes too many for a frame, and what announces them: they go between two frames."""
        if self.framed:
            self.flush()
        for part in head, data:
            (self.write if self.framed else self.put)(part)


class Pickler:
    """Writes objects to a file."""
    fast = False

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        self._file_write = getattr(file, 'write', None)
        self.proto, self.memo = _known(protocol), {}
        self.bin, self._fix_imports = self.proto > 0, fix_imports and self.proto < 3
        self._buffer_callback = buffer_callback
        if self.proto < 5 and buffer_callback is not None:
            raise ValueError('buffer_callback needs protocol >= 5')
        if self._file_write is None:
            raise TypeError("file must have a 'write' attribute")

    def clear_memo(self):
        self.memo.clear()

    def persistent_id(self, obj):
        return None

    def dump(self, obj):
        write = getattr(self, '_file_write', None)
        if write is None:
            raise PicklingError(f'Pickler.__init__() was not called by {type(self).__name__}.__init__()')
        self._out = _Frames(write, self.proto)
        self._put = self._out.put
        self.save(obj)
        self._put(STOP)
        self._out.flush()

    # The memo: what was written once is only named after that.

    def memoize(self, obj):
        if self.fast:
            return
        n = len(self.memo)
        self.memo[id(obj)] = n, obj
        if self.proto >= 4:
            self._put(MEMOIZE)
        elif self.bin:
            self._put(BINPUT + bytes([n]) if n < 256 else LONG_BINPUT + struct.pack('<I', n))
        else:
            self._put(b'p%d\n' % n)

    def _get(self, n):
        if not self.bin:
            return b'g%d\n' % n
        return BINGET + bytes([n]) if n < 256 else LONG_BINGET + struct.pack('<I', n)

    def _close(self, obj, code, undo):
        """Ends what has been written of an object, unless that is in the memo by now, being in itself."""
        known = self.memo.get(id(obj))
        if known is None:
            self._put(code)
            self.memoize(obj)
        else:
            self._put(undo + self._get(known[0]))

    def save(self, obj, save_persistent_id=True):
        self._out.end()
        if save_persistent_id:
            pid = self.persistent_id(obj)
            if pid is not None:
                return self._persistent(pid)
        cls = type(obj)
        if cls in _ATOMS:
            return _ATOMS[cls](self, obj)
        known = self.memo.get(id(obj))
        if known is not None:
            return self._put(self._get(known[0]))
        override = getattr(self, 'reducer_override', None)
        writer = _WRITERS.get(cls)
        if writer is not None and (override is None or cls in _CONTAINERS):
            return writer(self, obj)
        made = NotImplemented if override is None else override(obj)
        if made is NotImplemented:
            if writer is not None:
                return writer(self, obj)
            made = self._reduced(obj, cls)
            if made is None:
                return self._global(obj)
        if isinstance(made, str):
            return self._global(obj, made)
        if not isinstance(made, tuple):
            raise PicklingError('__reduce__ must return a string or tuple')
        if not 2 <= len(made) <= 6:
            raise PicklingError('tuple returned by __reduce__ must contain 2 through 6 elements')
        self._reduce(*made, obj=obj)

    def _reduced(self, obj, cls):
        """What the object says of how it is made again; None: it is found by its name."""
        table = getattr(self, 'dispatch_table', None)
        registered = (copyreg.dispatch_table if table is None else table).get(cls)
        if registered is not None:
            return registered(obj)
        if issubclass(cls, type):
            return None
        if self.proto < 2 and cls.__reduce_ex__ is object.__reduce_ex__ and cls.__reduce__ is object.__reduce__:
            return _reduced_of_old(obj, cls)
        for name, *args in ('__reduce_ex__', self.proto), ('__reduce__',):
            if (method := getattr(obj, name, None)) is not None:
                return method(*args)
        raise PicklingError(f"Can't pickle {cls.__name__!r} object: {obj!r}")

    def _persistent(self, pid):
        if self.bin:
            self.save(pid, save_persistent_id=False)
            return self._put(BINPERSID)
        line = str(pid)
        if not line.isascii():
            raise PicklingError('persistent IDs in protocol 0 must be ASCII strings')
        self._put(b'%b%b\n' % (PERSID, line.encode()))

    def _reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not callable(func):
            raise PicklingError('first item of the tuple returned by __reduce__ must be callable')
        if not isinstance(args, tuple):
            raise PicklingError('second item of the tuple returned by __reduce__ must be a tuple')
        name = getattr(func, '__name__', '') if self.proto >= 2 else ''
        if name == '__newobj_ex__':
            self._new_by_names(*args)
        elif name == '__newobj__':
            self._new(args, obj)
        else:
            self._all(REDUCE, func, args)
        if obj is not None:
            self._close(obj, b'', POP)
        if listitems is not None:
            self._batches(iter(listitems), APPEND, APPENDS, self.save)
        if dictitems is not None:
            self._batches(iter(dictitems), SETITEM, SETITEMS, self._pair)
        if state is None:
            return
        if state_setter is None:
            self._all(BUILD, state)
        else:
            self._all(TUPLE2 + REDUCE + POP, state_setter, obj, state)

    def _all(self, code, *parts):
        """What the code is to find on the stack, and the code."""
        for part in parts:
            self.save(part)
        self._put(code)

    def _new(self, args, obj):
        cls = args[0]
        if not hasattr(cls, '__new__'):
            raise PicklingError('args[0] from __newobj__ args has no __new__')
        if obj is not None and cls is not obj.__class__:
            raise PicklingError('args[0] from __newobj__ args has the wrong class')
        self._all(NEWOBJ, cls, args[1:])

    def _new_by_names(self, cls, args, kwargs):
        if self.proto >= 4:
            return self._all(NEWOBJ_EX, cls, args, kwargs)
        from functools import partial
        self._all(REDUCE, partial(cls.__new__, cls, *args, **kwargs), ())

    def _pair(self, pair):
        self.save(pair[0])
        self.save(pair[1])

    def _batches(self, items, one, many, save):
        """Items of an iterator, so many between two marks; a single one without."""
        if not self.bin:
            for item in items:
                save(item)
                self._put(one)
            return
        for first in items:
            second = next(items, _none_left)
            if second is _none_left:
                save(first)
                self._put(one)
                return
            self._put(MARK)
            for item in chain((first, second), islice(items, _BATCH - 2)):
                save(item)
            self._put(many)

    # By class.

    def _none(self, obj):
        self._put(NONE)

    def _bool(self, obj):
        self._put((NEWTRUE if obj else NEWFALSE) if self.proto >= 2 else TRUE if obj else FALSE)

    def _int(self, obj):
        small = -0x80000000 <= obj <= 0x7fffffff
        if self.bin and small:
            self._put(BININT1 + bytes([obj]) if 0 <= obj < 256 else
                      BININT2 + struct.pack('<H', obj) if 0 <= obj < 65536 else BININT + struct.pack('<i', obj))
        elif self.proto >= 2:
            data = encode_long(obj)
            n = len(data)
            self._put((LONG1 + bytes([n]) if n < 256 else LONG4 + struct.pack('<i', n)) + data)
        else:
            self._put(b'I%d\n' % obj if small else b'L%dL\n' % obj)

    def _float(self, obj):
        self._put(BINFLOAT + struct.pack('>d', obj) if self.bin else FLOAT + repr(obj).encode() + b'\n')

    def _sized(self, data, codes):
        """Bytes behind the first of the codes that has room for their number."""
        head = _numbered(len(data), codes)
        if len(data) < _FRAME:
            self._put(head + data)
        else:
            self._out.behind(head, data)

    def _bytes(self, obj):
        if self.proto >= 3:
            self._sized(obj, _BYTES if self.proto >= 4 else _BYTES[:2])
            self.memoize(obj)
        elif obj:
            self._reduce(codecs.encode, (str(obj, 'latin1'), 'latin1'), obj=obj)
        else:
            self._reduce(bytes, (), obj=obj)

    def _bytearray(self, obj):
        if self.proto < 5:
            return self._reduce(bytearray, (bytes(obj),) if obj else (), obj=obj)
        self._sized(bytes(obj), _BYTEARRAYS)
        self.memoize(obj)

    def _buffer(self, obj):
        if self.proto < 5:
            raise PicklingError('PickleBuffer can only pickled with protocol >= 5')
        view = obj.raw()
        if self._buffer_callback is None or self._buffer_callback(obj):
            return (self._bytes if view.readonly else self._bytearray)(view.obj if view.nbytes == len(view.obj) else
                                                                       view.tobytes())
        self._put(NEXT_BUFFER + READONLY_BUFFER if view.readonly else NEXT_BUFFER)

    def _str(self, obj):
        if self.bin:
            self._sized(obj.encode('utf-8', 'surrogatepass'), _TEXTS if self.proto >= 4 else _TEXTS[1:2])
        else:
            self._put(UNICODE + obj.translate(_PLAIN).encode('raw-unicode-escape') + b'\n')
        self.memoize(obj)

    def _tuple(self, obj):
        if not obj:
            self._put(EMPTY_TUPLE if self.bin else MARK + TUPLE)
            return
        n = len(obj)
        short = n <= 3 and self.proto >= 2
        if not short:
            self._put(MARK)
        for item in obj:
            self.save(item)
        if short:
            self._close(obj, (TUPLE1, TUPLE2, TUPLE3)[n - 1], POP * n)
        else:
            self._close(obj, TUPLE, POP_MARK if self.bin else POP * (n + 1))

    def _list(self, obj):
        self._put(EMPTY_LIST if self.bin else MARK + LIST)
        self.memoize(obj)
        if not self.bin or len(obj) == 1:
            return self._batches(iter(obj), APPEND, APPENDS, self.save)
        self._whole(obj, len(obj), APPENDS, self.save, False)

    def _dict(self, obj):
        self._put(EMPTY_DICT if self.bin else MARK + DICT)
        self.memoize(obj)
        if not self.bin or len(obj) == 1:
            return self._batches(iter(obj.items()), SETITEM, SETITEMS, self._pair)
        self._whole(obj.items(), len(obj), SETITEMS, self._pair, True)

    def _set(self, obj):
        if self.proto < 4:
            return self._reduce(set, (list(obj),), obj=obj)
        self._put(EMPTY_SET)
        self.memoize(obj)
        self._whole(obj, len(obj), ADDITEMS, self.save, True)

    def _whole(self, items, size, many, save, rest):
        """Batches of a builtin container; with `rest` an empty one follows a full last one."""
        if not size:
            return
        n = 0
        self._put(MARK)
        for i, item in enumerate(items, 1):
            if n == _BATCH:
                self._put(many + MARK)
                n = 0
            save(item)
            n += 1
        self._put(many)
        if rest and n == _BATCH:
            self._put(MARK + many)

    def _frozenset(self, obj):
        if self.proto < 4:
            return self._reduce(frozenset, (list(obj),), obj=obj)
        self._put(MARK)
        for item in obj:
            self.save(item)
        self._close(obj, FROZENSET, POP_MARK)

    def _type(self, obj):
        for single in (None, NotImplemented, ...):
            if obj is type(single):
                return self._reduce(type, (single,), obj=obj)
        self._global(obj)

    def _builtin(self, obj):
        owner = obj.__self__
        if owner is None or isinstance(owner, types.ModuleType):
            return self._global(obj)
        self._reduce(getattr, (owner, obj.__name__), obj=obj)

    def _method(self, obj):
        self._reduce(getattr, (obj.__self__, obj.__func__.__name__), obj=obj)

    def _global(self, obj, name=None):
        """By the names of its module and its own, under which it must be found."""
        if name is None:
            name = getattr(obj, '__qualname__', None) or obj.__name__
        home = whichmodule(obj, name)
        owner = _owner(obj, home, name)
        code = copyreg._extension_registry.get((home, name)) if self.proto >= 2 else None
        if code:
            return self._put(_numbered(code, _EXTENSIONS))
        if self.proto < 4 and '.' in name:
            return self._reduce(getattr, (owner, name.rpartition('.')[2]), obj=obj)
        if self.proto < 4:
            self._put(GLOBAL + self._old_name(home, name))
        else:
            self._all(STACK_GLOBAL, home, name)
        self.memoize(obj)

    def _old_name(self, home, name):
        """Two lines, with the names of Python 2 where these are asked for."""
        if self._fix_imports:
            home, name = _NEW_NAMES.get((home, name)) or (_NEW_MODULES.get(home, home), name)
        try:
            return f'{home}\n{name}\n'.encode('utf-8' if self.proto == 3 else 'ascii')
        except UnicodeEncodeError:
            raise PicklingError(f"can't pickle global identifier '{home}.{name}' using pickle protocol "
                                f"{self.proto}") from None


_none_left = object()
# Up to which number a code is written, and how the number is.
_BYTE, _FOUR, _EIGHT = [struct.Struct(form).pack for form in ('<B', '<I', '<Q')]
_BYTES = (1 << 8, SHORT_BINBYTES, _BYTE), (1 << 32, BINBYTES, _FOUR), (1 << 64, BINBYTES8, _EIGHT)
_TEXTS = (1 << 8, SHORT_BINUNICODE, _BYTE), (1 << 32, BINUNICODE, _FOUR), (1 << 64, BINUNICODE8, _EIGHT)
_BYTEARRAYS = (1 << 64, BYTEARRAY8, _EIGHT),
_EXTENSIONS = (1 << 8, EXT1, _BYTE), (1 << 16, EXT2, struct.Struct('<H').pack), (1 << 31, EXT4, _FOUR)
# Characters that would end a line, or begin an escape.
_PLAIN = {ord(c): f'\\u{ord(c):04x}' for c in '\\\0\n\r\x1a'}
_ATOMS = {type(None): Pickler._none, bool: Pickler._bool, int: Pickler._int, float: Pickler._float}
_WRITERS = {bytes: Pickler._bytes, bytearray: Pickler._bytearray, str: Pickler._str, tuple: Pickler._tuple,
            list: Pickler._list, dict: Pickler._dict, set: Pickler._set, frozenset: Pickler._frozenset,
            type: Pickler._type, types.FunctionType: Pickler._global, types.BuiltinFunctionType: Pickler._builtin,
            types.MethodType: Pickler._method, PickleBuffer: Pickler._buffer}
_CONTAINERS = {bytes, bytearray, str, tuple, list, dict, set, frozenset}


def _known(protocol):
    """The number of the protocol asked for: None is the usual one, one below 0 the newest."""
    if protocol is None:
        return DEFAULT_PROTOCOL
    if protocol < 0:
        return HIGHEST_PROTOCOL
    if protocol <= HIGHEST_PROTOCOL:
        return int(protocol)
    raise ValueError(f'pickle protocol must be <= {HIGHEST_PROTOCOL}')


def _numbered(number, codes):
    """The first of the codes that has room for the number, and the number."""
    for limit, code, pack in codes:
        if number < limit:
            break
    return code + pack(number)


def _owner(obj, home, name):
    """What an object is an attribute of, if it is found there by that name."""
    try:
        place = _HOMES.get(home, home)
        __import__(place)
        found, owner = _getattribute(sys.modules[place], name)
    except (ImportError, KeyError):
        why = f'import of module {home!r} failed'
    except AttributeError:
        why = f'attribute lookup {name} on {home} failed'
    else:
        if found is obj or home == 'copyreg':   # of the functions there the engine has several
            return owner
        why = f"it's not the same object as {home}.{name}"
    raise PicklingError(f"Can't pickle {obj!r}: {why}")


def whichmodule(obj, name):
    """The name of the module where an object is found."""
    told = getattr(obj, '__module__', None)
    return next(_homes_of(obj, name), '__main__') if told is None else told


def _homes_of(obj, name):
    for home in [home for home in sys.modules if home not in ('__main__', '__mp_main__')]:
        try:
            if _getattribute(sys.modules[home], name)[0] is obj:
                yield home
        except AttributeError:
            pass


def _reduced_of_old(obj, cls):
    """As protocols 0 and 1 take an object apart: over the builtin class below its own."""
    for base in cls.__mro__:
        if base.__module__ == 'builtins' and not hasattr(base, '__slots__'):
            break
    if base is cls:
        raise TypeError(f'cannot pickle {cls.__name__!r} object')
    args = cls, base, None if base is object else base(obj)
    give = getattr(obj, '__getstate__', None)
    if getattr(cls, '__slots__', ()) and cls.__getstate__ is object.__getstate__:
        raise TypeError('a class that defines __slots__ without defining __getstate__ cannot be pickled')
    state = give() if give else getattr(obj, '__dict__', None)
    return (copyreg._reconstructor, args, state) if state else (copyreg._reconstructor, args)


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes the object to a file that is open for bytes."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The object as bytes."""
    file = io.BytesIO()
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return file.getvalue()


def decode_long(data):
    """The int of such bytes."""
    return int.from_bytes(data, 'little', signed=True)


for _cls in (PickleError, PicklingError, UnpicklingError, Unpickler):
    _cls.__module__ = 'pickle' if _cls is Unpickler else '_pickle'
PickleError.__module__ = PicklingError.__module__ = UnpicklingError.__module__ = '_pickle'
del _cls
bytes_types, dispatch_table = (bytes, bytearray), copyreg.dispatch_table
# As programs name the classes and functions that are in Python.
_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads
