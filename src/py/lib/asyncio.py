# Module asyncio: one event loop, one thread, deterministic order. Sleeping honours the cell's deadline.
import _host
import contextvars as _contextvars
import heapq as _heapq
import time as _time
import types as _types
from _collections import deque as _deque

__all__ = [
    'AbstractChildWatcher', 'AbstractEventLoop', 'AbstractEventLoopPolicy', 'AbstractServer',
    'Barrier',
    'BaseEventLoop', 'BaseProtocol', 'BaseTransport', 'BoundedSemaphore', 'BrokenBarrierError',
    'BufferedProtocol', 'CancelledError', 'Condition', 'DatagramProtocol', 'DatagramTransport',
    'DefaultEventLoopPolicy', 'Event', 'FastChildWatcher', 'Future', 'Handle',
    'IncompleteReadError',
    'InvalidStateError', 'LifoQueue', 'LimitOverrunError', 'Lock', 'MultiLoopChildWatcher',
    'PidfdChildWatcher', 'PriorityQueue', 'Protocol', 'Queue', 'QueueEmpty', 'QueueFull',
    'ReadTransport', 'Runner', 'SafeChildWatcher', 'SelectorEventLoop', 'Semaphore',
    'SendfileNotAvailableError', 'Server', 'StreamReader', 'StreamReaderProtocol', 'StreamWriter',
    'SubprocessProtocol', 'SubprocessTransport', 'Task', 'TaskGroup', 'ThreadedChildWatcher',
    'Timeout',
    'TimeoutError', 'TimerHandle', 'Transport', 'WriteTransport', 'ALL_COMPLETED',
    'FIRST_COMPLETED',
    'FIRST_EXCEPTION', '_enter_task', '_get_running_loop', '_leave_task', '_register_task',
    '_set_running_loop', '_unregister_task', 'all_tasks', 'as_completed',
    'create_eager_task_factory',
    'create_subprocess_exec', 'create_subprocess_shell', 'create_task', 'current_task',
    'eager_task_factory', 'ensure_future', 'gather', 'get_child_watcher', 'get_event_loop',
    'get_event_loop_policy', 'get_running_loop', 'iscoroutine', 'iscoroutinefunction', 'isfuture',
    'new_event_loop', 'open_connection', 'open_unix_connection', 'run', 'run_coroutine_threadsafe',
    'set_child_watcher', 'set_event_loop', 'set_event_loop_policy', 'shield', 'sleep',
    'start_server',
    'start_unix_server', 'timeout', 'timeout_at', 'to_thread', 'wait', 'wait_for', 'wrap_future']

TimeoutError = TimeoutError
ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION = 'ALL_COMPLETED', 'FIRST_COMPLETED', 'FIRST_EXCEPTION'


class CancelledError(BaseException):
    pass


class InvalidStateError(Exception):
    pass


class BrokenBarrierError(RuntimeError):
    pass


class QueueEmpty(Exception):
    pass


class QueueFull(Exception):
    pass


_running = None


def iscoroutine(obj):
    if type(obj) is _types.CoroutineType:
        return True
    from _collections_abc import Coroutine
    return isinstance(obj, Coroutine)


def _is_debug_mode():
    """Is debugging on for new loops? No variable or option says so here."""
    return False


def iscoroutinefunction(func):
    """Is it a function whose call gives a coroutine?"""
    import inspect
    return inspect.iscoroutinefunction(func)


def isfuture(obj):
    return isinstance(obj, Future)


# --- the loop ------------------------------------------------------------------------------------

def _call_text(callback, args=()):
    """A callback as messages show it: with its place when it is a function."""
    name = getattr(callback, '__qualname__', None) or repr(callback)
    text = f"{name}({', '.join(map(repr, args))})"
    if not isinstance(callback, _types.FunctionType):
        return text
    return f'{text} at {callback.__code__.co_filename}:{callback.__code__.co_firstlineno}'


class Handle:
    __slots__ = ('_callback', '_args', '_cancelled', '_context')

    def __init__(self, callback, args, loop=None, context=None):
        self._callback, self._args, self._cancelled = callback, args, False
        self._context = context if context is not None else _contextvars.copy_context()

    def cancel(self):
        self._cancelled = True
        self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def __repr__(self):
        text = 'cancelled' if self._cancelled else _call_text(self._callback, self._args)
        return f'<{type(self).__name__} {text}>'

    def _run(self, loop):
        try:
            self._context.run(self._callback, *self._args)
        except BaseException as failed:
            if isinstance(failed, (KeyboardInterrupt, SystemExit)):
                raise   # these end the loop
            loop.call_exception_handler({'message': 'Exception in callback ' + _call_text(self._callback, self._args),
                                         'exception': failed, 'handle': self})


class TimerHandle(Handle):
    __slots__ = ('_when', '_order')

    def when(self):
        return self._when

    def __repr__(self):
        text = 'cancelled ' if self._cancelled else ''
        shown = '' if self._cancelled else f' {_call_text(self._callback, self._args)}'
        return f'<{type(self).__name__} {text}when={self._when}{shown}>'

    def __lt__(self, other):
        return (self._when, self._order) < (other._when, other._order)


_STUCK = 'Event loop stopped: every task is waiting and nothing can wake one'
_calls = {}  # number of a call that the host runs beside this program: the future that waits for it


def _begin_call(future, function, arguments):
    """The call is under way from here on; its result goes to the future."""
    _calls[_host.start(function, arguments)] = future


async def _host_call(function, arguments):
    """What a call of a tool gives where it is awaited."""
    future = get_running_loop().create_future()
    call = _host.start(function, arguments)
    _calls[call] = future
    try:
        return await future
    finally:
        if _calls.pop(call, None) is not None:
            _host.cancel(call)


async def _give(value):
    return value


def _awaited(obj):
    """What a tool gave at once may be awaited all the same."""
    return _give(obj) if _host.may_be_given(obj) else obj


def _as_thread(func, args, kwargs):
    """A coroutine for the call of a tool that is to be made in a thread: it is beside the program by
    itself. None: func is no tool."""
    while type(func).__name__ == 'partial' and hasattr(func, 'func'):
        func, args, kwargs = func.func, (*func.args, *args), {**func.keywords, **kwargs}
    arguments = _host.bind(func, *args, **kwargs)
    return None if arguments is None else _host_call(func, arguments)


def _collect_call(left):
    """Waits `left` seconds (None: however long) for a call of the host to end; its future gets
    the result."""
    ended = _host.wait(left)
    if ended is not None:
        call, value, error = ended
        future = _calls.pop(call, None)
        if future is None or future.done():
            pass
        elif error is None:
            future.set_result(value)
        else:
            future.set_exception(error)
    elif left is None:
        _calls.clear()  # of a cell that is over, and so are they
        raise RuntimeError(_STUCK)


class AbstractEventLoop:
    """What a loop has to have."""


class BaseEventLoop(AbstractEventLoop):
    """The one kind of loop there is: ready callbacks and timers, in the order they came."""

    def __init__(self):
        self._ready = _deque()
        self._timers = []
        self._order = 0
        self._tasks = {}  # in the order of their making
        self._current = None
        self._closed = self._stopping = False
        self._handler = None
        self._task_factory = self._default_executor = None
        self._debug = _is_debug_mode()

    def time(self):
        return _time.monotonic()

    def call_soon(self, callback, *args, context=None):
        if self._closed:
            raise RuntimeError('Event loop is closed')
        h = Handle(callback, args, self, context)
        self._ready.append(h)
        return h

    call_soon_threadsafe = call_soon

    def call_later(self, delay, callback, *args, context=None):
        if delay is None:
            raise TypeError('delay must not be None')
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        if self._closed:
            raise RuntimeError('Event loop is closed')
        h = TimerHandle(callback, args, self, context)
        self._order += 1
        h._when, h._order = when, self._order
        _heapq.heappush(self._timers, h)
        return h

    def create_future(self):
        return Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        # A task takes a number even when it gets a name.
        if self._task_factory is None:
            task = Task(coro, loop=self, context=context)
        else:
            options = {} if context is None else {'context': context}
            task = self._task_factory(self, coro, **options)
        if name is not None and hasattr(task, 'set_name'):
            task.set_name(name)
        return task

    def run_in_executor(self, executor, func, *args):
        f = self.create_future()
        try:
            call = _as_thread(func, args, {})
            if call is not None:
                return self.create_task(call)
            f.set_result(func(*args))
        except Exception as e:
            f.set_exception(e)
        return f

    def _once(self):
        timers = self._timers
        while timers and timers[0]._cancelled:
            _heapq.heappop(timers)
        left = 0 if self._ready or self._stopping else timers[0]._when - self.time() if timers else None
        if _calls:
            _collect_call(left)
        elif left is None:
            raise RuntimeError(_STUCK)
        elif left > 0:
            _time.sleep(left)
        now = self.time() + 1e-9
        while timers and timers[0]._when <= now:
            h = _heapq.heappop(timers)
            if not h._cancelled:
                self._ready.append(h)
        for _ in range(len(self._ready)):
            if not self._ready:
                break  # a cell's loop was run once more by a callback
            h = self._ready.popleft()
            if not h._cancelled:
                h._run(self)

    def run_until_complete(self, future):
        global _running
        if self._closed:
            raise RuntimeError('Event loop is closed')
        if _running is not None and not self is _running is _cell_loop:
            raise RuntimeError('This event loop is already running' if _running is self
                               else 'Cannot run the event loop while another loop is running')
        awaited = ensure_future(future, loop=self)
        before = _running, self._current
        _running, self._current = self, None
        over = []   # told as every callback is, so that what is ready beside it gets its turn
        awaited.add_done_callback(over.append)
        try:
            while not over:
                self._once()
        finally:
            _running, self._current = before
            awaited.remove_done_callback(over.append)
            if not over and awaited is not future:
                _seen(awaited)  # what ended the loop may have been its exception
        return awaited.result()

    def run_forever(self):
        global _running
        if _running is not None:
            raise RuntimeError('This event loop is already running')
        _running = self
        try:
            self._once()
            while not self._stopping:
                self._once()
        finally:
            _running, self._stopping = None, False

    def stop(self):
        self._stopping = True

    def close(self):
        if _running is self:
            raise RuntimeError('Cannot close a running event loop')
        self._closed = True
        self._ready.clear()
        self._timers.clear()

    def is_closed(self):
        return self._closed

    def is_running(self):
        return _running is self

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = bool(enabled)

    def set_task_factory(self, factory):
        if not (factory is None or callable(factory)):
            raise TypeError('task factory must be a callable or None')
        self._task_factory = factory

    def get_task_factory(self):
        return self._task_factory

    def set_exception_handler(self, handler):
        self._handler = handler

    def get_exception_handler(self):
        return self._handler

    def default_exception_handler(self, context):
        import sys
        import traceback
        lines = [context.get('message') or 'Unhandled exception in event loop']
        lines += [f'{key}: {context[key]!r}' for key in sorted(context)
                  if key not in ('message', 'exception')]
        print(*lines, sep='\n', file=sys.stderr)
        if context.get('exception') is not None:
            traceback.print_exception(context['exception'], file=sys.stderr)

    def call_exception_handler(self, context):
        (self._handler or (lambda loop, c: self.default_exception_handler(c)))(self, context)

    async def shutdown_asyncgens(self):
        pass

    def set_default_executor(self, executor):
        """What run_in_executor(None, ..) is to take; its functions are called at once all the same."""
        self._default_executor = executor

    async def shutdown_default_executor(self, timeout=None):
        if self._default_executor is not None:
            self._default_executor.shutdown(wait=True)


def get_running_loop():
    if _running is None:
        raise RuntimeError('no running event loop')
    return _running


class SelectorEventLoop(BaseEventLoop):
    """The loop of new_event_loop(). It selects nothing: there is no network here."""


_cell_loop = None  # of the cells of an agent that await; it may be run while it runs


def _run_cell(cell):
    """Runs a cell that awaits at its top level. Its tasks stay, and go on when a later one does."""
    global _cell_loop
    if _cell_loop is None or _cell_loop._closed:
        _cell_loop = new_event_loop()
    for future in _calls.values():
        if not future.done():
            future.set_exception(RuntimeError('the call of the tool was ended with the cell that '
                                              'began it: await it in that cell'))
    _calls.clear()
    _cell_loop.run_until_complete(_cell_loop.create_task(cell, name='cell'))


def _run_in_cell(main):
    """asyncio.run() among cells that await: on their loop, whose tasks it may wait for."""
    if not iscoroutine(main):
        raise ValueError('a coroutine was expected, got {!r}'.format(main))
    loop, before = _cell_loop, set(_cell_loop._tasks)
    try:
        return loop.run_until_complete(loop.create_task(main))
    finally:
        left = [t for t in loop._tasks if t not in before and not t.done()]
        for t in left:
            t.cancel()
        if left:
            loop.run_until_complete(gather(*left, return_exceptions=True))


def _put_back():
    """After a cell that was ended: no loop runs, and its tasks will not go on."""
    global _running, _cell_loop
    if _running is not None:
        _running._current = None
    _running = None
    for task in _cell_loop._tasks if _cell_loop is not None else ():
        task._state = 'CANCELLED'
    _cell_loop = None


def _get_running_loop():
    return _running


def _set_running_loop(loop):
    global _running
    _running = loop


class AbstractEventLoopPolicy:
    """Decides which loop is current and makes new ones."""

    def _unwritten(self, *args):
        raise NotImplementedError

    get_event_loop = set_event_loop = new_event_loop = _unwritten

    def get_child_watcher(self):
        raise NotImplementedError

    def set_child_watcher(self, watcher):
        raise NotImplementedError


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """Keeps the current loop, which it makes when first asked for one."""
    _loop_factory = SelectorEventLoop

    def __init__(self):
        self._loop = None
        self._set_called = False

    def get_event_loop(self):
        if self._loop is None:
            if self._set_called:
                raise RuntimeError("There is no current event loop in thread 'MainThread'.")
            self.set_event_loop(self.new_event_loop())
        return self._loop

    def set_event_loop(self, loop):
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError('loop must be an instance of AbstractEventLoop or None, '
                            f"not '{type(loop).__name__}'")
        self._set_called = True
        self._loop = loop

    def new_event_loop(self):
        return self._loop_factory()


_policy = None


def get_event_loop_policy():
    global _policy
    if _policy is None:
        _policy = DefaultEventLoopPolicy()
    return _policy


def set_event_loop_policy(policy):
    global _policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError('policy must be an instance of AbstractEventLoopPolicy or None, '
                        f"not '{type(policy).__name__}'")
    _policy = policy


def new_event_loop():
    return get_event_loop_policy().new_event_loop()


def set_event_loop(loop):
    get_event_loop_policy().set_event_loop(loop)


def get_event_loop():
    return _running if _running is not None else get_event_loop_policy().get_event_loop()


# --- futures and tasks -----------------------------------------------------------------------------

class Future:
    _asyncio_future_blocking = False

    def __init__(self, *, loop=None):
        self._loop = loop if loop is not None else get_event_loop()
        self._state = 'PENDING'
        self._result = self._exception = None
        self._callbacks = []
        self._cancel_message = None

    def _outcome(self):
        if self._state != 'FINISHED':
            shown = [_call_text(callback) for callback, _ in self._callbacks]
            if len(shown) > 2:
                shown[1:-1] = [f'<{len(shown) - 2} more>']
            return f" cb=[{', '.join(shown)}]" if shown else ''
        if self._exception is not None:
            return f' exception={self._exception!r}'
        import reprlib
        return f' result={reprlib.repr(self._result)}'

    def __repr__(self):
        return f'<{type(self).__name__} {self._state.lower()}{self._outcome()}>'

    __class_getitem__ = classmethod(_types.GenericAlias)

    def get_loop(self):
        return self._loop

    def cancelled(self):
        return self._state == 'CANCELLED'

    def done(self):
        return self._state != 'PENDING'

    def _cancelled_error(self):
        return CancelledError() if self._cancel_message is None else CancelledError(self._cancel_message)

    def _settled(self, what):
        if self._state == 'CANCELLED':
            raise self._cancelled_error()
        if self._state != 'FINISHED':
            raise InvalidStateError(f'{what} is not set.')

    def result(self):
        self._settled('Result')
        if self._exception is None:
            return self._result
        raise self._exception

    def exception(self):
        self._settled('Exception')
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        if self._state != 'PENDING':
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        before = len(self._callbacks)
        self._callbacks[:] = [entry for entry in self._callbacks if entry[0] != fn]
        return before - len(self._callbacks)

    def _schedule(self):
        callbacks, self._callbacks = self._callbacks, []
        for fn, context in callbacks:
            self._loop.call_soon(fn, self, context=context)

    def set_result(self, result):
        if self._state != 'PENDING':
            raise InvalidStateError('invalid state')
        self._result, self._state = result, 'FINISHED'
        self._schedule()

    def set_exception(self, exception):
        if self._state != 'PENDING':
            raise InvalidStateError('invalid state')
        failed = exception() if isinstance(exception, type) else exception
        if isinstance(failed, StopIteration) or not isinstance(failed, BaseException):
            raise TypeError('StopIteration interacts badly with generators and cannot be raised into a Future'
                            if isinstance(failed, StopIteration) else 'invalid exception object')
        self._state, self._exception = 'FINISHED', failed
        self._schedule()

    def cancel(self, msg=None):
        if self._state != 'PENDING':
            return False
        self._state, self._cancel_message = 'CANCELLED', msg
        self._schedule()
        return True

    def __await__(self):
        if self._state == 'PENDING':
            self._asyncio_future_blocking = True
            yield self
        if self._state == 'PENDING':
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


def _place(coro):
    """Name of a coroutine, where it is and where it was defined."""
    name = f"{getattr(coro, '__qualname__', type(coro).__name__)}()"
    code = getattr(coro, 'cr_code', None)
    if code is None:
        return name
    if coro.cr_frame is not None:
        return f'{name} running at {code.co_filename}:{coro.cr_frame.f_lineno}'
    return f'{name} done, defined at {code.co_filename}:{code.co_firstlineno}'


_task_number = 0


class Task(Future):
    _waiter, _must_cancel, _cancel_requests = None, False, 0

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        global _task_number
        super().__init__(loop=loop)
        coro = _awaited(coro)
        if not iscoroutine(coro) and not hasattr(coro, 'send'):
            raise TypeError('a coroutine was expected, got %r' % (coro,))
        if name is None:
            _task_number += 1
            name = 'Task-%d' % _task_number
        self._coro, self._name = coro, str(name)
        self._context = _contextvars.copy_context() if context is None else context
        self._loop._tasks[self] = None
        at_once = eager_start and _running is self._loop
        if not at_once:
            self._loop.call_soon(self._step, context=self._context)
        else:
            self._context.run(self._step)

    def __repr__(self):
        state = 'cancelling' if self._cancel_requests and not self.done() else self._state.lower()
        waits = f' wait_for={self._waiter!r}' if self._waiter is not None else ''
        return (f'<{type(self).__name__} {state} name={self._name!r} coro=<{_place(self._coro)}>'
                f'{waits}{self._outcome()}>')

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def get_coro(self):
        return self._coro

    def get_context(self):
        return self._context

    def _error_stack(self):
        """[(frame, line)] that the exception came through, the last one last."""
        tb = None if self.cancelled() or self.exception() is None else self.exception().__traceback__
        stack = []
        while tb is not None:
            stack.append((tb.tb_frame, tb.tb_lineno))
            tb = tb.tb_next
        return stack[1:]    # not the step of the task itself

    def _stack(self):
        frame = next((getattr(self._coro, kind + '_frame') for kind in ('cr', 'gi', 'ag')
                      if hasattr(self._coro, kind + '_frame')), None)
        stack = []
        while frame is not None:
            stack.append((frame, frame.f_lineno))
            frame = frame.f_back
        return stack[::-1]

    def get_stack(self, *, limit=None):
        """The frames of the coroutine, or those an exception came through; the newest `limit` of the
        one, the oldest of the other."""
        if self.done():
            return [frame for frame, _ in self._error_stack()[:limit]]
        return [frame for frame, _ in (self._stack() if limit is None else self._stack()[-limit:])]

    def print_stack(self, *, limit=None, file=None):
        """Prints that as tracebacks are printed."""
        import sys
        import traceback
        file = sys.stderr if file is None else file
        failed = self.done() and not self.cancelled() and self.exception() is not None
        stack = self._error_stack()[:limit] if self.done() else self._stack()
        if not stack:
            print(f'No stack for {self!r}', file=file)
            return
        print(f'{"Traceback" if failed else "Stack"} for {self!r} (most recent call last):', file=file)
        lines = [(f.f_code.co_filename, line, f.f_code.co_name)
                 for f, line in (stack if limit is None else stack[-limit:])]
        traceback.print_list([traceback.FrameSummary(*row) for row in lines], file=file)
        if failed:
            for line in traceback.format_exception_only(self.exception()):
                print(line, file=file, end='')

    def set_result(self, result):
        raise RuntimeError('Task does not support set_result operation')

    def set_exception(self, exception):
        raise RuntimeError('Task does not support set_exception operation')

    def cancel(self, msg=None):
        if self.done():
            return False
        self._cancel_requests += 1
        passed_on = self._waiter is not None and self._waiter.cancel(msg=msg)
        if not passed_on:
            self._must_cancel, self._cancel_message = True, msg
        return True

    def cancelling(self):
        return self._cancel_requests

    def uncancel(self):
        if self._cancel_requests > 0:
            self._cancel_requests -= 1
        return self._cancel_requests

    def _finish(self):
        self._loop._tasks.pop(self, None)

    def _step(self, exc=None):
        """Lets the coroutine go on to where it waits the next time, or to its end."""
        if self.done():
            return
        if self._must_cancel and not isinstance(exc, CancelledError):
            exc = self._cancelled_error()
        loop, self._must_cancel, self._waiter = self._loop, False, None
        previous, loop._current = loop._current, self
        try:
            waited = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except BaseException as end:
            self._take_end(end)
            if isinstance(end, (KeyboardInterrupt, SystemExit)):
                raise   # these end the loop as well
        else:
            self._wait_on(waited)
        finally:
            loop._current = previous

    def _take_end(self, end):
        """Takes the outcome from what a coroutine ended with."""
        if isinstance(end, CancelledError):
            self._cancelled_exc = end
            super().cancel(msg=end.args[0] if end.args else None)
        elif not isinstance(end, StopIteration):
            super().set_exception(end)
        elif self._must_cancel:     # since it last went on
            self._must_cancel = False
            super().cancel(msg=self._cancel_message)
        else:
            super().set_result(end.value)
        self._finish()

    def _wait_on(self, waited):
        problem = None
        if not isinstance(waited, Future):
            if waited is not None:  # but only gives way to the others
                problem = 'Task got bad yield: %r' % (waited,)
        elif waited is self:
            problem = 'Task cannot await on itself: %r' % self
        elif not waited._asyncio_future_blocking:
            problem = 'yield was used instead of yield from in task %r with %r' % (self, waited)
        else:
            self._waiter, waited._asyncio_future_blocking = waited, False
            waited.add_done_callback(self._wakeup, context=self._context)
            if self._must_cancel and waited.cancel(msg=self._cancel_message):
                self._must_cancel = False
            return
        failed = () if problem is None else (RuntimeError(problem),)
        self._loop.call_soon(self._step, *failed, context=self._context)

    def _wakeup(self, future):
        try:
            future.result()
        except BaseException as e:
            self._step(e)
        else:
            self._step()

    _wakeup.__qualname__ = 'Task.task_wakeup'


def create_task(coro, *, name=None, context=None):
    loop = _cell_loop if _running is None and _cell_loop is not None else get_running_loop()
    return loop.create_task(coro, name=name, context=context)


def current_task(loop=None):
    return (get_running_loop() if loop is None else loop)._current


def all_tasks(loop=None):
    loop = get_running_loop() if loop is None else loop
    return {t for t in loop._tasks if not t.done()} if isinstance(loop, BaseEventLoop) else set()


async def _await(awaitable):
    return await awaitable


def create_eager_task_factory(custom_task_constructor):
    """A task factory whose tasks run at once, until they first wait."""
    def factory(loop, coro, *, name=None, context=None):
        return custom_task_constructor(coro, loop=loop, name=name, context=context,
                                       eager_start=True)
    return factory


eager_task_factory = create_eager_task_factory(Task)


def _register_task(task):
    task._loop._tasks[task] = None


def _unregister_task(task):
    task._loop._tasks.pop(task, None)


def _enter_task(loop, task):
    if loop._current is not None:
        raise RuntimeError(f'Cannot enter into task {task!r} while another task {loop._current!r} '
                           'is being executed.')
    loop._current = task


def _leave_task(loop, task):
    if loop._current is not task:
        raise RuntimeError(f'Leaving task {task!r} does not match the current task {loop._current!r}.')
    loop._current = None


def ensure_future(obj, *, loop=None):
    if isfuture(obj):
        if loop is not None and loop is not obj._loop:
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return obj
    obj = _awaited(obj)
    if not iscoroutine(obj):
        if not hasattr(obj, '__await__'):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
        obj = _await(obj)
    return (loop if loop is not None else get_event_loop()).create_task(obj)


def wrap_future(future, *, loop=None):
    return future


async def to_thread(func, /, *args, **kwargs):
    call = _as_thread(func, args, kwargs)
    return func(*args, **kwargs) if call is None else await call


def run_coroutine_threadsafe(coro, loop):
    return ensure_future(coro, loop=loop)


class _Pause:
    # Gives the other tasks a turn.
    def __await__(self):
        yield


def _settle(future, result=None):
    if not future.done():
        future.set_result(result)


async def sleep(delay, result=None):
    if delay != delay:
        raise ValueError('Invalid delay: NaN (not a number)')
    await (_Pause() if delay <= 0 else _alarm(get_running_loop(), delay))
    return result


async def _alarm(loop, delay):
    morning = loop.create_future()
    clock = loop.call_later(delay, _settle, morning)
    try:
        await morning
    except BaseException:   # it has not rung
        clock.cancel()
        raise


def _seen(future):
    """Its exception needs no warning any more."""
    if future.done() and not future.cancelled():
        future.exception()


def _failure(future):
    """What a settled future raises, or None."""
    return future._cancelled_error() if future.cancelled() else future.exception()


def _outcome(future):
    """What gather() gives for a settled future: its result, or the exception itself."""
    if future.cancelled():
        return CancelledError('' if future._cancel_message is None else future._cancel_message)
    failed = future.exception()
    return future.result() if failed is None else failed


class _GatheringFuture(Future):
    """What gather() gives: ends when its children have, or as soon as one fails and that matters."""

    def __init__(self, children, return_exceptions, *, loop):
        super().__init__(loop=loop)
        self._children, self._return_exceptions, self._cancel_requested = children, return_exceptions, False
        different = dict.fromkeys(children)
        self._left = len(different)
        for child in different:
            child.add_done_callback(self._take)

    def _take(self, child):
        failed = _failure(child)
        self._left -= 1
        if self.done():
            return
        if failed is not None and not self._return_exceptions:
            self.set_exception(failed)
        elif not self._left and self._cancel_requested:
            self.set_exception(child._cancelled_error() if child.cancelled() else CancelledError())
        elif not self._left:
            self.set_result([_outcome(child) for child in self._children])

    def cancel(self, msg=None):
        asked = [] if self.done() else [child.cancel(msg=msg) for child in self._children]
        self._cancel_requested = self._cancel_requested or any(asked)
        return any(asked)


def gather(*coros_or_futures, return_exceptions=False):
    if not coros_or_futures:
        outer = get_event_loop().create_future()
        outer.set_result([])
        return outer
    loop, futures = None, {}
    all_given = [_awaited(given) for given in coros_or_futures]
    for given in all_given:
        if given not in futures:
            futures[given] = ensure_future(given, loop=loop)
            loop = futures[given]._loop
    return _GatheringFuture([futures[given] for given in all_given], return_exceptions, loop=loop)


def _end_like(future, other):
    """Ends one as another has; what that one failed with counts as seen in any case."""
    failed = _failure(other)
    if future.done():
        return
    if failed is None:
        future.set_result(other.result())
    elif other.cancelled():
        future.cancel()
    else:
        future.set_exception(failed)


def shield(arg):
    inner = ensure_future(arg)
    if inner.done():
        return inner
    shielded = inner._loop.create_future()

    def pass_on(ended):
        _end_like(shielded, ended)

    shielded.add_done_callback(lambda _: inner.remove_done_callback(pass_on))
    inner.add_done_callback(pass_on)
    return shielded


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    if isfuture(fs) or iscoroutine(fs):
        raise TypeError('expect a list of futures, not %s' % type(fs).__name__)
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError('Invalid return_when value: %s' % return_when)
    fs = set(fs)
    if any(iscoroutine(f) for f in fs):
        raise TypeError('Passing coroutines is forbidden, use tasks explicitly.')
    loop = get_running_loop()
    waiter = loop.create_future()

    def enough():
        done = [f for f in fs if f.done()]
        return (len(done) == len(fs) or return_when == FIRST_COMPLETED and done or
                return_when == FIRST_EXCEPTION
                and any(not f.cancelled() and f.exception() is not None for f in done))

    def on_done(f):
        if enough() and not waiter.done():
            waiter.set_result(None)
    if not enough():
        handle = None if timeout is None else loop.call_later(timeout, _settle, waiter)
        for f in fs:
            f.add_done_callback(on_done)
        try:
            await waiter
        finally:
            if handle is not None:
                handle.cancel()
            for f in fs:
                f.remove_done_callback(on_done)
    done = {f for f in fs if f.done()}
    return done, fs - done


def as_completed(fs, *, timeout=None):
    if isfuture(fs) or iscoroutine(fs):
        raise TypeError(f'expect an iterable of futures, not {type(fs).__name__}')
    race = _Race(fs)
    if timeout is not None and race.running:
        race.start_clock(timeout)
    for _ in range(len(race.running)):
        yield race.next_one()


class _Race:
    """The futures of as_completed(), which come in as they end."""

    def __init__(self, given):
        self._loop, self._clock = get_event_loop(), None
        self.running = {ensure_future(awaited, loop=self._loop) for awaited in set(map(_awaited, given))}
        self._arrived, self._turns = _deque(), Semaphore(0)     # one turn for each that has arrived
        for future in self.running:
            future.add_done_callback(self._arrive)

    def start_clock(self, seconds):
        self._clock = self._loop.call_later(seconds, self._stop)

    def _arrive(self, future):
        self.running.remove(future)
        self._arrived.append(future.result)
        self._turns.release()
        if not self.running and self._clock is not None:
            self._clock.cancel()

    def _stop(self):
        for future in self.running:
            future.remove_done_callback(self._arrive)
            self._arrived.append(self._too_late)
            self._turns.release()

    def _too_late(self):
        raise TimeoutError

    async def next_one(self):
        await self._turns.acquire()
        return self._arrived.popleft()()


# --- time-outs -----------------------------------------------------------------------------------------

class Timeout:
    def __init__(self, when):
        self._when, self._state, self._handle, self._task = when, 'created', None, None

    def when(self):
        return self._when

    def _set_alarm(self, when):
        """That alarm instead of the one there is; none for None."""
        before, self._handle = self._handle, None
        if before is not None:
            before.cancel()
        if when is not None:
            loop = get_running_loop()
            set_for = (loop.call_at, when) if when > loop.time() else (loop.call_soon,)
            self._handle = set_for[0](*set_for[1:], self._on_timeout)

    def reschedule(self, when):
        if self._state != 'active':
            raise RuntimeError('Timeout has not been entered' if self._state == 'created' else
                               f'Cannot change state of {self._state} Timeout')
        self._set_alarm(when)
        self._when = when

    def expired(self):
        return self._state in ('expiring', 'expired')

    def __repr__(self):
        when = None if self._when is None else round(self._when, 3)
        return f'<Timeout [{self._state}]' + (f' when={when}>' if self._state == 'active' else '>')

    async def __aenter__(self):
        task = current_task()
        problem = ('has already been entered' if self._state != 'created' else
                   'should be used inside a task' if task is None else None)
        if problem:
            raise RuntimeError(f'Timeout {problem}')
        self._cancelling, self._state, self._task = task.cancelling(), 'active', task
        self._set_alarm(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        self._set_alarm(None)
        self._state = {'active': 'finished', 'expiring': 'expired'}.get(self._state, self._state)
        if self._state == 'expired':
            ours = self._task.uncancel() <= self._cancelling  # nobody else has cancelled the task
            if ours and isinstance(exc_val, CancelledError):
                raise TimeoutError from exc_val

    def _on_timeout(self):
        self._task.cancel()
        self._state, self._handle = 'expiring', None


def timeout(delay):
    return Timeout(get_running_loop().time() + delay if delay is not None else None)


def timeout_at(when):
    return Timeout(when)


async def wait_for(fut, timeout):
    if timeout is None or timeout > 0:
        async with globals()['timeout'](timeout):
            return await fut
    fut = ensure_future(fut)
    if not fut.done():
        fut.cancel()
        try:
            await fut
        except CancelledError as cancelled:
            raise TimeoutError from cancelled
    return fut.result()


# --- task groups ------------------------------------------------------------------------------------------

class TaskGroup:
    def __init__(self):
        self._exiting = self._aborting = self._parent_cancel_requested = False
        self._parent = self._base_error = None
        self._tasks, self._errors, self._quiet = set(), [], Event()     # set when no task is left

    def __repr__(self):
        parts = [f'{name}={len(found)}' for name, found in (('tasks', self._tasks),
                                                            ('errors', self._errors)) if found]
        if self._aborting or self._parent:
            parts.append('cancelling' if self._aborting else 'entered')
        return f"<{' '.join(['TaskGroup', *parts])}>"

    def _refuse(self, text):
        raise RuntimeError(f'TaskGroup {self!r} {text}')

    async def __aenter__(self):
        task = current_task()
        if self._parent is not None or task is None:
            self._refuse('cannot determine the parent task' if self._parent is None else 'has already been entered')
        self._loop, self._parent = get_running_loop(), task
        return self

    def _keep(self, error):
        # These two leave the group as they are, not among others.
        if self._base_error is None and isinstance(error, (KeyboardInterrupt, SystemExit)):
            self._base_error = error

    async def _all_done(self):
        """Waits until no task is left; the CancelledError that made an end meanwhile, if one did."""
        stopped = None
        while self._tasks:
            try:
                await self._quiet.wait()
            except CancelledError as cancelled:
                if not self._aborting:
                    stopped = cancelled
                    self._abort()
        return stopped

    async def __aexit__(self, et, exc, tb):
        self._exiting = True
        stopped, failed = (exc, None) if isinstance(exc, CancelledError) else (None, exc)
        self._keep(failed)
        if self._parent_cancel_requested and not self._parent.uncancel():
            stopped = None  # it was the group that cancelled the task, and nobody else
        if exc is not None and not self._aborting:
            self._abort()
        stopped = await self._all_done() or stopped
        if self._base_error is not None:
            raise self._base_error
        if stopped is not None and not self._errors:
            raise stopped
        errors, self._errors = self._errors + [failed] * (failed is not None), []
        if errors:
            raise BaseExceptionGroup('unhandled errors in a TaskGroup', errors)

    def create_task(self, coro, *, name=None, context=None):
        if self._parent is None or self._aborting or self._exiting and not self._tasks:
            self._refuse('has not been entered' if self._parent is None else
                         'is shutting down' if self._tasks or not self._exiting else 'is finished')
        task = self._loop.create_task(coro, name=name, context=context)
        task.add_done_callback(self._on_task_done)
        self._tasks.add(task)
        self._quiet.clear()
        return task

    def _abort(self):
        self._aborting = True
        for task in [task for task in self._tasks if not task.done()]:
            task.cancel()

    def _on_task_done(self, task):
        self._tasks.discard(task)
        if not self._tasks:
            self._quiet.set()
        if not task.cancelled() and task.exception() is not None:
            self._fail(task.exception())

    def _fail(self, error):
        self._keep(error)
        self._errors.append(error)
        if not (self._aborting or self._parent_cancel_requested or self._parent.done()):
            # The others have to end, and so has the body of the `async with`.
            self._parent_cancel_requested = True
            self._abort()
            self._parent.cancel()


# --- running ---------------------------------------------------------------------------------------------

async def _ended(tasks, report):
    """Waits for tasks that were cancelled; what fails nevertheless is reported."""
    await wait(tasks)
    for task in tasks:
        failed = None if task.cancelled() else task.exception()
        if failed is not None:
            report({'message': 'unhandled exception during asyncio.run() shutdown', 'exception': failed,
                    'task': task})


class Runner:
    def __init__(self, *, debug=None, loop_factory=None):
        self._factory, self._loop, self._closed, self._debug = loop_factory, None, False, debug
        self._context = None  # what all its runs share

    def __enter__(self):
        self.get_loop()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def get_loop(self):
        if self._closed:
            raise RuntimeError('Runner is closed')
        if self._loop is None:
            self._loop = self._new_loop()
        return self._loop

    def _new_loop(self):
        loop = (self._factory or new_event_loop)()
        if not self._factory:   # nobody else knows of it
            set_event_loop(loop)
        if self._debug is not None:
            loop.set_debug(self._debug)
        return loop

    def run(self, coro, *, context=None):
        if not iscoroutine(coro):
            raise ValueError('a coroutine was expected, got %r' % (coro,))
        if _running is not None:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        loop = self.get_loop()
        if self._context is None:
            self._context = _contextvars.copy_context()
        task = loop.create_task(coro, context=self._context if context is None else context)
        return loop.run_until_complete(task)

    def close(self):
        loop, was_closed, self._closed = self._loop, self._closed, True
        if loop is None or was_closed:
            return
        left = [task for task in loop._tasks if not task.done()] if isinstance(loop, BaseEventLoop) else []
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(_ended(left, loop.call_exception_handler))
        for rest in loop.shutdown_asyncgens, loop.shutdown_default_executor:
            loop.run_until_complete(rest())
        if self._factory is None:
            set_event_loop(None)
        loop.close()


def run(main, *, debug=None, loop_factory=None):
    main = _awaited(main)
    if _cell_loop is not None and _running in (None, _cell_loop) and not _cell_loop._closed:
        return _run_in_cell(main)
    if _running is not None:
        if iscoroutine(main):
            main.close()
        raise RuntimeError('asyncio.run() cannot be called from a running event loop')
    with Runner(debug=debug, loop_factory=loop_factory) as runner:
        return runner.run(main)


# Where CPython defines what can be seen with its module's name: in an uncaught error, say.
_HOMES = {
    'exceptions': 'BrokenBarrierError CancelledError IncompleteReadError InvalidStateError '
                  'LimitOverrunError SendfileNotAvailableError',
    'locks': 'Barrier BoundedSemaphore Condition Event Lock Semaphore',
    'queues': 'LifoQueue PriorityQueue Queue QueueEmpty QueueFull',
    'events': 'AbstractEventLoop AbstractEventLoopPolicy Handle TimerHandle',
    'base_events': 'BaseEventLoop', 'runners': 'Runner', 'taskgroups': 'TaskGroup',
    'timeouts': 'Timeout'}


def _modules():
    # asyncio.tasks, asyncio.queues, ... hold the same names.
    import sys
    here = sys.modules['asyncio']
    for name in ('tasks', 'futures', 'coroutines', 'protocols', 'transports', 'streams',
                 'subprocess', 'selector_events', 'unix_events', 'threads', 'mixins', *_HOMES):
        setattr(here, name, here)
    for module, names in _HOMES.items():
        for name in names.split():
            globals()[name].__module__ = 'asyncio.' + module
    Future.__module__ = Task.__module__ = '_asyncio'


from _asyncio_sync import *  # noqa: E402 (what these take from here is needed when called)
from _asyncio_io import *  # noqa: E402
from _asyncio_io import _refuse_on_loop

_refuse_on_loop(BaseEventLoop)
_modules()
