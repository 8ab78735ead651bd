# The names of asyncio that tasks meet at: locks, events, conditions, semaphores, barriers, queues.
# Waiting is a future of the running loop in the waiters of the object; a wake-up settles it.
import asyncio as _asyncio
import heapq as _heapq
import types as _types
from _collections import deque as _deque
from itertools import islice as _islice

__name__ = 'asyncio'


class _Waited:
    """What tasks wait for shows its state and how many wait."""

    def __repr__(self):
        waiting = f', waiters:{len(self._waiters)}' if self._waiters else ''
        return f'<{super().__repr__()[1:-1]} [{self._shown()}{waiting}]>'

    async def _stand_in_line(self):
        place = _asyncio.get_running_loop().create_future()
        self._waiters.append(place)
        try:
            await place
        finally:
            self._waiters.remove(place)

    def _wake(self, most, value=True):
        """Ends the wait of those who came first, so many at most; how many it were."""
        waiting = (place for place in self._waiters if not place.done())
        first = [*_islice(waiting, max(most, 0))]
        for place in first:
            place.set_result(value)
        return len(first)


class _ContextManager(_Waited):
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_ContextManager):
    def __init__(self):
        self._waiters = _deque()
        self._locked = False

    def _shown(self):
        return 'locked' if self._locked else 'unlocked'

    def locked(self):
        return self._locked

    async def acquire(self):
        if self._locked or not all(place.cancelled() for place in self._waiters):
            try:
                await self._stand_in_line()
            except _asyncio.CancelledError:
                if not self._locked:
                    self._pass_on()
                raise
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._pass_on()

    def _pass_on(self):
        # Only to who came first: once woken, it has the lock as good as in its hands.
        if self._waiters and not self._waiters[0].done():
            self._waiters[0].set_result(True)


class Event(_Waited):
    def __init__(self):
        self._waiters = _deque()
        self._value = False

    def _shown(self):
        return 'set' if self._value else 'unset'

    def is_set(self):
        return self._value

    def set(self):
        if not self._value:
            self._value = True
            self._wake(len(self._waiters))

    def clear(self):
        self._value = False

    async def wait(self):
        if not self._value:
            await self._stand_in_line()
        return True


class Condition(_ContextManager):
    def __init__(self, lock=None):
        self._lock = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = self._lock.locked, self._lock.acquire, self._lock.release
        self._waiters = _deque()

    def _shown(self):
        return 'locked' if self.locked() else 'unlocked'

    async def wait(self):
        self._demand('wait')
        self.release()
        try:
            await self._stand_in_line()
            return True
        finally:
            await self._lock_again()

    def _demand(self, what):
        if not self.locked():
            raise RuntimeError(f'cannot {what} on un-acquired lock')

    async def _lock_again(self):
        """Who waited holds the lock again in any case; being cancelled meanwhile shows afterwards."""
        try:
            await self.acquire()
        except _asyncio.CancelledError:
            await self._lock_again()
        else:
            return
        raise _asyncio.CancelledError

    async def wait_for(self, predicate):
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        self._demand('notify')
        self._wake(n, False)

    def notify_all(self):
        self.notify(n=len(self._waiters))


class Semaphore(_ContextManager):
    def __init__(self, value=1):
        if value < 0:
            raise ValueError('Semaphore initial value must be >= 0')
        self._waiters, self._value = _deque(), value

    def _shown(self):
        return 'locked' if self.locked() else f'unlocked, value:{self._value}'

    def locked(self):
        return not self._value or not all(place.cancelled() for place in self._waiters)

    async def acquire(self):
        if self.locked():
            await self._turn()
        else:
            self._value -= 1
        return True

    async def _turn(self):
        place = _asyncio.get_running_loop().create_future()
        self._waiters.append(place)
        try:
            await place
        except _asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._value += 1  # its turn had come already: the next one's now
            raise
        finally:
            self._waiters.remove(place)
            self._hand_out()

    def release(self):
        self._value += 1
        self._hand_out()

    def _hand_out(self):
        """Lets those in who wait, as long as there is room."""
        while self._value > 0 and self._waiters and self._wake(1):
            self._value -= 1


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        self._bound = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound:
            raise ValueError('BoundedSemaphore released too many times')
        super().release()


class Barrier:
    """A round fills until all parties are there and drains until they have left; meanwhile, and
    while a reset sends away those who wait, the next round has to wait."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._parties, self._state, self._count = parties, 'filling', 0
        self._changed = Condition()

    def __repr__(self):
        waiting = '' if self.broken else f', waiters:{self.n_waiting}/{self._parties}'
        return f'<{super().__repr__()[1:-1]} [{self._state}{waiting}]>'

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count if self._state == 'filling' else 0

    @property
    def broken(self):
        return self._state == 'broken'

    def _turn(self, state):
        self._state = state
        self._changed.notify_all()

    async def wait(self):
        async with self._changed:
            await self._changed.wait_for(lambda: self._state in ('filling', 'broken'))
            if self.broken:
                raise _asyncio.BrokenBarrierError('Barrier aborted')
            index = self._count
            self._count += 1
            try:
                if self._count == self._parties:
                    self._turn('draining')
                else:
                    await self._changed.wait_for(lambda: self._state != 'filling')
                    if self._state != 'draining':
                        raise _asyncio.BrokenBarrierError('Abort or reset of barrier')
                return index
            finally:
                self._count -= 1
                if not self._count and not self.broken:
                    self._turn('filling')

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def abort(self):
        async with self._changed:
            self._turn('broken')

    async def reset(self):
        async with self._changed:
            self._turn('resetting' if self._count else 'filling')


class Queue:
    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters, self._putters = {}, {}   # who waits, in order; whoever is called goes
        self._unfinished_tasks = 0
        self._finished = Event()
        self._finished.set()
        self._init(maxsize)

    __class_getitem__ = classmethod(_types.GenericAlias)

    def _init(self, maxsize):
        self._queue = _deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def _shown(self):
        parts = [f'maxsize={self._maxsize!r}']
        if self._queue:
            parts.append(f'_queue={list(self._queue)!r}')
        parts += [f'{name}[{len(found)}]' for name, found in (('_getters', self._getters),
                                                              ('_putters', self._putters)) if found]
        if self._unfinished_tasks:
            parts.append(f'tasks={self._unfinished_tasks}')
        return ' '.join(parts)

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x} {self._shown()}>'

    def _format(self):
        return self._shown()

    def __str__(self):
        return f'<{type(self).__name__} {self._shown()}>'

    @property
    def maxsize(self):
        return self._maxsize

    def qsize(self):
        return len(self._queue)

    def empty(self):
        return not self._queue

    def full(self):
        return 0 < self._maxsize <= self.qsize()

    def _wake(self, line):
        """Calls who came first, and who so is no longer in the line."""
        for place in line:
            if not place.done():
                del line[place]
                place.set_result(None)
                return

    async def _wait(self, line, blocked):
        while blocked():
            place = _asyncio.get_running_loop().create_future()
            line[place] = True
            try:
                await place
            except BaseException:
                called = not line.pop(place, False)
                if called and not blocked():
                    self._wake(line)    # in place of who cannot come
                raise

    async def put(self, item):
        await self._wait(self._putters, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        if self.full():
            raise _asyncio.QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._finished.clear()
        self._wake(self._getters)

    async def get(self):
        await self._wait(self._getters, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        if self.empty():
            raise _asyncio.QueueEmpty
        item = self._get()
        self._wake(self._putters)
        return item

    def task_done(self):
        left = self._unfinished_tasks - 1
        if left < 0:
            raise ValueError('task_done() called too many times')
        self._unfinished_tasks = left
        if not left:
            self._finished.set()

    async def join(self):
        if self._unfinished_tasks:
            await self._finished.wait()


class PriorityQueue(Queue):
    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        _heapq.heappush(self._queue, item)

    def _get(self):
        return _heapq.heappop(self._queue)


class LifoQueue(Queue):
    def _init(self, maxsize):
        self._queue = []

    def _get(self):
        return self._queue.pop()
