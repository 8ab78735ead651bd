# Module sched: events run at their time, by priority among those of one time.
from _namedtuple import namedtuple as _namedtuple
import heapq as _heapq
from itertools import count as _count
from time import monotonic as _monotonic, sleep as _sleep

__all__ = ['scheduler']

Event = _namedtuple('Event', 'time, priority, sequence, action, argument, kwargs')
Event.time.__doc__ = 'When it is due, by the clock of the scheduler.'
Event.priority.__doc__ = 'Which comes first of those that are due together: the lower.'
Event.sequence.__doc__ = 'Its number, for events alike in time and priority: the older comes first.'
Event.action.__doc__ = 'What is called as action(*argument, **kwargs).'
Event.argument.__doc__ = 'Positional arguments of the call.'
Event.kwargs.__doc__ = 'Keyword arguments of the call.'
_sentinel = object()


class scheduler:
    """Calls functions at set times, by a clock and a way to wait that you may choose."""

    def __init__(self, timefunc=_monotonic, delayfunc=_sleep):
        self._queue, self._sequence = [], _count()
        self.timefunc, self.delayfunc = timefunc, delayfunc

    def enterabs(self, time, priority, action, argument=(), kwargs=_sentinel):
        """Has a function called at a time of the clock; what it gives is for cancel()."""
        event = Event(time, priority, next(self._sequence), action, argument,
                      {} if kwargs is _sentinel else kwargs)
        _heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_sentinel):
        """Has a function called after a delay; what it gives is for cancel()."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Calls an event off; a ValueError when it is not there."""
        self._queue.remove(event)
        _heapq.heapify(self._queue)

    def empty(self):
        """Is nothing left to call?"""
        return not self._queue

    def run(self, blocking=True):
        """Waits and calls until nothing is left; not blocking: calls what is due and gives the
        wait for the next."""
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
        """The events that are left, in the order of their times."""
        return sorted(self._queue)
