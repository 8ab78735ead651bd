# Package concurrent.futures. An executor runs what it is given when somebody waits for a result or shuts it down, one
# after the other; calls of tools among them are all begun first, as many at once as it has workers, and run beside each
# other.
import _host
import threading as _threading
import time as _time
import types as _types
from collections import deque as _deque, namedtuple as _namedtuple

__all__ = ['FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'CancelledError', 'TimeoutError',
           'InvalidStateError', 'BrokenExecutor', 'Future', 'Executor', 'wait', 'as_completed', 'ProcessPoolExecutor',
           'ThreadPoolExecutor']

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'
_PENDING, _RUNNING, _CANCELLED, _NOTIFIED, _FINISHED = 'pending', 'running', 'cancelled', 'cancelled and told', 'finished'
TimeoutError = TimeoutError
_waiting = _deque()  # futures of executors that have not run
_begun = set()  # those of calls of tools that are under way


class Error(Exception):
    """What the errors of this package are."""


class CancelledError(Error):
    """The future was cancelled."""


class InvalidStateError(Error):
    """The future has a result already."""


class BrokenExecutor(RuntimeError):
    """An executor can run nothing any more."""


for _cls in (Error, CancelledError, InvalidStateError, BrokenExecutor):
    _cls.__module__ = 'concurrent.futures._base'
del _cls


class Future:
    """What is going to be the result of a call."""

    def __init__(self):
        self._state, self._result, self._exception = _PENDING, None, None
        self._callbacks, self._call, self._pool = [], None, None

    def __repr__(self):
        state = 'cancelled' if self._state == _NOTIFIED else self._state
        text = f'<{type(self).__name__} at {id(self):#x} state={state}'
        if self._state == _FINISHED:
            value = self._result if self._exception is None else self._exception
            text += f' {"returned" if self._exception is None else "raised"} {type(value).__name__}'
        return text + '>'

    def cancel(self):
        if self._state in (_RUNNING, _FINISHED):
            return False
        if self._state == _PENDING:
            self._state = _CANCELLED
            self._tell()
        return True

    def cancelled(self):
        return self._state in (_CANCELLED, _NOTIFIED)

    def running(self):
        return self._state == _RUNNING

    def done(self):
        return self._state not in (_PENDING, _RUNNING)

    def add_done_callback(self, fn):
        if self.done():
            self._say(fn)
        else:
            self._callbacks.append(fn)

    def _tell(self):
        for fn in self._callbacks:
            self._say(fn)

    def _say(self, fn):
        try:
            fn(self)
        except Exception:
            import logging
            logging.getLogger('concurrent.futures').exception('exception calling callback for %r', self)

    def _await(self, timeout):
        _run_until(self.done, timeout, [self])
        if self.cancelled():
            raise CancelledError
        if not self.done():
            raise TimeoutError

    def result(self, timeout=None):
        self._await(timeout)
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        self._await(timeout)
        return self._exception

    # For executors and tests.

    def set_running_or_notify_cancel(self):
        if self._state == _CANCELLED:
            self._state = _NOTIFIED
            return False
        if self._state != _PENDING:
            raise RuntimeError('Future in unexpected state')
        self._state = _RUNNING
        return True

    def _finish(self, result, exception):
        if self.done():
            raise InvalidStateError(f'{self._state}: {self!r}')
        self._result, self._exception, self._state = result, exception, _FINISHED
        _begun.discard(self)
        self._tell()

    def set_result(self, result):
        self._finish(result, None)

    def set_exception(self, exception):
        self._finish(None, exception)

    # Running.

    def _run(self, begin=False):
        """Makes the call; begin: one of a tool is left under way."""
        if not self.set_running_or_notify_cancel():
            return
        fn, args, kwargs = self._call
        self._call = None
        try:
            arguments = _host.bind(fn, *args, **kwargs) if begin else None
            if arguments is not None:
                import asyncio
                asyncio._begin_call(self, fn, arguments)
                _begun.add(self)
                return
            result = fn(*args, **kwargs)
        except BaseException as e:
            self._finish(None, e)
            if not isinstance(e, Exception):
                raise
        else:
            self._finish(result, None)

    def __class_getitem__(cls, item):
        return _types.GenericAlias(cls, item)


Future.__module__ = 'concurrent.futures._base'


def _is_tool(fn):
    """Is it a function of the host? Its calls go on beside the program."""
    return type(fn).__name__ == 'function' and not isinstance(fn, _types.FunctionType)


def _begin_calls():
    """Begins the calls of tools that wait, as far as their executors have workers."""
    busy = {}
    for future in _begun:
        busy[future._pool] = busy.get(future._pool, 0) + 1
    for future in [future for future in _waiting if _is_tool(future._call[0])]:
        if busy.get(future._pool, 0) < future._pool._at_once:
            busy[future._pool] = busy.get(future._pool, 0) + 1
            _waiting.remove(future)
            future._run(begin=True)


def _collect(left):
    """Waits so long (None: however long) for a call of a tool to end."""
    import asyncio
    try:
        asyncio._collect_call(left)
    except RuntimeError:  # none is under way
        for future in list(_begun):
            future.set_exception(RuntimeError('the call of the tool was ended with the cell that began it'))


def _run_some(first=(), left=None):
    """Runs one future that waits, of `first` if there is one; or waits for a call that was begun."""
    _begin_calls()
    future = next((future for future in first if future in _waiting), None)
    if _begun and (future is None or _is_tool(future._call[0])):
        _collect(left)
    elif _waiting:
        future = future or _waiting[0]
        _waiting.remove(future)
        future._run()


def _run_until(done, timeout=None, first=()):
    """Runs what waits until done() is true, or so many seconds are over."""
    end = None if timeout is None else _time.monotonic() + timeout
    while not done() and (_waiting or _begun) and (end is None or _time.monotonic() <= end):
        _run_some(first, None if end is None else max(end - _time.monotonic(), 0))
    if not done():
        left = None if end is None else max(end - _time.monotonic(), 0)
        _threading._wait(done, left, 'a future')


class Executor:
    """Something that makes calls, and gives a future for each."""

    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        end = None if timeout is None else _time.monotonic() + timeout
        futures = _deque(self.submit(fn, *args) for args in zip(*iterables))

        def results():
            try:
                while futures:
                    yield futures.popleft().result(None if end is None else end - _time.monotonic())
            finally:
                for future in futures:
                    future.cancel()
        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


Executor.__module__ = 'concurrent.futures._base'


class ThreadPoolExecutor(Executor):
    """Runs calls in turn, in the one thread there is."""
    _count = 0

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        self._max_workers, self._initializer, self._initargs = max_workers or 5, initializer, initargs
        self._at_once = max_workers or 64
        self._mine, self._closed = [], False

    def submit(self, fn, /, *args, **kwargs):
        if self._closed:
            raise RuntimeError('cannot schedule new futures after shutdown')
        if self._initializer is not None:
            function, self._initializer = self._initializer, None
            function(*self._initargs)
        future = Future()
        future._call, future._pool = (fn, args, kwargs), self
        self._mine = [other for other in self._mine if not other.done()] if len(self._mine) > 1000 else self._mine
        self._mine.append(future)
        _waiting.append(future)
        if len(_waiting) == 1:
            _threading._watch_waits()
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._closed = True
        for future in self._mine:
            if cancel_futures and future.cancel() and future in _waiting:
                _waiting.remove(future)
        if wait:
            _run_until(lambda: all(future.done() for future in self._mine), first=self._mine)
            self._mine = []


ThreadPoolExecutor.__module__ = 'concurrent.futures.thread'


class ProcessPoolExecutor(Executor):
    """Refused: there are no processes."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError('ProcessPoolExecutor: there are no processes here; ThreadPoolExecutor runs calls in turn')


DoneAndNotDoneFutures = _namedtuple('DoneAndNotDoneFutures', 'done not_done', module='concurrent.futures._base')


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Waits for some futures: (those that are done, those that are not)."""
    fs = set(fs)
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return condition: {return_when!r}')

    def enough():
        done = [future for future in fs if future.done()]
        if return_when == FIRST_COMPLETED and done or len(done) == len(fs):
            return True
        return return_when == FIRST_EXCEPTION and any(not future.cancelled() and future._exception for future in done)
    _run_until(enough, timeout, [future for future in _waiting if future in fs])
    done = {future for future in fs if future.done()}
    return DoneAndNotDoneFutures(done, fs - done)


def as_completed(fs, timeout=None):
    """The futures, each once it is done."""
    end = None if timeout is None else _time.monotonic() + timeout
    fs = list(dict.fromkeys(fs))
    total = len(fs)
    while fs:
        _run_until(lambda: any(future.done() for future in fs),
                   None if end is None else max(end - _time.monotonic(), 0), fs)
        done = [future for future in fs if future.done()]
        if not done:
            raise TimeoutError(f'{len(fs)} (of {total}) futures unfinished')
        fs = [future for future in fs if not future.done()]
        yield from done


def _run_rest():
    """The end of the program waits for what was given to executors."""
    while _waiting or _begun:
        _run_some()


__import__('atexit').register(_run_rest)
