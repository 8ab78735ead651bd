# Helpers for the with statement.
import abc as _abc
import sys as _sys
from functools import wraps as _wraps
from types import GenericAlias as _GenericAlias, MethodType as _MethodType

__all__ = [
    'AbstractAsyncContextManager', 'AbstractContextManager', 'AsyncContextDecorator',
    'AsyncExitStack', 'ContextDecorator', 'ExitStack', 'aclosing', 'asynccontextmanager', 'chdir',
    'closing', 'contextmanager', 'nullcontext', 'redirect_stderr', 'redirect_stdout', 'suppress',
]


def _has_both(cls, *names):
    """For __subclasshook__: does a class define all these names, none of them as None?"""
    def defined(name):
        owner = next((c for c in cls.__mro__ if name in c.__dict__), None)
        return owner is not None and owner.__dict__[name] is not None
    return all(map(defined, names)) or NotImplemented


class AbstractContextManager(_abc.ABC):
    """Base of context managers; whatever has __enter__ and __exit__ passes for one."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __enter__(self):
        return self

    @_abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        """To return true is to swallow the exception."""

    @classmethod
    def __subclasshook__(cls, other):
        if cls is not AbstractContextManager:
            return NotImplemented
        return _has_both(other, '__enter__', '__exit__')


class AbstractAsyncContextManager(_abc.ABC):
    """Base of managers for `async with`, told by __aenter__ and __aexit__."""

    __class_getitem__ = classmethod(_GenericAlias)

    async def __aenter__(self):
        return self

    @_abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        """To return true is to swallow the exception."""

    @classmethod
    def __subclasshook__(cls, other):
        if cls is not AbstractAsyncContextManager:
            return NotImplemented
        return _has_both(other, '__aenter__', '__aexit__')


# --- decorators ----------------------------------------------------------------------------------

class ContextDecorator:
    """Makes the instances of a context manager's class usable as decorators."""

    def _recreate_cm(self):
        return self     # one that serves for a single block makes a new one

    def __call__(self, func):
        @_wraps(func)
        def guarded(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return guarded


class AsyncContextDecorator:
    """The same for coroutine functions and `async with`."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        async def guarded(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return guarded


# --- managers made of generators -----------------------------------------------------------------

def _came_back(raised, thrown, stop):
    """Has the generator let out what was thrown into it? A stop leaves as the cause of a
    RuntimeError (PEP 479)."""
    if raised is thrown:
        return True
    return (isinstance(thrown, stop) and isinstance(raised, RuntimeError)
            and raised.__cause__ is thrown)


class _Generated:
    """What the managers of both kinds of generators keep."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        doc = getattr(func, '__doc__', None)
        self.__doc__ = type(self).__doc__ if doc is None else doc
        self.func, self.kwds, self.args = func, kwds, args     # deleted from the last one on, which is quick

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)


class _GeneratorContextManager(_Generated, AbstractContextManager, ContextDecorator):
    """A context manager that a generator function describes."""

    def __enter__(self):
        del self.args, self.kwds, self.func     # a decorator's; the arguments need not live on
        for value in self.gen:
            return value
        raise RuntimeError("generator didn't yield") from None

    def __exit__(self, exc_type, exc, traceback):
        gen = self.gen
        if exc_type is None:
            for _ in gen:
                break
            else:
                return False
            problem = "generator didn't stop"
        else:
            if exc is None:
                exc = exc_type()
            try:
                gen.throw(exc)
            except StopIteration as end:
                return end is not exc
            except BaseException as raised:
                if not _came_back(raised, exc, StopIteration):
                    raise
                exc.__traceback__ = traceback
                return False
            problem = "generator didn't stop after throw()"
        try:
            raise RuntimeError(problem)
        finally:
            gen.close()


def contextmanager(func):
    """Turns a generator function with one yield into a factory of context managers."""
    @_wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


class _AsyncGeneratorContextManager(_Generated, AbstractAsyncContextManager,
                                    AsyncContextDecorator):
    """An asynchronous context manager that an async generator function describes."""

    async def __aenter__(self):
        del self.args, self.kwds, self.func
        async for value in self.gen:
            return value
        raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, exc_type, exc, traceback):
        gen = self.gen
        if exc_type is None:
            async for _ in gen:
                break
            else:
                return False
            problem = "generator didn't stop"
        else:
            if exc is None:
                exc = exc_type()
            try:
                await gen.athrow(exc)
            except StopAsyncIteration as end:
                return end is not exc
            except BaseException as raised:
                if not _came_back(raised, exc, (StopIteration, StopAsyncIteration)):
                    raise
                exc.__traceback__ = traceback
                return False
            problem = "generator didn't stop after athrow()"
        try:
            raise RuntimeError(problem)
        finally:
            await gen.aclose()


def asynccontextmanager(func):
    """Turns an async generator function with one yield into a factory of async managers."""
    @_wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


# --- small managers ------------------------------------------------------------------------------

class suppress(AbstractContextManager):
    """Swallows exceptions of the given classes, also inside of groups."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exc_type, exc, traceback):
        unwanted = self._exceptions
        if exc_type is None or issubclass(exc_type, unwanted):
            return exc_type is not None
        if not issubclass(exc_type, BaseExceptionGroup):
            return False
        left = exc.split(unwanted)[1]
        if left is not None:
            raise left
        return True


class aclosing(AbstractAsyncContextManager):
    """Awaits the aclose method of a thing when the block is left."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *_):
        await self.thing.aclose()


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """Does nothing, where a manager is wanted and there is nothing to manage."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *_):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *_):
        pass


class closing(AbstractContextManager):
    """Calls the close method of a thing when the block is left."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *_):
        self.thing.close()


class chdir(AbstractContextManager):
    """Refused: there are no folders here."""

    def __init__(self, path):
        raise PermissionError('contextlib.chdir: there are no folders here')

    def __exit__(self, *_):
        pass


# --- redirection ---------------------------------------------------------------------------------

_replaced = []  # (name of the stream, what it was, what it became) for each redirection that is on


def _put_back():
    """After a cell that was ended inside of such blocks; what the program itself put there stays."""
    while _replaced:
        stream, before, target = _replaced.pop()
        if getattr(_sys, stream) is target:
            setattr(_sys, stream, before)


class _Redirection(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._entered = []  # the same manager may be entered again

    def __enter__(self):
        before = self._stream, getattr(_sys, self._stream), self._new_target
        self._entered.append(before)
        _replaced.append(before)
        setattr(_sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, *_):
        before = self._entered.pop()
        for i in range(len(_replaced) - 1, -1, -1):
            if _replaced[i] is before:
                del _replaced[i]
                break
        setattr(_sys, *before[:2])


class redirect_stdout(_Redirection):
    """What is printed in the block goes to the given file-like object."""
    _stream = 'stdout'


class redirect_stderr(_Redirection):
    """What the block writes to sys.stderr goes to the given file-like object."""
    _stream = 'stderr'


# --- stacks of managers --------------------------------------------------------------------------

def _method(manager, name, kind):
    """A special method, looked up on the class as the statement does."""
    cls = type(manager)
    try:
        return getattr(cls, name)
    except AttributeError:
        what = f"'{cls.__module__}.{cls.__qualname__}' object does not support the {kind} protocol"
        raise TypeError(what) from None


def _cut_context(raised, swallowed):
    """What was swallowed is no context, although the block that it left still counts as
    handling it."""
    while swallowed is not None and raised is not None:
        if raised.__context__ is swallowed:
            raised.__context__ = None
        raised = raised.__context__


class _Stack:
    """Callbacks to be run last in, first out, each with whether it is to be awaited."""

    def __init__(self):
        self._exit_callbacks = []

    def _push(self, function, awaited=False):
        self._exit_callbacks.append((not awaited, function))

    def pop_all(self):
        """Moves the callbacks to a new stack and returns that."""
        other = type(self)()
        other._exit_callbacks, self._exit_callbacks = self._exit_callbacks, []
        return other

    def push(self, exit):
        """Registers a manager's __exit__, or a function called like it."""
        if hasattr(type(exit), '__exit__'):
            self._push(_MethodType(type(exit).__exit__, exit))
        else:
            self._push(exit)
        return exit     # so that it serves as a decorator

    def enter_context(self, cm):
        """Enters a manager, to be left with the stack, and returns what entering gave."""
        kind = 'context manager'
        enter, leave = _method(cm, '__enter__', kind), _method(cm, '__exit__', kind)
        value = enter(cm)
        self._push(_MethodType(leave, cm))
        return value

    def callback(self, callback, /, *args, **kwds):
        """Registers a plain call."""
        def call(*_):
            callback(*args, **kwds)
        call.__wrapped__ = callback     # for those who look into the stack
        self._push(call)
        return callback

    async def _unwind(self, exc):
        """Runs all callbacks, the exception in flight going from one to the next: true where one
        swallowed it. Coroutines are awaited; a stack without any never waits."""
        pending = exc
        while self._exit_callbacks:
            plain, leave = self._exit_callbacks.pop()
            if pending is None:
                try:
                    result = leave(None, None, None)
                    if not plain:
                        await result
                except BaseException as raised:
                    pending = raised
                    _cut_context(raised, exc)
                continue
            # Run where the exception is being handled, so that a new one gets it as its context;
            # to raise it must not change the exception itself.
            context, traceback = pending.__context__, pending.__traceback__
            try:
                raise pending
            except BaseException:
                pending.__context__, pending.__traceback__ = context, traceback
                try:
                    result = leave(type(pending), pending, traceback)
                    if not plain:
                        result = await result
                    if result:
                        pending = None
                except BaseException as raised:
                    pending = raised
        if pending is None or pending is exc:
            return pending is None and exc is not None
        context = pending.__context__
        try:
            raise pending
        finally:
            pending.__context__ = context


class ExitStack(_Stack, AbstractContextManager):
    """Any number of context managers and callbacks, left together in reverse order."""

    def __exit__(self, exc_type, exc, traceback):
        try:
            self._unwind(exc).send(None)
        except StopIteration as end:
            return end.value

    def close(self):
        """Unwinds the stack now."""
        self.__exit__(None, None, None)


class AsyncExitStack(_Stack, AbstractAsyncContextManager):
    """An ExitStack whose managers and callbacks may be asynchronous."""

    async def enter_async_context(self, cm):
        """Enters an async manager, to be left with the stack."""
        kind = 'asynchronous context manager'
        enter, leave = _method(cm, '__aenter__', kind), _method(cm, '__aexit__', kind)
        value = await enter(cm)
        self._push(_MethodType(leave, cm), awaited=True)
        return value

    def push_async_exit(self, exit):
        """Registers a manager's __aexit__, or a coroutine function called like it."""
        if hasattr(type(exit), '__aexit__'):
            self._push(_MethodType(type(exit).__aexit__, exit), awaited=True)
        else:
            self._push(exit, awaited=True)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Registers a call whose result is awaited."""
        async def call(*_):
            await callback(*args, **kwds)
        call.__wrapped__ = callback
        self._push(call, awaited=True)
        return callback

    async def aclose(self):
        """Unwinds the stack now."""
        await self.__aexit__(None, None, None)

    async def __aexit__(self, exc_type, exc, traceback):
        return await self._unwind(exc)
