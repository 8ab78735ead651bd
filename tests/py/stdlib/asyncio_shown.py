# What asyncio's objects look like, the names and numbers of tasks, errors of callbacks, barriers
# that are reset or aborted, and a condition whose waiter is cancelled while it takes the lock back.
import asyncio
import contextlib
import contextvars
import io
import re


def show(*values):
    text = re.sub(r'0x[0-9a-f]+', '0x', ' '.join(map(str, values)))
    print(re.sub(r'[^ ]*asyncio_shown', 'asyncio_shown', text))


async def work():
    await asyncio.sleep(0.001)
    return 'r' * 100


async def fail():
    raise ValueError('x')


async def tasks():
    task = asyncio.create_task(work(), name='N')
    show(task)
    await asyncio.sleep(0)
    show(task)
    task.add_done_callback(show)
    show(task)
    await task
    show(task)
    task = asyncio.create_task(fail())
    with contextlib.suppress(ValueError):
        await task
    show(task)
    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    show(task)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    show(task, asyncio.current_task().get_name())
    future = asyncio.Future()
    for _ in range(4):
        future.add_done_callback(print)
    show(future)
    for settle in (future.result, future.exception):
        with contextlib.suppress(asyncio.InvalidStateError):
            settle()
        try:
            settle()
        except asyncio.InvalidStateError as error:
            show(type(error), error)
    future = asyncio.Future()
    future.set_result([1])
    try:
        future.set_result(2)
    except asyncio.InvalidStateError as error:
        show(error, future)
    async with asyncio.TaskGroup() as group:
        show(group)
        group.create_task(work())
        show(group)
    show(group)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fail())
    except* ValueError:
        show(group)
    async with asyncio.timeout(None) as limit:
        show(limit)
    show(limit, asyncio.timeout(None))


async def locks():
    lock = asyncio.Lock()
    show(lock)
    await lock.acquire()
    waiter = asyncio.create_task(lock.acquire())
    await asyncio.sleep(0)
    show(lock)
    lock.release()
    await waiter
    event = asyncio.Event()
    show(event)
    event.set()
    show(event, asyncio.Condition(), asyncio.BoundedSemaphore(2), asyncio.Semaphore(0))
    queue = asyncio.Queue(3)
    show(queue, repr(queue))
    queue.put_nowait(1)
    show(queue, asyncio.PriorityQueue())
    for name in ('CancelledError', 'QueueEmpty', 'InvalidStateError', 'Queue', 'Event', 'Task',
                 'TaskGroup', 'Timeout', 'Runner', 'BrokenBarrierError', 'Handle'):
        show(getattr(asyncio, name))


async def barriers():
    barrier = asyncio.Barrier(2)

    async def wait():
        try:
            return await barrier.wait()
        except asyncio.BrokenBarrierError as error:
            return str(error)

    show(barrier, barrier.parties)
    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    show(barrier, barrier.n_waiting)
    await barrier.reset()
    show(await task, barrier, barrier.broken)
    show(await asyncio.gather(*(wait() for _ in range(6))), barrier)
    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    await barrier.abort()
    show(await task, barrier, await wait())
    await barrier.reset()
    show(barrier, await asyncio.gather(wait(), wait()))
    async with asyncio.Barrier(1) as index:
        show(index)
    try:
        asyncio.Barrier(0)
    except ValueError as error:
        show(error)


async def conditions():
    condition, seen = asyncio.Condition(), []

    async def wait():
        async with condition:
            try:
                await condition.wait()
            finally:
                seen.append(condition.locked())

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    await condition.acquire()
    condition.notify()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    show(task.done())
    condition.release()
    try:
        await task
    except asyncio.CancelledError:
        show('cancelled', seen, condition.locked())


async def callbacks():
    loop = asyncio.get_running_loop()
    loop.call_soon(lambda value: value / 0, 5)
    with contextlib.redirect_stderr(io.StringIO()) as told:
        await asyncio.sleep(0)
    lines = told.getvalue().splitlines()
    show('|'.join(lines[:3] + lines[-1:]))
    loop.set_exception_handler(lambda loop, context: show(sorted(context), context['message'],
                                                          repr(context['exception'])))
    loop.call_soon(len)
    future = loop.create_future()
    future.add_done_callback(lambda future: future.result() + 1)
    future.set_result(None)
    await asyncio.sleep(0)
    handle = loop.call_soon(print, 1)
    show(handle)
    handle.cancel()
    show(handle)


async def frames():
    coroutine = work()
    show(coroutine.cr_frame.f_lineno - work.__code__.co_firstlineno)
    coroutine.send(None)
    show(coroutine.cr_frame.f_lineno - work.__code__.co_firstlineno, coroutine.cr_frame.f_code.co_name)
    coroutine.close()
    show(coroutine.cr_frame)


async def refusals():
    for waited in (5, None):
        try:
            await asyncio.wait_for(waited, 1)
        except TypeError as error:
            show(error)
    try:
        asyncio.Future().set_exception(5)
    except TypeError as error:
        show(error)


variable = contextvars.ContextVar('variable', default='unset')


async def store(value):
    variable.set(value)


async def stored():
    return variable.get()


for part in (tasks, locks, barriers, conditions, callbacks, frames, refusals):
    show('-', part.__name__)
    asyncio.run(part())
with asyncio.Runner() as runner:
    runner.run(store('kept between runs'))
    show(runner.run(stored()), variable.get())
    show(runner.run(stored(), context=contextvars.copy_context()))
