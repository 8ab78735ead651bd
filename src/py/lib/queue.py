# Module queue. Waiting is an error at once unless threads that were started (lib/threading.py) can end it.
from _collections import deque as _deque
from heapq import heappush as _heappush, heappop as _heappop

__all__ = ['Empty', 'Full', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']


class Empty(Exception):
    pass


class Full(Exception):
    pass


_wait = None  # of module threading, once there are threads


def _waited(done, block, timeout, what):
    """Whether what a call waits for has come, if it may wait."""
    if not block or done():
        return done()
    if _wait is not None:
        return _wait(done, timeout, what)
    if timeout is None:
        raise RuntimeError(f'{what} would wait for ever: there is only one thread')
    return False


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self._init(maxsize)

    def _init(self, maxsize):
        self.queue = _deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def qsize(self):
        return self._qsize()

    def empty(self):
        return not self._qsize()

    def full(self):
        return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        if timeout is not None and block and timeout < 0 < self.maxsize:
            raise ValueError("'timeout' must be a non-negative number")
        if self.full() and not _waited(lambda: not self.full(), block, timeout, 'Queue.put'):
            raise Full
        self._put(item)
        self.unfinished_tasks += 1

    def get(self, block=True, timeout=None):
        if timeout is not None and block and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._qsize() and not _waited(self._qsize, block, timeout, 'Queue.get'):
            raise Empty
        return self._get()

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError('task_done() called too many times')
        self.unfinished_tasks -= 1

    def join(self):
        _waited(lambda: not self.unfinished_tasks, True, None, 'Queue.join')


class PriorityQueue(Queue):
    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        _heappush(self.queue, item)

    def _get(self):
        return _heappop(self.queue)


class LifoQueue(Queue):
    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


class SimpleQueue(Queue):
    def __init__(self):
        super().__init__()
