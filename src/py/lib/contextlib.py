# Module contextlib: tools for the with statement.
import abc as _abc
from _collections import deque as _deque
from functools import wraps as _wraps
from types import MethodType as _MethodType

__all__ = ['asynccontextmanager', 'contextmanager', 'closing', 'nullcontext', 'AbstractContextManager',
           'AbstractAsyncContextManager', 'AsyncExitStack', 'ContextDecorator', 'ExitStack', 'redirect_stdout',
           'redirect_stderr', 'suppress', 'aclosing', 'chdir']


class AbstractContextManager(_abc.ABC):
    __class_getitem__ = classmethod(type(list[int]))

    def __enter__(self):
        return self

    @_abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractContextManager:
            from _collections_abc import _check_methods
            return _check_methods(C, '__enter__', '__exit__')
        return NotImplemented


class AbstractAsyncContextManager(_abc.ABC):
    __class_getitem__ = classmethod(type(list[int]))

    async def __aenter__(self):
        return self

    @_abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractAsyncContextManager:
            from _collections_abc import _check_methods
            return _check_methods(C, '__aenter__', '__aexit__')
        return NotImplemented


class ContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _GeneratorBase:
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        doc = getattr(func, '__doc__', None)
        self.__doc__ = type(self).__doc__ if doc is None else doc
        # Last, and in the order opposite to their end, which costs nothing so.
        self.func, self.kwds, self.args = func, kwds, args

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)


class _GeneratorContextManager(_GeneratorBase, AbstractContextManager, ContextDecorator):
    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                self.gen.close()
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if isinstance(value, StopIteration) and exc.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


class _AsyncGeneratorContextManager(_GeneratorBase, AbstractAsyncContextManager, AsyncContextDecorator):
    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                await self.gen.aclose()
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(value)
        except StopAsyncIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if isinstance(value, (StopIteration, StopAsyncIteration)) and exc.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after athrow()")
        finally:
            await self.gen.aclose()


def contextmanager(func):
    @_wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


def asynccontextmanager(func):
    @_wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


_redirected = []  # (redirection that is entered, what it replaced)


def _put_back():
    """After a cell that was ended: its streams go where they went before."""
    import sys
    for entered, old in reversed(_redirected):
        if getattr(sys, entered._stream, None) is entered._new_target:
            setattr(sys, entered._stream, old)
    _redirected.clear()


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        import sys
        self._old_targets.append(getattr(sys, self._stream))
        _redirected.append((self, self._old_targets[-1]))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        import sys
        setattr(sys, self._stream, self._old_targets.pop())
        at = [entered is self for entered, _ in _redirected]
        if True in at:
            del _redirected[len(at) - 1 - at[::-1].index(True)]


class redirect_stdout(_RedirectStream):
    _stream = 'stdout'


class redirect_stderr(_RedirectStream):
    _stream = 'stderr'


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        if exctype is None:
            return
        if issubclass(exctype, self._exceptions):
            return True
        if issubclass(exctype, BaseExceptionGroup):
            match, rest = excinst.split(self._exceptions)
            if rest is None:
                return True
            raise rest
        return False


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


def _exit_of(cm, name, message):
    cls = type(cm)
    try:
        return cls, getattr(cls, name[0]), getattr(cls, name[1])
    except AttributeError:
        raise TypeError("'%s.%s' object does not support the %s protocol" % (cls.__module__, cls.__qualname__, message)) from None


class _BaseExitStack:
    def __init__(self):
        self._exit_callbacks = _deque()

    def pop_all(self):
        new = type(self)()
        new._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = _deque()
        return new

    def push(self, exit):
        method = getattr(type(exit), '__exit__', None)
        if method is None:
            self._exit_callbacks.append((True, exit))
        else:
            self._exit_callbacks.append((True, _MethodType(method, exit)))
        return exit

    def enter_context(self, cm):
        cls, enter, exit = _exit_of(cm, ('__enter__', '__exit__'), 'context manager')
        result = enter(cm)
        self._exit_callbacks.append((True, _MethodType(exit, cm)))
        return result

    def callback(self, callback, /, *args, **kwds):
        def run(exc_type, exc, tb):
            callback(*args, **kwds)
        run.__wrapped__ = callback
        self._exit_callbacks.append((True, run))
        return callback


def _fix_context(new, old, frame_exc):
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is frame_exc:
            break
        new = context
    new.__context__ = old


class ExitStack(_BaseExitStack, AbstractContextManager):
    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        exc = exc_details[1]
        received = exc is not None
        import sys
        frame_exc = sys.exception()
        suppressed = pending = False
        while self._exit_callbacks:
            _, callback = self._exit_callbacks.pop()
            try:
                details = (None, None, None) if exc is None else (type(exc), exc, exc.__traceback__)
                if callback(*details):
                    suppressed, pending, exc = True, False, None
            except BaseException as new:
                _fix_context(new, exc, frame_exc)
                pending, exc = True, new
        if pending:
            fixed = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = fixed
                raise
        return received and suppressed

    def close(self):
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    async def enter_async_context(self, cm):
        cls, enter, exit = _exit_of(cm, ('__aenter__', '__aexit__'), 'asynchronous context manager')
        result = await enter(cm)
        self._exit_callbacks.append((False, _MethodType(exit, cm)))
        return result

    def push_async_exit(self, exit):
        method = getattr(type(exit), '__aexit__', None)
        self._exit_callbacks.append((False, exit if method is None else _MethodType(method, exit)))
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        async def run(exc_type, exc, tb):
            await callback(*args, **kwds)
        run.__wrapped__ = callback
        self._exit_callbacks.append((False, run))
        return callback

    async def aclose(self):
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_details):
        exc = exc_details[1]
        received = exc is not None
        import sys
        frame_exc = sys.exception()
        suppressed = pending = False
        while self._exit_callbacks:
            sync, callback = self._exit_callbacks.pop()
            try:
                details = (None, None, None) if exc is None else (type(exc), exc, exc.__traceback__)
                done = callback(*details)
                if not sync:
                    done = await done
                if done:
                    suppressed, pending, exc = True, False, None
            except BaseException as new:
                _fix_context(new, exc, frame_exc)
                pending, exc = True, new
        if pending:
            fixed = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = fixed
                raise
        return received and suppressed


class chdir(AbstractContextManager):
    def __init__(self, path):
        raise PermissionError('contextlib.chdir: there are no folders here')

    def __exit__(self, *excinfo):
        pass
