# Module sched: events run at their time, by priority among those of one time.
from _namedtuple import namedtuple as _namedtuple
import heapq as _heapq
from itertools import count as _count
from time import monotonic as _monotonic, sleep as _sleep

__all__ = ['scheduler']

Event = _namedtuple('Event', 'time, priority, sequence, action, argument, kwargs')
Event.time.__doc__ = 'Numeric type compatible with the return value of the timefunc function.'
Event.priority.__doc__ = 'Events scheduled for the same time run in the order of their priority.'
Event.sequence.__doc__ = 'A continually increasing sequence number that separates equal events.'
Event.action.__doc__ = 'What is called as action(*argument, **kwargs).'
Event.argument.__doc__ = 'A sequence holding the positional arguments for the action.'
Event.kwargs.__doc__ = 'A dictionary holding the keyword arguments for the action.'
_sentinel = object()


class scheduler:
    """A queue of events and the clock and sleep it works by."""

    def __init__(self, timefunc=_monotonic, delayfunc=_sleep):
        self._queue, self._sequence = [], _count()
        self.timefunc, self.delayfunc = timefunc, delayfunc

    def enterabs(self, time, priority, action, argument=(), kwargs=_sentinel):
        """Enter a new event in the queue at an absolute time; it is an ID for cancel()."""
        event = Event(time, priority, next(self._sequence), action, argument,
                      {} if kwargs is _sentinel else kwargs)
        _heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_sentinel):
        """A variant that specifies the time as a relative time."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Remove an event from the queue; a ValueError when it is not there."""
        self._queue.remove(event)
        _heapq.heapify(self._queue)

    def empty(self):
        """Check whether the queue is empty."""
        return not self._queue

    def run(self, blocking=True):
        """Execute events until the queue is empty; else return the wait for the next one."""
        while self._queue:
            time, _, _, action, argument, kwargs = self._queue[0]
            now = self.timefunc()
            if time > now:
                if not blocking:
                    return time - now
                self.delayfunc(time - now)
            else:
                _heapq.heappop(self._queue)
                action(*argument, **kwargs)
                self.delayfunc(0)  # let others run

    @property
    def queue(self):
        """An ordered list of upcoming events."""
        return sorted(self._queue)
