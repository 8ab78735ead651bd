# Module threading, with the one thread there is. A thread that was started runs as soon as another one waits for
# something: a join, a lock, an event, a queue, a sleep, the end of the program. It runs to its end, and where it has to
# wait itself, others that were started run within it. What nothing could end any more is an error at once.
import sys as _sys
from collections import deque as _deque, namedtuple as _namedtuple
from time import monotonic as _clock

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event',
           'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer',
           'ThreadError', 'setprofile', 'settrace', 'local', 'stack_size', 'excepthook', 'ExceptHookArgs', 'getprofile',
           'gettrace', 'get_native_id', 'setprofile_all_threads', 'settrace_all_threads']

ThreadError = RuntimeError
TIMEOUT_MAX = 9223372036.0
_ready = _deque()    # threads that were started and have not run
_sleepers = []       # until when those sleep that others run within
_names = {}          # next number of names by kind
_trace = [None, None]


class DeadlockError(RuntimeError):
    """What is waited for can never come."""


def _wait(done, timeout=None, what='this'):
    """Runs started threads until done() is true; whether it is. Without a limit of time, that nothing is left to run is
    an error."""
    end = None if timeout is None or timeout < 0 else _clock() + timeout
    while not done():
        if not _run_next(end):
            if end is None:
                raise DeadlockError(f'waiting for {what} would never end: no other thread can run (there is only one)')
            _pause(end)
            return bool(done())
        if end is not None and _clock() >= end:
            return bool(done())
    return True


def _pause(end):
    """The rest of the time, in which nothing can happen."""
    from time import _sleep_alone
    left = end - _clock()
    if left > 0:
        _sleep_alone(left)


def _run_next(end=None):
    """Runs a thread that was started; False: none is left, or a timer that is not due before `end`."""
    for _ in range(len(_ready)):
        thread = _ready.popleft()
        due = thread._due
        if due is None or due <= _clock():
            thread._run()
            return True
        _ready.append(thread)
    timers = [thread._due for thread in _ready]
    if not timers or end is not None and min(timers) > end:
        return False
    _pause(min(timers))
    return _run_next(end)


class _Leave(BaseException):
    """Ends a daemon for which those below it have no more time."""


def _asleep(seconds):
    """time.sleep. The first one after a thread was started just sleeps, for what that thread waits for is often set
    after it; in later ones, as of a loop that polls, others run."""
    end, me = _clock() + seconds, _ident.running
    if _ident.fresh:
        _ident.fresh = False
        _pause(end)
        return
    _sleepers.append(end)
    try:
        while _ready and _run_next(end) and _clock() < end:
            pass
        _pause(end)
    finally:
        _sleepers.pop()
    if me is not _main and _sleepers and min(_sleepers) <= _clock():
        if me.daemon:
            raise _Leave
        me._late += 1
        if me._late > 100:
            raise DeadlockError(f'{me.name} goes on and on, while another thread that sleeps below it should have woken up: '
                         'there is only one thread')


def _at_exit():
    """The end of the program waits for threads, unless they are daemons."""
    while any(not thread.daemon for thread in _ready):
        for thread in [thread for thread in _ready if thread.daemon]:
            _ready.remove(thread)
        _run_next()


# Locks.


def _limit(blocking, timeout):
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError('timeout value must be a non-negative number')
    if timeout > TIMEOUT_MAX:
        raise OverflowError('timeout value is too large')
    return None if timeout == -1 else timeout


class _Lock:
    """Held by one at a time."""
    __slots__ = '_held', '__weakref__'

    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        limit = _limit(blocking, timeout)
        if self._held and (not blocking or not _wait(lambda: not self._held, limit, 'a lock that is held')):
            return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held = False

    def locked(self):
        return self._held

    acquire_lock, release_lock, locked_lock = acquire, release, locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        return f'<{"locked" if self._held else "unlocked"} {self.__class__.__module__}.{self.__class__.__qualname__} ' \
               f'object at {id(self):#x}>'


_Lock.__module__, _Lock.__name__, _Lock.__qualname__ = '_thread', 'lock', 'lock'


def Lock():
    """A new lock."""
    return _Lock()


class RLock:
    """Held by one thread at a time, by it as often as it likes."""
    __slots__ = '_owner', '_count', '__weakref__'

    def __init__(self):
        self._owner, self._count = None, 0

    def acquire(self, blocking=True, timeout=-1):
        limit, me = _limit(blocking, timeout), get_ident()
        if self._owner not in (None, me) and (
                not blocking or not _wait(lambda: self._owner is None, limit, 'a lock that another thread holds')):
            return False
        self._owner = me
        self._count += 1
        return True

    def release(self):
        if self._owner != get_ident():
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if not self._count:
            self._owner = None

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    # For Condition.

    def _release_save(self):
        if not self._count:
            raise RuntimeError('cannot release un-acquired lock')
        state, self._owner, self._count = (self._owner, self._count), None, 0
        return state

    def _acquire_restore(self, state):
        _wait(lambda: self._owner is None, what='a lock that another thread holds')
        self._owner, self._count = state

    def _is_owned(self):
        return self._owner == get_ident()

    def _recursion_count(self):
        return self._count if self._is_owned() else 0

    def __repr__(self):
        return f'<{"locked" if self._count else "unlocked"} _thread.RLock object owner={self._owner or 0} ' \
               f'count={self._count} at {id(self):#x}>'


RLock.__module__ = '_thread'


class Condition:
    """Waiting, with a lock, for a notice of somebody."""

    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release
        self._waiters = _deque()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)

    def __repr__(self):
        return f'<Condition({self._lock}, {len(self._waiters)})>'

    def _owned(self):
        owned = getattr(self._lock, '_is_owned', None)
        return owned() if owned else self._lock.locked()

    def wait(self, timeout=None):
        if not self._owned():
            raise RuntimeError('cannot wait on un-acquired lock')
        notice = []
        self._waiters.append(notice)
        save = getattr(self._lock, '_release_save', self._lock.release)
        state = save()
        try:
            return _wait(lambda: notice, timeout, 'a notice')
        finally:
            if not notice:
                self._waiters = _deque(waiter for waiter in self._waiters if waiter is not notice)
            restore = getattr(self._lock, '_acquire_restore', None)
            restore(state) if restore else self._lock.acquire()

    def wait_for(self, predicate, timeout=None):
        end = None if timeout is None else _clock() + timeout
        while not (result := predicate()):
            left = None if end is None else end - _clock()
            if left is not None and left <= 0:
                break
            self.wait(left)
        return result

    def notify(self, n=1):
        if not self._owned():
            raise RuntimeError('cannot notify on un-acquired lock')
        for _ in range(min(n, len(self._waiters))):
            self._waiters.popleft().append(True)

    def notify_all(self):
        self.notify(len(self._waiters))

    notifyAll = notify_all


class Semaphore:
    """A lock that several may hold."""
    _most = None

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value = value

    def __repr__(self):
        most = '' if self._most is None else f'/{self._most}'
        cls = type(self)
        return f'<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: value={self._value}{most}>'

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        if not self._value and (not blocking or not _wait(lambda: self._value, timeout, 'a semaphore')):
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        if self._most is not None and self._value + n > self._most:
            raise ValueError('Semaphore released too many times')
        self._value += n

    __enter__ = acquire

    def __exit__(self, *exc):
        self.release()


class BoundedSemaphore(Semaphore):
    """One that cannot be released more often than it was acquired."""

    def __init__(self, value=1):
        super().__init__(value)
        self._most = value


class Event:
    """A flag to wait for."""

    def __init__(self):
        self._flag = False

    def __repr__(self):
        cls = type(self)
        return f'<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: {"set" if self._flag else "unset"}>'

    def is_set(self):
        return self._flag

    isSet = is_set

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        return _wait(lambda: self._flag, timeout, 'an event')


class BrokenBarrierError(RuntimeError):
    """A barrier that some wait at was reset or left."""


class Barrier:
    """Lets so many threads go on together. Here all but the last run within each other until then."""

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._parties, self._action, self._timeout = parties, action, timeout
        self._here, self._round, self._bad = 0, 0, False

    def __repr__(self):
        cls = type(self)
        state = 'broken' if self._bad else f'waiters={self._here}/{self._parties}'
        return f'<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: {state}>'

    def wait(self, timeout=None):
        if self._bad:
            raise BrokenBarrierError
        mine, place = self._round, self._here
        self._here += 1
        if self._here == self._parties:
            try:
                if self._action:
                    self._action()
            except BaseException:
                self.abort()
                raise
            self._here, self._round = 0, mine + 1
            return place
        try:
            ended = _wait(lambda: self._round != mine or self._bad, self._timeout if timeout is None else timeout,
                          'others at a barrier')
        except DeadlockError:
            self.abort()
            raise
        if not ended:
            self.abort()
        if self._bad or self._round < 0:
            raise BrokenBarrierError
        return place

    def reset(self):
        if self._here:
            self._round, self._here = self._round + 1, 0

    def abort(self):
        self._bad, self._here = True, 0

    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: self._here)
    broken = property(lambda self: self._bad)


# Threads.


class local:
    """An object whose attributes each thread has for itself."""

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError('Initialization arguments are not supported')
        self = object.__new__(cls)
        object.__setattr__(self, '_local__of', {get_ident(): {}})
        object.__setattr__(self, '_local__args', (args, kwargs))
        return self

    def __space(self):
        spaces = object.__getattribute__(self, '_local__of')
        me = get_ident()
        space = spaces.get(me)
        if space is None:
            space = spaces[me] = {}
            args, kwargs = object.__getattribute__(self, '_local__args')
            type(self).__init__(self, *args, **kwargs)
        return space

    def __getattribute__(self, name):
        space = local.__space(self)
        if name == '__dict__':
            return space
        found = next((vars(cls)[name] for cls in type(self).__mro__ if name in vars(cls)), None)
        if name in space and not hasattr(type(found), '__set__'):
            return space[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name == '__dict__':
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        found = getattr(type(self), name, None)
        if hasattr(type(found), '__set__'):
            object.__setattr__(self, name, value)
        else:
            local.__space(self)[name] = value

    def __delattr__(self, name):
        if name == '__dict__':
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        space = local.__space(self)
        if name not in space:
            raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}', name=name, obj=self)
        del space[name]


def _new_name(kind, detail=''):
    _names[kind] = _names.get(kind, 0) + 1
    return f'{kind}-{_names[kind]}{detail}'


class Thread:
    """A function that runs when another thread waits for something."""
    _initialized, _due, _late = False, None, 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        if name is None:
            detail = getattr(target, '__name__', '') if target is not None else ''
            name = _new_name('Thread', f' ({detail})' if detail else '')
        self._name, self._target, self._args = str(name), target, args
        self._kwargs = {} if kwargs is None else kwargs
        self._daemon = current_thread().daemon if daemon is None else daemon
        self._ident, self._state, self._initialized = None, 'initial', True

    def __repr__(self):
        assert self._initialized, 'Thread.__init__() was not called'
        words = self._state + (' daemon' if self._daemon else '') + ('' if self._ident is None else f' {self._ident}')
        return f'<{type(self).__name__}({self._name}, {words})>'

    def start(self):
        if not self._initialized:
            raise RuntimeError('thread.__init__() not called')
        if self._state != 'initial':
            raise RuntimeError('threads can only be started once')
        if not _ready:
            _watch_waits()
        self._state, self._ident, _ident.fresh = 'started', _ident.new(), True
        _ready.append(self)

    def run(self):
        """What the thread does: calls its target."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def _run(self):
        before = _ident.running
        _ident.running = self
        try:
            self.run()
        except (SystemExit, _Leave):
            pass
        except Exception:
            excepthook(ExceptHookArgs((*_sys.exc_info(), self)))
        finally:
            _ident.running = before
            self._state = 'stopped'

    def join(self, timeout=None):
        if not self._initialized:
            raise RuntimeError('Thread.__init__() not called')
        if self._state == 'initial':
            raise RuntimeError('cannot join thread before it is started')
        if self is current_thread():
            raise RuntimeError('cannot join current thread')
        if self in _ready and self._due is None:  # it comes first
            _ready.remove(self)
            _ready.appendleft(self)
        _wait(lambda: self._state == 'stopped', None if timeout is None else max(timeout, 0), f'{self._name} to end')

    def is_alive(self):
        """Whether it was started and has not ended. Who asks again and again waits, so it then may run."""
        assert self._initialized, 'Thread.__init__() not called'
        alive = self._state == 'started'
        if alive and self is not current_thread():
            _run_next(_clock())
        return alive

    @property
    def name(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._name

    @name.setter
    def name(self, name):
        assert self._initialized, 'Thread.__init__() not called'
        self._name = str(name)

    @property
    def ident(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._ident

    native_id = ident

    @property
    def daemon(self):
        assert self._initialized, 'Thread.__init__() not called'
        return self._daemon

    @daemon.setter
    def daemon(self, daemon):
        if not self._initialized:
            raise RuntimeError('Thread.__init__() not called')
        if self._state != 'initial':
            raise RuntimeError('cannot set daemon status of active thread')
        self._daemon = daemon

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name


class Timer(Thread):
    """Calls a function after a time, unless it is cancelled before."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args, self.kwargs, self.finished = args or [], kwargs or {}, Event()

    def start(self):
        self._due = _clock() + self.interval
        super().start()

    def cancel(self):
        self.finished.set()
        self._due = None

    def run(self):
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        self._name, self._daemon, self._initialized = 'MainThread', False, True
        self._ident, self._state = _ident.new(), 'started'


class _Ident:
    """Numbers of threads, and which one runs."""
    running, last, fresh = None, 0, False

    def new(self):
        self.last += 1
        return self.last


_ident = _Ident()
_main = _ident.running = _MainThread()
_Args = _namedtuple('ExceptHookArgs', 'exc_type exc_value exc_traceback thread', module='threading')


def ExceptHookArgs(args):
    """What excepthook() is called with."""
    return _Args(*args)


def excepthook(args, /):
    """Prints the exception that ended a thread."""
    if args.exc_type is SystemExit:
        return
    import traceback
    print(f'Exception in thread {args.thread.name if args.thread else get_ident()}:', file=_sys.stderr)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=_sys.stderr)


__excepthook__ = excepthook


def current_thread():
    return _ident.running


def main_thread():
    return _main


def enumerate():
    """The threads that have not ended."""
    return [_main, *({_ident.running} - {_main}), *(thread for thread in _ready if thread is not _ident.running)]


def active_count():
    return len(enumerate())


def get_ident():
    return _ident.running._ident


get_native_id = get_ident
currentThread, activeCount = current_thread, active_count


def _watch_waits():
    """From now on, what waits elsewhere lets threads run."""
    if _watching:
        return
    import atexit
    import queue
    import time
    _watching.append(True)
    queue._wait = _wait
    time._share_sleep(_asleep)
    atexit.register(_at_exit)


_watching = []


def settrace(func):
    _trace[0] = func


def gettrace():
    return _trace[0]


def setprofile(func):
    _trace[1] = func


def getprofile():
    return _trace[1]


settrace_all_threads, setprofile_all_threads = settrace, setprofile


def stack_size(size=0, /):
    if size < 0:
        raise ValueError('size must be 0 or a positive value')
    return 0
